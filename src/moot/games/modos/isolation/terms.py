"""What the ship and the tension add to contests and damage (MO-M322, MO-IS02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moot.games.modos.adventures.papers import Adventure
from moot.games.modos.catalog import MOVEMENT
from moot.games.modos.contests import SIGHT, Facts, Side, Term
from moot.games.modos.isolation.ship import SHIP, Ship, ShipFigures, figures_of
from moot.games.modos.state import State
from moot.kit.remembered import remembered

DETECT: Final = "detect"


@remembered(8, lambda state: state.house)
def figures(state: State) -> ShipFigures:
    """The figures of the ship that the house rules bring."""
    return next(figures_of(rows[SHIP]) for rows in state.house if SHIP in rows)


def game_aboard(state: State) -> tuple[Ship, Adventure] | None:
    """How the game aboard stands, and the map of the ship; nothing while no crew is aboard."""
    return (state.ship, state.ship.map) if state.ship and state.ship.map else None


def of_room(state: State, side: Side, facts: Facts) -> Iterator[Term]:
    """What the room somebody is in takes off a contest: a duct off the crew's movement, dimness and noise off sight and
    hearing (MO-IS02); nothing off the alien's as long as nobody may know where it is (MO-IS04)."""
    if (found := game_aboard(state)) is None:
        return
    ship, paper = found
    room = (ship.lair if ship.seen else "") if side.who == ship.alien else ship.at.get(side.who, "")
    place, skill = paper.place(room), side.skill.partition(":")[0]
    if place is None:
        return
    if place.room == "duct" and skill == MOVEMENT and side.who in ship.at and ship.roles.get(side.who) != "cat":
        yield Term("in the duct", figures(state).duct, "MO-IS02")
    dim = min(place.dim, -4) if place.dim or room in ship.dark else 0
    if dim and (skill == DETECT or SIGHT in facts.claims):
        yield Term("dim and noisy here", dim, "MO-IS02")


def anger(state: State, who: str, figure: str) -> tuple[Term, ...]:
    """What the tension adds to the alien's damage (MO-M322)."""
    if figure != "damage" or state.ship is None or not who or who != state.ship.alien:
        return ()
    return (Term("tension", state.ship.tension, "MO-M322"),)

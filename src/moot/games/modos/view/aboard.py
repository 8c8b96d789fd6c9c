"""The ship as everybody sees it: the Tension Die, the map with who is where and what is shut; and for the guide the
alien (MO-M013, MO-IS04)."""

from __future__ import annotations

import msgspec

from moot.games.modos.isolation.aboard import crew
from moot.games.modos.isolation.alien import the_alien
from moot.games.modos.isolation.doors import door_words
from moot.games.modos.isolation.finds import parts_left
from moot.games.modos.isolation.noticing import senses
from moot.games.modos.isolation.ship import junction
from moot.games.modos.isolation.terms import figures, game_aboard
from moot.games.modos.state import State
from moot.games.modos.view.desk import picture
from moot.games.modos.view.fights import LineSpot
from moot.kit.graph import Graph


class RoomView(msgspec.Struct, frozen=True, kw_only=True):
    """A room, who of the crew is in it, and whether the alien is known to be; what the guide alone knows lies in
    `hides`."""

    id: str
    title: str
    people: tuple[LineSpot, ...]
    alien: bool
    hides: bool
    dim: bool


class ShipView(msgspec.Struct, frozen=True, kw_only=True):
    """The ship and its map, on which the ways between some pairs of rooms are `closed`. `secret` is what only the guide
    reads, `used` the doors worked of late, as the computer knows."""

    tension: int
    top: int
    plan: Graph
    closed: tuple[tuple[str, str], ...]
    rooms: tuple[RoomView, ...]
    shut: tuple[str, ...]
    used: tuple[str, ...]
    armed: int
    runs: bool
    work: int
    says: tuple[str, ...]
    secret: tuple[str, ...]


def aboard(state: State, guide: bool) -> ShipView | None:
    """The ship as a seat sees it, while a crew is aboard."""
    if (found := game_aboard(state)) is None:
        return None
    (ship, paper), row = found, figures(state)
    everybody = tuple(crew(state))
    rooms = tuple(
        RoomView(
            id=place.id, title=place.title, dim=bool(place.dim) or place.id in ship.dark,
            people=tuple(LineSpot(who.id, who.name, who.npc, None, False) for who, at in everybody if at == place.id),
            alien=ship.seen and ship.lair == place.id, hides=guide and not ship.seen and ship.lair == place.id,
        )
        for place in paper.places
    )
    plan = picture(paper)
    cat = (f"{who.name}: {said}" for who, _ in everybody if (said := senses(state, who.id)))
    return ShipView(
        tension=ship.tension, top=row.tension, plan=plan, rooms=rooms,
        closed=tuple((one.source, one.target) for one in plan.arrows if junction(one.source, one.target) in ship.shut),
        shut=tuple(door_words(paper, key) for key in ship.shut),
        used=tuple(door_words(paper, key) for key in ship.used) if "computer" in ship.roles.values() else (),
        armed=ship.armed, runs=ship.runs, work=row.work, says=tuple(cat),
        secret=(*the_alien(state), *parts_left(state)) if guide else (),
    )

"""The ship as everybody sees it: the Tension Die, who is where, and what is shut; and for the guide the alien (MO-M013,
MO-IS04)."""

from __future__ import annotations

import msgspec

from moot.games.modos.isolation.aboard import crew
from moot.games.modos.isolation.alien import senses, the_alien
from moot.games.modos.isolation.doors import door_words
from moot.games.modos.isolation.finds import parts_left
from moot.games.modos.isolation.terms import figures, game_aboard
from moot.games.modos.state import State


class RoomSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A room in which somebody is, or something is known to be."""

    title: str
    people: tuple[str, ...]
    alien: bool
    dim: bool


class ShipSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The ship. `secret` is what only the guide reads, `used` the doors worked of late, as the computer knows."""

    tension: int
    top: int
    rooms: tuple[RoomSeen, ...]
    shut: tuple[str, ...]
    used: tuple[str, ...]
    armed: int
    work: int
    says: tuple[str, ...]
    secret: tuple[str, ...]


def aboard(state: State, guide: bool) -> ShipSeen | None:
    """The ship as a seat sees it, while a crew is aboard."""
    if (found := game_aboard(state)) is None:
        return None
    (ship, paper), row = found, figures(state)
    there = {place.id: tuple(who.name for who, room in crew(state) if room == place.id) for place in paper.places}
    rooms = tuple(
        RoomSeen(title=place.title, people=there[place.id], alien=ship.seen and ship.lair == place.id,
                 dim=bool(place.dim) or place.id in ship.dark)
        for place in paper.places if there[place.id] or (ship.seen and ship.lair == place.id)
    )
    cat = (f"{who.name}: {said}" for who, _ in crew(state) if (said := senses(state, who.id)))
    return ShipSeen(
        tension=ship.tension, top=row.tension, rooms=rooms, shut=tuple(door_words(paper, key) for key in ship.shut),
        used=tuple(door_words(paper, key) for key in ship.used) if "computer" in ship.roles.values() else (),
        armed=ship.armed, work=row.work, says=tuple(cat),
        secret=(*the_alien(state), *parts_left(state)) if guide else (),
    )

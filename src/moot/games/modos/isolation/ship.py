"""The ship of Isolation: its figures, which house rules bring as rows, and how it stands (MO-M013, MO-IS01)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec

from moot.core import Corrupt
from moot.core.misfits import misfit
from moot.games.modos.adventures.papers import Adventure, Place, Room
from moot.kit.remembered import remembered

SHIP: Final = "ship"
"""The kind of row that lets house rules bring a ship."""
SpareKind: TypeAlias = Literal["cat", "android", "computer"]
Ending: TypeAlias = Literal["flushed", "tricked", "left", "lost"]


class Spare(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody whom a player may go on with: by which sheet, and whom they turn to from which tension on (MO-IS07)."""

    kind: SpareKind
    name: str
    sheet: str
    concept: str
    turns_at: int = 0
    goal: str = ""


class MadeOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a thing is put together from, and whether it has to be charged after that (MO-IS03)."""

    parts: tuple[str, ...]
    charged: bool = False


class ShipFigures(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures of a game aboard: the levels of its crew, the alien's sheet, the top of the Tension Die, what a duct
    takes off movement, how many rooms off is near, the dice for healing and for breaking out, the work on
    self-destruction, the air, and what things are made of where they lie in parts."""

    id: str
    levels: tuple[int, int] = (1, 3)
    alien: str
    tension: int
    duct: int
    near: int
    heals: int
    breaks: int
    work: int
    air: int
    spare: tuple[Spare, ...]
    things: dict[str, str]
    endings: dict[Ending, str]
    signs: tuple[str, ...]
    pieces: dict[str, MadeOf] = {}
    power: tuple[Room, ...] = ()


class Ship(msgspec.Struct, frozen=True, kw_only=True):
    """How a game aboard stands. `map` is the ship as it was when the crew came aboard, nothing before.

    `at` is who is in which room, `shut` the junctions that are closed, `used` those that were worked of late,
    `dark` the rooms whose light is broken. `alien` is who it is, `lair` its room, empty where even the guide does not
    know; `seen`: players know of it. `rest` are the minutes until it is whole again, `caught` the rounds until it has
    broken out.
    `roles` are the spare characters that were taken, `boxed` who caught the cat in its box, `armed` the actions done
    for self-destruction, `runs`: all of them were, and not all are undone. `worked`: the computer has worked a door
    this round, `spent` are the actions of it of those who are elsewhere while others fight. `first` are the rooms that
    raised tension, `taken` what was found, `strewn` the rooms in which parts lie, by thing and part (`torch/Nozzle`),
    `spotted` the parts that were seen there, `over` how it ended.
    """

    map: Adventure | None = None
    tension: int = 1
    at: dict[str, str] = {}
    shut: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    dark: tuple[str, ...] = ()
    alien: str = ""
    lair: str = ""
    seen: bool = False
    rest: int = 0
    caught: int = 0
    roles: dict[str, SpareKind] = {}
    boxed: str = ""
    armed: int = 0
    runs: bool = False
    worked: bool = False
    spent: dict[str, int] = {}
    first: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    strewn: dict[str, str] = {}
    spotted: tuple[str, ...] = ()
    over: Ending | Literal[""] = ""


def figures_of(rows: Iterable[Mapping[str, Any]]) -> ShipFigures:
    """The figures of the ship that house rules bring. Raises Corrupt for a row that does not fit, and for several."""
    found = tuple(rows)
    if len(found) != 1:
        raise Corrupt(f"rows, {SHIP}: there is one ship, not {len(found)}")
    try:
        return msgspec.convert(found[0], ShipFigures)
    except msgspec.ValidationError as error:
        raise Corrupt(f"rows, {SHIP}: {misfit(error, ShipFigures)}") from error


def junction(one: str, other: str) -> str:
    """What the way between two rooms is called, from wherever one comes."""
    return "|".join(sorted((one, other)))


@remembered(16)
def _doors(paper: Adventure) -> dict[str, tuple[str, ...]]:
    """The rooms beside each room: a way leads both ways."""
    found: dict[str, dict[str, None]] = {place.id: {} for place in paper.places}
    for place in paper.places:
        for way in place.way:
            found[place.id][way.to] = None
            found[way.to][place.id] = None
    return {room: tuple(beside) for room, beside in found.items()}


def beside(paper: Adventure, room: str) -> tuple[str, ...]:
    """The rooms beside a room."""
    return _doors(paper).get(room, ())


def steps_from(paper: Adventure, room: str, shut: Iterable[str] = ()) -> dict[str, int]:
    """How many rooms off all rooms are, through junctions that are not shut."""
    found, edge, closed = {room: 0}, [room], frozenset(shut)
    for here in edge:
        for there in beside(paper, here):
            if there not in found and junction(here, there) not in closed:
                found[there] = found[here] + 1
                edge.append(there)
    return found


def closed_in(ship: Ship, paper: Adventure, room: str) -> bool:
    """Whether all junctions of a room are shut."""
    return all(junction(room, other) in ship.shut for other in beside(paper, room))


def room_of(paper: Adventure, kind: Room) -> Place | None:
    """The only room of that kind on a ship (MO-IS01)."""
    return next((place for place in paper.places if place.room == kind), None)

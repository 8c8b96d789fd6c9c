"""What can be found aboard: it is taken, or for a harder game collected in parts, put together, and charged
(MO-IS03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from moot.core import Line, Offers, Part, Play, Refused, Seat
from moot.core.words import listed
from moot.games.modos.adventures.papers import Adventure, spoken
from moot.games.modos.flow import FlowCommand, OnSheet, only_guide
from moot.games.modos.isolation.aboard import HandCommand, OfShip, aboard, crew
from moot.games.modos.isolation.doors import OPERATED, operate
from moot.games.modos.isolation.ship import Ship
from moot.games.modos.isolation.terms import figures, game_aboard
from moot.games.modos.live import catalog_of
from moot.games.modos.making.choices import free_ids, thing_of
from moot.games.modos.making.owning import GearGained
from moot.games.modos.person import Gear, Person
from moot.games.modos.state import FREE, State

STREWN: Final = 10
"""The die that says where a part lies."""


class Found(OfShip, tag="found-aboard"):
    """Something was taken where it lay (MO-IS03)."""

    silent = True
    thing: str

    def changes(self, ship: Ship) -> dict[str, Any]:
        return {"taken": (*ship.taken, self.thing)}


class TakeFound(HandCommand, tag="take-found"):
    """Take up what lies in the room, with an action."""

    rules, together = ("MO-IS03",), "Take what lies here"
    nobody = ("nothing-there", "Nothing of use lies where yours are.")
    who: str
    thing: str

    @classmethod
    def of_one(cls, state: State, who: Person, room: str) -> Offers:
        for thing, row in _lying(state, room):
            yield cls.by(state, who, f"takes the {find_named(state, row).lower()}", of=(who, row), thing=thing)

    def act(self, play: Play[State], of: tuple[Person, str]) -> None:
        operate(play, of[0], f"take {self.thing}", f"takes the {find_named(play.state, of[1]).lower()}")


def take_found(play: Play[State], who: str, thing: str) -> None:
    """Let somebody take up what lies in their room, if nobody was quicker (MO-IS03)."""
    ship, _ = aboard(play.state)
    if row := dict(_lying(play.state, ship.at[who])).get(thing):
        found = find_of(play.state, play.state.people[who], row)
        play.record(GearGained(who=who, things=(found,), rules=("MO-IS03",)), Found(thing=thing))


def _lying(state: State, room: str) -> Iterable[tuple[str, str]]:
    """What still lies in a room, one of each: what it is called there, and what it is. What lies in parts does so
    nowhere as a whole."""
    ship, paper = aboard(state)
    if (place := paper.place(room)) is None:
        return ()
    apart = figures(state).pieces if ship.strewn else {}
    left = [(f"{place.id}/{number}", row) for number, row in enumerate(place.found) if row not in apart]
    left += [(part, part) for part in ship.spotted if ship.strewn.get(part) == place.id]
    return {row: (thing, row) for thing, row in left if thing not in ship.taken}.values()


def find_named(state: State, row: str) -> str:
    """What people call something that can be found: a part by what it is a part of."""
    catalog, (whole, _, part) = catalog_of(state), row.partition("/")
    found = catalog.weapons.get(whole) or catalog.armors.get(whole)
    title = found.title if found else figures(state).things.get(whole, whole)
    return f"{part} of the {title.lower()}" if part else title


def find_of(state: State, who: Person, row: str) -> Gear:
    """Something that was found, as somebody has it."""
    catalog, [id_] = catalog_of(state), free_ids(who, 1)
    if row in catalog.weapons or row in catalog.armors:
        return thing_of(catalog, who, id_, row)
    return Gear(id=id_, name=find_named(state, row))


# ---------------------------------------------------------------- finds in parts


class PartsStrewn(OfShip, tag="parts-strewn"):
    """What can be found lies in parts; where, only the guide knows (MO-IS03)."""

    hides = (("rooms", {}),)
    sets = (("strewn", "rooms"),)
    sentence = ("move", "Whatever is of use aboard was taken apart; its parts are anywhere.")
    rooms: dict[str, str]


class StrewParts(FlowCommand, tag="strew-parts"):
    """Let what can be found lie about in parts, for a harder game, before anything of it is taken."""

    when, rules, urgency, about_any = FREE, ("MO-IS03",), "may", None
    giver = only_guide("lays out the ship")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        ship, paper = aboard(state)
        if ship.strewn or ship.taken:
            raise Refused("laid-out", "What can be found lies where it lies.", "MO-IS03")
        if _apart(state, paper):
            yield cls.press(state, paper, "Finds lie about in parts", "A harder game: collect, put together, charge.")
        yield Refused("nothing-there", "Nothing lies aboard that could be in parts.", "MO-IS03")

    def act(self, play: Play[State], of: Adventure) -> None:
        rooms = [place.id for place in of.places if place.room != "duct"]
        parts = _apart(play.state, of)
        faces = play.roll(*(STREWN,) * len(parts))
        where = {part: rooms[face % len(rooms)] for part, face in zip(parts, faces, strict=True)}
        play.record(PartsStrewn(rooms=where, rules=self.rules))


class PartsSpotted(OfShip, tag="parts-spotted"):
    """Parts are seen where they lie, by those who come there (MO-IS03)."""

    parts: tuple[str, ...]
    title: str

    def changes(self, ship: Ship) -> dict[str, Any]:
        return {"spotted": (*ship.spotted, *self.parts)}

    def line(self, state: State) -> Line:
        found = listed(find_named(state, part).lower() for part in self.parts)
        return Line("move", f"In {spoken(self.title)}: {found}.")


def spot(play: Play[State]) -> None:
    """Those of the crew who are where parts lie see them (MO-IS03)."""
    if (found := game_aboard(play.state)) is None:
        return
    ship, paper = found
    for room in sorted({room for _, room in crew(play.state)}):
        parts = tuple(sorted(part for part, at in ship.strewn.items() if at == room and part not in ship.spotted))
        if parts:
            play.record(PartsSpotted(parts=parts, title=paper.titled(room), rules=("MO-IS03",)))


def _apart(state: State, paper: Adventure) -> list[str]:
    """All parts of what lies on a map, each by thing and part."""
    there = {row for place in paper.places for row in place.found}
    return [f"{row}/{part}" for row, one in sorted(figures(state).pieces.items()) if row in there for part in one.parts]


class MadeReady(OnSheet, tag="made-ready"):
    """Something was put together, or charged: it is there in place of what it was made of (MO-IS03)."""

    sentence = ("move", "{text}")
    items: tuple[str, ...]
    thing: Gear
    text: str

    def evolve(self, state: State) -> State:
        left = (one for one in state.people[self.who].gear if one.id not in self.items)
        return state.with_person(self.who, gear=(*left, self.thing))

class MakeReady(HandCommand, tag="make-ready"):
    """Put something together whose parts you have, or charge it where the ship gives power, with an action each."""

    rules, together = ("MO-IS03",), "Put together what was found"
    nobody = ("parts-missing", "Nobody of yours has all parts of a thing, or one to charge.")
    who: str
    thing: str

    @classmethod
    def of_one(cls, state: State, who: Person, room: str) -> Offers:
        _, paper = aboard(state)
        power = {one.id: one.title for one in paper.places if one.room in figures(state).power}
        for row in sorted(figures(state).pieces):
            made, title = _made_of(state, who, row), find_named(state, row).lower()
            if len(made) > 1:
                yield cls.by(state, who, f"puts the {title} together", thing=row)
            elif made and room in power:
                yield cls.by(state, who, f"charges the {title}", thing=row)
            elif made:
                said = f"The ship gives power in {listed(f'“{name}”' for name in power.values())}."
                yield cls.barred(Refused("no-power", said, "MO-IS03"), who=who.id, thing=row)

    def act(self, play: Play[State], of: Person) -> None:
        operate(play, of, f"ready {self.thing}", "with tools and parts")


def _flat(state: State, row: str) -> str:
    """What something is called that is whole and has no power."""
    return f"{find_named(state, row)}, not charged"


def _made_of(state: State, who: Person, row: str) -> tuple[Gear, ...]:
    """What somebody could make a thing ready from: all of its parts, or the thing without power."""
    mine = {thing.name: thing for thing in who.gear}
    names = [find_named(state, f"{row}/{part}") for part in figures(state).pieces[row].parts]
    if all(name in mine for name in names):
        return tuple(mine[name] for name in names)
    return tuple(thing for name, thing in mine.items() if name == _flat(state, row))


def make_ready(play: Play[State], who: str, row: str) -> None:
    """Let something be put together, or charged if it is whole, by who still has all of it (MO-IS03)."""
    state, person = play.state, play.state.people[who]
    if not (made := _made_of(state, person, row)):
        return
    title, whole = find_named(state, row).lower(), len(made) > 1
    thing = find_of(state, person, row)
    if whole and figures(state).pieces[row].charged:
        thing = Gear(id=thing.id, name=_flat(state, row))
    text = f"{'puts the' if whole else 'charges the'} {title}{' together' if whole else ''}."
    play.record(MadeReady(who=who, items=tuple(one.id for one in made), thing=thing, text=text, rules=("MO-IS03",)))


def parts_left(state: State) -> Iterator[str]:
    """Where parts still lie, as the guide knows, in a sentence if any do."""
    ship, paper = aboard(state)
    left = [f"{find_named(state, part)} in {spoken(paper.titled(room))}" for part, room in sorted(ship.strewn.items())
            if part not in ship.taken]
    if left:
        yield f"Parts: {listed(left)}."


OPERATED.update(ready=make_ready, take=take_found)

FINDS: Final = Part(
    TakeFound, StrewParts, MakeReady, Found, PartsStrewn, PartsSpotted, MadeReady, module="isolation",
)

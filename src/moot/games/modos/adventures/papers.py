"""Adventures in packs and on the desk: places, what is read out there, ways, where the party is (MO-X603)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import groupby
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.games.modos.terms import Pool
from moot.kit.notebook import packs, papers
from moot.kit.notebook.names import line, slug, slugs

# ---------------------------------------------------------------- in a pack


Room: TypeAlias = Literal["commissary", "bridge", "mainframe", "airlock", "shuttle", "chamber", "duct"]
"""What a place aboard a ship is (MO-IS01)."""


class PlaceTrial(packs.PackEntry, frozen=True, kw_only=True):
    """Something at a place that takes a contest against fate: what it is, how difficult, with which attribute."""

    label: str
    value: int
    pool: Pool = "P"


class WayOn(packs.PackEntry, frozen=True, kw_only=True):
    """A way to another place, and the word on its arrow.

    `evidence` is what speaks for it where a book's chart has lost its arrows: a label, the details, or inference
    (MO-E17). Who goes a `milestone` reaches the next level, and flaws that were only lent are gone (MO-GP12).
    """

    to: str
    word: str = ""
    evidence: Literal["", "label", "detail", "inferred"] = ""
    milestone: bool = False


class Place(packs.PackEntry, frozen=True, kw_only=True):
    """A place, or a turn of the story: `text` is read out, `notes` are the guide's, `rule` is the rule behind it.

    `hooks` are what a hero point is for there, `people` are sheets that are ready, by `pack/id`. Where a party begins
    `fresh`, it has all hero points and empty pools. `instead` is the place that an attempt to fight leads to: no
    conflict begins here. `x` and `y` say where it is drawn.

    Aboard a ship it is a `room`: so `dim` that sight and hearing have a penalty there, and with what is `found` in it,
    which is gear by its row or by name (MO-IS02, MO-IS03).
    """

    id: str
    title: str
    text: str = ""
    notes: str = ""
    rule: str = ""
    trial: tuple[PlaceTrial, ...] = ()
    hooks: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    way: tuple[WayOn, ...] = ()
    fresh: bool = False
    instead: str = ""
    room: Room | Literal[""] = ""
    dim: int = 0
    found: tuple[str, ...] = ()
    x: int = 0
    y: int = 0

    def leads_to(self, place: str) -> bool:
        """Whether a way leads from here to that place."""
        return any(way.to == place for way in self.way)


class Printed(packs.PackEntry, frozen=True, kw_only=True):
    """An adventure in a pack: the place where it begins, the level that is good for it (nothing: any), and its places.

    `wakes` is the place where those wake up who are brought down by what the adventure says in `fallen`: with a new
    flaw and empty pools. It is there to be taken where its `module` is on, if it names one.
    """

    id: str
    title: str
    about: str = ""
    level: int = 0
    start: str
    wakes: str = ""
    fallen: str = ""
    module: str = ""
    place: tuple[Place, ...]


# ---------------------------------------------------------------- on the desk


FORM = "adventure"
"""The one form of preparation."""


class Here(msgspec.Struct, frozen=True):
    """Where the party is, as all know it: the place by name, and what was read out there, if it was."""

    title: str
    text: str = ""


class Adventure(papers.Paper, frozen=True, kw_only=True):
    """An adventure: its places, where it begins and where the fallen wake up.

    `trail` are the places on the way so far, the last is where the party is; empty until the adventure begins. `seen`
    are all that it ever was at, `read` those whose text was read out.
    """

    form: str = FORM
    level: int = 0
    start: str = ""
    wakes: str = ""
    fallen: str = ""
    places: tuple[Place, ...] = ()
    trail: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    read: tuple[str, ...] = ()

    @property
    def at(self) -> str:
        """The place where the party is; empty where it is at none."""
        return self.trail[-1] if self.trail else ""

    @property
    def here(self) -> Place | None:
        """The same, whole."""
        return self.place(self.at)

    def place(self, id_: str) -> Place | None:
        """A place by its id."""
        return next((place for place in self.places if place.id == id_), None)

    def titled(self, id_: str) -> str:
        """What a place is called."""
        found = self.place(id_)
        return found.title if found else ""

    def with_place(self, place: Place) -> Adventure:
        """With a place as it is now: one of the same id goes away for it, a new one comes last."""
        if self.place(place.id) is None:
            return replace(self, places=(*self.places, place))
        return replace(self, places=tuple(place if one.id == place.id else one for one in self.places))

    def without_place(self, id_: str) -> Adventure:
        """Without a place, and without the ways to it."""
        left = (
            replace(one, way=tuple(way for way in one.way if way.to != id_), instead=_but(one.instead, id_))
            for one in self.places if one.id != id_
        )
        trail = (place for place, _ in groupby(_without(self.trail, id_)))  # nobody goes back to where they are
        return replace(
            self, places=tuple(left), wakes=_but(self.wakes, id_), trail=tuple(trail),
            seen=_without(self.seen, id_), read=_without(self.read, id_),
        )

    def moved(self, place: str, *, back: bool) -> Adventure:
        """With the party at another place: one more on the trail, or back on it by one."""
        trail = self.trail[:-1] if back else (*self.trail, place)
        return replace(self, trail=trail, seen=tuple(dict.fromkeys((*self.seen, place))))


def spoken(title: str) -> str:
    """A place within a sentence: “The ford” is the ford, and any other title is quoted."""
    return f"the {title[4:]}" if title.startswith("The ") else f"“{title}”"


def _but(one: str, other: str) -> str:
    return "" if one == other else one


def _without(places: Iterable[str], id_: str) -> tuple[str, ...]:
    return tuple(place for place in places if place != id_)


def taken(printed: Printed, id_: str) -> Adventure:
    """A printed adventure as it lies on the desk, under an id of its own."""
    return Adventure(id=id_, title=printed.title, premise=printed.about, level=printed.level, start=printed.start,
                     wakes=printed.wakes, fallen=printed.fallen, places=printed.place)


def as_printed(adventure: Adventure, people: Container[str]) -> Printed:
    """The same to take along, as it is before anybody plays it, with those of its people whom everybody has."""
    ids = slugs((place.id, place.id, "place") for place in adventure.places)
    places = tuple(
        replace(
            place, id=ids[place.id], title=line(place.title), instead=ids.get(place.instead, ""),
            way=tuple(replace(way, to=ids[way.to]) for way in place.way),
            people=tuple(one for one in place.people if one in people),
        )
        for place in adventure.places
    )
    return Printed(
        id=slug(adventure.title) or FORM, title=line(adventure.title), about=adventure.premise, level=adventure.level,
        start=ids[adventure.start], wakes=ids.get(adventure.wakes, ""), fallen=adventure.fallen, place=places,
    )


def playing(found: Iterable[Adventure]) -> Adventure | None:
    """The adventure that is played."""
    return next((one for one in found if one.trail), None)

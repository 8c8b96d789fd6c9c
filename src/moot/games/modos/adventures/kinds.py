"""An adventure as packs and tables have it: places with what is read out there, and ways from one to another (MO-X603).
"""

from __future__ import annotations

from typing import Literal

from moot.games.modos.terms import Pool
from moot.kit.notebook import packs


class Trial(packs.Entry, frozen=True, kw_only=True):
    """Something at a place that takes a contest against fate: what it is, how difficult, with which attribute."""

    label: str
    value: int
    pool: Pool = "P"


class Way(packs.Entry, frozen=True, kw_only=True):
    """A way to another place, and the word on its arrow.

    `evidence` is what speaks for it where a book's chart has lost its arrows: a label, the details, or inference
    (MO-E17). Who goes a `milestone` reaches the next level, and flaws that were only lent are gone (MO-GP12).
    """

    to: str
    word: str = ""
    evidence: Literal["", "label", "detail", "inferred"] = ""
    milestone: bool = False


class Place(packs.Entry, frozen=True, kw_only=True):
    """A place, or a turn of the story: `text` is read out, `notes` are the guide's, `rule` is the rule behind it.

    `hooks` are what a hero point is for there, `people` are sheets that are ready, by `pack/id`. Where a party begins
    `fresh`, it has all hero points and empty pools. `instead` is the place that an attempt to fight leads to: no
    conflict begins here. `x` and `y` say where it is drawn.
    """

    id: str
    title: str
    text: str = ""
    notes: str = ""
    rule: str = ""
    trial: tuple[Trial, ...] = ()
    hooks: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    way: tuple[Way, ...] = ()
    fresh: bool = False
    instead: str = ""
    x: int = 0
    y: int = 0

    def leads_to(self, place: str) -> bool:
        """Whether a way leads from here to that place."""
        return any(way.to == place for way in self.way)


class Printed(packs.Entry, frozen=True, kw_only=True):
    """An adventure in a pack: the place where it begins, the level that is good for it (nothing: any), and its places.

    `wakes` is the place where those wake up who are brought down by what the adventure says in `fallen`: with a new
    flaw and empty pools.
    """

    id: str
    title: str
    about: str = ""
    level: int = 0
    start: str
    wakes: str = ""
    fallen: str = ""
    place: tuple[Place, ...]

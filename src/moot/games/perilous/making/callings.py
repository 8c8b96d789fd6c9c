"""Callings and measures: what a character or somebody of the guide's begins with (tables/making.toml)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from moot.core.figures import Figures
from moot.games.perilous.figures import FATE, REPUTATION
from moot.games.perilous.person import BY_LETTER, LedgerLine
from moot.games.perilous.rows import Dice, Titled
from moot.games.perilous.terms import PACKAGE, Attribute, Class

_figures: Final = Figures(PACKAGE, "tables/making.toml")


class Calling(Titled, frozen=True, kw_only=True):
    """What somebody does for a living: which attributes come first, and what they have learned."""

    text: str
    class_: Class = msgspec.field(name="class")
    first: tuple[Attribute, ...]
    armor: str
    load: int
    ranks: dict[str, int]
    focus: str

    @property
    def array(self) -> dict[Attribute, int]:
        """The ready attributes, the best ones where the calling needs them (GP-RD-17)."""
        return dict(zip(self.first, BEGIN.array, strict=True))


class Caliber(Titled, frozen=True, kw_only=True):
    """How good somebody of the guide's is all in all: most attributes, and the strong ones."""

    attribute: int
    strong: int


class Begin(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What everybody begins with, and what may stand on a sheet."""

    array: tuple[int, ...]
    rolled: Dice
    least: int
    most: int
    ranks: int
    shift_least: int
    shift_most: int
    load_most: int
    points_most: int
    count_most: int
    foes_most: int
    days_most: int
    rewards: int
    names: tuple[str, ...]


SEVEN: Final = tuple(BY_LETTER.values())
"""The seven attributes, in the order of the sheet."""
BEGIN: Final = _figures.at("begin", Begin)
"""What everybody begins with (GP-RD-17)."""
CALLINGS: Final = _figures.lookup("the callings", "calling", Calling)
"""The callings by id."""
MEASURES: Final = _figures.lookup("the measures", "measure", Caliber)
"""The measures of the guide's people, the weakest first."""


def first_fame(fate: int = FATE.start) -> tuple[LedgerLine, ...]:
    """The Reputation somebody begins with (GP-REP-01)."""
    found = [LedgerLine(REPUTATION.start, "everybody has a name", "GP-REP-01")]
    if fate:
        found.append(LedgerLine(REPUTATION.per_fate * fate, "Fate Points", "GP-REP-01"))
    return tuple(found)


def plain(calling: Calling) -> dict[str, Any]:
    """What a calling puts on a sheet beside attributes."""
    return {"ranks": calling.ranks, "focuses": (calling.focus,), "armor": calling.armor, "load": calling.load}

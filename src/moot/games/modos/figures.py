"""The tables of the rules that hold no entries with effects (tables/*.toml)."""

from __future__ import annotations

from typing import Final

import msgspec

from moot.core.tables import Figures
from moot.games.modos.making.figures import TITLES
from moot.games.modos.terms import PACKAGE, Where


class Difficulty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the difficulty table (MO-009)."""

    id: str
    title: str
    value: int


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word for what is left of a pool, while that is `over` so many hundredths of the whole (MO-FQ19)."""

    id: str
    title: str
    over: int


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that people do, and the actions that it takes; 0 is no action at all (MO-205, MO-X215)."""

    id: str
    title: str
    actions: int


class Handling(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"source": "from"}):
    """A way to handle a thing in a conflict: from where it goes to where, as what that is priced, and how people say
    it."""

    id: str
    title: str
    says: str
    source: Where
    to: Where
    cost: str


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to compare with: what it is, and how difficult (MO-X009)."""

    id: str
    title: str
    value: int


_DIFFICULTY: Final = Figures(PACKAGE, "tables/difficulty.toml")
DIFFICULTIES: Final = _DIFFICULTY.table("the difficulties", "difficulty", Difficulty)
"""The steps of difficulty, easiest first (MO-009)."""
SAMPLES: Final = _DIFFICULTY.table("the samples", "sample", Sample)
"""Deeds to compare with (MO-X009)."""
STEP: Final = _DIFFICULTY.at("step", int)
"""How far one step of difficulty is from the next: a title, a segment (MO-X007, MO-X008, MO-E51)."""


def by_segments(parts: int) -> int:
    """The difficulty of what has so many parts of equal weight (MO-X007)."""
    return STEP * parts


def by_title(title: str) -> int:
    """The difficulty of what would be easy for people of a title: so much for each above the lowest (MO-X008, MO-E51).
    Titles count, not levels."""
    return STEP * [*TITLES].index(title)


class Award(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the guide gives hero points for (MO-116, MO-X127)."""

    id: str
    title: str
    rule: str
    hint: str = ""


AWARDS: Final = Figures(PACKAGE, "tables/awards.toml").table("the awards", "award", Award)
"""What the guide gives hero points for."""

HINTS: Final = Figures(PACKAGE, "tables/health.toml").table("the hints", "hint", Hint)
"""Words for what is left of a pool, most first (MO-FQ19)."""

_COSTS: Final = Figures(PACKAGE, "tables/costs.toml")
COSTS: Final = _COSTS.table("the costs", "cost", Cost)
"""What things cost in actions (MO-X215)."""

HANDLINGS: Final = _COSTS.table("ways to handle a thing", "way", Handling)
"""What can be done with a thing, in the order in which it is offered."""

"""The figures of making a character (tables/making.toml), and the titles of levels."""

from __future__ import annotations

from typing import Final

import msgspec

from moot.core.tables import Figures
from moot.games.modos.terms import PACKAGE


class _Throw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is thrown for a score (MO-X102)."""

    dice: int
    sides: int
    plus: int

    def __str__(self) -> str:
        return f"{self.dice}d{self.sides}+{self.plus}"


class _Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a sheet has room for: levels, letters in a name of its own, goals and flaws, figures of gear and scores,
    uses of a special thing."""

    level: int
    label: int
    goals: int
    penalty: int
    parry: int
    reload: int
    score: int
    uses: int


class _Fast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A character of fast play: its level, scores, points in one skill, perks (MO-FP01 to MO-FP04)."""

    level: int
    scores: tuple[int, ...]
    points: int
    perks: int


class _Title(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A title, and the level from which on somebody has it (MO-X103)."""

    id: str
    title: str
    level: int


_FIGURES: Final = Figures(PACKAGE, "tables/making.toml")
THROW: Final = _FIGURES.at("throw", _Throw)
ARRAY: Final = _FIGURES.at("array", tuple[int, ...])
FAST: Final = _FIGURES.at("fast", _Fast)
UNKNOWN_DIE: Final = _FIGURES.at("unknown_die", str)
LIMITS: Final = _FIGURES.at("limits", _Limits)
TITLES: Final = _FIGURES.table("the titles of levels", "title", _Title)


def title_at(level: int) -> str:
    """What people of a level are called (MO-X103), or of so many points in a skill (MO-X128)."""
    return next((row.title for row in reversed([*TITLES.values()]) if row.level <= level), "")

"""What the rules say in numbers, where it is no row of a table (tables/constants.toml)."""

from __future__ import annotations

from typing import Final

import msgspec

from moot.core.figures import Figures
from moot.games.modos.terms import PACKAGE

_FIGURES: Final = Figures(PACKAGE, "tables/constants.toml")


class ContestFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A contest: its die, the least result that is no Con, the range of difficulty, and the award for playing a role
    (MO-002, MO-008, MO-011, MO-X002), and the penalty of a defense against everybody at once (MO-X211)."""

    die: int
    least: int
    difficulty_least: int
    difficulty_most: int
    award: int
    against_all: int


class ConflictFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An extended conflict: actions in a round, the die of progress, the least gain of an attack Pro, what surprise
    adds to initiative, and the actions that it gives before (MO-202, MO-209, MO-211, MO-215)."""

    actions: int
    progress: str
    least_gain: int
    surprise: int
    first: int


class Heroes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hero points: the usual die (MO-114), and `one`, where villains have no more than that (MO-E49)."""

    die: int
    one: int


class HarmFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Damage: the least that a blow does within its reach (MO-211, MO-X309)."""

    least: int


class Magic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Powers: the die of their cost (MO-407)."""

    cost: str


class HealingFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Time and healing: hours of a day, P and M damage that goes with each day, MP damage with each hour (MO-315), how
    much faster that is as the table plays it (MO-001); what the healer skill takes off, by a die or in points; and the
    most hours or days that pass at once."""

    day: int
    daily: int
    hourly: int
    pace: dict[str, int]
    die: str
    points: int
    most: int


CONTEST: Final = _FIGURES.at("contest", ContestFigures)
CONFLICT: Final = _FIGURES.at("conflict", ConflictFigures)
HARM: Final = _FIGURES.at("harm", HarmFigures)
MAGIC: Final = _FIGURES.at("magic", Magic)
HEROES: Final = _FIGURES.at("heroes", Heroes)
HEALING: Final = _FIGURES.at("healing", HealingFigures)

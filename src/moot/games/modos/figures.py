"""The figures of tables that hold no entries with effects, and those that are no row of a table (tables/*.toml)."""

from __future__ import annotations

from typing import Final

import msgspec

from moot.core.figures import Figures
from moot.games.modos.terms import PACKAGE, Posture, Where


class _Plain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures without a name."""


class _Titled(_Plain, frozen=True):
    """A row with an id, and what people call it."""

    id: str
    title: str


# ---------------------------------------------------------------- contests, deeds, health


class Difficulty(_Titled, frozen=True):
    """A step of difficulty, or a deed to compare with (MO-009, MO-X009)."""

    value: int


class Hint(_Titled, frozen=True):
    """A word for what is left of a pool, while that is `over` so many hundredths of the whole (MO-FQ19)."""

    over: int


class Cost(_Titled, frozen=True):
    """Something that people do, and the actions that it takes; 0 is no action at all (MO-205, MO-X215)."""

    actions: int


class Handling(_Titled, frozen=True, rename={"source": "from"}):
    """A way to handle a thing in a conflict: from where it goes to where, priced as what, and how people say it."""

    says: str
    source: Where
    to: Where
    cost: str


class Award(_Titled, frozen=True):
    """Something that the guide gives hero points for (MO-116, MO-X127)."""

    rule: str
    hint: str = ""


_DIFFICULTY: Final = Figures(PACKAGE, "tables/difficulty.toml")
_COSTS: Final = Figures(PACKAGE, "tables/costs.toml")
DIFFICULTIES: Final = _DIFFICULTY.lookup("the difficulties", "difficulty", Difficulty)
"""The steps of difficulty, easiest first (MO-009)."""
SAMPLES: Final = _DIFFICULTY.lookup("the samples", "sample", Difficulty)
STEP: Final = _DIFFICULTY.at("step", int)
"""How far one step of difficulty is from the next: a title, a segment (MO-X007, MO-X008, MO-E51)."""
AWARDS: Final = Figures(PACKAGE, "tables/awards.toml").lookup("the awards", "award", Award)
HINTS: Final = Figures(PACKAGE, "tables/health.toml").lookup("the hints", "hint", Hint)
"""Words for what is left of a pool, most first (MO-FQ19)."""
COSTS: Final = _COSTS.lookup("the costs", "cost", Cost)
HANDLINGS: Final = _COSTS.lookup("ways to handle a thing", "way", Handling)
"""What can be done with a thing, in the order in which it is offered."""


def by_segments(parts: int) -> int:
    """The difficulty of what has so many parts of equal weight (MO-X007)."""
    return STEP * parts


def by_title(title: str) -> int:
    """The difficulty of what would be easy for people of a title: so much for each above the lowest (MO-X008, MO-E51).
    Titles count, not levels."""
    return STEP * [*TITLES].index(title)


# ---------------------------------------------------------------- making a character


class _Throw(_Plain, frozen=True):
    """What is thrown for a score (MO-X102)."""

    dice: int
    sides: int
    plus: int

    def __str__(self) -> str:
        return f"{self.dice}d{self.sides}+{self.plus}"


class _Limits(_Plain, frozen=True):
    """What a sheet has room for: levels, letters in a name of its own, figures of gear and scores,
    uses of a special thing."""

    level: int
    label: int
    penalty: int
    parry: int
    reload: int
    score: int
    uses: int


class _Fast(_Plain, frozen=True):
    """A character of fast play: its level, scores, points in one skill, perks (MO-FP01 to MO-FP04)."""

    level: int
    scores: tuple[int, ...]
    points: int
    perks: int


class _Title(_Titled, frozen=True):
    """A title, and the level from which on somebody has it (MO-X103)."""

    level: int


_MAKING: Final = Figures(PACKAGE, "tables/making.toml")
THROW: Final = _MAKING.at("throw", _Throw)
ARRAY: Final = _MAKING.at("array", tuple[int, ...])
AVERAGE: Final = _MAKING.at("average", int)
"""The score of the average person (MO-102, MO-103)."""
FAST: Final = _MAKING.at("fast", _Fast)
UNKNOWN_DIE: Final = _MAKING.at("unknown_die", str)
LIMITS: Final = _MAKING.at("limits", _Limits)
TITLES: Final = _MAKING.lookup("the titles of levels", "title", _Title)


def title_at(level: int) -> str:
    """What people of a level are called (MO-X103), or of so many points in a skill (MO-X128)."""
    return next((row.title for row in reversed([*TITLES.values()]) if row.level <= level), "")


# ---------------------------------------------------------------- people whom the guide plays


class _Build(_Plain, frozen=True):
    """What is usual in a quick build: scores, dice, and bonus actions from some levels on (MO-X502, MO-E79)."""

    score: int
    damage: str
    guard: str
    bonus: tuple[tuple[int, int], ...]


class Tactic(_Titled, frozen=True, kw_only=True):
    """How somebody fights, as the guide is offered it first (MO-X506).

    `answers`: they strike back instead of letting others be. `defends`: they defend, if an action is left. `combines`
    keeps the number of one attack for the next, `delays` puts the turn off until it comes first. `keeps` actions are
    saved to answer with. `holds` are postures that their side must hold before anybody attacks; then `rear` leaves
    attacks to those behind. `flanks`: whom the front has no room for goes around. `shelters` and `flees` are shares of
    health, in percent, at which they go defensive or flee.
    """

    text: str
    answers: bool = False
    defends: bool = True
    combines: bool = False
    delays: bool = False
    keeps: int = 0
    holds: tuple[Posture, ...] = ()
    rear: bool = False
    flanks: bool = False
    shelters: int = 0
    flees: int = 0


class _Crowd(_Plain, frozen=True):
    """How many people of one sheet can come at once, and of how many sheets."""

    most: int
    sheets: int


_NPCS: Final = Figures(PACKAGE, "tables/npcs.toml")
BUILD: Final = _NPCS.at("build", _Build)
CROWD: Final = _NPCS.at("crowd", _Crowd)
FAR: Final = _NPCS.at("match.far", int)
"""How many times the levels of the other side make one far stronger (MO-X505)."""
TACTICS: Final = Figures(PACKAGE, "tables/tactics.toml").lookup("the tactics", "tactic", Tactic)
"""The four ways to fight (MO-X506)."""


def advised_actions(level: int) -> int:
    """How many bonus actions somebody of a level should have (MO-X502, MO-E79)."""
    return next((count for least, count in reversed(BUILD.bonus) if level >= least), 0)


# ---------------------------------------------------------------- what is no row of a table


class ContestFigures(_Plain, frozen=True):
    """A contest: its die, the least result that is no Con, the range of difficulty, and the award for playing a role
    (MO-002, MO-008, MO-011, MO-X002), and the penalty of a defense against everybody at once (MO-X211)."""

    die: int
    least: int
    difficulty_least: int
    difficulty_most: int
    award: int
    against_all: int


class ConflictFigures(_Plain, frozen=True):
    """An extended conflict: actions in a round, the die of progress, the least gain of an attack Pro, what surprise
    adds to initiative, and the actions that it gives before (MO-202, MO-209, MO-211, MO-215)."""

    actions: int
    progress: str
    least_gain: int
    surprise: int
    first: int


class Heroes(_Plain, frozen=True):
    """Hero points: the usual die (MO-114), and `one`, where villains have no more than that (MO-E49)."""

    die: int
    one: int


class HealingFigures(_Plain, frozen=True):
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


_CONSTANTS: Final = Figures(PACKAGE, "tables/constants.toml")
CONTEST: Final = _CONSTANTS.at("contest", ContestFigures)
CONFLICT: Final = _CONSTANTS.at("conflict", ConflictFigures)
LEAST_HARM: Final = _CONSTANTS.at("harm.least", int)
"""The least that a blow does within its reach (MO-211, MO-X309)."""
POWER_COST: Final = _CONSTANTS.at("magic.cost", str)
"""The die of what powers cost (MO-407)."""
HEROES: Final = _CONSTANTS.at("heroes", Heroes)
HEALING: Final = _CONSTANTS.at("healing", HealingFigures)

"""The figures of the book, loaded once from tables/*.toml: no number of the rules stands anywhere else."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from moot.core.tables import Table, load

PACKAGE: Final = "moot.games.swords_edge"

Rank: TypeAlias = Literal["weak", "poor", "basic", "average", "good", "great", "exceptional", "legendary", "mythic"]
"""A step of the ladder (SE-RANK-01)."""

TraitId: TypeAlias = Literal["physique", "charisma", "cunning"]
"""One of the three Traits (SE-CRE-03)."""

Level: TypeAlias = Literal["average", "good", "great", "exceptional", "legendary"]
"""How well a Test went (SE-LOS-01)."""

NcType: TypeAlias = Literal["minion", "regular", "hero"]
"""How much an NC stands (SE-NC-01)."""

Band: TypeAlias = Literal["touch", "close", "near", "medium", "far", "excessive", "sight"]
"""How far off a target is (SE-RNG-01)."""


class RankRow(msgspec.Struct, frozen=True):
    """One Rank: what it adds, the TN it sets, and what a task of it is like; Mythic has no modifier."""

    id: Rank
    title: str
    tn: int
    body: str
    mind: str
    modifier: int | None = None
    trait: str = ""


class _Step(msgspec.Struct, frozen=True):
    step: int


class _RanksFile(msgspec.Struct, frozen=True):
    modifier: _Step
    rank: tuple[RankRow, ...]


class LevelRow(msgspec.Struct, frozen=True, rename={"least": "from"}):
    """One level of success: its name, and the least margin over the TN."""

    id: Level
    title: str
    least: int


class Reward(msgspec.Struct, frozen=True):
    """What defending at one level earns (SE-LOS-04)."""

    text: str
    bonus: int
    free_seize: bool
    momentum: bool
    after_natural_2: Level
    riposte: int | None = None


class _LevelsFile(msgspec.Struct, frozen=True):
    step: int
    level: tuple[LevelRow, ...]
    reward: dict[Level, Reward]


class Hit(msgspec.Struct, frozen=True):
    """What a blow of one level does (SE-DMG-02 to SE-DMG-04)."""

    level: Level
    stress: int
    out: bool
    doom: bool
    weakness: Rank | None = None


class _DoomFigures(msgspec.Struct, frozen=True):
    weakness: Rank


class _StressFile(msgspec.Struct, frozen=True):
    hit: tuple[Hit, ...]
    doom: _DoomFigures


class UndefendedBand(msgspec.Struct, frozen=True):
    """The highest total at which a blow on an Undefended PC still has this level."""

    level: Level
    most: int


class _OpenNc(msgspec.Struct, frozen=True):
    tn: int


class _OpenPc(msgspec.Struct, frozen=True):
    tn: int
    unhurt: int
    natural_2: Level


class _UndefendedFile(msgspec.Struct, frozen=True):
    nc: _OpenNc
    pc: _OpenPc
    printed: tuple[UndefendedBand, ...]
    sevens: tuple[UndefendedBand, ...]


class PerLevel(msgspec.Struct, frozen=True):
    """A figure for each level of success."""

    average: int
    good: int
    great: int
    exceptional: int
    legendary: int

    def __getitem__(self, level: Level) -> int:
        return {
            "average": self.average,
            "good": self.good,
            "great": self.great,
            "exceptional": self.exceptional,
            "legendary": self.legendary,
        }[level]


class _RecoveryTest(msgspec.Struct, frozen=True):
    tn: int


class _Week(msgspec.Struct, frozen=True):
    heals: int


class _RecoveryFile(msgspec.Struct, frozen=True):
    test: _RecoveryTest
    week: _Week
    scene: PerLevel
    day: PerLevel


class _Joint(msgspec.Struct, frozen=True):
    least: int
    mythic: int


class _MomentumFile(msgspec.Struct, frozen=True):
    bonus: PerLevel
    joint: _Joint
    seize: _OpenNc


class _Dice(msgspec.Struct, frozen=True):
    number: int
    sides: int
    natural_failure: int
    natural_success: int


class _Acts(msgspec.Struct, frozen=True):
    free: int
    step: int


class _TestFile(msgspec.Struct, frozen=True):
    dice: _Dice
    acts: _Acts


_ranks: Final = load(PACKAGE, "tables/ranks.toml", _RanksFile)
_levels: Final = load(PACKAGE, "tables/levels.toml", _LevelsFile)
_stress: Final = load(PACKAGE, "tables/stress.toml", _StressFile)
_undefended: Final = load(PACKAGE, "tables/undefended.toml", _UndefendedFile)
_recovery: Final = load(PACKAGE, "tables/recovery.toml", _RecoveryFile)
_momentum: Final = load(PACKAGE, "tables/momentum.toml", _MomentumFile)
_test: Final = load(PACKAGE, "tables/test.toml", _TestFile)

RANKS: Final = Table("the Ranks", {row.id: row for row in _ranks.rank})
"""The ladder by id, from Weak up to Mythic (SE-RANK-01, SE-RANK-02)."""

STEP: Final = _ranks.modifier.step
"""What one Rank is worth as a modifier (SE-RANK-03, SE-RANK-06)."""

LEVELS: Final = _levels.level
"""The levels of success, lowest first (SE-LOS-01)."""

LEVEL_STEP: Final = _levels.step
"""Points over the TN from one level to the next (SE-LOS-01)."""

REWARDS: Final = Table("a defender's rewards", dict[str, Reward](**_levels.reward))
"""What a good defence earns, by level (SE-LOS-04)."""

HITS: Final = Table("the blows", {hit.level: hit for hit in _stress.hit})
"""What a blow does, by level (SE-DMG-02)."""

DOOM_WEAKNESS: Final = _stress.doom.weakness
"""The Rank of the Weakness that a survivor of a Doom gains (SE-DOOM-03)."""

NC_OPEN: Final = _undefended.nc.tn
"""The TN of an NC who does not defend (SE-UND-02)."""

PC_OPEN: Final = _undefended.pc
"""What a PC who does not defend rolls against (SE-UND-03)."""

OPEN_BANDS: Final = {"printed": _undefended.printed, "sevens": _undefended.sevens}
"""How hard a blow lands on a PC who does not defend, by option (SE-UND-03, SE-ERR-08)."""

SEIZE_OPEN: Final = _momentum.seize.tn
"""The TN against which a failed Seize is answered (SE-SEIZE-06)."""

JOINT: Final = _momentum.joint
"""What each further NC adds to a joint Momentum TN (SE-MOM-06, SE-RD-20)."""

DICE: Final = _test.dice
"""The dice of a Test and its two extremes (SE-STR-02, SE-CRIT-01, SE-CRIT-03)."""

ACTS: Final = _test.acts
"""How many acts a round are free, and what the next ones cost (SE-ACT-05)."""

RECOVERY_TN: Final = _recovery.test.tn
"""What a Recovery Test must reach (SE-REC-01)."""

WEEK_HEALS: Final = _recovery.week.heals
"""Penalty Ranks that go by themselves in a week (SE-REC-04)."""


RECOVERED: Final = {"scene": _recovery.scene, "day": _recovery.day}
"""Penalty Ranks that a Recovery Test takes off, by occasion and level (SE-REC-01, SE-REC-03)."""

MOMENTUM_BONUS: Final = _momentum.bonus
"""The bonus of the first Action Test after Momentum was won, by level (SE-MOM-05)."""

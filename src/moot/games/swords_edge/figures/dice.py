"""Dice, Ranks, levels, and what blows and rewards come to: figures of the book, loaded once from tables/*.toml."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from moot.core.tables import Figures, Table

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


class Hit(msgspec.Struct, frozen=True):
    """What a blow of one level does (SE-DMG-02 to SE-DMG-04)."""

    level: Level
    stress: int
    out: bool
    doom: bool
    weakness: Rank | None = None


class UndefendedBand(msgspec.Struct, frozen=True):
    """The highest total at which a blow on an Undefended PC still has this level."""

    level: Level
    most: int


class _OpenPc(msgspec.Struct, frozen=True):
    tn: int
    unhurt: int
    natural_2: Level


class PerLevel(msgspec.Struct, frozen=True):
    """A figure for each level of success."""

    average: int
    good: int
    great: int
    exceptional: int
    legendary: int

    def __getitem__(self, level: Level) -> int:
        found: int = getattr(self, level)
        return found


class _Joint(msgspec.Struct, frozen=True):
    least: int
    mythic: int


class _Dice(msgspec.Struct, frozen=True):
    number: int
    sides: int
    natural_failure: int
    natural_success: int


class _Acts(msgspec.Struct, frozen=True):
    free: int
    step: int


_ranks: Final = Figures(PACKAGE, "tables/ranks.toml")
_levels: Final = Figures(PACKAGE, "tables/levels.toml")
_stress: Final = Figures(PACKAGE, "tables/stress.toml")
_undefended: Final = Figures(PACKAGE, "tables/undefended.toml")
_recovery: Final = Figures(PACKAGE, "tables/recovery.toml")
_momentum: Final = Figures(PACKAGE, "tables/momentum.toml")
_test: Final = Figures(PACKAGE, "tables/test.toml")

RANKS: Final = _ranks.table("the Ranks", "rank", RankRow)
"""The ladder by id, from Weak up to Mythic (SE-RANK-01, SE-RANK-02)."""

STEP: Final = _ranks.at("modifier.step", int)
"""What one Rank is worth as a modifier (SE-RANK-03, SE-RANK-06)."""

LEVELS: Final = _levels.at("level", tuple[LevelRow, ...])
"""The levels of success, lowest first (SE-LOS-01)."""

LEVEL_STEP: Final = _levels.at("step", int)
"""Points over the TN from one level to the next (SE-LOS-01)."""

REWARDS: Final = Table("a defender's rewards", dict[str, Reward](**_levels.at("reward", dict[Level, Reward])))
"""What a good defence earns, by level (SE-LOS-04)."""

HITS: Final = Table("the blows", {hit.level: hit for hit in _stress.at("hit", tuple[Hit, ...])})
"""What a blow does, by level (SE-DMG-02)."""

DOOM_WEAKNESS: Final = RANKS[_stress.at("doom.weakness", str)].id
"""The Rank of the Weakness that a survivor of a Doom gains (SE-DOOM-03)."""

NC_OPEN: Final = _undefended.at("nc.tn", int)
"""The TN of an NC who does not defend (SE-UND-02)."""

PC_OPEN: Final = _undefended.at("pc", _OpenPc)
"""What a PC who does not defend rolls against (SE-UND-03)."""

OPEN_BANDS: Final = _undefended.at("band", tuple[UndefendedBand, ...])
"""How hard a blow lands on a PC who does not defend, hardest last (SE-UND-03, SE-ERR-08)."""

SEIZE_OPEN: Final = _momentum.at("seize.tn", int)
"""The TN against which a failed Seize is answered (SE-SEIZE-06)."""

JOINT: Final = _momentum.at("joint", _Joint)
"""What each further NC adds to a joint Momentum TN (SE-MOM-06, SE-RD-20)."""

DICE: Final = _test.at("dice", _Dice)
"""The dice of a Test and its two extremes (SE-STR-02, SE-CRIT-01, SE-CRIT-03)."""

ACTS: Final = _test.at("acts", _Acts)
"""How many acts a round are free, and what the next ones cost (SE-ACT-05)."""

RECOVERY_TN: Final = _recovery.at("test.tn", int)
"""What a Recovery Test must reach (SE-REC-01)."""

WEEK_HEALS: Final = _recovery.at("week.heals", int)
"""Penalty Ranks that go by themselves in a week (SE-REC-04)."""

RECOVERED: Final = {name: _recovery.at(name, PerLevel) for name in ("scene", "day")}
"""Penalty Ranks that a Recovery Test takes off, by occasion and level (SE-REC-01, SE-REC-03)."""

MOMENTUM_BONUS: Final = _momentum.at("bonus", PerLevel)
"""The bonus of the first Action Test after Momentum was won, by level (SE-MOM-05)."""

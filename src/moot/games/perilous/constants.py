"""The figures of the rules that are no row of a table, named after what they belong to (tables/constants.toml).

What each part is, and its rules, stands at its type.
"""

from __future__ import annotations

from typing import Final

import msgspec

from moot.core.figures import Figures
from moot.games.perilous.rows import Dice, FaceDie
from moot.games.perilous.terms import PACKAGE, Difficulty, Disposition, Outcome, Weight


class _Constants(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of constants.toml: every field a figure, none left out."""


class SkillTestFigures(_Constants, frozen=True, kw_only=True):
    """Figures of a skill test (GP-CORE-01, GP-CORE-02, GP-CORE-06)."""

    modifier_least: int
    modifier_most: int
    per_rank: int
    ranks_most: int
    chance_least: int
    chance_most: int
    always: int
    never: int
    helper_ranks: int


class DerivedFigures(_Constants, frozen=True, kw_only=True):
    """What derived values add to a bonus (GP-CORE-07 to GP-CORE-09)."""

    per_bonus: int
    peril_threshold: int
    initiative: int
    movement: int
    encumbrance: int
    per_overage: int
    least: int


class DiceFigures(_Constants, frozen=True, kw_only=True):
    """The dice of the game (GP-CORE-10, GP-CORE-14 to GP-CORE-16, GP-CORE-21)."""

    initiative: Dice
    chaos: FaceDie
    fury: FaceDie
    weapon_fury: int
    injury: Dice
    class_: Dice = msgspec.field(name="class")


class PerilFigures(_Constants, frozen=True, kw_only=True):
    """The Peril of a failure and of a critical failure (GP-CHASE-14, GP-WILD-09, GP-SOC-01)."""

    failure: Dice
    critical: Dice


class FateFigures(_Constants, frozen=True, kw_only=True):
    """Fate Points (GP-CORE-17)."""

    start: int


class FortuneFigures(_Constants, frozen=True, kw_only=True):
    """Fortune and Misfortune (GP-CORE-18)."""

    over_players: int


class InspiredFigures(_Constants, frozen=True, kw_only=True):
    """What Inspiring Words do (GP-CORE-20)."""

    damage_threshold: int
    peril_threshold: int
    critical_reach: int


class FogFigures(_Constants, frozen=True, kw_only=True):
    """Charging or running in the fog (GP-COMB-01)."""

    skill: str
    difficulty: Difficulty


class MoraleFigures(_Constants, frozen=True, kw_only=True):
    """Morale (GP-MORALE-01 to GP-MORALE-06)."""

    skill: str
    rally_skill: str
    rallies: int
    sum_least: int
    sum_most: int


class ChaseFigures(_Constants, frozen=True, kw_only=True):
    """A chase (GP-CHASE-01 to GP-CHASE-17)."""

    start: int
    floor: int
    escape: dict[str, int]
    head_start: int
    head_start_round: int
    move: Dice
    action_difficulty: Difficulty
    gain_least: int
    gain: int
    gain_most: int
    action_critical_failure: int
    step_cost: int
    takedown_difficulty: Difficulty
    takedown_failure: int
    takedown_critical_failure: int
    defence_difficulty: Difficulty
    fatigue_skill: str
    fatigue_difficulty: Difficulty
    attack_skills: tuple[str, ...]
    magick: str
    shot: dict[Outcome, int]


class OverlandFigures(_Constants, frozen=True, kw_only=True):
    """A day's travel (GP-OVER-02 to GP-OVER-05)."""

    march: int
    march_skill: str
    march_difficulty: Difficulty
    march_hours: int
    water_least: int
    water_most: int
    weather: int
    capsize_skill: str
    capsize_difficulty: Difficulty
    floor: int


class JourneyFigures(_Constants, frozen=True, kw_only=True):
    """A journey through the wilds (GP-WILD-03 to GP-WILD-14)."""

    weather_steps: int
    threat_least: int
    threat_most: int
    moments_least: int
    toughness_skill: str
    camp_hours: int
    camp_provisions: int
    award_per_survivor: int
    threat_rolls_least: int


class ExchangeFigures(_Constants, frozen=True, kw_only=True):
    """A social exchange (GP-SOC-06)."""

    critical_fortune: int
    critical_column: Disposition
    failure_column: Disposition


class MadnessFigures(_Constants, frozen=True, kw_only=True):
    """Withstanding madness (GP-MAD-01)."""

    skill: str
    critical_fortune: int


class CorruptionFigures(_Constants, frozen=True, kw_only=True):
    """Corruption at the end of a session (GP-CORR-04 to GP-CORR-06)."""

    die: Dice
    per_rank: int
    rank: int
    ten: int
    fate: int
    disorders: int


class DisorderFigures(_Constants, frozen=True, kw_only=True):
    """Disorders (GP-DIS-01, GP-DIS-02)."""

    die: Dice
    host_die: Dice
    trigger: int
    remedy_hours: int
    changed_hours: int


class ReputationFigures(_Constants, frozen=True, kw_only=True):
    """Reputation (GP-REP-01, GP-REP-04)."""

    start: int
    per_fate: int
    per_disorder: int
    arc_least: int
    arc_most: int
    assist_cost: int
    assist_tier: Weight


class StableFigures(_Constants, frozen=True, kw_only=True):
    """The stable of characters (GP-STABLE-01, GP-STABLE-02)."""

    characters: int
    share: int


_constants: Final = Figures(PACKAGE, "tables/constants.toml")

TEST: Final = _constants.at("test", SkillTestFigures)
DERIVED: Final = _constants.at("derived", DerivedFigures)
DICE: Final = _constants.at("dice", DiceFigures)
PERIL_DICE: Final = _constants.at("peril", PerilFigures)
FATE: Final = _constants.at("fate", FateFigures)
FORTUNE: Final = _constants.at("fortune", FortuneFigures)
INSPIRED: Final = _constants.at("inspired", InspiredFigures)
FOG: Final = _constants.at("fog", FogFigures)
MORALE: Final = _constants.at("morale", MoraleFigures)
CHASE: Final = _constants.at("chase", ChaseFigures)
OVERLAND: Final = _constants.at("overland", OverlandFigures)
JOURNEY: Final = _constants.at("journey", JourneyFigures)
EXCHANGE: Final = _constants.at("exchange", ExchangeFigures)
MADNESS: Final = _constants.at("madness", MadnessFigures)
CORRUPTION: Final = _constants.at("corruption", CorruptionFigures)
DISORDER: Final = _constants.at("disorder", DisorderFigures)
REPUTATION: Final = _constants.at("reputation", ReputationFigures)
STABLE: Final = _constants.at("stable", StableFigures)

HOURS_A_DAY: Final = 24
"""What hours of rules are counted in."""

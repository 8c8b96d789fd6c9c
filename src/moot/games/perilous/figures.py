"""The figures of the rules, loaded once from tables/*.toml: no number of the rules stands in code.

Rows are by id, in the order of their file. What is no row of a table is named after what it belongs to
(tables/constants.toml); what each part of these is, and its rules, stands at its type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, TypeVar, get_args

import msgspec

from moot.core.errors import Corrupt
from moot.core.figures import Figures, Lookup
from moot.games.perilous import rows
from moot.games.perilous.terms import PACKAGE, Difficulty, Disposition, Outcome, Severity, Weight

R = TypeVar("R", bound=rows.Row)


@cache
def _figures(name: str) -> Figures:
    return Figures(PACKAGE, f"tables/{name}.toml")


def _numbers(plain: Any) -> Iterator[int]:
    if isinstance(plain, dict):
        plain = plain.values()
    if isinstance(plain, Iterable) and not isinstance(plain, str):
        for each in plain:
            yield from _numbers(each)
    elif isinstance(plain, int) and not isinstance(plain, bool):
        yield plain


def _rows(file: str, what: str, place: str, kind: type[R]) -> Lookup[R]:
    """The rows of a file by id. Raises Corrupt if one has a figure outside the range that the file states."""
    rows = _figures(file).lookup(what, place, kind)
    found = [number for row in rows.values() for number in _numbers(msgspec.to_builtins(row))]
    if found:
        least, most = _figures(file).at("range", tuple[int, int])
        if outside := sorted({number for number in found if not (number == 0 or least <= number <= most)}):
            raise Corrupt(f"{PACKAGE}/tables/{file}.toml, {place}: {outside} is outside {least} to {most}")
    return rows


ATTRIBUTES: Final = _rows("skills", "the attributes", "attribute", rows.AttributeRow)
"""The seven attributes by id (GP-CORE-07)."""

SKILLS: Final = _rows("skills", "the skills", "skill", rows.Skill)
"""The 36 skills by id (GP-CORE-05)."""

DIFFICULTIES: Final = _rows("difficulty", "the difficulties", "difficulty", rows.Rung)
"""The ladder, easiest first (GP-CORE-03)."""

ARMOR: Final = _rows("armor", "the armor", "armor", rows.Armor)
"""What armor adds to the Damage Threshold (GP-CORE-08)."""

BANDS: Final = _figures("tracks").at("bands", rows.Bands)
"""How far a blow moves somebody: a step at the threshold, another for each `step`, all at `bottom` (GP-CORE-11)."""

DAMAGE: Final = _rows("tracks", "the Damage track", "damage", rows.TrackState)
"""The Damage track, best first (GP-CORE-11)."""

PERIL: Final = _rows("tracks", "the Peril track", "peril", rows.TrackState)
"""The Peril track, best first (GP-CORE-12)."""


INJURIES: Final[dict[Severity, tuple[rows.Injury, ...]]] = {
    each: tuple(_rows("injuries", "the Injuries", each, rows.Injury).values()) for each in get_args(Severity)
}
"""Three tables of twelve, each in the order of its d12 (GP-CORE-16)."""

MODES: Final = _rows("modes", "the modes", "mode", rows.Mode)
"""How people move in a chase (GP-CHASE-03)."""

TAKEDOWNS: Final = _rows("takedown_rows", "where a Takedown is tried", "row", rows.Rung)
"""The difficulty of a Takedown by place (GP-CHASE-12)."""

TRANSPORTS: Final = _rows("overland", "the transports", "transport", rows.Transport)
"""Miles a day (GP-OVER-01)."""

TERRAIN: Final = _rows("terrain", "the terrain", "terrain", rows.Terrain)
"""The words for land by its difficulty, hardest first (GP-WILD-02)."""

THREATS: Final = _rows("threat", "the Threat levels", "threat", rows.Threat)
"""The Threat levels, safest first (GP-WILD-04)."""

LENGTHS: Final = _rows("lengths", "the lengths of a Stretch", "length", rows.Length)
"""The lengths of a Stretch, shortest first (GP-WILD-01)."""

ROLES: Final = _rows("roles", "the Roles", "role", rows.JourneyRole)
"""The three Roles in the order of their checks (GP-WILD-05 to GP-WILD-08)."""

TRIGGERS: Final = _rows("morale", "what shakes morale", "trigger", rows.Trigger)
"""The rows of the morale table (GP-MORALE-02)."""

SOCIAL: Final = _rows("social_matrix", "the social matrix", "cell", rows.Cell)
"""The twelve cells of the social matrix, by ids such as `equal-to-order-same` (GP-SOC-02)."""

DISPOSITIONS: Final = _rows("dispositions", "the Dispositions", "disposition", rows.DispositionRow)
"""The seven Dispositions, warmest first (GP-SOC-05)."""

TACTICS: Final = _rows("temperaments", "the Tactics", "tactic", rows.Temperaments)
"""The seven Tactics with the temperaments they lead to (GP-SOC-03, GP-SOC-07, GP-SOC-08)."""

MADNESS_TIERS: Final = _rows("madness", "the tiers of madness", "tier", rows.MadnessTier)
"""Stress, Fear and Terror (GP-MAD-01)."""

SITUATIONS: Final = _rows("situations", "the situations", "situation", rows.MadnessTrigger)
"""What calls for Resolve in the printed order (GP-MAD-04): GP-MAD-05 Stress, GP-MAD-06 Fear, GP-MAD-07 Terror."""

OFFENCE_TIERS: Final = _rows("offences", "the tiers of offences", "tier", rows.OffenceTier)
"""Minor, Middling and Major (GP-CORR-01)."""

OFFENCES: Final = _rows("offences", "the offences", "offence", rows.Offence)
"""What brings Corruption (GP-CORR-02)."""

DISORDERS: Final = _rows("disorders", "the Disorders", "disorder", rows.Disorder)
"""The Disorders, by kind (GP-DIS-01, GP-DIS-02)."""

HOSTS: Final = _rows("disorders", "the hosts", "host", rows.Host)
"""The hosts of Host to the Abyss, in the order of a d4 (GP-DIS-02)."""

REQUISITION_TIERS: Final = _rows("requisitions", "the tiers of requisitions", "tier", rows.RequisitionTier)
"""Prices and limits of requisitions (GP-REP-02)."""

REQUISITIONS: Final = _rows("requisitions", "the requisitions", "requisition", rows.Requisition)
"""What Reputation buys (GP-REP-03)."""

CLASSES: Final = _rows("classes", "the classes", "class", rows.ClassRow)
"""The social classes (GP-CORE-21)."""


CALLINGS: Final = _figures("making").lookup("the callings", "calling", rows.Calling)
"""The callings by id (GP-RD-17)."""

MEASURES: Final = _figures("making").lookup("the measures", "measure", rows.Caliber)
"""The measures of the guide's people, the weakest first (GP-RD-18)."""


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

    initiative: rows.Dice
    chaos: rows.FaceDie
    fury: rows.FaceDie
    weapon_fury: int
    injury: rows.Dice
    class_: rows.Dice = msgspec.field(name="class")


class PerilFigures(_Constants, frozen=True, kw_only=True):
    """The Peril of a failure and of a critical failure (GP-CHASE-14, GP-WILD-09, GP-SOC-01)."""

    failure: rows.Dice
    critical: rows.Dice


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
    move: rows.Dice
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

    die: rows.Dice
    per_rank: int
    rank: int
    ten: int
    fate: int
    disorders: int


class DisorderFigures(_Constants, frozen=True, kw_only=True):
    """Disorders (GP-DIS-01, GP-DIS-02)."""

    die: rows.Dice
    host_die: rows.Dice
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


class BeginFigures(_Constants, frozen=True, kw_only=True):
    """What everybody begins with, and what may stand on a sheet (GP-RD-17; tables/making.toml)."""

    array: tuple[int, ...]
    rolled: rows.Dice
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
BEGIN: Final = _figures("making").at("begin", BeginFigures)

HOURS_A_DAY: Final = 24
"""What hours of rules are counted in."""

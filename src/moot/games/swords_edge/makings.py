"""The book's figures for what characters, NCs and powers are made of, loaded once from tables/*.toml."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from moot.core.tables import Table, load
from moot.games.swords_edge.book import PACKAGE, Band, Level, NcType, Rank, TraitId


class _Budget(msgspec.Struct, frozen=True):
    ranks: int
    for_weakness: int


class Price(msgspec.Struct, frozen=True):
    """Where a Quality begins, what having it costs, and what each further Rank costs."""

    start: Rank
    first: int
    step: int


class _Broad(msgspec.Struct, frozen=True):
    surcharge: int


class Named(msgspec.Struct, frozen=True):
    """Something on the sheet: its id, title, and what it is for."""

    id: str
    title: str
    text: str
    rule: str


class TraitRow(msgspec.Struct, frozen=True):
    """One of the three Traits."""

    id: TraitId
    title: str
    text: str


class _CreationFile(msgspec.Struct, frozen=True):
    budget: _Budget
    concept: Price
    background: Price
    faculty: Price
    trait: Price
    element: Price
    sfx: Price
    weakness: Price
    fetish: Price
    broad: _Broad
    traits: tuple[TraitRow, ...]
    pivot: tuple[Named, ...]
    step: tuple[Named, ...]


class Pattern(msgspec.Struct, frozen=True):
    """What an NC of one type is usually made of, best first (SE-NC-06 to SE-NC-08)."""

    title: str
    concept: Rank
    traits: tuple[Rank, ...]
    elements: tuple[Rank, ...]
    stress: int = 0


class _CastFile(msgspec.Struct, frozen=True):
    minion: Pattern
    regular: Pattern
    hero: Pattern


class _Grant(msgspec.Struct, frozen=True):
    grant: int


class _LuckFile(msgspec.Struct, frozen=True):
    session: _Grant


class _Cap(msgspec.Struct, frozen=True):
    per_session: int


class _AdvancementFile(msgspec.Struct, frozen=True):
    cap: _Cap


class SfxRow(msgspec.Struct, frozen=True):
    """One row of the component table (SE-SFX-03)."""

    rank: Rank
    mod: int
    rounds: int
    reach: str
    duration: str
    space: str
    people: int
    energy: str
    strength: str


class _SfxFile(msgspec.Struct, frozen=True):
    row: tuple[SfxRow, ...]


class BandRow(msgspec.Struct, frozen=True):
    """One range band: its penalty in Penalty Ranks (SE-RNG-02)."""

    id: Band
    title: str
    penalty: int
    weapons: str = ""


class BandFigures(msgspec.Struct, frozen=True):
    """How the bands of a weapon are reckoned (SE-RNG-03)."""

    near_part: int
    round_up_to: int
    far_factor: int


class _RangesFile(msgspec.Struct, frozen=True):
    bands: BandFigures
    band: tuple[BandRow, ...]


class Encounter(msgspec.Struct, frozen=True):
    """One piece of advice on how hard a scene is (SE-GM-03)."""

    id: str
    title: str
    type: NcType
    least: int
    most: int
    per_pc: bool
    text: str
    ranks: tuple[Rank, ...] = ()


class Calibration(msgspec.Struct, frozen=True):
    """What a new character at their best is worth, and against what (SE-GM-02)."""

    niche: int
    average_tn: int
    hero_tn: int


class _EncountersFile(msgspec.Struct, frozen=True):
    encounter: tuple[Encounter, ...]
    calibration: Calibration


_creation: Final = load(PACKAGE, "tables/creation.toml", _CreationFile)
_cast: Final = load(PACKAGE, "tables/cast.toml", _CastFile)
_ranges: Final = load(PACKAGE, "tables/ranges.toml", _RangesFile)
_encounters: Final = load(PACKAGE, "tables/encounters.toml", _EncountersFile)

BUDGET: Final = _creation.budget
"""Ranks to spend, and how many more with a Weakness (SE-CRE-01, SE-CRE-09)."""

PRICES: Final = Table(
    "the prices",
    {
        "concept": _creation.concept,
        "background": _creation.background,
        "faculty": _creation.faculty,
        "trait": _creation.trait,
        "element": _creation.element,
        "sfx": _creation.sfx,
        "weakness": _creation.weakness,
        "fetish": _creation.fetish,
    },
)
"""What each kind of Quality starts at and costs (SE-CRE-12)."""

SURCHARGE: Final = _creation.broad.surcharge
"""What the book's own instance charges on top for a Quality that covers too much (SE-CRE-07)."""

TRAITS: Final = Table("the Traits", {row.id: row for row in _creation.traits})
"""The three Traits, with what each is for (SE-CRE-03)."""

PIVOTS: Final = Table("the Pivots", {row.id: row for row in _creation.pivot})
"""The three kinds of Pivot (SE-PIV-01)."""

STEPS: Final = _creation.step
"""The steps of making a character, in order (SE-CRE-13)."""

PATTERNS: Final[dict[NcType, Pattern]] = {"minion": _cast.minion, "regular": _cast.regular, "hero": _cast.hero}
"""What an NC of each type starts from (SE-NC-06 to SE-NC-08, SE-TRAP-18)."""

GRANT: Final = load(PACKAGE, "tables/luck.toml", _LuckFile).session.grant
"""Luck for each player as a session opens (SE-LUCK-01)."""

GROWTH_CAP: Final = load(PACKAGE, "tables/advancement.toml", _AdvancementFile).cap.per_session
"""Advancements spent on raising and buying in one session (SE-ADV-05)."""

SFX: Final = Table("the component table", {row.rank: row for row in load(PACKAGE, "tables/sfx.toml", _SfxFile).row})
"""The component table by Rank (SE-SFX-03)."""

BANDS: Final = Table("the range bands", {row.id: row for row in _ranges.band})
"""The range bands, nearest first (SE-RNG-01, SE-RNG-02)."""

BAND_FIGURES: Final = _ranges.bands
ENCOUNTERS: Final = _encounters.encounter
CALIBRATION: Final = _encounters.calibration

Component = Literal["reach", "duration", "area", "energy"]
"""One of the four components of an SFX (SE-SFX-03)."""

__all__ = [
    "BANDS", "BAND_FIGURES", "BUDGET", "CALIBRATION", "ENCOUNTERS", "GRANT", "GROWTH_CAP", "PATTERNS", "PIVOTS",
    "PRICES", "SFX", "STEPS", "SURCHARGE", "TRAITS", "Component", "Encounter", "Level", "Pattern", "Price", "SfxRow",
]

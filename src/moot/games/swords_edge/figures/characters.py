"""The book's figures for what characters, NCs and powers are made of, loaded once from tables/*.toml."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from moot.core.tables import Figures, Table
from moot.games.swords_edge.figures.dice import PACKAGE, Band, NcType, Rank, TraitId


class _Budget(msgspec.Struct, frozen=True):
    ranks: int
    for_weakness: int


class Price(msgspec.Struct, frozen=True):
    """Where a Quality begins, what having it costs, and what each further Rank costs."""

    start: Rank
    first: int
    step: int


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


class Pattern(msgspec.Struct, frozen=True):
    """What an NC of one type is usually made of, best first (SE-NC-06 to SE-NC-08)."""

    title: str
    text: str
    concept: Rank
    traits: tuple[Rank, ...]
    elements: tuple[Rank, ...]
    stress: int = 0


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


_creation: Final = Figures(PACKAGE, "tables/creation.toml")
_cast: Final = Figures(PACKAGE, "tables/cast.toml")
_ranges: Final = Figures(PACKAGE, "tables/ranges.toml")
_encounters: Final = Figures(PACKAGE, "tables/encounters.toml")

_PRICED = ("concept", "background", "faculty", "trait", "element", "sfx", "weakness", "fetish")

BUDGET: Final = _creation.at("budget", _Budget)
"""Ranks to spend, and how many more with a Weakness (SE-CRE-01, SE-CRE-09)."""

PRICES: Final = Table("the prices", {kind: _creation.at(kind, Price) for kind in _PRICED})
"""What each kind of Quality starts at and costs (SE-CRE-12)."""

SURCHARGE: Final = _creation.at("broad.surcharge", int)
"""What the book's own instance charges on top for a Quality that covers too much (SE-CRE-07)."""

TRAITS: Final = _creation.table("the Traits", "traits", TraitRow)
"""The three Traits, with what each is for (SE-CRE-03)."""

PIVOTS: Final = _creation.table("the Pivots", "pivot", Named)
"""The three kinds of Pivot (SE-PIV-01)."""

STEPS: Final = _creation.at("step", tuple[Named, ...])
"""The steps of making a character, in order (SE-CRE-13)."""

PATTERNS: Final[dict[NcType, Pattern]] = {
    "minion": _cast.at("minion", Pattern),
    "regular": _cast.at("regular", Pattern),
    "hero": _cast.at("hero", Pattern),
}
"""What an NC of each type starts from (SE-NC-06 to SE-NC-08, SE-TRAP-18)."""

GRANT: Final = Figures(PACKAGE, "tables/luck.toml").at("session.grant", int)
"""Luck for each player as a session opens (SE-LUCK-01)."""

MOST_AWARDED: Final = Figures(PACKAGE, "tables/luck.toml").at("award.most", int)
"""The most Luck that is given at once (SE-LUCK-02)."""

GROWTH_CAP: Final = Figures(PACKAGE, "tables/advancement.toml").at("cap.per_session", int)
"""Advancements spent on raising and buying in one session (SE-ADV-05)."""

_sfx: Final = Figures(PACKAGE, "tables/sfx.toml").at("row", tuple[SfxRow, ...])
SFX: Final = Table("the component table", {row.rank: row for row in _sfx})
"""The component table by Rank (SE-SFX-03)."""

BANDS: Final = _ranges.table("the range bands", "band", BandRow)
"""The range bands, nearest first (SE-RNG-01, SE-RNG-02)."""

BAND_FIGURES: Final = _ranges.at("bands", BandFigures)
ENCOUNTERS: Final = _encounters.at("encounter", tuple[Encounter, ...])
CALIBRATION: Final = _encounters.at("calibration", Calibration)

Component = Literal["reach", "duration", "area", "energy"]
"""One of the four components of an SFX (SE-SFX-03)."""

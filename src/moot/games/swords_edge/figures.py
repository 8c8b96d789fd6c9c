"""The figures of the book, loaded once from tables/*.toml: no number of the rules stands anywhere else."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from moot.core.figures import Figures, Lookup

PACKAGE: Final = "moot.games.swords_edge"

Rank: TypeAlias = Literal["weak", "poor", "basic", "average", "good", "great", "exceptional", "legendary", "mythic"]
"""A step of the ladder (SE-RANK-01)."""

TraitId: TypeAlias = Literal["physique", "charisma", "cunning"]
"""One of the three Traits (SE-CRE-03)."""

Level: TypeAlias = Literal["average", "good", "great", "exceptional", "legendary"]
"""How well a Test went (SE-LOS-01)."""

NcType: TypeAlias = Literal["minion", "regular", "hero"]
"""How much an NC stands (SE-NC-01)."""

NcKind: TypeAlias = Literal["character", "monster", "obstacle"]
"""What an NC is in the story; the type says what it stands (SE-NC-09, SE-NC-10)."""

QualityKind: TypeAlias = Literal["concept", "background", "faculty", "element", "weakness", "fetish"]
"""What a Quality is on the sheet; Traits are kept apart. A Stunt is an Element, an SFX Quality too."""

Counts: TypeAlias = Literal["free", "one", "invoked", "always"]
"""How Qualities of a kind go into a Test: as many as fit; one, and for Luck more; when somebody invokes it; unasked."""

Band: TypeAlias = Literal["touch", "close", "near", "medium", "far", "excessive", "sight"]
"""How far off a target is (SE-RNG-01)."""


class RankRow(msgspec.Struct, frozen=True):
    """One Rank: what it adds, the TN it sets, and what a task of it is like; Mythic has no modifier."""

    id: Rank
    tn: int
    body: str
    mind: str
    modifier: int | None = None
    trait: str = ""


class _LevelRow(msgspec.Struct, frozen=True):
    id: Level


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


class _OpenBand(msgspec.Struct, frozen=True):
    level: Level
    most: int


class _OpenPc(msgspec.Struct, frozen=True):
    tn: int
    unhurt: int
    natural_2: Level


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


class _Budget(msgspec.Struct, frozen=True):
    ranks: int
    for_weakness: int


class Price(msgspec.Struct, frozen=True):
    """Where a Quality begins, what having it costs, and what each further Rank costs."""

    start: Rank
    first: int
    step: int


class QualityKindRow(Price, frozen=True):
    """How Qualities of a kind come into a Test, how many of them a sheet has (0: any `number`), whether each is `tied`
    to a Trait, and whether it is said `beside_name` (SE-CRE-02)."""

    counts: Counts
    number: int = 0
    tied: bool = True
    beside_name: bool = False


class SheetRow(msgspec.Struct, frozen=True):
    """Something on the sheet: its id, title, and what it is for."""

    id: str
    title: str
    text: str


class Pattern(msgspec.Struct, frozen=True):
    """What an NC of one type is usually made of, best first; the Ranks that it `falls` with each Stress, and whether it
    `lends` anything to a power's TNs (SE-NC-06 to SE-NC-08, SE-SFX-06)."""

    title: str
    text: str
    concept: Rank
    traits: tuple[Rank, ...]
    elements: tuple[Rank, ...]
    stress: int = 0
    falls: int = 0
    lends: bool = True


class NcKindRow(msgspec.Struct, frozen=True):
    """What an NC of one kind is `called` in an outline; a `thing` has no voice, and its end is a gain; whether it
    `hides` clues and is put in the way (SE-NC-09)."""

    title: str
    called: str
    hint: str = ""
    thing: bool = False
    hides: bool = False


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

    def says(self, component: str) -> str:
        """What one component is at this Rank, in words."""
        match component:
            case "reach":
                return self.reach
            case "duration":
                return self.duration
            case "area":
                return f"{self.space}, or {self.people} {'person' if self.people == 1 else 'people'}"
            case _:
                other = f", or {self.strength[:1].lower()}{self.strength[1:]}"
                return self.energy + (other if self.energy != self.strength else "")


class BandRow(msgspec.Struct, frozen=True):
    """One range band: its penalty in Penalty Ranks (SE-RNG-02)."""

    id: Band
    title: str
    penalty: int
    weapons: str = ""


class _BandFigures(msgspec.Struct, frozen=True):
    near_part: int
    round_up_to: int
    far_factor: int


class Yardstick(msgspec.Struct, frozen=True):
    """One piece of advice on how hard a scene is (SE-GM-03)."""

    id: str
    title: str
    type: NcType
    least: int
    most: int
    per_pc: bool
    text: str
    ranks: tuple[Rank, ...] = ()


@cache
def _figures(name: str) -> Figures:
    return Figures(PACKAGE, f"tables/{name}")


def _per_level(name: str, what: str) -> Lookup[int]:
    """A number for each level."""
    return Lookup(what, {level: _figures(name).at(f"{what}.{level}", int) for level in LEVELS})


RANKS: Final = _figures("ranks.toml").lookup("the Ranks", "rank", RankRow)
"""The ladder by id, from Weak up to Mythic (SE-RANK-01, SE-RANK-02)."""

STEP: Final = _figures("ranks.toml").at("modifier.step", int)
"""What one Rank is worth as a modifier (SE-RANK-03, SE-RANK-06)."""

LEVELS: Final = tuple(row.id for row in _figures("levels.toml").at("level", tuple[_LevelRow, ...]))
"""The levels of success, lowest first (SE-LOS-01, SE-RD-25)."""

LEVEL_STEP: Final = _figures("levels.toml").at("step", int)
"""Points over the TN from one level to the next (SE-LOS-01)."""

_rewards = _figures("levels.toml").at("reward", dict[Level, Reward])
REWARDS: Final = Lookup("a defender’s rewards", dict[str, Reward](**_rewards))
"""What a good defence earns, by level (SE-LOS-04)."""

HITS: Final = Lookup("the blows", {hit.level: hit for hit in _figures("stress.toml").at("hit", tuple[Hit, ...])})
"""What a blow does, by level (SE-DMG-02)."""

DOOM_WEAKNESS: Final = RANKS[_figures("stress.toml").at("doom.weakness", str)].id
"""The Rank of the Weakness that a survivor of a Doom gains (SE-DOOM-03)."""

NC_OPEN: Final = _figures("undefended.toml").at("nc.tn", int)
"""The TN of an NC who does not defend (SE-UND-02)."""

PC_OPEN: Final = _figures("undefended.toml").at("pc", _OpenPc)
"""What a PC who does not defend rolls against (SE-UND-03)."""

OPEN_BANDS: Final = _figures("undefended.toml").at("band", tuple[_OpenBand, ...])
"""The highest total at which a blow on an Undefended PC still has a level, hardest last (SE-UND-03, SE-ERR-08)."""

SEIZE_OPEN: Final = _figures("momentum.toml").at("seize.tn", int)
"""The TN against which a failed Seize is answered (SE-SEIZE-06)."""

JOINT: Final = _figures("momentum.toml").at("joint", _Joint)
"""What each further NC adds to a joint Momentum TN (SE-MOM-06, SE-RD-20)."""

DICE: Final = _figures("test.toml").at("dice", _Dice)
"""The dice of a Test and its two extremes (SE-STR-02, SE-CRIT-01, SE-CRIT-03)."""

ACTS: Final = _figures("test.toml").at("acts", _Acts)
"""How many acts a round are free, and what the next ones cost (SE-ACT-05)."""

RECOVERY_TN: Final = _figures("recovery.toml").at("test.tn", int)
"""What a Recovery Test must reach (SE-REC-01)."""

WEEK_HEALS: Final = _figures("recovery.toml").at("week.heals", int)
"""Penalty Ranks that go by themselves in a week (SE-REC-04)."""

RECOVERED: Final = {name: _per_level("recovery.toml", name) for name in ("scene", "day")}
"""Penalty Ranks that a Recovery Test takes off, by occasion and level (SE-REC-01, SE-REC-03)."""

MOMENTUM_BONUS: Final = _per_level("momentum.toml", "bonus")
"""The bonus of the first Action Test after Momentum was won, by level (SE-MOM-05)."""

BUDGET: Final = _figures("creation.toml").at("budget", _Budget)
"""Ranks to spend, and how many more with a Weakness (SE-CRE-01, SE-CRE-09)."""

QUALITY_KINDS: Final[dict[QualityKind, QualityKindRow]] = {
    kind: _figures("creation.toml").at(kind, QualityKindRow) for kind in get_args(QualityKind)
}
"""What a Quality of each kind is: no other place asks for a kind by name."""

_priced = (*QUALITY_KINDS, "trait", "sfx")
PRICES: Final = Lookup("the prices", {row: _figures("creation.toml").at(row, Price) for row in _priced})
"""What Traits and each kind of Quality start at and cost (SE-CRE-12)."""

SURCHARGE: Final = _figures("creation.toml").at("broad.surcharge", int)
"""What the book's own instance charges on top for a Quality that covers too much (SE-CRE-07)."""

TRAITS: Final = _figures("creation.toml").lookup("the Traits", "traits", SheetRow)
"""The three Traits, with what each is for (SE-CRE-03)."""

PIVOTS: Final = _figures("creation.toml").lookup("the Pivots", "pivot", SheetRow)
"""The three kinds of Pivot (SE-PIV-01)."""

STEPS: Final = _figures("creation.toml").at("step", tuple[SheetRow, ...])
"""The steps of making a character, in order (SE-CRE-13)."""

PATTERNS: Final[dict[NcType, Pattern]] = {kind: _figures("cast.toml").at(kind, Pattern) for kind in get_args(NcType)}
"""What an NC of each type starts from (SE-NC-06 to SE-NC-08, SE-TRAP-18)."""

NC_KINDS: Final[dict[NcKind, NcKindRow]] = {
    kind: _figures("cast.toml").at(f"kind.{kind}", NcKindRow) for kind in get_args(NcKind)
}
"""What an NC of each kind is in the story (SE-NC-09, SE-NC-10)."""

GRANT: Final = _figures("luck.toml").at("session.grant", int)
"""Luck for each player as a session opens (SE-LUCK-01)."""

MOST_AWARDED: Final = _figures("luck.toml").at("award.most", int)
"""The most Luck that is given at once (SE-LUCK-02)."""

GROWTH_CAP: Final = _figures("advancement.toml").at("cap.per_session", int)
"""Advancements spent on raising and buying in one session (SE-ADV-05)."""

_sfx: Final = _figures("sfx.toml").at("row", tuple[SfxRow, ...])
SFX: Final = Lookup("the component table", {row.rank: row for row in _sfx})
"""The component table by Rank (SE-SFX-03)."""

BANDS: Final = _figures("ranges.toml").lookup("the range bands", "band", BandRow)
"""The range bands, nearest first (SE-RNG-01, SE-RNG-02)."""

BAND_FIGURES: Final = _figures("ranges.toml").at("bands", _BandFigures)
"""How the bands of a weapon are reckoned (SE-RNG-03)."""

ENCOUNTERS: Final = _figures("encounters.toml").at("encounter", tuple[Yardstick, ...])
"""The book's advice on how hard a scene is (SE-GM-03)."""

NICHE: Final = _figures("encounters.toml").at("calibration.niche", int)
"""What a new character adds at their best (SE-GM-02)."""

"""The rows of the tables: what each kind of them states (tables/*.toml)."""

from __future__ import annotations

from typing import Literal

import msgspec

from moot.core import Shown, Throw
from moot.games.perilous.terms import (
    Attribute,
    Band,
    CampState,
    Class,
    DamageState,
    Difficulty,
    DisorderKind,
    Disposition,
    Leaning,
    Letter,
    Madness,
    Origin,
    Outcome,
    RoleId,
    Severity,
    Surface,
    Tactic,
    Weight,
)


class Dice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """So many dice of so many sides and something on top: 2D10+2."""

    dice: int
    sides: int
    plus: int = 0

    def __str__(self) -> str:
        return f"{self.dice}D{self.sides}" + (f"+{self.plus}" if self.plus else "")

    @property
    def each(self) -> tuple[int, ...]:
        """The sides of each die."""
        return (self.sides,) * self.dice

    def thrown(self, *faces: int, reading: str = "") -> tuple[Throw, ...]:
        """Such dice as they lie on the table; nothing if none fell, or 0 stands for one that did not."""
        return (Throw(tuple(Shown(self.sides, face) for face in faces), reading),) if any(faces) else ()


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A die of which one face matters."""

    sides: int
    shows: int

    def thrown(self, *faces: int) -> tuple[Throw, ...]:
        """Such dice as they lie on the table, those marked on which the face shows; nothing if none fell."""
        dice = tuple(Shown(self.sides, face, high=face == self.shows) for face in faces)
        return (Throw(dice),) if dice else ()


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row with an id."""

    id: str


class AttributeRow(Row, frozen=True, kw_only=True):
    """An attribute and the letters of its bonus."""

    title: str
    letter: Letter


class Skill(Row, frozen=True, kw_only=True):
    """A skill: its attribute, and whether it is special; `also` are other spellings of it."""

    title: str
    attribute: Attribute
    special: bool
    also: tuple[str, ...] = ()


class Rung(Row, frozen=True, kw_only=True):
    """A difficulty, or another named place worth some percentage points."""

    title: str
    value: int


class Armor(Row, frozen=True, kw_only=True):
    """A kind of armor."""

    title: str
    bonus: int


class TrackState(Row, frozen=True, kw_only=True):
    """A state of a track: what is rolled on reaching it, or how many ranks it takes."""

    title: str
    chaos_dice: int = 0
    injury: Severity | None = None
    ignored: int = 0


class Bands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    step: int
    bottom: int
    exceeds: int


class FailurePeril(Dice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The physical Peril of every failed test on some attributes."""

    attributes: tuple[Attribute, ...]


class Injury(Row, frozen=True, kw_only=True):
    """A row of an Injury table: what a d12 shows, and what it means as tags.

    `flip_to_fail` and `no_ranks` are of tests on these attributes, of `all` tests, or of those that need `sight`;
    `speech` is the skill that others need to understand the victim. Row 1 is `nothing`, row 12 goes on to `next`, or
    is `slain`.
    """

    roll: int
    title: str
    text: str
    movement: int = 0
    initiative: int = 0
    encumbrance: int = 0
    flip_to_fail: tuple[Attribute | Literal["all", "sight"], ...] = ()
    no_ranks: tuple[Attribute, ...] = ()
    failure_peril: FailurePeril | None = None
    speech: str = ""
    incapacitated: bool = False
    unconscious: bool = False
    no_fury: bool = False
    no_movement: bool = False
    blind: bool = False
    deaf: bool = False
    nothing: bool = False
    next: Severity | None = None
    slain: bool = False


class Mode(Row, frozen=True, kw_only=True):
    """How somebody moves in a chase; a mount or a vehicle can be shared, and what is `rare` not everybody can do."""

    title: str
    bonus: Literal["AB", "BB"]
    plus: int
    minimum: int
    skill: str
    by: Literal["own", "mount", "vehicle"]
    rare: bool = False

    @property
    def conveyed(self) -> bool:
        """Whether something carries them, which can carry more than one (GP-CHASE-18)."""
        return self.by != "own"


class Transport(Row, frozen=True, kw_only=True):
    """Miles a day by surface; None is where it cannot go."""

    title: str
    conveyed: bool
    road: int | None = None
    path: int | None = None
    river: int | None = None
    sea: int | None = None

    def miles(self, surface: Surface) -> int | None:
        """Miles a day over a surface, or None if it cannot travel there."""
        by: dict[Surface, int | None] = {"road": self.road, "path": self.path, "river": self.river, "sea": self.sea}
        return by[surface]


class Terrain(Row, frozen=True, kw_only=True):
    """The words for land of one difficulty, which is its id."""

    id: Difficulty
    words: tuple[str, ...]


class Threat(Row, frozen=True, kw_only=True):
    """A Threat level and its Chaos Dice."""

    title: str
    dice: int


class Length(Row, frozen=True, kw_only=True):
    """A length of Stretch: its days, the longest without an end, and how many Toughness Tests it asks."""

    title: str
    first_day: int
    last_day: int | None = None
    moments: int


class RoleEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Role Check changes: steps harder, tests more, dice more; below 0 for easier and fewer."""

    provisions: int = 0
    terrain: int = 0
    camp: CampState | None = None
    moments: int = 0
    threat: int = 0
    surprise: Literal["party", "enemy"] | None = None


class Role(Row, frozen=True, kw_only=True):
    """A Role of a journey: skill, what each outcome changes, and what an empty one means (`empty-role` neutral)."""

    id: RoleId
    title: str
    skill: str
    outcomes: dict[Outcome, RoleEffect]
    neutral: RoleEffect


class Trigger(Row, frozen=True, kw_only=True):
    """What makes a group waver; `ratio` is from how many foes to each of them on."""

    title: str
    value: int
    kind: Literal["injury", "slain", "ratio", "leader"]
    ratio: int | None = None


class Cell(Row, frozen=True, kw_only=True):
    """A cell of the social matrix."""

    pc: Literal["order", "chaos", "equal"]
    npc: Leaning
    same_class: bool
    value: int


class DispositionRow(Row, frozen=True, kw_only=True):
    """A Disposition and its band."""

    id: Disposition
    title: str
    band: Band


class Temperaments(Row, frozen=True, kw_only=True):
    """What a Tactic makes of somebody, by band, when it works and when it does not."""

    id: Tactic
    success: dict[Band, str]
    failure: dict[Band, str]


class MadnessTier(Row, frozen=True, kw_only=True):
    """A tier of madness: points on Resolve, mental Peril on a failure, Corruption."""

    id: Madness
    title: str
    value: int
    peril: Dice
    corruption: int


class Situation(Row, frozen=True, kw_only=True):
    """Something that may call for a test against madness; `number` is its place in the printed list, 0 for ours."""

    title: str
    tier: Madness
    number: int = 0
    doubtful: bool = False
    origin: Origin = "digest"


class OffenceTier(Row, frozen=True, kw_only=True):
    """The points of a tier of offences, and what is proposed."""

    id: Weight
    title: str
    least: int
    most: int
    usual: int


class Offence(Row, frozen=True, kw_only=True):
    """What brings Corruption: so many points, or as the GM picks within its tier.

    `per` is what it counts for each time, at `most` so often at once; the procedures enter the `automatic` ones
    themselves.
    """

    title: str
    tier: Weight
    points: int | None = None
    per: Literal["event", "turn", "step"] = "event"
    most: int | None = None
    automatic: bool = False
    origin: Origin = "digest"


class Burden(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a Disorder does by itself: only with so many ranks `ignored` by Peril, from a `damage` condition on, while
    `injured`, or once it is `woken`.

    It takes all ranks, fails tests of some skills, flips those of some attributes, leaves a bonus out of a threshold or
    of the damage that somebody does, or lets nothing heal. One that does none of these says when it can be refused.
    """

    ignored: int = 0
    damage: DamageState | None = None
    injured: bool = False
    woken: bool = False
    no_ranks: bool = False
    fails: tuple[str, ...] = ()
    flip_to_fail: tuple[Attribute, ...] = ()
    peril_without: Attribute | None = None
    damage_without: Attribute | None = None
    blow_without: Attribute | None = None
    no_healing: bool = False


class Gift(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the gift of a Disorder does: for one test it `flip`s skills to succeed, adds `modifiers` to tests of an
    `attribute`, or lets a Fortune Point roll it `twice`; the rest holds until it is let go. `called`: it flips only
    tests that the guide calls for by hand, as those that ward off a blow are."""

    flip: tuple[str, ...] = ()
    called: bool = False
    twice: bool = False
    attribute: Attribute | None = None
    modifiers: int = 0
    damage_threshold: int = 0
    fury: int = 0
    movement: int = 1
    no_injuries: bool = False

    @property
    def once(self) -> bool:
        """Whether it is for one test."""
        return bool(self.flip or self.modifiers or self.twice)


class Disorder(Row, frozen=True, kw_only=True):
    """A Disorder: its burden, its gift if any, the Corruption that using the gift or refusing the burden costs.

    `place` is its face of a d20; a `triggered` one sleeps until something wakes it, and then costs a step each hour on
    the `hourly` track; at Incapacitated! it `gives_way`; `hosted`: it takes one of four hosts; `remedy` is the skill
    with which a remedy holds it off; `supplement` marks what comes from one. `weighs` and `grants` are burden and gift
    as far as figures have a part in them.
    """

    title: str
    kind: DisorderKind
    place: int
    burden: str
    gift: str = ""
    cost: int | None = None
    refuse: int | None = None
    triggered: bool = False
    hourly: Literal["damage", "peril"] | None = None
    remedy: str = ""
    gives_way: bool = False
    hosted: bool = False
    supplement: bool = False
    weighs: Burden | None = None
    grants: Gift | None = None


class Host(Row, frozen=True, kw_only=True):
    """One of the hosts of the Disorder Host to the Abyss."""

    title: str
    no_ranks: bool = False
    flip_to_fail: Attribute | None = None


class RequisitionTier(Row, frozen=True, kw_only=True):
    """The price of a tier of requisitions in Reputation, and the days that must pass between two of it."""

    id: Weight
    title: str
    least: int
    most: int
    days: int


class Requisition(Row, frozen=True, kw_only=True):
    """Something that Reputation buys."""

    title: str
    tier: Weight
    origin: Origin = "digest"


class ClassRow(Row, frozen=True, kw_only=True):
    """A social class, and the faces of a d100 that find it."""

    id: Class
    title: str
    least: int
    most: int

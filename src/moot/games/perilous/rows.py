"""The rows of the tables: what each kind of them states (tables/*.toml)."""

from __future__ import annotations

from typing import Literal

import msgspec

from moot.core import Shown, Throw
from moot.games.perilous import terms
from moot.kit.totals import signed


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


class FaceDie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A die that counts only if it shows one certain face."""

    sides: int
    shows: int

    def thrown(self, *faces: int) -> tuple[Throw, ...]:
        """Such dice as they lie on the table, those marked on which the face shows; nothing if none fell."""
        dice = tuple(Shown(self.sides, face, high=face == self.shows) for face in faces)
        return (Throw(dice),) if dice else ()


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row with an id."""

    id: str


class Titled(Row, frozen=True, kw_only=True):
    """A row with a title, too."""

    title: str

    @property
    def called(self) -> str:
        """The title within a sentence: `the hunger`."""
        return terms.amid(self.title)


class AttributeRow(Titled, frozen=True, kw_only=True):
    """An attribute and the letters of its bonus."""

    letter: terms.Letter


class Skill(Titled, frozen=True, kw_only=True):
    """A skill: its attribute, and whether it is special."""

    attribute: terms.Attribute
    special: bool


class Rung(Titled, frozen=True, kw_only=True):
    """A difficulty, or another named place worth some percentage points."""

    value: int

    @property
    def worth(self) -> str:
        """Its title with what it is worth: `Hard −20`, `Standard +0`."""
        return f"{self.title} {signed(self.value)}"


class Armor(Titled, frozen=True, kw_only=True):
    """A kind of armor."""

    bonus: int


class TrackState(Titled, frozen=True, kw_only=True):
    """A state of a track: what is rolled on reaching it, or how many ranks it takes."""

    chaos_dice: int = 0
    injury: terms.Severity | None = None
    ignored: int = 0


class Bands(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    step: int
    bottom: int
    exceeds: int


class FailurePeril(Dice, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The physical Peril of every failed test on some attributes."""

    attributes: tuple[terms.Attribute, ...]


class Injury(Titled, frozen=True, kw_only=True):
    """A row of an Injury table: what a d12 shows, and what it means as tags.

    `flip_to_fail` and `no_ranks` are of tests on these attributes, of `all` tests, or of those that need `sight`. Row 1
    is `nothing`, row 12 goes on to `next`, or is `slain`.
    """

    roll: int
    text: str
    movement: int = 0
    initiative: int = 0
    encumbrance: int = 0
    flip_to_fail: tuple[terms.Attribute | Literal["all", "sight"], ...] = ()
    no_ranks: tuple[terms.Attribute, ...] = ()
    failure_peril: FailurePeril | None = None
    incapacitated: bool = False
    unconscious: bool = False
    no_fury: bool = False
    no_movement: bool = False
    blind: bool = False
    nothing: bool = False
    next: terms.Severity | None = None
    slain: bool = False


class Mode(Titled, frozen=True, kw_only=True):
    """How somebody moves in a chase; a mount or a vehicle can be shared, and what is `rare` not everybody can do."""

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


class Transport(Titled, frozen=True, kw_only=True):
    """Miles a day by surface; a surface where it cannot go is missing."""

    conveyed: bool
    miles: dict[terms.Surface, int]


class Terrain(Row, frozen=True, kw_only=True):
    """The words for land of one difficulty, which is its id, each with the table of encounters that fits it."""

    id: terms.Difficulty
    words: dict[str, terms.Land]


class Threat(Titled, frozen=True, kw_only=True):
    """A Threat level and its Chaos Dice."""

    dice: int


class Length(Titled, frozen=True, kw_only=True):
    """A length of Stretch: its days, the longest without an end, and how many Toughness Tests it asks."""

    last_day: int | None = None
    moments: int


class RoleEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Role Check changes: steps harder, tests more, dice more; below 0 for easier and fewer."""

    provisions: int = 0
    terrain: int = 0
    camp: terms.CampState | None = None
    moments: int = 0
    threat: int = 0
    surprise: Literal["party", "enemy"] | None = None


class JourneyRole(Titled, frozen=True, kw_only=True):
    """A Role of a journey: skill, what each outcome changes, and what an empty one means (`empty-role` neutral)."""

    id: terms.RoleId
    skill: str
    outcomes: dict[terms.Outcome, RoleEffect]
    neutral: RoleEffect


class Trigger(Rung, frozen=True, kw_only=True):
    """What makes a group waver; `ratio` is from how many foes to each of them on."""

    kind: Literal["injury", "slain", "ratio", "leader"]
    ratio: int | None = None


class Cell(Row, frozen=True, kw_only=True):
    """A cell of the social matrix."""

    pc: Literal["order", "chaos", "equal"]
    npc: terms.Leaning
    same_class: bool
    value: int


class DispositionRow(Titled, frozen=True, kw_only=True):
    """A Disposition and its band."""

    id: terms.Disposition
    band: terms.Band


class Temperaments(Row, frozen=True, kw_only=True):
    """What a Tactic makes of somebody, by band, when it works and when it does not."""

    id: terms.Tactic
    success: dict[terms.Band, str]
    failure: dict[terms.Band, str]


class MadnessTier(Rung, frozen=True, kw_only=True):
    """A tier of madness: points on Resolve, mental Peril on a failure, Corruption."""

    id: terms.Madness
    peril: Dice
    corruption: int


class MadnessTrigger(Titled, frozen=True, kw_only=True):
    """Something that may call for a test against madness; `number` is its place in the printed list, 0 for ours."""

    tier: terms.Madness
    number: int = 0
    doubtful: bool = False
    origin: terms.Origin = "digest"


class OffenceTier(Titled, frozen=True, kw_only=True):
    """The points of a tier of offences, and what is proposed."""

    id: terms.Weight
    least: int
    most: int
    usual: int


class Offence(Titled, frozen=True, kw_only=True):
    """What brings Corruption: so many points, or as the GM picks within its tier.

    `per` is what it counts for each time, at `most` so often at once; the procedures enter the `automatic` ones
    themselves.
    """

    tier: terms.Weight
    points: int | None = None
    per: Literal["event", "turn", "step"] = "event"
    most: int | None = None
    automatic: bool = False
    origin: terms.Origin = "digest"

    @property
    def called(self) -> str:
        """What it is called within a sentence: `stealing from the poor`."""
        return terms.inside(self.title)


class Burden(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a Disorder does by itself: only with so many ranks `ignored` by Peril, from a `damage` condition on, while
    `injured`, or once it is `woken`.

    It takes all ranks, fails tests of some skills, flips those of some attributes, leaves a bonus out of a threshold or
    of the damage that somebody does, or lets nothing heal. One that does none of these says when it can be refused.
    """

    ignored: int = 0
    damage: terms.DamageState | None = None
    injured: bool = False
    woken: bool = False
    no_ranks: bool = False
    fails: tuple[str, ...] = ()
    flip_to_fail: tuple[terms.Attribute, ...] = ()
    peril_without: terms.Attribute | None = None
    damage_without: terms.Attribute | None = None
    blow_without: terms.Attribute | None = None
    no_healing: bool = False


class Gift(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the gift of a Disorder does: for one test it `flip`s skills to succeed, adds `modifiers` to tests of an
    `attribute`, or lets a Fortune Point roll it `twice`; the rest holds until it is let go. `called`: it flips only
    tests that the guide calls for by hand, as those that ward off a blow are."""

    flip: tuple[str, ...] = ()
    called: bool = False
    twice: bool = False
    attribute: terms.Attribute | None = None
    modifiers: int = 0
    damage_threshold: int = 0
    fury: int = 0
    movement: int = 1
    no_injuries: bool = False

    @property
    def once(self) -> bool:
        """Whether it is for one test."""
        return bool(self.flip or self.modifiers or self.twice)


class Disorder(Titled, frozen=True, kw_only=True):
    """A Disorder: its burden, its gift if any, the Corruption that using the gift or refusing the burden costs.

    `place` is its face of a d20; a `triggered` one sleeps until something wakes it, and then costs a step each hour on
    the `hourly` track; at Incapacitated! it `gives_way`; `hosted`: it takes one of four hosts; `remedy` is the skill
    with which a remedy holds it off; `supplement` marks what comes from one. `weighs` and `grants` are burden and gift
    as far as figures have a part in them.
    """

    kind: terms.DisorderKind
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


class Host(Titled, frozen=True, kw_only=True):
    """One of the hosts of the Disorder Host to the Abyss, and its burden."""

    weighs: Burden


class RequisitionTier(Titled, frozen=True, kw_only=True):
    """The price of a tier of requisitions in Reputation, and the days that must pass between two of it."""

    id: terms.Weight
    least: int
    most: int
    days: int


class Requisition(Titled, frozen=True, kw_only=True):
    """Something that Reputation buys; an `automatic` one where it is used, and not for the asking."""

    tier: terms.Weight
    automatic: bool = False
    origin: terms.Origin = "digest"


class ClassRow(Titled, frozen=True, kw_only=True):
    """A social class, and the faces of a d100 that find it."""

    id: terms.Class
    least: int
    most: int


class Calling(Titled, frozen=True, kw_only=True):
    """What somebody does for a living: which attributes come first, and what they have learned."""

    text: str
    class_: terms.Class = msgspec.field(name="class")
    first: tuple[terms.Attribute, ...]
    armor: str
    load: int
    ranks: dict[str, int]
    focus: str


class Caliber(Titled, frozen=True, kw_only=True):
    """How good somebody of the guide's is all in all: most attributes, and the strong ones."""

    attribute: int
    strong: int

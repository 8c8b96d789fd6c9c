"""Journeys: the Stretches of a way, who has which Role, and what was found and suffered on each (GP-WILD-01)."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias, cast

import msgspec
from msgspec.structs import replace

from moot.core import Refused
from moot.games.perilous.figures import DICE, DIFFICULTIES, JOURNEY, LENGTHS, ROLES, THREATS
from moot.games.perilous.person import LedgerLine, total
from moot.games.perilous.rows import Length, RoleEffect
from moot.games.perilous.terms import Difficulty, Outcome, RoleId, Surface, amid
from moot.kit.tracks import stepped

JourneyPhase: TypeAlias = Literal[
    "mapping", "roles", "guide", "survivalist", "scout", "hardship", "march", "threat", "encounter", "resting",
    "arrived", "deserted", "over",
]
"""Where a journey stands (GP-WILD-11)."""

_LADDER: Final = cast("tuple[Difficulty, ...]", (*DIFFICULTIES,))
EATEN: Final = "GP-WILD-14"
"""The rule by which provisions are eaten; ledger lines that cite it are what was used."""
WITHOUT: Final = "the party went without"
"""What provisions that were wanting are called in the ledger, once the guide has said what that does."""


def harder(difficulty: Difficulty, steps: int) -> Difficulty:
    """A difficulty so many steps harder, or easier below 0, held to the ends of the ladder (GP-CORE-03)."""
    return stepped(_LADDER, difficulty, steps)


def in_days(days: int) -> str:
    """So many days in words."""
    return "a day" if days == 1 else f"{days} days"


class Task(msgspec.Struct, frozen=True):
    """What a traveller does: a Role to roll for, or (`rolls` false) to help in; `focus` is a specialty that fits."""

    role: RoleId
    rolls: bool = True
    focus: str = ""


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a Role: `outcome` is empty where nobody had it and that counts for nothing."""

    effect: RoleEffect
    outcome: Outcome | Literal[""] = ""
    reads: int = 0
    who: str = ""


class HardMoment(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of hardship: everybody's Toughness, then the Threat dice (GP-WILD-09, GP-WILD-10).

    `results` are outcomes by person, `perils` how far down the track each was afterwards; `diced`: some of its dice
    fell. `watched`: the Threat dice fell, as `faces`; `answered`: the guide said what came of them; `passed`: the party
    went on.
    """

    waived: bool = False
    added: bool = False
    results: dict[str, Outcome] = {}
    perils: dict[str, int] = {}
    diced: bool = False
    watched: bool = False
    faces: tuple[int, ...] = ()
    answered: bool = False
    passed: bool = False

    @property
    def trouble(self) -> bool:
        """Whether the Threat dice call for an encounter."""
        return DICE.chaos.shows in self.faces


class Camp(msgspec.Struct, frozen=True):
    """A camp: after which moment, for how many days, and how far down the Peril track each was afterwards."""

    after: int
    days: int
    perils: dict[str, int]


class Encounter(msgspec.Struct, frozen=True, kw_only=True):
    """What finds the party: the guide's alone until it is `told`. `row` is where it stands in a pack, which says what
    it may open; `ran` is what ran already when it was told, `children` are the procedures that it opened and waits
    for, and the people it brought; `end` is what came of it."""

    id: str
    moment: int
    title: str
    text: str = ""
    row: str = ""
    told: bool = False
    over: bool = False
    end: str = ""
    ran: tuple[str, ...] = ()
    children: tuple[str, ...] = ()


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """A Stretch as it is travelled: from which day, what the Roles found, its moments, camps and encounters.

    `ready`: Roles are taken. `hardy` are those with a critical success in Toughness, `marching` those who have yet to
    test for a forced march, `marches` how many there were, `saved` the days by which they shortened it. `unstored` are
    the provisions of it that were in no store: gone without, or eaten while nobody counted. `done`: the Stretch lies
    behind them.
    """

    begun: int
    ready: bool = False
    checks: dict[RoleId, Check] = {}
    moments: tuple[HardMoment, ...] = ()
    hardy: tuple[str, ...] = ()
    marching: tuple[str, ...] = ()
    marches: int = 0
    saved: int = 0
    unstored: int = 0
    camps: tuple[Camp, ...] = ()
    encounters: tuple[Encounter, ...] = ()
    done: bool = False

    @property
    def at(self) -> int:
        """Which moment it is, counted from 0; as many as there are when all are passed."""
        return next((at for at, moment in enumerate(self.moments) if not moment.passed), len(self.moments))

    @property
    def latest(self) -> int:
        """The same, but the last one when all are passed."""
        return min(self.at, len(self.moments) - 1)

    @property
    def moment(self) -> HardMoment | None:
        """The moment that it is."""
        return self.moments[self.at] if self.at < len(self.moments) else None

    @property
    def meeting(self) -> Encounter | None:
        """The encounter that is being played."""
        return next((one for one in self.encounters if one.told and not one.over), None)

    @property
    def drawn(self) -> Encounter | None:
        """The encounter that the guide holds ready."""
        return next((one for one in self.encounters if not one.told), None)

    @property
    def held(self) -> Encounter | None:
        """The encounter that is played, or else held ready."""
        return self.meeting or self.drawn

    def effect(self, role: RoleId) -> RoleEffect:
        """What a Role changed; nothing before its check."""
        check = self.checks.get(role)
        return check.effect if check else RoleEffect()


class Stretch(msgspec.Struct, frozen=True, kw_only=True):
    """One Stretch as the guide drew it, to the landmark `to`. `land` is a word for its terrain, `threat` a level, empty
    where it is not known; `carried` are those not on foot. Players know the name alone of one that is `hidden`."""

    id: str
    name: str
    to: str = ""
    days: int = 1
    land: str = ""
    terrain: Difficulty = "standard"
    surface: Surface = "path"
    bad_weather: bool = False
    threat: str = ""
    carried: tuple[str, ...] = ()
    hidden: bool = False
    passage: Passage | None = None

    @property
    def called(self) -> str:
        """Its name within a sentence: `the King’s Road`."""
        return amid(self.name)

    def share(self, at: int) -> float:
        """How far along it a moment comes: the first at once, the last at its end, others evenly between."""
        last = len(self.course.moments) - 1
        return at / last if last else 0.0

    def day(self, at: int) -> int:
        """The day of a moment, camps before it counted."""
        camps = sum(camp.days for camp in self.course.camps if camp.after < at)
        return self.course.begun + 1 + round((self.days - 1) * self.share(at)) + camps

    @property
    def left(self) -> int:
        """How many of its days are still ahead of the party, which the calendar counts already."""
        if self.passage is None or self.passage.done:
            return 0
        along = round((self.days - 1) * self.share(max(0, self.passage.latest)))
        return max(0, self.days - 1 - along - self.passage.saved)

    @property
    def length(self) -> Length:
        """Short, Medium or Long (GP-WILD-01)."""
        return next(row for row in LENGTHS.values() if row.last_day is None or self.days <= row.last_day)

    @property
    def course(self) -> Passage:
        """How it goes on it; as nothing has happened yet, where they have not begun."""
        return self.passage or Passage(begun=0)

    @property
    def first(self) -> Difficulty:
        """The difficulty before the Guide's step, the weather in it (GP-WILD-03)."""
        return harder(self.terrain, JOURNEY.weather_steps * self.bad_weather)

    @property
    def later(self) -> Difficulty:
        """The difficulty after the Guide's step (GP-WILD-06)."""
        return harder(self.first, self.course.effect("guide").terrain)

    @property
    def dice(self) -> int:
        """The Threat dice, with what the Scout found (GP-WILD-04, GP-WILD-08)."""
        found = (THREATS[self.threat].dice if self.threat else 0) + self.course.effect("scout").threat
        return max(JOURNEY.threat_least, min(JOURNEY.threat_most, found))

    def moments(self, change: int) -> tuple[HardMoment, ...]:
        """Its moments of hardship, one more or fewer; what falls away is waived, the last at first (GP-WILD-07)."""
        plain = self.length.moments
        kept = max(JOURNEY.moments_least, plain + min(0, change))
        rows = [HardMoment(waived=at >= kept) for at in range(plain)]
        return (*rows, *(HardMoment(added=True) for _ in range(change)))

    @property
    def rolls(self) -> tuple[int, ...]:
        """Which moments have a Threat roll where a waived one has none: at least one has (GP-WILD-10)."""
        moments = self.course.moments
        kept = [at for at, moment in enumerate(moments) if not moment.waived]
        return (*kept, *range(len(kept), JOURNEY.threat_rolls_least)) if moments else ()


class Journey(msgspec.Struct, frozen=True, kw_only=True):
    """A journey: its Stretches in order and `at` which of them (-1: none yet), who has which Role, and the ledger of
    provisions. `reckoned` are the days that miles last proposed."""

    id: str
    title: str
    start: str = ""
    travellers: tuple[str, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    at: int = -1
    tasks: dict[str, Task] = {}
    stores: tuple[LedgerLine, ...] = ()
    reckoned: int = 0
    over: bool = False

    @property
    def under_way(self) -> bool:
        """Whether they have set out, and are not there."""
        return self.at >= 0 and not self.over

    @property
    def stretch(self) -> Stretch | None:
        """The Stretch they are on, or that lies behind them since they rest between two."""
        return self.stretches[self.at] if 0 <= self.at < len(self.stretches) else None

    @property
    def here(self) -> Stretch:
        """The Stretch that they are on. Raises Refused between two."""
        if self.stretch is None or self.stretch.passage is None:
            raise Refused("no-stretch", "They have not set out on a Stretch yet.", "GP-WILD-11")
        return self.stretch

    @property
    def passage(self) -> Passage:
        """How it goes there. Raises Refused between two Stretches."""
        return self.here.course

    def with_passage(self, **changes: Any) -> Journey:
        """This journey with something of the Stretch that they are on replaced."""
        now = replace(self.here, passage=replace(self.passage, **changes))
        return replace(self, stretches=(*self.stretches[: self.at], now, *self.ahead))

    def with_moment(self, **changes: Any) -> Journey:
        """This journey with something of the moment that it is replaced, of the last one after all."""
        moments, at = self.passage.moments, self.passage.latest
        return self.with_passage(moments=(*moments[:at], replace(moments[at], **changes), *moments[at + 1:]))

    def with_held(self, **changes: Any) -> Journey:
        """This journey with something of the encounter that is played, or held ready, replaced."""
        held, encounters = self.passage.held, self.passage.encounters
        now = (replace(one, **changes) if one is held else one for one in encounters)
        return self.with_passage(encounters=tuple(now))

    def with_ledger_line(self, points: int, what: str, rule: str = EATEN) -> Journey:
        """This journey with a line more in the ledger of provisions."""
        return replace(self, stores=(*self.stores, LedgerLine(points, what, rule)))

    def given_back(self, points: int, what: str) -> Journey:
        """This journey with provisions back that the Stretch does not eat after all, as far as they were in store."""
        never = min(points, self.passage.unstored)
        journey = self.with_passage(unstored=self.passage.unstored - never)
        return journey.with_ledger_line(points - never, what) if points > never else journey

    @property
    def ahead(self) -> tuple[Stretch, ...]:
        """The Stretches not begun."""
        return self.stretches[self.at + 1:]

    @property
    def counted(self) -> tuple[LedgerLine, ...]:
        """The ledger from the first provisions in store on; nobody counts what was eaten before."""
        stocked = (at for at, line in enumerate(self.stores) if line.points > 0 and line.rule != EATEN)
        return self.stores[next(stocked, len(self.stores)):]

    @property
    def kept(self) -> bool:
        """Whether anybody counts what is in store."""
        return bool(self.counted)

    @property
    def left(self) -> int:
        """Provisions in store."""
        return max(0, total(self.counted))

    @property
    def short(self) -> int:
        """Provisions that were wanting so far, while anybody counts them and the guide has not said what that does."""
        return max(0, -total(self.counted))

    @property
    def hungry(self) -> bool:
        """Whether the guide has yet to say what hunger does to the party (GP-RD-13)."""
        return bool(self.short and self.travellers)

    @property
    def wanting(self) -> str:
        """That the stores do not last, as a sentence to add; empty while they do."""
        return f" The stores do not last: {self.short} short." if self.short else ""

    @property
    def used(self) -> int:
        """Provisions that were eaten."""
        needed = -sum(line.points for line in self.stores if line.rule == EATEN)
        without = sum(line.points for line in self.stores if (line.rule, line.what) == ("GP-RD-13", WITHOUT))
        return max(0, needed - without - self.short)

    def roller(self, role: RoleId) -> str:
        """Who rolls for a Role; empty if nobody has it."""
        return next((who for who, task in self.tasks.items() if task.role == role and task.rolls), "")

    def helpers(self, role: RoleId) -> tuple[str, ...]:
        """Who helps in a Role."""
        return tuple(who for who, task in self.tasks.items() if task.role == role and not task.rolls)


CHECKED: Final[tuple[RoleId, ...]] = (*(row.id for row in ROLES.values()),)
"""The Roles in the order of their checks (GP-WILD-05)."""


def phase_of(journey: Journey) -> JourneyPhase:
    """The phase that follows from what a journey holds."""
    if journey.over:
        return "over"
    if not journey.travellers:
        return "deserted"
    stretch = journey.stretch
    passage = stretch.passage if stretch else None
    if passage is None or passage.done:
        return "mapping" if journey.ahead or passage is None else "arrived"
    if not passage.ready:
        return "roles"
    if (role := next((role for role in CHECKED if role not in passage.checks), None)) is not None:
        return role
    if passage.meeting is not None:
        return "encounter"
    if passage.marching:
        return "march"
    if (moment := passage.moment) is None:
        return "resting"
    due = not (moment.waived or moment.watched or moment.answered)
    if due and any(who not in moment.results for who in journey.travellers):
        return "hardship"
    return "resting" if moment.answered else "threat"

"""Mapping: a journey is planned, its Stretches are drawn, hidden and shown; the party sets out (GP-WILD-01 to -04)."""

from __future__ import annotations

from typing import Final, Literal, cast

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Field, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.frames import Frame
from moot.games.perilous.figures import DIFFICULTIES, TERRAIN, THREATS
from moot.games.perilous.flow import DIFFICULTY_CHOICES, FlowCommand, Happening, only_guide, whom
from moot.games.perilous.journey.days import SURFACE_CHOICES
from moot.games.perilous.journey.phases import InJourney, OfJourney, fed, running, travellers
from moot.games.perilous.packs import landmarks
from moot.games.perilous.person import Person
from moot.games.perilous.route import Journey, Passage, Stretch, in_days, phase_of
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.terms import Difficulty, Surface, so_many
from moot.kit.keyed import put

MOST_DAYS: Final = 100
"""How long a Stretch can be drawn."""
MOST_STORES: Final = 5000
"""How many provisions can be packed."""
LANDS: Final[dict[str, Difficulty]] = {word: row.id for row in TERRAIN.values() for word in row.words}
"""The difficulty of each word for land, hardest first (GP-WILD-02)."""
LAND_CHOICES: Final = tuple(Choice(word, word, group=DIFFICULTIES[row].worth) for word, row in LANDS.items())
"""The words for land, under their difficulty (GP-WILD-02)."""


def known(state: State, stretch: Stretch, seat: Seat) -> Stretch:
    """A Stretch as a seat may know it: of a hidden one the name, of no other its Threat (GP-WILD-04)."""
    if seat.guides:
        return stretch
    if stretch.hidden:
        return Stretch(id=stretch.id, name=stretch.name, hidden=True)
    return stretch if state.options.threat_rolls == "open" else replace(stretch, threat="")


def idle(state: State, but: str = "") -> tuple[Person, ...]:
    """Those who could set out: all whom the players know of and who are on no other journey `but` this."""
    busy = {who for one in running(state) if one.id != but for who in one.travellers}
    return tuple(who for who in state.cast() if who.known and who.id not in busy)


class JourneyOpened(Happening, tag="journey-opened"):
    """People mean to travel."""

    adds_to = ("journeys", "journey")
    journey: Journey

    def line(self, state: State) -> Line:
        names = ", ".join(state.name(who) for who in self.journey.travellers)
        stores = f" They pack {so_many(self.journey.left, 'provision')}." if self.journey.kept else ""
        return Line("move", f"A journey is planned: {self.journey.title}. On the road: {names}.{stores}")


class OpenJourney(FlowCommand, tag="open-journey"):
    """Plan a journey: where it begins, who travels, what they pack."""

    when, rules, urgency, giver = SESSION, ("GP-WILD-01", "GP-WILD-14"), "may", only_guide("plans journeys")
    title: str
    start: str = ""
    who: tuple[str, ...]
    provisions: int = 0

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not (free := idle(state)):
            raise Refused("nobody-there", "There is nobody who could set out.")
        people = tuple(Choice(who.id, who.name, group="The GM’s people" if who.npc else "The party") for who in free)
        party = tuple(who.id for who in free if not who.npc)
        left = next((one.left for one in reversed(state.journeys.values()) if one.over), 0) if not running(state) else 0
        hint = "One feeds one traveller for a day. 0: nobody counts."
        yield cls.offer(
            None, "Plan a journey", "Then you draw its Stretches, from landmark to landmark.",
            Write(name="title", label="What is the journey called?", hint="From the coast to the high pass"),
            Write(name="start", label="Where does it begin?", least=0),
            Choose(name="who", label="Who travels?", choices=people, many=True, default=party or (free[0].id,)),
            Count(
                name="provisions", label="Provisions packed", most=MOST_STORES, default=min(left, MOST_STORES),
                hint=f"{left} are left from the journey before. {hint}" if left else hint,
            ),
        )

    def act(self, play: Play[State], of: object) -> None:
        title, start = self.title.strip(), self.start.strip()
        journey = Journey(id=play.state.next_id, title=title, start=start, travellers=self.who)
        if self.provisions:
            journey = journey.with_ledger_line(self.provisions, "packed", "GP-RD-13")
        play.record(JourneyOpened(journey=journey, rules=self.rules))


class StretchDrawn(OfJourney, tag="stretch-drawn"):
    """The guide drew a Stretch of the way, or drew one again, as number `place` of those ahead."""

    stretch: Stretch
    place: int
    how: Literal["draws", "changes", "shows"] = "changes"

    def evolve(self, state: State) -> State:
        state = super().evolve(state)
        return replace(state, ids=state.ids + 1) if self.how == "draws" else state

    def unfold(self, journey: Journey) -> Journey:
        begun = journey.stretches[: journey.at + 1]
        ahead = [one for one in journey.ahead if one.id != self.stretch.id]
        ahead.insert(self.place - 1, self.stretch)
        return replace(journey, stretches=(*begun, *ahead), reckoned=0 if self.how == "draws" else journey.reckoned)

    def line(self, state: State) -> Line:
        now = self.stretch
        more = "what it is like is hidden" if now.hidden else _like(now)
        return Line("move", f"The GM {self.how} a Stretch of the way, {now.called}: {more}.")

    def told(self, state: State, seat: Seat) -> StretchDrawn | None:
        return replace(self, stretch=known(state, self.stretch, seat))


def _like(stretch: Stretch) -> str:
    weather = " in bad weather" if stretch.bad_weather else ""
    land = f"{stretch.land}, " if stretch.land else ""
    return f"{in_days(stretch.days)}, {land}{DIFFICULTIES[stretch.first].title}{weather}"


class DrawStretch(InJourney, tag="draw-stretch"):
    """Draw a Stretch of the way ahead, or draw one again."""

    rules, urgency = ("GP-WILD-01", "GP-WILD-02", "GP-WILD-03", "GP-WILD-04", "GP-RD-05"), ("must", "may")
    giver = only_guide("draws the way")
    stretch: str
    name: str
    to: str = ""
    days: int
    land: str
    terrain: str = ""
    surface: Surface = "path"
    bad_weather: bool = False
    threat: str
    carried: tuple[str, ...] = ()
    hidden: bool = False
    place: int = 1

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        end = len(journey.ahead) + 1
        blanks = _blanks(state, journey, Stretch(id="", name="", days=min(journey.reckoned or 1, MOST_DAYS)), end)
        urgency = "must" if phase_of(journey) == "mapping" and not journey.ahead else "may"
        yield cls.offer_in(journey, None, "Draw a Stretch", "", *blanks, stretch="", urgency=urgency)
        for at, one in enumerate(journey.ahead, 1):
            blanks = _blanks(state, journey, one, at, end - 1)
            yield cls.offer_in(journey, one, f"Change {one.called}", "", *blanks, stretch=one.id, urgency="may")

    def act(self, play: Play[State], of: Stretch | None) -> None:
        stretch = Stretch(
            id=of.id if of else play.state.next_id, name=self.name.strip(), to=self.to.strip(), days=self.days,
            land=self.land, terrain=cast(Difficulty, self.terrain or LANDS[self.land]), surface=self.surface,
            bad_weather=self.bad_weather, threat=self.threat, carried=self.carried, hidden=self.hidden,
        )
        how: Literal["draws", "changes"] = "changes" if of else "draws"
        rules = self.rules[:4]
        play.record(StretchDrawn(journey=self.journey, stretch=stretch, place=self.place, how=how, rules=rules))


def _blanks(state: State, journey: Journey, now: Stretch, place: int, last: int = 0) -> tuple[Field, ...]:
    other = now.terrain if now.land and LANDS[now.land] != now.terrain else ""
    threats = tuple(
        Choice(row.id, row.title, f"{row.dice} Chaos {'Die' if row.dice == 1 else 'Dice'}") for row in THREATS.values()
    )
    mild = next(row.id for row in THREATS.values() if row.dice)
    return (
        Write(name="name", label="What is it called?", default=now.name),
        Write(
            name="to", label="To which landmark?", least=0, default=now.to, suggestions=landmarks(state.packs),
            hint="Any name, or one of those proposed.",
        ),
        Count(
            name="days", label="Days", least=1, most=MOST_DAYS, default=now.days,
            hint="Up to 7 are one moment of hardship, up to 20 two, from 21 three.",
        ),
        Choose(name="land", label="What land?", choices=LAND_CHOICES, default=(now.land,) if now.land else ()),
        Choose(
            name="terrain", aside=True, label="How hard?", least=0, choices=DIFFICULTY_CHOICES,
            nothing="As its land is", default=(other,) if other else (),
        ),
        Choose(name="surface", aside=True, label="Over what?", choices=SURFACE_CHOICES, default=(now.surface,)),
        Confirm(name="bad_weather", aside=True, label="Bad weather: a step harder", default=now.bad_weather),
        Choose(
            name="threat", label="How dangerous is it?", choices=threats, default=(now.threat or mild,),
            hint="" if state.options.threat_rolls == "open" else "The players do not learn this.",
        ),
        whom(
            state, "Who is carried, and not on foot?", journey.travellers, "carried", aside=True, least=0, many=True,
            default=tuple(who for who in now.carried if who in journey.travellers), rule="GP-WILD-09",
        ),
        Confirm(name="hidden", aside=True, label="Hide it: players see its name alone", default=now.hidden),
        *(
            (Count(
                name="place", aside=True, label="As which of those ahead?", least=1, most=last or place, default=place
            ),) if (last or place) > 1 else ()
        ),
    )


class StretchDropped(OfJourney, tag="stretch-dropped"):
    """A Stretch ahead is no part of the way any more."""

    sentence = ("move", "The GM takes a Stretch out of the way ahead.")
    stretch: str

    def unfold(self, journey: Journey) -> Journey:
        return replace(journey, stretches=tuple(one for one in journey.stretches if one.id != self.stretch))


class DropStretch(InJourney, tag="drop-stretch"):
    """Take a Stretch ahead out of the way."""

    rules, urgency, records, giver = ("GP-WILD-01",), "tool", StretchDropped, only_guide("draws the way")
    together = "Take a Stretch out of the way"
    stretch: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        for one in journey.ahead:
            yield cls.offer_in(journey, one, f"Take out {one.called}", stretch=one.id)
        yield Refused("nothing-ahead", "No Stretch lies ahead.", "GP-WILD-01")


class OpenStretch(InJourney, tag="open-stretch"):
    """Show the players what a hidden Stretch is like."""

    rules, urgency, giver = ("GP-WILD-01",), "may", only_guide("shows the way ahead")
    stretch: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        for one in journey.ahead:
            if one.hidden:
                yield cls.offer_in(journey, one, f"Show {one.called}", f"{_like(one)}.", stretch=one.id)
        yield Refused("nothing-hidden", "No Stretch ahead is hidden.", "GP-WILD-01")

    def act(self, play: Play[State], of: Stretch) -> None:
        place, shown = 1 + play.state.journeys[self.journey].ahead.index(of), replace(of, hidden=False)
        play.record(StretchDrawn(journey=self.journey, stretch=shown, place=place, how="shows", rules=self.rules))


class TravellersChanged(OfJourney, tag="travellers-changed"):
    """Somebody joins or leaves the party on the road, died, or is not played any more."""

    travellers: tuple[str, ...]

    def unfold(self, journey: Journey) -> Journey:
        tasks = {who: task for who, task in journey.tasks.items() if who in self.travellers}
        if journey.stretch and (marching := journey.passage.marching):
            journey = journey.with_passage(marching=tuple(who for who in marching if who in self.travellers))
        return replace(journey, travellers=self.travellers, tasks=tasks)

    def line(self, state: State) -> Line:
        return Line("move", f"On the road now: {', '.join(state.name(who) for who in self.travellers) or 'nobody'}.")


class SetTravellers(InJourney, tag="set-travellers"):
    """Say who is on the road: somebody joins, or stays behind."""

    rules, urgency, records = ("GP-WILD-01", "GP-RD-32"), ("tool", "may"), TravellersChanged
    giver, cites = only_guide("says who travels"), ("GP-WILD-01",)
    travellers: tuple[str, ...]

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        if state.busy(journey.id):
            raise Refused("tests-first", "Somebody has a test to settle first.", "GP-WILD-11")
        if not (free := [who.id for who in idle(state, journey.id)]):
            raise Refused("nobody-there", "Nobody is there who could be on the road.", "GP-WILD-01")
        there = tuple(who for who in journey.travellers if who in free)
        who = whom(state, "Who is on the road?", free, "travellers", many=True, default=there)
        asked = None if journey.travellers else "may"
        yield cls.offer_in(journey, journey, "Somebody joins or leaves", "", who, urgency=asked)


class StretchBegun(OfJourney, tag="stretch-begun"):
    """The party sets out on a Stretch; its days pass on the calendar. The first one opens the scene of the journey."""

    stretch: Stretch
    first: bool = False

    def evolve(self, state: State) -> State:
        state = state.moved_on()
        journey = state.journeys[self.journey]
        begun = state.date(journey)
        now = replace(self.stretch, passage=Passage(begun=begun))
        tasks = {who: replace(task, focus="") for who, task in journey.tasks.items()}
        stretches = (*journey.stretches[: journey.at + 1], now, *journey.ahead[1:])
        journey = replace(journey, at=journey.at + 1, stretches=stretches, tasks=tasks)
        state = replace(state, journeys=put(state.journeys, journey))
        return state.reaching(self.journey, begun + self.stretch.days)

    def line(self, state: State) -> Line:
        journey = state.journeys[self.journey]
        faces = tuple(who.face() for who in travellers(state, journey))
        frame = Frame(
            kind="scene", id=journey.id, lead="They set out", title=journey.title, place=journey.start, people=faces
        )
        text = f"They set out on {self.stretch.called}: {_like(self.stretch)}."
        return Line("scene" if self.first else "move", text, frame=frame if self.first else None)

    def told(self, state: State, seat: Seat) -> StretchBegun | None:
        return replace(self, stretch=known(state, self.stretch, seat))


class SetOut(InJourney, tag="set-out"):
    """Set out on the next Stretch."""

    rules, urgency = ("GP-WILD-11", "GP-WILD-01", "GP-WILD-02", "GP-WILD-03"), ("must", "may")
    giver = only_guide("says when the party sets out")

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        if not journey.ahead:
            raise Refused("nothing-ahead", "Draw a Stretch first: no way lies ahead.", "GP-WILD-01")
        if not journey.travellers:
            raise Refused("nobody-there", "Nobody is on the road.", "GP-WILD-01")
        if state.busy(journey.id):
            raise Refused("unsettled", "A test from camp has to be settled first.", "GP-WILD-12")
        fed(journey)
        next_, day = journey.ahead[0], state.date(journey)
        why = f"{_like(next_)}. Day {day} becomes day {day + next_.days}; then Roles are taken."
        yield cls.offer_in(journey, next_, f"Set out on {next_.called}", why)

    def act(self, play: Play[State], of: Stretch) -> None:
        first, stretch = play.state.journeys[self.journey].at < 0, replace(of, hidden=False)
        others = any(one.under_way for one in play.state.journeys.values() if one.id != self.journey)
        rules = (*self.rules, "GP-RD-30") if others else self.rules
        play.record(StretchBegun(journey=self.journey, stretch=stretch, first=first, rules=rules))


MAPPING: Final = Part(
    OpenJourney, DrawStretch, OpenStretch, SetOut, DropStretch, SetTravellers,
    JourneyOpened, StretchDrawn, StretchDropped, TravellersChanged, StretchBegun,
)

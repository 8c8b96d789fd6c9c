"""Going on, the ledger of provisions, arrival, and what follows by itself (GP-WILD-11 to GP-WILD-14)."""

from __future__ import annotations

import math
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Fact, Frame, Line, Offers, Part, Play, Refused, Seat, Urgency, Write
from moot.games.perilous.figures import DICE, JOURNEY, THREATS
from moot.games.perilous.flow import only_guide
from moot.games.perilous.fortune import earn
from moot.games.perilous.harm import fall, fallen
from moot.games.perilous.journey.days import ask_toughness
from moot.games.perilous.journey.mapping import TravellersChanged
from moot.games.perilous.journey.phases import InJourney, OfJourney, fed, moved_by, running, travellers
from moot.games.perilous.journey.roles import check_role
from moot.games.perilous.journey.trouble import RoadQuiet, adopt
from moot.games.perilous.person import PERIL_STATES, total
from moot.games.perilous.route import CHECKED, WITHOUT, Journey, JourneyPhase, in_days, phase_of
from moot.games.perilous.state import State
from moot.games.perilous.terms import amid, so_many


class WentOn(OfJourney, tag="went-on"):
    """The party goes on, to the next moment or out of the Stretch."""

    silent = True

    def evolve(self, state: State) -> State:
        return super().evolve(state.moved_on())

    def unfold(self, journey: Journey) -> Journey:
        return journey.with_moment(passed=True)


class GoOn(InJourney, tag="go-on"):
    """Go on: to the next moment of hardship, or to the end of the Stretch."""

    rules, urgency, records, cites = ("GP-WILD-11", "GP-RD-29"), ("must", "may"), WentOn, ("GP-WILD-11",)
    stands_in = True

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        asked = moved_by(state, seat, journey)
        stretch, passage = journey.here, journey.passage
        if state.seen_wounds or state.busy(journey.id):
            raise Refused("unsettled", "A wound or a test has to be settled first.", "GP-WILD-11")
        last = passage.at + 1 >= len(passage.moments)
        to = amid(stretch.to) or "the end of the Stretch"
        label = f"On to {to}" if last else "On, to the next moment of hardship"
        yield cls.offer_in(journey, journey, label, urgency=asked)


class StretchEnded(OfJourney, tag="stretch-ended"):
    """A Stretch lies behind them; its Threat and the dice of each moment are laid open (GP-WILD-10)."""

    name: str
    threat: str
    faces: tuple[tuple[int, ...], ...]

    def unfold(self, journey: Journey) -> Journey:
        return journey.with_passage(done=True)

    def line(self, state: State) -> Line:
        throws = DICE.chaos.thrown(*(face for some in self.faces for face in some))
        danger = f" Threat was {THREATS[self.threat].title}" if self.threat else ""
        laid = ", and these dice had fallen." if throws else "." if danger else ""
        fact = Fact(kind="fact", text=f"Behind them: {self.name}", of=self.journey)
        return Line("move", f"They leave {amid(self.name)} behind.{danger}{laid}", throws=throws, facts=(fact,))


class Stocked(OfJourney, tag="stocked"):
    """Provisions were added or lost."""

    amount: int
    what: str

    @property
    def without(self) -> bool:
        """Whether they are those that the party went without."""
        return (self.rules, self.what) == (("GP-RD-13",), WITHOUT)

    def unfold(self, journey: Journey) -> Journey:
        unstored = self.amount if self.without else 0 if journey.kept else -total(journey.stores)
        if unstored and journey.stretch and not journey.passage.done:
            journey = journey.with_passage(unstored=journey.passage.unstored + unstored)
        return journey.with_ledger_line(self.amount, self.what, next(iter(self.rules), ""))

    def line(self, state: State) -> Line:
        if self.without:
            return Line("move", f"The party goes without {so_many(self.amount, 'provision')}.")
        journey = state.journeys[self.journey]
        does = "more" if self.amount >= 0 else "fewer"
        text = f"{so_many(abs(self.amount), 'provision')} {does}: {self.what}. Left: {journey.left}.{journey.wanting}"
        return Line("move", text)


class StockUp(InJourney, tag="stock-up"):
    """Enter provisions: hunted, bought, found or lost."""

    rules, urgency, giver = ("GP-WILD-12",), "tool", only_guide("keeps the stores")
    amount: int
    what: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        least = -journey.left
        now = f"{journey.left} left.{journey.wanting}" if journey.kept else "Nobody counts them yet."
        yield cls.offer_in(
            journey, journey, "Enter provisions", now,
            Count(name="amount", label="How many?", hint="Below 0: lost.", least=least, most=1000, default=0),
            Write(name="what", label="Where from?", least=0, suggestions=("hunting", "bought", "spoilt")),
        )

    def act(self, play: Play[State], of: object) -> None:
        what = self.what.strip() or "as the GM says"
        play.record(Stocked(journey=self.journey, amount=self.amount, what=what, rules=self.rules))


_HUNGER: Final[dict[JourneyPhase, Urgency]] = {"resting": "may", "mapping": "must", "arrived": "must"}
"""How urgent it is to say what hunger does."""


class Hunger(InJourney, tag="hunger"):
    """Say what hunger does, before the next Stretch or the journey's end: steps of Peril, or nothing."""

    rules, urgency, giver = ("GP-RD-13", "GP-WILD-14"), ("must", "may", "tool"), only_guide("says what hunger does")
    throws = "later"
    who: tuple[str, ...]
    steps: int

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        if not journey.hungry:
            raise Refused("nobody-hungry", "Nobody counts provisions, or there are enough.", "GP-WILD-14")
        days, most = math.ceil(journey.short / len(journey.travellers)), len(PERIL_STATES) - 1
        people = tuple(Choice(who.id, who.name) for who in travellers(state, journey))
        short = f"The party is {so_many(journey.short, 'provision')} short: up to {in_days(days)} for each."
        why = f"{short} The rules leave it to you; a step of Peril for each such day is fair."
        yield cls.offer_in(
            journey, journey, "Hunger bites", why,
            Choose(name="who", label="Who goes hungry?", many=True, choices=people, default=journey.travellers),
            Count(
                name="steps", label="Steps of Peril", most=most, default=min(days, most),
                hint="0: they get by. Damage you can deal besides.",
            ),
            urgency=_HUNGER.get(phase_of(journey), "tool"),
        )

    def act(self, play: Play[State], of: Journey) -> None:
        play.record(Stocked(journey=of.id, amount=of.short, what=WITHOUT, rules=self.rules[:1]))
        for who in self.who if self.steps else ():
            to = fallen(play.state.people[who].peril, self.steps)
            fall(play, who, to, 0, "physical", "GP-RD-13")


class JourneyEnded(OfJourney, tag="journey-ended"):
    """A journey is over: the party arrived, or gives it up where it is, on the day that it is there, with what the days
    ahead would have eaten."""

    arrived: bool

    def evolve(self, state: State) -> State:
        journey = state.journeys[self.journey]
        day, state = state.date(journey), super().evolve(state).without_trials_of(self.journey)
        return state.reaching(self.journey, day) if journey.stretch else state

    def unfold(self, journey: Journey) -> Journey:
        if journey.stretch and (left := journey.stretch.left):
            spared = left * journey.passage.effect("guide").provisions * len(journey.travellers)
            journey = journey.given_back(spared, f"{journey.here.name}: not travelled")
        return replace(journey, over=True)

    def line(self, state: State) -> Line:
        journey = state.journeys[self.journey]
        lead = "They have arrived" if self.arrived else "The journey is over"
        eaten = Fact(kind="fact", text=f"{so_many(journey.used, 'provision')} eaten", of=journey.id)
        place = journey.stretch.to if journey.stretch else ""
        frame = Frame(kind="over", id=journey.id, lead=lead, place=place, facts=(eaten,) if journey.used else ())
        text = f"{lead}: {journey.title}. Day {state.date(journey)}."
        return Line("scene", text, frame=frame if journey.stretch else None)


class EndJourney(InJourney, tag="end-journey"):
    """End the journey: they are there, or go no further. A very hard one brings the party Fortune Points."""

    rules, urgency, giver = ("GP-WILD-13", "GP-WILD-11"), ("must", "may", "tool"), only_guide("ends journeys")
    points: int = 0

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        arrived = phase_of(journey) == "arrived"
        if not arrived:
            urgency: Urgency = "tool" if journey.travellers else "must"
            yield cls.offer_in(journey, arrived, "Break the journey off", urgency=urgency)
            return
        fed(journey)
        usual = JOURNEY.award_per_survivor * sum(not who.npc for who in travellers(state, journey))
        hint = f"For a very hard journey one for each survivor: {usual}."
        points = Count(name="points", label="Fortune Points", most=max(1, usual), default=0, hint=hint)
        yield cls.offer_in(journey, arrived, "End the journey", "", points, urgency="must")

    def act(self, play: Play[State], of: bool) -> None:
        earn(play, self.points, f"a very hard journey, {amid(play.state.journeys[self.journey].title)}", "GP-WILD-13")
        play.record(JourneyEnded(journey=self.journey, arrived=of, rules=("GP-WILD-11",)))


def keep_going(play: Play[State]) -> None:
    """Record what is due on every journey, one thing after the other; nothing is before a session begins."""
    for journey in running(play.state) if play.state.phase == "session" else ():
        happened = -1
        while happened < len(play.moments):
            happened = len(play.moments)
            _go_on(play, play.state.journeys[journey.id])


def _go_on(play: Play[State], journey: Journey) -> None:
    """Record the next thing that is due by itself, if anything is."""
    state = play.state
    people = travellers(state, journey)
    left = tuple(who.id for who in people if who.active and not who.dead and not who.retired)
    if len(left) < len(people):
        rules = ("GP-WILD-01",) if all(who.active for who in people) else ("GP-WILD-01", "GP-RD-26")
        play.record(TravellersChanged(journey=journey.id, travellers=left, rules=rules))
        return
    phase = phase_of(journey)
    if phase in CHECKED and not any(state.trials_of(journey.id)):
        check_role(play, journey, next(role for role in CHECKED if role == phase))
    elif phase in ("hardship", "march"):
        ask_toughness(play, journey)
    elif phase == "encounter" and (meeting := journey.passage.meeting):
        adopt(play, journey, meeting)
    elif phase == "threat" and _answers_itself(state, journey):
        play.record(RoadQuiet(journey=journey.id, rules=("GP-WILD-10",)))
    elif phase == "resting" and journey.passage.moment is None:
        stretch, faces = journey.here, tuple(moment.faces for moment in journey.passage.moments)
        play.record(StretchEnded(
            journey=journey.id, name=stretch.name, threat=stretch.threat, faces=faces,
            rules=("GP-WILD-10", "GP-WILD-11"),
        ))


def _answers_itself(state: State, journey: Journey) -> bool:
    """Whether nothing is left to say in this moment: its roll went with its test, or all saw that no 6 fell."""
    moment = journey.passage.moment
    if state.options.waived_test_roll == "drop" and journey.passage.at not in journey.here.rolls:
        return True
    return bool(state.options.threat_rolls == "open" and moment and moment.watched and not moment.trouble)


RESTING: Final = Part(Hunger, GoOn, StockUp, EndJourney, WentOn, StretchEnded, Stocked, JourneyEnded)

"""Days on the road: how many miles one goes over land and water, what a forced march costs, and moments of hardship
(GP-OVER-01 to -05, GP-WILD-07, GP-WILD-09)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Count, Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.perilous.figures import HOURS_A_DAY, JOURNEY, OVERLAND, PERIL_DICE, TRANSPORTS
from moot.games.perilous.flow import FORETOLD, FlowCommand, only_guide, settles, spoken
from moot.games.perilous.harm import WEARS, fall, tired_by
from moot.games.perilous.journey.phases import InJourney, OfJourney, moved_by, running, travellers
from moot.games.perilous.person import LAST
from moot.games.perilous.route import Journey, Stretch, in_days
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.terms import Outcome, Surface, so_many
from moot.games.perilous.trial import SUCCESSES, Trial
from moot.games.perilous.trying import FREE, call, roll
from moot.kit.keyed import changed, put

SURFACE_CHOICES: Final = tuple(Choice(id_, id_.title()) for id_ in get_args(Surface))
"""What a day's travel goes over."""
LAND: Final = frozenset({"road", "path"})
"""Where people march; elsewhere current and wind count."""
MOST_MILES: Final = 5000
"""How long a way can be."""


def miles(
    transport: str, surface: Surface, *, march: bool = False, water: int = 0, bad_weather: bool = False
) -> int | None:
    """Miles a day, never below 0; None where it cannot go (GP-OVER-05). A march counts on land, `water` elsewhere."""
    base = TRANSPORTS[transport].miles.get(surface)
    if base is None:
        return None
    more = OVERLAND.march * march if surface in LAND else max(OVERLAND.water_least, min(OVERLAND.water_most, water))
    return max(OVERLAND.floor, base + more + OVERLAND.weather * bad_weather)


def slowest(transports: Iterable[str], surface: Surface) -> str:
    """Which of them sets the pace (GP-RD-06)."""
    return min(transports, key=lambda one: TRANSPORTS[one].miles.get(surface, 0))


class MilesReckoned(Event[State], tag="miles-reckoned"):
    """Somebody asked how far a day goes; `days` is 0 where no way was named or nobody moves. It is a proposal for the
    next Stretch that the guide draws."""

    transport: str
    surface: Surface
    miles: int
    way: int = 0
    days: int = 0
    journey: str = ""

    def evolve(self, state: State) -> State:
        if self.journey not in state.journeys:
            return state
        return replace(state, journeys=changed(state.journeys, self.journey, reckoned=self.days))

    def line(self, state: State) -> Line:
        goes = spoken(f"{so_many(self.way, 'mile')} take(s) {in_days(self.days)}", self.way != 1)
        way = f" In fair weather {goes}." if self.days else ""
        today = f"{TRANSPORTS[self.transport].title}, by {self.surface}: {so_many(self.miles, 'mile')} today."
        return Line("move", f"{today}{way}")


class ReckonMiles(FlowCommand, tag="reckon-miles"):
    """Reckon how far a day goes, and how many days a way takes."""

    when, urgency, about_any, aims_any = SESSION, "tool", None, None
    rules = ("GP-OVER-01", "GP-OVER-02", "GP-OVER-03", "GP-OVER-04", "GP-OVER-05", "GP-RD-05", "GP-RD-06")
    transports: tuple[str, ...]
    surface: Surface
    march: bool = False
    water: int = 0
    bad_weather: bool = False
    way: int = 0

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not seat.guides and not seat.plays:
            raise Refused("only-watching", "Those who watch reckon by themselves.")
        on_land = tuple(f"surface:{one}" for one in get_args(Surface) if one in LAND)
        afloat = tuple(f"surface:{one}" for one in get_args(Surface) if one not in LAND)
        ways = tuple(
            Choice(row.id, row.title, needs=tuple(f"surface:{one}" for one in row.miles))
            for row in TRANSPORTS.values()
        )
        yield cls.offer(
            next((journey.id for journey in running(state) if seat.guides), ""), "Reckon miles and days",
            "The slowest sets the pace. Days are for fair weather, without a march.",
            Choose(name="surface", label="Over what?", choices=SURFACE_CHOICES, default=("road",)),
            Choose(name="transports", label="How do they travel?", choices=ways, many=True),
            Confirm(name="march", label="A forced march", needs=on_land, rule="GP-OVER-02"),
            Count(
                name="water", label="Current and wind", least=OVERLAND.water_least, most=OVERLAND.water_most,
                needs=afloat, rule="GP-OVER-03",
            ),
            Confirm(name="bad_weather", label="Bad weather today", rule="GP-OVER-04"),
            Count(name="way", label="How many miles is it?", hint="0: never mind.", most=MOST_MILES),
        )

    def act(self, play: Play[State], of: str) -> None:
        slow = slowest(self.transports, self.surface)
        fair = miles(slow, self.surface, water=self.water) or 0
        today = miles(slow, self.surface, march=self.march, water=self.water, bad_weather=self.bad_weather) or 0
        days = -(-self.way // fair) if fair else 0
        play.record(MilesReckoned(
            transport=slow, surface=self.surface, miles=today, way=self.way, days=days, journey=of, rules=self.rules
        ))


HARDSHIP: Final = "journey-hardship"
"""The purpose of Toughness on the road."""
MARCH: Final = "journey-march"
"""The purpose of Toughness after a forced march."""


def hardship_trial(journey: Journey, stretch: Stretch, who: str) -> Trial:
    """Somebody's Toughness in a moment of hardship: an Assist Die for those who are carried, and no other."""
    return Trial(
        who=who, skill=JOURNEY.toughness_skill, purpose=HARDSHIP, of=journey.id, why=f"Hardship on {stretch.called}.",
        difficulty=stretch.later, assist="conveyed" if who in stretch.carried else "", alone=True,
        costs=PERIL_DICE.failure.each,
    )


def ask_toughness(play: Play[State], journey: Journey) -> None:
    """Call for one Toughness test that is due and not called for, if there is one."""
    stretch, passage = journey.here, journey.passage
    purpose = MARCH if passage.marching else HARDSHIP
    asked = {trial.who for trial in play.state.trials_of(journey.id) if trial.purpose == purpose}
    if passage.marching:
        trials = [_march_trial(journey, who) for who in passage.marching if who not in asked]
    else:
        done = passage.moment.results if passage.moment else {}
        due = [who for who in journey.travellers if who not in done and who not in asked]
        trials = [hardship_trial(journey, stretch, who) for who in due]
    if trials:
        call(play, trials[0])


class ToughnessSettled(OfJourney, tag="toughness-settled"):
    """Somebody's Toughness is settled: in a moment of hardship, or for a `march`. `diced` if dice fell for it; who
    failed a march recovers nothing until the day `until`."""

    who: str
    outcome: Outcome
    march: bool = False
    diced: bool = True
    until: int = 0

    def evolve(self, state: State) -> State:
        journey = self.settled(state.journeys[self.journey], state.people[self.who].peril)
        state = replace(state, journeys=put(state.journeys, journey))
        return state.with_person(self.who, no_rest_until=self.until) if self.until else state

    def settled(self, journey: Journey, peril: int) -> Journey:
        """The journey after it, which leaves them so far down the Peril track."""
        passage, moment = journey.passage, journey.passage.moment
        if self.march or moment is None:
            return journey.with_passage(marching=tuple(who for who in passage.marching if who != self.who))
        if self.hardy and self.who not in passage.hardy:
            journey = journey.with_passage(hardy=(*passage.hardy, self.who))
        results, perils = {**moment.results, self.who: self.outcome}, {**moment.perils, self.who: peril}
        return journey.with_moment(results=results, perils=perils, diced=moment.diced or self.diced)

    @property
    def hardy(self) -> bool:
        """Whether a camp restores them altogether on this Stretch."""
        return self.outcome == "critical-success" and not self.march

    def line(self, state: State) -> Line | None:
        who = state.people[self.who]
        if self.until:
            return Line("result", "recovers nothing for 24 hours.", who.name)
        fact = who.fact("gain", f"{who.name} is hardy", "a camp restores all")
        text = "takes it lightly: a camp restores all Peril on this Stretch."
        return Line("result", text, who.name, facts=(fact,)) if self.hardy else None


FORETOLD[HARDSHIP, ""] = WEARS


@settles(HARDSHIP)
def _borne(play: Play[State], trial: Trial) -> None:
    fell, rules = trial.fell, ("GP-WILD-09",)
    tired_by(play, trial, *rules)
    play.record(ToughnessSettled(
        journey=trial.of, who=trial.who, outcome=fell.outcome, diced=bool(fell.faces), rules=rules
    ))


@settles(MARCH)
def _marched(play: Play[State], trial: Trial) -> None:
    outcome, until, rules = trial.fell.outcome, 0, ("GP-OVER-02",)
    if outcome not in SUCCESSES:
        fall(play, trial.who, LAST, 0, "physical", *rules)
        until = play.state.today(trial.who) + OVERLAND.march_hours // HOURS_A_DAY
    play.record(ToughnessSettled(
        journey=trial.of, who=trial.who, outcome=outcome, march=True, until=until, rules=rules
    ))


class AllEndure(InJourney, tag="all-endure"):
    """Roll every Toughness test of this moment that is still to be rolled, one after the other; of somebody who has two
    the first, which may fell them (GP-CORE-13)."""

    rules, urgency, giver = ("GP-WILD-09", "GP-OVER-02"), "may", only_guide("rolls for everybody at once")

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        waits = [one for one in state.trials_of(journey.id) if one.rolled is None and one.purpose in (HARDSHIP, MARCH)]
        first = {one.who: one for one in reversed(waits)}
        due = [one for one in waits if first[one.who] is one]
        if not due:
            raise Refused("nothing-to-roll", "Everybody has rolled.", "GP-WILD-09")
        names = ", ".join(state.name(trial.who) for trial in due)
        why = f"Toughness for {names}. What a failure costs waits while a Fortune Point could turn it."
        yield cls.offer_in(journey, due, "Everyone rolls", why, rolls=tuple(die for trial in due for die in trial.dice))

    def act(self, play: Play[State], of: list[Trial]) -> None:
        for trial in of:
            roll(play, trial)


class MomentWaived(OfJourney, tag="moment-waived"):
    """The Survivalist spares the party this moment instead of the last one (GP-WILD-07)."""

    def evolve(self, state: State) -> State:
        return super().evolve(state).without_trials_of(self.journey)

    def unfold(self, journey: Journey) -> Journey:
        now, moments = journey.passage.at, enumerate(journey.passage.moments)
        return journey.with_passage(moments=tuple(
            replace(moment, waived=at == now) if at >= now else moment for at, moment in moments
        ))

    def line(self, state: State) -> Line:
        who = state.journeys[self.journey].passage.checks["survivalist"].who
        return Line("move", "spares the party this moment of hardship.", state.named(who) if who else "The GM")


class Waive(InJourney, tag="waive"):
    """Name this moment as the one that the Survivalist spares the party."""

    rules, urgency, records, cites = ("GP-WILD-07",), "may", MomentWaived, ("GP-WILD-07",)

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        passage = journey.passage
        check = passage.checks["survivalist"]
        if check.effect.moments >= 0 or not any(moment.waived for moment in passage.moments[passage.at:]):
            raise Refused("nothing-to-spare", "There is no moment of hardship to spare them.", "GP-WILD-07")
        if not seat.guides and not state.owns(seat, check.who):
            raise Refused("not-the-survivalist", f"{state.named(check.who)} names the moment.", "GP-WILD-07")
        moment = passage.moment
        if (moment and moment.diced) or any(trial.rolled for trial in state.trials_of(journey.id)):
            raise Refused("too-late", "Dice have fallen in this moment: it is borne.", "GP-WILD-07")
        why = "This moment is spared; the last one has to be borne instead."
        yield cls.offer_in(journey, check, "Spare them this moment", why)


def _march_trial(journey: Journey, who: str) -> Trial:
    return Trial(
        who=who, skill=OVERLAND.march_skill, purpose=MARCH, of=journey.id, why="At the end of a forced march.",
        difficulty=OVERLAND.march_difficulty, alone=True,
    )


class Marched(OfJourney, tag="marched"):
    """A day of forced march, after which everybody tests; `sooner` are days by which it shortens the Stretch."""

    sooner: int = 0

    def evolve(self, state: State) -> State:
        return super().evolve(state).reaching(self.journey, state.ends(self.journey) - self.sooner)

    def unfold(self, journey: Journey) -> Journey:
        passage = journey.passage
        if self.sooner:
            spared = self.sooner * passage.effect("guide").provisions * len(journey.travellers)
            journey = journey.given_back(spared, f"{journey.here.name}: a march saves days")
        marches, saved = passage.marches + 1, passage.saved + self.sooner
        return journey.with_passage(marching=journey.travellers, marches=marches, saved=saved)

    def line(self, state: State) -> Line:
        sooner = f" It shortens the Stretch by {in_days(self.sooner)}." if self.sooner else ""
        return Line("move", f"The party makes a forced march of {OVERLAND.march} miles more.{sooner}")


class March(InJourney, tag="march"):
    """Make a forced march today."""

    rules, urgency, records = ("GP-OVER-02", "GP-RD-06", "GP-RD-29"), "may", Marched
    sooner: int = 0

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        moved_by(state, seat, journey)
        stretch, passage = journey.here, journey.passage
        if stretch.surface not in LAND:
            raise Refused("not-on-land", "Only on land can a party march further.", "GP-OVER-02")
        if (left := stretch.days - passage.saved - passage.marches) < 1:
            raise Refused("marched-today", "They have marched on each day of this Stretch.", "GP-OVER-02")
        if any(trial.rolled for trial in state.trials_of(journey.id)):
            raise Refused("tests-first", "Somebody has a test to settle first.", "GP-WILD-09")
        why = (
            f"{OVERLAND.march} miles more. Then everybody tests Toughness, Hard: who fails is Incapacitated! and "
            "recovers nothing for 24 hours."
        )
        ahead = min(left - 1, stretch.left)
        sooner = Count(name="sooner", label="Days by which it shortens the Stretch", most=ahead, default=0)
        blanks = (sooner,) if seat.guides and ahead else ()
        yield cls.offer_in(journey, journey, "Make a forced march", why, *blanks)


class Capsize(InJourney, tag="capsize"):
    """Ask somebody for a Pilot test, or the ship capsizes."""

    rules, urgency, giver = ("GP-OVER-04",), "may", only_guide("asks for tests")
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        if journey.here.surface != "sea" or not journey.here.bad_weather:
            raise Refused("no-storm", "Ships capsize at sea, in bad weather.", "GP-OVER-04")
        for who in travellers(state, journey):
            yield cls.offer_in(journey, who, f"{who.name} at the helm", "Pilot, or the ship capsizes.", who=who.id)

    def act(self, play: Play[State], of: object) -> None:
        call(play, Trial(
            who=self.who, skill=OVERLAND.capsize_skill, purpose=FREE, why="Or the ship capsizes.",
            difficulty=OVERLAND.capsize_difficulty,
        ))


HARDSHIP_PART: Final = Part(AllEndure, Waive, March, Capsize, ToughnessSettled, MomentWaived, Marched)
MILES: Final = Part(ReckonMiles, MilesReckoned)

"""Camps: the only recovery on a journey, and what people do in them (GP-WILD-12, GP-WILD-14)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Change, Choice, Choose, Count, Line, Offers, Part, Play, Refused, Seat, listed
from moot.games.perilous.figures import HOURS_A_DAY, JOURNEY, PERIL, SKILLS
from moot.games.perilous.flow import begun, told
from moot.games.perilous.journey.phases import InJourney, OfJourney, fellows, moved_by, travellers
from moot.games.perilous.packs import Doing, doings, whose
from moot.games.perilous.person import LAST, PERIL_STATES, Person
from moot.games.perilous.route import Camp, Journey, Passage
from moot.games.perilous.state import State
from moot.games.perilous.trial import Trial
from moot.games.perilous.trying import FREE, call
from moot.kit.keyed import put

MOST_CAMP: Final = 30
"""How many days a camp can last at most."""


def restored(state: State, who: Person, passage: Passage, days: int) -> int:
    """How far down the Peril track a camp of so many days leaves somebody: never worse (GP-WILD-12)."""
    return min(who.peril, lowest(state, who, passage, days)[who.id in passage.hardy])


def lowest(state: State, who: Person, passage: Passage, days: int) -> tuple[int, int]:
    """The lowest places of the Peril track on which such a camp leaves somebody, as they are and once they are hardy:
    only who could rest for the hours it takes recovers, a forced march's ban counted (GP-WILD-12, GP-OVER-02)."""
    day, needs = state.today(who.id), JOURNEY.camp_hours
    if (day + days - max(day, who.no_rest_until)) * HOURS_A_DAY < needs or not who.rests:
        return LAST, LAST
    return [*PERIL].index(passage.effect("survivalist").camp or "imperiled"), 0


def camp_eats(journey: Journey, days: int) -> int:
    """The provisions that a camp of so many days takes (GP-WILD-14)."""
    return days * JOURNEY.camp_provisions * len(journey.travellers)


class Camped(OfJourney, tag="camped"):
    """The party made camp: `was` and `now` are places on the Peril track of those it restored.

    Of the guide's people others hear only who is no longer Incapacitated!.
    """

    days: int
    was: dict[str, int]
    now: dict[str, int]
    ate: int

    def evolve(self, state: State) -> State:
        state = state.moved_on()
        for who, peril in self.now.items():
            state = state.with_person(who, peril=peril)
        journey = state.journeys[self.journey]
        camps, perils = journey.passage.camps, {who.id: who.peril for who in travellers(state, journey)}
        camp = Camp(after=journey.passage.latest, days=self.days, perils=perils)
        journey = journey.with_passage(camps=(*camps, camp))
        journey = journey.with_ledger_line(-self.ate, f"{journey.here.name}: camp")
        state = replace(state, journeys=put(state.journeys, journey))
        return state.reaching(self.journey, state.ends(self.journey) + self.days)

    def line(self, state: State) -> Line:
        stand = {who: PERIL_STATES[at].title for who, at in self.now.items()}
        found = [
            (state.people[who], Change("Peril", PERIL_STATES[at].title, stand.get(who, "no longer Incapacitated!")))
            for who, at in self.was.items()
        ]
        facts = tuple(who.fact("gain", f"{who.name} recovers", "", change) for who, change in found)
        names = listed(f"{who.called} ({change.now})" for who, change in found) if found else "nobody of the party"
        days = "a day and a night" if self.days == 1 else f"{self.days} days"
        camp = f"They make camp for {days} and eat {self.ate}.{state.journeys[self.journey].wanting}"
        text = f"{camp} {begun(names)} recover{'s' * (len(found) < 2)}."
        return Line("move", text, facts=(*told(camp), *facts) if facts else ())

    def told(self, state: State, seat: Seat) -> Camped:
        if seat.guides:
            return self
        party = {who for who in self.was if not state.people[who].npc}
        risen = {who for who, at in self.was.items() if at == LAST}
        return replace(
            self, was={who: at for who, at in self.was.items() if who in party | risen},
            now={who: at for who, at in self.now.items() if who in party},
        )


def camped(state: State, journey: Journey, passage: Passage, days: int) -> Camped:
    """What a camp of so many days does to the party now (GP-WILD-12, GP-WILD-14)."""
    now = {who.id: to for who in travellers(state, journey) if (to := restored(state, who, passage, days)) < who.peril}
    ate = camp_eats(journey, days)
    was = {who: state.people[who].peril for who in now}
    return Camped(journey=journey.id, days=days, was=was, now=now, ate=ate, rules=("GP-WILD-12", "GP-WILD-14"))


class MakeCamp(InJourney, tag="camp"):
    """Make camp: the only recovery on a journey."""

    rules, urgency = ("GP-WILD-12", "GP-WILD-14", "GP-RD-29"), "may"
    days: int = 1

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        moved_by(state, seat, journey)
        passage = journey.passage
        if state.seen_wounds:
            raise Refused("wounds-first", "A wound has to be settled first.", "GP-CORE-16")
        seen = [who for who in travellers(state, journey) if seat.guides or not who.npc]
        better = [who.called for who in seen if restored(state, who, passage, 1) < who.peril]
        why = f"A day for {', '.join(better)} to recover." if better else "A day would mend nobody’s Peril."
        eats = f"{camp_eats(journey, 1)} of {journey.left}" if journey.kept else camp_eats(journey, 1)
        days = Count(name="days", label="Days", least=1, most=MOST_CAMP, default=1)
        yield cls.offer_in(journey, passage, "Make camp", f"{why} Each day eats {eats}.", days)

    def act(self, play: Play[State], of: Passage) -> None:
        play.record(camped(play.state, play.state.journeys[self.journey], of, self.days))


class CampDone(OfJourney, tag="camp-done"):
    """Somebody does something in camp; what comes of it the guide enters."""

    sentence, quotes = ("move", "in camp: {title}."), "enters"
    who: str
    title: str
    enters: str


class CampDoing(InJourney, tag="camp-doing"):
    """Do something in camp."""

    rules, urgency = ("GP-WILD-12",), "may"
    who: str
    doing: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, journey: Journey) -> Offers:
        if not any(camp.after == journey.passage.latest for camp in journey.passage.camps):
            raise Refused("no-camp", "Make camp first.", "GP-WILD-12")
        lists = doings(state.packs)
        what = Choose(name="doing", label="What?", choices=tuple(
            Choice(
                key, one.title, hint=f"{SKILLS[one.skill].title}. {one.enters}" if one.skill else one.enters,
                group=whose(state.packs, key),
            )
            for key, one in lists.items()
        ))
        for who in fellows(state, seat, journey):
            yield cls.offer_in(journey, lists, f"{who.name} does something in camp", "", what, who=who.id)
        yield Refused("nobody-yours", "Nobody of yours is on the road.")

    def act(self, play: Play[State], of: dict[str, Doing]) -> None:
        doing = of[self.doing]
        play.record(CampDone(
            journey=self.journey, who=self.who, title=doing.title, enters=doing.enters, rules=self.rules
        ))
        if doing.skill:
            call(play, Trial(
                who=self.who, skill=doing.skill, purpose=FREE, of=self.journey, why=f"{doing.title}.",
                difficulty=doing.difficulty,
            ))


CAMPS: Final = Part(MakeCamp, CampDoing, Camped, CampDone)

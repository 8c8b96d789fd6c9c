"""Something dreadful is beheld, and each tests Resolve against it; what that may cost, exactly (GP-MAD-01 to -04)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Line, Offers, Part, Play, Refused, Seat, Write, listed
from moot.games.perilous.figures import MADNESS, MADNESS_TIERS
from moot.games.perilous.flow import FlowCommand, only_guide, settles, whom
from moot.games.perilous.fortune import earn
from moot.games.perilous.harm import fall, pushed, rolled_peril
from moot.games.perilous.options import Options
from moot.games.perilous.packs import Pack, kept, situations, whose
from moot.games.perilous.person import LAST, PERIL_STATES, Person
from moot.games.perilous.sins import offence, sin, sleeping, wake
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.terms import Madness, Outcome
from moot.games.perilous.trial import SUCCESSES, Trial, odds_of, worth_of
from moot.games.perilous.trying import call
from moot.games.perilous.underway import Ordeal
from moot.kit.bars import percent
from moot.kit.keyed import changed, put

BEARING: Final[dict[Outcome, str]] = {
    "critical-success": "stands unmoved", "success": "withstands it",
    "failure": "gives way", "critical-failure": "breaks",
}
"""How somebody bears it, in words."""
_RULES: Final = {"stress": "GP-MAD-05", "fear": "GP-MAD-06", "terror": "GP-MAD-07"}


class OrdealBegan(Event[State], tag="ordeal-began"):
    """People behold something that they have to withstand; what they beheld before is no longer shown."""

    ordeal: Ordeal

    def evolve(self, state: State) -> State:
        state = state.going_on()
        return replace(state, ordeals=put(state.ordeals, self.ordeal))

    def line(self, state: State) -> Line:
        names = listed(state.name(who) for who in self.ordeal.people)
        return Line("move", f"{MADNESS_TIERS[self.ordeal.tier].title} comes over {names}.", quote=self.ordeal.what)


def trial_for(ordeal: Ordeal, who: str) -> Trial:
    """The test with which somebody withstands something: nobody helps with Resolve (GP-RD-03)."""
    tier = MADNESS_TIERS[ordeal.tier]
    return Trial(
        who=who, skill=MADNESS.skill, purpose="withstand", of=ordeal.id, why=ordeal.what, alone=True,
        difficulty=worth_of(tier.value), costs=(tier.peril.sides,) * tier.peril.dice,
    )


@kept
def _listed(own: Mapping[str, Pack]) -> tuple[Choice, ...]:
    return tuple(
        Choice(key, row.title, "the tier is doubtful" if row.doubtful else whose(own, key), group=row.tier.title())
        for key, row in situations(own).items()
    )


class Terrify(FlowCommand, tag="terrify"):
    """Let people withstand Stress, Fear or Terror: by one of the situations, or by your own words."""

    when, rules, urgency, giver = SESSION, ("GP-MAD-01", "GP-MAD-04"), "may", only_guide("says what is to be withstood")
    throws = "later"
    by: Literal["list", "hand"]
    people: tuple[str, ...]
    situation: str = ""
    tier: Madness | Literal[""] = ""
    what: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        cast = [who.id for who in state.cast() if who.known]
        if not cast:
            raise Refused("nobody-there", "Nobody is there to behold it.")
        party = tuple(who for who in cast if not state.people[who].npc)
        people = whom(state, "Who beholds it?", cast, "people", many=True, default=party)
        tiers = tuple(
            Choice(row.id, row.worth, hint=f"{row.peril} Peril, {row.corruption} Corruption")
            for row in MADNESS_TIERS.values()
        )
        yield cls.offer(
            None, "Something to withstand", "One of the situations; its tier is a proposal.",
            Choose(name="situation", label="What?", choices=_listed(state.packs)), people,
            Choose(name="tier", label="Another tier?", choices=tiers, least=0, nothing="As the situation has it"),
            by="list",
        )
        yield cls.offer(
            None, "Something of your own to withstand", "In your own words.", Write(name="what", label="What?"),
            Choose(name="tier", label="How bad?", choices=tiers), people, by="hand",
        )

    def act(self, play: Play[State], of: object) -> None:
        row = situations(play.state.packs).get(self.situation)
        tier: Madness = self.tier or (row.tier if row else "stress")
        rules = ("GP-MAD-04", _RULES[row.tier]) if row else ()
        terrify(play, tier, row.title if row else self.what.strip(), self.people, *rules)


def terrify(play: Play[State], tier: Madness, what: str, people: tuple[str, ...], *rules: str) -> None:
    """Let people behold something of a tier: each has a test to make."""
    ordeal = Ordeal(id=play.state.next_id, tier=tier, what=what, people=people)
    play.record(OrdealBegan(ordeal=ordeal, rules=("GP-MAD-01", *rules)))
    for who in people:
        call(play, trial_for(ordeal, who))


class Withstood(Event[State], tag="withstood"):
    """Somebody withstood something, or did not."""

    ordeal: str
    who: str
    outcome: Outcome

    def evolve(self, state: State) -> State:
        bore = {**state.ordeals[self.ordeal].bore, self.who: self.outcome}
        return replace(state, ordeals=changed(state.ordeals, self.ordeal, bore=bore))

    def line(self, state: State) -> Line:
        who, bears = state.people[self.who], BEARING[self.outcome]
        fact = who.fact("fact" if self.outcome in SUCCESSES else "hurt", f"{who.name} {bears}")
        return Line("result", f"{bears}.", who.name, facts=(fact,))


@settles("withstand")
def withstand(play: Play[State], trial: Trial) -> None:
    """What comes of it: Fortune, or for who suffers it Peril and Corruption, and a Mutation that wakes (GP-MAD-01 to
    GP-MAD-03, GP-DIS-02, GP-RD-28)."""
    who, rolled, options = play.state.people[trial.who], trial.fell, play.state.options
    tier = MADNESS_TIERS[play.state.ordeals[trial.of].tier]
    play.record(Withstood(ordeal=trial.of, who=who.id, outcome=rolled.outcome, rules=("GP-MAD-01",)))
    if rolled.outcome in SUCCESSES:
        if rolled.outcome == "critical-success" and options.madness_cs_fortune == "true" and not who.npc:
            earn(play, MADNESS.critical_fortune, f"{who.name} stands unmoved", "GP-MAD-01", "GP-RD-14")
        return
    stacks = options.incapacitated_corruption_stacks == "true"
    if rolled.outcome == "critical-failure" and options.madness_critical_failure == "incapacitated-plus-corruption":
        fall(play, who.id, LAST, 0, "mental", "GP-MAD-02", corrupts=stacks)
    else:
        rolled_peril(play, who.id, tier.peril, "mental", "GP-MAD-01", corrupts=stacks)
    sin(play, who.id, tier.corruption, f"suffering {tier.title}", "GP-MAD-03", "GP-MAD-01")
    wake(play, who.id, "GP-RD-28")


def cost(options: Options, who: Person, tier: Madness) -> dict[tuple[int, int], Fraction]:
    """The chance of each place on the Peril track with each gain of Corruption, after withstanding something once."""
    row, found = MADNESS_TIERS[tier], defaultdict[tuple[int, int], Fraction](Fraction)
    again = offence("incapacitated") if options.incapacitated_corruption_stacks == "true" else 0
    at_once = options.madness_critical_failure == "incapacitated-plus-corruption"
    trial = trial_for(Ordeal(id="", tier=tier, what="", people=(who.id,)), who.id)
    for outcome, share in odds_of(options, trial, who).items():
        if outcome in SUCCESSES:
            found[who.peril, 0] += share
        elif who.incapacitated:
            found[who.peril, row.corruption] += share
        else:
            broken = outcome == "critical-failure" and at_once
            for now, part in ({LAST: Fraction(1)} if broken else pushed(options, who, row.peril)).items():
                found[now, row.corruption + (again if now == LAST else 0)] += share * part
    return {end: share for end, share in found.items() if share}


class CostView(msgspec.Struct, frozen=True, kw_only=True):
    """What an ordeal may cost one of them: the chance of each gain of Corruption, and of each place on the Peril track.

    `wakes`: whether giving way wakes a Mutation of theirs.
    """

    ordeal: str
    who: str
    nothing: str
    corruption: tuple[tuple[int, str], ...]
    peril: tuple[tuple[str, str], ...]
    wakes: bool


def weighed(state: State, ordeal: Ordeal, who: str) -> CostView:
    """What it may cost somebody, for those who play them."""
    corruption, peril = defaultdict[int, Fraction](Fraction), defaultdict[int, Fraction](Fraction)
    ends = cost(state.options, state.people[who], ordeal.tier)
    for (place, points), share in ends.items():
        corruption[points] += share
        peril[place] += share
    return CostView(
        ordeal=ordeal.id, who=who, nothing=percent(ends.get((state.people[who].peril, 0), Fraction(0))),
        corruption=tuple((points, percent(share)) for points, share in sorted(corruption.items())),
        peril=tuple((PERIL_STATES[place].title, percent(share)) for place, share in sorted(peril.items())),
        wakes=any(sleeping(state.people[who])),
    )


MADNESS_PART: Final = Part(Terrify, OrdealBegan, Withstood)

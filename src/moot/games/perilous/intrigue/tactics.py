"""Tactics: each names one before the first roll, or stands aside; then they are tested (GP-SOC-03, -06, -09).

The order of work: difficulty, the roll with any Assist Die, a Fortune re-roll, and only then the secret. So what people
are offered after a failure is the same whatever the secret is, and Peril is rolled when all of that is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Fact, Field, Line, Offered, Part, Play, Refused, Seat
from moot.core.frames import FactKind
from moot.games.perilous.evening.requisitions import cannot_buy
from moot.games.perilous.figures import DIFFICULTIES, DISPOSITIONS, EXCHANGE, PERIL_DICE, REPUTATION, SKILLS, TACTICS
from moot.games.perilous.flow import begun, settles
from moot.games.perilous.fortune import earn
from moot.games.perilous.harm import rolled_peril
from moot.games.perilous.intrigue.odds import bent, column, known, temperament
from moot.games.perilous.intrigue.phases import (
    InExchange,
    OfExchange,
    phase_of,
    shaken,
    swayable,
    there,
    trial_for,
    untold,
)
from moot.games.perilous.person import LedgerLine, Person
from moot.games.perilous.state import State
from moot.games.perilous.terms import Outcome, Tactic
from moot.games.perilous.trial import SUCCESSES, Trial
from moot.games.perilous.trying import call, success
from moot.games.perilous.underway import Approach, SocialExchange, Token
from moot.kit.keyed import changed, without
from moot.kit.people import label_for, mine


class TacticNamed(OfExchange, tag="tactic-named"):
    """Somebody named the Tactic that they will try."""

    who: str
    npc: str
    skill: Tactic

    def unfold(self, exchange: SocialExchange) -> SocialExchange:
        return replace(exchange, approaches={**exchange.approaches, self.who: Approach(self.skill, self.npc)})

    def line(self, state: State) -> Line:
        return Line("move", f"tries {SKILLS[self.skill].title} on {state.name(self.npc)}.", state.named(self.who))


class NameTactic(InExchange, tag="tactic"):
    """Name the Tactic that you will try; until all have named one, it may be changed."""

    rules, urgency = ("GP-SOC-03", "GP-SOC-09"), ("must", "may")
    records, stands_in, in_the_open = TacticNamed, True, True
    who: str
    npc: str
    skill: Tactic

    @classmethod
    def offers_in(cls, state: State, seat: Seat, exchange: SocialExchange) -> Iterator[Offered | Refused]:
        for who in _yours(state, seat, exchange):
            if who.incapacitated:
                message = f"{who.name} is Incapacitated! and can only stand aside."
                yield cls.barred(Refused("incapacitated", message, "GP-CORE-13"), exchange=exchange.id, who=who.id)
                continue
            named = exchange.approaches.get(who.id)
            for npc in swayable(state, exchange):
                other = " otherwise" if named and named.npc == npc else ""
                label = label_for(state, who.id, f"Work on {state.name(npc)}{other}")
                difficulty = DIFFICULTIES[exchange.difficulty[who.id][npc]]
                yield cls.offer_in(
                    exchange, who, label, f"{difficulty.worth} for {who.called}.",
                    partial(_tactics, state, exchange, who, npc), who=who.id, npc=npc,
                    urgency="may" if named else "must",
                )


def _yours(state: State, seat: Seat, exchange: SocialExchange) -> list[Person]:
    """The people of a seat in an exchange. Raises Refused if there are none."""
    found = [who for who in mine(state, seat) if who.id in exchange.people]
    if not found:
        raise Refused("not-in-it", "None of your characters is in this exchange.", "GP-SOC-03")
    return found


def _tactics(state: State, exchange: SocialExchange, who: Person, npc: str, shown: bool) -> Iterator[Field]:
    """The seven, with the chance of each and what people know of it, for those who read."""
    choices = [Choice(each, SKILLS[each].title) for each in TACTICS]
    if shown:
        marks = known(exchange, npc)
        choices = [
            replace(one, hint=", ".join(filter(None, (
                success(state, trial_for(exchange, who.id, npc, one.value)),
                "untrained" if SKILLS[one.value].special and not who.ranks.get(one.value) else "", marks[one.value],
            )))) for one in choices
        ]
    yield Choose(name="skill", label="How?", choices=tuple(choices))


class StoodAside(OfExchange, tag="stood-aside"):
    """Somebody tries nothing in this exchange, or nothing any more: their test falls away."""

    sentence = ("move", "stands aside.")
    who: str

    def evolve(self, state: State) -> State:
        gone = [trial.id for trial in state.trials_of(self.exchange) if trial.who == self.who]
        return replace(super().evolve(state), trials=without(state.trials, *gone))

    def unfold(self, exchange: SocialExchange) -> SocialExchange:
        return replace(exchange, approaches={**exchange.approaches, self.who: Approach()})


class StandAside(InExchange, tag="stand-aside"):
    """Try nothing in this exchange."""

    rules, urgency, records = ("GP-SOC-03",), "may", StoodAside
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, exchange: SocialExchange) -> Iterator[Offered | Refused]:
        for who in _yours(state, seat, exchange):
            if exchange.approaches.get(who.id) == Approach():
                message = f"{who.name} stands aside already. Until all have chosen, a Tactic can still be named."
                others = () if who.incapacitated else swayable(state, exchange)
                works = tuple(f"Work on {state.name(npc)}" for npc in others)
                reason = Refused("aside-already", message, "GP-SOC-03", allowed=works)
                yield cls.barred(reason, exchange=exchange.id, who=who.id)
                continue
            label = label_for(state, who.id, "Stand aside", "{} stands aside")
            yield cls.offer_in(exchange, who, label, f"{who.name} says nothing.", who=who.id)


def carry_on(play: Play[State]) -> None:
    """Who can do nothing stands aside (GP-CORE-13), and who works on somebody who is gone (GP-RD-31); once all have
    named a Tactic each has their test to make, in the order they like (GP-SOC-09)."""
    for id_ in tuple(play.state.exchanges):
        exchange = play.state.exchanges[id_]
        others = swayable(play.state, exchange)
        for who in there(play.state, exchange) if phase_of(play.state, exchange) == "tactics" else ():
            down = play.state.people[who].incapacitated
            if (down or not others) and who not in exchange.approaches:
                play.record(StoodAside(exchange=id_, who=who, rules=("GP-CORE-13" if down else "GP-RD-31",)))
        exchange = play.state.exchanges[id_]
        for who in untold(play.state, exchange):
            if exchange.approaches[who].npc not in others:
                play.record(StoodAside(exchange=id_, who=who, rules=("GP-RD-31",)))
        exchange = play.state.exchanges[id_]
        for who in shaken(play.state, exchange):
            if play.state.people[who].incapacitated:
                play.record(Steadied(exchange=id_, who=who, rules=("GP-CORE-13",)))
        if phase_of(play.state, exchange) != "testing":
            continue
        called = {trial.who for trial in play.state.trials_of(id_)}
        for who in untold(play.state, exchange):
            if who not in called:
                one = exchange.approaches[who]
                call(play, trial_for(exchange, who, one.npc, one.skill, f"To sway {play.state.name(one.npc)}."))


_CARDS: Final[dict[Outcome, FactKind]] = {
    "critical-success": "gain", "success": "gain", "failure": "fact", "critical-failure": "hurt",
}


class Swayed(OfExchange, tag="swayed"):
    """A test of an exchange has its result: what was rolled, what the secret made of it, and the temperament."""

    token: Token

    def unfold(self, exchange: SocialExchange) -> SocialExchange:
        shaken = (self.token.who,) if self.token.outcome == "critical-failure" else ()
        return replace(exchange, tokens=(*exchange.tokens, self.token), shaken=(*exchange.shaken, *shaken))

    def line(self, state: State) -> Line | None:
        token = self.token
        who, npc, skill = state.named(token.who), state.name(token.npc), SKILLS[token.skill].title
        seat = state.people[token.who].player
        if token.column is None:
            got = "gets what was wanted" if token.outcome in SUCCESSES else "gets nothing"
            return Line("result", f"{got} of {npc}.", who)
        opens = {"critical-success": "opens", "critical-failure": "shuts"}
        shown = f", which {opens[token.outcome]} them" if token.bent else ""
        fact = Fact(
            kind=_CARDS[token.outcome], text=begun(f"{npc} is {token.word}"), who=who, seat=seat,
            note=f"{skill}{shown}, read from {DISPOSITIONS[token.column].title}",
        )
        return Line("result", f"tries {skill}{shown}: {npc} is {token.word}.", who, facts=(fact,))


@settles("sway")
def sway(play: Play[State], trial: Trial) -> None:
    """What comes of a test: the secret, unless no dice fell, the column, the word (GP-SOC-04, GP-SOC-06, GP-RD-21)."""
    exchange, rolled = play.state.exchanges[trial.of], trial.fell.outcome
    target, blind = exchange.targets[trial.step], not trial.fell.faces
    outcome = rolled if blind else bent(rolled, trial.skill, target.pair)
    token = Token(
        who=trial.who, npc=trial.step, skill=trial.skill, round=exchange.round, rolled=rolled, outcome=outcome,
        blind=blind,
    )
    rules = ["GP-SOC-01"]
    if not exchange.simple:
        read = column(outcome, target.disposition)
        named = exchange.approaches[trial.who].skill
        tactic = TACTICS[trial.skill if trial.skill in TACTICS else named].id
        token = replace(token, column=read, tactic=tactic, word=temperament(tactic, outcome, read))
        rules = ["GP-SOC-06", "GP-SOC-07" if outcome in SUCCESSES else "GP-SOC-08", *["GP-SOC-04"] * token.bent]
        rules += ["GP-RD-27"] * (trial.skill != named)
    play.record(Swayed(exchange=exchange.id, token=token, rules=tuple(rules)))
    if outcome == "critical-success" and not exchange.simple:
        earn(play, EXCHANGE.critical_fortune, f"{play.state.named(trial.who)} wins somebody over", "GP-SOC-06")


class Steadied(OfExchange, tag="steadied"):
    """Somebody has no Peril of an exchange to roll any more."""

    silent = True
    who: str

    def unfold(self, exchange: SocialExchange) -> SocialExchange:
        return replace(exchange, shaken=tuple(who for who in exchange.shaken if who != self.who))


class BearPeril(InExchange, tag="bear-peril"):
    """Roll the mental Peril of a critical failure."""

    rules, urgency, stands_in = ("GP-SOC-06", "GP-SOC-01"), "must", True
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, exchange: SocialExchange) -> Iterator[Offered]:
        dice = PERIL_DICE.failure
        for who in shaken(state, exchange):
            if state.owns(seat, who):
                label, why = label_for(state, who, "Roll the Peril"), f"{dice} mental Peril for {state.name(who)}."
                yield cls.offer_in(exchange, who, label, why, who=who, rolls=(dice.sides,) * dice.dice)

    def act(self, play: Play[State], of: str) -> None:
        play.record(Steadied(exchange=self.exchange, who=of, rules=self.rules[:1]))
        rolled_peril(play, of, PERIL_DICE.failure, "mental", *self.rules[:1])


class AssistBought(Event[State], tag="assist-bought"):
    """Somebody paid with Reputation for an Assist Die: it is their Minor requisition of the day (GP-REP-04)."""

    trial: str
    who: str
    cost: int

    def evolve(self, state: State) -> State:
        who, tier = state.people[self.who], REPUTATION.assist_tier
        fame = (*who.fame, LedgerLine(-self.cost, "help in an exchange", "GP-REP-04"))
        state = state.with_person(self.who, fame=fame, bought={**who.bought, tier: state.today(self.who)})
        return replace(state, trials=changed(state.trials, self.trial, assist="reputation"))

    def line(self, state: State) -> Line:
        left = state.people[self.who].reputation
        return Line("move", f"pays {self.cost} Reputation for an Assist Die; {left} left.", state.named(self.who))


class BuyAssist(InExchange, tag="buy-assist"):
    """Pay a point of Reputation for an Assist Die, before the roll."""

    rules, urgency = ("GP-REP-04", "GP-RD-15"), "may"
    trial: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, exchange: SocialExchange) -> Iterator[Offered | Refused]:
        for trial in state.trials_of(exchange.id):
            who = state.people[trial.who]
            if trial.rolled is None and state.owns(seat, trial.who):
                reason = cannot_buy(state, who, REPUTATION.assist_tier, REPUTATION.assist_cost, "GP-REP-04")
                if trial.assist:
                    reason = Refused("one-assist", "This test has its Assist Die: one is the most.", "GP-CORE-06")
                if reason is not None:
                    yield cls.barred(reason, exchange=exchange.id, trial=trial.id)
                    continue
                label = label_for(state, who.id, f"Buy an Assist Die for {REPUTATION.assist_cost} Reputation")
                why = f"{who.name} has {who.reputation}. It is the day’s Minor requisition."
                yield cls.offer_in(exchange, trial, label, why, trial=trial.id)

    def act(self, play: Play[State], of: Trial) -> None:
        play.record(AssistBought(trial=of.id, who=of.who, cost=REPUTATION.assist_cost, rules=self.rules[:1]))


TACTIC_PART: Final = Part(
    NameTactic, StandAside, BearPeril, BuyAssist, TacticNamed, StoodAside, AssistBought, Swayed, Steadied
)

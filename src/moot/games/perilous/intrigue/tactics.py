"""Tactics: each names one, all before the first roll, or stands aside (GP-SOC-03, GP-SOC-09)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Offered, Part, Refused, Seat
from moot.core.blanks import Field
from moot.games.perilous.figures import DIFFICULTIES, SKILLS, TACTICS
from moot.games.perilous.flow import mine
from moot.games.perilous.intrigue.odds import known
from moot.games.perilous.intrigue.phases import InExchange, OfExchange, trial_for
from moot.games.perilous.person import Person
from moot.games.perilous.state import State
from moot.games.perilous.talks import Approach, Exchange
from moot.games.perilous.terms import Tactic
from moot.games.perilous.trying import success


class TacticNamed(OfExchange, tag="tactic-named"):
    """Somebody named the Tactic that they will try."""

    who: str
    npc: str
    skill: Tactic

    def unfold(self, exchange: Exchange) -> Exchange:
        return replace(exchange, approaches={**exchange.approaches, self.who: Approach(self.skill, self.npc)})

    def line(self, state: State) -> Line:
        return Line("move", f"tries {SKILLS[self.skill].title} on {state.name(self.npc)}.", state.name(self.who))


class NameTactic(InExchange, tag="tactic"):
    """Name the Tactic that you will try; until all have named one, it may be changed."""

    rules, urgency = ("GP-SOC-03", "GP-SOC-09"), ("must", "may")
    records, stands_in, in_the_open = TacticNamed, True, True
    who: str
    npc: str
    skill: Tactic

    @classmethod
    def offers_in(cls, state: State, seat: Seat, exchange: Exchange) -> Iterator[Offered | Refused]:
        for who in yours(state, seat, exchange):
            if who.incapacitated:
                message = f"{who.name} is Incapacitated! and can only stand aside."
                yield cls.barred(Refused("incapacitated", message, "GP-CORE-13"), exchange=exchange.id, who=who.id)
                continue
            named = exchange.approaches.get(who.id)
            for npc in exchange.targets:
                label = f"Work on {state.name(npc)}" + (" otherwise" if named and named.npc == npc else "")
                difficulty = DIFFICULTIES[exchange.difficulty[who.id][npc]]
                yield cls.offer_in(
                    exchange, who, label, f"{difficulty.title} ({difficulty.value:+d}) for {who.name}.",
                    _tactics(state, exchange, who, npc), who=who.id, npc=npc, urgency="may" if named else "must",
                )


def yours(state: State, seat: Seat, exchange: Exchange) -> list[Person]:
    """The people of a seat in an exchange. Raises Refused if there are none."""
    found = [who for who in mine(state, seat) if who.id in exchange.people]
    if not found:
        raise Refused("not-in-it", "None of your characters is in this exchange.", "GP-SOC-03")
    return found


def _tactics(state: State, exchange: Exchange, who: Person, npc: str) -> Callable[[bool], Iterable[Field]]:
    """The seven, with the chance of each and what people know of it, for those who read."""

    def made(shown: bool) -> Iterable[Field]:
        choices = [Choice(each, SKILLS[each].title) for each in TACTICS]
        if shown:
            marks = known(exchange, npc)
            choices = [
                replace(one, hint=", ".join(filter(None, (
                    success(state, trial_for(exchange, who.id, npc, one.value)),
                    "untrained" if SKILLS[one.value].special and not who.ranks.get(one.value) else "",
                    marks[one.value].words,
                )))) for one in choices
            ]
        yield Choose(name="skill", label="How?", choices=tuple(choices))

    return made


class StoodAside(OfExchange, tag="stood-aside"):
    """Somebody tries nothing in this exchange."""

    who: str

    def unfold(self, exchange: Exchange) -> Exchange:
        return replace(exchange, approaches={**exchange.approaches, self.who: Approach()})

    def line(self, state: State) -> Line:
        return Line("move", "stands aside.", state.name(self.who))


class StandAside(InExchange, tag="stand-aside"):
    """Try nothing in this exchange."""

    rules, urgency = ("GP-SOC-03",), "may"
    records = StoodAside
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, exchange: Exchange) -> Iterator[Offered]:
        for who in yours(state, seat, exchange):
            if who.id not in exchange.approaches or exchange.approaches[who.id].skill:
                yield cls.offer_in(exchange, who, "Stand aside", f"{who.name} says nothing.", who=who.id)


TACTIC_PART: Final = Part(NameTactic, StandAside, TacticNamed, StoodAside)

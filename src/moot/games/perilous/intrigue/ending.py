"""How an exchange goes on or ends: once more with the same people, the secret shown, what comes of it (GP-SOC-09)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Event, Frame, Line, Offered, Part, Play, Refused, Seat, Waiting, Write, listed
from moot.games.perilous.figures import SKILLS
from moot.games.perilous.flow import only_guide, told, whom
from moot.games.perilous.intrigue.framing import difficulties, free
from moot.games.perilous.intrigue.phases import InExchange, OfExchange, phase_of, shaken, swayable, there
from moot.games.perilous.state import State
from moot.games.perilous.terms import Difficulty
from moot.games.perilous.underway import Pair, SocialExchange
from moot.kit.keyed import changed, without
from moot.kit.people import waits_for


class TalkedOn(OfExchange, tag="talked-on"):
    """Another exchange begins, with the same people if none are named; `fresh` ones are to have another secret."""

    fresh: tuple[str, ...]
    difficulty: dict[str, dict[str, Difficulty]]
    people: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return super().evolve(state.moved_on())

    def unfold(self, exchange: SocialExchange) -> SocialExchange:
        targets = exchange.targets
        for npc in self.fresh:
            targets = changed(targets, npc, pair=None, opened=False, since=exchange.round + 1)
        return replace(
            exchange, round=exchange.round + 1, approaches={}, targets=targets, difficulty=self.difficulty,
            people=self.people or exchange.people,
        )

    def line(self, state: State) -> Line:
        fresh = listed(map(state.name, self.fresh))
        came = f" With them: {listed(map(state.name, self.people))}." if self.people else ""
        return Line("move", f"They talk on.{came}" + (f" What opens {fresh} is chosen again." if self.fresh else ""))


class Again(InExchange, tag="again"):
    """Let them talk on: everybody may try another Tactic, and secrets stay or are chosen again."""

    rules, urgency, giver = ("GP-SOC-09", "GP-RD-10"), "may", only_guide("lets them talk on")
    fresh: tuple[str, ...] = ()
    people: tuple[str, ...] = ()

    @classmethod
    def offers_in(cls, state: State, seat: Seat, exchange: SocialExchange) -> Iterator[Offered]:
        if exchange.simple or not there(state, exchange) or not swayable(state, exchange):
            raise Refused("nothing-more", "There is nothing more to be had here.", "GP-SOC-09")
        blank = whom(
            state, "Whose secret do you choose again?", swayable(state, exchange), "fresh", many=True, least=0,
            hint="Everybody is told whether it changes. Without one, all secrets stay as they are.",
        )
        now, others = there(state, exchange), free(state)[0]
        who = whom(state, "Who talks now?", (*now, *others), "people", many=True, default=now)
        blanks = (blank, who) if others else (blank,)
        yield cls.offer_in(exchange, exchange, "They talk on", "Another exchange with the same people.", *blanks)

    def act(self, play: Play[State], of: SocialExchange) -> None:
        people = () if {*self.people} == {*there(play.state, of)} else self.people
        again = difficulties(play.state, people or of.people, of.targets)
        play.record(TalkedOn(exchange=of.id, fresh=self.fresh, difficulty=again, people=people, rules=self.rules[:1]))


class PairOpened(OfExchange, tag="pair-opened"):
    """The guide shows what opened somebody, and what shut them."""

    npc: str
    pair: Pair

    def unfold(self, exchange: SocialExchange) -> SocialExchange:
        return replace(exchange, targets=changed(exchange.targets, self.npc, opened=True))

    def line(self, state: State) -> Line:
        opens, shuts = SKILLS[self.pair.favourable].title, SKILLS[self.pair.unfavourable].title
        return Line("move", f"{state.named(self.npc)} was open to {opens}, and shut to {shuts}.")


class OpenPair(InExchange, tag="open-pair"):
    """Show everybody somebody's secret."""

    rules, urgency, giver = ("GP-SOC-04",), "may", only_guide("shows the secret")
    npc: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, exchange: SocialExchange) -> Iterator[Offered]:
        for npc, target in exchange.targets.items():
            if target.pair is not None and not target.opened:
                label, why = f"Show the secret of {state.name(npc)}", "Everybody sees what opened and what shut them."
                yield cls.offer_in(exchange, target.pair, label, why, npc=npc)

    def act(self, play: Play[State], of: Pair) -> None:
        play.record(PairOpened(exchange=self.exchange, npc=self.npc, pair=of, rules=self.rules))


class ExchangeClosed(Event[State], tag="exchange-closed"):
    """An exchange is over."""

    exchange: str
    simple: bool = False
    what: str = ""

    def evolve(self, state: State) -> State:
        state = state.without_trials_of(self.exchange)
        return replace(state, exchanges=without(state.exchanges, self.exchange))

    def line(self, state: State) -> Line | None:
        if self.simple:
            return None
        frame = Frame(kind="over", id=f"exchange-{self.exchange}", lead="All is said", facts=told(self.what))
        return Line("scene", "The exchange is over.", quote=self.what, frame=frame)


class CloseExchange(InExchange, tag="close-exchange"):
    """End an exchange, and say what comes of it."""

    rules, urgency, giver = ("GP-SOC-09", "GP-SOC-07"), ("must", "tool"), only_guide("ends an exchange")
    what: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, exchange: SocialExchange) -> Iterator[Offered]:
        if shaken(state, exchange) or any(trial.rolled for trial in state.trials_of(exchange.id)):
            raise Refused("dice-first", "What the dice have shown is settled first, with any Peril of it.", "GP-SOC-06")
        what = Write(name="what", label="In a few words", least=0, hint="Temperaments guide how you play them.")
        over = phase_of(state, exchange) == "told"
        label = "End the exchange" if over else "Break off the exchange"
        yield cls.offer_in(exchange, exchange, label, "", what, urgency="must" if over else "tool")

    def act(self, play: Play[State], of: SocialExchange) -> None:
        play.record(ExchangeClosed(exchange=of.id, simple=of.simple, what=self.what.strip(), rules=self.rules[:1]))


def close_simple(play: Play[State]) -> None:
    """A Simple Exchange is over with its one test (GP-SOC-01)."""
    for exchange in tuple(play.state.exchanges.values()):
        if exchange.simple and phase_of(play.state, exchange) == "told":
            play.record(ExchangeClosed(exchange=exchange.id, simple=True, rules=("GP-SOC-01",)))


def waiting(state: State) -> tuple[Waiting, ...]:
    """Whom exchanges wait for; their tests wait by themselves."""
    return waits_for(state, (one for exchange in state.exchanges.values() for one in _asked(state, exchange)))


def _asked(state: State, exchange: SocialExchange) -> Iterator[tuple[str, str]]:
    match phase_of(state, exchange):
        case "framing":
            yield "", "the secret of the exchange"
        case "tactics":
            silent = (who for who in there(state, exchange) if who not in exchange.approaches)
            for who in silent:
                yield state.played_by(who), f"{state.name(who)}’s Tactic" if state.guided(who) else "a Tactic"
        case "told":
            yield "", "what comes of the exchange"
        case "testing":
            hurt = shaken(state, exchange)
            yield from ((state.played_by(who), f"the Peril of {state.name(who)}") for who in hurt)


ENDING: Final = Part(CloseExchange, Again, OpenPair, TalkedOn, PairOpened, ExchangeClosed)

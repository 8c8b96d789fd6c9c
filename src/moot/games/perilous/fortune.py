"""Fortune and Misfortune: the party's pool, what the guide gets of it, and when it goes (GP-CORE-18)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Event, Line, Offers, Part, Play, Refused, Seat, Write
from moot.games.perilous.flow import FlowCommand, only_guide, whom
from moot.games.perilous.person import LedgerLine, Person, total
from moot.games.perilous.state import SESSION, State
from moot.games.perilous.terms import amid


class FortuneGained(Event[State], tag="fortune-gained"):
    """Points came into the party's pool."""

    points: int
    what: str

    def evolve(self, state: State) -> State:
        return replace(state, fortune=(*state.fortune, LedgerLine(self.points, self.what, next(iter(self.rules), ""))))

    def line(self, state: State) -> Line:
        points = "a Fortune Point" if self.points == 1 else f"{self.points} Fortune Points"
        left = total(state.fortune)
        now = f"There {'is' if left == 1 else 'are'} {left} now."
        return Line("result", f"The party gains {points}: {amid(self.what)}. {now}")


class PointSpent(Event[State], tag="point-spent"):
    """A point of the pool was spent, for somebody or by the guide alone; one of Fortune becomes the guide's Misfortune
    (GP-CORE-18)."""

    pool: Literal["fortune", "misfortune"]
    who: str
    what: str

    def evolve(self, state: State) -> State:
        rule = next(iter(self.rules), "")
        less, more = LedgerLine(-1, self.what, rule), LedgerLine(1, self.what, rule)
        if self.pool == "fortune":
            return replace(state, fortune=(*state.fortune, less), misfortune=(*state.misfortune, more))
        back = (more,) if state.options.misfortune_returns == "true" else ()
        return replace(state, misfortune=(*state.misfortune, less), fortune=(*state.fortune, *back))

    def line(self, state: State) -> Line:
        spent = "a Fortune Point" if self.pool == "fortune" else "a Misfortune Point"
        text = f"spends {spent}: {self.what}."
        return Line("move", text, state.named(self.who)) if self.who else Line("move", f"The GM {text}")

    def told(self, state: State, seat: Seat) -> PointSpent | None:
        if seat.guides or state.knows(self.who):
            return self
        return replace(self, who="", what="the GM knows what for")


def coin(who: Person) -> str:
    """What is spent for somebody."""
    return "Misfortune" if who.npc else "Fortune"


def spend(play: Play[State], who: Person, what: str) -> None:
    """Let a point be spent for somebody, from their side's pool."""
    play.record(PointSpent(pool="misfortune" if who.npc else "fortune", who=who.id, what=what, rules=("GP-CORE-18",)))


def earn(play: Play[State], points: int, what: str, *rules: str) -> None:
    """Let the party gain points, if any."""
    if points:
        play.record(FortuneGained(points=points, what=what, rules=rules))


class AwardFortune(FlowCommand, tag="award-fortune"):
    """Give the party a Fortune Point: for acting on an alignment when it counts."""

    when, rules, urgency, giver = SESSION, ("GP-CORE-18",), "tool", only_guide("gives Fortune Points")
    who: str
    reason: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not (party := [who.id for who in state.party()]):
            raise Refused("nobody-there", "Nobody plays yet.")
        yield cls.offer(
            None, "Give a Fortune Point", "Somebody acted on their alignment when it mattered.",
            whom(state, "For whose deed?", party), Write(name="reason", label="What did they do?", least=0),
        )

    def act(self, play: Play[State], of: object) -> None:
        deed = self.reason.strip() or "acting on what they believe"
        earn(play, 1, f"{play.state.named(self.who)}, {deed}", *self.rules)


FORTUNE: Final = Part(AwardFortune, FortuneGained, PointSpent)

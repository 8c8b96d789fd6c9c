"""Ties in a conflict that the guide rules: the deed stops where it was tied and goes on with the same dice (MO-E34)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Self, TypeVar

from msgspec.structs import replace

from moot.core import Chance, Event, Line, Part, Play, Seat
from moot.core.chance import Pick
from moot.games.modos.contests import Ruling, Total
from moot.games.modos.state import State
from moot.games.modos.throwing import said, told

R = TypeVar("R")


class TieWaits(Exception):  # noqa: N818 - it is no error: the deed goes on when the guide has ruled
    """A deed came to a Tie that nobody has ruled on yet."""

    def __init__(self, first: Total, second: Total) -> None:
        super().__init__("a Tie waits for the guide")
        self.totals = first, second


class Tape:
    """Luck that begins with dice that have fallen already, and knows what the guide said of Ties; it keeps all picks.

    It is what `throwing` asks when a contest is a Tie.
    """

    def __init__(self, chance: Chance, picks: tuple[Pick, ...], rulings: tuple[Ruling, ...]) -> None:
        self._chance = chance
        self._left, self._rulings = [*picks], [*rulings]
        self.picks: list[Pick] = []

    def pick(self, n: int) -> int:
        """The pick that was made before, else a new one."""
        way = self._left.pop(0)[1] if self._left else self._chance.pick(n)
        self.picks.append((n, way))
        return way

    def ruling(self, first: Total, second: Total) -> Ruling:
        """What the guide said of the next Tie. Raises TieWaits if that is still to be said."""
        if not self._rulings:
            raise TieWaits(first, second)
        return self._rulings.pop(0)


class BeatTied(Event[State], tag="beat-tied"):
    """A deed came to a Tie, and the guide has yet to rule on it; `tape` is the luck that it has had so far."""

    who: str
    totals: tuple[Total, Total]
    tape: tuple[Pick, ...]

    def evolve(self, state: State) -> State:
        return state.with_beat(tied=self.totals, tape=self.tape)

    def told(self, state: State, seat: Seat) -> Self | None:
        if seat.guides:
            return self
        first, second = (told(state, total, seat) for total in self.totals)
        return replace(self, totals=(first, second), tape=()) if state.knows(self.who) else None

    def line(self, state: State) -> Line:
        first, second = self.totals
        return Line("roll", f"has a Tie: {said(first)} and {said(second)}.", state.name(self.who))


def with_rulings(play: Play[State], who: str, resolve: Callable[[], R]) -> R:
    """Let a deed come out. Where the guide rules Ties and has yet to rule one, it is as if nothing had happened but the
    Tie, and TieWaits is raised; the next time the same dice fall again, as far as they fell."""
    beat = play.state.beat
    if play.state.options.tie != "ask" or beat is None:
        return resolve()
    before, count, chance = play.state, len(play.moments), play.chance
    play.chance = tape = Tape(chance, beat.tape, beat.rulings)
    try:
        return resolve()
    except TieWaits as tie:
        play.state = before
        del play.moments[count:]
        play.record(BeatTied(who=who, totals=tie.totals, tape=tuple(tape.picks), rules=("MO-E34",)))
        raise
    finally:
        play.chance = chance


TIES: Final = Part(BeatTied)

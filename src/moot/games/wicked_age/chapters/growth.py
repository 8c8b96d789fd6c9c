"""What comes with a character who returns: strengths grow, and a unique one has one holder (house rules)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Event, Fact, Line, Part, Play, Seat
from moot.games.wicked_age.prepare.holding import keep_unique
from moot.games.wicked_age.state import State
from moot.kit.keyed import changed


class StrengthGrew(Event[State], tag="strength-grew"):
    """A strength that came back is worth one option more."""

    strength: str
    significance: int

    def evolve(self, state: State) -> State:
        grown = changed(state.strengths, self.strength, significance=self.significance, grown=state.chapter)
        return replace(state, strengths=grown)

    def line(self, state: State) -> Line:
        name = state.strengths[self.strength].name
        fact = Fact(kind="gain", text=f"{name} grows", note=f"Significance {self.significance}")
        return Line("sheet", f"{name} grows: significance {self.significance}.", facts=(fact,))

    def told(self, state: State, seat: Seat) -> StrengthGrew | None:
        return self if seat.guides or state.strengths[self.strength].known else None


def come_back(play: Play[State], who: str, *, grow: bool = True) -> None:
    """Settle the strengths of somebody who is in this chapter again.

    A unique one that somebody else has by now is theirs (WA-RD-32). The others gain one significance, once a chapter
    and up to the ceiling (WA-NEXT-07, WA-NEXT-08).
    """
    keep_unique(play, *play.state.characters[who].strengths, by=who)
    options = play.state.options
    if not grow or options.growth == "none":
        return
    for held in play.state.characters[who].strengths:
        strength = play.state.strengths[held]
        below = strength.significance < int(options.significance_ceiling)
        if strength.made and strength.grown < play.state.chapter and below:
            significance = strength.significance + 1
            play.record(StrengthGrew(strength=held, significance=significance, rules=("WA-NEXT-07", "WA-NEXT-08")))


GROWTH: Final[Part[State]] = Part(StrengthGrew)
"""Strengths that grow."""

"""Out of the chapter: by two dice at 0, or by a death that was agreed."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Event, Line, Part, Play, Seat
from moot.games.wicked_age import book
from moot.games.wicked_age.conflict.phases import with_sequence
from moot.games.wicked_age.conflict.rounds import go_on
from moot.games.wicked_age.frames import befell
from moot.games.wicked_age.state import State


def check_zeros(play: Play[State], who: str) -> None:
    """Two dice at 0 put a character out of the chapter, in mid-sequence too (WA-CQ-05, WA-RD-23, WA-TRAP-12)."""
    character = play.state.characters[who]
    if character.zeros >= book.OUT_AT and not character.gone and not character.dead:
        play.record(LeftAction(who=who, rules=("WA-CQ-05", "WA-RD-23")))


def check_zeros_corrected(play: Play[State], who: str) -> None:
    """`check_zeros` after a correction, and what follows by itself in the sequence that they were in."""
    sequence = play.state.fighting(who)
    check_zeros(play, who)
    if sequence is not None:
        go_on(play, sequence.id)


class LeftAction(Event[State], tag="left-action"):
    """Two dice at 0: somebody takes no further part in this chapter (WA-CQ-05)."""

    who: str

    def evolve(self, state: State) -> State:
        return _out(state, self.who, gone=True)

    def line(self, state: State) -> Line:
        who = state.name(self.who)
        fact = befell(state, "out", self.who, f"{who} is out of this chapter", note="Two dice at 0")
        return Line("sheet", f"{who} has two dice at 0 and takes no further part in this chapter.", facts=(fact,))

    def told(self, state: State, seat: Seat) -> LeftAction | None:
        """Of somebody whom the table does not know, the GM alone hears it."""
        return self if seat.guides or state.characters[self.who].known else None


class Died(Event[State], tag="died"):
    """Somebody died, as was agreed (WA-CQ-07)."""

    who: str

    def evolve(self, state: State) -> State:
        return _out(state, self.who, dead=True)

    def line(self, state: State) -> Line:
        text = f"{state.name(self.who)} dies, as was agreed"
        return Line("sheet", f"{text}.", facts=(befell(state, "out", self.who, text),))


def _out(state: State, who: str, **changes: bool) -> State:
    """`state` with a character's sheet so changed, and them out of any sequence they are still in (WA-RD-23)."""
    state = state.with_character(who, **changes)
    for sequence in state.running:
        fighter = sequence.fighters.get(who)
        if fighter is not None and fighter.stands == "in":
            left = sequence.with_fighter(who, stands="spent").tidy()
            if left.next_turn() != sequence.next_turn():
                left = replace(left, taken_up=None)
            state = with_sequence(state, left)
    return state


LEAVING: Final[Part[State]] = Part(LeftAction, Died)

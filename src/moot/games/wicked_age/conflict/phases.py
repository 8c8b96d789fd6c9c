"""Where a sequence stands, and what can be asked of it there.

Theory of operation. A sequence is a small state machine of its own; several may be under way at once, and each waits
as long as its people like (WA-TRAP-17). Its phase is never set by hand: `phase_of` reads it off what the sequence
holds, in this order, after every event.

    something is being settled                  settling     absolute results come first (WA-DICE-20)
    somebody in has not said by which forms     gathering    (round one) or declaring (later, where forms change)
    nobody stands against it, before the dice   gathering    others may still step in (WA-RD-29)
    not everybody in has rolled                 opening      WA-DICE-15; talk about the last round may still go on
    opening rolls tie fully                     tied         WA-DICE-08
    a pair may talk before others go on         talking      only where talk follows each exchange (WA-RD-18)
    a move stands                               answering    WA-DICE-18
    a later mover has rolled                    moving       WA-DICE-17
    otherwise                                   turn         WA-DICE-16, WA-DICE-17

When nothing can happen in a phase any more (all have rolled, nobody has a turn left, no two opponents are in),
`rounds.go_on` records the event that leads out of it.

`PHASES` lists, for each phase, the commands that exist in it. A command at the wrong time is refused by its rule.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.games.wicked_age.sequence import Sequence, SequencePhase
from moot.games.wicked_age.state import State
from moot.kit.keyed import put
from moot.kit.procedures import OfProcedure, PhaseRow

_TALK: Final = frozenset({"propose", "accept", "insist", "tell"})
_CUT_OFF: Final = frozenset({"cut-off"})
_SIDES: Final = frozenset({"stand-with", "stand-against"})

PHASES: Final[dict[SequencePhase, PhaseRow]] = {
    "gathering": PhaseRow("WA-DICE-13", _CUT_OFF | _SIDES | {"declare", "join", "give-in", "carry-out"}),
    "declaring": PhaseRow("WA-RD-12", _CUT_OFF | _TALK | {"declare", "join", "stand-against"}),
    "opening": PhaseRow("WA-DICE-15", _CUT_OFF | _TALK | _SIDES | {"roll-opening", "join", "give-in"}),
    "tied": PhaseRow("WA-DICE-08", _CUT_OFF | {"back-away", "fight-on", "stand-against"}),
    "turn": PhaseRow("WA-DICE-17", _CUT_OFF | {"move", "take-up", "pass", "stand-against", "tell"}),
    "moving": PhaseRow("WA-DICE-17", _CUT_OFF | {"move", "pass", "stand-against", "tell"}),
    "answering": PhaseRow("WA-DICE-18", _CUT_OFF | {"answer", "claim", "tell"}),
    "settling": PhaseRow("WA-DICE-20", _TALK | {"inflict", "pick-die"}),
    "talking": PhaseRow("WA-RD-18", _CUT_OFF | _TALK),
}
"""The rule of each phase of a sequence that runs, and the commands that exist in it; `undertake` begins one and belongs
to none."""


def phase_of(sequence: Sequence) -> SequencePhase:
    """The phase that follows from what `sequence` holds."""
    if sequence.ended is not None:
        return "over"
    for bargain in sequence.bargains.values():
        if bargain.absolute or bargain.agreed:
            return "settling"
    for fighter in sequence.fighters.values():
        if not fighter.declared and fighter.stands == "in":
            return "gathering" if sequence.round == 1 else "declaring"
    if not sequence.order:
        return "opening" if sequence.begun or sequence.contested else "gathering"
    if sequence.tied:
        return "tied"
    if sequence.bargains:
        return "talking"
    if sequence.move is not None:
        return "answering"
    return "turn" if sequence.taken_up is None else "moving"


def with_sequence(state: State, sequence: Sequence) -> State:
    """`state` with `sequence` in it, at the phase that follows from what it holds; any that was over is gone."""
    kept = {one.id: one for one in state.running}
    fought = tuple(dict.fromkeys((*state.fought, *sequence.fighters)))
    return replace(state, sequences=put(kept, replace(sequence, phase=phase_of(sequence))), fought=fought)


class OfSequence(OfProcedure[State, Sequence]):
    """An event of one sequence: `unfold` says what it makes of the sequence, or `evolve` of everything."""

    procedure, among = "sequence", "sequences"
    sequence: str

    def evolve(self, state: State) -> State:
        """The state with the sequence as `unfold` gives it, at the phase that follows."""
        return with_sequence(state, self.unfold(state.sequences[self.sequence]))

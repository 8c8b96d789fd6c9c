"""Where a sequence stands, and what can be asked of it there.

Theory of operation. A sequence is a small state machine of its own; several may be under way at once, and each waits
as long as its people like (WA-TRAP-17). Its phase is never set by hand: `phase_of` reads it off what the sequence
holds, in this order, and `evolve` asks it after every event.

    something is being settled                  settling     absolute results come first (WA-DICE-20)
    somebody in has not said by which forms     gathering    (round one) or declaring (later, where forms change)
    not everybody in has rolled                 opening      WA-DICE-15; talk about the last round may still go on
    opening rolls tie fully                     tied         WA-DICE-08
    a pair may talk before others go on         talking      only where talk follows each exchange (WA-RD-18)
    a move stands                               answering    WA-DICE-18
    a later mover has rolled                    moving       WA-DICE-17
    else                                        turn         WA-DICE-16, WA-DICE-17

When nothing can happen in a phase any more (all have rolled, nobody has a turn left, no two opposed are in),
`flow.go_on` records the event that leads out of it.

`PHASES` lists, for each phase, the commands that exist in it. A command at the wrong time is refused with the phase,
the seat and the command in the refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from moot.core import Offer, Refused, Seat
from moot.core.words import words
from moot.games.wicked_age.sequence import Sequence, SequencePhase
from moot.games.wicked_age.state import State

_TALK: Final = frozenset({"propose", "accept", "insist", "tell"})
_ALWAYS: Final = frozenset({"cut-off"})
_SIDES: Final = frozenset({"stand-with", "stand-against"})

PHASES: Final[dict[SequencePhase, frozenset[str]]] = {
    "gathering": _ALWAYS | _SIDES | {"declare", "join", "give-in"},
    "declaring": _ALWAYS | _TALK | {"declare", "join", "stand-against"},
    "opening": _ALWAYS | _TALK | _SIDES | {"roll-opening", "join", "give-in"},
    "tied": _ALWAYS | {"back-away", "fight-on", "stand-against"},
    "turn": _ALWAYS | {"move", "take-up", "pass", "stand-against", "tell"},
    "moving": _ALWAYS | {"move", "pass", "stand-against", "tell"},
    "answering": _ALWAYS | {"answer", "claim", "tell"},
    "settling": _ALWAYS | _TALK | {"inflict", "pick-die"},
    "talking": _ALWAYS | _TALK,
    "over": frozenset(),
}
"""The commands that exist in each phase of a sequence; `undertake` begins one and belongs to none."""

RULES: Final[dict[SequencePhase, str]] = {
    "gathering": "WA-DICE-13",
    "declaring": "WA-RD-12",
    "opening": "WA-DICE-15",
    "tied": "WA-DICE-08",
    "turn": "WA-DICE-17",
    "moving": "WA-DICE-17",
    "answering": "WA-DICE-18",
    "settling": "WA-DICE-20",
    "talking": "WA-RD-18",
    "over": "WA-DICE-14",
}
"""The rule that says what each phase is for."""


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
        return "opening"
    if sequence.tied:
        return "tied"
    if sequence.bargains:
        return "talking"
    if sequence.move is not None:
        return "answering"
    return "turn" if sequence.taken_up is None else "moving"


def running(state: State) -> list[Sequence]:
    """The sequences that are not over."""
    return [sequence for sequence in state.sequences.values() if sequence.phase != "over"]


InSequence = Callable[[State, Seat, Sequence], Iterable[Offer]]
"""What a seat may do by one verb in one sequence; raises Refused to say why nothing."""


def in_sequences(verb: str, offers: InSequence) -> Callable[[State, Seat], Iterator[Offer]]:
    """The offers of `verb` in every running sequence whose phase knows it.

    Raises Refused if there are none: with the reason of the sequence that comes nearest.
    """

    def every(state: State, seat: Seat) -> Iterator[Offer]:
        refusal = Refused("no-conflict", "No conflict is under way.", "WA-ROLL-00")
        found = False
        for sequence in state.sequences.values():
            if sequence.phase == "over":
                continue
            if verb not in PHASES[sequence.phase]:
                if refusal.code == "no-conflict":
                    refusal = _wrong_moment(verb, sequence, seat)
                continue
            try:
                for offer in offers(state, seat, sequence):
                    found = True
                    yield offer
            except Refused as reason:
                refusal = reason
        if not found:
            raise refusal

    return every


def _wrong_moment(verb: str, sequence: Sequence, seat: Seat) -> Refused:
    when = tuple(phase for phase, verbs in PHASES.items() if verb in verbs)
    message = (
        f"{seat.name}, “{words(verb)}” belongs to {' or '.join(when)}; “{sequence.deed}” is at {words(sequence.phase)}."
    )
    return Refused("wrong-moment", message, RULES[sequence.phase], allowed=when)

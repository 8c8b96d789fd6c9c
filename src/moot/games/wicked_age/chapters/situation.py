"""Where the table stands while a chapter is played without dice, and between chapters. Everyone may read it."""

from __future__ import annotations

from moot.core import Situation
from moot.games.wicked_age.cast import called
from moot.games.wicked_age.owe_list import oldest
from moot.games.wicked_age.prepare.claims import latecomers
from moot.games.wicked_age.prepare.interests import lacking
from moot.games.wicked_age.prepare.sheets import unmade
from moot.games.wicked_age.prepare.strengths import makers
from moot.games.wicked_age.state import State
from moot.kit.people import seat_name, seat_waits

_PLAY_AIDS = ("describing", "talking", "when-to-roll", "rush", "circle", "draw-out")


def playing(state: State) -> Situation:
    """The chapter is played and nobody rolls: scenes, talk, trouble brewing (part 7)."""
    fresh = not state.sequences
    late = {seat.id: "the sheets of strengths" for seat in makers(state)}
    late |= {seat.id: "a character sheet" for seat in state.players if unmade(state, seat)}
    late |= dict.fromkeys((seat.id for seat in latecomers(state)), "a character to play")
    late |= {who.player: f"{who.name}’s best interests" for who in lacking(state) if not who.npc}
    return Situation(
        phase=state.phase,
        headline=f"Chapter {state.chapter}" + (f": {state.falls}" if state.falls else ""),
        detail="Say what your characters do. Roll when somebody can and would interfere.",
        waiting=tuple(waiting for seat, what in late.items() for waiting in seat_waits(state, seat, what)),
        rules=("WA-ROLL-00", "WA-ROLL-9"),
        aids=("opening-scene", *_PLAY_AIDS) if fresh else _PLAY_AIDS,
    )


def between(state: State) -> Situation:
    """A chapter is over, and the next has not begun (WA-NEXT-01)."""
    owed = oldest(state)
    name = called(state, owed.character) if owed else ""
    detail = "Anyone may open the next chapter; it opens like the first."
    if owed is not None:
        detail = f"{name} has waited longest on the owe list: {seat_name(state, owed.player)} opens the next chapter."
    return Situation(
        phase=state.phase,
        headline=f"Chapter {state.chapter} is over",
        detail=detail,
        waiting=seat_waits(state, owed.player, f"a chapter with {name}") if owed else (),
        rules=("WA-NEXT-01", "WA-OWE-04"),
        aids=("chapter-end",),
    )

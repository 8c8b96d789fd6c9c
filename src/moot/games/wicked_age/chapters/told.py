"""What each seat hears between chapters and of corrections: the GM everything, the others nothing of hidden sheets."""

from __future__ import annotations

from typing import assert_never

from moot.core import Event, Seat
from moot.games.wicked_age.chapters.events import (
    BroughtBack,
    ChapterClosed,
    ChapterEvent,
    ChapterOpened,
    DieCorrected,
    NameOwed,
    NameStruckOff,
    NewPicked,
    NpcRecalled,
    PartCorrected,
    StrengthGrew,
    WordsCorrected,
)
from moot.games.wicked_age.state import State


def told(state: State, event: ChapterEvent, seat: Seat) -> Event | None:
    """What `seat` hears of `event`, given the state after it; None for nothing."""
    if seat.guides:
        return event
    match event:
        case ChapterClosed() | ChapterOpened() | BroughtBack() | NewPicked() | NpcRecalled():
            return event
        case NameOwed() | NameStruckOff():
            return event
        case StrengthGrew(strength=id_):
            return event if state.strengths[id_].known else None
        case DieCorrected(character=id_):
            who = state.characters[id_]
            return event if who.shown or not who.npc else None
        case PartCorrected(character=id_) | WordsCorrected(character=id_):
            return event if state.characters[id_].known else None
        case _:
            assert_never(event)

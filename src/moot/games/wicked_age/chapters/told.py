"""What each seat hears between chapters and of corrections: the GM everything, the others nothing of hidden sheets."""

from __future__ import annotations

from typing import assert_never

from moot.core import Event, Seat
from moot.games.wicked_age.cast import open_sheet
from moot.games.wicked_age.chapters import events as e
from moot.games.wicked_age.state import State


def told(state: State, event: e.ChapterEvent, seat: Seat) -> Event | None:
    """What `seat` hears of `event`, given the state after it; None for nothing."""
    if seat.guides:
        return event
    match event:
        case e.ChapterClosed() | e.ChapterOpened() | e.BroughtBack() | e.NewPicked() | e.NpcRecalled():
            return event
        case e.NameOwed() | e.NameStruckOff():
            return event
        case e.StrengthGrew(strength=id_):
            return event if state.strengths[id_].known else None
        case e.DieCorrected():
            return event if open_sheet(state.characters[event.character]) or _rolled(state, event) else None
        case e.PartCorrected(character=id_) | e.WordsCorrected(character=id_):
            return event if state.characters[id_].known else None
        case _:
            assert_never(event)


def _rolled(state: State, event: e.DieCorrected) -> bool:
    """Whether the die is of a form declared in a conflict that is still on: those dice are in the open (WA-DICE-13)."""
    sequence = state.fighting(event.character)
    fighter = sequence.fighters.get(event.character) if sequence else None
    return fighter is not None and fighter.stands == "in" and event.form in fighter.forms

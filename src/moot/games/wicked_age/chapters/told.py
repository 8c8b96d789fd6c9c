"""What the table hears between chapters and of corrections."""

from __future__ import annotations

from typing import assert_never

from moot.core import Event
from moot.games.wicked_age.cast import open_sheet
from moot.games.wicked_age.chapters import events as e
from moot.games.wicked_age.state import State


def of_opening(state: State, event: e.OpeningEvent) -> Event | None:
    """What all but the GM hear of `event`, given the state after it: a hidden strength grows unheard."""
    hidden = isinstance(event, e.StrengthGrew) and not state.strengths[event.strength].known
    return None if hidden else event


def of_correction(state: State, event: e.CorrectionEvent) -> Event | None:
    """What all but the GM hear of `event`, given the state after it; None for nothing."""
    match event:
        case e.NameOwed() | e.NameStruckOff():
            return event
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

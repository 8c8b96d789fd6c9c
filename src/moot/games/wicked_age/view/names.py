"""What people and characters are called, and whose they are."""

from __future__ import annotations

from moot.games.wicked_age.state import State


def guide_of(state: State) -> str:
    """The seat of the GM, who plays all NPCs; empty while nobody is."""
    return next((seat.id for seat in state.seats if seat.guides), "")


def name_of(state: State, who: str) -> str:
    """The name of a character."""
    return state.characters[who].name


def seat_of(state: State, who: str) -> str:
    """The seat that plays a character."""
    return state.characters[who].player or guide_of(state)

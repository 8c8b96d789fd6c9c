"""Whose colour a character has."""

from __future__ import annotations

from moot.games.wicked_age.state import State


def seat_of(state: State, who: str) -> str:
    """The seat that plays a character: the GM's for an NPC, empty while there is no GM."""
    return state.characters[who].player or state.guide_seat

"""Strengths grow when their holders come back (WA-NEXT-07, WA-NEXT-08, a house rule)."""

from __future__ import annotations

from moot.core import Play
from moot.games.wicked_age.chapters.events import StrengthGrew
from moot.games.wicked_age.state import State


def grow(play: Play[State], returning: str) -> None:
    """Raise by one the significance of each strength that `returning` holds, once a chapter and up to the ceiling."""
    if play.state.options.growth == "none":
        return
    ceiling = int(play.state.options.significance_ceiling)
    for held in play.state.characters[returning].strengths:
        strength = play.state.strengths[held]
        if strength.made and strength.grown < play.state.chapter and strength.significance < ceiling:
            significance = strength.significance + 1
            play.record(StrengthGrew(strength=held, significance=significance, rules=("WA-NEXT-07", "WA-NEXT-08")))

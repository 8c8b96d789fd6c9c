"""What is told of somebody's health: the numbers, a hint of them, or nothing (MO-FQ19, MO-X110)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from moot.games.modos.figures import HINTS
from moot.games.modos.state import State

Telling: TypeAlias = Literal["told", "hinted", "secret"]
"""How much others learn of a pool: what is left of it, a word for that, nothing."""


def telling(state: State, who: str, guide: bool) -> Telling:
    """How somebody's health is told: everybody's own in numbers, that of the guide's people as the table plays it."""
    person = state.people[who]
    return "told" if guide or not person.npc else state.options.health_told


def hint(left: int, most: int) -> str:
    """What is left of a pool in a word; empty where none is known to hold anything."""
    share = 100 * left // most if most > 0 else 0
    *rows, last = HINTS.values()
    return next((row.title for row in rows if share > row.over), last.title) if most else ""

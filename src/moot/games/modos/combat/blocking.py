"""Who can get in whose way: blocking a way around, holding somebody who flees (MO-305, MO-X305, MO-X308)."""

from __future__ import annotations

from typing import Final

from moot.core import Refused
from moot.games.modos.abilities import opened
from moot.games.modos.conflict.rounds import running
from moot.games.modos.conflicts import Deed
from moot.games.modos.facts import Facts
from moot.games.modos.postures import band, posture_of, steps_between
from moot.games.modos.state import State
from moot.games.modos.terms import POOLS, Pool

FLEE: Final = "flee"
SHELTERED: Final = frozenset({"defensive", "mounted"})
"""Postures from which people flee out of reach (MO-X308)."""
BEHIND: Final = frozenset({"flanking", "flying"})
"""Postures from which nobody blocks a way around (MO-305)."""


def hindering_pools(state: State, who: str, deed: Deed) -> tuple[Pool, ...]:
    """The attributes with which somebody can hinder a deed, as far as the places of both leave any.

    Who flees from shelter is out of reach for all but those who are close, or have the tool for it; the others can only
    plead with them (MO-X308). Raises Refused if the way around is out of reach (MO-305).
    """
    now = running(state)
    if deed.place and deed.place.posture == "flanking" and posture_of(now, who, deed.who, state) in BEHIND:
        message = f"Only people in front or behind the line can block a way around; {state.name(who)} is elsewhere."
        raise Refused("not-in-the-way", message, "MO-305", allowed=("offensive", "defensive"))
    if deed.kind != FLEE or posture_of(now, deed.who, who, state) not in SHELTERED:
        return POOLS
    steps = steps_between(state, who, deed.who)
    reach = opened(state, who, "hinder", facts=Facts(deed=FLEE, target=deed.who, steps=steps))
    return POOLS if reach or (steps is not None and band(steps) == "close") else ("MP",)

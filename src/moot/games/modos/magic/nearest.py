"""Who is driven against the one who is nearest: what else they cannot do on their turn (Berserk 2)."""

from __future__ import annotations

from typing import Final

from moot.games.modos.facts import Facts
from moot.games.modos.postures import steps_between
from moot.games.modos.state import State

LEFT: Final = frozenset({"attack", "resist"})
"""The deeds that are left."""


def driven_off(state: State, who: str, verb: str, facts: Facts) -> bool:
    """Whether somebody who is so driven cannot do a deed: on their own turn nothing but resist, or attack who is
    nearest."""
    now, one = state.conflict, state.entry(who)
    if now is None or one is None or one.turn != "now":
        return False
    if verb not in LEFT:
        return True
    far = {other: steps_between(state, who, other) or 0 for other in now.order if other != who}
    return verb == "attack" and facts.target in far and far[facts.target] > min(far.values())

"""What each event of a conflict makes of the state: total, and without luck."""

from __future__ import annotations

from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.conflict.on_dice import on_dice
from moot.games.swords_edge.conflict.on_pairings import on_pairings
from moot.games.swords_edge.state import State


def evolve(state: State, event: e.ConflictEvent) -> State:
    """The state after `event`."""
    return on_dice(state, event) if isinstance(event, e.DiceEvent) else on_pairings(state, event)

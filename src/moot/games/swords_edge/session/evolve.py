"""What each event of recovery makes of the state."""

from __future__ import annotations

from typing import assert_never

from moot.games.swords_edge.purse import paid
from moot.games.swords_edge.session import events as e
from moot.games.swords_edge.state import State


def evolve(state: State, event: e.RecoveryEvent) -> State:
    """The state after `event`."""
    who = state.characters[event.who]
    match event:
        case e.HealingDue(healing=due_now):
            return state.with_pc(who.id, healing=(*who.healing, due_now))
        case e.RecoveryTried(occasion=occasion):
            return state.with_pc(who.id, recovers=tuple(other for other in who.recovers if other != occasion))
        case e.Healed(penalties=gone, paid=payments, due=due):
            penalties = tuple(penalty for penalty in who.penalties if penalty.id not in gone)
            healing = who.healing[1:] if due else who.healing
            return paid(state.with_pc(who.id, penalties=penalties, healing=healing), payments)
        case _:
            assert_never(event)

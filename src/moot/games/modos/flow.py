"""What all commands and events of the room share: who may give them, how they are told, and what follows by itself.

A topic registers what comes of its deeds (`resolves`); `following` says what follows when something has happened
anywhere: a turn ends, somebody falls, it is over.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from moot.core import Offered, Roles, Seat
from moot.core.glance import first_dice
from moot.games.modos.conflicts import Conflict
from moot.games.modos.state import State
from moot.kit import follows, happenings

ROLES: Final = Roles("GM")
only_guide, only_players, no_watchers = ROLES.only_guide, ROLES.only_players, ROLES.no_watchers

FLOWS: Final = follows.Flows()
Happening = happenings.Happening[State]
OfSomebody = happenings.OfSomebody[State]
OnSheet = happenings.OnSheet[State]


class InConflict(Happening):
    """The same of a conflict that runs; once none does, it changes nothing."""

    def evolve(self, state: State) -> State:
        return state if state.conflict is None else self.changes(state, state.conflict)

    def changes(self, state: State, now: Conflict) -> State:
        """The state after it."""
        raise NotImplementedError


class FlowCommand(follows.FlowCommand[State]):
    """A command of this room."""

    flows = FLOWS

    @classmethod
    def press(
        cls, state: State, of: Any, label: str, why: str = "", *, about: str = "", by: Seat | None = None, **fixed: Any
    ) -> Offered:
        """An offer without blanks, which says the dice that it rolls first: to `by`, those that it may foresee."""
        rolls = partial(first_dice, state, partial(cls(**fixed).enact, of=of), by)
        return cls.offer(of, label, why, about=about, rolls=rolls, **fixed)

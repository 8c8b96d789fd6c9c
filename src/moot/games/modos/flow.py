"""What all commands and events of the room share: who may give them, how they are told, and what follows by itself.

A topic registers what comes of its deeds (`resolves`); `following` says what follows when something has happened
anywhere: a turn ends, somebody falls, it is over.
"""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar, Final

import msgspec

from moot.core import Event, Line, Offered, Roles, Seat
from moot.core.glance import first_dice
from moot.games.modos.conflicts import Conflict
from moot.games.modos.state import State
from moot.kit import follows

ROLES: Final = Roles("GM")
only_guide, only_players, no_watchers = ROLES.only_guide, ROLES.only_players, ROLES.no_watchers

FLOWS: Final = follows.Flows()
OfSomebody = follows.OfSomebody[State]


class Happening(Event[State]):
    """Something that is told in one sentence; by itself it changes nothing.

    `sentence` is the kind of its line and what it says, fields of the event in braces. It stands under the name of
    whom the field `about` has, if the event has such a field, and the words that the field `quotes` has stand with it.
    """

    sentence: ClassVar[tuple[str, str]]
    about: ClassVar[str] = "who"
    quotes: ClassVar[str] = ""

    def evolve(self, state: State) -> State:
        return state

    def line(self, state: State) -> Line | None:
        if self.silent:
            return None
        (kind, text), who = self.sentence, getattr(self, self.about, ())
        names = ", ".join(map(state.name, (who,) if isinstance(who, str) else who))
        return Line(kind, text.format_map(msgspec.structs.asdict(self)), names, quote=getattr(self, self.quotes, ""))


class InConflict(Happening):
    """The same of a conflict that runs; once none does, it changes nothing."""

    def evolve(self, state: State) -> State:
        return state if state.conflict is None else self.changes(state, state.conflict)

    def changes(self, state: State, now: Conflict) -> State:
        """The state after it."""
        raise NotImplementedError


class OnSheet(Happening):
    """Something that happens on a sheet: of the guide's people nobody else hears of it."""

    who: str

    def told(self, state: State, seat: Seat) -> Any:
        """All of it for the guide, and of players' characters for everyone."""
        person = state.people.get(self.who)
        return self if seat.guides or (person is not None and not person.npc) else None


class Befalls(Happening, OfSomebody):
    """A happening to somebody: only those who know of them hear of it."""


class FlowCommand(follows.FlowCommand[State]):
    """A command of this room."""

    flows = FLOWS

    @classmethod
    def press(cls, state: State, of: Any, label: str, why: str = "", *, about: str = "", **fixed: Any) -> Offered:
        """An offer without blanks, which says the dice that it rolls first."""
        rolls = partial(first_dice, state, partial(cls(**fixed).enact, of=of))
        return cls.offer(of, label, why, about=about, rolls=rolls, **fixed)

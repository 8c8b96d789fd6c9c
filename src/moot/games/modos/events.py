"""Events that are told in one sentence, made of their own fields."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from moot.core import Event, Line
from moot.games.modos.conflicts import Conflict
from moot.games.modos.flow import OfSomebody
from moot.games.modos.state import State


def _line(event: Event[State], state: State, sentence: tuple[str, str], about: str) -> Line:
    kind, text = sentence
    who = getattr(event, about, ())
    names = ", ".join(state.name(each) for each in ((who,) if isinstance(who, str) else who))
    return Line(kind, text.format_map(msgspec.structs.asdict(event)), names)


class Happening(Event[State]):
    """Something that is told in one sentence; by itself it changes nothing.

    `sentence` is the kind of its line and what it says, fields of the event in braces. It stands under the name of
    whom the field `about` has, if the event has such a field.
    """

    sentence: ClassVar[tuple[str, str]]
    about: ClassVar[str] = "who"

    def evolve(self, state: State) -> State:
        return state

    def line(self, state: State) -> Line | None:
        return None if self.silent else _line(self, state, self.sentence, self.about)


class InConflict(Happening):
    """The same of a conflict that runs; once none does, it changes nothing."""

    def evolve(self, state: State) -> State:
        return state if state.conflict is None else self.changes(state, state.conflict)

    def changes(self, state: State, now: Conflict) -> State:
        """The state after it."""
        raise NotImplementedError


class Befalls(OfSomebody):
    """The same of somebody: only those who know of them hear of it."""

    sentence: ClassVar[tuple[str, str]]

    def evolve(self, state: State) -> State:
        return state

    def line(self, state: State) -> Line | None:
        return _line(self, state, self.sentence, "who")

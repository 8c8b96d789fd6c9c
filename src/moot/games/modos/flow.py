"""What all commands and events of the room share: who may give them, how they are told, and what follows by itself.

A topic registers what comes of its deeds (`resolves`); `following` says what follows when something has happened
anywhere: a turn ends, somebody falls, it is over.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import Any, ClassVar, Final

import msgspec

from moot.core import Event, Line, Offered, Play, Roles, Seat
from moot.core.chance import MOST_SIDES
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
        rolls = partial(first_dice, state, cls(**fixed), of)
        return cls.offer(of, label, why, about=about, rolls=rolls, **fixed)


class _Seen(Exception):  # noqa: N818 - what is looked for has been seen
    """The first dice have been rolled."""


class Looking:
    """Luck that notes the dice that it is asked for, and always shows the lowest faces, or the highest."""

    def __init__(self, *, high: bool = False) -> None:
        self.dice: list[int] = []
        self._high = high

    def pick(self, n: int) -> int:
        """The lowest face or the highest; the die is noted."""
        if n <= MOST_SIDES:
            self.dice.append(n)
        return n - 1 if self._high else 0


class _Glance(Play[State]):
    """A decision that is looked at until its first dice lie there."""

    def record(self, *events: Event[Any]) -> None:
        """Let them have happened, unless dice were rolled for them."""
        if isinstance(self.chance, Looking) and self.chance.dice:
            raise _Seen
        super().record(*events)


def first_dice(state: State, command: FlowCommand, of: Any) -> tuple[int, ...]:
    """The dice that a command without blanks is sure to roll first: all that fall before anything comes of them,
    whether they show much or little."""
    if not (low := _looked(state, command, of, high=False)):
        return ()
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(low, _looked(state, command, of, high=True), strict=False))
    return tuple(die for die, _ in alike)


def _looked(state: State, command: FlowCommand, of: Any, *, high: bool) -> list[int]:
    """The dice that fall before anything comes of them, if all show as much or as little as they can."""
    looking = Looking(high=high)
    with suppress(_Seen):
        command.enact(_Glance(state, Seat("", ""), looking, lambda before, event: event.evolve(before)), of)
    return looking.dice

"""What all commands of the room share: who may give them, and what follows them by itself.

A topic registers here what comes of its deeds (`resolves`) and what follows when something has happened anywhere
(`goes_on`): a turn ends, somebody falls, it is over.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import takewhile
from typing import Any, Final, Self, TypeAlias, TypeVar

from moot.core import Command, Event, Line, Offered, Play, Roles, Seat
from moot.core.chance import MOST_SIDES
from moot.games.modos.person import Person
from moot.games.modos.state import State

ROLES: Final = Roles("GM")
only_guide, only_players, no_watchers = ROLES.only_guide, ROLES.only_players, ROLES.no_watchers

Flow: TypeAlias = Callable[[Play[State]], None]
F = TypeVar("F", bound=Flow)

FLOWS: Final[list[Flow]] = []
"""What follows by itself, one for each topic that has something of the kind."""


def goes_on(flow: F) -> F:
    """Register what follows by itself: it looks at the state, and records what is due."""
    FLOWS.append(flow)
    return flow


def go_on(play: Play[State]) -> None:
    """Record all that follows by itself now, until nothing more does."""
    before = -1
    while before != len(play.moments):
        before = len(play.moments)
        for flow in FLOWS:
            flow(play)


class OfSomebody(Event[State]):
    """Something that happens to somebody: only those who know of them hear of it."""

    who: str

    def told(self, state: State, seat: Seat) -> Self | None:
        return self if seat.guides or state.knows(self.who) else None


class OnSheet(Event[State]):
    """Something that happens on a sheet: of the guide's people nobody else hears of it."""

    who: str

    def told(self, state: State, seat: Seat) -> Any:
        """All of it for the guide, and of players' characters for everyone."""
        person = state.people.get(self.who)
        return self if seat.guides or (person is not None and not person.npc) else None


class Act(Command[State]):
    """A command of this room: `act` does it, and what follows by itself is recorded after it."""

    def enact(self, play: Play[State], of: Any) -> None:
        """Do it, and all that follows by itself."""
        self.act(play, of)
        go_on(play)

    @classmethod
    def press(cls, state: State, of: Any, label: str, why: str = "", *, about: str = "", **fixed: Any) -> Offered:
        """An offer without blanks, which says the dice that it rolls first."""
        rolls = partial(first_dice, state, cls(**fixed), of)
        return cls.offer(of, label, why, about=about, rolls=rolls, **fixed)

    def act(self, play: Play[State], of: Any) -> None:
        """What it does: by itself, let the event of `records` have happened."""
        super().enact(play, of)


class _Seen(Exception):  # noqa: N818 - what is looked for has been seen
    """The first dice have been rolled."""


class _Looking:
    """Luck that notes what it is asked for, and always shows the lowest faces, or the highest."""

    def __init__(self, *, high: bool) -> None:
        self.dice: list[int] = []
        self._high = high

    def pick(self, n: int) -> int:
        """The lowest face or the highest; the die is noted."""
        if n <= MOST_SIDES:
            self.dice.append(n)
        return n - 1 if self._high else 0


class _Glance(Play[State]):
    """A decision that is looked at until its first dice lie there."""

    looking: _Looking

    def record(self, *events: Event[Any]) -> None:
        """Let them have happened, unless dice were rolled for them."""
        if self.looking.dice:
            raise _Seen
        super().record(*events)


def first_dice(state: State, command: Act, of: Any) -> tuple[int, ...]:
    """The dice that a command without blanks is sure to roll first: all that fall before anything comes of them,
    whether they show much or little."""
    looks = _Looking(high=False), _Looking(high=True)
    for looking in looks:
        glance = _Glance(state, Seat("", ""), looking, lambda before, event: event.evolve(before))
        glance.looking = looking
        with suppress(_Seen):
            command.enact(glance, of)
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(*(looking.dice for looking in looks), strict=False))
    return tuple(die for die, _ in alike)


def mine(state: State, seat: Seat) -> tuple[Person, ...]:
    """The people that `seat` speaks and throws for, whose sheets are finished."""
    return tuple(who for who in state.cast() if state.owns(seat, who.id))


def move(state: State, who: str, text: str, **more: Any) -> Line:
    """A line of the journal about what somebody does."""
    return Line("move", text, state.name(who), **more)

"""The parts of a game: each a piece of its rules with all that belongs to it, and who hears of what happens in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import UnionType
from typing import Any, Generic, TypeVar, get_args

import msgspec

from moot.core.events import Event, Line, name_of
from moot.core.seats import Seat
from moot.core.verbs import Verb

S = TypeVar("S", bound=msgspec.Struct)
E = TypeVar("E", bound=Event)


def everyone(_state: object, event: Event, _seat: Seat) -> Event | None:
    """All hear all of it: what happens in the open."""
    return event


def guide_alone(_state: object, event: Event, seat: Seat) -> Event | None:
    """The guide hears all of it, the others nothing."""
    return event if seat.guides else None


def others_hear(heard: Callable[[S, E], Event | None]) -> Callable[[S, E, Seat], Event | None]:
    """The guide hears all of it, the others what `heard(state, event)` gives: all, some of it blanked, or nothing."""

    def told(state: S, event: E, seat: Seat) -> Event | None:
        return event if seat.guides else heard(state, event)

    return told


@dataclass(frozen=True, kw_only=True)
class Part(Generic[S, E]):
    """One part of a game's rules, whole: what can be done in it, what can happen, and what that means.

    `events` is the union of its event types, or the one type. `evolve` makes the state after an event, `told` what a
    seat hears of it (None: nothing; else the event, with what is hidden taken out), and `line` how the journal says
    what was told, both given the state after the event.
    """

    events: type[E] | UnionType
    verbs: Sequence[Verb[S, Any]]
    evolve: Callable[[S, E], S]
    line: Callable[[S, E], Line | None]
    told: Callable[[S, E, Seat], Event | None] = everyone

    @cached_property
    def kinds(self) -> tuple[type[E], ...]:
        """Its event types, in the order of the union."""
        return get_args(self.events) or (self.events,)


class Owners(dict[type[Event], Part[S, Any]]):
    """Which of a game's parts each event type belongs to. Asked for one that none claims, raises TypeError."""

    def __init__(self, parts: Iterable[Part[S, Any]]) -> None:
        """Raises TypeError if two parts claim one event, or two events share a name."""
        super().__init__()
        names: dict[str, type[Event]] = {}
        for part in parts:
            for kind in part.kinds:
                other = names.setdefault(name := name_of(kind), kind)
                if other is not kind:
                    raise TypeError(f"two events are called {name!r}")
                if kind in self:
                    raise TypeError(f"two parts claim {name!r}")
                self[kind] = part

    def __missing__(self, kind: type[Event]) -> Part[S, Any]:
        raise TypeError(f"the event {name_of(kind)!r} is not among the game's events")

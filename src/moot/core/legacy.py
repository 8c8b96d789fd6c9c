"""Parts written the old way, made to look like new ones. Goes when the last room has been turned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_args

from moot.core.commands import Command, Offered
from moot.core.offers import Offer
from moot.core.seats import Seat

S = TypeVar("S")
C = TypeVar("C")


@dataclass(frozen=True)
class Verb(Generic[S, C]):
    """A command the old way."""

    command: type[C]
    phases: frozenset[str]
    offers: Callable[[S, Seat], Iterable[Offer]]
    enact: Callable[[Any, C], None]


def everyone(_state: object, event: Any, _seat: Seat) -> Any:
    """All hear all of it."""
    return event


def guide_alone(_state: object, event: Any, seat: Seat) -> Any:
    """The guide hears all of it, the others nothing."""
    return event if seat.guides else None


def others_hear(heard: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Seat], Any]:
    """The guide hears all of it, the others what `heard(state, event)` gives."""

    def told(state: Any, event: Any, seat: Seat) -> Any:
        return event if seat.guides else heard(state, event)

    return told


def kinds_of(events: Any, verbs: Iterable[Verb[Any, Any]], evolve: Any, line: Any, told: Any) -> list[type[Any]]:
    """The classes of an old part, with the methods that new ones have."""
    kinds: list[type[Any]] = list(get_args(events) or (events,)) if events is not None else []
    for event in kinds:
        event.evolve = lambda self, state: evolve(state, self)
        event.line = lambda self, state: line(state, self)
        event.told = lambda self, state, seat: told(state, self, seat)
    return [*(_installed(verb) for verb in verbs), *kinds]


def _installed(verb: Verb[Any, Any]) -> type[Command[Any]]:
    def offers(cls: type[Any], state: Any, seat: Seat) -> Iterator[Offered]:
        for made in verb.offers(state, seat):
            more = {"rules": made.rules, "rolls": made.rolls, "purse": made.purse}
            args = (made.do, None, made.label, made.why, made.fields, made.fixed, made.about, made.urgency, more)
            yield Offered(*args)

    kind: Any = verb.command
    kind.when, kind.urgency = verb.phases, ("may", "must", "tool")
    kind.offers = classmethod(offers)
    kind.enact = lambda self, play, _of: verb.enact(play, self)
    return verb.command

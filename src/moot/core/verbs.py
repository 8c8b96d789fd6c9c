"""A game's commands: what each offers to whom, what it does, and how `decide` and `offers` are made of them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from moot.core.chance import Chance, roll
from moot.core.errors import Refused
from moot.core.events import Event, name_of
from moot.core.offers import Command, Offer, matching
from moot.core.seats import Seat
from moot.core.words import words

S = TypeVar("S", bound=msgspec.Struct)
C = TypeVar("C", bound=Command)


class Play(Generic[S]):
    """A decision being made: each event recorded takes effect at once, in `state`.

    `moments` are the events so far, each with the state right after it. `evolve` may be a whole game's or a part's.
    """

    def __init__(self, state: S, seat: Seat, chance: Chance, evolve: Callable[[S, Any], S]) -> None:
        self.state = state
        self.seat = seat
        self.chance = chance
        self.moments: list[tuple[Event, S]] = []
        self._evolve = evolve

    @property
    def events(self) -> list[Event]:
        """What has happened so far."""
        return [event for event, _ in self.moments]

    def record(self, *events: Event) -> None:
        """Let `events` have happened."""
        for event in events:
            self.state = state = self._evolve(self.state, event)
            self.moments.append((event, state))

    def roll(self, *dice: int) -> tuple[int, ...]:
        """The faces of `dice`, rolled now, in the order given."""
        return roll(self.chance, *dice)


@dataclass(frozen=True)
class Verb(Generic[S, C]):
    """One command of a game.

    `offers(state, seat)` yields what this seat may do by it, or raises Refused to say why nothing;
    `enact(play, command)` runs a command that one of those offers covers; `phases` are those in which it exists at all.
    """

    command: type[C]
    phases: frozenset[str]
    offers: Callable[[S, Seat], Iterable[Offer]]
    enact: Callable[[Play[S], C], None]


class Verbs(Generic[S]):
    """A game's commands, as `decide` and `offers`. `commands` is every command type, in the order of the table."""

    def __init__(self, phase: Callable[[S], str], verbs: Sequence[Verb[S, Any]]) -> None:
        self._phase = phase
        self._verbs: dict[type[Command], Verb[S, Any]] = {verb.command: verb for verb in verbs}
        if len({name_of(verb.command) for verb in verbs}) != len(verbs):
            raise TypeError("two verbs share a name")
        self.commands: tuple[type[Command], ...] = tuple(verb.command for verb in verbs)

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """Everything `seat` may do now, as fillable forms."""
        phase = self._phase(state)
        found: list[Offer] = []
        for verb in self._verbs.values():
            if phase in verb.phases:
                try:
                    found.extend(verb.offers(state, seat))
                except Refused:
                    continue
        return tuple(found)

    def enact(self, play: Play[S], command: Command) -> None:
        """Check `command` against what is offered for it and run it. Raises Refused with the reason."""
        verb = self._verbs[type(command)]
        phase = self._phase(play.state)
        if phase not in verb.phases:
            when = tuple(sorted(verb.phases))
            right = " or ".join(words(other) for other in when)
            message = f"“{words(name_of(verb.command))}” belongs to {right}; the game is at {words(phase)}."
            raise Refused("wrong-phase", message, allowed=when)
        matching(verb.offers(play.state, play.seat), command)
        verb.enact(play, command)

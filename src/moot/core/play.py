"""A decision being made: what has happened in it so far, and the luck it may ask for."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Any, Generic, TypeVar

import msgspec

from moot.core.chance import MOST_SIDES, Chance, roll, token
from moot.core.errors import Refused
from moot.core.events import Event
from moot.core.seats import Seat

S = TypeVar("S", bound=msgspec.Struct)


class Play(Generic[S]):
    """A decision being made: each event recorded takes effect at once, in `state`.

    `moments` are the events so far, each with the state right after it, and `before` is the state before them all.
    `seat` gave the command that is decided.
    """

    def __init__(self, state: S, seat: Seat, chance: Chance, evolve: Callable[[S, Any], S]) -> None:
        self.before = self.state = state
        self.seat = seat
        self.chance = chance
        self.moments: list[tuple[Event[Any], S]] = []
        self._evolve = evolve

    @property
    def events(self) -> list[Event[Any]]:
        """What has happened so far."""
        return [event for event, _ in self.moments]

    def record(self, *events: Event[Any]) -> None:
        """Let `events` have happened."""
        for event in events:
            self.state = state = self._evolve(self.state, event)
            self.moments.append((event, state))

    def roll(self, *dice: int, whose: str = "") -> tuple[int, ...]:
        """The faces of `dice`, rolled now, in the order given. People who type their own dice in, and one of these
        wrongly or not at all, are told `whose` it is."""
        try:
            return roll(self.chance, *dice)
        except Refused as reason:
            said = f"{reason.message} That die is {whose}’s." if whose else reason.message
            raise Refused(reason.code, said, reason.rule, allowed=reason.allowed, field=reason.field) from reason

    def unforeseen(self) -> None:
        """What is rolled from here on hangs on what only the guide knows: offers to others name no dice beyond this."""

    def hidden_die(self, sides: int) -> int:
        """The face of a die that some seats may not see: even where people type their own dice in, the table throws it,
        for who types it knows it."""
        # among more ways than a die has sides, as hidden ids are drawn: no typed face stands for that
        return self.chance.pick(sides * MOST_SIDES) % sides + 1

    def hidden_id(self, taken: Container[str] = ()) -> str:
        """An id, not in `taken`, for something that some seats may not see: random, so that it counts nothing."""
        while (found := token(self.chance)) in taken:
            pass
        return found

"""The dice that a decision is sure to roll first, found out by trying it with luck that shows little, and much."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import takewhile
from typing import Any, TypeVar

import msgspec

from moot.core.chance import MOST_SIDES
from moot.core.events import Event
from moot.core.offered import FirstDice
from moot.core.play import Play
from moot.core.seats import Seat

S = TypeVar("S", bound=msgspec.Struct)


class Looking:
    """Luck that notes the dice that it is asked for, and always shows the lowest faces, or the highest. `whose` has
    the names of who throws them, by their places."""

    def __init__(self, *, high: bool = False) -> None:
        self.dice: list[int] = []
        self.whose: dict[int, str] = {}
        self._high = high

    def pick(self, n: int) -> int:
        """The lowest face or the highest; the die is noted."""
        if n <= MOST_SIDES:
            self.dice.append(n)
        return n - 1 if self._high else 0


class _Seen(Exception):  # noqa: N818 - what is looked for has been seen
    """The first dice have been rolled."""


class _Glance(Play[S]):
    """A decision that is looked at until its first dice lie there, whatever else its luck goes through by then; or, by
    a seat that does not guide, until something falls that it may not know of."""

    def __init__(self, state: S, looking: Looking, by: Seat | None) -> None:
        super().__init__(state, Seat("", ""), looking, lambda before, event: event.evolve(before))
        self._looking = looking
        self._sees_all = by is None or by.guides

    def unforeseen(self) -> None:
        """No further, unless all may be seen."""
        if not self._sees_all:
            raise _Seen

    def record(self, *events: Event[Any]) -> None:
        """Let them have happened, unless dice were rolled for them."""
        if self._looking.dice:
            raise _Seen
        super().record(*events)

    def roll(self, *dice: int, whose: str = "") -> tuple[int, ...]:
        """The same; whose they are is noted."""
        before = len(self._looking.dice)
        faces = super().roll(*dice, whose=whose)
        self._looking.whose.update(dict.fromkeys(range(before, len(self._looking.dice)), whose))
        return faces


def first_dice(state: S, decide: Callable[[Play[S]], object], by: Seat | None = None) -> FirstDice:
    """The dice that a decision without blanks is sure to roll first, and whose they are: all that fall before anything
    comes of them, whether they show much or little; for `by`, those that it may foresee (`Play.unforeseen`)."""
    if not (low := _looked(state, decide, by, high=False)):
        return ()
    high = _looked(state, decide, by, high=True)
    return tuple(die for die, _ in takewhile(lambda pair: pair[0] == pair[1], zip(low, high, strict=False)))


def _looked(
    state: S, decide: Callable[[Play[S]], object], by: Seat | None, *, high: bool
) -> list[tuple[int, str]]:
    looking = Looking(high=high)
    with suppress(_Seen):
        decide(_Glance(state, looking, by))
    return [(die, looking.whose.get(at, "")) for at, die in enumerate(looking.dice)]

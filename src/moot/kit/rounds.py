"""Rounds: how often each has acted, on whom, who passes, and who has done nothing yet.

A game that frames its rounds inside something larger, such as a scene, makes that a subclass of `Round`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import msgspec
from msgspec.structs import replace


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """The round being played: `round` is its number, `acts` counts acts and reactions by id, `acted` has who has acted
    on whom, `passed` who does nothing this round."""

    round: int = 1
    acts: dict[str, int] = {}
    acted: tuple[tuple[str, str], ...] = ()
    passed: tuple[str, ...] = ()

    def acting(self, who: Iterable[str], on: Iterable[tuple[str, str]] = ()) -> Self:
        """After one more act by each of `who`, named twice if they act twice; `on`: who has now acted on whom."""
        acts = dict(self.acts)
        for one in who:
            acts[one] = acts.get(one, 0) + 1
        return replace(self, acts=acts, acted=(*self.acted, *on))

    def passing(self, who: str) -> Self:
        """After `who` has said that they let this round go by."""
        return replace(self, passed=(*self.passed, who))

    def in_round(self, number: int) -> Self:
        """As round `number` begins: nobody has acted or passed."""
        return replace(self, round=number, acts={}, acted=(), passed=())

    def has_acted(self, who: str, on: Iterable[str]) -> bool:
        """Whether `who` has acted on each of `on` this round."""
        return all((who, other) in self.acted for other in on)

    def idle(self, who: Iterable[str]) -> list[str]:
        """Those of `who` who have neither acted, reacted nor passed."""
        return [one for one in who if not self.acts.get(one) and one not in self.passed]

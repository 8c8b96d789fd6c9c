"""Random legal play, seeded: whom to let act, which offer to take, and words that nobody else would write.

It knows no game: everything comes from the offers that a table makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import entry_points
from itertools import accumulate
from typing import Any, TypeVar

from moot.core import Offer, Offered, Seeded
from moot.core.events import name_of
from moot.table.topics import TABLE_COMMANDS
from moot.testing.filling import Ink, filled

Some = TypeVar("Some", Offer, Offered)

GAMES = tuple(sorted(point.name for point in entry_points(group="moot.games")))
"""The installed games, without those that tests make known."""
TABLE_DOES = frozenset(name_of(kind) for kind in TABLE_COMMANDS.kinds)
"""The verbs of the table itself."""
PATIENT = frozenset({"say", "keep-notes", "open-scene", "cut-to"})
"""Table verbs that may come at any time and leave everyone where they are."""
WEIGHT = {"must": 8, "may": 3, "tool": 1}


def may_be_taken(offer: Offer | Offered) -> bool:
    """Whether an offer is the game's, or one of the table's that ends nobody's play."""
    return offer.do in PATIENT or offer.do not in TABLE_DOES


class Course:
    """One random course: the same seed takes the same course through the same offers."""

    def __init__(self, seed: int, ink: Ink | None = None, takes: Callable[[Any], bool] = may_be_taken) -> None:
        self.chance = Seeded(seed)
        self.ink = ink or Ink()
        self.takes = takes
        self.done: Counter[str] = Counter()

    def turn(self, offered: Mapping[str, Sequence[Some]]) -> tuple[str, Some] | None:
        """Who does what next: what is urgent and seldom done first. None if there is nothing to do."""
        every = [(who, offer) for who, offers in offered.items() for offer in offers if self.takes(offer)]
        if not every:
            return None
        weights = [WEIGHT[offer.urgency] * 100 // (1 + self.done[offer.do]) + 1 for _, offer in every]
        at = self.chance.pick(sum(weights))
        who, offer = next(one for one, end in zip(every, accumulate(weights), strict=True) if at < end)
        self.done[offer.do] += 1
        return who, offer

    def wish(self, offer: Offer, writer: str) -> dict[str, Any]:
        """The command that `offer` makes when `writer` fills it in, with words of their own."""
        wish = filled(offer, self.chance, self.ink, writer)
        return {**wish, "voice": "", "manner": "story"} if offer.do == "say" else wish

"""Stress, Fear and Terror: what is kept while people withstand it (GP-MAD-01)."""

from __future__ import annotations

import msgspec

from moot.games.perilous.terms import Madness, Outcome


class Ordeal(msgspec.Struct, frozen=True, kw_only=True):
    """Something that people have to withstand: of which tier, what it is, who beholds it, and how each of them bore it.

    It stands until all have, and is shown until the next one comes or the session ends.
    """

    id: str
    tier: Madness
    what: str
    people: tuple[str, ...]
    bore: dict[str, Outcome] = {}

    @property
    def over(self) -> bool:
        """Whether all of them have borne it."""
        return all(who in self.bore for who in self.people)

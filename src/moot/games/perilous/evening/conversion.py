"""Corruption turned into ranks of Order and Chaos, and what ten of them bring (GP-CORR-03 to -07)."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from moot.games.perilous.figures import CORRUPTION
from moot.kit.bars import percent

Variant: TypeAlias = Literal["house", "official"]
SIDES: Final = CORRUPTION.die.sides


class CorruptionDue(NamedTuple):
    """What some Corruption comes to: ranks for sure, and a die against a line (None: no die): up to the line Chaos
    rises by one more, above it Order by `spared`."""

    order: int
    chaos: int
    against: int | None
    spared: int = 0

    def ranks(self, face: int) -> tuple[int, int]:
        """The ranks of Order and Chaos that come of it, with what the die shows."""
        if self.against is None:
            return self.order, self.chaos
        fell = face <= self.against
        return self.order + (0 if fell else self.spared), self.chaos + (CORRUPTION.rank if fell else 0)

    @property
    def worse(self) -> Fraction:
        """The chance that the die makes Chaos rise."""
        return Fraction(min(self.against or 0, SIDES), SIDES)

    @property
    def told(self) -> str:
        """What is to come, in words, before the die is thrown."""
        sure = f"Chaos +{self.chaos}" if self.chaos else f"Order +{self.order}"
        if self.against is None:
            return f"{sure}, without a die."
        if self.worse in (0, 1):
            rises = f"Chaos +{self.chaos + CORRUPTION.rank}" if self.worse else f"Order +{self.spared}"
            return f"{rises}, whatever the die shows."
        more = f"{percent(self.worse)} for Chaos +{CORRUPTION.rank}"
        if self.spared:
            return f"{more}, else Order +{self.spared}."
        return f"{sure} for certain; {more} on top."


def due(variant: Variant, corruption: int) -> CorruptionDue:
    """What this much Corruption comes to (GP-CORR-04, GP-CORR-05)."""
    rank, ten = CORRUPTION.rank, CORRUPTION.per_rank
    if variant == "official":
        return CorruptionDue(0, 0, corruption, spared=rank)
    if not corruption:
        return CorruptionDue(rank, 0, None)
    sure, rest = divmod(corruption, ten)
    return CorruptionDue(0, sure * rank, rest or None, spared=rank if corruption < ten else 0)


def drift(order: int, chaos: int) -> str:
    """Where ranks that were gained lead somebody, in words."""
    return "drifts to Chaos" if chaos else "drifts to Order" if order else "stays as before"


class Ten(NamedTuple):
    """The counts after an erasure, and what it brought."""

    order: int
    chaos: int
    fate: int
    disorders: int


def ten(before: tuple[int, int], now: tuple[int, int], permanent: tuple[int, int], *, carried: bool) -> Ten | None:
    """What comes of counts that passed ten since `before`, Order first; None if neither did (GP-CORR-06, GP-CORR-07,
    GP-RD-11)."""
    full = CORRUPTION.ten
    order, chaos = (was < full <= count for was, count in zip(before, now, strict=True))
    if not order and not chaos:
        return None
    over = [max(0, count - full) * (carried and reached) for count, reached in zip(now, (order, chaos), strict=True)]
    kept = [held + more for held, more in zip(permanent, over, strict=True)]
    return Ten(kept[0], kept[1], CORRUPTION.fate * order, CORRUPTION.disorders * chaos)

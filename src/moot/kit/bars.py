"""Chances as people read them: percentages, and outcome bars whose pieces add up to the whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

import msgspec


@lru_cache(maxsize=4096)
def percent(chance: Fraction) -> str:
    """A chance as people read it; never 0 % or 100 % unless it is. Its space is one at which no line breaks."""
    if chance in (0, 1):
        return f"{int(chance) * 100}\u00a0%"
    rounded = round(chance * 100)
    return "under 1\u00a0%" if rounded == 0 else "over 99\u00a0%" if rounded == 100 else f"{rounded}\u00a0%"


class BarPart(msgspec.Struct, frozen=True):
    """One way things can end, as a piece of a bar: `mark` is its class, `start` and `width` are in hundredths."""

    mark: str
    says: str
    start: float
    width: float
    percent: str


def bar(outcomes: Iterable[tuple[str, str, Fraction]]) -> Iterator[BarPart]:
    """The pieces of a bar from (mark, words, chance), in this order; what cannot happen has no piece."""
    start = Fraction(0)
    for mark, says, chance in outcomes:
        if chance:
            yield BarPart(mark, says, float(100 * start), float(100 * chance), percent(chance))
            start += chance

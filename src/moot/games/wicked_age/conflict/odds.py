"""The questions players ask while dice are in their hands, answered exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product

from moot.games.wicked_age import book
from moot.games.wicked_age.conflict.rolls import compare
from moot.games.wicked_age.sequence import Result, Rolled


@lru_cache(maxsize=512)
def answer(
    standing: Rolled, dice: tuple[int, ...], pips: int, final: bool, two: bool = False
) -> dict[Result, Fraction]:
    """How an answer of `dice` (sides) and `pips` advantage dice to a standing roll can go, each result with its chance.
    WA-DICE-05, and WA-DICE-06 where `final`. Every fall of the dice is counted; they are few."""
    ends: Counter[Result] = Counter()
    sums = _sums(pips)
    for faces in product(*(range(1, die + 1) for die in dice)):
        thrown = tuple(zip(dice, faces, strict=True))
        for total, ways in sums.items():
            rolled = Rolled(dice=thrown, pips=(total,) if pips else ())
            ends[compare(standing, rolled, final, two)] += ways
    every = Fraction(sum(ends.values()))
    return {result: ways / every for result, ways in ends.items()}


def _sums(pips: int) -> dict[int, int]:
    """In how many ways `pips` advantage dice show each total (only the total counts: WA-DICE-02)."""
    sums = {0: 1}
    for _ in range(pips):
        more: Counter[int] = Counter()
        for total, ways in sums.items():
            for face in range(1, book.ADVANTAGE_DIE + 1):
                more[total + face] += ways
        sums = dict(more)
    return sums

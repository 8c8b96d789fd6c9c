"""The questions players ask while they tap Qualities, answered exactly: 2d10 with a modifier against a TN."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final, Literal

import msgspec

from moot.games.swords_edge import ladder, verdict
from moot.games.swords_edge.figures.dice import DICE, Level
from moot.games.swords_edge.verdict import Verdict

Asked = Literal["action", "defence", "momentum", "undefended"]
"""Which reading of the dice the question is about."""

READINGS: Final[dict[Asked, Callable[[int, int, int], Verdict]]] = {
    "action": verdict.action,
    "defence": verdict.defence,
    "momentum": verdict.momentum,
    "undefended": lambda natural, total, _tn: verdict.undefended(natural, total),
}
"""How dice of this sum, with this total, read against a TN."""


class Chances(msgspec.Struct, frozen=True):
    """The exact chances of a Test: of each level of success, and of each level of blow where failing hurts.

    `fumble` and `triumph` are the chances of a natural 2 and a natural 20, which are among the others.
    """

    success: Fraction
    levels: dict[Level, Fraction]
    blows: dict[Level, Fraction]
    fumble: Fraction
    triumph: Fraction


@cache
def totals() -> dict[int, Fraction]:
    """Each sum of the dice, with its chance (SE-STR-02)."""
    ways: Counter[int] = Counter()
    for faces in product(range(1, DICE.sides + 1), repeat=DICE.number):
        ways[sum(faces)] += 1
    every = sum(ways.values())
    return {total: Fraction(count, every) for total, count in sorted(ways.items())}


@lru_cache(maxsize=4096)
def chances(asked: Asked, modifier: int, tn: int) -> Chances:
    """How a Test of `modifier` against `tn` can go."""
    levels, blows = dict[Level, Fraction](), dict[Level, Fraction]()
    success = Fraction(0)
    for natural, chance in totals().items():
        read = READINGS[asked](natural, natural + modifier, tn)
        success += chance if read.success else 0
        if read.level is not None:
            into = levels if read.success else blows
            into[read.level] = into.get(read.level, Fraction(0)) + chance
    every = totals()
    return Chances(
        success=success,
        levels={level: levels[level] for level in ladder.LEVELS if level in levels},
        blows={level: blows[level] for level in ladder.LEVELS if level in blows},
        fumble=every[DICE.natural_failure],
        triumph=every[DICE.natural_success],
    )

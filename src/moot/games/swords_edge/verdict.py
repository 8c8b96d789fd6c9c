"""What dice mean, and how likely it is: each kind of Test read as success or failure and a level.

The rules of the table and the odds both ask the readings here, so that they cannot disagree. No state in here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final, Literal

import msgspec

from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures import DICE, OPEN_BANDS, PC_OPEN, SEIZE_OPEN, Level


class Verdict(msgspec.Struct, frozen=True):
    """How a Test went. `level` is that of the success, or of the blow that a failed defence lets through; None where
    there is neither."""

    success: bool
    level: Level | None = None


def action(natural: int, total: int, tn: int) -> Verdict:
    """An Action Test that attacks: a tie succeeds, a natural 2 fails and a natural 20 succeeds (SE-STR-02, SE-CRIT-01,
    SE-CRIT-03, SE-RD-01). A forced success below the TN is Average, a forced failure does nothing (SE-RD-05)."""
    if natural == DICE.natural_failure:
        return Verdict(False)
    if total >= tn:
        return Verdict(True, ladder.level(total - tn))
    return Verdict(True, "average") if natural == DICE.natural_success else Verdict(False)


def defence(natural: int, total: int, tn: int) -> Verdict:
    """A PC's defence: what it lets through goes by the shortfall in sevens (SE-RD-02); a natural 2 at or above the TN
    is an Average hit (SE-RD-05)."""
    made = action(natural, total, tn)
    if made.success:
        return made
    return Verdict(False, ladder.level(max(tn - total, 0)))


def momentum(natural: int, total: int, tn: int) -> Verdict:
    """A Momentum Test: equal or above wins (SE-MOM-01). Extremes bar the Seize and do not decide (SE-MOM-09,
    SE-RD-04)."""
    if total >= tn:
        return Verdict(True, ladder.level(total - tn))
    return Verdict(False, ladder.level(tn - total))


def undefended(natural: int, total: int) -> Verdict:
    """A PC who does not defend, against 17: the blow's level, or none at 18 and above (SE-UND-03, SE-TRAP-03)."""
    if natural == DICE.natural_success:
        return Verdict(True)
    if natural == DICE.natural_failure:
        return Verdict(False, PC_OPEN.natural_2)
    if total >= PC_OPEN.unhurt:
        return Verdict(True)
    reached = [band.level for band in OPEN_BANDS if total <= band.most]
    return Verdict(False, reached[-1])


def failed_seize(total: int) -> Verdict:
    """How a failed Seize is answered: the other side's Action total or TN against 5 (SE-SEIZE-06). Below 5 it does no
    harm (SE-RD-22)."""
    return Verdict(True, ladder.level(total - SEIZE_OPEN)) if total >= SEIZE_OPEN else Verdict(False)


Asked = Literal["action", "defence", "momentum", "undefended"]
"""Which reading of the dice the question is about."""

READINGS: Final[dict[Asked, Callable[[int, int, int], Verdict]]] = {
    "action": action,
    "defence": defence,
    "momentum": momentum,
    "undefended": lambda natural, total, _tn: undefended(natural, total),
}
"""How dice of this sum, with this total, read against a TN."""


class Chances(msgspec.Struct, frozen=True):
    """The exact chances of a Test: of each level of success, and of each level of blow where failing hurts. `fumble`
    and `triumph` are the chances of a natural 2 and a natural 20, which are among the others."""

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

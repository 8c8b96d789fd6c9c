"""What dice mean: each kind of Test read as success or failure and a level. No luck and no state in here.

The rules of the table and the odds both ask these functions, so that they cannot disagree.
"""

from __future__ import annotations

import msgspec

from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures.dice import DICE, NC_OPEN, OPEN_BANDS, PC_OPEN, SEIZE_OPEN, Level


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


def on_open_nc(natural: int, total: int) -> Verdict:
    """An Action Test on an NC who does not defend (SE-UND-02)."""
    return action(natural, total, NC_OPEN)

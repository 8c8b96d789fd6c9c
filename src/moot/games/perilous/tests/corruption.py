"""The odds of Corruption before it is gathered: a Disorder or a Fate Point within some sessions, exactly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from moot.games.perilous.evening.closing import SIDES, due, ten
from moot.games.perilous.madness import cost
from moot.games.perilous.options import Options
from moot.games.perilous.person import Person
from moot.games.perilous.terms import Madness


class Course(NamedTuple):
    """Counts of Order and Chaos, and whether a Fate Point and a Disorder have come on the way there."""

    order: int
    chaos: int
    fate: bool = False
    disorder: bool = False


def costs(options: Options, who: Person, tiers: Iterable[Madness]) -> dict[tuple[int, int], Fraction]:
    """The chance of each place on the Peril track with each gain of Corruption, after withstanding several: what is
    ignored of ranks after one makes the next one harder."""
    ends: dict[tuple[int, int], Fraction] = {(who.peril, 0): Fraction(1)}
    for tier in tiers:
        after = defaultdict[tuple[int, int], Fraction](Fraction)
        for (peril, gained), share in ends.items():
            for (now, more), part in cost(options, replace(who, peril=peril), tier).items():
                after[now, gained + more] += share * part
        ends = dict(after)
    return ends


def law(options: Options, who: Person, tiers: Iterable[Madness]) -> dict[int, Fraction]:
    """The chance of each total of Corruption, where a session brings just these to withstand (GP-MAD-01)."""
    found = defaultdict[int, Fraction](Fraction)
    for (_, gained), share in costs(options, who, tiers).items():
        found[gained] += share
    return dict(found)


def ranks(options: Options, corruption: int) -> dict[tuple[int, int], Fraction]:
    """The chance of each gain of Order and Chaos from this much Corruption (GP-CORR-04, GP-CORR-05)."""
    found = defaultdict[tuple[int, int], Fraction](Fraction)
    coming = due(options.corruption_variant, corruption)
    for face in range(1, SIDES + 1):
        found[coming.ranks(face)] += Fraction(1, SIDES)
    return dict(found)


def courses(
    options: Options, who: Person, gathered: Mapping[int, Fraction], sessions: int
) -> dict[Course, Fraction]:
    """Where somebody stands after some sessions that each bring Corruption by the same law (GP-CORR-06)."""
    permanent, carried = (who.permanent_order, who.permanent_chaos), options.rank_overflow == "carried"
    gains = defaultdict[tuple[int, int], Fraction](Fraction)
    for corruption, share in gathered.items():
        for gain, part in ranks(options, corruption).items():
            gains[gain] += share * part
    found = {Course(who.order, who.chaos): Fraction(1)}
    for _ in range(sessions):
        after = defaultdict[Course, Fraction](Fraction)
        for at, share in found.items():
            for (order, chaos), part in gains.items():
                now = (at.order + order, at.chaos + chaos)
                full = ten((at.order, at.chaos), now, permanent, carried=carried)
                if full is None:
                    end = Course(*now, at.fate, at.disorder)
                else:
                    end = Course(full.order, full.chaos, at.fate or full.fate > 0, at.disorder or full.disorders > 0)
                after[end] += share * part
        found = dict(after)
    return found


def within(options: Options, who: Person, gathered: Mapping[int, Fraction], sessions: int) -> tuple[Fraction, Fraction]:
    """The chance of a Disorder, and of a Fate Point, within some sessions."""
    found = courses(options, who, gathered, sessions)
    disorder = sum((share for end, share in found.items() if end.disorder), Fraction(0))
    return disorder, sum((share for end, share in found.items() if end.fate), Fraction(0))

"""What Peril does to somebody, exactly: how far dice push them, and where a test that costs it leads (GP-CORE-12)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from math import lcm
from operator import attrgetter
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from moot.games.perilous.harm import USUAL, fallen, steps
from moot.games.perilous.options import Options
from moot.games.perilous.person import LAST, Person
from moot.games.perilous.rows import Dice
from moot.games.perilous.trial import Trial, odds_of
from moot.kit.remembered import remembered
from moot.kit.totals import worth

Law: TypeAlias = dict[int, Fraction]
"""Chances by a whole number: places on the Peril track, provisions, encounters."""


@lru_cache(maxsize=512)
def falls(options: Options, threshold: int, dice: Dice) -> Law:
    """How many steps down the Peril track a throw of Peril pushes somebody."""
    sums = {dice.plus: 1}
    for sides in dice.each:
        more: defaultdict[int, int] = defaultdict(int)
        for so_far, falls_ in sums.items():
            for face in range(1, sides + 1):
                more[so_far + face] += falls_
        sums = more
    found: Law = defaultdict(Fraction)
    for points, falls_ in sums.items():
        found[steps(options, threshold, points)] += Fraction(falls_, dice.sides**dice.dice)
    return dict(found)


def pushed(options: Options, who: Person, *throws: Dice) -> Law:
    """Where somebody stands on the Peril track after these throws of Peril, one after the other."""
    law: Law = {who.peril: Fraction(1)}
    for dice in throws:
        after: Law = defaultdict(Fraction)
        for at, share in law.items():
            threshold = worth(replace(who, peril=at).peril_threshold)
            for by, part in falls(options, threshold, dice).items():
                after[fallen(at, by)] += share * part
        law = after
    return law


class Tolls(msgspec.Struct, frozen=True):
    """Where a test of somebody leads from each place of the Peril track, in parts of `whole`: `to[at]` has a part for
    each place, `lightly[at]` is how much of it a critical success is. `down`: where they are Incapacitated!."""

    whole: int
    to: tuple[tuple[int, ...], ...]
    lightly: tuple[int, ...]
    down: tuple[bool, ...]


@remembered(1024, of=attrgetter(*(name for name in Person.__struct_fields__ if name != "peril")))
def tolls(who: Person, options: Options, test: Trial) -> Tolls:
    """Where a test leads whose failure costs the usual Peril, wherever somebody stands (GP-CHASE-14, GP-WILD-09)."""
    places = [replace(who, peril=at) for at in range(LAST + 1)]
    laws, lightly = [], []
    for at, here in enumerate(places):
        law: Law = defaultdict(Fraction)
        odds = dict.fromkeys(USUAL, Fraction(0)) if here.incapacitated else odds_of(options, test, here)
        for outcome, dice in USUAL.items():
            for to, part in pushed(options, here, *here.aches(test.skill), dice).items():
                law[to] += odds[outcome] * part
        law[at] += 1 - sum(law.values())
        laws.append(law)
        lightly.append(odds.get("critical-success", Fraction(0)))
    whole = lcm(*(share.denominator for law in laws for share in law.values()), *(one.denominator for one in lightly))
    rows = tuple(tuple(int(law.get(to, 0) * whole) for to in range(LAST + 1)) for law in laws)
    down = tuple(here.incapacitated for here in places)
    return Tolls(whole, rows, tuple(int(one * whole) for one in lightly), down)

"""What something that is to be withstood may cost people, as plain data."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import msgspec

from moot.games.perilous.claims import Ordeal
from moot.games.perilous.madness.withstanding import cost
from moot.games.perilous.person import PERIL_STATES
from moot.games.perilous.sins import sleeping
from moot.games.perilous.state import State
from moot.kit.bars import percent


class CostView(msgspec.Struct, frozen=True, kw_only=True):
    """What an ordeal may cost one of them: the chance of each gain of Corruption, and of each place on the Peril track.

    `wakes`: whether giving way wakes a Mutation of theirs.
    """

    ordeal: str
    who: str
    nothing: str
    corruption: tuple[tuple[int, str], ...]
    peril: tuple[tuple[str, str], ...]
    wakes: bool


def weighed(state: State, ordeal: Ordeal, who: str) -> CostView:
    """What it may cost somebody, for those who play them."""
    corruption, peril = defaultdict[int, Fraction](Fraction), defaultdict[int, Fraction](Fraction)
    ends = cost(state.options, state.people[who], ordeal.tier)
    for (place, points), share in ends.items():
        corruption[points] += share
        peril[place] += share
    return CostView(
        ordeal=ordeal.id,
        who=who,
        nothing=percent(ends.get((state.people[who].peril, 0), Fraction(0))),
        corruption=tuple((points, percent(share)) for points, share in sorted(corruption.items())),
        peril=tuple((PERIL_STATES[place].title, percent(share)) for place, share in sorted(peril.items())),
        wakes=any(sleeping(state.people[who])),
    )

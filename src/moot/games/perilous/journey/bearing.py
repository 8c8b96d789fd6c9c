"""How somebody bears moments of hardship, exactly: with a camp between two of them or with none (GP-WILD-09)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from moot.games.perilous.journey.hardship import hardship_trial
from moot.games.perilous.person import LAST, Person
from moot.games.perilous.route import Journey, Stretch
from moot.games.perilous.state import State
from moot.games.perilous.tolls import Tolls, tolls


class Camping(NamedTuple):
    """A camp after so many moments, 0 for none; the lowest places of the Peril track on which it leaves somebody, as
    they are and once they are hardy; and whether they are so already."""

    after: int = 0
    leaves: tuple[int, int] = (LAST, LAST)
    hardy: bool = False


NO_CAMP: Final = Camping()
"""On they go, without one."""


class Borne(NamedTuple):
    """The chance of each place of the Peril track in the end, and that somebody was Incapacitated! on the way."""

    places: tuple[Fraction, ...]
    drops: Fraction


def bearing(state: State, journey: Journey, stretch: Stretch, who: Person) -> Tolls:
    """Where a moment of hardship on a Stretch leads somebody."""
    return tolls(who, state.options, hardship_trial(journey, stretch, who.id))


def moments_due(stretch: Stretch, who: str) -> int:
    """How many moments of a Stretch somebody has yet to bear."""
    moments = stretch.course.moments
    return sum(not moment.waived and not moment.passed and who not in moment.results for moment in moments)


@lru_cache(maxsize=8192)
def borne(law: Tolls, at: int, moments: int, camp: Camping = NO_CAMP) -> Borne:
    """What so many moments come to for somebody at a place of the track: weights are whole until the end."""
    weights = {(at, camp.hardy, law.down[at]): 1}
    for number in range(moments):
        after: defaultdict[tuple[int, bool, bool], int] = defaultdict(int)
        for (place, hardy, dropped), weight in weights.items():
            rests = number and number == camp.after
            here = min(place, camp.leaves[hardy]) if rests else place
            light = law.lightly[here] if number < camp.after else 0
            if light:
                after[here, True, dropped] += weight * light
            for to, part in enumerate(law.to[here]):
                if left := part - light * (to == here):
                    after[to, hardy and number < camp.after, dropped or law.down[to]] += weight * left
        weights = after
    places, whole = [0] * (LAST + 1), law.whole**moments
    for (place, _, _), weight in weights.items():
        places[place] += weight
    drops = sum(weight for (_, _, dropped), weight in weights.items() if dropped)
    return Borne(tuple(Fraction(weight, whole) for weight in places), Fraction(drops, whole))


@lru_cache(maxsize=4096)
def mixed(ways: tuple[tuple[Fraction, Tolls, int, int], ...]) -> Borne:
    """What comes of several ways on: the chance of each, where a moment leads somebody, from which place of the track,
    how many are due."""
    ends = [(chance, borne(law, at, due)) for chance, law, at, due in ways]
    places = tuple(sum((chance * end.places[at] for chance, end in ends), Fraction(0)) for at in range(LAST + 1))
    return Borne(places, sum((chance * end.drops for chance, end in ends), Fraction(0)))

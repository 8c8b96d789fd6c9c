"""What dice may bring, exactly: contests by counting, damage by adding up dice (MO-002, MO-003, MO-X309).

Nothing of the rules is said again here: a throw or a blow is tried once, with luck that only notes which dice it asks
for, and what those dice can show is counted.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec

from moot.core import Play, Seat
from moot.core.events import Event
from moot.core.glance import Looking
from moot.games.modos.contests import Facts, Outcome, Side, compared
from moot.games.modos.figures import CONTEST, LEAST_HARM
from moot.games.modos.harm import Blow, strike
from moot.games.modos.injuries import BlowRolled, Rolled
from moot.games.modos.ladder import half_of
from moot.games.modos.reckoning import loses_ties
from moot.games.modos.state import State
from moot.games.modos.throwing import total_of
from moot.kit.remembered import remembered

KEPT: Final = 4096
"""Contests whose odds are kept: few pairs of totals come up in an evening."""
NOBODY: Final = Seat("", "nobody", "watcher")


class Hand(msgspec.Struct, frozen=True):
    """What a side throws: its dice by their sides, and all that is added to them. `drama`: it takes half, unless the
    other total is too low for that to be told (MO-X010). `floor` is a number that stands if they come to less."""

    dice: tuple[int, ...]
    plus: int
    drama: bool = False
    floor: int | None = None

    def by_half(self) -> Hand:
        """The same with half of the d20 (MO-012)."""
        return Hand(self.dice[1:], self.plus + half_of(CONTEST.die))

    def with_die(self, sides: int) -> Hand:
        """The same with one more die (MO-114)."""
        return Hand((*self.dice, sides), self.plus)


def hand_of(state: State, side: Side, facts: Facts) -> Hand:
    """What a side would throw with."""
    luck = Looking()
    worth = total_of(Play(state, NOBODY, luck, _as_it_was), side, facts).worth
    return Hand(tuple(luck.dice), worth - len(luck.dice), side.drama)


def _as_it_was(state: State, event: Event[State]) -> State:
    return state


@lru_cache(maxsize=KEPT)
def ways(dice: tuple[int, ...]) -> tuple[int, ...]:
    """In how many ways dice come to each sum, from the least on."""
    found: tuple[int, ...] = (1,)
    for sides in dice:
        more = [0] * (len(found) + sides - 1)
        for at, count in enumerate(found):
            for face in range(sides):
                more[at + face] += count
        found = tuple(more)
    return found


def sums(hand: Hand) -> dict[int, int]:
    """The same for a hand, by what it comes to."""
    least, found = len(hand.dice) + hand.plus, dict[int, int]()
    for at, count in enumerate(ways(hand.dice)):
        total = least + at if hand.floor is None else max(hand.floor, least + at)
        found[total] = found.get(total, 0) + count
    return found


@lru_cache(maxsize=KEPT)
def thrown(first: Hand, second: Hand) -> dict[Outcome, Fraction]:
    """How a contest of two hands can go for the first, whatever a Tie then leads to (MO-003, MO-011)."""
    found: dict[Outcome, int] = {"pro": 0, "con": 0, "tie": 0, "both-con": 0}
    theirs, half = sums(second), second.by_half().plus
    every = sum(theirs.values())
    for mine, count in sums(first).items():
        told = {half: every} if second.drama and half <= mine else theirs
        for other, also in told.items():
            found[compared(mine, other)] += count * also
    return {outcome: Fraction(count, sum(found.values())) for outcome, count in found.items()}


def met(state: State, first: Hand, second: Hand, who: str = "", other: str = "") -> dict[Outcome, Fraction]:
    """How a contest ends, with Ties as the table and those two settle them (MO-X001, MO-E34)."""
    odds = dict(thrown(first, second))
    tie, again = odds["tie"], state.options.tie == "reroll" and bool(first.dice or second.dice)
    if tie and (loses_ties(state, who, other) or loses_ties(state, other, who)):
        odds["con" if loses_ties(state, who, other) else "pro"] += tie
        odds["tie"] = Fraction(0)
    elif again and 0 < tie < 1:
        odds = {outcome: share / (1 - tie) for outcome, share in odds.items()}
        odds["tie"] = Fraction(0)
    return odds


def harm_of(state: State, blow: Blow) -> dict[int, Fraction]:
    """The damage that somebody takes by a blow that lands, and how likely each amount is (MO-X309)."""
    play = Play(state, NOBODY, Looking(), _as_it_was)
    taken = strike(play, blow)
    rolled = next((event for event in play.events if isinstance(event, BlowRolled)), None)
    if rolled is None or not taken:
        return {taken: Fraction(1)}
    return _less(_hand(rolled.damage), _hand(rolled.guard), rolled.times)


def _hand(rolled: Rolled) -> Hand:
    return Hand(tuple(sides for sides, _ in rolled.dice), rolled.worth - sum(face for _, face in rolled.dice))


@lru_cache(maxsize=KEPT)
def _less(gain: Hand, loss: Hand, times: int) -> dict[int, Fraction]:
    """One hand less another, at least as much as any blow does, so many times over."""
    found: dict[int, int] = {}
    for much, count in sums(gain).items():
        for off, also in sums(loss).items():
            worth = max(LEAST_HARM, much - off) * times
            found[worth] = found.get(worth, 0) + count * also
    return {worth: Fraction(count, sum(found.values())) for worth, count in sorted(found.items())}


@remembered(KEPT)
def over(odds: dict[int, Fraction], most: int) -> Fraction:
    """How likely it is to be more than so much."""
    return sum((share for amount, share in odds.items() if amount > most), Fraction(0))


@remembered(KEPT)
def usually(odds: dict[int, Fraction]) -> int:
    """What it comes to on average, to the nearest whole."""
    return round(sum(amount * share for amount, share in odds.items()))

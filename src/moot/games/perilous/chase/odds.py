"""What is likely in a chase, exactly: whom the next roll brings into reach, and how one against one ends.

The policy of `race`: both keep the mode they are on, nobody acts or shoots, no point is spent, the Pursuer always tries
the Takedown where the chase is now, and no trouble comes. Losses are not stopped at 0: they count from values that are
far above it after the first roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from math import prod
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.games.perilous.chase.catching import law, takedown_test
from moot.games.perilous.chase.turns import MOVE, head_start, tires, tiring_test
from moot.games.perilous.figures import CHASE
from moot.games.perilous.harm import pushed, tolls
from moot.games.perilous.options import Options
from moot.games.perilous.person import LAST, Person
from moot.games.perilous.pursuit import Chase, Runner
from moot.games.perilous.state import State

HUNDRED: Final = 100
UP: Final = range(LAST)
"""The places of the Peril track on which somebody still runs."""

Gaps: TypeAlias = list[int]
"""Weights by the Pursuer's value less the Escapee's, from the lowest there is."""


def _added(law: dict[int, int], by: Iterable[int]) -> dict[int, int]:
    more: dict[int, int] = {}
    for each in by:
        for total, weight in law.items():
            more[total + each] = more.get(total + each, 0) + weight
    return more


def within_reach(ahead: int, *, fled: bool, follows: bool) -> Fraction:
    """The chance that somebody who is `ahead`, Movement and all, is in reach after the rolls that are yet to come."""
    law = {ahead: 1}
    law = _added(law, range(1, MOVE + 1)) if fled else law
    law = _added(law, range(-MOVE, 0)) if follows else law
    return Fraction(sum(weight for gap, weight in law.items() if gap <= 0), sum(law.values()))


class ChaseWay(msgspec.Struct, frozen=True, kw_only=True):
    """A way to move on the turn that is under way: where it leads, and the chance with which each of the other side is
    in reach by the end of their turns."""

    mode: str
    low: int
    high: int
    reach: dict[str, Fraction]


def ways_on(state: State, chase: Chase, modes: Sequence[str], moves: dict[str, int]) -> tuple[ChaseWay, ...]:
    """The ways on for the one who has the turn, if nobody acts; `moves` is the Movement of the others, as far as it is
    known. Those whose Movement is unknown are left out."""
    now = chase.now
    if now is None or chase.turn is None or chase.turn.moved:
        return ()
    return tuple(_way(state, chase, now, mode, moves) for mode in modes)


def _way(state: State, chase: Chase, now: Runner, mode: str, moves: dict[str, int]) -> ChaseWay:
    flees = now.side == "escapees"
    plus = now.value + state.people[now.driver].movement(mode) + head_start(chase, now)
    reach: dict[str, Fraction] = {}
    for other in chase.still("pursuers" if flees else "escapees"):
        comes, rolls = other.value, flees and other.id not in chase.gone and not other.lost
        if rolls and other.id not in moves:
            continue
        if rolls:
            comes += moves[other.id] + head_start(chase, other)
        ahead = plus - comes if flees else comes - plus
        reach[other.id] = within_reach(ahead, fled=flees, follows=rolls or not flees)
    return ChaseWay(mode=mode, low=plus + 1, high=plus + MOVE, reach=reach)


class ChaseEnds(msgspec.Struct, frozen=True):
    """How one against one ends: taken down, the Escapee or the Pursuer exhausted, or away when time is up."""

    taken: Fraction
    escapee_exhausted: Fraction
    pursuer_exhausted: Fraction
    away: Fraction


def race(state: State, chase: Chase, escapee: Runner, pursuer: Runner) -> ChaseEnds:
    """How one against one ends from where they stand, at the beginning of the Round that runs; by the policy above."""
    fled, after = state.people[escapee.driver], state.people[pursuer.driver]
    return _Race(state.options, chase, escapee, pursuer, fled, after).run()


class _Race:
    """A Markov chain on the gap and both Peril tracks. Weights are whole numbers: every step multiplies all of them by
    one figure, `whole` is what they come to."""

    def __init__(
        self, options: Options, chase: Chase, escapee: Runner, pursuer: Runner, fled: Person, after: Person
    ) -> None:
        self.chase, self.escapee, self.pursuer, self.fled, self.after = chase, escapee, pursuer, fled, after
        self.whole, self.low = 1, pursuer.value - escapee.value
        self.rows: dict[tuple[int, int], Gaps] = {(fled.peril, after.peril): [1]}
        self.over = {"taken": 0, "escapee": 0, "pursuer": 0}
        self.tires = {one.id: tolls(one, options, tiring_test(chase, one.id)) for one in (fled, after)}
        self.laws = {
            (mine, theirs): law(
                options, chase, pursuer, replace(after, peril=theirs), escapee, replace(fled, peril=mine)
            )
            for mine in UP for theirs in UP
        }
        pains = after.aches(takedown_test(chase, pursuer).skill)
        self.hurt = prod(one.sides**one.dice for one in pains)
        self.pains = {at: pushed(options, replace(after, peril=at), *pains) for at in UP}

    def run(self) -> ChaseEnds:
        """Round by round to the end."""
        for number in range(max(1, self.chase.round), self.chase.rounds + 1):
            if tires(self.fled, self.chase, number):
                self._tire(self.fled, 0, "escapee")
            self._move(self.escapee, self.fled, number, -1)
            if tires(self.after, self.chase, number):
                self._tire(self.after, 1, "pursuer")
            self._move(self.pursuer, self.after, number, 1)
            self._catch()
        ends = (*self.over.values(), sum(map(sum, self.rows.values())))
        return ChaseEnds(*(Fraction(weight, self.whole) for weight in ends))

    def _scale(self, by: int) -> None:
        """All that is over keeps its share while the weights grow."""
        self.whole *= by
        self.over = {end: by * weight for end, weight in self.over.items()}

    def _tire(self, who: Person, at: int, end: str) -> None:
        """The test against tiring; that somebody is Incapacitated! by it ends the chase."""
        laws = self.tires[who.id]
        self._scale(laws.whole)
        found: dict[tuple[int, int], Gaps] = {}
        for tracks, row in self.rows.items():
            for now, weight in enumerate(laws.to[tracks[at]]):
                if weight and now == LAST:
                    self.over[end] += weight * sum(row)
                elif weight:
                    _add(found, (now, tracks[1]) if at == 0 else (tracks[0], now), [weight * one for one in row])
        self.rows = found

    def _move(self, runner: Runner, who: Person, number: int, sign: int) -> None:
        """A roll: the gap shifts by Movement, and spreads over a die."""
        self._scale(MOVE)
        first = number == CHASE.head_start_round and runner.side == self.chase.head_start
        fixed = who.movement(runner.mode) + (CHASE.head_start if first else 0)
        self.low += fixed + 1 if sign > 0 else -fixed - MOVE
        self.rows = {tracks: _spread(row) for tracks, row in self.rows.items()}

    def _catch(self) -> None:
        """Those in reach are tried: the Pursuer drops to the Escapee, and loses from there (GP-CHASE-10); an Injury may
        hurt the one who fails (GP-CORE-16)."""
        whole = HUNDRED * HUNDRED * self.hurt
        self._scale(whole)
        back = (-CHASE.takedown_failure, -CHASE.takedown_critical_failure)
        low = min(self.low, -max(back))
        found: dict[tuple[int, int], Gaps] = {}
        for tracks, row in self.rows.items():
            apart = max(0, -self.low)
            reached, rest = sum(row[apart:]), [0] * (min(self.low, 1) - low) + [whole * one for one in row[:apart]]
            rest += [0] * (1 - low - len(rest))
            ends = self.laws[tracks]
            self.over["taken"] += int(reached * whole * ends.out)
            rest[-low] += int(reached * whole * ends.fended)
            _add(found, tracks, rest)
            for lost, share in zip(back, (ends.failed, ends.botched), strict=True):
                for now, part in self.pains[tracks[1]].items():
                    weight = int(reached * whole * share * part)
                    if now == LAST:
                        self.over["pursuer"] += weight
                    else:
                        _add(found, (tracks[0], now), [weight * (gap == -lost) for gap in range(low, 1)])
        self.rows, self.low = found, low


def _add(rows: dict[tuple[int, int], Gaps], tracks: tuple[int, int], more: Gaps) -> None:
    rows[tracks] = [a + b for a, b in zip(rows[tracks], more, strict=True)] if tracks in rows else more


def _spread(row: Gaps) -> Gaps:
    """Weights after one more die: a window as wide as its sides slides over them."""
    sums = [0, *accumulate([*row, *(0 for _ in range(MOVE - 1))])]
    return [sums[n + 1] - sums[max(0, n + 1 - MOVE)] for n in range(len(sums) - 1)]

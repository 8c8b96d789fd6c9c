"""Percentile dice: two digits read as one number, flipped, assisted, and held against a chance (GP-CORE-01 to -06)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final

from moot.games.perilous.figures import TEST
from moot.games.perilous.options import AssistRule
from moot.games.perilous.terms import Outcome
from moot.kit.bars import BarPart, bar

ORDER: Final[tuple[Outcome, ...]] = ("critical-failure", "failure", "success", "critical-success")
"""The worst first."""
SUCCESSES: Final = frozenset({"success", "critical-success"})
WORDS: Final[dict[Outcome, str]] = {
    "critical-success": "a critical success", "success": "a success",
    "failure": "a failure", "critical-failure": "a critical failure",
}
MARKS: Final[dict[Outcome, str]] = {
    "critical-failure": "worst", "failure": "bad", "success": "good", "critical-success": "best",
}
"""How the outcomes are marked in a bar."""
LOWEST, HIGHEST = TEST.always, TEST.never
"""The rolls that are critical whatever the chance (GP-CORE-02)."""


def digit(face: int) -> int:
    """The digit that a face of a d10 shows: a 10 is read as 0."""
    return face % 10


def read(chance: int, roll: int) -> Outcome:
    """What `roll` means against `chance` (GP-CORE-01, GP-CORE-02)."""
    if roll in (LOWEST, HIGHEST):
        return "critical-success" if roll == LOWEST else "critical-failure"
    double = roll % 11 == 0
    if roll <= chance:
        return "critical-success" if double else "success"
    return "critical-failure" if double else "failure"


def flipped(chance: int, roll: int, flip: int) -> int:
    """`roll` after a flip to succeed (`flip` above 0) or to fail (below 0); a flip to fail betters nothing
    (GP-CORE-04, GP-RD-01)."""
    was = read(chance, roll)
    turns = (flip > 0 and was == "failure") or (flip < 0 and was == "success")
    if not turns:
        return roll
    turned = (roll % 10) * 10 + roll // 10
    return roll if flip < 0 and better(read(chance, turned), was) else turned


def better(one: Outcome, other: Outcome) -> bool:
    """Whether `one` is a better outcome than `other`."""
    return ORDER.index(one) > ORDER.index(other)


def candidates(digits: Sequence[int], rule: AssistRule) -> tuple[int, ...]:
    """The numbers that can be read from two digits, or from three with an Assist Die (GP-CORE-06).

    By the usual rule these are two tens dice and the units; by the starter edition's the lower of the first two is the
    tens die, and the other one and the third may be the units.
    """
    if len(digits) == 2:
        pairs = [(digits[0], digits[1])]
    elif rule == "extra-tens-best":
        pairs = [(tens, digits[2]) for tens in digits[:2]]
    else:
        low, high = sorted(digits[:2])
        pairs = [(low, high), (low, digits[2])]
    return tuple(10 * tens + units or HIGHEST for tens, units in pairs)


def what_lay(digits: Sequence[int], reads: int, rule: AssistRule) -> str:
    """What lay there, where it is not what is read: the number before a flip, or both that an Assist Die offers
    (GP-CORE-04, GP-CORE-06)."""
    thrown = dict.fromkeys(candidates(digits, rule))
    return "" if tuple(thrown) == (reads,) else f"{' or '.join(f'{one:02d}' for one in thrown)} reads "


def result(
    chance: int, digits: Sequence[int], flip: int = 0, rule: AssistRule = "extra-tens-best"
) -> tuple[int, Outcome]:
    """The number as it is read, and the outcome: each candidate is flipped first, then the best is kept; of equals the
    higher success, the lower failure (GP-CORE-06)."""
    rolls = (flipped(chance, thrown, flip) for thrown in candidates(digits, rule))

    def worth(one: tuple[int, Outcome]) -> tuple[int, int]:
        roll, outcome = one
        return ORDER.index(outcome), roll if outcome in SUCCESSES else -roll

    return max(((roll, read(chance, roll)) for roll in rolls), key=worth)


@cache
def _thrown(dice: int, rule: AssistRule) -> tuple[tuple[int, ...], ...]:
    """What every fall of so many dice can be read as."""
    return tuple(candidates(digits, rule) for digits in product(range(10), repeat=dice))


@lru_cache(maxsize=4096)
def odds(
    chance: int, flip: int = 0, *, assist: bool = False, rule: AssistRule = "extra-tens-best"
) -> dict[Outcome, Fraction]:
    """The exact chance of each outcome, the worst first."""
    ranks = [ORDER.index(read(chance, flipped(chance, roll, flip))) for roll in range(HIGHEST + 1)]
    best = Counter(max([ranks[roll] for roll in thrown]) for thrown in _thrown(3 if assist else 2, rule))
    return {outcome: Fraction(best[rank], 1000 if assist else 100) for rank, outcome in enumerate(ORDER)}


def shares(odds: Mapping[Outcome, Fraction], brings: Mapping[Outcome, str]) -> tuple[BarPart, ...]:
    """The outcomes as pieces of a bar, the worst first, with what they bring as far as that is said."""
    says = {one: ": ".join(filter(None, (words.capitalize(), brings.get(one)))) for one, words in WORDS.items()}
    return tuple(bar((MARKS[outcome], says[outcome], odds[outcome]) for outcome in ORDER))

"""Totals against target numbers: what is added, what must be reached, and how far above or below that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

L = TypeVar("L")


class Addend(msgspec.Struct, frozen=True):
    """One addend of a total: whose it is, what it is (an id, or a word such as `bonus`), its name, and how much."""

    who: str
    what: str
    label: str
    worth: int


class Sum(msgspec.Struct, frozen=True):
    """One addend of a target number, and what it is."""

    label: str
    worth: int


class Target(msgspec.Struct, frozen=True):
    """A target number, and what it is made of."""

    sums: tuple[Sum, ...]

    @property
    def tn(self) -> int:
        """The total to reach."""
        return sum([part.worth for part in self.sums])

    def plus(self, *sums: Sum) -> Target:
        """This target number with more added to it."""
        return Target((*self.sums, *sums))


def worth(addends: Iterable[Addend]) -> int:
    """What all of them add."""
    return sum([addend.worth for addend in addends])


def total_of(faces: Iterable[int], addends: Iterable[Addend]) -> int:
    """Dice and everything added to them."""
    return sum(faces) + worth(addends)


def level_of(margin: int, step: int, levels: Sequence[L]) -> L:
    """The level of a `margin` of 0 or more: the next one for each whole `step`, the last one at most.

    Raises ValueError for a negative margin.
    """
    if margin < 0:
        raise ValueError(f"a margin of {margin} is no success")
    return levels[min(margin // step, len(levels) - 1)]


def signed(number: int) -> str:
    """A modifier as people read it: `+2`, `−4`, `+0`."""
    return f"−{-number}" if number < 0 else f"+{number}"


def plain(number: int) -> str:
    """A total as people read it: `12`, `−4`."""
    return f"−{-number}" if number < 0 else str(number)


def explained(target: Target) -> str:
    """A target number and what it is made of: `TN 14 (Leader 12, Charisma +2)`."""
    first, *rest = target.sums
    if not rest:
        return f"TN {target.tn} ({first.label})"
    more = "".join(f", {part.label} {signed(part.worth)}" for part in rest)
    return f"TN {target.tn} ({first.label} {first.worth}{more})"


def in_numbers(faces: Sequence[int], addends: Sequence[Addend], target: Target) -> str:
    """A roll in numbers: `2 + 4, Charisma +4, Royalty +2: 12 against 14`."""
    dice = " + ".join(str(face) for face in faces)
    parts = "".join(f", {addend.label} {signed(addend.worth)}" for addend in addends)
    return f"{dice}{parts}: {plain(total_of(faces, addends))} against {target.tn}"

"""Harm: penalties that say where they come from, and ladders that people and dice go down."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

import msgspec

T = TypeVar("T")


class Penalty(msgspec.Struct, frozen=True):
    """One penalty: its number on this sheet, on what it counts, from what it comes, and in which scene."""

    id: int
    on: str
    source: str
    scene: int


def penalties_on(penalties: Iterable[Penalty], on: str) -> int:
    """How many penalties count on `on`."""
    return sum(penalty.on == on for penalty in penalties)


def inflicted(penalties: Iterable[Penalty], on: str, count: int, source: str, scene: int) -> tuple[Penalty, ...]:
    """This many more penalties, numbered after those that a sheet has; they are not on it yet."""
    first = max((penalty.id for penalty in penalties), default=0) + 1
    return tuple(Penalty(first + n, on, source, scene) for n in range(count))


def curable(penalties: Iterable[Penalty], scene: int = 0) -> tuple[Penalty, ...]:
    """The penalties that can be healed: those of one scene, or of any (0)."""
    return tuple(penalty for penalty in penalties if not scene or penalty.scene == scene)


def healed(penalties: Iterable[Penalty], ids: Collection[int]) -> tuple[Penalty, ...]:
    """What is left of `penalties` without those of these numbers."""
    return tuple(penalty for penalty in penalties if penalty.id not in ids)


def stepped(ladder: Sequence[T], at: T, by: int) -> T:
    """The step of a ladder that lies `by` further than `at`, before it for a negative `by`; an end stops it.

    Raises ValueError if `at` is no step of it.
    """
    return ladder[min(max(ladder.index(at) + by, 0), len(ladder) - 1)]

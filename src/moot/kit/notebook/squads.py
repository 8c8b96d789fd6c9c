"""Squads: several of one kind, who are one entry with a count in a pack and a number each at a table."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

from moot.kit.crowds import Someone, kind_of
from moot.kit.notebook.packs import Counted

MOST_OF_ONE = 30
"""How many of one kind an entry may count."""

N = TypeVar("N", bound=Someone)


class Roster:
    """The people of one piece of a pack: an NC named twice is one person, a squad has the largest count named."""

    def __init__(self, models: Iterable[Someone], named: Iterable[Counted]) -> None:
        """`models` are the pack's entries, `named` all that the piece counts."""
        self._models = {model.id: model for model in models}
        self._most: dict[str, int] = {}
        for one in named:
            self._most[one.nc] = max(one.count, self._most.get(one.nc, 1))
        self.made: dict[str, tuple[str, str]] = {}

    def call(self, nc: str, count: int = 1) -> tuple[str, ...]:
        """So many of one entry, by keys; `made` then has the entry and the name behind each key.

        A name that no entry has stands for itself.
        """
        if nc not in self._models:
            return (nc,)
        name = self._models[nc].name
        if self._most.get(nc, 1) == 1:
            keys = {nc: name}
        else:
            keys = {f"{nc}/{number}": f"{name} {number}" for number in range(1, count + 1)}
        for key, called in keys.items():
            self.made.setdefault(key, (nc, called))
        return tuple(keys)


def squads(
    people: Iterable[N], alike: Callable[[N], Hashable | None], lists: Iterable[Iterable[Iterable[str]]]
) -> dict[str, str]:
    """The first of its squad for each one of a squad, by id.

    `alike` says what somebody is but for id and number; None: always an entry alone. `lists` are, for each paper, the
    lists of ids in it that can count. In a pack a squad is numbered from 1 in each piece, so a paper may name two of it
    here and three there, but then the two must be the first of the three: else all of them are entries alone.
    """
    found: dict[Hashable, list[str]] = {}
    for one in people:
        same = alike(one) if kind_of(one.name) != one.name else None
        if same is not None:
            found.setdefault((kind_of(one.name), same), []).append(one.id)
    papers = [tuple(frozenset(ids) for ids in some) for some in lists]
    some = (squad for squad in found.values() if 1 < len(squad) <= MOST_OF_ONE)
    whole = (squad for squad in some if all(_in_order(squad, paper) for paper in papers))
    return {one: squad[0] for squad in whole for one in squad}


def _in_order(squad: list[str], lists: tuple[frozenset[str], ...]) -> bool:
    """Whether each list that names some of a squad begins as the longest one does."""
    named = [some for ids in lists if (some := [one for one in squad if one in ids])]
    most = max(named, key=len, default=[])
    return all(some == most[: len(some)] for some in named)


def tally(ids: Iterable[str], entries: Mapping[str, str]) -> tuple[Counted, ...]:
    """So many of each entry, in the order of the first; `entries` has the entry of each id."""
    many = Counts(entries[id_] for id_ in dict.fromkeys(ids) if id_ in entries)
    return tuple(Counted(nc=nc, count=count) for nc, count in many.items())

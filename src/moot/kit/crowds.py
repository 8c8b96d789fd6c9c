"""Crowds: several of a kind, as people name and choose them: `Shock Troops × 12`, `Shock Troops 1, 2 and 5`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from functools import lru_cache
from typing import Final, Protocol, TypeVar

from moot.core import Choice
from moot.core.words import listed
from moot.kit.keyed import Keyed

_NUMBERED = re.compile(r"(.+?) (\d+)")
_ROW: Final = 4
"""So many numbers in a row are said from first to last."""
_ALL: Final = "all-"
"""Before the id of the first of a kind: all of them."""


class Someone(Keyed, Protocol):
    """Anyone who can be one of a crowd."""

    @property
    def name(self) -> str:
        """With a number if there are several."""


T = TypeVar("T", bound=Someone)


@lru_cache(4096)
def kind_of(name: str) -> str:
    """What a numbered name counts: `Shock Troops` of `Shock Troops 4`; any other name is its own kind."""
    found = _NUMBERED.fullmatch(name)
    return found[1] if found else name


def counted(names: Iterable[str]) -> tuple[str, ...]:
    """Names with those of a kind put together, in the order of the first of each."""
    every = list(names)
    kinds = Counter(map(kind_of, every))
    alone = {kind_of(name): name for name in reversed(every)}
    return tuple(f"{kind} × {count}" if count > 1 else alone[kind] for kind, count in kinds.items())


def rollcall(names: Iterable[str]) -> str:
    """Names as people say them, those of a kind together: `Shock Troops 1, 2 and 3, and a Leader`.

    Kinds come in the order of the first of each, numbers in theirs; `nobody` for none.
    """
    return _called(tuple(names))


@lru_cache(1024)
def _called(names: tuple[str, ...]) -> str:
    kinds: dict[tuple[str, bool], list[str]] = {}
    for name in names:
        found = _NUMBERED.fullmatch(name)
        kinds.setdefault((found[1], True) if found else (name, False), []).append(found[2] if found else name)
    said = [
        f"{kind} {listed(_rows(sorted(some, key=int)))}" if numbered else listed(some)
        for (kind, numbered), some in kinds.items()
    ]
    *most, last = said or [listed(())]
    if any(" and " in some for some in said):
        return ", and ".join([", ".join(most), last]) if most else last
    return listed(said)


def _rows(numbers: list[str]) -> list[str]:
    """Numbers in order, those in a long row said from first to last."""
    said: list[str] = []
    row: list[str] = []
    for number, after in zip(numbers, [*numbers[1:], ""], strict=True):
        row.append(number)
        if not after or int(after) != int(number) + 1:
            said += [f"{row[0]} to {row[-1]}"] if len(row) >= _ROW else row
            row = []
    return said


# ---------------------------------------------------------------- chosen singly, or all of a kind at once


def crowds(some: Iterable[T]) -> dict[str, tuple[T, ...]]:
    """Those who are several of one kind, by what they are called together."""
    kinds: dict[str, tuple[T, ...]] = {}
    for one in some:
        kinds[kind_of(one.name)] = (*kinds.get(kind_of(one.name), ()), one)
    return {kind: crowd for kind, crowd in kinds.items() if len(crowd) > 1}


def everyone_of(crowd: Sequence[Someone]) -> str:
    """The value that means all of a crowd."""
    return f"{_ALL}{crowd[0].id}"


def choices(some: Iterable[T], hint: Callable[[T], str]) -> tuple[Choice, ...]:
    """Choices of these; last those of a kind under its name, first all of them, then each one.

    `hint` says what is special about one; in a crowd it is said once, and again of those who differ.
    """
    every = tuple(some)
    several = crowds(every)
    found: dict[str, list[Choice]] = {"": []}
    for one in every:
        kind, says = kind_of(one.name), hint(one)
        if kind not in several:
            found[""].append(Choice(one.id, one.name, hint=says))
            continue
        first, *_ = crowd = several[kind]
        if one is first:
            found[kind] = [Choice(everyone_of(crowd), f"{kind}, all {len(crowd)}", hint=says, group=kind)]
        found[kind].append(Choice(one.id, one.name, hint=says if says != hint(first) else "", group=kind))
    return tuple(choice for group in found.values() for choice in group)


def whole(some: Iterable[Someone]) -> tuple[str, ...]:
    """The fewest of these choices that mean all of them."""
    every = tuple(some)
    several = crowds(every)
    alone = {kind_of(one.name): one.id for one in every}
    return tuple(everyone_of(several[kind]) if kind in several else id_ for kind, id_ in alone.items())


def chosen(some: Iterable[T], *values: str) -> tuple[T, ...]:
    """Those that these choices mean, each once and in their order."""
    every = tuple(some)
    together = {everyone_of(crowd): crowd for crowd in crowds(every).values()}
    ids = {one.id for value in values for one in together.get(value, ())} | set(values)
    return tuple(one for one in every if one.id in ids)


def having(some: Sequence[Someone], ids: Container[str], blank: str) -> tuple[str, ...]:
    """The `needs` of a choice that only those of `ids` have: one of them chosen in that blank; empty if all have it."""
    if all(one.id in ids for one in some):
        return ()
    together = [everyone_of(crowd) for crowd in crowds(some).values() if all(one.id in ids for one in crowd)]
    return tuple(f"{blank}:{value}" for value in (*together, *(one.id for one in some if one.id in ids)))

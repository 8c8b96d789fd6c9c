"""Several of a kind, as people speak of them: `Shock Troops × 12`, `Shock Troops 1, 2 and 5`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from moot.core.words import listed

_NUMBERED = re.compile(r"(.+?) (\d+)")
_ROW: Final = 4
"""So many numbers in a row are said from first to last."""


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
    """Names as people say them, those of a kind in one breath: `Shock Troops 1, 2 and 3, and a Leader`.

    Kinds come in the order of the first of each, numbers in theirs; `nobody` for none.
    """
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

"""Several of a kind, as people speak of them: `Shock Troops × 12`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_NUMBERED = re.compile(r"(.+?) \d+")


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

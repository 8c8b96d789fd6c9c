"""Remembers what a function made of a thing, and finds it again by the thing itself.

States and what they hold never change; most of a new state are the very things of the one before. So what a view made
of such a thing is found by identity, which costs less than comparing values.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

TABLES: Final = 1024
"""How many parts of states are kept: a few of each table, for as many tables as play at once."""

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


def remembered(
    most: int, of: Callable[[Any], tuple[object, ...]] = lambda thing: (thing,)
) -> Callable[[Callable[Concatenate[T, P], R]], Callable[Concatenate[T, P], R]]:
    """Keep what a function made of the `most` things that were asked for last. Its first argument is the thing, and
    must never change; `of` says what parts of it are all that the function looks at."""

    def keeping(make: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
        kept: OrderedDict[tuple[object, ...], tuple[tuple[object, ...], R]] = OrderedDict()

        @wraps(make)
        def made(thing: T, /, *args: P.args, **named: P.kwargs) -> R:
            parts = of(thing)
            key = (*map(id, parts), args, *named.items()) if named else (*map(id, parts), args)
            found = kept.get(key)
            if found is None:  # what is kept holds its parts, so no other thing can have their identities
                found = kept[key] = (parts, make(thing, *args, **named))
                if len(kept) > most:
                    kept.popitem(last=False)
            else:
                kept.move_to_end(key)
            return found[1]

        return made

    return keeping

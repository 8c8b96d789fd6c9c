"""Remembers what a function made of a thing, and finds it again by the thing itself.

States and what they hold never change; most of a new state are the very things of the one before. So what a view made
of such a thing is found by identity, which costs less than comparing values.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


def remembered(most: int) -> Callable[[Callable[Concatenate[T, P], R]], Callable[Concatenate[T, P], R]]:
    """Keep what a function made of the `most` latest things. Its first argument is the thing, and must never change."""

    def keeping(make: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
        kept: OrderedDict[tuple[object, ...], tuple[T, R]] = OrderedDict()

        @wraps(make)
        def made(thing: T, /, *args: P.args, **named: P.kwargs) -> R:
            key = (id(thing), args, *named.items())
            found = kept.get(key)
            if found is None or found[0] is not thing:
                found = kept[key] = (thing, make(thing, *args, **named))
                if len(kept) > most:
                    kept.popitem(last=False)
            return found[1]

        return made

    return keeping

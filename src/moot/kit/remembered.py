"""Remembers what a function made of a thing, and finds it again by the thing itself.

States and what they hold never change; most of a new state are the very things of the one before. So what a view made
of such a thing is found by identity, which costs less than comparing values.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

TABLES: Final = 1024
"""How many parts of states are kept: a few of each table, for as many tables as play at once."""

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


def remembered(
    most: int, of: Callable[[Any], tuple[object, ...]] | None = None
) -> Callable[[Callable[Concatenate[T, P], R]], Callable[Concatenate[T, P], R]]:
    """Keep what a function made of the `most` things, about, that were asked for last. Its first argument is the thing,
    and must never change; `of` says what parts of it are all that the function looks at."""

    def keeping(make: Callable[Concatenate[T, P], R]) -> Callable[Concatenate[T, P], R]:
        late: dict[object, tuple[object, R]] = {}
        early = dict(late)

        def kept(key: object, parts: object, thing: T, *args: P.args, **named: P.kwargs) -> tuple[object, R]:
            nonlocal late, early
            if len(late) >= most // 2:  # what was not asked for since the last time is forgotten
                late, early = {}, late
            if (found := early.get(key)) is None:
                # what is kept holds its parts, so no other thing can have their identities
                found = parts, make(thing, *args, **named)
            late[key] = found
            return found

        @wraps(make)
        def made(thing: T, /, *args: P.args, **named: P.kwargs) -> R:
            parts: Any = (thing,) if of is None else of(thing)
            key: object = tuple(map(id, parts))
            if args or named:
                key = key, args, *named.items()
            return (late.get(key) or kept(key, parts, thing, *args, **named))[1]

        @wraps(make)
        def made_alone(thing: T, /, *args: P.args, **named: P.kwargs) -> R:
            return (late.get(id(thing)) or kept(id(thing), thing, thing, *args, **named))[1]

        return made_alone if of is None and len(signature(make).parameters) == 1 else made

    return keeping

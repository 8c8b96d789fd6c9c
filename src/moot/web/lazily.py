"""Attributes that are made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazily(Generic[T]):  # noqa: N801 - read as what it does
    """A property that is made once for each object: `functools.cached_property` without its lock, which costs more than
    most of what is made so. Pages are made by one thread."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, one: None, owner: type) -> Self: ...
    @overload
    def __get__(self, one: object, owner: type) -> T: ...
    def __get__(self, one: object | None, owner: type) -> Self | T:
        """What was made, from then on found before this."""
        if one is None:
            return self
        made = one.__dict__[self._name] = self._make(one)
        return made

"""How people read and say names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

Words: TypeAlias = str | Callable[[], str]
"""A text, or what makes it once somebody reads it."""


def said(text: Words) -> str:
    """The text itself."""
    return text if isinstance(text, str) else text()


def words(name: str) -> str:
    """A name as people read it: `best-interests` is “best interests”."""
    return name.replace("-", " ")


def listed(names: Iterable[str]) -> str:
    """Names as people say them: `Ann, Ben and Cleo`; `nobody` for none."""
    *most, last = tuple(names) or ("nobody",)
    return f"{', '.join(most)} and {last}" if most else last

"""How people read and say names."""

from __future__ import annotations

from collections.abc import Iterable


def words(name: str) -> str:
    """A name as people read it: `best-interests` is “best interests”."""
    return name.replace("-", " ")


def listed(names: Iterable[str]) -> str:
    """Names as people say them: `Ann, Ben and Cleo`; `nobody` for none."""
    *most, last = tuple(names) or ("nobody",)
    return f"{', '.join(most)} and {last}" if most else last

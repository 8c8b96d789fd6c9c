"""How people read and say names."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def words(name: str) -> str:
    """A name as people read it: `best-interests` is “best interests”."""
    return name.replace("-", " ")


def listed(names: Iterable[str]) -> str:
    """Names as people say them: `Ann, Ben and Cleo`; `nobody` for none."""
    *most, last = tuple(names) or ("nobody",)
    return f"{', '.join(most)} and {last}" if most else last


def shows(text: str) -> bool:
    """Whether anything of a text can be seen: marks, spaces and what controls them cannot by themselves."""
    return any(unicodedata.category(letter)[0] not in "CMZ" for letter in text)

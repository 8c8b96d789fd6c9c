"""Names in files: a text as one line, as an id, and ids that differ."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from moot.core.blanks import LONGEST_LINE


def flat(text: str) -> str:
    """A text as one line."""
    return " ".join(text.split())


def line(text: str) -> str:
    """A name or a title as a pack may have it: one line, not too long, and never empty."""
    return flat(text)[:LONGEST_LINE].strip() or "Untitled"


def untaken(name: str, taken: Iterable[str], before: str = " ") -> str:
    """`name`, or with the first number that tells it from those taken, small and capital letters alike."""
    used = {flat(one).casefold() for one in taken}
    names = (name, *(f"{name}{before}{number}" for number in range(2, len(used) + 3)))
    return next(one for one in names if flat(one).casefold() not in used)


@lru_cache(1024)
def slug(text: str) -> str:
    """A text as an id: small letters, digits and hyphens; empty if nothing of it can be written so."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")


def slugs(named: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """A different id in a file for each of (id at the table, name, what it is): after its name, or what it is."""
    found: dict[str, str] = {}
    for id_, name, otherwise in named:
        found[id_] = untaken(slug(name) or otherwise, found.values(), "-")
    return found

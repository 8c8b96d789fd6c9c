"""How people read and say names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeAlias

Words: TypeAlias = str | Callable[[], str]
"""A text, or what makes it once somebody reads it."""
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that cannot be seen (Unicode's Default_Ignorable_Code_Point)."""


def said(text: Words) -> str:
    """The text itself."""
    return text if isinstance(text, str) else text()


def words(name: str) -> str:
    """A name as people read it: `best-interests` is “best interests”. A part without vowels is an abbreviation, in
    capitals: `quick-npc` is “quick NPC”."""
    return " ".join([part.upper() if _VOWELS.isdisjoint(part) else part for part in name.split("-")])


_VOWELS = frozenset("aeiouy")


def listed(names: Iterable[str]) -> str:
    """Names as people say them: `Ann, Ben and Cleo`; `nobody` for none."""
    *most, last = tuple(names) or ("nobody",)
    return f"{', '.join(most)} and {last}" if most else last


def sought(text: str) -> str:
    """A text as it is searched: capitals are as small letters, and apostrophes as keyboards have them."""
    return text.casefold().replace("’", "'")


def alike(one: str, other: str) -> bool:
    """Whether two names look the same to people, even if they are made of different characters."""
    return _look(one) == _look(other)


def _look(name: str) -> str:
    shown = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(letter for letter in UNSEEN.sub("", shown) if unicodedata.category(letter) != "Cf")

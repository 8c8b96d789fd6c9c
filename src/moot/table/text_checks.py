"""Checks what people write: texts that can be shown, and names that read as they look."""

from __future__ import annotations

import re
import unicodedata

from moot.core import Refused
from moot.core.words import UNSEEN

_UNSHOWN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def check_words(plain: object, field: str = "") -> None:
    """Raise Refused if a text anywhere in a JSON value has characters that no page and no file can show.

    `field` is where it stands.
    """
    if isinstance(plain, str) and plain.isprintable():
        return  # as most are
    values = [plain]
    for value in values:  # which grows meanwhile
        if isinstance(value, str):
            if _UNSHOWN.search(value):
                raise unreadable(field)
        elif isinstance(value, dict):
            values += value
            values += value.values()
        elif isinstance(value, (list, tuple)):
            values += value


def unreadable(field: str = "") -> Refused:
    """The refusal of characters that no page and no file can show."""
    message = "This has characters in it that cannot be shown. Write it without them."
    return Refused("unreadable", message, field=field)


def tidy(text: str) -> str:
    """A name or a title on one line, without marks that would reverse the words around it."""
    return " ".join(_TURNING.sub("", text).split())


def person(text: str, most: int) -> str:
    """A person's name, tidied. Raises Refused unless it has 1 to `most` letters and some of them are visible."""
    name = tidy(text)
    check_words(name, "name")
    seen = UNSEEN.sub("", name)
    if not 1 <= len(name) <= most or all(unicodedata.category(letter)[0] in "CMZ" for letter in seen):
        raise Refused("bad-name", f"Say your name in 1 to {most} letters.", field="name")
    return name

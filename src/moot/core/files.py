"""Texts that come and go as files: the formats that a game reads, the documents that it hands out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from moot.core.errors import Refused

LONGEST_FILE = 150_000
"""Characters in a text that may come as a file. What carries commands has room for so many, however they are spelt."""


@dataclass(frozen=True)
class Format:
    """A kind of text that a game reads; a `Write` names it by its `format`.

    `title` says what it is, `endings` how such files end, the usual one first (`.toml`). `read` tells what is in a
    text, a line for each thing, without a table to bring it to; it raises Refused, naming the place, for a bad one.
    """

    title: str
    endings: tuple[str, ...]
    read: Callable[[str], tuple[str, ...]]

    def taken_along(self, about: str, name: str, slug: str, write: Callable[[], str]) -> Document:
        """What has the id `about`, as a file of this kind; `slug` is its `name` in a file's letters."""
        named, title = f"{slug or 'somebody'}-{about}{self.endings[0]}", f"{name}, to take along"
        return Document(name=named, title=title, write=write, media_type="application/toml", about=about)


@dataclass(frozen=True, kw_only=True)
class Document:
    """A text that a seat may take along as a file; it is written when somebody does.

    `name` is the file's: small letters, digits, hyphens and dots, unlike that of any other document of the seat.
    `about` is the id of what it is of, where it is of one thing that the seat sees.
    """

    name: str
    title: str
    write: Callable[[], str]
    media_type: str = "text/plain"
    about: str = ""


_DEEP: Final = re.compile(r"(?:[^\s.=]{1,80}\s*\.\s*){25}")
"""A key within a key and so on: to read that takes time by the square of its depth."""


def toml(text: str, rule: str | None = None) -> dict[str, Any]:
    """The content of a TOML text that somebody brings; `rule` is the rule that lets them, if there is one.

    Raises Refused (`not-toml`), with the line and column where possible, for text that is not TOML or would take too
    long to read.
    """
    if _DEEP.search(text):
        raise Refused("not-toml", "This has keys within keys within keys, which no file has.", rule, field="text")
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise Refused("not-toml", f"This is not TOML: {str(error).rstrip('.')}.", rule, field="text") from error
    except (RecursionError, ValueError) as error:  # a date that does not exist, or a number too long to read
        raise Refused("not-toml", "This is not TOML that can be read.", rule, field="text") from error

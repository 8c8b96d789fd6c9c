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


_PLACED: Final = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
_LONG_WORDS: Final = 'words end on the line that they begin on, unless three quotation marks are on each side: """…"""'
_VALUES: Final = 'what follows = is words between straight quotation marks ("…"), a number, true, false or a list […]'
_SLIPS: Final = {
    "Invalid value": _VALUES,
    "Invalid statement": "a line begins with a name and =, or with a [heading]",
    "Expected '=' after a key": "after a name comes =, and then its value",
    "Expected newline or end of document": "a line has one name and one value",
    "Expected ']": "a [heading] ends with as many ] as it begins with [",
    "Unterminated string": "these words have no closing quotation mark",
    "Illegal character '\\n'": _LONG_WORDS,
    "Found invalid character '\\n'": _LONG_WORDS,
    "Unescaped": "a \\ among words is written twice: \\\\",
    "Unclosed array": "a list has no closing ], or no comma between two of its entries",
    "Unclosed inline table": "a table has no closing }, or no comma between two of its entries",
    "Cannot overwrite": "a name has two values",
    "Cannot declare": "a heading stands there twice; of a list, every one has two brackets: [[heading]]",
}
"""What is wrong in words that people can mend it by, by how tomllib begins to say it."""

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
        raise Refused("not-toml", _slip(str(error)), rule, field="text") from error
    except (RecursionError, ValueError) as error:  # a date that does not exist, or a number too long to read
        raise Refused("not-toml", "This is not TOML that can be read.", rule, field="text") from error


def _slip(complaint: str) -> str:
    """A sentence with the place, out of what tomllib says is wrong."""
    found = _PLACED.fullmatch(complaint)
    said, line, column = found.groups() if found else (complaint, None, None)
    place = f"in line {line}, column {column}" if line else "at its end"
    words = next((words for begins, words in _SLIPS.items() if said.startswith(begins)), said.rstrip("."))
    return f"This is not TOML {place}: {words}."

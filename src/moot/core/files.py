"""Texts that come and go as files: the formats that a game reads, the documents that it hands out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

LONGEST_FILE = 60_000
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

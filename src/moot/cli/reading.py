"""Files that people bring, as text."""

from __future__ import annotations

import errno
from pathlib import Path

from moot.core import Refused
from moot.core.files import LONGEST_FILE


def typed_path(words: str) -> Path:
    """The path that somebody typed at a prompt, `~` being their home. Raises OSError for a home that does not exist."""
    try:
        return Path(words).expanduser()
    except RuntimeError as error:
        raise FileNotFoundError(errno.ENOENT, "there is no such home", words) from error


def text_in(file: Path) -> str:
    """The text of a file. Raises Refused for one that is not UTF-8 or too long, OSError if it cannot be read."""
    with file.open("rb") as opened:
        body = opened.read(4 * LONGEST_FILE + 1)
    if len(body) > 4 * LONGEST_FILE:
        raise Refused("too-long", f"This is too large: {LONGEST_FILE} characters at most.")
    try:
        return body.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise Refused("not-text", "This is not text in UTF-8.") from error

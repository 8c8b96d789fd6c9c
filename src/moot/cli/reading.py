"""Files that people bring, as text."""

from __future__ import annotations

from pathlib import Path

from moot.core import Refused
from moot.core.files import LONGEST_FILE


def text_in(file: Path) -> str:
    """The words in a file. Raises Refused for one that has none in UTF-8 or too many, OSError if it cannot be read."""
    with file.open("rb") as opened:
        body = opened.read(4 * LONGEST_FILE + 1)
    if len(body) > 4 * LONGEST_FILE:
        raise Refused("too-long", f"This is too large: {LONGEST_FILE} characters at most.")
    try:
        return body.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise Refused("not-text", "This is no text in UTF-8.") from error

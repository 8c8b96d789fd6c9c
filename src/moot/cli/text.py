"""Writing to the terminal, or wherever the output goes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable

_COMMANDS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Characters that a terminal obeys instead of showing: controls, and those that turn the direction of writing."""


def shown(text: str) -> str:
    """`text` with every control character of a terminal spelled out: ESC is `\\x1b`. Tabs and line ends stay."""
    return _COMMANDS.sub(lambda found: ascii(found[0])[1:-1], text)


def say(*lines: str) -> None:
    """Write lines of text, with control characters spelled out."""
    for line in lines:
        sys.stdout.write(shown(line) + "\n")


def say_json(what: object) -> None:
    """Write one JSON document, indented for reading."""
    import msgspec

    spelled = msgspec.json.format(msgspec.json.encode(what), indent=2).decode()
    sys.stdout.write(_COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", spelled) + "\n")


def columns(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows as lines whose columns stand under each other; the last one is as long as it is."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]

"""Writing to the terminal, or wherever the output goes."""

from __future__ import annotations

import sys
from collections.abc import Iterable


def say(*lines: str) -> None:
    """Write lines of text."""
    for line in lines:
        sys.stdout.write(line + "\n")


def say_json(what: object) -> None:
    """Write one JSON document, spread out for reading."""
    import msgspec

    say(msgspec.json.format(msgspec.json.encode(what), indent=2).decode())


def columns(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows as lines whose columns stand under each other; the last one is as long as it is."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]

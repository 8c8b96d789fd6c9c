"""Files that a verb writes."""

from __future__ import annotations

from pathlib import Path

from moot.cli.exits import Exit, Stop


def keep_what_is_there(file: Path | None, force: bool) -> None:
    """Raise Stop if `file` is there already and nobody said to write over it."""
    if file is not None and file.is_file() and not force:
        raise Stop(Exit.REFUSED, f"{file} is there already: name another file, or write over it with --force.")

"""`moot export TABLE`: a table's log, or its story, as a file."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from moot.cli.exits import Exit, Stop
from moot.cli.folder import Data, data_folder
from moot.cli.replay import seat_called
from moot.table import Shelf
from moot.table.logfile import copy_for, lines, whole, write_whole
from moot.table.story import story as told


def export(
    table: str,
    /,
    *,
    json: bool = False,
    story: bool = False,
    seat: str = "",
    struck: bool = False,
    out: Path | None = None,
    data: Data = None,
) -> int:
    """Take a table's log or story out of the data folder, while no Moot is serving from it.

    Parameters
    ----------
    table
        The table's id, as in its link.
    json
        The log as JSON lines, for `moot verify`, `replay` and `import` (this is what you get if you say nothing).
    story
        The story as Markdown.
    seat
        Only what this seat may know (its id or name).
    struck
        Keep in the story what was taken back, crossed out.
    out
        The file to write; else it goes to the terminal.
    """
    if json and story:
        raise Stop(Exit.USAGE, "Say --json or --story, not both.")
    body = asyncio.run(_exported(data_folder(data), table, story, seat, struck))
    if out is not None:
        write_whole(out, body)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(body)
    return Exit.FINE


async def _exported(folder: Path, table: str, story: bool, seat: str, struck: bool) -> bytes:
    from moot.store.sqlite import open_store

    if not (folder / "moot.db").exists():
        raise Stop(Exit.REFUSED, f"There are no tables in {folder}.")
    shelf = Shelf(open_store(folder))
    try:
        if all(card.id != table for card in shelf.cards()):
            known = ", ".join(f"{card.id} ({card.title})" for card in shelf.cards())
            raise Stop(Exit.REFUSED, f"There is no table {table} in {folder}. There is: {known or 'none'}.")
        ledger = (await shelf.find(table)).ledger
        whose = seat_called(ledger, seat) if seat else None
        if story:
            return told(ledger, whose, struck=struck).encode()
        return b"".join(lines(*(copy_for(table, ledger, whose) if whose else whole(table, ledger))))
    finally:
        await shelf.close()

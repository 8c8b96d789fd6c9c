"""`moot export TABLE`: a table's log, or its story, as a file."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from moot.cli.exits import Exit, Stop
from moot.cli.folder import Data, data_folder, opened
from moot.cli.replay import seat_called
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


async def _exported(folder: Path, id_: str, story: bool, seat: str, struck: bool) -> bytes:
    async with opened(folder, id_) as table:
        ledger = table.ledger
        whose = seat_called(ledger, seat) if seat else None
        if story:
            return told(ledger, whose, struck=struck).encode()
        return b"".join(lines(*(copy_for(id_, ledger, whose) if whose else whole(id_, ledger))))

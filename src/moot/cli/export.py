"""`moot export TABLE`: a table's log, or its story, as a file."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from moot.cli.errands import Export, done
from moot.cli.exits import Exit, Stop
from moot.cli.folder import DataOption, data_folder
from moot.cli.writing import keep_what_is_there
from moot.table.logfile import write_whole


def export(
    table: str,
    /,
    *,
    json: bool = False,
    story: bool = False,
    seat: str = "",
    struck: bool = False,
    out: Path | None = None,
    force: bool = False,
    data: DataOption = None,
) -> int:
    """Take a table's log or story out of the data folder, also while Moot is serving.

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
    force
        Write over the file if it is there already.
    """
    if json and story:
        raise Stop(Exit.USAGE, "Say --json or --story, not both.")
    keep_what_is_there(out, force)
    body = asyncio.run(done(data_folder(data), Export(table, story, seat, struck)))
    if out is not None:
        write_whole(out, body)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(body)
    return Exit.FINE

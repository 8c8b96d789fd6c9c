"""`moot import FILE`: an exported log, back on the shelf."""

from __future__ import annotations

import asyncio
from pathlib import Path

from moot.cli.back import tell
from moot.cli.base_url import BaseUrl
from moot.cli.errands import Import, done
from moot.cli.exits import Exit, Stop
from moot.cli.folder import DataOption, data_folder
from moot.cli.text import say
from moot.table.logfile import read_head
from moot.table.verify import verify


def bring(file: Path, /, *, base_url: BaseUrl = "", data: DataOption = None) -> int:
    """Put an exported log back on the shelf, to be played on.

    It is verified first, and comes whole or not at all. The dice get a new seal, since the seed that was in use is in
    no log. The old links to seats are void: the one who runs the game gets a new one here, and hands everyone's seat
    back at the door.

    Parameters
    ----------
    file
        A whole log that `moot export` gave.
    base_url
        What the new link begins with; by default what the Moot that serves says.
    """
    log = file.read_bytes()
    raw = log.splitlines(keepends=True)
    report = verify(raw)
    if not report.good:
        say(report.summary())
        raise Stop(Exit.NO, f"{file} does not verify, so it was not brought in.")
    if report.changed:
        say(report.summary())
    way = asyncio.run(done(data_folder(data), Import(log)))
    say(f"“{read_head(raw).title}” is on the shelf as table {way.table}, {report.entries} entries.")
    tell(way, "to run the game again", base_url)
    return Exit.FINE

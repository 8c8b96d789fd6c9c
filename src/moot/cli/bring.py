"""`moot import FILE`: an exported log, back on the shelf."""

from __future__ import annotations

import asyncio
from pathlib import Path

from moot.cli.demo import back_link
from moot.cli.exits import Exit, Stop
from moot.cli.folder import Data, data_folder
from moot.cli.place import Place
from moot.cli.text import say
from moot.core import Conflict
from moot.table.logfile import Head, Record, read_head, read_records
from moot.table.verify import verify


def bring(file: Path, /, *, data: Data = None) -> int:
    """Put an exported log back on the shelf, to be played on.

    It is verified first, and comes whole or not at all. The dice are sealed anew, since the seed that was in use is in
    no log. The old links to seats are void: the one who runs the game gets a new one here, and hands everyone's seat
    back at the door.

    Parameters
    ----------
    file
        A whole log that `moot export` gave.
    """
    raw = file.read_bytes().splitlines(keepends=True)
    report = verify(raw)
    if not report.good:
        say(report.summary())
        raise Stop(Exit.NO, f"{file} does not verify, so it was not brought in.")
    if report.changed:
        say(report.summary())
    head = read_head(raw)
    try:
        secret = asyncio.run(_restored(data_folder(data), head, list(read_records(raw))))
    except Conflict as error:
        message = f"Table {head.table} is on the shelf already; `moot back {head.table}` gives a link to it."
        raise Stop(Exit.REFUSED, message) from error
    say(f"“{head.title}” is on the shelf as table {head.table}, {report.entries} entries.")
    say("Start `moot serve` and open this within a day, to run the game again:")
    say(back_link(Place().here(Place().port), head.table, secret))
    return Exit.FINE


async def _restored(folder: Path, head: Head, records: list[Record]) -> str:
    """Put the log on the shelf; gives the secret by which its guide comes back."""
    from moot.store.sqlite import open_store
    from moot.table import Shelf
    from moot.table.restore import restore

    store = open_store(folder)
    try:
        await restore(store, head, records)
        table = await Shelf(store).find(head.table)
        await table.new_invite()
        guide = next(chair.seat for chair in table.ledger.table.chairs.values() if chair.seat.guides)
        return await table.keys.back_link(guide.id)
    finally:
        await store.close()

"""`moot back TABLE`: a way back in for somebody whose browser forgot who they are."""

from __future__ import annotations

import asyncio
from pathlib import Path

from moot.cli.demo import back_link
from moot.cli.exits import Exit
from moot.cli.folder import Data, data_folder, opened
from moot.cli.place import Place
from moot.cli.replay import seat_called
from moot.cli.text import say


def back(table: str, /, *, seat: str = "", data: Data = None) -> int:
    """Make a link by which somebody comes back to their seat, while no Moot is serving from the data folder.

    The link works once, within a day; the seat's other devices go on working.

    Parameters
    ----------
    table
        The table's id, as in its link.
    seat
        Whose seat (its id or name); if you say nothing, that of the one who runs the game.
    """
    name, secret = asyncio.run(_link(data_folder(data), table, seat))
    say(f"Start `moot serve` and open this within a day, to be {name} again:")
    say(back_link(Place().here(Place().port), table, secret))
    return Exit.FINE


async def _link(folder: Path, id_: str, seat: str) -> tuple[str, str]:
    async with opened(folder, id_) as table:
        chairs = table.ledger.table.chairs.values()
        whose = seat_called(table.ledger, seat) if seat else next(c.seat for c in chairs if c.seat.guides)
        return whose.name, await table.keys.back_link(whose.id)

"""`moot back TABLE`: a way back in for somebody whose browser forgot who they are."""

from __future__ import annotations

import asyncio

from moot.cli.base_url import BaseUrl
from moot.cli.demo import back_link
from moot.cli.errands import Back, WayBack, done
from moot.cli.exits import Exit
from moot.cli.folder import DataOption, data_folder
from moot.cli.place import ServingPlace
from moot.cli.text import say


def back(table: str, /, *, seat: str = "", base_url: BaseUrl = "", data: DataOption = None) -> int:
    """Make a link by which somebody comes back to their seat.

    The link works once, within a day; the seat's other devices go on working.

    Parameters
    ----------
    table
        The table's id, as in its link.
    seat
        Whose seat (its id or name); if you say nothing, that of the one who runs the game.
    base_url
        What the link begins with, as https://moot.example.org; by default what the Moot that serves says.
    """
    way = asyncio.run(done(data_folder(data), Back(table, seat)))
    tell(way, f"to be {way.name} again", base_url)
    return Exit.FINE


def tell(way: WayBack, why: str, base_url: str = "") -> None:
    """Say the link, and what it is good for."""
    base = base_url.rstrip("/") or way.base or ServingPlace().here(ServingPlace().port)
    say(f"Open this within a day, {why}:" if way.base else f"Start `moot serve` and open this within a day, {why}:")
    say(back_link(base, way.table, way.secret))

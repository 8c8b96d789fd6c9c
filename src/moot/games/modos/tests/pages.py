"""The pages of Modos 2 at a table of tests: all panels of everybody, as the web makes them."""

from __future__ import annotations

import re
from html import unescape

from moot.games.modos.room import GAME
from moot.games.modos.tests.table import Sitting
from moot.testing.fault import Spot
from moot.testing.pages import Room
from moot.testing.world import SeatHeard


def look(table: Sitting, times: int = 5) -> dict[str, str]:
    """Make everybody's page, and open things and forms of it; what each page says, by the name of its seat.

    Raises Fault for a part that breaks or is not whole.
    """
    room = _looked(table, times)
    return {name: read(room.page(seat)) for name, seat in table.seats.items()}


def details(table: Sitting, name: str, key: str) -> str:
    """What the details of an open form say."""
    return read(_looked(table, 1).details(table.seats[name], key))


def html(table: Sitting, name: str) -> str:
    """The page of somebody as it is sent to them."""
    return _looked(table, 1).page(table.seats[name])


def form(table: Sitting, name: str, key: str) -> str:
    """What a form says that somebody opens."""
    return read(_looked(table, 1).form(table.seats[name], key))


def _looked(table: Sitting, times: int) -> Room:
    seats = tuple(table.seats.values())
    room = Room(GAME, seats)
    for _ in range(times):
        heard = {seat.id: SeatHeard((), ()) for seat in seats}
        room.check(Spot(GAME.name), table.state, seats, heard)
    return room


def read(html: str) -> str:
    """What HTML says, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())

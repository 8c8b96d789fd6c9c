"""The pages of Modos 2 at a table of tests: all panels of everybody, as the web makes them."""

from __future__ import annotations

from moot.games.modos.room import GAME
from moot.games.modos.tests.table import Table
from moot.testing.fault import Spot
from moot.testing.pages import Room
from moot.testing.world import Heard


def look(table: Table, times: int = 5) -> None:
    """Make everybody's page, and open things and forms of it. Raises Fault for a part that breaks or is not whole."""
    seats = tuple(table.seats.values())
    room = Room(GAME, seats)
    for _ in range(times):
        heard = {seat.id: Heard((), ()) for seat in seats}
        room.check(Spot(GAME.name), table.state, seats, heard)

"""Who is let in, and who waits at the door."""

from __future__ import annotations

from moot.core import Seat
from moot.table import Table


def is_seated(table: Table, seat: Seat) -> bool:
    """Whether `seat` is let in."""
    return table.ledger.table.chairs[seat.id].standing == "seated"


def let_in(table: Table, seat: Seat) -> Seat:
    """`seat`, if it was let in. Raises Refused while it waits at the door."""
    return table.ledger.table.let_in(seat.id)

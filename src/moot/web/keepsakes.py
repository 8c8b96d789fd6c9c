"""Keepsakes, made of a table's whole log for one seat: in a thread, one at a time, and kept for a while.

A long log takes half a second to go through. Made on the event loop, that would be half a second in which no table
answers.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from moot.core import Seat
from moot.table import Ledger, Table
from moot.web.limits import Buckets

T = TypeVar("T")

MOST_KEPT = 8
"""So many are kept, the last ones asked for."""
FOR_A_TOKEN = 500
"""So many entries are gone through for one token of the seat."""


class Keepsakes:
    """Makes and keeps them; each costs its seat tokens of `by_seat`, and more if it has to be made."""

    def __init__(self, by_seat: Buckets) -> None:
        self._by_seat = by_seat
        self._thread = ThreadPoolExecutor(1, "keepsakes")
        self._making = asyncio.Lock()
        self._kept: OrderedDict[tuple[str, str, str, bytes], Any] = OrderedDict()

    async def of(self, table: Table, seat: Seat, what: str, make: Callable[[Ledger], T]) -> T:
        """`what` as `seat` may have it: kept since the last entry, or made from the log by `make`. Raises TooFast."""
        async with self._making:  # so that others who ask for the same meanwhile find it made
            key = (table.id, seat.id, what, table.ledger.link)
            if key not in self._kept:
                self.charge(table, seat, table.ledger.seq)
                self._kept[key] = await self.aside(make, table.ledger.still())
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
            else:
                self.charge(table, seat, 0)
            self._kept.move_to_end(key)
            found: T = self._kept[key]
            return found

    def charge(self, table: Table, seat: Seat, entries: int) -> None:
        """Take the tokens of `seat` that going through so many entries costs. Raises TooFast."""
        self._by_seat.take(f"{table.id}:{seat.id}", 1 + entries // FOR_A_TOKEN)

    async def aside(self, make: Callable[..., T], *args: Any) -> T:
        """What `make` gives, made off the event loop once everything asked for earlier is made."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, make, *args)

"""What the seats of a table have heard of it, and who listens for more."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from moot.core import Seat
from moot.table.ledger import FoldedEntry, Ledger
from moot.table.seat_journal import SeatJournal, entries_for, journal_of

LONG = 200
"""Entries of a log from which on what a seat heard of it is put together in a thread."""

_log = logging.getLogger(__name__)


class SeatJournals:
    """The records of all seats that somebody asked for: each has everything that its seat heard, from the start."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._journals: dict[str, SeatJournal] = {}
        self._seats: dict[str, Seat] = {}
        self._remembering = asyncio.Lock()

    def has(self, seat: str) -> bool:
        """Whether the record of this seat is at hand."""
        return seat in self._journals

    def journal(self, seat: Seat) -> SeatJournal:
        """The record of a seat."""
        journal = self._journals.get(seat.id)
        if journal is None:
            journal = SeatJournal(seat)
            journal.entries.extend(journal_of(self._ledger.game, self._ledger.folded, seat))
            self._keep_up(journal)
        return journal

    async def remember(self, seat: Seat) -> None:
        """Have the record of `seat` ready for `journal`: a long one is made in a thread, so that nobody waits."""
        if len(self._ledger.folded) < LONG or self.has(seat.id):
            return
        async with self._remembering:
            if self.has(seat.id):
                return
            journal, game, then = SeatJournal(seat), self._ledger.game, list(self._ledger.folded)
            journal.entries.extend(await asyncio.to_thread(journal_of, game, then, seat))
            journal.entries.extend(journal_of(game, self._ledger.folded[len(then) :], seat))
            self._keep_up(journal)

    def _keep_up(self, journal: SeatJournal) -> None:
        """Let the seat of `journal` hear of all that comes."""
        if not self.has(journal.seat.id):
            self._journals[journal.seat.id] = journal
            self._seats[journal.seat.id] = journal.seat

    def hear(self, folded: FoldedEntry) -> None:
        """Write down for every record what its seat hears of a new entry."""
        journals = self._journals
        for id_, heard in entries_for(self._ledger.game, folded, self._seats).items():
            journals[id_].entries.append(heard)


class Listeners:
    """Who is told at once that something changed: the pages that are open, each of a seat."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._seats: dict[Callable[[], None], str] = {}

    @property
    def here(self) -> frozenset[str]:
        """The seats with a page open."""
        return frozenset(self._seats.values())

    def add(self, seat: str, ring: Callable[[], None]) -> None:
        """Call `ring` from now on."""
        self._seats[ring] = seat

    def drop(self, ring: Callable[[], None]) -> bool:
        """Call it no more; says whether it was called until now."""
        return self._seats.pop(ring, None) is not None

    def hand(self, comer: str, seat: str) -> None:
        """Somebody who waited at the door has another seat now."""
        self._seats = {ring: seat if who == comer else who for ring, who in self._seats.items()}

    def ring(self, but: Callable[[], None] | None = None) -> bool:
        """Tell everybody, or all `but` one; says whether anybody listens. A listener that breaks keeps nobody else from
        hearing."""
        for ring in tuple(self._seats):
            if ring is but:
                continue
            try:
                ring()
            except Exception:  # noqa: BLE001 - the others must hear
                _log.exception("table %s: a listener broke", self._table)
        return bool(self._seats)

"""Tables to try: only in memory, few at a time, and gone after a day."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from moot.core import Refused
from moot.store.memory import MemoryStore
from moot.table import Key, Shelf, Table, TableCard
from moot.table.script import Script, tried

DAY = 24 * 3600.0
"""Seconds that a table to try is there."""
LEFT = 3600.0
"""Seconds after which one that nobody looks at makes room for others."""


@dataclass
class _Trial:
    """A table to try, alone on a shelf of its own. `opened` and `seen` are by the clock of `Trials`."""

    shelf: Shelf
    table: Table
    opened: float
    seen: float


class Trials:
    """The tables to try that are open now, `most` at a time."""

    def __init__(self, most: int, now: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._now = now
        self._open: dict[str, _Trial] = {}
        self._opening = 0

    async def open(self, game: str, script: Script, seat: str) -> tuple[Table, Key]:
        """Open one with the visitor in `seat`. Raises Refused if there is no such seat, or for too many tables."""
        await self._clear()
        if len(self._open) + self._opening >= self._most:
            raise Refused("house-full", "Many people are trying this just now. Come again in an hour.")
        shelf = Shelf(MemoryStore())
        self._opening += 1
        try:
            table, key = await tried(shelf, game, script, seat)
        finally:
            self._opening -= 1
        self._open[table.id] = _Trial(shelf, table, self._now(), self._now())
        return table, key

    def find(self, id_: str) -> Table | None:
        """The table to try called `id_`, if it is there (still)."""
        trial = self._open.get(id_)
        if trial is None or self._is_over(trial):
            return None
        trial.seen = self._now()
        return trial.table

    def card(self, id_: str, fingerprint: str) -> TableCard | None:
        """Its card, for the holder of a key with this fingerprint."""
        return self._open[id_].shelf.card_for(id_, fingerprint) if self.find(id_) is not None else None

    async def close(self) -> None:
        """Let all of them go."""
        for trial in self._open.values():
            await trial.shelf.close()
        self._open.clear()

    def _is_over(self, trial: _Trial) -> bool:
        return self._now() - trial.opened > DAY

    def _is_left(self, trial: _Trial) -> bool:
        return not trial.table.is_looked_at and self._now() - trial.seen > LEFT

    async def _clear(self) -> None:
        for id_, trial in tuple(self._open.items()):
            if self._is_over(trial) or self._is_left(trial):
                del self._open[id_]
                await trial.shelf.close()

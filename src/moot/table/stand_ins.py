"""Plays the seats of a table that are lent to a stand-in, at the pace of people, for as long as somebody looks on."""

from __future__ import annotations

import asyncio
import logging
import secrets
import weakref
from typing import TYPE_CHECKING, Any

from moot.core import MootError, Seat
from moot.table.ports import Asked

if TYPE_CHECKING:
    from moot.table.live import Table

PAUSE = 1.6
"""Seconds before a stand-in does something, so that people see what happened before."""

MOST = 60
"""Things that stand-ins do in a row while no person does any: then they wait for people."""

_log = logging.getLogger(__name__)


class StandIns:
    """The stand-ins of one table. `wake` is called whenever something may be waited for."""

    def __init__(self, table: Table) -> None:
        self._table: Table = weakref.proxy(table)  # a table that nobody has any more is let go at once
        self._task: asyncio.Task[None] | None = None
        self._done = 0
        self._seq = 0

    def wake(self) -> None:
        """Make sure that what stand-ins have to do is done soon."""
        if (self._task is None or self._task.done()) and self._next() is not None:
            self._task = asyncio.get_running_loop().create_task(self._play())

    def stop(self) -> None:
        """Do nothing more."""
        if self._task is not None:
            self._task.cancel()

    async def _play(self) -> None:
        while self._next() is not None:
            await asyncio.sleep(PAUSE)
            found = self._next()
            if found is None:
                return
            seat, wish = found
            token = secrets.token_hex(12)
            self._done = self._done + 1 if self._table.ledger.seq == self._seq else 1
            try:
                await self._table.ask(seat, Asked(id=f"stand-in-{token}", command=wish, nonce=token))
            except (MootError, OSError) as error:
                _log.warning("table %s: the stand-in of %s is stuck: %s", self._table.id, seat.id, error)
                return
            except Exception:  # noqa: BLE001 - a game's fault stops nobody
                _log.exception("table %s: the game breaks at what the stand-in of %s does", self._table.id, seat.id)
                return
            self._seq = self._table.ledger.seq

    def _next(self) -> tuple[Seat, dict[str, Any]] | None:
        """What a stand-in does next, if there is anything and somebody looks on."""
        table, ledger = self._table, self._table.ledger
        rests = self._done >= MOST and ledger.seq == self._seq
        if ledger.table.paused or rests or not table.is_looked_at:
            return None
        for chair in ledger.table.chairs.values():
            if chair.lent and chair.standing == "seated" and (wish := self._wish(chair.seat)) is not None:
                return chair.seat, wish
        return None

    def _wish(self, seat: Seat) -> dict[str, Any] | None:
        """What the game has the stand-in of `seat` do; a game that fails to say so stops nobody."""
        ledger = self._table.ledger
        try:
            offer = ledger.game.stand_in(ledger.game_state, seat)
            return None if offer is None else offer.by_itself()
        except Exception:  # noqa: BLE001 - a game's fault stops nobody
            _log.exception("table %s: the game cannot say what the stand-in of %s does", self._table.id, seat.id)
            return None

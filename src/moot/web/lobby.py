"""The lobby: whether play has begun, and how others get to the table until then."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from moot.core import Seat
from moot.table import Table
from moot.table.ledger import FoldedEntry
from moot.table.seat_journal import entries_for
from moot.web.addresses import hostname, is_loopback
from moot.web.beats import PLAYED

ONLOOKER = Seat(id="screen", name="", role="watcher")
"""Somebody who has no seat and sees what every watcher does: what a screen in the room shows."""

_looked: WeakKeyDictionary[Table, tuple[int, bool]] = WeakKeyDictionary()


def has_begun(table: Table) -> bool:
    """Whether play has begun: whether anything of it was there for everybody to see."""
    seen, begun = _looked.get(table, (0, False))
    if not begun:
        begun = any(_shows_play(table, folded) for folded in table.ledger.folded[seen:] if folded.moved)
        _looked[table] = len(table.ledger.folded), begun
    return begun


def _shows_play(table: Table, folded: FoldedEntry) -> bool:
    heard = entries_for(table.game, folded, {ONLOOKER.id: ONLOOKER}).values()
    return any(line.kind in PLAYED for each in heard for line in each.lines)


@lru_cache(256)
def is_only_here(link: str) -> bool:
    """Whether `link` works only on the machine that it was made on."""
    return is_loopback(hostname(urlsplit(link).netloc))

"""Puts a log from a file back on a shelf."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

import msgspec

from moot.core import Refused, Sealed
from moot.table.live import clock
from moot.table.logfile import Head, Record, ToldEntry, fold
from moot.table.opening import SEED, DiceSealed, seed_name
from moot.table.ports import Entry, Store, TableCard
from moot.table.text_checks import check_words


async def restore(
    store: Store,
    head: Head,
    records: Sequence[Record],
    *,
    now: Callable[[], int] = clock,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> None:
    """Write a log into `store`, whole or not at all, and seal its dice again: the seed in use was never in the log.

    Verify it first. Raises WriteConflict if the table is on the shelf already, Refused for a seat's copy, a log that
    ends before its guide has come, or texts that cannot be shown, Corrupt for one that cannot be folded, and OSError.
    """
    entries = [record for record in records if isinstance(record, Entry)]
    if head.seat or not entries or any(isinstance(record, ToldEntry) for record in records):
        raise Refused("only-a-copy", "Only a whole log can be brought back, not one seat's copy.")
    check_words(head.title)
    for entry in entries:
        check_words(msgspec.to_builtins((entry.asked, entry.events)))
    ledger = fold(records)
    if not any(chair.seat.guides for chair in ledger.table.chairs.values()):
        raise Refused("no-guide", "Nobody runs the game in this log, so nobody could take it up again.")
    first, last = entries[0], entries[-1]
    seed = entropy(SEED)
    commitment = Sealed.commitment(seed)
    sealed, _ = ledger.enter("", (DiceSealed(epoch=ledger.table.epoch + 1, commitment=commitment),), now())
    card = TableCard(id=head.table, game=head.game, title=head.title, opened=first.at, touched=last.at)
    await store.create(card, (*entries, sealed), {seed_name(commitment): seed})

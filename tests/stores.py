"""The stores that there are, and what the tests of stores share."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from moot.store import MemoryStore, SqliteStore, open_store
from moot.table.ports import GENESIS, Entry, Store, TableCard


@dataclass(frozen=True)
class Kind:
    """A kind of store, and how to open one in a folder."""

    open: Callable[[Path], Store]
    durable: bool


KINDS = {
    "memory": Kind(lambda folder: MemoryStore(), durable=False),
    "sqlite": Kind(lambda folder: SqliteStore(folder / "moot.db"), durable=True),
    # Its index is brought up to date all the time, so that reads cross from the old part of the log to the new one.
    "sqlite, folding": Kind(lambda folder: SqliteStore(folder / "moot.db", fold_every=3), durable=True),
}
DURABLE = [name for name, kind in KINDS.items() if kind.durable]


def card(id, opened=1000):
    return TableCard(id=id, game="wicked-age", title=f"The table {id}", opened=opened)


def numbers(entries):
    return [entry.seq for entry in entries]


def said(seq, say="", before=GENESIS):
    return Entry(seq=seq, at=seq, events=({"type": "Said", "say": say or f"the words of {seq}"},)).linked(before)


async def fill(store, upto, start=1):
    """Append entries `start` to `upto` to the table amber, all at once."""
    await asyncio.gather(*(store.append("amber", said(seq)) for seq in range(start, upto + 1)))


def written(run, folder, entries=50):
    """The file of a store that was closed in good order with so many entries in it, and its index up to date."""
    store = open_store(folder)
    run(store.create(card("amber")))
    run(fill(store, entries))
    run(store.close())
    run(open_store(folder).close())
    return folder / "moot.db"

"""A store that forgets everything with the process: for tests, simulations and try-outs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

import msgspec

from moot.core.errors import WriteConflict
from moot.store.codec import pack, unpack
from moot.store.snapshots import outdated
from moot.table.ports import Entry, TableCard


@dataclass
class _Shelved:
    """A table: its card, and what is kept with it. Bodies are bytes, so that nobody can change them afterwards."""

    card: TableCard
    touched: int = 0
    bodies: list[bytes] = field(default_factory=list)
    secrets: dict[str, bytes] = field(default_factory=dict)
    snapshots: dict[int, tuple[int, bytes]] = field(default_factory=dict)

    def append(self, entry: Entry) -> None:
        if entry.seq != len(self.bodies) + 1:
            raise WriteConflict(f"table {self.card.id} is at entry {len(self.bodies)}, so {entry.seq} does not follow")
        self.bodies.append(pack(entry))
        self.touched = entry.at

    def listed(self) -> TableCard:
        """The card as it is now."""
        return msgspec.structs.replace(self.card, touched=self.touched, entries=len(self.bodies))


class MemoryStore:
    """The contract of `Store` with nothing behind it: never waits, and closing it changes nothing.

    Entries go through JSON as they would on a disk, so what cannot be written fails here too.
    """

    def __init__(self) -> None:
        self._shelf: dict[str, _Shelved] = {}

    def _shelved(self, table: str) -> _Shelved:
        if found := self._shelf.get(table):
            return found
        raise KeyError(f"no table {table} on the shelf")

    async def create(
        self, card: TableCard, entries: Sequence[Entry] = (), secrets: Mapping[str, bytes] | None = None
    ) -> None:
        if card.id in self._shelf:
            raise WriteConflict(f"there is a table {card.id} already")
        made = _Shelved(card, card.opened, secrets=dict(secrets or {}))
        for entry in entries:
            made.append(entry)
        self._shelf[card.id] = made

    async def append(self, table: str, entry: Entry) -> None:
        self._shelved(table).append(entry)

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        bodies = self._shelved(table).bodies
        first, last = max(after, 0), len(bodies) if upto is None else max(upto, 0)
        return (unpack(table, n, crc32(body), body) for n, body in enumerate(bodies[first:last], start=first + 1))

    def cards(self) -> tuple[TableCard, ...]:
        newest_first = reversed([shelved.listed() for shelved in list(self._shelf.values())])
        return tuple(sorted(newest_first, key=lambda card: card.touched, reverse=True))

    def card(self, table: str) -> TableCard:
        return self._shelved(table).listed()

    def count(self) -> int:
        return len(self._shelf)

    async def archive(self, table: str, at: int) -> None:
        shelved = self._shelved(table)
        shelved.card = msgspec.structs.replace(shelved.card, archived=at)

    async def delete(self, table: str) -> None:
        self._shelved(table)
        del self._shelf[table]

    def bytes_left(self) -> int:
        return sys.maxsize

    async def keep(self, table: str, name: str, value: bytes) -> None:
        self._shelved(table).secrets[name] = value

    def kept(self, table: str) -> dict[str, bytes]:
        return dict(self._shelved(table).secrets)

    async def forget(self, table: str, name: str) -> None:
        self._shelved(table).secrets.pop(name, None)

    async def snapshot(self, table: str, seq: int, schema: int, state: bytes) -> None:
        snapshots = self._shelved(table).snapshots
        snapshots[seq] = (schema, state)
        for old in outdated(snapshots):
            del snapshots[old]

    def snapshots(self, table: str) -> tuple[tuple[int, int], ...]:
        return tuple((seq, schema) for seq, (schema, _) in sorted(self._shelved(table).snapshots.items()))

    def read_snapshot(self, table: str, seq: int) -> bytes | None:
        _, state = self._shelved(table).snapshots.get(seq, (0, None))
        return state

    async def ready(self) -> None:
        pass

    async def close(self) -> None:
        pass

"""The writing side of the SQLite store; everything here runs in the writer thread, within its transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeAlias
from zlib import crc32

from moot.core.errors import Corrupt, WriteConflict
from moot.store.codec import pack
from moot.store.faults import plain
from moot.store.schema import fold
from moot.store.snapshots import outdated
from moot.table.ports import Entry, TableCard

_Head: TypeAlias = tuple[int, int]
"""A table's number on the shelf, and the seq of its last entry."""


class LogRow(NamedTuple):
    """An entry on its way into the log, in bytes already: the writer's thread is for writing."""

    seq: int
    at: int
    body: bytes

    @classmethod
    def of(cls, entry: Entry) -> LogRow:
        return cls(entry.seq, entry.at, pack(entry))


_ROWS = 64
"""So many rows go into one INSERT: each statement lets other threads in between, and getting back costs time."""


_HEAD = """
SELECT no, entries,
    coalesce((SELECT max(seq) FROM places WHERE shelf = no), 0),
    coalesce((SELECT max(seq) FROM unfolded WHERE shelf = no), 0)
FROM shelf WHERE id = ?
"""


_DELETE = (
    "DELETE FROM log WHERE place IN (SELECT place FROM places WHERE shelf = ?)",
    "DELETE FROM places WHERE shelf = ?",
    "DELETE FROM secrets WHERE shelf = ?",
    "DELETE FROM snapshots WHERE shelf = ?",
    "DELETE FROM shelf WHERE no = ?",
)


@cache
def _insert(rows: int) -> str:
    return "INSERT INTO log (shelf, seq, at, crc, body) VALUES (?, ?, ?, ?, ?)" + ", (?, ?, ?, ?, ?)" * (rows - 1)


def head(db: sqlite3.Connection, table: str) -> _Head:
    """Where `table` stands. Raises KeyError if it is not on the shelf, Corrupt if its card and its log differ."""
    row = db.execute(_HEAD, (table,)).fetchone()
    if row is None:
        raise KeyError(f"no table {table} on the shelf")
    shelf, entries, folded, unfolded = row
    if entries != folded:
        raise Corrupt(
            f"the log of table {table} is damaged: {entries} entries should be there, {folded} are", folded + 1
        )
    return shelf, max(folded, unfolded)


class SqliteBook:
    """Appends, secrets and snapshots on their way into the database.

    The last seq of each table is held in memory. That is safe as long as nobody else writes, which is checked at the
    start of every transaction; and it moves on only once a transaction is committed.
    """

    def __init__(self, db: sqlite3.Connection, lock: sqlite3.Connection, path: Path, fold_every: int) -> None:
        self._db = db
        self._lock = lock
        self._path = path
        self._fold_every = fold_every
        self._unfolded = 0
        self._heads: dict[str, _Head] = {}
        self._moved: dict[str, _Head] = {}
        self._rows: list[tuple[int, int, int, int, bytes]] = []
        self._version: int | None = None
        self.refused = False
        """Whether the last transaction came to nothing."""

    # -------------------------------------------------------------- what can be asked

    def create(self, card: TableCard, log: Sequence[LogRow], secrets: Mapping[str, bytes]) -> None:
        if self._db.execute("SELECT 1 FROM shelf WHERE id = ?", (card.id,)).fetchone():
            raise WriteConflict(f"there is a table {card.id} already")
        if [row.seq for row in log] != list(range(1, len(log) + 1)):
            raise WriteConflict(f"the entries of table {card.id} are not numbered from 1 on")
        self._db.execute(
            "INSERT INTO shelf (id, game, title, opened, touched, entries, archived) VALUES (?, ?, ?, ?, ?, 0, ?)",
            (card.id, card.game, card.title, card.opened, card.opened, card.archived),
        )
        for row in log:
            self.append(card.id, row)
        for name, value in secrets.items():
            self.keep(card.id, name, value)

    def append(self, table: str, row: LogRow) -> None:
        shelf, last = self._head(table)
        if row.seq != last + 1:
            raise WriteConflict(f"table {table} is at entry {last}, so {row.seq} does not follow")
        self._moved[table] = (shelf, row.seq)
        self._rows.append((shelf, row.seq, row.at, crc32(row.body), row.body))

    def archive(self, table: str, at: int) -> None:
        shelf, _ = self._head(table)
        self._db.execute("UPDATE shelf SET archived = ? WHERE no = ?", (at, shelf))

    def delete(self, table: str) -> None:
        shelf, _ = self._head(table)
        self._write_rows()
        fold(self._db)  # `places` knows where all of it lies
        for statement in _DELETE:
            self._db.execute(statement, (shelf,))
        # Numbers are given again from the last on: none may be taken for one that is folded already.
        self._db.execute("UPDATE folded SET upto = (SELECT coalesce(max(place), 0) FROM log)")
        self._unfolded = 0
        self._heads.pop(table, None)
        self._moved.pop(table, None)

    def keep(self, table: str, name: str, value: bytes) -> None:
        shelf, _ = self._head(table)
        self._db.execute("INSERT OR REPLACE INTO secrets VALUES (?, ?, ?)", (shelf, name, value))

    def take_room(self) -> None:
        """Write as much as a long entry has, for no table, to see whether there is room for one entry."""
        self._db.execute("INSERT OR REPLACE INTO secrets VALUES (0, 'room', zeroblob(16384))")

    def free_room(self) -> None:
        self._db.execute("DELETE FROM secrets WHERE shelf = 0")

    def forget(self, table: str, name: str) -> None:
        shelf, _ = self._head(table)
        self._db.execute("DELETE FROM secrets WHERE shelf = ? AND name = ?", (shelf, name))

    def snapshot(self, table: str, seq: int, schema: int, state: bytes) -> None:
        shelf, _ = self._head(table)
        self._db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?)", (shelf, seq, schema, state))
        seqs = [n for (n,) in self._db.execute("SELECT seq FROM snapshots WHERE shelf = ?", (shelf,))]
        drop = [(shelf, old) for old in outdated(seqs)]
        self._db.executemany("DELETE FROM snapshots WHERE shelf = ? AND seq = ?", drop)

    def _head(self, table: str) -> _Head:
        found = self._moved.get(table) or self._heads.get(table)
        if found is None:
            found = self._heads[table] = head(self._db, table)
        return found

    # -------------------------------------------------------------- the transaction around it

    def begin(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        [(version,)] = self._db.execute("PRAGMA data_version")
        if version != self._version:  # the first time, or another program has written
            self._version = version
            self._heads.clear()
            [(self._unfolded,)] = self._db.execute("SELECT count(*) FROM unfolded")

    def commit(self) -> None:
        self._write_rows()
        if self._unfolded >= self._fold_every:
            fold(self._db)
            self._unfolded = 0
        self._db.execute("COMMIT")
        self.refused = False
        self._heads.update(self._moved)
        self._clear()

    def _write_rows(self) -> None:
        rows = self._rows
        for start in range(0, len(rows), _ROWS):
            some = rows[start : start + _ROWS]
            self._db.execute(_insert(len(some)), tuple(chain.from_iterable(some)))
        self._unfolded += len(rows)
        rows.clear()

    def rollback(self) -> None:
        self.refused = True
        self._clear()
        self._heads.clear()  # a table created in this transaction is not there any more
        with suppress(sqlite3.Error):
            self._db.rollback()

    def _clear(self) -> None:
        self._moved.clear()
        self._rows.clear()

    def plain(self, error: Exception) -> Exception:
        return plain(error, self._path)

    def close(self) -> None:
        with suppress(sqlite3.Error):  # only tidying up: opening does it again
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()
        self._lock.close()

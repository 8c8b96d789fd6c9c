"""The default store: one SQLite file, written by one thread, read from any."""

from __future__ import annotations

import errno
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import disk_usage
from typing import Any

import msgspec

from moot.core.errors import Corrupt
from moot.store.book import LogRow, SqliteBook, head
from moot.store.codec import unpack
from moot.store.faults import DiskRefused, plain
from moot.store.schema import MOST_BYTES, claim, open_reading, open_writing
from moot.store.writer import GroupWriter
from moot.table.ports import Entry, TableCard

ROOM = 8 * 1024 * 1024
"""Bytes that the log must have left to be thought safe."""

_CHUNK = 256
"""So many entries are read at a time; no transaction stays open between two chunks, however slow the reader is."""

_ENTRIES = """
SELECT places.seq, crc, body FROM places LEFT JOIN log USING (place)
WHERE places.shelf = :shelf AND places.seq > :after AND places.seq <= :upto
UNION ALL
SELECT seq, crc, body FROM unfolded WHERE shelf = :shelf AND seq > :after AND seq <= :upto
ORDER BY 1 LIMIT :most
"""

_CARDS = """
SELECT id, game, title, opened, coalesce(new.at, touched), coalesce(new.seq, entries), archived
FROM shelf LEFT JOIN (SELECT shelf, max(seq) AS seq, at FROM unfolded GROUP BY shelf) AS new ON new.shelf = no
ORDER BY 5 DESC, no DESC
"""


_CARD = """
SELECT id, game, title, opened,
    coalesce((SELECT at FROM unfolded WHERE shelf = no ORDER BY seq DESC LIMIT 1), touched),
    coalesce((SELECT max(seq) FROM unfolded WHERE shelf = no), entries), archived
FROM shelf WHERE id = ?
"""


def open_store(folder: Path) -> SqliteStore:
    """The store in `folder`, which is made if need be; folder and files are for this user alone.

    Raises InUse if another Moot is using the folder, DiskRefused (an OSError too) if it cannot be made or written,
    Corrupt if the file is damaged, not ours, or from a newer Moot. All of them read as a sentence for people.
    """
    path = folder / "moot.db"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)  # SQLite gives its other files the same mode
    except OSError as error:
        reason = error.strerror or "it cannot be written"
        raise DiskRefused(error.errno or errno.EACCES, f"The data folder {folder} cannot be used: {reason}.") from error
    return SqliteStore(path)


class SqliteStore:
    """The contract of `Store` on one SQLite file (see `moot.store.schema` for how it is laid out).

    Appends, secrets and snapshots may be awaited in any number of event loops at once; they are written in the order in
    which they were asked for. Cancelling one stops the waiting, not the writing. Everything else reads what is
    committed and may be called from any thread. Raises KeyError for a table that is not on the shelf, RuntimeError
    once closed.

    `fold_every`: after so many entries the index of the log is brought up to date.
    """

    def __init__(self, path: Path, *, fold_every: int = 1024) -> None:
        self._path = path
        self._idle: list[sqlite3.Connection] = []
        self._closed = threading.Event()
        mark = path.with_suffix(".lock")
        known = mark.exists()
        try:
            lock = claim(mark)
            try:
                book = SqliteBook(open_writing(path, expected=known), lock, path, fold_every)
            except BaseException:
                if not known:  # the database was not finished, so the next try begins it
                    mark.unlink(missing_ok=True)
                lock.close()
                raise
        except sqlite3.IntegrityError as error:
            raise Corrupt(f"{path} is damaged, as its log contradicts itself: bring back a backup.") from error
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise plain(error, path) from error
        self._book = book
        self._writer = GroupWriter(book)

    # -------------------------------------------------------------- writing

    async def create(
        self, card: TableCard, entries: Sequence[Entry] = (), secrets: Mapping[str, bytes] | None = None
    ) -> None:
        rows = [LogRow.of(entry) for entry in entries]
        await self._writer.write(partial(self._book.create, card, rows, secrets or {}))

    async def append(self, table: str, entry: Entry) -> None:
        await self._writer.write(partial(self._book.append, table, LogRow.of(entry)))

    async def archive(self, table: str, at: int) -> None:
        await self._writer.write(partial(self._book.archive, table, at))

    async def delete(self, table: str) -> None:
        await self._writer.write(partial(self._book.delete, table))

    async def keep(self, table: str, name: str, value: bytes) -> None:
        await self._writer.write(partial(self._book.keep, table, name, value))

    async def forget(self, table: str, name: str) -> None:
        await self._writer.write(partial(self._book.forget, table, name))

    async def snapshot(self, table: str, seq: int, schema: int, state: bytes) -> None:
        await self._writer.write(partial(self._book.snapshot, table, seq, schema, state))

    async def ready(self) -> None:
        if self.bytes_left() < ROOM:
            raise DiskRefused(errno.ENOSPC, f"There is hardly any room left for {self._path}: free some space.")
        if self._book.refused:
            await self._writer.write(self._book.take_room)
            await self._writer.write(self._book.free_room)

    async def close(self) -> None:
        self._closed.set()
        while self._idle:  # before the writer, since the last connection to close removes the files
            self._idle.pop().close()
        await self._writer.close()

    # -------------------------------------------------------------- reading

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        with self._reading() as db:
            shelf, last = head(db, table)
        return self._entries(table, shelf, max(after, 0), last if upto is None else min(upto, last))

    def _entries(self, table: str, shelf: int, after: int, upto: int) -> Iterator[Entry]:
        while after < upto:
            rows = self._rows(table, shelf, after, upto) or self._none(table)
            for _, crc, body in rows:  # a row that is missing shows in the number of the entry that is there instead
                after += 1
                yield unpack(table, after, crc, body)

    def _none(self, table: str) -> list[tuple[int, object, object]]:
        """A row that is missing. Raises KeyError if the whole table is, deleted since the reading began."""
        self.card(table)
        return [(0, None, None)]

    def _rows(self, table: str, shelf: int, after: int, upto: int) -> list[tuple[int, object, object]]:
        """The next rows, or as many as there are before one that SQLite itself cannot read."""
        rows: list[tuple[int, object, object]] = []
        wanted = {"shelf": shelf, "after": after, "upto": upto, "most": _CHUNK}
        try:
            with self._reading() as db:
                for row in db.execute(_ENTRIES, wanted):
                    rows.append(row)  # noqa: PERF402 - one by one, to have those before a bad one
        except Corrupt as error:
            if not rows:
                raise Corrupt(f"entry {after + 1} of table {table} is damaged: {error}", after + 1) from error
        return rows

    def cards(self) -> tuple[TableCard, ...]:
        with self._reading() as db:
            return self._read_cards(db.execute(_CARDS).fetchall())

    def card(self, table: str) -> TableCard:
        with self._reading() as db:
            found = self._read_cards(db.execute(_CARD, (table,)).fetchall())
        if not found:
            raise KeyError(f"no table {table} on the shelf")
        return found[0]

    def count(self) -> int:
        with self._reading() as db:
            return int(db.execute("SELECT count(*) FROM shelf").fetchone()[0])

    def bytes_left(self) -> int:
        with self._reading() as db:
            written, size = (int(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "page_size"))
        try:
            free = disk_usage(self._path.parent).free
        except OSError:
            return 0
        return max(0, min(free, MOST_BYTES - written * size))

    def _read_cards(self, rows: list[tuple[Any, ...]]) -> tuple[TableCard, ...]:
        names = TableCard.__struct_fields__
        try:
            return tuple(msgspec.convert(dict(zip(names, row, strict=True)), TableCard) for row in rows)
        except msgspec.ValidationError as error:
            raise Corrupt(f"{self._path} is damaged: one of its tables has a card that cannot be read") from error

    def kept(self, table: str) -> dict[str, bytes]:
        return dict(self._of(table, "SELECT name, value FROM secrets WHERE shelf = ? ORDER BY name"))

    def snapshots(self, table: str) -> tuple[tuple[int, int], ...]:
        return tuple(self._of(table, "SELECT seq, schema FROM snapshots WHERE shelf = ? ORDER BY seq"))

    def read_snapshot(self, table: str, seq: int) -> bytes | None:
        found = self._of(table, "SELECT state FROM snapshots WHERE shelf = ? AND seq = ?", seq)
        return found[0][0] if found else None

    def _of(self, table: str, query: str, *rest: Any) -> list[tuple[Any, ...]]:
        with self._reading() as db:
            shelf, _ = head(db, table)
            return db.execute(query, (shelf, *rest)).fetchall()

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that no other thread uses meanwhile. SQLite's errors come out as OSError or Corrupt."""
        if self._closed.is_set():
            raise RuntimeError("the store is closed")
        try:
            db = self._idle.pop()
        except IndexError:
            db = open_reading(self._path)
        try:
            yield db
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise plain(error, self._path) from error
        finally:
            if self._closed.is_set():
                db.close()
            else:
                self._idle.append(db)

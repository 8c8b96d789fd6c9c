"""The database file: its tables, how it is opened, and how an older one is brought up to date.

The log is written in the order in which entries come, whichever table they belong to: one append then dirties one page
and not one for each table. `places` says where the entries of a table lie. It is a cache of the log, brought up to date
("folded") now and then in one sorted go; `unfolded` is the part of the log that it does not know yet.
"""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from moot.core.errors import Corrupt
from moot.store.faults import InUse, code, plain

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE shelf (
        no INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, title TEXT NOT NULL,
        opened INTEGER NOT NULL, touched INTEGER NOT NULL, entries INTEGER NOT NULL
    );
    CREATE TABLE log (
        place INTEGER PRIMARY KEY, shelf INTEGER NOT NULL, seq INTEGER NOT NULL,
        at INTEGER NOT NULL, crc INTEGER NOT NULL, body BLOB NOT NULL
    );
    CREATE TABLE places (
        shelf INTEGER NOT NULL, seq INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (shelf, seq)
    ) WITHOUT ROWID;
    CREATE TABLE folded (upto INTEGER NOT NULL);
    INSERT INTO folded VALUES (0);
    CREATE VIEW unfolded AS SELECT * FROM log WHERE place > (SELECT upto FROM folded);
    CREATE TABLE secrets (
        shelf INTEGER NOT NULL, name TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (shelf, name)
    ) WITHOUT ROWID;
    CREATE TABLE snapshots (
        shelf INTEGER NOT NULL, seq INTEGER NOT NULL, schema INTEGER NOT NULL, state BLOB NOT NULL,
        PRIMARY KEY (shelf, seq)
    );
    """,
    "ALTER TABLE shelf ADD COLUMN archived INTEGER NOT NULL DEFAULT 0",
)
"""Statements that take a database from schema n to n + 1; its `user_version` is its n. This is only ever added to."""

APPLICATION = 0x4D4F4F54
"""Marks the file as ours: "MOOT"."""

MOST_BYTES = 8 * 1024**3
"""How large the file may get: beyond that a write is refused, as by a full disk, and everything can still be read."""

_FOLD = """
    INSERT INTO places SELECT shelf, seq, place FROM unfolded ORDER BY shelf, seq;
    UPDATE shelf
        SET (entries, touched) = (
            SELECT log.seq, at FROM places JOIN log USING (place)
            WHERE places.shelf = no ORDER BY places.seq DESC LIMIT 1
        )
        WHERE no IN (SELECT shelf FROM unfolded);
    UPDATE folded SET upto = (SELECT coalesce(max(place), 0) FROM log);
"""


def fold(db: sqlite3.Connection) -> None:
    """Bring `places` and the cards up to date with the log, within a transaction of the caller."""
    _run(db, _FOLD)


def _run(db: sqlite3.Connection, script: str) -> None:
    # Connection.executescript would commit first. None of our statements has a semicolon inside.
    for statement in script.split(";"):
        db.execute(statement)


def claim(path: Path) -> sqlite3.Connection:
    """Hold the data folder for this process until the connection is closed or the process ends, however it ends.

    A lock that the operating system drops by itself, taken the way SQLite takes its own: nothing stale is left behind
    by a crash, and child processes do not inherit it. Raises InUse if somebody else holds it, OSError and Corrupt.
    """
    path.touch(mode=0o600)
    lock = _connect(path, timeout=0)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if code(error) == sqlite3.SQLITE_NOTADB:
            raise Corrupt(f"{path} is not a lock of Moot: remove it, there is nothing in it.") from error
        if code(error) != sqlite3.SQLITE_BUSY:
            raise plain(error, path) from error
        sentence = f"Another Moot is using {path.parent}: stop it first, or give this one a data folder of its own."
        raise InUse(errno.EBUSY, sentence) from error
    return lock


def open_writing(path: Path, *, expected: bool = False) -> sqlite3.Connection:
    """The one connection that writes, on a database that is up to date and not visibly damaged.

    Raises Corrupt for an empty one where tables are `expected`.
    """
    db = _connect(path, timeout=5)
    try:
        _check_not_emptied(path, new=check_ours(db, path), expected=expected)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA fullfsync = ON")  # a Mac's plain sync stops short of the disk
        db.execute("PRAGMA secure_delete = ON")  # a forgotten secret does not stay in a free page
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _check_whole(db, path)
        db.execute(f"PRAGMA max_page_count = {MOST_BYTES // _number(db, 'page_size')}")
        _migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def open_reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write. Raises OSError or Corrupt."""
    try:
        return _connect(path, timeout=5, mode="ro")
    except sqlite3.Error as error:
        raise plain(error, path) from error


def open_copy(path: Path) -> sqlite3.Connection:
    """A connection to a database that others may be using, to copy from it or into it."""
    return _connect(path, timeout=5, mode="rw")


def _connect(path: Path, timeout: float, mode: str = "rwc") -> sqlite3.Connection:
    _check_not_lost(path)
    # The connection goes from the thread that opens it to the one that uses it, so Python's own check is in the way.
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        timeout=timeout, isolation_level=None, check_same_thread=False, uri=True,
    )


def _check_not_lost(path: Path) -> None:
    """Raise Corrupt for a database of which only the write-ahead file is left: SQLite would delete that, too."""
    beside = path.with_name(path.name + "-wal")
    if _size(beside) and not _size(path):
        raise Corrupt(
            f"{path} is empty, and changes to it are still in {beside}: bring back a backup with `moot restore`, "
            "which keeps them."
        )


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _number(db: sqlite3.Connection, pragma: str) -> int:
    [(value,)] = db.execute(f"PRAGMA {pragma}")
    return int(value)


def _check_not_emptied(path: Path, *, new: bool, expected: bool) -> None:
    if new and expected:
        raise Corrupt(
            f"{path} is empty, and Moot was at work here before: bring back a backup with `moot restore`, "
            f"or remove {path.with_suffix('.lock')} to begin without tables."
        )


def check_ours(db: sqlite3.Connection, path: Path) -> bool:
    """Whether nothing was ever written to it. Raises Corrupt for another program's database and a newer Moot's."""
    new = db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is None
    if not new and _number(db, "application_id") != APPLICATION:
        raise Corrupt(f"{path} is a database of another program, not of Moot.")
    if (schema := _number(db, "user_version")) > len(MIGRATIONS):
        raise Corrupt(f"{path} was written by a newer Moot (schema {schema}, here {len(MIGRATIONS)}): update this one.")
    return new


def _migrate(db: sqlite3.Connection) -> None:
    """Bring the schema up to date and fold what was left unfolded: all of it or nothing."""
    db.execute("BEGIN IMMEDIATE")
    for script in MIGRATIONS[_number(db, "user_version") :]:
        _run(db, script)
    # Written even if it is there already: a read-only file is found out now and not at the first append.
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    if db.execute("SELECT 1 FROM unfolded LIMIT 1").fetchone():
        fold(db)
    db.execute("COMMIT")


def _check_whole(db: sqlite3.Connection, path: Path) -> None:
    """Raise Corrupt if the file is shorter than its header says, as after a copy that broke off.

    Called before anything is written, as SQLite would fill up a last page that is not whole.
    """
    says, has = _number(db, "page_count") * _number(db, "page_size"), path.stat().st_size
    # Pages may still lie in the write-ahead file if another program kept it from being emptied.
    if has < says and not _size(path.with_name(path.name + "-wal")):
        raise Corrupt(f"{path} is cut short: {has} of {says} bytes are there: bring back a backup.")

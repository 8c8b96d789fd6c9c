"""Backups, copies of all tables: made while Moot serves, checked, and put back.

A copy is a folder with a `moot.db` in it, as any data folder is.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from moot.core.errors import Corrupt, Refused
from moot.store.codec import unpack
from moot.store.faults import DiskRefused, code, plain
from moot.store.schema import check_ours, claim, open_copy
from moot.table.ports import GENESIS

_LOG = """
SELECT shelf.id, log.seq, log.crc, log.body FROM log LEFT JOIN shelf ON shelf.no = log.shelf
ORDER BY log.shelf, log.seq
"""
_LACKING = """
SELECT id FROM shelf
LEFT JOIN (SELECT shelf, count(*) AS n FROM log WHERE place <= (SELECT upto FROM folded) GROUP BY shelf) AS written
    ON written.shelf = no
LEFT JOIN (SELECT shelf, count(*) AS n FROM places GROUP BY shelf) AS known ON known.shelf = no
WHERE entries != coalesce(written.n, 0) OR entries != coalesce(known.n, 0)
"""
_TABLES = "SELECT count(*) FROM shelf"


class Contents(NamedTuple):
    """How much is in a data folder."""

    tables: int
    entries: int

    def __str__(self) -> str:
        tables = "1 table" if self.tables == 1 else f"{self.tables} tables"
        return f"{tables}, {'1 entry' if self.entries == 1 else f'{self.entries} entries'}"


def back_up(data: Path, target: Path, *, force: bool = False) -> Contents:
    """Copy the tables of `data` into the folder `target`, as they are at one moment; a Moot may be serving them.

    The copy is there only once it is proved to be whole. Raises Refused for a folder that a Moot uses and, unless
    `force`, for one with a copy already, OSError and Corrupt.
    """
    if (target / "moot.lock").exists():
        raise Refused("not-a-backup", f"A Moot keeps its tables in {target}: name another folder for the copy.")
    if (target / "moot.db").exists() and not force:
        raise Refused("backup-there", f"{target} has a copy already: name another folder, or replace it with --force.")
    if _beside(target / "moot.db"):
        raise Refused("not-a-backup", f"{target} has a part of other tables in it: name another folder for the copy.")
    _check_there(data)
    target.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = target / "moot.db.draft"
    contents = _copied(data / "moot.db", draft)
    _into_place(draft, target / "moot.db")
    return contents


def put_back(source: Path, data: Path, *, force: bool = False) -> tuple[Contents, Path | None]:
    """Make the copy in `source` the tables of `data`; gives where what was there before is now, if anything was.

    Raises InUse while a Moot serves them, Refused if there are any (unless `force`), OSError and Corrupt.
    """
    _check_there(source)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = data / "moot.lock"
    known = lock.exists()
    try:
        with closing(claim(lock)):
            return _exchanged(source / "moot.db", data / "moot.db", force=force)
    except BaseException:
        if not known:  # otherwise the next Moot would look for tables that never were
            lock.unlink(missing_ok=True)
        raise


def _exchanged(copy: Path, there: Path, *, force: bool) -> tuple[Contents, Path | None]:
    if not (empty := _is_empty(there)) and not force:
        raise Refused("not-empty", f"There are tables in {there.parent} already: with --force they are moved aside.")
    draft = there.with_name("moot.db.draft")
    contents = _copied(copy, draft)
    aside = None if empty and not _beside(there) else _moved_aside(there)
    _into_place(draft, there)
    return contents, aside


def _check_there(folder: Path) -> None:
    if not (folder / "moot.db").is_file():
        raise Refused("no-tables", f"There is no moot.db in {folder}.")


def _is_empty(path: Path) -> bool:
    """Whether nothing is lost when the database at `path` is replaced. One that cannot be read is not empty."""
    if not path.exists() or not path.stat().st_size:
        return True
    try:
        with closing(open_copy(path)) as db:
            return not db.execute("SELECT 1 FROM sqlite_master").fetchone() or db.execute(_TABLES).fetchone() == (0,)
    except (sqlite3.Error, UnicodeDecodeError):
        return False


def _moved_aside(path: Path) -> Path:
    aside = path.parent / f"before-{time.strftime('%Y%m%d-%H%M%S')}"
    aside.mkdir(mode=0o700)
    for file in (path, *_beside(path)):
        with suppress(FileNotFoundError):
            file.replace(aside / file.name)
    return aside


def _beside(path: Path) -> list[Path]:
    """What is left beside the database at `path`. SQLite would take it for a part of one that is put there later."""
    return [left for end in ("-wal", "-shm", "-journal") if (left := path.with_name(path.name + end)).exists()]


def _copied(source: Path, draft: Path) -> Contents:
    """Copy a database and check the copy. A failed draft is removed."""
    for left in (draft, draft.with_name(f"{draft.name}-journal")):
        left.unlink(missing_ok=True)
    try:
        draft.touch(mode=0o600)
        try:
            with closing(open_copy(source)) as old, closing(open_copy(draft)) as new:
                old.backup(new)  # in one step: SQLite keeps to one moment however much is written meanwhile
                new.execute("PRAGMA journal_mode = DELETE")  # a copy is one file
                return prove(new, source)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise plain(error, draft if code(error) in _OF_THE_DISK else source) from error
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


_OF_THE_DISK = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}


def _into_place(draft: Path, path: Path) -> None:
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    except OSError as error:
        raise DiskRefused(error.errno or errno.EIO, f"{path} may be lost in a power cut: {error.strerror}.") from error
    finally:
        os.close(folder)


def prove(db: sqlite3.Connection, path: Path) -> Contents:
    """Look at everything: SQLite's own check, then each entry's sum, number and link. Raises Corrupt."""
    check_ours(db, path)
    [(said,)] = db.execute("PRAGMA integrity_check(1)").fetchall()
    if said != "ok":
        raise Corrupt(f"{path} is damaged: bring back a backup. ({said})")
    table, seq, link, entries = None, 0, GENESIS, 0
    for id_, number, crc, body in db.execute(_LOG):
        if id_ is None:
            raise Corrupt(f"{path} is damaged: it has entries of a table that is not on its shelf.")
        if id_ != table:
            table, seq, link = id_, 0, GENESIS
        entry, seq, entries = unpack(id_, seq + 1, crc, body), seq + 1, entries + 1
        if number != seq or entry.linked(link).link != entry.link:
            raise Corrupt(f"entry {seq} of table {id_} was altered", seq)
        link = bytes.fromhex(entry.link)
    if lacking := db.execute(_LACKING).fetchone():
        raise Corrupt(f"{path} is damaged: entries of table {lacking[0]} are missing. Bring back a backup.")
    [(tables,)] = db.execute(_TABLES)
    return Contents(tables, entries)

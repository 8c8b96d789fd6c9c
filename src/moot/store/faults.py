"""What SQLite reports, in words that tell the host what to do."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

from moot.core.errors import Corrupt


class DiskRefused(OSError):  # noqa: N818 - reads as the fact it states
    """The disk or the operating system refused. Reads as a sentence; `errno` is for programs."""

    def __str__(self) -> str:
        return str(self.strerror)


class InUse(DiskRefused):
    """Another Moot has this data folder open."""


_SENTENCES = {
    sqlite3.SQLITE_FULL: (errno.ENOSPC, "The disk is full, so nothing was written to {path}: free some space."),
    sqlite3.SQLITE_READONLY: (errno.EROFS, "{path} is read-only, so nothing can be written."),
    sqlite3.SQLITE_IOERR: (errno.EIO, "The disk failed while working on {path}, and nothing was written."),
    sqlite3.SQLITE_CANTOPEN: (errno.EACCES, "{path} cannot be opened: may this user write in its folder?"),
    sqlite3.SQLITE_PERM: (errno.EACCES, "{path} cannot be opened: may this user write in its folder?"),
    sqlite3.SQLITE_BUSY: (errno.EBUSY, "Another program holds {path}, so nothing was written: close it and try again."),
}
# Our statements are right, so if SQLite cannot make sense of one (SQLITE_ERROR), the schema in the file is not ours.
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}


def code(error: Exception) -> int:
    """SQLite's primary result code of `error`; 0 if the error came from elsewhere."""
    extended: int = getattr(error, "sqlite_errorcode", 0)
    return extended & 0xFF


def _undecodable(error: Exception) -> bool:
    """Whether a text in the file is not UTF-8, or SQLite's complaint about one."""
    return isinstance(error, UnicodeDecodeError) or (isinstance(error, sqlite3.OperationalError) and not code(error))


def plain(error: Exception, path: Path) -> Exception:
    """`error` as OSError or Corrupt with a sentence for people; errors that are neither stay as they are."""
    if code(error) in _DAMAGE or _undecodable(error):
        return Corrupt(f"{path} is damaged or not a data file of Moot: bring back a backup.")
    if code(error) in _SENTENCES:
        number, sentence = _SENTENCES[code(error)]
        return DiskRefused(number, sentence.format(path=path))
    return error

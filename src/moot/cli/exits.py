"""How a command ends: exit codes, and one line for people when something is wrong."""

from __future__ import annotations

import errno
from enum import IntEnum


class Exit(IntEnum):
    """What the exit code of `moot` means."""

    FINE = 0
    NO = 1
    USAGE = 2
    REFUSED = 3
    DAMAGED = 4
    MACHINE = 5
    PORT = 6
    IN_USE = 7
    OLDER = 8
    STOPPED = 130


MEANINGS = {
    Exit.FINE: "fine",
    Exit.NO: "the answer is no (a log does not verify, a file is not what it should be, a rule lacks code or test)",
    Exit.USAGE: "the command line cannot be understood",
    Exit.REFUSED: "what was asked for does not exist or is not allowed",
    Exit.DAMAGED: "a log or database is damaged",
    Exit.MACHINE: "the disk or the system refused it",
    Exit.PORT: "the port is in use",
    Exit.IN_USE: "another Moot has the data folder open, or one of another version serves it",
    Exit.OLDER: (
        "a log fits, but its game is not installed, "
        "or today's rules decide some of it differently than those it was played with"
    ),
    Exit.STOPPED: "stopped by Ctrl-C, or as its terminal was closed",
}
"""Every exit code, in words."""


class Stop(Exception):  # noqa: N818 - an end, not always an error
    """Ends the command with this exit code and this line."""

    def __init__(self, code: Exit, message: str) -> None:
        super().__init__(message)
        self.code = code


def ending(error: Exception) -> tuple[Exit, str] | None:
    """The exit code for an error and the line to say; None for an unforeseen error."""
    from moot.core import Corrupt, NotListed, Refused, WriteConflict

    match error:
        case Stop(code=code):
            return code, str(error)
        case Refused(message=message, allowed=allowed):
            return Exit.REFUSED, message + (f" There is: {', '.join(allowed)}." if allowed else "")
        case NotListed() | WriteConflict():
            return Exit.REFUSED, f"{error}."
        case Corrupt():
            return Exit.DAMAGED, str(error)
        case OSError():
            return _of_the_system(error)
        case _:
            return None


def _of_the_system(error: OSError) -> tuple[Exit, str]:
    from moot.store.faults import DiskRefused, InUse

    if isinstance(error, DiskRefused):
        return (Exit.IN_USE if isinstance(error, InUse) else Exit.MACHINE), str(error)
    reason = {errno.ENOSPC: "the disk is full"}.get(error.errno or 0, error.strerror or str(error))
    return Exit.MACHINE, f"{error.filename}: {reason}." if error.filename else f"{reason}."

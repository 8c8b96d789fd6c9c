"""What can go wrong, and whose fault it is.

    MootError
    ├── Refused     a person asked for something the rules or the table do not allow; nothing changed
    ├── OffTable    a figure was looked up that its table does not have; the caller is at fault
    ├── Corrupt     a log, snapshot or data file does not say what it must; names the place
    └── Conflict    somebody else wrote first; catch up and decide again
"""

from __future__ import annotations

from typing import Any

SOME = 8
"""So many alternatives stand in the text of a refusal; `allowed` has them all."""


class MootError(Exception):
    """The root of every error that Moot raises on purpose."""


class Refused(MootError):  # noqa: N818 - the field's word, a refusal is an answer and not an accident
    """A command was refused and changed nothing. Its text has the code, the message and the alternatives.

    `code` is stable and for programs, `message` is a sentence for people, `rule` the id of the rule that forbids it,
    `allowed` what would have been accepted instead, in words, and `field` the form field at fault, if one is. `fixed`
    is what a command must name for the refusal to be meant for it (`Command.barred`); empty: any command.
    """

    def __init__(
        self, code: str, message: str, rule: str | None = None, *, allowed: tuple[str, ...] = (), field: str = ""
    ) -> None:
        instead = f" Allowed: {', '.join(allowed[:SOME])}{' …' if len(allowed) > SOME else ''}." if allowed else ""
        super().__init__(f"{code}: {message}{instead}")
        self.code = code
        self.message = message
        self.rule = rule
        self.allowed = allowed
        self.field = field
        self.fixed: dict[str, Any] = {}


class OffTable(MootError, LookupError):  # noqa: N818 - reads as the fact it states
    """A look-up fell off the edge of a table: tables never clamp and never guess."""


class Corrupt(MootError):  # noqa: N818 - reads as the fact it states
    """Stored data is damaged. `seq` is the number of the first bad log entry, if there is one."""

    def __init__(self, message: str, seq: int | None = None) -> None:
        super().__init__(message)
        self.seq = seq


class Conflict(MootError):  # noqa: N818 - the field's word for a lost optimistic write
    """The log has moved on: the entry was decided against a state that is no longer the last one."""

"""What can go wrong, and whose fault it is.

    MootError
    ├── Refused        a person asked for something the rules or the table do not allow; nothing changed
    │   └── NotNow     it belongs to another moment
    ├── NotListed      a figure was looked up that its look-up does not have; the caller is at fault
    ├── Corrupt        a log, snapshot or data file does not say what it must; names the place
    └── WriteConflict  somebody else wrote first; catch up and decide again
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from moot.core.words import Words, said

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

    fixed: Mapping[str, Any] = MappingProxyType({})

    def __init__(
        self, code: str, message: Words, rule: str | None = None, *, allowed: tuple[str, ...] = (), field: str = ""
    ) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.allowed = allowed
        self.field = field
        self._message = message

    @property
    def message(self) -> str:
        """The sentence. It is made when it is read: most reasons are for nobody's eyes."""
        return said(self._message)

    def __str__(self) -> str:
        allowed = self.allowed
        instead = f" Allowed: {', '.join(allowed[:SOME])}{' …' if len(allowed) > SOME else ''}." if allowed else ""
        return f"{self.code}: {self.message}{instead}"


class NotNow(Refused):
    """What belongs to another moment. `Commands` says in it what goes on now, and what is open to the seat."""

    def __init__(self, code: str = "wrong-moment", rule: str | None = None) -> None:
        super().__init__(code, "Not now.", rule)

    def at(self, headline: str, allowed: tuple[str, ...]) -> None:
        """Say where the game stands, and what can be done there."""
        self._message = f"Not now: the game is at “{headline}”."
        self.allowed = allowed


class NotListed(MootError, LookupError):  # noqa: N818 - reads as the fact it states
    """A look-up found no such entry: figures of a book are never replaced by the nearest one."""


class Corrupt(MootError):  # noqa: N818 - reads as the fact it states
    """Stored data is damaged. `seq` is the number of the first bad log entry, if there is one."""

    def __init__(self, message: str, seq: int | None = None) -> None:
        super().__init__(message)
        self.seq = seq


class WriteConflict(MootError):  # noqa: N818 - the field's word for a lost optimistic write
    """The log has moved on: the entry was decided against a state that is no longer the last one."""

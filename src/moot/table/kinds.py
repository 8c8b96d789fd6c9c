"""What the table's own commands and events are made from."""

from __future__ import annotations

from typing import ClassVar

from moot.core import Command, Event, Line, Urgency
from moot.core.seats import ANYBODY
from moot.table.state import TableState


class TableCommand(Command[TableState]):
    """A command to the table itself, whatever game is played: it exists at any time, also in a pause. Nothing of the
    game can be chosen in it, and its offers are about nothing unless it says so."""

    of_table = True
    when = frozenset({"going", "paused"})
    urgency: ClassVar[Urgency | tuple[Urgency, ...]] = "tool"
    about_any: ClassVar[str | None] = None
    aims_any = None
    giver = ANYBODY


class TableEvent(Event[TableState]):
    """An event of the table, not of the game played at it."""

    of_table = True


def phase(state: TableState) -> str:
    """Whether play goes on or is paused."""
    return "paused" if state.paused else "going"


def system(text: str) -> Line:
    """A line that says how things are at the table."""
    return Line(kind="system", text=text)

"""What can have happened to the preparation; the GM alone hears of it."""

from __future__ import annotations

from typing import TypeAlias

from moot.core import Event
from moot.games.swords_edge.paper import Paper


class PaperWritten(Event, tag="paper-written"):
    """A new piece of preparation."""

    paper: Paper


class PaperChanged(Event, tag="paper-changed"):
    """A piece of preparation as it stands now."""

    paper: Paper


class PaperDropped(Event, tag="paper-dropped"):
    """A piece was thrown away."""

    paper: str
    title: str


PrepEvent: TypeAlias = PaperWritten | PaperChanged | PaperDropped

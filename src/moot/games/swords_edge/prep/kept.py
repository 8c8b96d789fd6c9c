"""What can have happened to the preparation; the GM alone hears of it."""

from __future__ import annotations

from moot.games.swords_edge.papers import FORMS, Paper
from moot.games.swords_edge.state import State
from moot.kit.notebook import keeping


class PaperWritten(keeping.PaperWritten[State, Paper], tag="paper-written"):
    """A new piece of preparation."""

    def called(self) -> str:
        return FORMS[self.paper.form].called


class PaperChanged(keeping.PaperChanged[State, Paper], tag="paper-changed"):
    """A piece of preparation as it stands now."""


class PaperDropped(keeping.PaperDropped[State], tag="paper-dropped"):
    """A piece was thrown away."""

"""What can have happened to the preparation; the GM alone hears of it."""

from __future__ import annotations

from typing import Final

from moot.games.swords_edge.papers import Paper, PaperForm
from moot.games.swords_edge.state import State
from moot.kit.notebook import keeping

CALLED: Final[dict[PaperForm, str]] = {
    "premise": "a premise",
    "one-pager": "a one-pager",
    "module": "a module",
    "scene": "a scene",
    "campaign": "a campaign",
}
"""The five forms of preparation, as people say them."""


class PaperWritten(keeping.PaperWritten[State, Paper], tag="paper-written"):
    """A new piece of preparation."""

    def called(self) -> str:
        return CALLED[self.paper.form]


class PaperChanged(keeping.PaperChanged[State, Paper], tag="paper-changed"):
    """A piece of preparation as it stands now."""


class PaperDropped(keeping.PaperDropped[State], tag="paper-dropped"):
    """A piece was thrown away."""

"""What can have happened to the preparation; the GM alone hears of it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Event, Line
from moot.games.swords_edge.papers import Paper, PaperForm
from moot.games.swords_edge.state import State
from moot.kit.keyed import counted, put, without

CALLED: Final[dict[PaperForm, str]] = {
    "premise": "a premise",
    "one-pager": "a one-pager",
    "module": "a module",
    "scene": "a scene",
    "campaign": "a campaign",
}
"""The five forms of preparation, as people say them."""


class PaperWritten(Event[State], tag="paper-written"):
    """A new piece of preparation."""

    heard_by = "guide"

    paper: Paper

    def evolve(self, state: State) -> State:
        return replace(state, papers=put(state.papers, self.paper), ids=state.ids + counted([self.paper.id]))

    def line(self, state: State) -> Line:
        return Line(kind="aside", text=f"Prepared: {CALLED[self.paper.form]}, “{self.paper.title}”.")


class PaperChanged(Event[State], tag="paper-changed"):
    """A piece of preparation as it stands now."""

    heard_by = "guide"

    paper: Paper

    def evolve(self, state: State) -> State:
        return replace(state, papers=put(state.papers, self.paper))

    def line(self, state: State) -> Line:
        return Line(kind="aside", text=f"Changed: “{self.paper.title}”.")


class PaperDropped(Event[State], tag="paper-dropped"):
    """A piece was thrown away."""

    heard_by = "guide"

    paper: str
    title: str

    def evolve(self, state: State) -> State:
        return replace(state, papers=without(state.papers, self.paper))

    def line(self, state: State) -> Line:
        return Line(kind="aside", text=f"Thrown away: “{self.title}”.")

"""What each event of the preparation makes of the state."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.games.swords_edge.prep import events as e
from moot.games.swords_edge.state import State


def evolve(state: State, event: e.PrepEvent) -> State:
    """The state after `event`."""
    match event:
        case e.PaperWritten(paper=paper):
            return replace(state, papers={**state.papers, paper.id: paper}, ids=state.ids + 1)
        case e.PaperChanged(paper=paper):
            return replace(state, papers={**state.papers, paper.id: paper})
        case e.PaperDropped(paper=id_):
            return replace(state, papers={other: paper for other, paper in state.papers.items() if other != id_})
        case _:
            assert_never(event)

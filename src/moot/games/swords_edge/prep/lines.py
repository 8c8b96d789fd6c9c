"""The lines of the preparation in the GM's journal."""

from __future__ import annotations

from typing import assert_never

from moot.core import Line
from moot.games.swords_edge.prep import events as e
from moot.games.swords_edge.prep.keeping import FORMS
from moot.games.swords_edge.state import State


def line(state: State, event: e.PrepEvent) -> Line | None:
    """How the GM's journal says `event`."""
    match event:
        case e.PaperWritten(paper=paper):
            text = f"Prepared: {FORMS[paper.form][0]}, “{paper.title}”."
        case e.PaperChanged(paper=paper):
            text = f"Changed: “{paper.title}”."
        case e.PaperDropped(title=title):
            text = f"Thrown away: “{title}”."
        case _:
            assert_never(event)
    return Line(kind="aside", text=text, rules=event.rules)

"""How the journal says what happens to the GM's packs."""

from __future__ import annotations

from typing import assert_never

from moot.core import Line
from moot.core.words import listed
from moot.games.swords_edge.own import events as e
from moot.games.swords_edge.own.contents import contents
from moot.games.swords_edge.state import State


def line(state: State, event: e.PackEvent) -> Line | None:
    """How the journal says `event`."""
    match event:
        case e.PackLoaded(pack=pack):
            held = contents(pack)
            text = f"On the shelf: “{pack.title}”, with {listed(held)}." if held else f"“{pack.title}” is on the shelf."
        case e.PackDropped(title=title):
            text = f"“{title}” is off the shelf."
        case _:
            assert_never(event)
    return Line(kind="aside", text=text, rules=event.rules)

"""What the table hears of NCs outside of Tests."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.core import Event
from moot.games.swords_edge.cast import events as e
from moot.games.swords_edge.narrative import NC
from moot.games.swords_edge.state import State


def told(state: State, event: e.CastEvent) -> Event | None:
    """What all but the GM hear of `event`: who comes and goes, what is shown, clues that are told."""
    match event:
        case e.NcsMade() | e.ClueWritten():
            return None
        case e.NcHidden() | e.NcShown() | e.BroughtIn() | e.SentOff() | e.ClueTold():
            return event
        case e.Dismissed(shown=shown):
            return event if shown else None
        case e.WornDown(nc=nc):
            return event if state.ncs[nc].seen else replace(event, now="")
        case e.Restored(nc=nc):
            return event if visible(state.ncs[nc]) else None
        case e.NcTuned(nc=nc) | e.NcGiven(nc=nc) | e.NcStruck(nc=nc) | e.Readied(nc=nc):
            return event if visible(state.ncs[nc]) and state.ncs[nc].seen else None
        case _:
            assert_never(event)


def visible(nc: NC) -> bool:
    """Whether the table sees that an NC is there: it is in the scene, or its sheet lies open."""
    return nc.here or nc.shown

"""What the table hears of NCs outside of Tests."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.core import Event
from moot.games.swords_edge.cast import events as e
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.state import State


def told(state: State, event: e.CastEvent) -> Event | None:
    """What all but the GM hear of `event`: who comes and goes, what is shown, clues that are told."""
    match event:
        case e.NcsMade() | e.ClueWritten():
            return None
        case e.NcHidden() | e.NcShown() | e.BroughtIn() | e.SentOff() | e.ClueTold():
            return event
        case e.Dismissed(shown=shown):
            return replace(event, ncs=shown) if shown else None
        case e.WornDown(nc=nc):
            return event if state.ncs[nc].seen else replace(event, now="")
        case e.Restored(ncs=ncs):
            there = tuple(nc for nc in ncs if visible(state.ncs[nc]))
            return replace(event, ncs=there) if there else None
        case e.NcTuned(ncs=ncs) | e.NcGiven(ncs=ncs) | e.NcStruck(ncs=ncs):
            known = tuple(nc for nc in ncs if _known(state.ncs[nc]))
            return replace(event, ncs=known) if known else None
        case e.Readied(stances=stances):
            seen = {nc: stance for nc, stance in stances.items() if _known(state.ncs[nc])}
            return replace(event, stances=seen) if seen else None
        case _:
            assert_never(event)


def visible(nc: NC) -> bool:
    """Whether the table sees that an NC is there: it is in the scene, or its sheet lies open."""
    return nc.here or nc.shown


def _known(nc: NC) -> bool:
    """Whether the table sees its figures."""
    return visible(nc) and nc.seen

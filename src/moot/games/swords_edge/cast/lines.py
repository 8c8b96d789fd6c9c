"""The journal's lines of NCs outside of Tests."""

from __future__ import annotations

from typing import assert_never

from moot.core import Line
from moot.core.words import listed
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast import events as e
from moot.games.swords_edge.state import State


def line(state: State, event: e.CastEvent) -> Line | None:
    """How the journal says `event`, given the state after it."""
    match event:
        case e.NcsMade(ncs=ncs):
            text = f"On your shelf: {listed(nc.name for nc in ncs)}."
        case e.NcTuned(nc=nc):
            text = f"{state.named(nc)}: a Rank was set."
        case e.NcGiven(nc=nc, quality=quality, flaw=flaw):
            text = f"{state.named(nc)} has {'a flaw' if flaw else 'an Element'}: {quality.name}."
        case e.NcStruck(nc=nc):
            text = f"{state.named(nc)}: a Quality was struck."
        case e.BroughtIn(ncs=ids):
            return Line(kind="story", text=f"Enter {listed(state.named(nc) for nc in ids)}.", rules=event.rules)
        case e.SentOff(name=name):
            return Line(kind="story", text=f"{name} is gone from the scene.", rules=event.rules)
        case e.NcShown(nc=nc):
            return Line(kind="sheet", text=f"{state.named(nc)}’s sheet lies open.", rules=event.rules)
        case e.NcHidden(nc=nc):
            return Line(kind="sheet", text=f"{state.named(nc)}’s sheet is closed.", rules=event.rules)
        case e.Readied(nc=nc):
            text = f"{state.named(nc)} is readied."
        case e.WornDown(nc=nc, now=now, out=out):
            fall = f"falls to {ladder.title(now)}, TN {ladder.tn(now)}" if now else "is worn down"
            says = "is out" if out else fall
            return Line(kind="result", text=f"{state.named(nc)} {says}.", rules=event.rules)
        case e.Restored(nc=nc):
            text = f"{state.named(nc)} is whole again."
        case e.Dismissed():
            text = "An NC’s sheet was thrown away."
        case e.ClueWritten(nc=nc):
            text = f"{state.named(nc)} hides one thing more."
        case e.ClueTold(nc=nc, text=clue):
            return Line(kind="story", text=f"{state.named(nc)}:", quote=clue, rules=event.rules)
        case _:
            assert_never(event)
    return Line(kind="aside", text=text, rules=event.rules)

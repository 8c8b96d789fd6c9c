"""The journal's lines of NCs outside of Tests."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import assert_never

from moot.core import Line
from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast import events as e
from moot.games.swords_edge.state import State
from moot.kit.crowds import rollcall


def line(state: State, event: e.CastEvent) -> Line | None:
    """How the journal says `event`, given the state after it."""
    match event:
        case e.NcsMade(ncs=made):
            text = f"On your shelf: {rollcall(nc.name for nc in made)}."
        case e.NcTuned(ncs=ncs):
            text = f"{_all(state, ncs)}: a Rank was set."
        case e.NcGiven(ncs=ncs, quality=quality, flaw=flaw):
            text = f"{_all(state, ncs)}: {'a flaw' if flaw else 'an Element'}, {quality.name}."
        case e.NcStruck(ncs=ncs):
            text = f"{_all(state, ncs)}: a Quality was struck."
        case e.BroughtIn(ncs=ncs):
            return Line(kind="story", text=f"Enter {_all(state, ncs)}.", rules=event.rules)
        case e.SentOff(ncs=ncs):
            text = f"{_all(state, ncs)} {_are(ncs)} gone from the scene."
            return Line(kind="story", text=text, rules=event.rules)
        case e.NcShown(faces=faces):
            text = f"{rollcall(face.name for face in faces)}: the sheet lies open."
            return Line(kind="sheet", text=text, rules=event.rules)
        case e.NcHidden(ncs=ncs):
            return Line(kind="sheet", text=f"{_all(state, ncs)}: the sheet is closed.", rules=event.rules)
        case e.Readied(stances=stances):
            text = f"{_all(state, stances)} {_are(stances)} readied."
        case e.WornDown(nc=nc, now=now, out=out):
            fall = f"falls to {ladder.title(now)}, TN {ladder.tn(now)}" if now else "is worn down"
            says = "is out" if out else fall
            return Line(kind="result", text=f"{state.named(nc)} {says}.", rules=event.rules)
        case e.Restored(ncs=ncs):
            text = f"{_all(state, ncs)} {_are(ncs)} whole again."
        case e.Dismissed(ncs=ncs):
            text = f"{len(ncs)} NCs’ sheets were thrown away." if len(ncs) > 1 else "An NC’s sheet was thrown away."
        case e.ClueWritten(nc=nc):
            text = f"{state.named(nc)} hides one thing more."
        case e.ClueTold(nc=nc, text=clue):
            return Line(kind="story", text=f"{state.named(nc)}:", quote=clue, rules=event.rules)
        case _:
            assert_never(event)
    return Line(kind="aside", text=text, rules=event.rules)


def _all(state: State, ncs: Iterable[str]) -> str:
    return rollcall(state.named(nc) for nc in ncs)


def _are(ncs: Collection[str]) -> str:
    return "are" if len(ncs) > 1 else "is"

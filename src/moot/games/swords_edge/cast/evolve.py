"""What each event about NCs makes of the state."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moot.games.swords_edge import ladder
from moot.games.swords_edge.cast import events as e
from moot.games.swords_edge.narrative import NC
from moot.games.swords_edge.state import State


def evolve(state: State, event: e.CastEvent) -> State:
    """The state after `event`."""
    match event:
        case e.NcsMade(ncs=ncs):
            return replace(state.with_nc(*ncs), ids=state.ids + len(ncs))
        case e.NcGiven(nc=id_):
            return replace(state.with_nc(_changed(state.ncs[id_], event)), ids=state.ids + 1)
        case e.BroughtIn(ncs=ids):
            return state.with_nc(*(replace(state.ncs[id_], here=True) for id_ in ids))
        case e.SentOff(nc=id_):
            return _without(state.with_nc(replace(state.ncs[id_], here=False)), id_)
        case e.WornDown(nc=id_, out=out):
            nc = state.ncs[id_]
            worn = state.with_nc(replace(nc, fallen=nc.fallen + (0 if out else 1), out=out))
            return _without(worn, id_) if out else worn
        case e.Dismissed(nc=id_):
            gone = {other: nc for other, nc in state.ncs.items() if other != id_}
            return replace(_without(state, id_), ncs=gone)
        case _:
            return state.with_nc(_changed(state.ncs[event.nc], event))


def _without(state: State, nc: str) -> State:
    """An NC that is gone attacks nobody any more."""
    attacks = {id_: attack for id_, attack in state.attacks.items() if attack.nc != nc}
    return replace(state, attacks=attacks)


_Changes = (
    e.NcTuned | e.NcGiven | e.NcStruck | e.NcShown | e.NcHidden | e.Readied | e.Restored | e.ClueWritten | e.ClueTold
)


def _changed(nc: NC, event: _Changes) -> NC:
    match event:
        case e.NcTuned():
            return _tuned(nc, event)
        case e.NcGiven(quality=quality, flaw=True):
            return replace(nc, flaw=quality)
        case e.NcGiven(quality=quality):
            return replace(nc, elements=(*nc.elements, quality))
        case e.NcStruck(what="concept"):
            return replace(nc, concept=None)
        case e.NcStruck(what="flaw"):
            return replace(nc, flaw=None, flawed=False)
        case e.NcStruck(what=what):
            return replace(nc, elements=tuple(element for element in nc.elements if element.id != what))
        case e.NcShown():
            return replace(nc, shown=True)
        case e.NcHidden():
            return replace(nc, shown=False, met=False)
        case e.Readied(stance=stance):
            return replace(nc, stance=stance)
        case e.Restored():
            return replace(nc, stress=0, fallen=0, out=False, open=False, spent=())
        case e.ClueWritten(clue=clue):
            return replace(nc, clues=(*nc.clues, clue))
        case e.ClueTold(clue=at):
            return replace(nc, clues=tuple(replace(c, known=c.known or n == at) for n, c in enumerate(nc.clues)))
        case _:
            assert_never(event)


def _tuned(nc: NC, event: e.NcTuned) -> NC:
    what, rank = event.what, event.rank
    if what == "rank":
        return replace(nc, rank=rank)
    if what in ladder.TRAITS:
        return replace(nc, traits={**nc.traits, ladder.as_trait(what): rank})
    if what == "concept" and nc.concept is not None:
        return replace(nc, concept=replace(nc.concept, rank=rank))
    if what == "flaw" and nc.flaw is not None:
        return replace(nc, flaw=replace(nc.flaw, rank=rank))
    return replace(nc, elements=tuple(replace(el, rank=rank) if el.id == what else el for el in nc.elements))

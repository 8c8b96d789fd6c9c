"""What each event about NCs makes of the state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from moot.games.swords_edge.cast import events as e
from moot.games.swords_edge.cast.targets import fallen
from moot.games.swords_edge.nc import NC, NcQuality
from moot.games.swords_edge.state import State


def evolve(state: State, event: e.CastEvent) -> State:
    """The state after `event`."""
    match event:
        case e.NcsMade(ncs=made):
            return replace(state.with_nc(*made), ids=state.ids + len(made))
        case e.NcGiven(ncs=ids):
            return replace(_each(state, ids, event), ids=state.ids + 1)
        case e.BroughtIn(ncs=ids):
            return state.with_nc(*(replace(state.ncs[id_], here=True) for id_ in ids))
        case e.SentOff(ncs=ids):
            return _without(state.with_nc(*(replace(state.ncs[id_], here=False) for id_ in ids)), *ids)
        case e.WornDown(nc=id_, out=out):
            nc = state.ncs[id_]
            lower = replace(nc, fallen=nc.fallen + (0 if out else 1), out=out)
            worn = state.with_nc(lower)
            return _without(worn, id_) if out else fallen(worn, nc, lower)
        case e.Dismissed(ncs=ids):
            left = {id_: nc for id_, nc in state.ncs.items() if id_ not in ids}
            return replace(_without(state, *ids), ncs=left)
        case e.NcShown(faces=faces):
            return _each(state, (face.id for face in faces), event)
        case e.Readied(stances=stances):
            return _each(state, stances, event)
        case e.ClueWritten(nc=id_) | e.ClueTold(nc=id_):
            return _each(state, (id_,), event)
        case _:
            return _each(state, event.ncs, event)


def _without(state: State, *gone: str) -> State:
    """NCs that are gone attack nobody any more."""
    attacks = {id_: attack for id_, attack in state.attacks.items() if attack.nc not in gone}
    return replace(state, attacks=attacks)


_Changes = (
    e.NcTuned | e.NcGiven | e.NcStruck | e.NcShown | e.NcHidden | e.Readied | e.Restored | e.ClueWritten | e.ClueTold
)


def _each(state: State, ids: Iterable[str], event: _Changes) -> State:
    return state.with_nc(*(_changed(state.ncs[id_], event) for id_ in ids))


def _changed(nc: NC, event: _Changes) -> NC:
    match event:
        case e.NcTuned():
            return _tuned(nc, event)
        case e.NcGiven(quality=quality, flaw=True):
            return replace(nc, flaw=quality)
        case e.NcGiven(quality=quality):
            return replace(nc, elements=(*nc.elements, quality))
        case e.NcStruck(what=what):
            return _struck(nc, what)
        case e.NcShown():
            return replace(nc, shown=True)
        case e.NcHidden():
            return replace(nc, shown=False, met=False)
        case e.Readied(stances=stances):
            return replace(nc, stance=stances[nc.id])
        case e.Restored():
            return replace(nc, stress=0, borne=0, fallen=0, out=False, open=False, spent=())
        case e.ClueWritten(clue=clue):
            return replace(nc, clues=(*nc.clues, clue))
        case e.ClueTold(clue=at):
            return replace(nc, clues=tuple(replace(c, known=c.known or n == at) for n, c in enumerate(nc.clues)))
        case _:
            assert_never(event)


def _struck(nc: NC, what: tuple[str, ...]) -> NC:
    flawless = nc.flaw is None or bool({"flaw", nc.flaw.id} & {*what})
    return replace(
        nc,
        concept=None if nc.concept is None or {"concept", nc.concept.id} & {*what} else nc.concept,
        elements=tuple(element for element in nc.elements if element.id not in what),
        flaw=None if flawless else nc.flaw,
        flawed=nc.flawed and not flawless,
    )


def _tuned(nc: NC, event: e.NcTuned) -> NC:
    what, rank = event.what, event.rank

    def ranked(quality: NcQuality, kind: str) -> NcQuality:
        return replace(quality, rank=rank) if {kind, quality.id} & {*what} else quality

    return replace(
        nc,
        rank=rank if "rank" in what else nc.rank,
        traits={trait: rank if trait in what else was for trait, was in nc.traits.items()},
        concept=ranked(nc.concept, "concept") if nc.concept else None,
        elements=tuple(ranked(element, "element") for element in nc.elements),
        flaw=ranked(nc.flaw, "flaw") if nc.flaw else None,
    )

"""What attacks and range make of the pairings of a scene."""

from __future__ import annotations

from msgspec.structs import replace

from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.contest import Attack
from moot.games.swords_edge.state import Scene, State


def on_pairings(state: State, event: e.ConflictEvent) -> State:
    """The state after `event`."""
    match event:
        case e.Attacked(attack=attack):
            return _attacked(state, event, attack)
        case e.RangeSet(band=band, we_shoot=we_shoot, they_shoot=they_shoot):
            pairing = state.pairings[event.pairing]
            return state.with_pairing(replace(pairing, band=band, we_shoot=we_shoot, they_shoot=they_shoot))


def _attacked(state: State, event: e.Attacked, attack: Attack) -> State:
    pairing, scene = state.pairings[attack.pairing], state.scene or Scene(number=state.scenes, title="")
    nc = state.ncs.get(attack.nc)
    if nc is not None:
        state = state.with_nc(replace(nc, flawed=False, exerted=()))
        foe = replace(pairing.foes[nc.id], trait=event.bound, follows=False)
        state = state.with_pairing(replace(pairing, foes={**pairing.foes, nc.id: foe}))
    scene = scene.acting((attack.nc,) if attack.how == "act" else (), ((attack.nc, attack.who),))
    return replace(state, scene=scene, attacks={**state.attacks, attack.id: attack}, ids=state.ids + 1)

"""What each event of a conflict makes of the state: total, and without luck."""

from __future__ import annotations

from msgspec.structs import replace

from moot.games.swords_edge.cast.targets import fallen
from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.conflict.on_dice import on_dice
from moot.games.swords_edge.conflict.on_pairings import on_pairings
from moot.games.swords_edge.conflict.on_people import on_people
from moot.games.swords_edge.contest import Sum, Target
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.purse import moved
from moot.games.swords_edge.state import State


def evolve(state: State, event: e.ConflictEvent) -> State:
    """The state after `event`."""
    if isinstance(event, e.DiceEvent):
        return on_dice(state, event)
    if isinstance(event, e.PeopleEvent):
        return on_people(state, event)
    if isinstance(event, e.NcEvent):
        return _on_ncs(state, event)
    return on_pairings(state, event)


def _on_ncs(state: State, event: e.NcEvent) -> State:
    nc = state.ncs[event.nc]
    match event:
        case e.NcStressed(stress=stress):
            hit = replace(nc, stress=nc.stress + stress)
            return fallen(state.with_nc(hit), nc, hit)
        case e.NcOut():
            attacks = {id_: attack for id_, attack in state.attacks.items() if attack.nc != nc.id}
            return replace(state.with_nc(replace(nc, out=True)), attacks=attacks)
        case e.FlawInvoked(on=on):
            return _flawed(state, nc, on) if on else state.with_nc(replace(nc, flawed=True))
        case e.NcExerted(what=what):
            return moved(state.with_nc(replace(nc, exerted=(*nc.exerted, what))), "chest", "pool", 1)


def _flawed(state: State, nc: NC, on: str) -> State:
    """An NC's flaw comes off the TN of an attack or a Seize that waits for its Test (SE-RD-46)."""
    off = (Sum(nc.flaw.name, nc.flaw.worth),) if nc.flaw is not None else ()
    if on in state.attacks:
        attack = state.attacks[on]
        weakened = replace(attack, target=Target((*attack.target.sums, *off)))
        return replace(state, attacks={**state.attacks, on: weakened})
    pairing = state.pairings[on]
    challenge = pairing.challenge and replace(pairing.challenge, target=Target((*pairing.challenge.target.sums, *off)))
    return state.with_pairing(replace(pairing, challenge=challenge))

"""What sharing out, Momentum, attacks, rewards and rounds make of the pairings of a scene."""

from __future__ import annotations

from typing import Literal, assert_never

from msgspec.structs import replace

from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.contest import Attack, Foe, Pairing, Pledge, Stand
from moot.games.swords_edge.state import Scene, State


def on_pairings(state: State, event: e.PairingEvent | e.MomentumEvent) -> State:
    """The state after `event`."""
    match event:
        case e.Faced(pairing=id_, who=who, foes=foes):
            met = tuple(replace(state.ncs[foe], met=True) for foe in foes)
            pairing = Pairing(id_, stands={one: Stand() for one in who}, foes={foe: Foe() for foe in foes})
            return replace(state.with_nc(*met), ids=state.ids + 1).with_pairing(pairing)
        case e.LeftPairing(pairing=id_, who=who):
            return _left(state, id_, who)
        case e.PairingEnded(pairing=id_):
            return _without(state, id_)
        case e.Attacked(attack=attack):
            return _attacked(state, event, attack)
        case e.AttackOver(attack=id_):
            return replace(state, attacks={other: attack for other, attack in state.attacks.items() if other != id_})
        case e.RoundBegun(round=number):
            return _new_round(state, number)
        case e.PassedRound(who=who):
            scene = _scene(state)
            return replace(state, scene=replace(scene, passed=(*scene.passed, who)))
        case e.Rewarded(who=who, carry=carry) if carry:
            scene = _scene(state)
            carried = {**scene.carry, who: (scene.round + 1, carry)}
            rewarded = replace(state, scene=replace(scene, carry=carried))
            return rewarded.with_pairing(_changed(state.pairings[event.pairing], event))
        case e.SeizeFailed(acted=acted) | e.NcSeizeFailed(acted=acted) if acted:
            scene = _scene(state)
            answered = replace(state, scene=replace(scene, acted=(*scene.acted, *acted)))
            return answered.with_pairing(_changed(state.pairings[event.pairing], event))
        case e.NcSeizeTried(challenge=challenge):
            pressed = (state.ncs[foe] for foe in challenge.foes if len(challenge.foes) == 1)
            tried = state.with_nc(*(replace(nc, flawed=False, exerted=()) for nc in pressed))
            return tried.with_pairing(_changed(state.pairings[event.pairing], event))
        case _:
            return state.with_pairing(_changed(state.pairings[event.pairing], event))


def _scene(state: State) -> Scene:
    return state.scene or Scene(number=state.scenes, title="")


def _having_acted(state: State, who: str) -> State:
    scene = _scene(state)
    return replace(state, scene=replace(scene, acts={**scene.acts, who: scene.acts.get(who, 0) + 1}))


def _without(state: State, pairing: str) -> State:
    pairings = {id_: other for id_, other in state.pairings.items() if id_ != pairing}
    attacks = {id_: a for id_, a in state.attacks.items() if a.pairing != pairing}
    return replace(state, pairings=pairings, attacks=attacks)


def _left(state: State, id_: str, who: str) -> State:
    pairing, scene = state.pairings[id_], _scene(state)
    if pairing.stands[who].momentum:
        off = tuple((who, foe) for foe in pairing.foes)
        state = replace(state, scene=replace(scene, left=(*scene.left, *off)))
    stands = {one: stand for one, stand in pairing.stands.items() if one != who}
    if not stands:
        return _without(state, id_)
    attacks = {at: a for at, a in state.attacks.items() if (a.pairing, a.who) != (id_, who)}
    pledges = {one: pledge for one, pledge in pairing.pledges.items() if one != who}
    return replace(state, attacks=attacks).with_pairing(replace(pairing, stands=stands, pledges=pledges))


def _attacked(state: State, event: e.Attacked, attack: Attack) -> State:
    pairing, scene = state.pairings[attack.pairing], _scene(state)
    nc = state.ncs.get(attack.nc)
    if nc is not None:
        state = state.with_nc(replace(nc, flawed=False, exerted=()))
        foe = replace(pairing.foes[nc.id], trait=event.bound, follows=False)
        state = state.with_pairing(replace(pairing, foes={**pairing.foes, nc.id: foe}))
    if attack.how == "act":
        scene = _scene(_having_acted(state, attack.nc))
    if attack.how in ("act", "follow"):
        scene = replace(scene, acted=(*scene.acted, (attack.nc, attack.who)))
    return replace(state, scene=scene, attacks={**state.attacks, attack.id: attack}, ids=state.ids + 1)


def _new_round(state: State, number: int) -> State:
    scene = _scene(state)
    carry = {who: what for who, what in scene.carry.items() if what[0] >= number}
    pairings = {id_: _next(pairing) for id_, pairing in state.pairings.items()}
    fresh = replace(scene, round=number, acts={}, acted=(), passed=(), carry=carry)
    return replace(state, scene=fresh, pairings=pairings)


def _next(pairing: Pairing) -> Pairing:
    """A pairing as the next round begins: rewards not taken are gone."""
    stands = {
        who: replace(stand, follows=False, free_seize=False, riposte=None) for who, stand in pairing.stands.items()
    }
    foes = {id_: replace(foe, follows=False) for id_, foe in pairing.foes.items()}
    sfx = pairing.sfx and replace(pairing.sfx, left=max(pairing.sfx.left - 1, 0), same_act=False)
    return replace(pairing, stands=stands, foes=foes, sfx=sfx, strike=False)


_InPairing = (
    e.LeadSet | e.RangeSet | e.StrikeCalled | e.MomentumTaken | e.MomentumLost | e.SeizeFailed | e.NcSeizeTried
    | e.NcSeizeFailed | e.Rewarded | e.Waived | e.BonusTraded
)


def _changed(pairing: Pairing, event: _InPairing) -> Pairing:
    match event:
        case e.LeadSet(nc=nc):
            return replace(pairing, lead=nc)
        case e.RangeSet(band=band, we_shoot=we_shoot, they_shoot=they_shoot):
            return replace(pairing, band=band, we_shoot=we_shoot, they_shoot=they_shoot)
        case e.StrikeCalled():
            return replace(pairing, strike=True)
        case e.MomentumTaken() | e.MomentumLost() | e.SeizeFailed() | e.NcSeizeFailed():
            return _momentum(pairing, event)
        case e.NcSeizeTried(challenge=challenge):
            return replace(pairing, challenge=challenge)
        case e.Rewarded(who=who, free_seize=free_seize, riposte=riposte):
            stand = pairing.stands[who]
            strikes = stand.riposte if riposte is None else riposte
            stand = replace(stand, free_seize=free_seize or stand.free_seize, riposte=strikes)
            return _with_stand(pairing, who, stand)
        case e.Waived(who=who):
            return _with_stand(pairing, who, replace(pairing.stands[who], free_seize=False, riposte=None))
        case e.BonusTraded(who=who):
            return _with_stand(pairing, who, replace(pairing.stands[who], bonus=0))
        case _:
            assert_never(event)


def _with_stand(pairing: Pairing, who: str, stand: Stand) -> Pairing:
    return replace(pairing, stands={**pairing.stands, who: stand})


def _winning(stand: Stand, bonus: int, barred: bool, follows: bool) -> Stand:
    """A place with Momentum newly won; a riposte not yet taken stays (SE-RD-33)."""
    barring: Literal["", "nc"] = "nc" if barred else ""
    return Stand("attacker", stand.trait, barring, bonus=bonus, follows=follows, riposte=stand.riposte)


def _others_pledges(pairing: Pairing, who: tuple[str, ...]) -> dict[str, Pledge]:
    """The shares that still wait once Momentum has changed hands for `who`: theirs were for what is over."""
    return {one: pledge for one, pledge in pairing.pledges.items() if one not in who}


def _momentum(pairing: Pairing, event: e.MomentumTaken | e.MomentumLost | e.SeizeFailed | e.NcSeizeFailed) -> Pairing:
    """Momentum changes hands, or does not; bars last as long as it does (SE-MOM-09)."""
    match event:
        case e.MomentumTaken(who=who, bonus=bonus, barred=barred, follows=follows):
            stands = {
                one: _winning(stand, bonus.get(one, 0), barred, follows) if one in who else stand
                for one, stand in pairing.stands.items()
            }
            foes = {id_: Foe(trait=foe.trait) for id_, foe in pairing.foes.items()}
            pledges = _others_pledges(pairing, who)
            return replace(pairing, stands=stands, foes=foes, pledges=pledges, challenge=None)
        case e.MomentumLost(who=who, fumbled=fumbled, follows=follows):
            stands = {
                one: Stand("defender", stand.trait, "pc" if fumbled else "", fumbled) if one in who else stand
                for one, stand in pairing.stands.items()
            }
            foes = {id_: Foe(foe.trait, follows=follows) for id_, foe in pairing.foes.items()}
            pledges = _others_pledges(pairing, who)
            return replace(pairing, stands=stands, foes=foes, pledges=pledges, challenge=None)
        case e.SeizeFailed(who=who, fumbled=fumbled):
            stands = {
                one: replace(stand, barred="pc", fumbled=True) if fumbled and one in who else stand
                for one, stand in pairing.stands.items()
            }
            return replace(pairing, stands=stands)
        case e.NcSeizeFailed():
            return replace(pairing, challenge=None, strike=False)
        case _:
            assert_never(event)

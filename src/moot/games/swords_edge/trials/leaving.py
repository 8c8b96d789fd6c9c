"""Out of a pairing: who leaves it, how it ends, attacks that come to nothing, and what of that follows by itself."""

from __future__ import annotations

from msgspec.structs import replace

from moot.core import Event, Line, Play
from moot.games.swords_edge.contest import Attack
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.hands import MomentumLost, NcSeizeFailed
from moot.kit.keyed import without


class LeftPairing(Event[State], tag="left-pairing"):
    """Somebody is out of a pairing."""

    pairing: str
    who: str

    def evolve(self, state: State) -> State:
        pairing = state.pairings[self.pairing]
        if pairing.stands[self.who].momentum and state.scene is not None:
            left = (*state.scene.left, *((self.who, foe) for foe in pairing.foes))
            state = replace(state, scene=replace(state.scene, left=left))
        stands = without(pairing.stands, self.who)
        if not stands:
            return state.without_pairing(self.pairing)
        attacks = {id_: a for id_, a in state.attacks.items() if (a.pairing, a.who) != (self.pairing, self.who)}
        pledges = without(pairing.pledges, self.who)
        return replace(state, attacks=attacks).with_pairing(replace(pairing, stands=stands, pledges=pledges))

    def line(self, state: State) -> Line:
        return Line(kind="move", text=f"{state.named(self.who)} is out of it.")


class PairingEnded(Event[State], tag="pairing-ended"):
    """One side is out: nothing is left to contest between them."""

    pairing: str
    won: bool

    def evolve(self, state: State) -> State:
        return state.without_pairing(self.pairing)

    def line(self, state: State) -> None:
        return None


class AttackOver(Event[State], tag="attack-over"):
    """An attack came to nothing: its maker or its target is out."""

    attack: str

    def evolve(self, state: State) -> State:
        return replace(state, attacks=without(state.attacks, self.attack))

    def line(self, state: State) -> Line:
        return Line(kind="move", text="That comes to nothing.")


def tidy(play: Play[State]) -> None:
    """Record what follows by itself: one who is out is in no pairing, a pairing needs two sides, nobody acts on one who
    has taken Momentum over them (SE-ACT-06), and a Seize that nobody is left to answer is won (SE-DMG-03)."""
    for attack in tuple(play.state.attacks.values()):
        if _holds(play.state, attack):
            play.record(AttackOver(attack=attack.id, rules=("SE-ACT-06", "SE-MOM-03")))
    for pairing in tuple(play.state.pairings.values()):
        for who in pairing.stands:
            if play.state.characters[who].stands not in ("in", "helpless"):
                play.record(LeftPairing(pairing=pairing.id, who=who, rules=("SE-DOOM-04",)))
        standing = any(play.state.ncs[foe].active for foe in pairing.foes)
        rolling = any(test.pairing == pairing.id for test in play.state.tests.values())
        if pairing.id in play.state.pairings and pairing.sfx is None and not standing and not rolling:
            play.record(PairingEnded(pairing=pairing.id, won=True))
    for pairing in tuple(play.state.pairings.values()):
        held = pairing.seizable
        if pairing.challenge is None or any(play.state.characters[who].stands == "in" for who in held):
            continue
        if held:
            play.record(MomentumLost(pairing=pairing.id, who=held, rules=("SE-DMG-03", "SE-SEIZE-05")))
        else:
            play.record(NcSeizeFailed(pairing=pairing.id, called_off=True, rules=("SE-SEIZE-05",)))


def _holds(state: State, attack: Attack) -> bool:
    """Whether the target of an attack holds Momentum over those who make it, and can use it."""
    pairing = state.pairings.get(attack.pairing)
    stand = pairing.stands.get(attack.who) if pairing is not None else None
    return stand is not None and stand.momentum == "attacker" and state.characters[attack.who].stands == "in"

"""NCs that hold Momentum act on PCs: a target number each, and never a die (SE-STR-01)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Part, Play, Seat, Verb
from moot.games.swords_edge.cast.targets import action_target, bound_trait
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.lines import line
from moot.games.swords_edge.conflict.on_pairings import on_pairings
from moot.games.swords_edge.contest import Attack, Pairing, Target
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.powers.components import power_action
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.places import against, last_trait, standing
from moot.kit.totals import explained


def _nc_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "acts for the NCs", "SE-NC-01")
    acted = state.scene.acted if state.scene else ()
    pending = {(attack.nc, attack.who) for attack in state.attacks.values()}
    for pairing in state.pairings.values():
        actors = [nc.id for nc in standing(state, pairing)] or [pairing.id] * (pairing.sfx is not None)
        for actor in actors:
            for who in pairing.stands:
                if (actor, who) in pending or not _reachable(state, pairing, who):
                    continue
                if _over(state, pairing, who) and (actor, who) not in acted:
                    yield _nc_offer(state, pairing, actor, who)


def _reachable(state: State, pairing: Pairing, who: str) -> bool:
    character = state.characters[who]
    able = character.stands in ("in", "helpless") and character.doom is None
    return able and state.testing(who) is None and pairing.challenge is None


def _over(state: State, pairing: Pairing, who: str) -> bool:
    """Whether the NCs hold Momentum over `who`; one who cannot act never had it to lose (SE-DMG-03)."""
    momentum = pairing.stands[who].momentum
    return momentum == "defender" or (momentum == "" and state.characters[who].stands == "helpless")


def attack_target(state: State, pairing: Pairing, actor: str) -> Target:
    """What a PC must reach to defend: the NC's Action TN, with range (SE-RD-28)."""
    if pairing.sfx is not None:
        return power_action(state, pairing.sfx)
    counting = not _follows(pairing, actor)
    return action_target(state, pairing, (state.ncs[actor],), attacking=True, counting=counting)


def _nc_offer(state: State, pairing: Pairing, actor: str, who: str) -> Offer:
    name = state.ncs[actor].name if actor in state.ncs else against(state, pairing)
    return Offer(
        do="nc-act",
        label=f"{name} acts on {state.characters[who].name}",
        why=f"The player defends or stands Undefended. {explained(attack_target(state, pairing, actor))}.",
        fixed={"pairing": pairing.id, "nc": actor, "who": who, "riposte": False},
        rules=("SE-STR-01", "SE-ACT-04", "SE-ACT-06", "SE-RD-24", "SE-SFX-07"),
        about=pairing.id,
    )


def _nc_act(play: Play[State], command: c.NcAct) -> None:
    state = play.state
    pairing = state.pairings[command.pairing]
    target = attack_target(state, pairing, command.nc)
    bound = bound_trait(state.ncs[command.nc], pairing) if command.nc in state.ncs else ""
    attack = Attack(
        id=state.next_id,
        pairing=pairing.id,
        nc=command.nc,
        who=command.who,
        target=target,
        trait=pairing.stands[command.who].trait or last_trait(state, command.who),
        how="follow" if _follows(pairing, command.nc) else "act",
    )
    play.record(e.Attacked(attack=attack, bound=bound, rules=("SE-STR-01", "SE-ACT-06")))


def _follows(pairing: Pairing, nc: str) -> bool:
    """Whether an NC's Action follows a won Seize in the same act (SE-RD-12)."""
    return nc in pairing.foes and pairing.foes[nc].follows


VERBS = (Verb(c.NcAct, SCENE, _nc_offers, _nc_act),)

OPPOSING: Part[State] = Part(events=e.Attacked, verbs=VERBS, evolve=on_pairings, line=line)

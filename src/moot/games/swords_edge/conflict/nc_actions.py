"""NCs that hold Momentum act on PCs: a target number each, and never a die (SE-STR-01)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Command, Event, Line, Offered, Part, Play, Refused, Seat
from moot.games.swords_edge.cast.targets import action_target, bound_trait
from moot.games.swords_edge.contest import Attack, Pairing
from moot.games.swords_edge.figures.dice import TraitId
from moot.games.swords_edge.ownership import needs_guide
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.powers.components import power_action
from moot.games.swords_edge.ranges import too_far
from moot.games.swords_edge.state import Scene, State
from moot.games.swords_edge.trials.places import against, last_trait, opponents, standing
from moot.kit.totals import explained


class Attacked(Event[State], tag="attacked"):
    """An NC, or a power, acts on a PC who must react."""

    attack: Attack
    bound: TraitId | Literal[""] = ""

    def evolve(self, state: State) -> State:
        attack = self.attack
        pairing, scene = state.pairings[attack.pairing], state.scene or Scene(number=state.scenes, title="")
        if attack.nc in state.ncs:
            state = state.with_ncs([attack.nc], flawed=False, exerted=())
            foe = replace(pairing.foes[attack.nc], trait=self.bound, follows=False)
            state = state.with_pairing(replace(pairing, foes={**pairing.foes, attack.nc: foe}))
        scene = scene.acting((attack.nc,) if attack.how == "act" else (), ((attack.nc, attack.who),))
        return replace(state, scene=scene, attacks={**state.attacks, attack.id: attack}, ids=state.ids + 1)

    def line(self, state: State) -> Line:
        attack = self.attack
        name = state.named(attack.nc) if attack.nc in state.ncs else opponents(state, attack.pairing)
        return Line(kind="move", text=f"{name} acts on {state.named(attack.who)}. TN {attack.target.tn}.")


class NcAct(Command[State], tag="nc-act"):
    """An NC that holds Momentum acts on a PC, who has to react. `riposte` is never true: older logs say so."""

    when, urgency = SCENE, ("may", "must")
    rules = ("SE-STR-01", "SE-ACT-04", "SE-ACT-06", "SE-RD-24", "SE-SFX-07")
    pairing: str
    nc: str
    who: str
    riposte: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered | Refused]:
        needs_guide(seat, "acts for the NCs", "SE-NC-01")
        for pairing in state.pairings.values():
            actors = [nc.id for nc in standing(state, pairing)] or [pairing.id] * (pairing.sfx is not None)
            for actor in actors:
                name = state.ncs[actor].name if actor in state.ncs else against(state, pairing)
                for who in pairing.stands:
                    if not _may_act(state, pairing, actor, who):
                        continue
                    if too_far(pairing, actor):
                        yield Refused("out-of-reach", f"{name}’s weapon does not reach that far.", "SE-RNG-01")
                        continue
                    attack = _attack(state, pairing, actor, who)
                    yield cls.offer(
                        attack,
                        f"{name} acts on {state.named(who)}",
                        partial(_why, attack),
                        about=pairing.id,
                        urgency="must" if pairing.sfx is not None and not may_still_act(state, who) else "may",
                        pairing=pairing.id,
                        nc=actor,
                        who=who,
                        riposte=False,
                    )

    def enact(self, play: Play[State], attack: Attack) -> None:
        nc = play.state.ncs.get(self.nc)
        bound = bound_trait(nc, play.state.pairings[self.pairing]) if nc is not None else ""
        attack = replace(attack, id=play.state.next_id)
        play.record(Attacked(attack=attack, bound=bound, rules=("SE-STR-01", "SE-ACT-06")))


def _why(attack: Attack) -> str:
    return f"The player defends or stands Undefended. {explained(attack.target)}."


def _may_act(state: State, pairing: Pairing, actor: str, who: str) -> bool:
    """Whether an NC, or a power, can act on a PC now: it holds Momentum over them, has not acted on them this round,
    and they have nothing else to meet first. One who cannot act never had Momentum to lose (SE-DMG-03)."""
    character, momentum = state.characters[who], pairing.stands[who].momentum
    over = momentum == "defender" or (momentum == "" and character.stands == "helpless")
    there = character.stands in ("in", "helpless") and character.doom is None and state.testing(who) is None
    pending = any((attack.nc, attack.who) == (actor, who) for attack in state.attacks.values())
    acted = state.scene is not None and state.scene.has_acted(actor, (who,))
    return over and there and pairing.challenge is None and not pending and not acted


def may_still_act(state: State, who: str) -> bool:
    """Whether a PC has had neither act nor reaction this round, and has not let it pass."""
    return state.characters[who].able and state.scene is not None and bool(state.scene.idle((who,)))


def _attack(state: State, pairing: Pairing, actor: str, who: str) -> Attack:
    """The attack as it would be, which has no id yet: against the NC's Action TN, with range (SE-RD-28)."""
    follows = actor in pairing.foes and pairing.foes[actor].follows
    if pairing.sfx is not None:
        target = power_action(state, pairing.sfx)
    else:
        target = action_target(state, pairing, (state.ncs[actor],), attacking=True, counting=not follows)
    trait = pairing.stands[who].trait or last_trait(state, who)
    return Attack("", pairing.id, actor, who, target, trait=trait, how="follow" if follows else "act")


def out_of_hand(state: State) -> Iterator[tuple[str, str]]:
    """What each power is to do that has yet to act on its caster this round, and who that is: it acts before the round
    ends, and the caster may Seize from it or give it up before that (SE-SFX-07, SE-RD-63)."""
    for pairing in state.pairings.values():
        for who in pairing.stands if pairing.sfx is not None else ():
            if pairing.sfx is not None and _may_act(state, pairing, pairing.id, who):
                yield pairing.sfx.intent, who


NC_ACTIONS: Final[Part[State]] = Part(NcAct, Attacked)

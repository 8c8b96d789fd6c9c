"""NCs act by a target number and never a die (SE-STR-01); flaws and the GM’s Luck change it (SE-RD-46, SE-RD-41)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Command, Event, Line, Offered, Offers, Part, Play, Refused, Seat, Urgency
from moot.games.swords_edge import ladder
from moot.games.swords_edge.asking import InPairing, no_watchers, only_guide
from moot.games.swords_edge.cast.targets import action_element, action_target, bound_trait
from moot.games.swords_edge.figures import TRAITS, TraitId
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.pairings import Attack, Pairing
from moot.games.swords_edge.powers import power_action
from moot.games.swords_edge.purse import moved
from moot.games.swords_edge.state import SCENE, AboutNc, State
from moot.games.swords_edge.trials.places import against, attacker, standing
from moot.kit.dependent import whose_and_which
from moot.kit.keyed import changed, put
from moot.kit.totals import Sum, explained


class Attacked(Event[State], tag="attacked"):
    """An NC, or a power, acts on a PC who must react."""

    attack: Attack
    bound: TraitId | Literal[""] = ""

    def evolve(self, state: State) -> State:
        attack = self.attack
        pairing = state.pairings[attack.pairing]
        if attack.nc in state.ncs:
            state = state.with_ncs([attack.nc], flawed=False, exerted=())
            foe = replace(pairing.foes[attack.nc], trait=self.bound, follows=False)
            state = state.with_pairing(replace(pairing, foes={**pairing.foes, attack.nc: foe}))
        state = state.acting((attack.nc,) if attack.how == "act" else (), ((attack.nc, attack.who),))
        return replace(state, attacks=put(state.attacks, attack), ids=state.ids + 1)

    def line(self, state: State) -> Line:
        attack = self.attack
        return Line("move", f"{attacker(state, attack)} acts on {state.named(attack.who)}. TN {attack.target.tn}.")


class NcAct(InPairing, tag="nc-act"):
    """An NC that holds Momentum acts on a PC, who has to react. `riposte` is never true: older logs say so."""

    when, urgency, while_any, giver = SCENE, ("may", "must"), "pairings", only_guide("acts for the NCs", "SE-NC-01")
    rules, together = ("SE-STR-01", "SE-ACT-04", "SE-ACT-06", "SE-RD-24", "SE-SFX-07"), "An NC acts"
    nc: str
    who: str
    riposte: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for pairing in state.pairings.values():
            actors = [nc.id for nc in standing(state, pairing)] or [pairing.id] * (pairing.sfx is not None)
            for actor in actors:
                name = state.ncs[actor].name if actor in state.ncs else against(state, pairing)
                for who in pairing.stands:
                    if _may_act(state, pairing, actor, who):
                        yield pairing.out_of_reach(actor, name) or cls._offer(state, pairing, actor, name, who)

    @classmethod
    def _offer(cls, state: State, pairing: Pairing, actor: str, name: str, who: str) -> Offered:
        attack, label = _attack(state, pairing, actor, who), f"{name} acts on {state.named(who)}"
        must, fixed = pairing.sfx is not None and not may_still_act(state, who), {"nc": actor, "who": who}
        urgency: Urgency = "must" if must else "may"
        bound = bound_trait(state.ncs[actor], pairing) if actor in state.ncs else ""
        of, figures = (attack, bound), {"attack.target.tn": attack.target.tn}
        return cls.offer_in(
            pairing, label, partial(_why, attack), of=of, urgency=urgency, figures=figures, **fixed, riposte=False
        )

    def enact(self, play: Play[State], of: tuple[Attack, TraitId | Literal[""]]) -> None:
        attack, bound = replace(of[0], id=play.state.next_id), of[1]
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
    bound = state.scene.bound if state.scene else {}  # whatever became of those they were used on (SE-RD-10)
    trait = pairing.stands[who].trait or bound.get(who, "")
    return Attack("", pairing.id, actor, who, target, trait=trait, how="follow" if follows else "act")


def out_of_hand(state: State) -> Iterator[tuple[str, str]]:
    """What each power is to do that has yet to act on its caster this round, and who that is: it acts before the round
    ends, and the caster may Seize from it or give it up before that (SE-SFX-07, SE-RD-63)."""
    for pairing in state.pairings.values():
        for who in pairing.stands if pairing.sfx is not None else ():
            if pairing.sfx is not None and _may_act(state, pairing, pairing.id, who):
                yield pairing.sfx.intent, who


class FlawInvoked(AboutNc, tag="flaw-invoked"):
    """An NC's flaw comes off its next TN, or off that of the attack or Seize that waits `on` the table."""

    on: str = ""

    def evolve(self, state: State) -> State:
        if not self.on:
            return state.with_ncs([self.nc], flawed=True)
        flaw = state.ncs[self.nc].flaw
        off = (Sum(flaw.name, flaw.worth),) if flaw is not None else ()
        if self.on in state.attacks:
            attack = state.attacks[self.on]
            return replace(state, attacks=changed(state.attacks, self.on, target=attack.target.plus(*off)))
        challenge = state.pairings[self.on].challenge
        challenge = challenge and replace(challenge, target=challenge.target.plus(*off))
        return replace(state, pairings=changed(state.pairings, self.on, challenge=challenge))

    def line(self, state: State) -> Line:
        nc = state.ncs[self.nc]
        return Line("result", f"{nc.name}: {nc.flaw.name if nc.flaw else 'a flaw'} bears on what comes next.")


class InvokeFlaw(Command[State], tag="invoke-flaw"):
    """An NC's flaw bears on its next TN, or on what waits to be met (SE-RD-46)."""

    when, rules, urgency, records = SCENE, ("SE-NC-15", "SE-RD-46"), "tool", FlawInvoked
    giver = no_watchers("bring an NC’s flaw up", "SE-RD-46")
    nc: str
    on: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for nc in state.opposition():
            if nc.flaw is None or not nc.seen:
                continue
            for on in _bears_on(state, nc):
                what = "the TN that stands" if on else "its next target number"
                why = f"{ladder.signed(nc.flaw.worth)} on {what}, and no Luck for it."
                yield cls.offer(nc, f"{nc.name}: {nc.flaw.name}", why, about=nc.id, nc=nc.id, on=on)
        yield Refused("no-flaw", "Nobody here has a flaw that you know of.", "SE-RD-46")


def _bears_on(state: State, nc: NC) -> Iterator[str]:
    """What an NC's flaw can be brought up for, once a Test: attacks and Seizes that wait to be met, or its next TN
    (SE-RD-30)."""
    waiting = {a.id: a.target for a in state.attacks.values() if a.nc == nc.id and not state.testing(a.who)}
    for pairing in state.pairings.values():
        if pairing.challenge is not None and nc.id in pairing.challenge.foes:
            waiting |= {pairing.id: pairing.challenge.target} if not any(map(state.testing, pairing.stands)) else {}
    for id_, target in waiting.items():
        if not any(nc.flaw and (part.label, part.worth) == (nc.flaw.name, nc.flaw.worth) for part in target.sums):
            yield id_
    if not waiting and not nc.flawed:
        yield ""


class NcExerted(AboutNc, tag="nc-exerted"):
    """The GM's Luck adds a Quality to an NC's next TN."""

    sentence = ("result", "The GM’s Luck: {nc} puts one more Quality in.")
    what: str

    def evolve(self, state: State) -> State:
        exerted = state.with_ncs([self.nc], exerted=(*state.ncs[self.nc].exerted, self.what))
        return moved(exerted, "chest", "pool", 1)


class NcExert(Command[State], tag="nc-exert"):
    """The GM's Luck adds a Trait or Element to an NC's next TN (SE-RD-41)."""

    when, rules, urgency, records = SCENE, ("SE-RD-41", "SE-LUCK-09", "SE-LUCK-03"), "tool", NcExerted
    giver = only_guide("spends the GM’s Luck")
    nc: str
    what: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        if not state.options.communal or not state.chest:
            raise Refused("no-luck", "The GM has no Luck to spend.")
        able = {nc.id: found for nc in state.opposition() if nc.seen and (found := tuple(_exertable(state, nc)))}
        if not able:
            raise Refused("nothing-left", "Nobody of yours here has a Quality left to add.")
        which = whose_and_which(able, state.named, "nc", "what")
        why = "A Trait or Element besides, on its next target number."
        yield cls.offer(None, "A Luck of yours: one more Quality", why, *which)


def _exertable(state: State, nc: NC) -> Iterator[Choice]:
    """What Luck can add to an NC's Test, as to a PC's: another Trait, or another Element of a Trait that is in
    (SE-LUCK-03, SE-RD-41)."""
    bound = {bound_trait(nc, pairing) for pairing in state.pairings.values() if nc.id in pairing.foes}
    bound = bound or {bound_trait(nc, None)}
    for trait in ladder.TRAITS:
        if trait in nc.traits and trait not in nc.exerted and bound != {trait}:
            yield Choice(trait, TRAITS[trait].title, hint=ladder.signed(nc.trait(trait)))
    for element in nc.elements:
        fits = element.trait in ("", *bound, *nc.exerted)
        if fits and element.id not in nc.exerted and element.id not in nc.spent:
            usual = all(action_element(nc, trait) is element for trait in bound)
            hint = f"{ladder.signed(element.worth)}{', in its Action anyway' if usual else ''}"
            yield Choice(element.id, element.name, hint=hint)


NC_ACTIONS: Final[Part[State]] = Part(NcAct, Attacked)
NC_FLAWS: Final[Part[State]] = Part(InvokeFlaw, NcExert, FlawInvoked, NcExerted)

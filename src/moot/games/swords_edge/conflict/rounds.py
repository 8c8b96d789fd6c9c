"""Rounds without initiative: all act once in any order, and the GM says when the next one begins (SE-RD-48)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Command, Line, Offered, Offers, Part, Play, Refused, Seat, Urgency
from moot.core.commands import offered
from moot.games.swords_edge.asking import OfCharacter, my_character, only_guide
from moot.games.swords_edge.conflict.acting import Act, Riposte
from moot.games.swords_edge.conflict.nc_actions import out_of_hand
from moot.games.swords_edge.conflict.seizing import Seize
from moot.games.swords_edge.pairings import Pairing
from moot.games.swords_edge.state import RUN, SCENE, AboutCharacter, SceneInPlay, State
from moot.games.swords_edge.trials.form import MakesTest, TestForm
from moot.games.swords_edge.trials.joint import joint
from moot.games.swords_edge.trials.kinds import MOMENTUM
from moot.games.swords_edge.trials.places import places
from moot.kit.happenings import Happening


def idle(state: State) -> list[str]:
    """The PCs in a pairing who have not passed, and have neither acted nor reacted this round (SE-RD-48), or not yet
    used what a defence earned, which comes at once (SE-RD-33)."""
    engaged = dict.fromkeys(who for pairing in state.pairings.values() for who in pairing.stands)
    able = [who for who in engaged if state.characters[who].able and state.scene and who not in state.scene.passed]
    return [who for who in able if not state.acts(who) or _earned(state, who)]


def _earned(state: State, who: str) -> bool:
    """Whether a free Seize or a riposte is open to somebody."""
    seat = state.seat(state.characters[who].player)
    if seat is None or not any(stand.free_seize or stand.riposte is not None for _, stand in places(state, who)):
        return False
    return any(form.who.id == who and not form.kind.act for form in _tests(state, seat, Seize, Riposte))


def _tests(state: State, seat: Seat, *kinds: type[MakesTest]) -> list[TestForm]:
    return [one.of for kind in kinds for one in offered(kind, state, seat) if isinstance(one, Offered)]


class NextRound(Command[State], tag="next-round"):
    """Everyone has acted, reacted or passed: the next round begins (SE-RD-48)."""

    when, urgency, giver = SCENE, ("must", "tool"), only_guide("begins a round", "SE-RD-48")
    rules = ("SE-RD-48", "SE-TERM-04", "SE-ACT-08", "SE-MOM-10")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        scene = state.scene
        if scene is None or not (state.pairings or scene.acts):
            raise Refused("no-conflict", "Rounds count only while somebody is set against somebody.", "SE-TERM-04")
        if state.tests or state.attacks:
            raise Refused("unsettled", "Something is not settled yet: dice, or an attack.")
        if state.challenged:
            raise Refused("unsettled", "A Seize waits for its answer.")
        for power, _ in out_of_hand(state):
            raise Refused("power-acts", f"“{power}” is out of hand: it acts on its caster first.", "SE-SFX-07")
        waiting = idle(state)
        why = f"{state.all_named(waiting)} could still act." if waiting else ""
        takes = any(joint(state, pairing, MOMENTUM).waiting for pairing in state.pairings.values())
        follows = any(stand.follows for pairing in state.pairings.values() for stand in pairing.stands.values())
        urgency: Urgency = "must" if state.told and state.pairings and not (waiting or takes or follows) else "tool"
        yield cls.offer(scene, f"Round {scene.round + 1}", why, urgency=urgency, about=RUN)

    def enact(self, play: Play[State], scene: SceneInPlay) -> None:
        play.record(RoundBegun(round=scene.round + 1, rules=("SE-TERM-04", "SE-RD-48")))


class RoundBegun(Happening[State], tag="round-begun"):
    """A new round: acts are counted from none again, rewards not taken are gone."""

    sentence = ("scene", "Round {round}.")
    round: int

    def evolve(self, state: State) -> State:
        scene = state.scene or SceneInPlay(number=state.scenes, title="")
        carry = {who: due for who, due in scene.carry.items() if due[0] >= self.round}
        pairings = {id_: _next(pairing, self.round) for id_, pairing in state.pairings.items()}
        return replace(state, scene=replace(scene.in_round(self.round), carry=carry), pairings=pairings)


def _next(pairing: Pairing, number: int) -> Pairing:
    """A pairing as round `number` begins; a power is a round nearer to its use (SE-SFX-10)."""
    stands = {who: stand.in_round(number) for who, stand in pairing.stands.items()}
    foes = {id_: foe.in_round(number) for id_, foe in pairing.foes.items()}
    sfx = pairing.sfx and replace(pairing.sfx, left=max(pairing.sfx.left - 1, 0), same_act=False)
    return replace(pairing, stands=stands, foes=foes, sfx=sfx, strike=False)


class PassedRound(AboutCharacter, tag="passed-round"):
    """Somebody does nothing more this round."""

    def evolve(self, state: State) -> State:
        return replace(state, scene=state.scene and state.scene.passing(self.who))

    def line(self, state: State) -> Line:
        acted = state.acts(self.who)
        return Line("move", f"{state.named(self.who)} {'holds out' if acted else 'does nothing this round'}.")


class LetPass(OfCharacter, tag="let-pass"):
    """Do nothing more this round, with or without having acted."""

    when, rules, urgency, records = SCENE, ("SE-RD-48",), "may", PassedRound

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "lets a round go by")
        if who.id in idle(state) and not state.acts(who.id):
            why = "So that the others know. You can still act before the round ends."
            yield cls.offer_of(who, f"{who.name} does nothing this round", why)
            return
        acted = state.acts(who.id) and who.able and state.scene and who.id not in state.scene.passed
        if acted and any(form.who.id == who.id for form in _tests(state, seat, Act, Seize, Riposte)):
            why = "No more acts this round; you can still defend, and change your mind."
            yield cls.offer_of(who, f"{who.name} holds out", why)


ROUNDS: Final = Part[State](NextRound, LetPass, RoundBegun, PassedRound)

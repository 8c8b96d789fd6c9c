"""Momentum is Seized: by PCs, or by NCs, whom they answer by one joint Action Test (SE-SEIZE-01 to SE-SEIZE-08)."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Line, Offered, Offers, Part, Play, Refused, Seat
from moot.games.swords_edge.asking import InPairing, my_character, only_guide
from moot.games.swords_edge.cast.targets import action_target, acts_so_far, momentum_target, momentum_trait
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.conflict.momentum import nc_spending
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.pairings import Challenge, Pairing
from moot.games.swords_edge.powers import power_action
from moot.games.swords_edge.state import SCENE, AboutPairing, State
from moot.games.swords_edge.trials.form import Aim, MakesTest
from moot.games.swords_edge.trials.joint import joint
from moot.games.swords_edge.trials.kinds import ANSWER, FREE_SEIZE, SEIZE
from moot.games.swords_edge.trials.places import acted_on_all, against, busy, opponents, places, standing, unready
from moot.games.swords_edge.trials.rewards import MomentumLost, NcSeizeFailed
from moot.kit.totals import Target, explained


class Seize(MakesTest, tag="seize"):
    """Try to turn from defender to attacker (SE-SEIZE-01)."""

    when, while_any = SCENE, "pairings"
    rules = ("SE-SEIZE-01", "SE-SEIZE-02", "SE-SEIZE-03", "SE-SEIZE-06", "SE-RD-12", "SE-RD-13", "SE-RD-35")
    pairing: str
    free: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "Seizes")
        for pairing, stand in places(state, who.id):
            if stand.momentum != "defender":
                continue
            if stand.barred == "pc" and not busy(state, who, pairing, reward=stand.free_seize):
                yield Refused("barred", "Momentum was lost by a natural 2: no Seizing from them.", "SE-SEIZE-07")
                continue
            for free in (True, False) if stand.free_seize else (False,):
                if why := busy(state, who, pairing, reward=free):
                    yield why
                elif acted_on_all(state, pairing, who.id) and not free:
                    says = f"{who.name} has had an act on them this round: one Seize a round."
                    yield Refused("acted-already", says, "SE-RD-12")
                else:
                    yield cls._offer(state, pairing, who, free=free)
        yield Refused("not-defending", "Only a defender can Seize the Momentum.")

    @classmethod
    def _offer(cls, state: State, pairing: Pairing, who: Character, *, free: bool) -> Offered:
        """The Seize is the act of all who take part, and the answer one of the NCs (SE-RD-12). A free Seize and its
        answer are no acts (SE-RD-32)."""
        opponents, kind = standing(state, pairing), FREE_SEIZE if free else SEIZE
        aim = Aim(answer_target(state, pairing, free=free), tuple(nc.id for nc in opponents))
        if not free:
            everyone = (who.id, *joint(state, pairing, kind).partners(who.id))
            answering = [nc.id for nc in opponents if not nc.defenceless] or [pairing.id] * (not opponents)
            aim = replace(aim, acts=(*everyone, *answering), acted=tuple((one, pairing.id) for one in everyone))
        label = f"{who.name}: {'Free Seize' if free else 'Seize'} from {against(state, pairing)}"
        return cls.in_pairing(state, pairing, who, kind, {"": aim}, label, fixed={"free": free})


def answer_target(state: State, pairing: Pairing, *, free: bool = False) -> Target:
    """What a PC's Seize must reach: the NCs' joint Action TN, or the power's (SE-SEIZE-02, SE-SEIZE-04, SE-RD-17). The
    answer to a free Seize is no act, so acts do not lower it (SE-RD-32)."""
    if pairing.sfx is not None:
        return power_action(state, pairing.sfx)
    return action_target(state, pairing, standing(state, pairing), answering=True, counting=not free)


class NcSeize(InPairing, tag="nc-seize"):
    """The NCs of a pairing try to Seize (SE-SEIZE-05). `free` is never true: older logs say so."""

    when, rules, while_any = SCENE, ("SE-SEIZE-05", "SE-SEIZE-07", "SE-RD-35"), "pairings"
    giver = only_guide("Seizes for the NCs", "SE-SEIZE-05")
    free: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for pairing in state.pairings.values():
            them, held = standing(state, pairing), pairing.seizable
            idle = not any(state.testing(who) or state.characters[who].doom for who in pairing.stands)
            free = pairing.challenge is None and idle and not _acted(state, them, held, pairing)
            if them and held and free:
                acts = (part for nc in them for part in acts_so_far(state, nc))  # which lower it (SE-RD-24, SE-RD-32)
                target = momentum_target(state, pairing, them).plus(*acts)
                challenge = Challenge(tuple(nc.id for nc in them), target)
                able = joint(state, pairing, ANSWER).engaged
                figures = {"challenge.target.tn": target.tn} if able else {}
                label, why, of = partial(_seizing, state, pairing), partial(_why, challenge, able), (challenge, able)
                yield cls.offer_in(pairing, label, why, free=False, of=(pairing, *of), figures=figures)

    def enact(self, play: Play[State], of: tuple[Pairing, Challenge, tuple[str, ...]]) -> None:
        """One who can neither act nor react has no answer to give: Momentum is the NCs' (SE-DMG-03)."""
        pairing, challenge, able = of
        if able:
            rules = ("SE-SEIZE-05", "SE-RD-35")
            play.record(NcSeizeTried(pairing=pairing.id, challenge=challenge, rules=rules))
        else:
            rules = ("SE-SEIZE-05", "SE-DMG-03")
            play.record(MomentumLost(pairing=pairing.id, who=pairing.seizable, rules=rules))


def _seizing(state: State, pairing: Pairing) -> str:
    return f"{against(state, pairing)}: Seize the Momentum"


def _why(challenge: Challenge, able: tuple[str, ...]) -> str:
    if not able:
        return "Nobody there can react, so nobody can stop it."
    return f"Answered by {'one joint' if len(able) > 1 else 'an'} Action Test. {explained(challenge.target)}."


def _acted(state: State, them: tuple[NC, ...], held: tuple[str, ...], pairing: Pairing) -> bool:
    """Whether the NCs have had their act on all of them this round, or have tried to Seize (SE-ACT-05, SE-RD-12)."""
    acted = state.scene.acted if state.scene else ()
    tried = any((nc.id, pairing.id) in acted for nc in them)
    return tried or all((nc.id, who) in acted for nc in them for who in held)


class NcSeizeTried(AboutPairing, tag="nc-seize-tried"):
    """NCs try to Seize; the PCs must answer."""

    challenge: Challenge
    v: int = 2

    def evolve(self, state: State) -> State:
        them = self.challenge.foes
        pressed = them if len(them) == 1 else ()
        state = state.with_nc(*(replace(state.ncs[foe], flawed=False, exerted=()) for foe in pressed))
        return state.with_pairing(replace(state.pairings[self.pairing], challenge=self.challenge))

    def line(self, state: State) -> Line:
        tn = self.challenge.target.tn
        return Line("move", f"{opponents(state, self.pairing)}: trying to Seize the Momentum. TN {tn}.")


class AnswerSeize(MakesTest, tag="answer-seize"):
    """Answer the NCs' Seize by a joint Action Test (SE-SEIZE-05)."""

    when, urgency, while_any = SCENE, "must", "challenged"
    rules = ("SE-SEIZE-05", "SE-SEIZE-06", "SE-RD-32", "SE-RD-35")
    stands_in = True
    pairing: str
    bearer: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        who = my_character(state, seat, "answers a Seize")
        for pairing in state.pairings.values():
            if pairing.challenge is None:
                continue
            test = joint(state, pairing, ANSWER)
            if who.id in test.engaged and test.may_roll(who.id):
                yield unready(state, who) or cls._offer(state, pairing, pairing.challenge, who)

    @classmethod
    def _offer(cls, state: State, pairing: Pairing, challenge: Challenge, who: Character) -> Offered:
        """The answer is an act of all who give it, and the Seize one of those who still try it (SE-RD-32)."""
        seizers = [state.ncs[nc] for nc in challenge.foes if state.ncs[nc].active]
        everyone, on = (who.id, *joint(state, pairing, ANSWER).partners(who.id)), tuple(nc.id for nc in seizers)
        aim = Aim(challenge.target, on, acts=(*everyone, *on), acted=tuple((nc, pairing.id) for nc in on))
        bearers = () if len(seizers) == 1 or pairing.strike else tuple(Choice(nc.id, nc.name) for nc in seizers)
        bound = {nc.id: momentum_trait(nc, pairing) for nc in seizers}
        label, spends = f"{who.name} answers the Seize by {against(state, pairing)}", nc_spending(state, pairing)
        return cls.in_pairing(
            state, pairing, who, ANSWER, {"": aim}, label, bearers=bearers, bound=bound, spends=spends, urgency="must"
        )


class CallOffSeize(InPairing, tag="call-off-seize"):
    """The GM takes an NC's Seize back."""

    when, rules, urgency, giver = SCENE, ("SE-GM-01",), "tool", only_guide("calls a Seize off", "SE-GM-01")

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for pairing in state.pairings.values():
            if pairing.challenge is not None and not any(state.testing(who) for who in pairing.stands):
                yield cls.offer_in(pairing, f"{against(state, pairing)}: no Seize after all")

    def enact(self, play: Play[State], pairing: Pairing) -> None:
        play.record(NcSeizeFailed(pairing=pairing.id, called_off=True, rules=self.rules))


SEIZING: Final = Part[State](Seize, NcSeize, AnswerSeize, CallOffSeize, NcSeizeTried)

"""NCs Seize the Momentum, and the PCs answer by one joint Action Test (SE-SEIZE-05)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Command, Event, Line, Offered, Part, Play, Refused, Seat
from moot.games.swords_edge.cast.targets import acts_so_far, momentum_target, momentum_trait
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.conflict.momentum import nc_spending
from moot.games.swords_edge.contest import Challenge, Pairing
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.ownership import my_character, needs_guide
from moot.games.swords_edge.phases import SCENE
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.form import Aim, MakesTest, TestForm, in_pairing, offered
from moot.games.swords_edge.trials.hands import MomentumLost, NcSeizeFailed
from moot.games.swords_edge.trials.joint import engaged, partners, waiting
from moot.games.swords_edge.trials.kinds import ANSWER
from moot.games.swords_edge.trials.places import against, opponents, standing, unready
from moot.kit.totals import Target, explained


class NcSeize(Command[State], tag="nc-seize"):
    """The NCs of a pairing try to Seize (SE-SEIZE-05). `free` is never true: older logs say so."""

    when, rules = SCENE, ("SE-SEIZE-05", "SE-SEIZE-07", "SE-RD-35")
    pairing: str
    free: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "Seizes for the NCs", "SE-SEIZE-05")
        for pairing in state.pairings.values():
            them, held = standing(state, pairing), pairing.seizable
            if not them or not held or pairing.challenge is not None:
                continue
            if any(state.testing(who) or state.characters[who].doom for who in pairing.stands):
                continue
            if not _acted(state, them, held, pairing):
                challenge = Challenge(tuple(nc.id for nc in them), seize_target(state, pairing))
                yield cls.offer(
                    (pairing, challenge),
                    f"{against(state, pairing)}: Seize the Momentum",
                    partial(_why, state, pairing, challenge),
                    about=pairing.id,
                    pairing=pairing.id,
                    free=False,
                )

    def enact(self, play: Play[State], of: tuple[Pairing, Challenge]) -> None:
        """One who can neither act nor react has no answer to give: Momentum is the NCs' (SE-DMG-03)."""
        pairing, challenge = of
        if engaged(play.state, pairing, ANSWER):
            rules = ("SE-SEIZE-05", "SE-RD-35")
            play.record(NcSeizeTried(pairing=pairing.id, challenge=challenge, rules=rules))
        else:
            rules = ("SE-SEIZE-05", "SE-DMG-03")
            play.record(MomentumLost(pairing=pairing.id, who=pairing.seizable, rules=rules))


def _why(state: State, pairing: Pairing, challenge: Challenge) -> str:
    who = engaged(state, pairing, ANSWER)
    if not who:
        return "Nobody there can react, so nobody can stop it."
    return f"Answered by {'one joint' if len(who) > 1 else 'an'} Action Test. {explained(challenge.target)}."


def _acted(state: State, them: tuple[NC, ...], held: tuple[str, ...], pairing: Pairing) -> bool:
    """Whether the NCs have had their act on all of them this round, or have tried to Seize (SE-ACT-05, SE-RD-12)."""
    acted = state.scene.acted if state.scene else ()
    tried = any((nc.id, pairing.id) in acted for nc in them)
    return tried or all((nc.id, who) in acted for nc in them for who in held)


def seize_target(state: State, pairing: Pairing) -> Target:
    """The TN of an NC's Seize: its Momentum TN, lowered by its acts so far (SE-SEIZE-05, SE-RD-24, SE-RD-32)."""
    them = standing(state, pairing)
    return momentum_target(state, pairing, them).plus(*(part for nc in them for part in acts_so_far(state, nc)))


class NcSeizeTried(Event[State], tag="nc-seize-tried"):
    """NCs try to Seize; the PCs must answer."""

    pairing: str
    challenge: Challenge
    v: int = 2

    def evolve(self, state: State) -> State:
        them = self.challenge.foes
        pressed = them if len(them) == 1 else ()
        state = state.with_nc(*(replace(state.ncs[foe], flawed=False, exerted=()) for foe in pressed))
        return state.with_pairing(replace(state.pairings[self.pairing], challenge=self.challenge))

    def line(self, state: State) -> Line:
        tn = self.challenge.target.tn
        return Line(kind="move", text=f"{opponents(state, self.pairing)}: trying to Seize the Momentum. TN {tn}.")


class AnswerSeize(MakesTest, tag="answer-seize"):
    """Answer the NCs' Seize by a joint Action Test (SE-SEIZE-05)."""

    when, urgency = SCENE, "must"
    rules = ("SE-SEIZE-05", "SE-SEIZE-06", "SE-RD-32", "SE-RD-35")
    stands_in = True
    pairing: str
    who: str
    bearer: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered | Refused]:
        who = my_character(state, seat, "answers a Seize")
        for pairing in state.pairings.values():
            if pairing.challenge is None or who.id not in engaged(state, pairing, ANSWER):
                continue
            if [other for other in waiting(state, pairing, ANSWER) if other != who.id]:
                continue
            yield unready(state, who) or offered(cls, state, _form(state, pairing, pairing.challenge, who))


def _form(state: State, pairing: Pairing, challenge: Challenge, who: Character) -> TestForm:
    """The answer is an act of all who give it, and the Seize one of those who still try it (SE-RD-32)."""
    seizers = [state.ncs[nc] for nc in challenge.foes if state.ncs[nc].active]
    everyone = (who.id, *partners(state, pairing, ANSWER, who.id))
    on = tuple(nc.id for nc in seizers)
    aim = Aim(challenge.target, on, acts=(*everyone, *on), acted=tuple((nc, pairing.id) for nc in on))
    choice = len(seizers) > 1 and not pairing.strike
    return in_pairing(
        state,
        pairing,
        who,
        ANSWER,
        {"": aim},
        label=f"{who.name}: an answer to the Seize of {against(state, pairing)}",
        fixed={"pairing": pairing.id, "who": who.id},
        spends=nc_spending(state, pairing),
        bound={nc.id: momentum_trait(nc, pairing) for nc in seizers},
        bearers=tuple(Choice(nc.id, nc.name) for nc in seizers) if choice else (),
        urgency="must",
    )


class CallOffSeize(Command[State], tag="call-off-seize"):
    """The GM takes an NC's Seize back."""

    when, rules, urgency = SCENE, ("SE-GM-01",), "tool"
    pairing: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_guide(seat, "calls a Seize off", "SE-GM-01")
        for pairing in state.pairings.values():
            if pairing.challenge is not None and not any(state.testing(who) for who in pairing.stands):
                label = f"{against(state, pairing)}: no Seize after all"
                yield cls.offer(None, label, about=pairing.id, pairing=pairing.id)

    def enact(self, play: Play[State], _of: None) -> None:
        play.record(NcSeizeFailed(pairing=self.pairing, called_off=True, rules=self.rules))


ANSWERING: Final = Part[State](NcSeize, AnswerSeize, CallOffSeize, NcSeizeTried, NcSeizeFailed)

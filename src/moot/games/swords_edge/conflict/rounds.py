"""Rounds without initiative: all act once in any order, and the GM says when the next one begins (SE-RD-48)."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Verb
from moot.games.swords_edge.conflict import commands as c, events as e
from moot.games.swords_edge.conflict.sharing import SCENE
from moot.games.swords_edge.ownership import mine, needs_guide
from moot.games.swords_edge.state import State
from moot.kit.crowds import rollcall


def idle(state: State) -> list[str]:
    """The PCs in a pairing who have neither acted, reacted nor passed this round (SE-RD-48)."""
    scene = state.scene
    if scene is None:
        return []
    engaged = dict.fromkeys(who for pairing in state.pairings.values() for who in pairing.stands)
    able = [who for who in engaged if state.characters[who].able]
    return [who for who in able if not scene.acts.get(who) and who not in scene.passed]


def _next_offers(state: State, seat: Seat) -> Iterator[Offer]:
    needs_guide(seat, "begins a round", "SE-RD-48")
    if not state.pairings and not (state.scene and state.scene.acts):
        raise Refused("no-conflict", "Rounds count only while somebody is set against somebody.", "SE-TERM-04")
    if state.tests or state.attacks:
        raise Refused("unsettled", "Something is not settled yet: dice, or an attack.", "SE-RD-48")
    if any(pairing.challenge for pairing in state.pairings.values()):
        raise Refused("unsettled", "A Seize waits for its answer.", "SE-RD-48")
    waiting = idle(state)
    told = not state.temptations and not any(who.doom or who.lessons or who.stunts for who in state.cast())
    names = rollcall(state.named(who) for who in waiting) if waiting else ""
    number = state.scene.round + 1 if state.scene else 1
    yield Offer(
        do="next-round",
        label=f"Round {number}",
        why=f"{names} could still act." if names else "Everyone has acted, reacted or passed.",
        rules=("SE-RD-48", "SE-TERM-04", "SE-ACT-08", "SE-MOM-10"),
        urgency="must" if told and not waiting else "tool",
    )


def _next(play: Play[State], command: c.NextRound) -> None:
    scene = play.state.scene
    play.record(e.RoundBegun(round=(scene.round if scene else 0) + 1, rules=("SE-TERM-04", "SE-RD-48")))


def _pass_offers(state: State, seat: Seat) -> Iterator[Offer]:
    waiting = idle(state)
    for who in mine(state, seat, "lets a round go by", "SE-RD-48"):
        if who.id in waiting:
            yield Offer(
                do="let-pass",
                label=f"{who.name} does nothing this round",
                why="So that the others know. You can still act before the round ends.",
                fixed={"who": who.id},
                rules=("SE-RD-48",),
                urgency="tool",
                about=who.id,
            )


def _pass(play: Play[State], command: c.LetPass) -> None:
    play.record(e.PassedRound(who=command.who, rules=("SE-RD-48",)))


VERBS = (
    Verb(c.NextRound, SCENE, _next_offers, _next),
    Verb(c.LetPass, SCENE, _pass_offers, _pass),
)

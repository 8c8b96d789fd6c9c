"""Where the table stands: what goes on, whom it waits for, and for what. Everyone may read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from moot.core import Situation, Waiting
from moot.games.swords_edge.conflict.nc_actions import may_still_act, out_of_hand
from moot.games.swords_edge.conflict.rounds import idle
from moot.games.swords_edge.harm.criticals import open_lessons
from moot.games.swords_edge.session.pivots import may_be_touched
from moot.games.swords_edge.session.recovery import luck_heals
from moot.games.swords_edge.state import SceneInPlay, State
from moot.games.swords_edge.trials.joint import joint
from moot.games.swords_edge.trials.kinds import ANSWER, MOMENTUM
from moot.kit.people import guide_waits, seat_waits

QUIET: Final = "Tell what you do. Where both success and failure matter, the GM sets something against you."
"""What players read in a scene that has nobody and nothing against them yet."""


def situation(state: State) -> Situation:
    """Between sessions, between scenes, or in one."""
    if state.scene:
        return _scene(state, state.scene)
    return _session(state) if state.phase == "session" else _between(state)


def _player(state: State, who: str, what: str) -> tuple[Waiting, ...]:
    return seat_waits(state, state.characters[who].player, what)


def _between(state: State) -> Situation:
    drafts = [who for who in state.characters.values() if not who.made]
    waiting = [wait for who in drafts for wait in _player(state, who.id, f"{who.name}’s sheet")]
    waiting += [wait for seat in state.without for wait in seat_waits(state, seat, "a character")]
    waiting += _resting(state)
    headline, detail = "Characters are made", "Each player makes one, or takes one ready-made; then the session opens."
    aids: tuple[str, ...] = ("creation",)
    if state.session:
        headline, aids = f"Session {state.session} is over", ("session-end", "creation")
        detail = "The next one opens when everybody is back."
    elif state.cast() and not waiting:
        headline, detail = "Everybody has a character", "Now the first session can open."
    return Situation(
        phase="between", headline=headline, detail=detail,
        waiting=tuple(waiting) or (guide_waits(state, "the session to open") if state.cast() else ()),
        rules=("SE-TERM-01", "SE-CRE-13", "SE-PIV-03"), aids=aids, guides_aids=("prep",),
    )


def _session(state: State) -> Situation:
    waiting = tuple(_resting(state)) or guide_waits(state, "the next scene")
    begun = state.scenes and not state.opening
    return Situation(
        phase="session", headline="Between scenes" if begun else "The session begins",
        detail="Recovery and Luck heal what the last scene did; then the GM frames the next." if begun
        else "Luck is handed out, and Pivots may still change. The GM frames the first scene.", waiting=waiting,
        rules=("SE-TERM-03", "SE-REC-01", "SE-LUCK-05"),
        aids=("scene-opening",) if begun else ("session-start", "scene-opening"),
    )


def _resting(state: State) -> Iterator[Waiting]:
    """Who has yet to recover, heal, let dice stand, write down what a Test brought, or leave the scene."""
    for who in state.cast():
        if who.recovers:
            yield from _player(state, who.id, f"{who.name}’s Recovery")
        if who.healing:
            yield from _player(state, who.id, "what heals")
        busy = who.recovers or who.healing or state.testing(who.id)
        if state.phase == "session" and not (busy or who.id in state.settled):
            if may_be_touched(state, who):
                yield from _player(state, who.id, "whether the scene touched a Pivot")
            elif luck_heals(state, who):
                yield from _player(state, who.id, "whether Luck is to heal")
    for test in state.tests.values():
        yield from _player(state, test.roller, "the dice to stand")
    yield from _owed(state)


def _owed(state: State) -> Iterator[Waiting]:
    """Lessons, Stunts and new words for a Quality that somebody has yet to write down."""
    for who in state.characters.values():
        if (who.here or not who.made) and any(quality.refused for quality in who.qualities):
            yield from _player(state, who.id, "a Quality’s new words")
    for who in state.cast():
        if open_lessons(who):
            yield from _player(state, who.id, "what was learned")
        if who.stunts:
            yield from _player(state, who.id, "a Stunt’s name")


def _scene(state: State, scene: SceneInPlay) -> Situation:
    urgent = tuple(dict.fromkeys(_urgent(state)))
    where = f"Round {scene.round}. " if state.pairings else ""
    rules: tuple[str, ...] = ("SE-TERM-03", "SE-STR-03", "SE-STR-04")
    aids: tuple[str, ...] = ("test", "scene-opening")
    if urgent:
        detail, waiting = f"{where}{urgent[0].who}: {urgent[0].what}.", urgent
        rules, aids = ("SE-TERM-03", "SE-RD-48"), ("test", "action", *(("critical",) if any(_owed(state)) else ()))
    elif state.pairings:
        due = ("an act, or nothing this round", "what the defence earned")
        left = [wait for who in idle(state) for wait in _player(state, who, due[bool(state.acts(who))])]
        names = state.all_named(idle(state)) if left else ""
        told = f"{names} can still act." if names else "All players’ characters have acted, reacted or passed."
        detail, waiting = f"{where}{told}", tuple(left) or guide_waits(state, "the next round, or the scene’s end")
        rules, aids = ("SE-RD-48", "SE-TERM-04", "SE-MOM-10"), ("momentum", "action")
    elif state.won:
        detail, waiting = "Nobody stands against anybody any more.", guide_waits(state, "the scene’s end")
    elif any(who.able for who in state.cast()):
        detail, waiting = scene.goal or "The players tell what they do.", ()
    else:
        detail, waiting = "Nobody can act any more: the scene can end.", guide_waits(state, "the scene’s end")
    said: dict[str, Any] = {"detail": detail, "waiting": waiting, "rules": rules, "aids": aids}
    return Situation(phase="scene", headline=scene.title, guides_aids=("opponents",), **said)


def _urgent(state: State) -> Iterator[Waiting]:
    """What must come before anything else: Dooms, dice, attacks, Seizes, Momentum."""
    for who in state.cast():
        if who.doom:
            yield from _player(state, who.id, "a Doom")
    for test in state.tests.values():
        yield from _player(state, test.roller, "the dice to stand, or a Luck")
    for temptation in state.temptations:
        if temptation.who in state.characters:
            yield from _player(state, temptation.who, "what a temptation does")
    for attack in state.attacks.values():
        if state.testing(attack.who) is None:
            yield from _player(state, attack.who, "a defence")
    for pairing in state.pairings.values():
        if pairing.challenge is not None:
            for one in joint(state, pairing, ANSWER).waiting:
                yield from _player(state, one, "an answer to the Seize")
        for one in (who for who, stand in pairing.stands.items() if stand.follows and state.testing(who) is None):
            yield from _player(state, one, "the Action that follows")
        if pairing.sfx is None or not pairing.sfx.left:
            for one in joint(state, pairing, MOMENTUM).waiting:
                if state.testing(one) is None:
                    yield from _player(state, one, "Momentum")
    for power, caster in out_of_hand(state):
        if not may_still_act(state, caster):
            yield from guide_waits(state, f"what “{power}” does, which is out of hand")
    yield from _owed(state)

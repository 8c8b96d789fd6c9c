"""Where the table stands: what goes on, whom it waits for, and for what. Everyone may read it."""

from __future__ import annotations

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


def situation(state: State) -> Situation:
    """Between sessions, between scenes, or in one."""
    match state.phase:
        case "between":
            return _between(state)
        case "session":
            return _session(state)
        case "scene":
            return _scene(state, state.scene or SceneInPlay(number=0, title=""))


def _player(state: State, who: str, what: str) -> tuple[Waiting, ...]:
    return seat_waits(state, state.characters[who].player, what)


def _between(state: State) -> Situation:
    drafts = [who for who in state.characters.values() if not who.made]
    played = {who.player for who in state.characters.values() if who.here or not who.made}
    waiting = [wait for who in drafts for wait in _player(state, who.id, f"{who.name}’s sheet")]
    waiting += [Waiting(seat.id, seat.name, "a character") for seat in state.players if seat.id not in played]
    waiting += _resting(state)
    headline, detail = "Make your characters", "Make one, or take one ready-made; then the session opens."
    aids: tuple[str, ...] = ("creation",)
    if state.session:
        headline, aids = f"Session {state.session} is over", ("session-end", "creation")
        detail = "Pivots may change, and an Advancement clears Penalty Ranks."
    elif played and not waiting:
        headline, detail = "Everybody has a character", "Now the first session can open."
    return Situation(
        phase="between",
        headline=headline,
        detail=detail,
        waiting=tuple(waiting) or (guide_waits(state, "the session to open") if state.cast() else ()),
        rules=("SE-TERM-01", "SE-CRE-13", "SE-PIV-03"),
        aids=aids,
        guides_aids=("prep",),
    )


def _session(state: State) -> Situation:
    waiting = _resting(state)
    begun = state.scenes and not state.opening
    return Situation(
        phase="session",
        headline="Between scenes" if begun else "The session begins",
        detail="Recovery and Luck heal what the last scene did; then the GM frames the next."
        if begun
        else "Luck is handed out, and Pivots may still change. The GM frames the first scene.",
        waiting=tuple(waiting) or guide_waits(state, "the next scene"),
        rules=("SE-TERM-03", "SE-REC-01", "SE-LUCK-05"),
        aids=("scene-opening",) if begun else ("session-start", "scene-opening"),
    )


def _resting(state: State) -> list[Waiting]:
    """Who has yet to recover, heal, let dice stand, write down what a Test brought, or leave the scene."""
    found: list[Waiting] = []
    for who in state.cast():
        if who.recovers:
            found += _player(state, who.id, f"{who.name}’s Recovery")
        if who.healing:
            found += _player(state, who.id, "what heals")
        if state.phase == "session" and not (who.recovers or who.healing or who.id in state.settled):
            if may_be_touched(state, who):
                found += _player(state, who.id, "whether the scene touched a Pivot")
            elif luck_heals(state, who):
                found += _player(state, who.id, "whether Luck is to heal")
    for test in state.tests.values():
        found += _player(state, test.roller, "the dice to stand")
    return found + _owed(state)


def _owed(state: State) -> list[Waiting]:
    """Lessons, Stunts and new words for a Quality that somebody has yet to write down."""
    found: list[Waiting] = []
    for who in state.characters.values():
        if (who.here or not who.made) and any(quality.refused for quality in who.qualities):
            found += _player(state, who.id, "a Quality’s new words")
    for who in state.cast():
        if open_lessons(who):
            found += _player(state, who.id, "what was learned")
        if who.stunts:
            found += _player(state, who.id, "a Stunt’s name")
    return found


def _scene(state: State, scene: SceneInPlay) -> Situation:
    urgent = _urgent(state)
    where = f"Round {scene.round}. " if state.pairings else ""
    rules: tuple[str, ...] = ("SE-TERM-03", "SE-STR-03", "SE-STR-04")
    aids: tuple[str, ...] = ("test", "scene-opening")
    if urgent:
        detail, waiting = f"{where}{urgent[0].who}: {urgent[0].what}.", tuple(urgent)
        rules, aids = ("SE-TERM-03", "SE-RD-48"), ("test", "action", *(("critical",) if _owed(state) else ()))
    elif state.pairings:
        left = [wait for who in idle(state) for wait in _player(state, who, "an act, or nothing this round")]
        names = state.all_named(idle(state)) if left else ""
        detail = f"{where}{names} can still act." if names else f"{where}Everyone has acted, reacted or passed."
        waiting = tuple(left) or guide_waits(state, "the next round, or the scene’s end")
        rules, aids = ("SE-RD-48", "SE-TERM-04", "SE-MOM-10"), ("momentum", "action")
    elif any(who.able for who in state.cast()):
        what = "Tell what you do. Where both success and failure matter, the GM sets something against you."
        detail, waiting = scene.goal or what, ()
    else:
        detail = "Nobody can act any more: the scene can end."
        waiting = guide_waits(state, "the scene’s end")
    more = ("opponents",)
    return Situation(
        phase="scene", headline=scene.title, detail=detail, waiting=waiting, rules=rules, aids=aids, guides_aids=more
    )


def _urgent(state: State) -> list[Waiting]:
    """What must come before anything else: Dooms, dice, attacks, Seizes, Momentum."""
    found: list[Waiting] = []
    for who in state.cast():
        if who.doom:
            found += _player(state, who.id, "a Doom")
    for test in state.tests.values():
        found += _player(state, test.roller, "the dice to stand, or a Luck")
    for temptation in state.temptations:
        if temptation.who in state.characters:
            found += _player(state, temptation.who, "what a temptation does")
    for attack in state.attacks.values():
        if state.testing(attack.who) is None:
            found += _player(state, attack.who, "a defence")
    for pairing in state.pairings.values():
        if pairing.challenge is not None:
            for one in joint(state, pairing, ANSWER).waiting:
                found += _player(state, one, "an answer to the Seize")
        for one in (who for who, stand in pairing.stands.items() if stand.follows and state.testing(who) is None):
            found += _player(state, one, "the Action that follows")
        if pairing.sfx is None or not pairing.sfx.left:
            for one in joint(state, pairing, MOMENTUM).waiting:
                if state.testing(one) is None:
                    found += _player(state, one, "Momentum")
    for power, caster in out_of_hand(state):
        if not may_still_act(state, caster):
            found += guide_waits(state, f"what “{power}” does, which is out of hand")
    return list(dict.fromkeys(found + _owed(state)))

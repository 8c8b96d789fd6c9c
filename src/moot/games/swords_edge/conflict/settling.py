"""A Test is decided: what it means for each kind, and what a natural 2 or 20 brings besides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from moot.core import Play
from moot.games.swords_edge import ladder, verdict
from moot.games.swords_edge.book import HITS, MOMENTUM_BONUS, RECOVERED, Level
from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.conflict.rewarding import reward
from moot.games.swords_edge.contest import Attack, Test, TestKind
from moot.games.swords_edge.harm.criticals import criticals
from moot.games.swords_edge.harm.stress import spread, stress
from moot.games.swords_edge.harm.wounds import wound
from moot.games.swords_edge.people import Healing
from moot.games.swords_edge.powers.ending import lose_power, strain, take_effect
from moot.games.swords_edge.session.events import HealingDue
from moot.games.swords_edge.state import State
from moot.games.swords_edge.verdict import Verdict


def settle(play: Play[State], test_id: str) -> None:
    """Decide a Test as its dice lie (SE-RD-06)."""
    test = play.state.tests[test_id]
    read = reading(test)
    play.record(e.Settled(test=test, success=read.success, level=read.level, rules=_why(test, read)))
    _MEANINGS[test.kind](play, test, read)
    criticals(play, test)
    tidy(play)


def reading(test: Test) -> Verdict:
    """How a Test's dice read."""
    natural, total, tn = test.natural, test.total, test.target.tn
    match test.kind:
        case "momentum" | "seize" | "free-seize":
            return verdict.momentum(natural, total, tn)
        case "defence":
            return verdict.defence(natural, total, tn)
        case "undefended":
            return verdict.undefended(natural, total)
        case _:
            return verdict.action(natural, total, tn)


def outcome(kind: TestKind, level: Level | None, *, success: bool) -> str:
    """How a Test went, in words: a level belongs to a success, or to the blow that a failed reaction lets through."""
    degree = ladder.title(level) if level else ""
    if success:
        return f"made, {degree}" if degree else "unhurt" if kind == "undefended" else "made"
    return f"missed, and hit: {degree}" if degree and kind in ("defence", "undefended") else "missed"


def _why(test: Test, read: Verdict) -> tuple[str, ...]:
    rules: dict[TestKind, tuple[str, ...]] = {
        "momentum": ("SE-MOM-01", "SE-MOM-03"),
        "seize": ("SE-SEIZE-02",),
        "free-seize": ("SE-SEIZE-08",),
        "defence": ("SE-ACT-04", "SE-RD-02"),
        "undefended": ("SE-UND-03", "SE-UND-04"),
        "answer": ("SE-SEIZE-05",),
        "recovery": ("SE-REC-01", "SE-REC-06"),
    }
    critical = ("SE-CRIT-01",) if test.fumbled else ("SE-CRIT-03",) if test.triumph else ()
    level = ("SE-LOS-01",) if read.level else ()
    return (*rules.get(test.kind, ("SE-ACT-04",)), *level, *critical)


def tidy(play: Play[State]) -> None:
    """Record what follows by itself: whoever is out is in no pairing, a pairing needs two sides, nobody acts on one who
    has taken Momentum over them (SE-ACT-06), and a Seize that nobody is left to answer is won (SE-DMG-03)."""
    for attack in tuple(play.state.attacks.values()):
        if attack.how in ("act", "follow") and _holds(play.state, attack):
            play.record(e.AttackOver(attack=attack.id, rules=("SE-ACT-06", "SE-MOM-03")))
    for pairing in tuple(play.state.pairings.values()):
        for who in pairing.stands:
            character = play.state.characters[who]
            if character.stands not in ("in", "helpless"):
                play.record(e.LeftPairing(pairing=pairing.id, who=who, rules=("SE-DOOM-04",)))
        standing = any(play.state.ncs[foe].active for foe in pairing.foes)
        rolling = any(test.pairing == pairing.id for test in play.state.tests.values())
        if pairing.id in play.state.pairings and pairing.sfx is None and not standing and not rolling:
            play.record(e.PairingEnded(pairing=pairing.id, won=True))
    for pairing in tuple(play.state.pairings.values()):
        held = pairing.seizable
        if pairing.challenge is None or any(play.state.characters[who].stands == "in" for who in held):
            continue
        if held:
            play.record(e.MomentumLost(pairing=pairing.id, who=held, rules=("SE-DMG-03", "SE-SEIZE-05")))
        else:
            play.record(e.NcSeizeFailed(pairing=pairing.id, called_off=True, rules=("SE-SEIZE-05",)))


def _holds(state: State, attack: Attack) -> bool:
    """Whether whom an attack is meant for holds Momentum over those who make it, and can use it."""
    pairing = state.pairings.get(attack.pairing)
    stand = pairing.stands.get(attack.who) if pairing is not None else None
    return stand is not None and stand.momentum == "attacker" and state.characters[attack.who].stands == "in"


# ---------------------------------------------------------------- Momentum


def _momentum(play: Play[State], test: Test, read: Verdict) -> None:
    """Winners hold Momentum, losers are defenders (SE-MOM-01); who prepares a power always loses (SE-SFX-10)."""
    pairing = play.state.pairings[test.pairing]
    winners, losers = _sides(play.state, test, read)
    if winners:
        _won(play, test, winners, read.level or "average")
    if losers:
        rules = ("SE-MOM-01", "SE-MOM-03", "SE-MOM-09")
        fumbled = test.fumbled and not read.success
        play.record(e.MomentumLost(pairing=pairing.id, who=losers, fumbled=fumbled, rules=rules))
        if pairing.sfx is not None:
            strain(play, pairing.id, losers[0])


def _sides(state: State, test: Test, read: Verdict) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who wins by a Momentum Test and who loses: whoever prepares a power loses every one (SE-SFX-10)."""
    busy = {who for other in state.pairings.values() if other.sfx and other.sfx.left for who in other.stands}
    winners = tuple(who for who in test.who if read.success and who not in busy)
    return winners, tuple(who for who in test.who if who not in winners)


def _won(play: Play[State], test: Test, winners: tuple[str, ...], level: Level, *, follows: bool = False) -> None:
    """Momentum, and the bonus of its level for each (SE-MOM-05, SE-RD-26)."""
    bonus = MOMENTUM_BONUS[level]
    play.record(
        e.MomentumTaken(
            pairing=test.pairing,
            who=winners,
            bonus={who: bonus for who in winners if bonus},
            barred=test.triumph,
            follows=follows,
            rules=("SE-MOM-01", "SE-MOM-05", "SE-MOM-10", *(("SE-MOM-09",) if test.triumph else ())),
        )
    )


def _seize(play: Play[State], test: Test, read: Verdict) -> None:
    """A won Seize turns the tables; a failed one is answered as if Undefended, unless it was free (SE-SEIZE-06)."""
    free = test.kind == "free-seize"
    winners, losers = _sides(play.state, test, read)
    if winners:
        _won(play, test, winners, read.level or "average", follows=not free)
    if not losers:
        return
    answering = _answering(play.state, test.on or (test.pairing,))
    used = () if free else _answered_by(answering, losers)
    fumbled = test.fumbled and not read.success
    rules = ("SE-SEIZE-06", *(("SE-RD-12",) if used else ()), *(("SE-SFX-10",) if read.success else ()))
    play.record(e.SeizeFailed(pairing=test.pairing, who=losers, fumbled=fumbled, acted=used, rules=rules))
    if play.state.pairings[test.pairing].sfx is not None:
        strain(play, test.pairing, test.roller)
    if answering and not free:
        _answered(play, test, losers)
    for who in losers:
        lose_power(play, who)


def _answering(state: State, them: Iterable[str]) -> tuple[str, ...]:
    """Who of `them` answers a Seize: an NC that stands open does not (SE-RD-22)."""
    return tuple(one for one in them if one not in state.ncs or not state.ncs[one].defenceless)


def _answered_by(answering: Iterable[str], seizing: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Whose act of the round it was to answer a Seize that failed, and on whom: no second attack by them (SE-RD-12)."""
    return tuple((one, other) for one in answering for other in seizing)


def _answered(play: Play[State], test: Test, losers: tuple[str, ...]) -> None:
    """The TN against 5, without a roll (SE-ERR-35, SE-RD-22)."""
    answer = verdict.failed_seize(test.target.tn)
    if answer.level is not None:
        for who in losers:
            wound(play, who, test.traits.get(who, ""), answer.level)


# ---------------------------------------------------------------- Action


def _act(play: Play[State], test: Test, read: Verdict) -> None:
    """The attacker's Action: Stress by level, or nothing (SE-ACT-04)."""
    pairing = play.state.pairings.get(test.pairing)
    if pairing is not None and pairing.sfx is not None:
        _power(play, test, read)
        return
    if read.success and read.level is not None:
        amount = HITS[read.level].stress
        if len(test.on) > 1:
            spread(play, test.on, amount, read.level)
        else:
            stress(play, test.on[0], amount, read.level)


def _power(play: Play[State], test: Test, read: Verdict) -> None:
    """A power takes effect on each target, or strains its caster (SE-SFX-08, SE-SFX-09, SE-RD-42); a failed riposte
    costs nothing (SE-RD-33)."""
    sfx = play.state.pairings[test.pairing].sfx
    if sfx is None or not read.success or read.level is None:
        if test.kind != "riposte":
            strain(play, test.pairing, test.roller)
        return
    take_effect(play, test.pairing, read.level)


def _defence(play: Play[State], test: Test, read: Verdict) -> None:
    """A defence holds, and is rewarded where Momentum was lost, or lets a blow through (SE-ACT-04, SE-LOS-04)."""
    if read.success:
        if test.kind == "defence" and read.level is not None and _lost_momentum(play.state, test):
            reward(play, test, read.level)
    elif read.level is not None:
        wound(play, test.roller, test.traits.get(test.roller, ""), read.level)
        lose_power(play, test.roller)


def _lost_momentum(state: State, test: Test) -> bool:
    """Whether a defender has lost Momentum; an attacker who meets a riposte has not (SE-LOS-04)."""
    return state.pairings[test.pairing].stands[test.roller].momentum == "defender"


def _answer(play: Play[State], test: Test, read: Verdict) -> None:
    """The PCs' answer to an NC's Seize: it holds Momentum and strikes back, or loses it (SE-SEIZE-05, SE-SEIZE-06)."""
    pairing = play.state.pairings[test.pairing]
    if not read.success:
        rules = ("SE-SEIZE-05", "SE-RD-12")
        play.record(
            e.MomentumLost(pairing=pairing.id, who=pairing.seizable, fumbled=test.fumbled, follows=True, rules=rules)
        )
        return
    used = _answered_by(test.who, test.on)
    rules = ("SE-SEIZE-05", "SE-SEIZE-06", *(("SE-RD-12",) if used else ()))
    play.record(e.NcSeizeFailed(pairing=test.pairing, acted=used, rules=rules))
    strikes = verdict.failed_seize(test.total)
    if strikes.level is None:
        return
    amount = HITS[strikes.level].stress
    if pairing.strike:
        spread(play, test.on, amount, strikes.level)
    else:
        stress(play, test.bearer or test.on[0], amount, strikes.level)


def _recovery(play: Play[State], test: Test, read: Verdict) -> None:
    """Recovery takes Penalty Ranks off by level, of this scene alone or of any (SE-REC-01, SE-REC-03, SE-TRAP-04)."""
    if not read.success or read.level is None or not test.occasion:
        return
    scene = play.state.scenes if test.occasion == "scene" else 0
    healing = Healing(RECOVERED[test.occasion][read.level], scene)
    play.record(HealingDue(who=test.roller, healing=healing, rules=("SE-REC-01", "SE-REC-03")))


_MEANINGS: Final[dict[TestKind, Callable[[Play[State], Test, Verdict], None]]] = {
    "momentum": _momentum,
    "seize": _seize,
    "free-seize": _seize,
    "act": _act,
    "riposte": _act,
    "defence": _defence,
    "undefended": _defence,
    "answer": _answer,
    "recovery": _recovery,
}

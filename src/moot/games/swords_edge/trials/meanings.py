"""What a decided Test does, one function for each thing that Tests do; the table of kinds says which."""

from __future__ import annotations

from itertools import product
from typing import Any

from moot.core import Play
from moot.games.swords_edge import verdict
from moot.games.swords_edge.character import Healing
from moot.games.swords_edge.figures import HITS, MOMENTUM_BONUS, RECOVERED, Level
from moot.games.swords_edge.harm.hits import HealingDue, spread, stress, wound
from moot.games.swords_edge.pairings import Test
from moot.games.swords_edge.powers import lose_power, strain, take_effect
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.rewards import MomentumLost, MomentumTaken, NcSeizeFailed, SeizeFailed, reward
from moot.games.swords_edge.verdict import Verdict


def momentum(play: Play[State], test: Test, read: Verdict) -> None:
    """Winners hold Momentum, losers are defenders (SE-MOM-01); one who prepares a power always loses (SE-SFX-10)."""
    winners, losers = _sides(play.state, test, read)
    if winners:
        _won(play, test, winners, read.level or "average")
    if losers:
        rules = ("SE-MOM-01", "SE-MOM-03", "SE-MOM-09")
        fumbled = test.fumbled and not read.success
        play.record(MomentumLost(pairing=test.pairing, who=losers, fumbled=fumbled, rules=rules))
        if play.state.pairings[test.pairing].sfx is not None:
            strain(play, test.pairing, losers[0])


def _sides(state: State, test: Test, read: Verdict) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who wins by a Momentum Test and who loses: one who prepares a power loses every one (SE-SFX-10)."""
    preparing = {who for other in state.pairings.values() if other.sfx and other.sfx.left for who in other.stands}
    winners = tuple(who for who in test.who if read.success and who not in preparing)
    return winners, tuple(who for who in test.who if who not in winners)


def _won(play: Play[State], test: Test, winners: tuple[str, ...], level: Level, *, follows: bool = False) -> None:
    """Momentum, and the bonus of its level for each (SE-MOM-05, SE-RD-26)."""
    bonus = {who: MOMENTUM_BONUS[level] for who in winners if MOMENTUM_BONUS[level]}
    rules = ("SE-MOM-01", "SE-MOM-05", "SE-MOM-10", *(("SE-MOM-09",) if test.triumph else ()))
    how: dict[str, Any] = {"bonus": bonus, "barred": test.triumph, "follows": follows, "rules": rules}
    play.record(MomentumTaken(pairing=test.pairing, who=winners, **how))


def seize(play: Play[State], test: Test, read: Verdict) -> None:
    """A won Seize turns the tables; a failed one is answered as if Undefended (SE-SEIZE-06)."""
    _seized(play, test, read, free=False)


def free_seize(play: Play[State], test: Test, read: Verdict) -> None:
    """The same, but failing does no harm (SE-SEIZE-08)."""
    _seized(play, test, read, free=True)


def _seized(play: Play[State], test: Test, read: Verdict, *, free: bool) -> None:
    """To answer is an act of the round on each who tried (SE-RD-12); no NC that stands open, or has fallen since,
    answers (SE-RD-22, SE-RD-35)."""
    winners, losers = _sides(play.state, test, read)
    if winners:
        _won(play, test, winners, read.level or "average", follows=not free)
    if not losers:
        return
    foes = [play.state.ncs[nc] for nc in test.on]
    answering = [nc.id for nc in foes if nc.active and not nc.defenceless] if foes else [test.pairing]
    used = () if free else tuple(product(answering, losers))
    fumbled = test.fumbled and not read.success
    rules = ("SE-SEIZE-06", *(("SE-RD-12",) if used else ()), *(("SE-SFX-10",) if read.success else ()))
    play.record(SeizeFailed(pairing=test.pairing, who=losers, fumbled=fumbled, acted=used, rules=rules))
    if play.state.pairings[test.pairing].sfx is not None:
        strain(play, test.pairing, test.roller)
    pairing = play.state.pairings[test.pairing]
    answer = verdict.failed_seize(test.target.tn)  # the TN against 5, without a roll (SE-ERR-35, SE-RD-22)
    if answer.level is not None and not free and not all(pairing.too_far(one) for one in answering):
        for who in losers:
            wound(play, who, test.traits.get(who, ""), answer.level)
    for who in losers:
        lose_power(play, who)


def answer(play: Play[State], test: Test, read: Verdict) -> None:
    """The PCs' answer to an NC's Seize: it holds Momentum and strikes back, or loses it (SE-SEIZE-05, SE-SEIZE-06).

    A natural 2 that loses it bars the PCs from Seizing, as in a Momentum Test (SE-SEIZE-07, SE-RD-52). It falls on the
    NC that the players chose, or on another if that one has fallen since (SE-RD-35).
    """
    pairing = play.state.pairings[test.pairing]
    if not read.success:
        rules = ("SE-SEIZE-05", "SE-RD-12", *(("SE-SEIZE-07", "SE-RD-52") if test.fumbled else ()))
        who = pairing.seizable
        play.record(MomentumLost(pairing=pairing.id, who=who, fumbled=test.fumbled, follows=True, rules=rules))
        return
    used, rules = tuple(product(test.who, test.on)), ("SE-SEIZE-05", "SE-SEIZE-06", "SE-RD-12")
    play.record(NcSeizeFailed(pairing=pairing.id, acted=used, rules=rules))
    strikes = verdict.failed_seize(test.total)
    if strikes.level is None or all(pairing.too_far(who) for who in test.who):
        return
    if pairing.strike:
        spread(play, test.on, HITS[strikes.level].stress, strikes.level)
    elif bearer := next((nc for nc in (test.bearer, *test.on) if nc and play.state.ncs[nc].active), ""):
        stress(play, bearer, HITS[strikes.level].stress, strikes.level)


def act(play: Play[State], test: Test, read: Verdict) -> None:
    """The attacker's Action: Stress by level and no more, or nothing, which earns an NC nothing either (SE-ACT-04,
    SE-RD-11, SE-RD-03).

    With a power, it takes effect on each target, or strains its caster (SE-SFX-08, SE-SFX-09, SE-RD-42).
    """
    pairing = play.state.pairings.get(test.pairing)
    if not _strikes(play, test, read) and pairing is not None and pairing.sfx is not None:
        strain(play, test.pairing, test.roller)


def riposte(play: Play[State], test: Test, read: Verdict) -> None:
    """The same, but failing costs nothing (SE-LOS-05, SE-RD-33)."""
    _strikes(play, test, read)


def _strikes(play: Play[State], test: Test, read: Verdict) -> bool:
    """A success takes effect; whether it was one."""
    if not read.success or read.level is None:
        return False
    amount = HITS[read.level].stress
    pairing = play.state.pairings.get(test.pairing)
    if pairing is not None and pairing.sfx is not None:
        take_effect(play, pairing.id, read.level)
    elif len(test.on) > 1:
        spread(play, test.on, amount, read.level)
    else:
        stress(play, test.on[0], amount, read.level)
    return True


def defence(play: Play[State], test: Test, read: Verdict) -> None:
    """A defence holds, and is rewarded where Momentum was lost, or lets a blow through (SE-ACT-04, SE-LOS-04)."""
    if not read.success:
        undefended(play, test, read)
    elif read.level is not None and play.state.pairings[test.pairing].stands[test.roller].momentum == "defender":
        reward(play, test, read.level)


def undefended(play: Play[State], test: Test, read: Verdict) -> None:
    """Nothing but luck holds a blow off (SE-UND-03)."""
    if not read.success and read.level is not None:
        wound(play, test.roller, test.traits.get(test.roller, ""), read.level)
        lose_power(play, test.roller)


def recovery(play: Play[State], test: Test, read: Verdict) -> None:
    """Recovery takes Penalty Ranks off by level, of this scene alone or of any (SE-REC-01, SE-REC-03, SE-TRAP-04)."""
    if not read.success or read.level is None or not test.occasion:
        return
    scene = play.state.scenes if test.occasion == "scene" else 0
    healing = Healing(RECOVERED[test.occasion][read.level], scene)
    play.record(HealingDue(who=test.roller, healing=healing, rules=("SE-REC-01", "SE-REC-03")))

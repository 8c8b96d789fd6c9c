"""What everybody can know of the secret, from what was told alone, and the odds of an exchange by that (GP-SOC-04).

The secret is told when it bends a result, or when the guide opens it. Before that a plain success shows what is not
Favourable, a plain failure what is not Unfavourable; a critical roll shows nothing, nor does a failure without dice
(GP-RD-21). All pairs that agree with what was told are equally likely: what was rolled is as likely under each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Final, cast

import msgspec

from moot.games.perilous.figures import DISPOSITIONS, EXCHANGE, TACTICS
from moot.games.perilous.intrigue.phases import trial_for
from moot.games.perilous.options import Options
from moot.games.perilous.person import Person
from moot.games.perilous.terms import Disposition, Outcome, Tactic
from moot.games.perilous.trial import ORDER, SUCCESSES, odds_of
from moot.games.perilous.underway import Pair, SocialExchange, Token
from moot.kit.remembered import remembered


def pairs_left(exchange: SocialExchange, npc: str) -> tuple[Pair, ...]:
    """The pairs that agree with all that was told of somebody since theirs was fixed: 42 at first."""
    target = exchange.targets[npc]
    if target.opened and target.pair is not None:
        return (target.pair,)
    tokens = [one for one in exchange.tokens if one.npc == npc and one.round >= target.since and not one.blind]
    every = (Pair(cast(Tactic, one), cast(Tactic, other)) for one, other in permutations(TACTICS, 2))
    return tuple(pair for pair in every if all(_agrees(pair, token) for token in tokens))


def _agrees(pair: Pair, token: Token) -> bool:
    if token.rolled == "success":
        return (token.outcome == "critical-success") == (pair.favourable == token.skill)
    if token.rolled == "failure":
        return (token.outcome == "critical-failure") == (pair.unfavourable == token.skill)
    return True


@remembered(256)
def known(exchange: SocialExchange, npc: str) -> dict[str, str]:
    """What people can know of each Tactic with somebody, in words; nothing where that is plain from another."""
    left = pairs_left(exchange, npc)
    openers, shutters = ({getattr(pair, side) for pair in left} for side in ("favourable", "unfavourable"))
    found = {}
    for tactic in TACTICS:
        out = len(openers) > 1 and tactic not in openers, len(shutters) > 1 and tactic not in shutters
        one = "opens them" if openers == {tactic} else "shuts them" if shutters == {tactic} else ""
        found[tactic] = one or _RULED_OUT.get(out, "")
    return found


_RULED_OUT: Final = {
    (True, True): "neither opens nor shuts them", (True, False): "does not open them",
    (False, True): "does not shut them",
}


def bent(rolled: Outcome, skill: str, pair: Pair | None) -> Outcome:
    """What the secret makes of a roll (GP-SOC-04)."""
    if pair is not None and rolled == "success" and skill == pair.favourable:
        return "critical-success"
    if pair is not None and rolled == "failure" and skill == pair.unfavourable:
        return "critical-failure"
    return rolled


def column(outcome: Outcome, disposition: Disposition) -> Disposition:
    """The Disposition that a result is read from: for this one look only (GP-SOC-06)."""
    if outcome == "critical-success":
        return EXCHANGE.critical_column
    return EXCHANGE.failure_column if outcome == "critical-failure" else disposition


def temperament(skill: str, outcome: Outcome, read: Disposition) -> str:
    """The word in the tables, by skill and column, never the other way (GP-SOC-07, GP-SOC-08)."""
    row = TACTICS[skill]
    return (row.success if outcome in SUCCESSES else row.failure)[DISPOSITIONS[read].band]


class TacticProspect(msgspec.Struct, frozen=True):
    """What one Tactic may come to: the dice alone, and with what the secret may make of them."""

    skill: str
    dice: dict[Outcome, Fraction]
    odds: dict[Outcome, Fraction]


class Reading(msgspec.Struct, frozen=True):
    """One way a Tactic can end: the Disposition it is read from, and the temperament there."""

    outcome: Outcome
    column: Disposition
    word: str


def swayed(dice: Mapping[Outcome, Fraction], skill: str, pairs: Iterable[Pair]) -> dict[Outcome, Fraction]:
    """The chance of each outcome once the secret, any of these pairs, has bent what the dice show."""
    found, left = dict.fromkeys(ORDER, Fraction(0)), tuple(pairs)
    alike = {(pair.favourable == skill, pair.unfavourable == skill): pair for pair in left}
    counts = Counter((pair.favourable == skill, pair.unfavourable == skill) for pair in left)
    for part, count in counts.items():
        for outcome, share in dice.items():
            found[bent(outcome, skill, alike[part])] += share * Fraction(count, len(left))
    return found


def prospects(options: Options, exchange: SocialExchange, who: Person, npc: str) -> tuple[TacticProspect, ...]:
    """What each of the seven Tactics may come to, for somebody who works on another."""
    left = pairs_left(exchange, npc)
    every = ((skill, odds_of(options, trial_for(exchange, who.id, npc, skill), who)) for skill in TACTICS)
    return tuple(TacticProspect(skill, dice, swayed(dice, skill, left)) for skill, dice in every)


def readings(skill: str, disposition: Disposition) -> tuple[Reading, ...]:
    """Where each outcome of a Tactic is read from, best first (GP-SOC-06 to GP-SOC-08)."""
    return tuple(
        Reading(outcome, read := column(outcome, disposition), temperament(skill, outcome, read))
        for outcome in reversed(ORDER)
    )

"""The odds of an exchange before it is made: by Tactic, given what was told of the secret, never by the secret itself.

All pairs that agree with what was told are equally likely: what was rolled is as likely under each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from moot.games.perilous.dice import ORDER
from moot.games.perilous.figures import TACTICS
from moot.games.perilous.intrigue.knowledge import pairs_left
from moot.games.perilous.intrigue.swaying import bent, column, temperament
from moot.games.perilous.intrigue.tactics import trial_for
from moot.games.perilous.options import Options
from moot.games.perilous.person import Person
from moot.games.perilous.talks import Exchange, Pair
from moot.games.perilous.terms import Disposition, Outcome
from moot.games.perilous.trial import odds_of


class Prospect(msgspec.Struct, frozen=True):
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


def some_critical(tries: Iterable[tuple[str, Mapping[Outcome, Fraction]]], pairs: Iterable[Pair]) -> Fraction:
    """The chance that one of several Tactics at least ends in a critical success: they share one secret."""
    none, left, each = Fraction(0), tuple(pairs), tuple(tries)
    for pair in left:
        without = Fraction(1, len(left))
        for skill, dice in each:
            without *= 1 - swayed(dice, skill, (pair,))["critical-success"]
        none += without
    return 1 - none


def prospects(options: Options, exchange: Exchange, who: Person, npc: str) -> tuple[Prospect, ...]:
    """What each of the seven Tactics may come to, for somebody who works on another."""
    left = pairs_left(exchange, npc)
    found: list[Prospect] = []
    for skill in TACTICS:
        dice = odds_of(options, trial_for(exchange, who.id, npc, skill), who)
        found.append(Prospect(skill, dice, swayed(dice, skill, left)))
    return tuple(found)


def readings(skill: str, disposition: Disposition) -> tuple[Reading, ...]:
    """Where each outcome of a Tactic is read from, best first (GP-SOC-06 to GP-SOC-08)."""
    return tuple(
        Reading(outcome, read := column(outcome, disposition), temperament(skill, outcome, read))
        for outcome in reversed(ORDER)
    )

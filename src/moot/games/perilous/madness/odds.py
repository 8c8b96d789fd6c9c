"""What withstanding something may cost: exactly, from where somebody stands on the Peril track."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from moot.games.perilous.claims import Ordeal
from moot.games.perilous.dice import SUCCESSES
from moot.games.perilous.figures import MADNESS_TIERS
from moot.games.perilous.madness.withstanding import trial_for
from moot.games.perilous.options import Options
from moot.games.perilous.person import LAST, Person
from moot.games.perilous.sins import offence
from moot.games.perilous.terms import Madness
from moot.games.perilous.tolls import pushed
from moot.games.perilous.trial import odds_of


def cost(options: Options, who: Person, tier: Madness) -> dict[tuple[int, int], Fraction]:
    """The chance of each place on the Peril track with each gain of Corruption, after withstanding something once."""
    row, found = MADNESS_TIERS[tier], defaultdict[tuple[int, int], Fraction](Fraction)
    again = offence("incapacitated") if options.incapacitated_corruption_stacks == "true" else 0
    at_once = options.madness_critical_failure == "incapacitated-plus-corruption"
    trial = trial_for(Ordeal(id="", tier=tier, what="", people=(who.id,)), who.id)
    for outcome, share in odds_of(options, trial, who).items():
        if outcome in SUCCESSES:
            found[who.peril, 0] += share
        elif who.incapacitated:
            found[who.peril, row.corruption] += share
        else:
            broken = outcome == "critical-failure" and at_once
            for now, part in ({LAST: Fraction(1)} if broken else pushed(options, who, row.peril)).items():
                more = again if now == LAST and who.peril != LAST else 0
                found[now, row.corruption + more] += share * part
    return {end: share for end, share in found.items() if share}


def costs(options: Options, who: Person, tiers: Iterable[Madness]) -> dict[tuple[int, int], Fraction]:
    """The same after several, one after the other; what is ignored of ranks after one makes the next one harder."""
    ends: dict[tuple[int, int], Fraction] = {(who.peril, 0): Fraction(1)}
    for tier in tiers:
        after = defaultdict[tuple[int, int], Fraction](Fraction)
        for (peril, gained), share in ends.items():
            for (now, more), part in cost(options, replace(who, peril=peril), tier).items():
                after[now, gained + more] += share * part
        ends = dict(after)
    return ends

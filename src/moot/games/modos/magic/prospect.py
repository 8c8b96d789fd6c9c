"""What a power would take, come to and cost, before anything is pressed: exact sums and chances for a page."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from moot.games.modos.abilities import left_for
from moot.games.modos.constants import CONTEST
from moot.games.modos.contests import Term
from moot.games.modos.facts import Facts
from moot.games.modos.ladder import half_of
from moot.games.modos.magic.casting import against_terms, chain_of, stage_now
from moot.games.modos.magic.cost import Cost, cost_of, turn_actions, ways
from moot.games.modos.reckoning import skill_terms
from moot.games.modos.state import State


class Prospect(msgspec.Struct, frozen=True, kw_only=True):
    """The three sums of a power for somebody, at the action that comes next (`stage` of `level`).

    Actions: `needs` of the `left` ones that fit. The contest: `terms` beside the die, what it comes to `by_half` and
    with a 1 (`worst`), the number that may be `kept` (0: none), how likely the next throw is no Con (`next_holds`), and
    how likely all that are left are if each is thrown (`all_hold`) (MO-403). The cost, with its dice, against health.
    """

    power: str
    title: str
    by: str
    stage: int
    level: int
    needs: int
    left: int
    terms: tuple[Term, ...]
    by_half: int
    worst: int
    kept: int
    next_holds: Fraction
    all_hold: Fraction
    cost: Cost


def prospect(state: State, who: str, power: str, targets: int = 1, *, on: str = "") -> Prospect | None:
    """What somebody can expect of a power on so many targets, or against the power `on` that it counters; None if it is
    not open to them."""
    if (way := ways(state, who).get(power)) is None:
        return None
    row, chain = way.row, chain_of(state, who)
    stage = stage_now(state, who, way)
    begun = stage > 1 and chain is not None
    facts = Facts(deed="cast", multi=row.target == "multi")
    aimed = chain.on if begun and chain is not None else on
    terms = (*skill_terms(state, who, "MP", way.skill, facts), *against_terms(state, aimed))
    plus = sum(term.worth for term in terms)
    holds = Fraction(max(0, min(CONTEST.die, CONTEST.die + plus)), CONTEST.die)
    return Prospect(
        power=power, title=row.title, by=way.by, stage=stage, level=row.level,
        needs=row.level - stage + 1 if begun else way.actions,
        left=turn_actions(state, who) if state.conflict is None else left_for(state, who, way.skill, "MP"),
        terms=terms, by_half=half_of(CONTEST.die) + plus, worst=1 + plus, kept=chain.total if begun and chain else 0,
        next_holds=holds, all_hold=holds ** (row.level - stage + 1), cost=cost_of(state, who, row, targets),
    )


def prospects(state: State, who: str) -> tuple[Prospect, ...]:
    """The same for all powers that are open to somebody, for the picker."""
    found = (prospect(state, who, power) for power in ways(state, who))
    return tuple(one for one in found if one is not None)

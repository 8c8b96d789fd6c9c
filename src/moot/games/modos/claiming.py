"""What people may say holds of a deed before its dice: conditions that are theirs to judge, and what they may leave."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose
from moot.games.modos.effects import Add, Harm
from moot.games.modos.facts import SIGHT, Facts
from moot.games.modos.live import Live, effects_on, own_effects
from moot.games.modos.reckoning import holds
from moot.games.modos.state import State
from moot.games.modos.vocabulary import Word

UNKNOWN: Final[frozenset[Word]] = frozenset({"range", "guarded", "kind", "pool", "undefended", "target-posture"})
"""Conditions that are known only when somebody was chosen, and something came of it."""


def claimable(state: State, who: str, facts: Facts) -> Iterator[Live]:
    """What somebody can claim, or leave, when they throw for a deed like this."""
    unknown: frozenset[Word] = UNKNOWN if facts.skill else frozenset((*UNKNOWN, "skill"))
    for one in (*own_effects(state, who), *(one for one in effects_on(state, who) if one.of)):
        said = any(each.word == "claimed" and not each.negated for each in one.effect.when)
        more = isinstance(one.effect, Harm) and one.effect.optional and "dealt" in one.effect.on
        if not (said or more) or one.item not in ("", facts.tool):
            continue
        if holds(state, one, who, replace(facts, claims=(*facts.claims, one.source)), but=unknown):
            yield one


def claims_blank(state: State, who: str, facts: Facts) -> list[Choose]:
    """The blank in which somebody says what holds; nothing if nothing can be claimed. Whether it takes eyes is asked
    where that matters to them, and is not settled already."""
    found = {one.source: one for one in claimable(state, who, facts)}
    choices = tuple(Choice(source, one.title) for source, one in found.items())
    if SIGHT not in facts.claims and sight_matters(state, who):
        choices = (Choice(SIGHT, "It takes eyes"), *choices)
    if not choices:
        return []
    usual = tuple(source for source, one in found.items() if one.effect.optional)
    return [Choose(name="claims", label="What counts?", choices=choices, many=True, least=0, default=usual,
                   hint="If the guide agrees.")]


def sight_matters(state: State, who: str) -> bool:
    """Whether it makes a difference to somebody's contests that a deed takes eyes."""
    asked = (each.word for one in effects_on(state, who) if isinstance(one.effect, Add) for each in one.effect.when)
    return SIGHT in asked or any(one.dark and one.is_for(who) for one in state.around.values())

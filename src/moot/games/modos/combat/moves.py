"""Points that can be moved from the contest of an attack to its damage (Special Move)."""

from __future__ import annotations

import msgspec

from moot.games.modos.effects import Trade
from moot.games.modos.live import catalog_of, effects_on
from moot.games.modos.state import State


class Movable(msgspec.Struct, frozen=True):
    """What lets somebody move points, how many at most, and how many they usually do."""

    title: str
    most: int
    usual: int


def movable(state: State, who: str, skill: str) -> Movable | None:
    """How many points of a skill somebody can move from the contest to the damage; None if they cannot."""
    person, catalog = state.people[who], catalog_of(state)
    points = person.points.get(skill, 0)
    for one in effects_on(state, who):
        trade = one.effect
        if not isinstance(trade, Trade) or (trade.give, trade.get) != ("points", "damage") or one.choice != skill:
            continue
        rows = (catalog.traits.get(trait) for trait in person.traits)
        usual = max((row.preset.get(one.source.partition(":")[2], 0) for row in rows if row), default=0)
        return Movable(one.title, points, min(usual, points)) if points else None
    return None

"""Which powers somebody can use, and by what: points, a perk, an implement, gear (MO-X401, MO-X411)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from moot.games.modos.constants import CONFLICT
from moot.games.modos.effects import Grant
from moot.games.modos.facts import NO_FACTS
from moot.games.modos.live import Live, catalog_of, effects_on
from moot.games.modos.reckoning import bonus_actions, holds
from moot.games.modos.rows import Power
from moot.games.modos.skills import MAGIC, power_of
from moot.games.modos.state import State
from moot.games.modos.vocabulary import CHOSEN


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A way to use a power: `by` is what opens it, empty for training, `tool` the thing that does; `asks` are actions
    that it takes besides."""

    row: Power
    by: str = ""
    tool: str = ""
    asks: int = 0

    @property
    def skill(self) -> str:
        """The skill that it is thrown with."""
        return f"{MAGIC}:{self.row.id}"

    @property
    def actions(self) -> int:
        """All the actions that it takes (MO-402, MO-E57)."""
        return self.row.level + self.asks


def ways(state: State, who: str) -> dict[str, Way]:
    """The powers that somebody can use, by id, each by what takes the fewest actions (MO-X401)."""
    found: dict[str, Way] = {}
    for way in _all_ways(state, who):
        if way.row.id not in found or way.asks < found[way.row.id].asks:
            found[way.row.id] = way
    return found


def _all_ways(state: State, who: str) -> Iterator[Way]:
    catalog = catalog_of(state)
    for skill, points in state.people[who].points.items():
        if points and (row := power_of(catalog, skill)) is not None:
            yield Way(row=row)
    for thing in state.people[who].gear if state.options.item_powers == "always_cast" else ():
        if thing.used and thing.does and (row := catalog.powers.get(thing.does.power)) is not None:
            yield Way(row=row, by=thing.name, tool=thing.id)
    for one in effects_on(state, who):
        grant = one.effect
        if not isinstance(grant, Grant) or grant.off or one.of or not holds(state, one, who, NO_FACTS):
            continue
        asks = grant.asks if state.options.implement_action == "extra" else 0
        for id_ in _granted(state, who, one, grant):
            if (row := catalog.powers.get(id_)) is not None:
                yield Way(row=row, by=one.title, asks=asks)


def _granted(state: State, who: str, one: Live, grant: Grant) -> Iterator[str]:
    """The powers that a perk or a thing opens: those of the object that was chosen, or the one it names."""
    if grant.row.kind == "skill" and grant.row.id == CHOSEN:
        yield one.choice.removeprefix(f"{MAGIC}:")
    elif grant.row.kind == "power" and grant.row.id == CHOSEN:
        for thing in state.people[who].gear:
            if thing.used and one.choice.casefold() in (thing.id.casefold(), thing.name.casefold()):
                yield from thing.powers
    elif grant.row.kind == "power":
        yield grant.row.id


def turn_actions(state: State, who: str) -> int:
    """The actions for magic that somebody has on a turn: what limits powers outside a conflict (MO-X408, MO-FQ05)."""
    bonus = sum(left for key, left in bonus_actions(state, who).items() if MAGIC in key.split("|"))
    return CONFLICT.actions + bonus

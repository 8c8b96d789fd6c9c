"""People made from sheets, and every figure of a sheet as the game reckons it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from moot.games.modos.catalog import EVERYTHING
from moot.games.modos.npcs.sheets import Sheet, Thing
from moot.games.modos.options import Options
from moot.games.modos.person import Gear, Owed, Person, Taken
from moot.games.modos.rows import Armor, Shield, Weapon
from moot.games.modos.state import State

SOMEBODY = "somebody"
"""The id of whoever is made to look at a sheet, and is at no table."""


def row_of_thing(thing: Thing) -> Weapon | Shield | Armor | None:
    """The row of the lists that a thing is one of."""
    return EVERYTHING.weapons.get(thing.row) or EVERYTHING.shields.get(thing.row) or EVERYTHING.armors.get(thing.row)


def gear_of(sheet: Sheet, owner: str) -> dict[str, Gear]:
    """The gear of a sheet for somebody with this id, by what the sheet calls it."""
    found: dict[str, Gear] = {}
    for thing in sheet.gear:
        row = row_of_thing(thing)
        kind, title = (row.kind, row.title) if row else (thing.kind, thing.name)
        found[thing.key] = thing.gear(f"{owner}-{thing.key}", kind, title)
    own = {thing.key: found[thing.key].id for thing in sheet.gear if not thing.row}
    lent = {thing.key: taken(thing.lends, own) for thing in sheet.gear}
    return {key: replace(thing, lends=lent[key]) for key, thing in found.items()}


def taken(perks: Iterable[str], own: Mapping[str, str]) -> tuple[Taken, ...]:
    """Perks as a sheet writes them; `own` are the ids of things that they can be for."""
    split = (perk.partition(":") for perk in perks)
    return tuple(Taken(row, own.get(choice, choice)) for row, _, choice in split)


def person_of(sheet: Sheet, id_: str, **more: Any) -> Person:
    """Somebody with this sheet; `more` is what they have besides, or in its place."""
    gear = gear_of(sheet, id_)
    own = {thing.key: gear[thing.key].id for thing in sheet.gear if not thing.row}
    answers = any({*each.to} != {"turn"} for trait in sheet.traits for each in EVERYTHING.traits[trait].reacts)
    plain: dict[str, Any] = {"name": sheet.name, "kinds": sheet.kinds, "asking": "always" if answers else "mine"}
    return Person(
        id=id_, concept=sheet.concept, goals=sheet.goals, flaws=sheet.flaws, design=sheet.design, level=sheet.level,
        scores=sheet.scores, points=sheet.points, traits=sheet.traits, tactic=sheet.tactic, gear=tuple(gear.values()),
        perks=taken(sheet.perks, own),
        owed=Owed(scores=sheet.owed.scores, points=sheet.owed.points, perks=sheet.owed.perks), **plain | more,
    )


def looked_at(sheet: Sheet) -> State:
    """A table at which nobody but `SOMEBODY` with this sheet is, where powers of the house are known, too."""
    return State(options=Options(house_powers="true"), people={SOMEBODY: person_of(sheet, SOMEBODY)})

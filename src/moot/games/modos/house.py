"""House rules that bring rows: entries added, altered (by the same id) or taken out, at a table or while it plays
(MO-X601, MO-X602)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any, Final, TypeAlias, get_args

from msgspec.structs import replace

from moot.core import Corrupt, Module, Refused
from moot.core.words import listed
from moot.games.modos.arms import gear_row
from moot.games.modos.catalog import BODY, EVERYTHING, MAGIC, Catalog, check
from moot.games.modos.isolation.ship import SHIP, figures_of
from moot.games.modos.person import Person
from moot.games.modos.reading import entries
from moot.games.modos.rows import Armor, CatalogEntry, Perk, Power, Row, Shield, Skill, StateRow, Trait, Weapon
from moot.games.modos.terms import PACKAGE
from moot.games.modos.vocabulary import Kind
from moot.kit.remembered import remembered

Rows: TypeAlias = Mapping[str, tuple[Mapping[str, Any], ...]]
"""The rows of one set of house rules, by kind, as its text states them."""

KINDS: Final[Mapping[Kind, type[Row]]] = {
    kind.kind: kind for kind in (Skill, Perk, Power, Weapon, Shield, Armor, Trait, StateRow)
}
"""What house rules can bring."""
READY: Final = (files(PACKAGE).joinpath("house_rules/isolation.toml").read_text(encoding="utf-8"),)
"""House rules that come with the game."""
_STAYS: Final = frozenset({"skill", "state"})
"""Kinds of which nothing is taken out, since deeds ask for them: they can be altered."""
_OUT: Final = "out"
"""The field of a row that takes an entry out."""


def with_rows(catalog: Catalog, rows: Rows) -> Catalog:
    """A catalog with the rows of some house rules. Raises Corrupt, naming place, entry and field, if one is wrong."""
    if SHIP in rows:
        figures_of(rows[SHIP])
    if strange := sorted(set(rows) - {*KINDS, SHIP}):
        raise Corrupt(f"rows, {strange[0]}: there is no such list; there are {listed((*get_args(Kind), SHIP))}")
    fields: dict[str, Any] = {}
    for kind in KINDS:
        plain = rows.get(kind, ())
        place = f"rows, {kind}"
        out = [str(row.get("id")) for row in plain if row.get(_OUT)]
        left = {**catalog.of(kind)}
        for id_ in out:
            if kind in _STAYS or id_ == BODY.id:
                raise Corrupt(f"{place} {id_!r}: this can be altered, not taken out")
            if left.pop(id_, None) is None:
                raise Corrupt(f"{place} {id_!r}: there is no such entry to take out")
        brought = entries(place, (dict(row) for row in plain if not row.get(_OUT)), KINDS[kind])
        others = {row.title for id_, row in left.items() if id_ not in brought}
        if twice := [row.id for row in brought.values() if row.title in others]:
            raise Corrupt(f"{place} {twice[0]!r}: its title stands there twice")
        fields[f"{kind}s"] = {**left, **brought}
    return replace(catalog, **fields)


def check_module(module: Module) -> None:
    """Raise Refused for house rules whose rows do not fit the lists of the game (MO-X601)."""
    try:
        found = with_rows(EVERYTHING, module.rows)
        check(found)
        _check_pools(found)
    except Corrupt as error:
        raise Refused("rows-do-not-fit", f"“{module.title}”, {error}.", "MO-X601", field="text") from error


def _check_pools(catalog: Catalog) -> None:
    for row in EVERYTHING.states.values():
        if row.pool and catalog.states[row.id].pool != row.pool:
            raise Corrupt(f"rows, state {row.id!r}: it is what a full pool leads to: pool = {row.pool!r}")


@remembered(64)
def everything(house: tuple[Rows, ...]) -> Catalog:
    """All entries of a table with these house rules; rows that fit no longer, since others changed, are left out."""
    catalog = EVERYTHING
    for rows in house:
        try:
            catalog = with_rows(catalog, rows)
        except Corrupt:
            continue
    return catalog


def entry(kind: str, id_: str) -> str:
    """What an entry of the game's own lists is called, a ship as its id says; its id, if there is no such entry."""
    if kind == SHIP:
        return id_.capitalize()
    rows = next((EVERYTHING.of(each) for each in KINDS if each == kind), {})
    return rows[id_].title if id_ in rows else id_


# ---------------------------------------------------------------- what a change does to people


def used(who: Person, catalog: Catalog) -> Iterator[CatalogEntry]:
    """The entries of a catalog that stand on somebody's sheet, or in things on it."""
    held = (power for thing in who.gear for power in (*thing.powers, *((thing.does.power,) if thing.does else ())))
    perks = (*who.perks, *(perk for thing in who.gear for perk in thing.lends))
    magic = tuple(skill.partition(":")[2] for skill in who.points if skill.startswith(f"{MAGIC}:"))
    plain = tuple(skill.partition(":")[0] for skill in who.points if not skill.startswith(f"{MAGIC}:"))
    gear = tuple(thing.row for thing in who.gear)
    wanted: tuple[tuple[Kind, tuple[str, ...]], ...] = (
        ("skill", plain), ("power", (*magic, *held)), ("perk", tuple(taken.row for taken in perks)),
        ("weapon", gear), ("shield", gear), ("armor", gear), ("trait", who.traits),
    )
    for kind, ids in wanted:
        rows = catalog.of(kind)
        yield from (rows[id_] for id_ in dict.fromkeys(ids) if id_ in rows)
    yield from (row for thing in who.gear if thing.own is not None and (row := gear_row(catalog, thing)) is not None)


def touched(who: Person, now: Catalog, then: Catalog) -> Iterator[str]:
    """What somebody loses, gains or has otherwise under another catalog, in sentences (MO-X602)."""
    before = {row.ref: row for row in used(who, now)}
    after = {row.ref: row for row in used(who, then)}
    yield from said(who.name, "loses", (row.title for ref, row in before.items() if ref not in after))
    yield from said(who.name, "gains", (row.title for ref, row in after.items() if ref not in before))
    changed = (row.title for ref, row in after.items() if ref in before and before[ref] != row)
    yield from said(who.name, "keeps", changed, ", changed")


def said(name: str, does: str, titles: Iterable[str], how: str = "") -> Iterator[str]:
    """What somebody loses, gains or has otherwise, in a sentence, if it is anything."""
    if every := tuple(dict.fromkeys(titles)):
        yield f"{name} {does} {listed(every)}{how}."

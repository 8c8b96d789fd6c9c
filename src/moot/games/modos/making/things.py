"""Things as people come by them: from the lists, of their own with figures, or as a name alone (MO-X111, MO-X113)."""

from __future__ import annotations

from moot.core import Choice
from moot.games.modos.arms import natural
from moot.games.modos.catalog import NATURAL, Catalog
from moot.games.modos.figures import UNKNOWN_DIE
from moot.games.modos.ladder import Die
from moot.games.modos.person import Gear, Own, Person
from moot.games.modos.terms import Where


def free_ids(who: Person, count: int) -> list[str]:
    """Ids for so many more things of somebody's: they count on from those there are, and tell nothing else."""
    numbers = (thing.id.rpartition("-g")[2] for thing in who.gear)
    last = max((int(number) for number in numbers if number.isdecimal()), default=0)
    return [f"{who.id}-g{last + number}" for number in range(1, count + 1)]


def listed_gear(catalog: Catalog) -> tuple[Choice, ...]:
    """Everything of the lists, under its era."""
    kinds = (("weapons", catalog.weapons), ("shields", catalog.shields), ("armor", catalog.armors))
    return tuple(Choice(row.id, row.title, group=f"{row.era.title()} {kind}")
                 for kind, rows in kinds for row in rows.values() if row.id != NATURAL)


def thing_of(catalog: Catalog, who: Person, id_: str, row: str) -> Gear:
    """A thing of the lists: armor is put on if nothing else is worn, weapons and shields are within reach."""
    armor = row in catalog.armors
    entry = catalog.armors.get(row) or catalog.shields.get(row) or catalog.weapons[row]
    return Gear(id=id_, name=entry.title, row=row, at="worn" if armor and not worn(catalog, who) else "stowed")


def worn(catalog: Catalog, who: Person) -> tuple[Gear, ...]:
    """The armor that somebody has put on; what is part of the body is always there."""
    return tuple(thing for thing in who.gear if thing.at == "worn" and not natural(thing) and is_armor(catalog, thing))


def is_armor(catalog: Catalog, thing: Gear) -> bool:
    """Whether it is worn, and not held."""
    return thing.row in catalog.armors or (thing.own is not None and thing.own.kind == "armor")


def place_of(own: Own) -> Where:
    """Where a thing of somebody's own is at first: what is part of the body is in use."""
    if own.kind == "armor":
        return "worn"
    return "held" if own.natural else "stowed"


def usual_penalty(die: str) -> int:
    """What new armor, a hide or a shell as well, takes from a score: a point for each step of its die (MO-X123,
    MO-X124)."""
    return -Die.read(die).place


def plain_gear(who: str) -> tuple[Gear, ...]:
    """A weapon and armor of which nobody knows more yet (MO-X111, MO-FP06)."""
    weapon, armor = Own(kind="weapon", die=UNKNOWN_DIE), Own(kind="armor", die=UNKNOWN_DIE)
    return (Gear(id=f"{who}-g1", name="Weapon", own=weapon, at=place_of(weapon)),
            Gear(id=f"{who}-g2", name="Armor", own=armor, at=place_of(armor)))

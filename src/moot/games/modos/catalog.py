"""Every entry of the game, loaded once from tables/*.toml and checked against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, get_args

import msgspec

from moot.core.errors import Corrupt
from moot.games.modos.effects import Actions, Add, Grant, PutMark, Ref, Set
from moot.games.modos.person import Person
from moot.games.modos.reading import table
from moot.games.modos.rows import Armor, CatalogEntry, Perk, Power, Shield, Skill, StateRow, Trait, Weapon
from moot.games.modos.terms import PACKAGE, Pool
from moot.games.modos.vocabulary import CHOSEN, FIGURES, Group, Kind

DISABLED: Final = "disabled"
"""Stands for each state of somebody whose pool is more than full (MO-314)."""

NATURAL: Final = "natural"
"""The weapon that everybody has: the body (MO-X122)."""

BY_POWER: Final = "by-power"
"""Stands for the skill that defends against the attribute in a power's Half entry (MO-X217)."""


class Catalog(msgspec.Struct, frozen=True, kw_only=True):
    """Entries by kind, each by id."""

    skills: Mapping[str, Skill]
    perks: Mapping[str, Perk]
    powers: Mapping[str, Power]
    weapons: Mapping[str, Weapon]
    shields: Mapping[str, Shield]
    armors: Mapping[str, Armor]
    traits: Mapping[str, Trait]
    states: Mapping[str, StateRow]

    def of(self, kind: Kind) -> Mapping[str, CatalogEntry]:
        """The entries of a kind."""
        found: Mapping[str, CatalogEntry] = getattr(self, f"{kind}s")
        return found

    def has(self, ref: Ref) -> bool:
        """Whether an entry is here; one that is yet to be chosen can always be."""
        return ref.id == CHOSEN or ref.id in self.of(ref.kind)

    @property
    def entries(self) -> Iterator[CatalogEntry]:
        """All entries."""
        for kind in get_args(Kind):
            yield from self.of(kind).values()


SKILLS: Final = table("skills", "skill", Skill, "the skills")
OWN_SKILLS: Final = table("skills", "own", Skill, "skills of one’s own")
PERKS: Final = table("perks", "perk", Perk, "the perks")
POWERS: Final = table("powers", "power", Power, "the powers")
HOUSE_POWERS: Final = table("house_powers", "power", Power, "the house powers")
"""Powers that the book names and does not describe (MO-E55, MO-E56)."""
WEAPONS: Final = table("weapons", "weapon", Weapon, "the weapons")
BODY: Final = table("weapons", "natural", Weapon, "the natural weapons")[NATURAL]
SHIELDS: Final = table("shields", "shield", Shield, "the shields")
ARMORS: Final = table("armors", "armor", Armor, "the armor")
TRAITS: Final = table("traits", "trait", Trait, "the traits")
STATES: Final = table("states", "state", StateRow, "the states")

EVERYTHING: Final = Catalog(
    skills={**SKILLS, **OWN_SKILLS}, perks={**PERKS}, powers={**POWERS, **HOUSE_POWERS}, shields={**SHIELDS},
    weapons={**WEAPONS, BODY.id: BODY}, armors={**ARMORS}, traits={**TRAITS}, states={**STATES},
)
"""All entries, those of the house and the body among them."""


# ---------------------------------------------------------------- do the entries fit each other?


def _unknown(entry: CatalogEntry, catalog: Catalog) -> Iterator[str]:
    """What an entry names that is not in the catalog."""
    skills = {CHOSEN, *get_args(Group), *catalog.skills}
    of = {"skill": skills, "gear": {CHOSEN, *catalog.weapons, *catalog.armors}}
    conditional = (*entry.effects, *getattr(entry, "forms", ()), *getattr(entry, "reacts", ()))
    conditions = [condition for part in conditional for condition in part.when]
    asked = {arg for condition in conditions if condition.word == "skill" for arg in condition.args}
    yield from (f"skill {name!r}" for name in asked - skills)
    for effect in entry.effects:
        match effect:
            case Add() | Set() if (known := of.get(FIGURES[effect.figure][1])) is not None:
                yield from (f"{effect.figure} of {name!r}" for name in effect.of if name not in known)
            case Actions() if effect.fits not in {"any", *skills}:
                yield f"skill {effect.fits!r}"
            case Grant() if not catalog.has(effect.row):
                yield str(effect.row)
            case PutMark() if not (effect.state in catalog.states or (effect.lift and effect.state == DISABLED)):
                yield f"state {effect.state!r}"
            case _:
                pass
    if isinstance(entry, Skill):
        yield from (f"answer {name!r}" for name in entry.answers if name not in {BY_POWER, *catalog.skills})
    if isinstance(entry, Trait):
        yield from (str(each.by) for each in entry.reacts if not catalog.has(each.by))
        yield from (f"perk {name!r}" for name in entry.preset if name not in catalog.perks)


def check(catalog: Catalog) -> None:
    """Raise Corrupt if an entry names another that is not there."""
    for entry in catalog.entries:
        if unknown := sorted(set(_unknown(entry, catalog))):
            raise Corrupt(f"{PACKAGE}/tables, {entry.ref}: there is no {', no '.join(unknown)}")


check(EVERYTHING)


# ---------------------------------------------------------------- skills by the names that sheets have for them


MAGIC = "magic"
"""The skill that is bought for each power (MO-400)."""

MOVEMENT = "movement"
"""The skill of contests that movement itself asks for (MO-303)."""


def row_of(catalog: Catalog, skill: str) -> Skill | None:
    """The row of a skill, whatever it is bought of."""
    return catalog.skills.get(skill.partition(":")[0])


def power_of(catalog: Catalog, skill: str) -> Power | None:
    """The power that a skill is for, if it is magic."""
    kind, _, of = skill.partition(":")
    return catalog.powers.get(of) if kind == MAGIC else None


def played(catalog: Catalog, skill: str) -> bool:
    """Whether a table has a skill, and the power that it is for (MO-X602)."""
    kind, _, of = skill.partition(":")
    return kind in catalog.skills and (kind != MAGIC or of in catalog.powers)


def title_of(catalog: Catalog, skill: str) -> str:
    """What people call a skill: `Parry`, `Knowledge (lore)`, `Fire 1`, and one of their own by its name (MO-X109)."""
    if (power := power_of(catalog, skill)) is not None:
        return power.title
    kind, _, of = skill.partition(":")
    row = catalog.skills.get(kind)
    title = row.title if row else kind.title()
    if row is not None and row.own:
        return of
    return f"{title} ({of})" if of else title


def called(catalog: Catalog, who: Person, skill: str) -> str:
    """What somebody calls a skill: by a name of their own, or as people do (MO-X126)."""
    return who.labels.get(skill) or title_of(catalog, skill)


def usual(catalog: Catalog, skill: str) -> Pool:
    """The attribute that a skill usually goes with (MO-108)."""
    row = row_of(catalog, skill)
    return row.attribute if row else "P"

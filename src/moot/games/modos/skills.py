"""Skills by the names that sheets have for them: `parry`, `knowledge:lore`, `magic:fire-1` (MO-108, MO-X107)."""

from __future__ import annotations

from moot.games.modos.catalog import Catalog
from moot.games.modos.person import Person
from moot.games.modos.rows import Power, Skill
from moot.games.modos.terms import Pool

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

"""What somebody has in hand and on the body: weapons in the form they are used in, armor (MO-316 to MO-318)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from moot.games.modos.catalog import BODY, EVERYTHING, NATURAL, Catalog
from moot.games.modos.person import Gear, OwnItem, Person
from moot.games.modos.reading import read
from moot.games.modos.rows import Armor, Shield, Weapon
from moot.games.modos.terms import Pool

HANDS = 2
"""What most people have."""


@lru_cache(4096)
def own_row(id_: str, name: str, own: OwnItem) -> Weapon | Armor | Shield | None:
    """The row of gear that is in no list; None for what has no effect on the rules (MO-X111, MO-X113)."""
    common = {"id": id_, "title": name, "era": "any"}
    if own.kind == "weapon":
        columns = {"size": own.size or "standard", "die": own.die or "none", "range": own.range}
        thrown = (own.size, own.range, own.natural) == ("tiny", "close", False)  # (MO-X120, MO-E113)
        return read({**common, **columns, "thrown": thrown, "reload": own.reload, "pool": own.pool}, Weapon)
    if own.kind == "armor":
        guards = {"die": own.die or "none", "pool": own.pool}
        return read({**common, "units": 0, "penalty": own.penalty, **guards}, Armor)
    if own.kind == "shield":
        return read({**common, "units": 0, "penalty": own.penalty, "parry": own.parry, "hands": 1}, Shield)
    return None


def gear_row(catalog: Catalog, thing: Gear) -> Weapon | Armor | Shield | None:
    """The row of a thing: one of the lists, or its own while there are such lists (MO-X602); None for anything else."""
    if thing.own is not None:
        row = own_row(thing.id, thing.name, thing.own)
        return row if row is None or catalog.of(row.kind) else None
    return catalog.weapons.get(thing.row) or catalog.shields.get(thing.row) or catalog.armors.get(thing.row)


def armor_for(catalog: Catalog, thing: Gear) -> Pool | None:
    """The pool that a thing guards as armor, also while the table plays without such things (MO-X125, MO-X602); None
    for what is no armor."""
    if thing.own is not None:
        return thing.own.pool if thing.own.kind == "armor" else None
    row = catalog.armors.get(thing.row) or EVERYTHING.armors.get(thing.row)
    return row.pool if row else "P" if thing.row and thing.at == "worn" else None


class Arms(msgspec.Struct, frozen=True):
    """What is in hand, and what is worn: things with their rows, and how many `tools` without one;
    what lends perks may be a ring or a suit, and takes no hand."""

    weapons: tuple[tuple[Gear, Weapon], ...]
    shields: tuple[tuple[Gear, Shield], ...]
    armors: tuple[tuple[Gear, Armor], ...]
    tools: int

    @property
    def armoured(self) -> bool:
        """Whether worn armor, or a guard that weighs, takes away what the unarmored have (MO-X404, MO-E37)."""
        return any(not natural(thing) or row.penalty for thing, row in self.armors)

    @property
    def armed(self) -> bool:
        """Whether a weapon is in hand that is no part of the body."""
        return any(not natural(thing) for thing, _ in self.weapons)

    @property
    def to_knock_out(self) -> list[Gear]:
        """What can be knocked out of the hand: weapons and shields that are no part of the body (MO-X212)."""
        return [thing for thing, _ in (*self.weapons, *self.shields) if not natural(thing)]

    @property
    def wielded(self) -> tuple[Weapon, ...]:
        """The weapons that hands hold: neither the bare body nor what leaves the hands free (MO-X129)."""
        return tuple(row for thing, row in self.weapons if row.forms[0].hands and not bodily(thing))

    @property
    def hands(self) -> int:
        """How many hands are taken; a part of the body that is treated as gear takes its own (MO-X122, MO-X129)."""
        taken = sum(row.forms[0].hands for row in self.wielded)
        return taken + sum(row.hands for _, row in self.shields) + self.tools

    def one_handed(self, *, bucklers: bool) -> bool:
        """Whether what could take both hands has to do with one: the other is taken, or bears a shield that does not go
        with both, as all do but `bucklers` at some tables (MO-X120, MO-E86)."""
        several = len(self.weapons) + len(self.shields) + self.tools > 1
        return (bool(self.shields) and not bucklers) or (several and self.hands >= HANDS)

    def weapon(self, id_: str) -> Weapon:
        """The weapon in hand with this id; the body for anything else (MO-X122)."""
        return next((row for thing, row in self.weapons if thing.id == id_), BODY)


def natural(thing: Gear) -> bool:
    """Whether it is part of the body."""
    return thing.row == NATURAL or (thing.own is not None and thing.own.natural)


def bodily(thing: Gear) -> bool:
    """Whether it is a bare part of the body, which is neither readied nor put away: unlike gear, it has no size
    (MO-X122, MO-FQ12)."""
    return natural(thing) and (thing.own is None or not thing.own.size)


def arms_of(catalog: Catalog, who: Person) -> Arms:
    """What somebody has in hand and wears."""
    used = [(thing, gear_row(catalog, thing)) for thing in who.gear if thing.used]
    return Arms(
        weapons=tuple((thing, row) for thing, row in used if isinstance(row, Weapon)),
        shields=tuple((thing, row) for thing, row in used if isinstance(row, Shield)),
        armors=tuple((thing, row) for thing, row in used if isinstance(row, Armor)),
        tools=sum(row is None and thing.at == "held" and not thing.lends for thing, row in used),
    )

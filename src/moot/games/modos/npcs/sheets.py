"""Sheets, quick builds and reskins, as packs have them: ours, and those of a group (MO-X501 to MO-X504)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from moot.core.figures import Lookup, load
from moot.games.modos.adventures.papers import Printed
from moot.games.modos.catalog import NATURAL
from moot.games.modos.figures import BUILD
from moot.games.modos.person import Does, Gear, OwnItem, Unspent
from moot.games.modos.terms import PACKAGE, POOLS, Band, Pool, Where
from moot.games.modos.vocabulary import PersonKind, Size
from moot.kit.notebook import packs
from moot.kit.notebook.names import slug
from moot.kit.notebook.packs import by_key
from moot.kit.remembered import remembered

GearKind = Literal["weapon", "shield", "armor", "item"]

_AT: Final[dict[str, Where]] = {"weapon": "held", "shield": "held", "armor": "worn", "item": "stowed"}
"""Where gear is, unless a sheet says otherwise."""


def alike(one: msgspec.Struct, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of `one` that a `kind` has by the same names."""
    return {name: getattr(one, name) for name in one.__struct_fields__ if name in kind.__struct_fields__}


class Thing(packs.PackEntry, frozen=True, kw_only=True):
    """Gear on a sheet: a `row` of the lists, or with figures of its own (MO-X111).

    A weapon without a size, and armor without a penalty, is part of the body, and its die comes from perks (MO-FQ12).
    With them it is one of a kind, and `natural` if it cannot be laid down (MO-X122). `powers` are what it holds as an
    implement (MO-X411), `lends` perks that come with its use, written as the sheet's own (MO-X112). It `does` what that
    power does when it is used, which `asks` for so many actions, and can be done so often (`uses`, 0: always).
    """

    id: str = ""
    name: str = ""
    row: str = ""
    kind: GearKind = "item"
    size: Size | Literal[""] = ""
    die: str = ""
    range: Band = "close"
    penalty: int | None = None
    parry: int = 0
    reload: int = 0
    pool: Pool = "P"
    natural: bool = False
    powers: tuple[str, ...] = ()
    lends: tuple[str, ...] = ()
    does: str = ""
    asks: int = 1
    uses: int = 0
    at: Where | Literal[""] = ""

    @property
    def key(self) -> str:
        """What perks of the sheet call it."""
        return self.id or self.row or slug(self.name)

    @property
    def bodily(self) -> bool:
        """Whether it is a part of the body that perks alone make more of (MO-FQ12)."""
        plain = {"weapon": not self.size, "armor": self.penalty is None}
        return not self.row and plain.get(self.kind, False)

    def gear(self, id_: str, kind: GearKind, title: str) -> Gear:
        """The same in somebody's hands; `kind` and `title` are those of its row, if it has one."""
        does = Does(power=self.does, asks=self.asks, uses=self.uses) if self.does else None
        plain = Gear(id=id_, name=self.name or title, powers=self.powers, does=does, at=self.at or _AT[kind])
        if self.row or self.bodily:
            return replace(plain, row=self.row or (NATURAL if kind == "weapon" else ""))
        own = OwnItem(**alike(self, OwnItem) | {"kind": kind, "penalty": self.penalty or 0})
        return replace(plain, own=None if kind == "item" else own)


class Sheet(packs.PackEntry, frozen=True, kw_only=True):
    """Anybody with a sheet, traps too: figures before gear, and what totals a book prints.

    `perks` are rows, with what was chosen behind a colon: `armor-training:plate`. `owed` is left to choose at the
    table, `bends` names rules that the sheet does not keep to, on purpose (MO-000). `printed` are totals by skill,
    attribute, `max:P`, `guard:P`, `weapon:sword`, and `bonus` actions; `errata` says where they are wrong. A player may
    take a `hero` as it stands.
    """

    id: str
    name: str
    level: int
    hero: bool = False
    kinds: tuple[PersonKind, ...] = ()
    concept: str = ""
    goals: tuple[str, ...]
    flaws: tuple[str, ...]
    design: str = ""
    traits: tuple[str, ...] = ()
    tactic: str = ""
    scores: dict[Pool, int]
    points: dict[str, int] = msgspec.field(default_factory=dict)
    perks: tuple[str, ...] = ()
    gear: tuple[Thing, ...] = ()
    owed: Unspent = Unspent()
    bends: tuple[str, ...] = ()
    printed: dict[str, int | str] = msgspec.field(default_factory=dict)
    errata: tuple[str, ...] = ()


class QuickDice(packs.PackEntry, frozen=True, kw_only=True):
    """The dice of a quick build: of its damage and of its protection; `skill` is what it strikes with."""

    damage: str = ""
    guard: str = ""
    skill: Literal["armed", "unarmed"] = "armed"


class Quick(packs.PackEntry, frozen=True, kw_only=True):
    """Somebody in two minutes: a level, a main attribute, a main skill, and what differs from the usual (MO-X502)."""

    id: str
    name: str
    level: int
    main: Pool
    skill: str
    concept: str = ""
    goals: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()
    kinds: tuple[PersonKind, ...] = ()
    perks: tuple[str, ...] = ()
    dice: QuickDice = QuickDice()
    tactic: str = ""


class Swap(packs.PackEntry, frozen=True, kw_only=True, rename={"from_": "from"}):
    """The points of one skill go to another."""

    from_: str
    to: str


class Reskin(packs.PackEntry, frozen=True, kw_only=True):
    """Another name and concept over the figures of the sheet `of`, and what is swapped in it (MO-X503)."""

    id: str
    of: str
    name: str
    concept: str = ""
    goals: tuple[str, ...] = ()
    flaws: tuple[str, ...] = ()
    swap: tuple[Swap, ...] = ()


class Pack(packs.Pack, frozen=True, kw_only=True):
    """One file of sheets, and of adventures that name them."""

    sheet: tuple[Sheet, ...] = ()
    quick: tuple[Quick, ...] = ()
    reskin: tuple[Reskin, ...] = ()
    adventure: tuple[Printed, ...] = ()


_FILES: Final = ("people", "creatures", "machines", "heroes", "traps", "examples", "golden_palace", "isolation")

PACKS: Final = Lookup("the packs", {name: load(PACKAGE, f"packs/{name}.toml", Pack) for name in _FILES})
"""The packs of the book."""


# ---------------------------------------------------------------- quick builds and reskins


def quick_sheet(quick: Quick) -> Sheet:
    """The sheet of a quick build: the level goes on top of the main attribute and into the main skill (MO-X502)."""
    dice, bare = quick.dice, quick.dice.skill == "unarmed"
    gear = (
        Thing(id="weapon", name="Weapon" if not bare else "Body", kind="weapon", size="standard",
              die=dice.damage or BUILD.damage, natural=bare),
        Thing(id="guard", name="Protection", kind="armor", die=dice.guard or BUILD.guard, penalty=0, natural=True),
    )
    scores = {pool: BUILD.score + (quick.level if pool == quick.main else 0) for pool in POOLS}
    return Sheet(**alike(quick, Sheet), gear=gear, points={quick.skill: quick.level}, scores=scores)


def reskinned(sheet: Sheet, skin: Reskin) -> Sheet:
    """The same figures under another concept; swapped points change their skill (MO-X503)."""
    names = {swap.from_: swap.to for swap in skin.swap}
    points: dict[str, int] = {}
    for skill, count in sheet.points.items():
        points[names.get(skill, skill)] = points.get(names.get(skill, skill), 0) + count
    perks = tuple(f"{row}:{names.get(choice, choice)}" if choice else row
                  for row, _, choice in (perk.partition(":") for perk in sheet.perks))
    said = {name: value for name, value in alike(skin, Sheet).items() if value}
    return replace(sheet, **said, hero=False, points=points, perks=perks, printed={})


def sheets_of(pack: Pack) -> tuple[Sheet, ...]:
    """Everybody in a pack, as sheets. A reskin is of a sheet of the same pack, or of the book by `pack/id`."""
    own = {sheet.id: sheet for sheet in (*pack.sheet, *map(quick_sheet, pack.quick))}
    return (*own.values(), *(reskinned(own.get(skin.of) or SHEETS[skin.of], skin) for skin in pack.reskin))


SHEETS: Final = Lookup("the sheets of the book", by_key(PACKS, lambda pack: pack.sheet))
"""The printed sheets by `pack/id`."""

OURS: Final = by_key(PACKS, sheets_of)
"""The same, with quick builds and reskins."""


@remembered(64)
def every_sheet(own: Mapping[str, Pack]) -> dict[str, Sheet]:
    """All sheets by `pack/id`: those of a group's `own` packs before those of the book."""
    return by_key(own, sheets_of) | OURS

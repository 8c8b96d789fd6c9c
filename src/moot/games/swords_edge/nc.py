"""NCs: everyone and everything that the GM runs, opponents, obstacles and monsters alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures import NC_KINDS, PATTERNS, NcKind, NcKindRow, NcType, Pattern, Rank, TraitId
from moot.kit.notebook.names import untaken


class NcQuality(msgspec.Struct, frozen=True):
    """A Concept, an Element or a flaw of an NC. `trait` is empty where none is named; `use`: meant for one part of the
    Test alone (SE-NC-13)."""

    id: str
    name: str
    rank: Rank
    trait: TraitId | Literal[""] = ""
    use: Literal["", "momentum", "action"] = ""

    @property
    def worth(self) -> int:
        """What it adds to a TN."""
        return ladder.modifier(self.rank)


class Clue(msgspec.Struct, frozen=True):
    """Something to be found out; the table knows it once it is `known`."""

    text: str
    known: bool = False


class Stance(msgspec.Struct, frozen=True):
    """How the GM plays an NC in Tests: by which Trait, which Element in Momentum and in Action (SE-NC-14). Empty means
    the usual choice, `none` no Element. `open`: leaves defences out (SE-ACT-06)."""

    trait: TraitId | Literal[""] = ""
    momentum: str = ""
    action: str = ""
    open: bool = False


class NC(msgspec.Struct, frozen=True):
    """An NC. Its Rank sets its TN, its type what it stands (SE-NC-01).

    `stress` is taken so far, `borne` of it in earlier scenes, `fallen` Ranks lost otherwise (sunlight). `here`: in this
    scene; `met`: the table has faced it; `shown`: its sheet is open. `spent` Elements were used for Momentum, `flawed`:
    its flaw counts in the next Test, `exerted` are Qualities that the GM's Luck adds to its next TN (SE-RD-41). `notes`
    are the GM's alone.
    """

    id: str
    name: str
    kind: NcKind
    type: NcType
    rank: Rank
    concept: NcQuality | None = None
    traits: dict[TraitId, Rank] = {}
    elements: tuple[NcQuality, ...] = ()
    flaw: NcQuality | None = None
    text: str = ""
    notes: str = ""
    clues: tuple[Clue, ...] = ()
    without_dice: str = ""
    stress: int = 0
    borne: int = 0
    fallen: int = 0
    out: bool = False
    here: bool = False
    met: bool = False
    shown: bool = False
    stance: Stance = Stance()
    spent: tuple[str, ...] = ()
    flawed: bool = False
    exerted: tuple[str, ...] = ()

    @property
    def seen(self) -> bool:
        """Whether the table may see its figures: it was met, or its sheet was opened."""
        return self.met or self.shown

    @property
    def visible(self) -> bool:
        """Whether the table sees that it is there: it is in the scene, or its sheet lies open."""
        return self.here or self.shown

    @property
    def known(self) -> bool:
        """Whether the table sees that it is there, and its figures."""
        return self.visible and self.seen

    @property
    def pattern(self) -> Pattern:
        """What its type says of it."""
        return PATTERNS[self.type]

    @property
    def kind_row(self) -> NcKindRow:
        """What its kind says of it."""
        return NC_KINDS[self.kind]

    @property
    def now(self) -> Rank:
        """Its Rank as it stands: a hero falls with each Stress (SE-NC-08, SE-TRAP-08)."""
        return ladder.lowered(self.rank, self.fallen + self.stress * self.pattern.falls)

    @property
    def defenceless(self) -> bool:
        """Whether it does not defend, by the GM's choice (SE-UND-01, SE-ACT-06)."""
        return self.stance.open

    @property
    def stands(self) -> int:
        """Stress that puts it out in all (SE-NC-06 to SE-NC-08, SE-NC-12)."""
        return self.pattern.stress or ladder.steps(self.rank) + 1 - self.fallen

    @property
    def left(self) -> int:
        """Stress that it still takes to put it out."""
        return max(self.stands - self.stress, 0)

    @property
    def active(self) -> bool:
        """Whether it is in the scene and still standing."""
        return self.here and not self.out

    def trait(self, trait: str) -> int:
        """What one of its Traits adds; it may have none (SE-TRAP-17)."""
        return ladder.modifier(self.traits[ladder.as_trait(trait)]) if trait in self.traits else 0

    def best(self) -> TraitId | Literal[""]:
        """Its strongest Trait, the first in the order of the sheet if several are; empty if it has none."""
        return max((trait for trait in ladder.TRAITS if trait in self.traits), key=self.trait, default="")


def told_apart(elements: Iterable[NcQuality]) -> tuple[NcQuality, ...]:
    """Elements with those of one name numbered, so that each can be meant by itself."""
    found: dict[str, NcQuality] = {}
    for element in elements:
        name = untaken(element.name, found)
        found[name] = msgspec.structs.replace(element, name=name)
    return tuple(found.values())


class NcFace(msgspec.Struct, frozen=True):
    """An NC as the table sees it: a name, and the figures once it was met or its sheet opened."""

    id: str
    name: str
    kind: NcKind
    sheet: NC | None = None


def face(nc: NC, *, met: bool = False) -> NcFace:
    """What the table sees of `nc`, or will once it is `met`: never notes, nor what is still hidden."""
    if not (nc.seen or met):
        return NcFace(nc.id, nc.name, nc.kind)
    known = tuple(clue for clue in nc.clues if clue.known)
    return NcFace(nc.id, nc.name, nc.kind, msgspec.structs.replace(nc, notes="", clues=known, without_dice=""))

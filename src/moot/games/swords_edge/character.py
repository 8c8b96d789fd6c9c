"""Players' characters: Qualities, Pivots, Penalty Ranks, and what is due to them."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures import QUALITY_KINDS, Counts, QualityKind, Rank, TraitId
from moot.kit.tracks import Penalty as Penalty, penalties_on

PivotKind: TypeAlias = Literal["", "goal", "quirk", "style"]
"""What a Pivot is; empty where the book prints none (SE-RD-27)."""

Stands: TypeAlias = Literal["in", "helpless", "away", "removed", "dead"]
"""in: acts; helpless: cannot act or react this scene (SE-DMG-03); away: out of this scene (SE-DOOM-04); removed: out of
the game until the GM brings them back; dead."""

Fate: TypeAlias = Literal["scene", "longer", "removed", "dead"]
"""What a Doom does: out for a scene, for longer, out of the game, dead (SE-DOOM-02)."""


class Quality(msgspec.Struct, frozen=True):
    """A Quality other than a Trait. `trait` is empty for Concept and Background (SE-CRE-02).

    `sfx`: used by the SFX procedure where the table has it. `bound` is the SFX Quality that a Fetish pays for.
    `surcharge` is what the GM charges on top (SE-CRE-07), `refused` that it covers too much to stand. `lost`: a
    signature item that is away; `stands_for` the item that a stand-in replaces (SE-CRE-08).
    """

    id: str
    kind: QualityKind
    name: str
    rank: Rank
    trait: TraitId | Literal[""] = ""
    sfx: bool = False
    bound: str = ""
    surcharge: int = 0
    refused: bool = False
    lost: bool = False
    stands_for: str = ""

    @property
    def described(self) -> str:
        """Its kind and its Trait, as people read them."""
        kind = "SFX" if self.sfx else ladder.title(self.kind)
        return f"{kind}, {ladder.title(self.trait)}" if self.trait else kind

    @property
    def flaw(self) -> bool:
        """Whether it is one that drags on Tests."""
        return QUALITY_KINDS[self.kind].counts in ("invoked", "always")

    @property
    def drags(self) -> bool:
        """Whether it is a flaw that still counts: at Average a Weakness stops (SE-WEAK-06)."""
        return self.flaw and ladder.modifier(self.rank) < 0


class Pivot(msgspec.Struct, frozen=True):
    """A Goal, Quirk or Style (SE-PIV-01)."""

    id: str
    kind: PivotKind
    text: str


class Doom(msgspec.Struct, frozen=True):
    """A Doom that must be met or avoided: on which Trait, and whether by Legendary damage (SE-DOOM-01)."""

    trait: TraitId
    legendary: bool


class Lesson(msgspec.Struct, frozen=True):
    """An Advancement from a critical failure: it raises one of these, Qualities by id or a Trait (SE-ADV-02)."""

    test: str
    choices: tuple[str, ...]


class Stunt(msgspec.Struct, frozen=True):
    """An Element earned by a natural 20, yet to be named; without a Trait the player argues for one (SE-RD-23)."""

    test: str
    trait: TraitId | Literal[""]


class Healing(msgspec.Struct, frozen=True):
    """Penalty Ranks to take off: how many, and of which scene alone (0: of any)."""

    count: int
    scene: int = 0


class Character(msgspec.Struct, frozen=True):
    """A player's character. `made` is false while the sheet is still being written.

    `spent` are Qualities used up by Momentum (SE-TEST-05), `invoked` Weaknesses that count in the next Test with their
    Trait (SE-WEAK-02), `windfall` Advancements turned into Luck and not yet used (SE-LUCK-07), `recovers` the Recovery
    Tests that are open, `outlived` a Doom that took them out of the game alive: what it leaves behind is due if they
    return (SE-DOOM-03). `touched` are the Pivots of the scene that is played or just over.
    """

    id: str
    name: str
    player: str
    text: str = ""
    traits: dict[TraitId, Rank] = {}
    qualities: tuple[Quality, ...] = ()
    pivots: tuple[Pivot, ...] = ()
    made: bool = False
    sample: str = ""
    advancements: int = 0
    windfall: int = 0
    penalties: tuple[Penalty, ...] = ()
    spent: tuple[str, ...] = ()
    invoked: tuple[str, ...] = ()
    stands: Stands = "in"
    touched: tuple[str, ...] = ()
    recovers: tuple[Literal["scene", "day"], ...] = ()
    healing: tuple[Healing, ...] = ()
    doom: Doom | None = None
    outlived: Doom | None = None
    lessons: tuple[Lesson, ...] = ()
    stunts: tuple[Stunt, ...] = ()

    @property
    def here(self) -> bool:
        """Whether they are in the game at all."""
        return self.made and self.stands not in ("removed", "dead")

    @property
    def able(self) -> bool:
        """Whether they can act and react now."""
        return self.made and self.stands == "in" and self.doom is None

    def quality(self, id_: str) -> Quality:
        """The Quality called `id_`. Raises KeyError if they have none."""
        found = next((quality for quality in self.qualities if quality.id == id_), None)
        if found is None:
            raise KeyError(id_)
        return found

    def with_quality(self, quality: Quality) -> Character:
        """The same character with that Quality as given, in its old place if it had one."""
        if not self.has(quality.id):
            return replace(self, qualities=(*self.qualities, quality))
        return replace(self, qualities=tuple(quality if old.id == quality.id else old for old in self.qualities))

    def with_rank(self, what: str, rank: Rank) -> Character:
        """The same character with a Trait or Quality at this Rank. Raises KeyError if they have none of that id."""
        if what in ladder.TRAITS:
            return replace(self, traits={**self.traits, ladder.as_trait(what): rank})
        return self.changing(what, rank=rank)

    def changing(self, id_: str, **changes: Any) -> Character:
        """The same character with these fields of one Quality replaced. Raises KeyError if they lack it."""
        return self.with_quality(replace(self.quality(id_), **changes))

    def whole(self, what: str) -> Rank:
        """The Rank of a Trait or Quality as it is on the sheet, Penalty Ranks not counted."""
        return self.traits[ladder.as_trait(what)] if what in ladder.TRAITS else self.quality(what).rank

    def has(self, id_: str) -> bool:
        """Whether they have a Quality of that id."""
        return any(quality.id == id_ for quality in self.qualities)

    def counting(self, *how: Counts) -> tuple[Quality, ...]:
        """Their Qualities that come into Tests like this, in the order of the sheet."""
        return tuple([one for one in self.qualities if QUALITY_KINDS[one.kind].counts in how])

    def due_to_recover(self, occasion: Literal["scene", "day"]) -> Character:
        """The same character with a Recovery Test open (SE-REC-01, SE-REC-03)."""
        return replace(self, recovers=tuple(dict.fromkeys((*self.recovers, occasion))))

    def hurt(self, on: str) -> int:
        """Penalty Ranks on a Trait or Quality."""
        return penalties_on(self.penalties, on) if self.penalties else 0

    def trait_rank(self, trait: TraitId) -> Rank:
        """A Trait as it is now, Penalty Ranks taken off."""
        return ladder.lowered(self.traits[trait], self.hurt(trait))

    def trait(self, trait: TraitId) -> int:
        """What a Trait adds now."""
        return ladder.modifier(self.trait_rank(trait))

    def rank(self, quality: Quality) -> Rank:
        """A Quality as it is now (SE-SFX-08)."""
        return ladder.lowered(quality.rank, self.hurt(quality.id))

    def worth(self, quality: Quality) -> int:
        """What a Quality adds now (SE-TRAP-16)."""
        return ladder.modifier(self.rank(quality))

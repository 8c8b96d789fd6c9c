"""What the book and its appendix bring ready-made: sample characters, opponents, obstacles, preparation."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import msgspec

from moot.core.figures import Lookup, load
from moot.games.swords_edge.character import PivotKind
from moot.games.swords_edge.figures import PACKAGE, NcKind, NcType, Rank, TraitId
from moot.games.swords_edge.papers import FORMS, PaperForm, SectionKind, Story
from moot.kit.notebook import packs
from moot.kit.notebook.packs import Counted, PackEntry, SectionEntry, StepEntry, by_key

_FILES: Final = (
    "fantasy", "swashbuckling", "western", "spec-ops", "science-fiction",
    "obstacles", "cavern", "hunt", "one_pager", "campaign",
)

GENRES: Final = _FILES[:5]
"""The genres that have a pack of their own."""


class Words(PackEntry, frozen=True, kw_only=True):
    """A Quality in print."""

    name: str
    rank: Rank
    trait: TraitId | Literal[""] = ""
    sfx: bool = False
    use: Literal["", "momentum", "action"] = ""


class PivotWords(PackEntry, frozen=True, kw_only=True):
    """A Pivot in print; mostly without a kind (SE-RD-27)."""

    text: str
    kind: PivotKind = ""


class SamplePc(PackEntry, frozen=True, kw_only=True):
    """A sample character; `printed_fault` says where the print breaks its own rules (SE-ERR-PC)."""

    id: str
    name: str
    text: str = ""
    source: str = ""
    concept: Words
    background: Words
    faculty: Words
    traits: dict[TraitId, Rank]
    elements: tuple[Words, ...] = ()
    weakness: Words | None = None
    pivots: tuple[PivotWords, ...] = ()
    printed_fault: tuple[str, ...] = ()


class FlawWords(PackEntry, frozen=True, kw_only=True):
    """An NC's flaw in print."""

    name: str
    rank: Rank
    text: str = ""


class Worked(PackEntry, frozen=True, kw_only=True):
    """TNs that the book works out."""

    momentum: int
    action: int


class SampleNc(PackEntry, frozen=True, kw_only=True):
    """An NC in print; patterns are defaults, so nothing is mended (SE-TRAP-18, SE-ERR-15, SE-ERR-26, SE-ERR-33).

    `tn` and `stress` only repeat what Rank and type say; `ours` are Traits that the print leaves out. An obstacle hides
    `clues` and yields `without_dice`, unless the scene that has it says otherwise.
    """

    id: str
    name: str
    kind: NcKind = "character"
    type: NcType
    rank: Rank
    tn: int | None = None
    stress: int | None = None
    text: str = ""
    source: str = ""
    concept: Words | None = None
    traits: dict[TraitId, Rank] = msgspec.field(default_factory=dict)
    ours: tuple[TraitId, ...] = ()
    elements: tuple[Words, ...] = ()
    flaw: FlawWords | None = None
    worked: Worked | None = None
    clues: tuple[str, ...] = ()
    without_dice: str = ""
    printed_fault: tuple[str, ...] = ()


class SampleObstacle(PackEntry, frozen=True, kw_only=True):
    """An obstacle in a scene, and what it reveals."""

    nc: str
    text: str = ""
    clues: tuple[str, ...] = ()
    spare: str = ""
    without_dice: str = ""


class SampleFight(PackEntry, frozen=True, kw_only=True):
    """A fight in a scene."""

    cast: tuple[Counted, ...]
    place: str = ""
    text: str = ""
    on_defeat: str = ""


class SampleSection(SectionEntry, frozen=True, kw_only=True):
    """A headed paragraph."""

    kind: SectionKind = "note"


class SamplePiece(PackEntry, frozen=True, kw_only=True):
    """A piece of preparation in print (SE-PREP-01 to SE-PREP-05); its form is the list of the pack that it stands in.

    It opens with `text` or `premise`, whichever reads better; people are NCs of the pack by id, or so many of one;
    `scene` are a module's scenes. Without a title its id is one.
    """

    id: str
    title: str = ""
    source: str = ""
    text: str = ""
    premise: str = ""
    stakes: str = ""
    goal: str = ""
    kind: Story = "stand-alone"
    spotlight: Literal["", "session", "adventure"] = ""
    assumes: str = ""
    otherwise: str = ""
    cast: tuple[str | Counted, ...] = ()
    section: tuple[SampleSection, ...] = ()
    obstacle: tuple[SampleObstacle, ...] = ()
    fight: tuple[SampleFight, ...] = ()
    aftermath: tuple[str, ...] = ()
    scene: tuple[str, ...] = ()
    part: tuple[StepEntry, ...] = ()
    printed_fault: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[Counted, ...]:
        """Its cast, each counted."""
        return tuple(one if isinstance(one, Counted) else Counted(nc=one) for one in self.cast)

    @property
    def called(self) -> str:
        """Its title, or its id as one."""
        return self.title or self.id.replace("-", " ").capitalize()


class Pack(packs.Pack, frozen=True, kw_only=True):
    """One file of content: the book's, or a GM's own."""

    pc: tuple[SamplePc, ...] = ()
    nc: tuple[SampleNc, ...] = ()
    premise: tuple[SamplePiece, ...] = ()
    one_pager: tuple[SamplePiece, ...] = ()
    scene: tuple[SamplePiece, ...] = ()
    module: tuple[SamplePiece, ...] = ()
    campaign: tuple[SamplePiece, ...] = ()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Every piece of preparation in it, with its form."""
        return tuple(Piece(form, piece) for form in FORMS for piece in getattr(self, listed_as(form)))


class Piece(NamedTuple):
    """A piece of preparation with its form."""

    form: PaperForm
    piece: SamplePiece

    @property
    def id(self) -> str:
        """The id of the piece."""
        return self.piece.id


def listed_as(form: PaperForm) -> str:
    """The list of a pack that pieces of a form stand in."""
    return form.replace("-", "_")


PACKS: Final = Lookup("the packs", {name: load(PACKAGE, f"packs/{name}.toml", Pack) for name in _FILES})
"""Every pack, genres first."""

PCS: Final = Lookup("the sample characters", by_key(PACKS, lambda pack: pack.pc))
"""Sample characters by `pack/id`."""

NCS: Final = Lookup("the printed NCs", by_key(PACKS, lambda pack: pack.nc))
"""Printed NCs by `pack/id`."""

PIECES: Final = Lookup("the printed preparation", by_key(PACKS, lambda pack: pack.pieces))
"""Printed pieces by `pack/id`."""

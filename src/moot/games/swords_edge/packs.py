"""What the book and its appendix bring ready-made: sample characters, opponents, obstacles, preparation."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from moot.core.tables import Table, load
from moot.games.swords_edge.book import PACKAGE, NcType, Rank, TraitId
from moot.games.swords_edge.nc import NcKind
from moot.games.swords_edge.paper import Form, SectionKind
from moot.games.swords_edge.people import PivotKind

_FILES: Final = (
    "fantasy", "swashbuckling", "western", "spec-ops", "science-fiction",
    "obstacles", "cavern", "hunt", "one_pager", "campaign",
)

GENRES: Final = _FILES[:5]
"""The genres that have a pack of their own."""


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Anything in a pack: what it does not know is a slip of the pen and is refused."""


class Words(Entry, frozen=True, kw_only=True):
    """A Quality in print."""

    name: str
    rank: Rank
    trait: TraitId | Literal[""] = ""
    sfx: bool = False
    use: Literal["", "momentum", "action"] = ""


class PivotWords(Entry, frozen=True, kw_only=True):
    """A Pivot in print; mostly without a kind (SE-RD-27)."""

    text: str
    kind: PivotKind = ""


class SamplePc(Entry, frozen=True, kw_only=True):
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


class FlawWords(Entry, frozen=True, kw_only=True):
    """An NC's flaw in print."""

    name: str
    rank: Rank
    text: str = ""


class Worked(Entry, frozen=True, kw_only=True):
    """TNs that the book works out."""

    momentum: int
    action: int


class SampleNc(Entry, frozen=True, kw_only=True):
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
    traits: dict[TraitId, Rank] = {}
    ours: tuple[TraitId, ...] = ()
    elements: tuple[Words, ...] = ()
    flaw: FlawWords | None = None
    worked: Worked | None = None
    clues: tuple[str, ...] = ()
    without_dice: str = ""
    printed_fault: tuple[str, ...] = ()


class SampleObstacle(Entry, frozen=True, kw_only=True):
    """An obstacle in a scene, and what it reveals."""

    nc: str
    text: str = ""
    clues: tuple[str, ...] = ()
    spare: str = ""
    without_dice: str = ""


class Counted(Entry, frozen=True, kw_only=True):
    """So many of one NC."""

    nc: str
    count: int = 1


class SampleFight(Entry, frozen=True, kw_only=True):
    """A fight in a scene."""

    cast: tuple[Counted, ...]
    place: str = ""
    text: str = ""
    on_defeat: str = ""


class LearnedWords(Entry, frozen=True, kw_only=True, rename={"source": "from"}):
    """What can be learned, from whom, when."""

    what: str
    source: str = ""
    when: str = ""


class SampleSection(Entry, frozen=True, kw_only=True):
    """A headed paragraph."""

    id: str = ""
    title: str
    kind: SectionKind = "note"
    text: str = ""
    learn: tuple[LearnedWords, ...] = ()


class SamplePart(Entry, frozen=True, kw_only=True):
    """One part of a campaign; `adventure` is the piece of the pack that it is prepared as, `spotlight` a character."""

    id: str
    title: str
    text: str = ""
    adventure: str = ""
    spotlight: str = ""
    leads_to: tuple[str, ...] = ()


class SamplePiece(Entry, frozen=True, kw_only=True):
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
    kind: Literal["stand-alone", "one-story"] = "stand-alone"
    spotlight: Literal["", "session", "adventure"] = ""
    assumes: str = ""
    otherwise: str = ""
    cast: tuple[str | Counted, ...] = ()
    section: tuple[SampleSection, ...] = ()
    obstacle: tuple[SampleObstacle, ...] = ()
    fight: tuple[SampleFight, ...] = ()
    aftermath: tuple[str, ...] = ()
    scene: tuple[str, ...] = ()
    part: tuple[SamplePart, ...] = ()
    printed_fault: tuple[str, ...] = ()

    @property
    def people(self) -> tuple[Counted, ...]:
        """Its cast, each counted."""
        return tuple(one if isinstance(one, Counted) else Counted(nc=one) for one in self.cast)

    @property
    def called(self) -> str:
        """Its title, or its id as one."""
        return self.title or self.id.replace("-", " ").capitalize()


class Pack(Entry, frozen=True, kw_only=True):
    """One file of content: the book's, or a GM's own."""

    id: str
    title: str
    about: str = ""
    source: str = ""
    pc: tuple[SamplePc, ...] = ()
    nc: tuple[SampleNc, ...] = ()
    premise: tuple[SamplePiece, ...] = ()
    one_pager: tuple[SamplePiece, ...] = ()
    scene: tuple[SamplePiece, ...] = ()
    module: tuple[SamplePiece, ...] = ()
    campaign: tuple[SamplePiece, ...] = ()

    @property
    def pieces(self) -> tuple[tuple[Form, SamplePiece], ...]:
        """Every piece of preparation in it, with its form."""
        of: dict[Form, tuple[SamplePiece, ...]] = {
            "premise": self.premise,
            "one-pager": self.one_pager,
            "scene": self.scene,
            "module": self.module,
            "campaign": self.campaign,
        }
        return tuple((form, piece) for form, pieces in of.items() for piece in pieces)


PACKS: Final = Table("the packs", {name: load(PACKAGE, f"packs/{name}.toml", Pack) for name in _FILES})
"""Every pack, genres first."""

PCS: Final = Table("the sample characters", {f"{p}/{pc.id}": pc for p, pack in PACKS.items() for pc in pack.pc})
"""Sample characters by `pack/id`."""

NCS: Final = Table("the printed NCs", {f"{p}/{nc.id}": nc for p, pack in PACKS.items() for nc in pack.nc})
"""Printed NCs by `pack/id`."""

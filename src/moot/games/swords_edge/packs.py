"""What the book and its appendix bring ready-made: sample characters, opponents, obstacles, preparation."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from moot.core.tables import Table, load
from moot.games.swords_edge.book import PACKAGE, NcType, Rank, TraitId
from moot.games.swords_edge.narrative import NcKind
from moot.games.swords_edge.paper import SectionKind
from moot.games.swords_edge.people import PivotKind

_FILES: Final = (
    "fantasy", "swashbuckling", "western", "spec-ops", "science-fiction",
    "obstacles", "cavern", "hunt", "one_pager", "campaign",
)

GENRES: Final = _FILES[:5]
"""The genres that have a pack of their own."""


class Words(msgspec.Struct, frozen=True):
    """A Quality in print."""

    name: str
    rank: Rank
    trait: TraitId | Literal[""] = ""
    sfx: bool = False
    use: Literal["", "momentum", "action"] = ""


class PivotWords(msgspec.Struct, frozen=True):
    """A Pivot in print; mostly without a kind (SE-RD-27)."""

    text: str
    kind: PivotKind = ""


class SamplePc(msgspec.Struct, frozen=True):
    """A sample character; `printed_fault` says where the print breaks its own rules (SE-ERR-PC)."""

    id: str
    name: str
    text: str
    source: str
    concept: Words
    background: Words
    faculty: Words
    traits: dict[TraitId, Rank]
    elements: tuple[Words, ...] = ()
    weakness: Words | None = None
    pivots: tuple[PivotWords, ...] = ()
    printed_fault: tuple[str, ...] = ()


class FlawWords(msgspec.Struct, frozen=True):
    """An NC's flaw in print."""

    name: str
    rank: Rank
    text: str = ""


class Worked(msgspec.Struct, frozen=True):
    """TNs that the book works out."""

    momentum: int
    action: int


class SampleNc(msgspec.Struct, frozen=True):
    """An NC in print; patterns are defaults, so nothing is mended (SE-TRAP-18, SE-ERR-15, SE-ERR-26, SE-ERR-33)."""

    id: str
    name: str
    kind: NcKind
    type: NcType
    rank: Rank
    tn: int
    stress: int
    text: str
    source: str
    concept: Words | None = None
    traits: dict[TraitId, Rank] = {}
    elements: tuple[Words, ...] = ()
    flaw: FlawWords | None = None
    worked: Worked | None = None
    printed_fault: tuple[str, ...] = ()


class SampleObstacle(msgspec.Struct, frozen=True):
    """An obstacle in a scene, and what it reveals."""

    nc: str
    text: str = ""
    clues: tuple[str, ...] = ()
    spare: str = ""
    without_dice: str = ""


class Counted(msgspec.Struct, frozen=True):
    """So many of one NC."""

    nc: str
    count: int = 1


class SampleFight(msgspec.Struct, frozen=True):
    """A fight in a scene."""

    cast: tuple[Counted, ...]
    place: str = ""
    text: str = ""
    on_defeat: str = ""


class SampleScene(msgspec.Struct, frozen=True):
    """A scene in print (SE-PREP-04)."""

    id: str
    title: str
    source: str = ""
    text: str = ""
    assumes: str = ""
    otherwise: str = ""
    obstacle: tuple[SampleObstacle, ...] = ()
    fight: tuple[SampleFight, ...] = ()
    aftermath: tuple[str, ...] = ()


class LearnedWords(msgspec.Struct, frozen=True, rename={"source": "from"}):
    """What can be learned, from whom, when."""

    what: str
    source: str = ""
    when: str = ""


class SampleSection(msgspec.Struct, frozen=True):
    """A headed paragraph of a one-pager."""

    id: str
    title: str
    kind: SectionKind
    text: str = ""
    learn: tuple[LearnedWords, ...] = ()


class SampleOnePager(msgspec.Struct, frozen=True):
    """A one-pager in print (SE-PREP-02)."""

    id: str
    title: str
    premise: str
    section: tuple[SampleSection, ...] = ()
    cast: tuple[str, ...] = ()


class SamplePremise(msgspec.Struct, frozen=True):
    """A premise in print (SE-PREP-01)."""

    id: str
    text: str
    stakes: str = ""


class SamplePart(msgspec.Struct, frozen=True):
    """One part of a campaign."""

    id: str
    title: str
    text: str = ""
    leads_to: tuple[str, ...] = ()


class SampleCampaign(msgspec.Struct, frozen=True):
    """A campaign in print (SE-PREP-05)."""

    id: str
    title: str
    kind: Literal["stand-alone", "one-story"]
    goal: str
    premise: str = ""
    part: tuple[SamplePart, ...] = ()


class Pack(msgspec.Struct, frozen=True):
    """One file of content."""

    id: str
    title: str
    about: str
    source: str = ""
    pc: tuple[SamplePc, ...] = ()
    nc: tuple[SampleNc, ...] = ()
    scene: tuple[SampleScene, ...] = ()
    one_pager: tuple[SampleOnePager, ...] = ()
    premise: tuple[SamplePremise, ...] = ()
    campaign: tuple[SampleCampaign, ...] = ()


PACKS: Final = Table("the packs", {name: load(PACKAGE, f"packs/{name}.toml", Pack) for name in _FILES})
"""Every pack, genres first."""

PCS: Final = Table("the sample characters", {f"{p}/{pc.id}": pc for p, pack in PACKS.items() for pc in pack.pc})
"""Sample characters by `pack/id`."""

NCS: Final = Table("the printed NCs", {f"{p}/{nc.id}": nc for p, pack in PACKS.items() for nc in pack.nc})
"""Printed NCs by `pack/id`."""


def by_genre(keys: Table[object], genre: str) -> list[str]:
    """Keys of a table of samples, those of `genre` first."""
    return sorted(keys, key=lambda key: not key.startswith(f"{genre}/"))

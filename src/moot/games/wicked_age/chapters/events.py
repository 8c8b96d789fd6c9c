"""What can have happened between chapters, and what the GM put right."""

from __future__ import annotations

from typing import TypeAlias

from moot.core import Event
from moot.games.wicked_age.state import When


class ChapterClosed(Event, tag="chapter-closed"):
    """A chapter is over; `names` stand on the owe list."""

    chapter: int
    names: tuple[str, ...] = ()


class ChapterOpened(Event, tag="chapter-opened"):
    """A later chapter has begun, by the name `owed` of `character`, or (both empty) like the first.

    `figure` is that character's place on the list. `healed`: harm is forgotten (WA-NEXT-06).
    """

    seat: str
    chapter: int
    when: When
    falls: str = ""
    oracle: str = ""
    owed: str = ""
    character: str = ""
    figure: str = ""
    healed: bool = True


class BroughtBack(Event, tag="brought-back"):
    """`seat` struck a name and plays that character, at a place of their own on the list or in a figure's."""

    seat: str
    owed: str
    character: str
    figure: str
    takes_over: bool = False


class NewPicked(Event, tag="new-picked"):
    """`seat` strikes no name in this chapter."""

    seat: str


class NpcRecalled(Event, tag="npc-recalled"):
    """An NPC of an earlier chapter is in this one, as a figure of its list."""

    character: str
    figure: str


class StrengthGrew(Event, tag="strength-grew"):
    """A strength that came back is worth one option more."""

    strength: str
    significance: int


class Corrected(Event):
    """What every correction tells: which seat made it, and why."""

    seat: str
    reason: str


class DieCorrected(Corrected, tag="die-corrected"):
    """One die of a sheet was set; `place` counts the dice of the form from 0, `lasting`: unhurt too."""

    character: str
    form: str
    place: int
    was: int
    die: int
    lasting: bool = False


class PartCorrected(Corrected, tag="part-corrected"):
    """Somebody was put out of the chapter, or back in."""

    character: str
    gone: bool


class WordsCorrected(Corrected, tag="words-corrected"):
    """A sheet has another name or description; `was` is the name before."""

    character: str
    was: str
    name: str
    description: str


class NameOwed(Corrected, tag="name-owed"):
    """A name was put on the owe list by the GM."""

    owed: str
    character: str
    player: str


class NameStruckOff(Corrected, tag="name-struck-off"):
    """A name was struck off the owe list by the GM."""

    owed: str
    character: str


OpeningEvent: TypeAlias = ChapterClosed | ChapterOpened | BroughtBack | NewPicked | NpcRecalled | StrengthGrew

CorrectionEvent: TypeAlias = DieCorrected | PartCorrected | WordsCorrected | NameOwed | NameStruckOff

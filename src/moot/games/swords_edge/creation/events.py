"""What can have happened while characters are made."""

from __future__ import annotations

from typing import Literal, TypeAlias

from moot.core import Event
from moot.games.swords_edge.book import Rank, TraitId
from moot.games.swords_edge.people import Character, Pivot, Quality


class GenreChosen(Event, tag="genre-chosen"):
    """The table plays in this genre; empty for none."""

    genre: str


class CharacterBegun(Event, tag="character-begun"):
    """A sheet was begun."""

    character: Character


class SampleTaken(Event, tag="sample-taken"):
    """A player took a sample character."""

    character: Character


class RankSet(Event, tag="rank-set"):
    """A Trait or Quality of a sheet in the making went from one Rank to another."""

    who: str
    what: str
    was: Rank
    rank: Rank


class QualityAdded(Event, tag="quality-added"):
    """An Element, Weakness or Fetish was written on a sheet in the making."""

    who: str
    quality: Quality


class QualityReworded(Event, tag="quality-reworded"):
    """A Quality has another name."""

    who: str
    what: str
    was: str
    name: str


class FacultyTied(Event, tag="faculty-tied"):
    """The Faculty goes with another Trait."""

    who: str
    trait: TraitId


class QualityDropped(Event, tag="quality-dropped"):
    """A Quality was struck, and a Fetish with its SFX Quality."""

    who: str
    what: str
    name: str


class QualityJudged(Event, tag="quality-judged"):
    """The GM ruled on a Quality that covers much (SE-CRE-07)."""

    who: str
    what: str
    surcharge: int
    refused: bool


class PivotSet(Event, tag="pivot-set"):
    """A Pivot was written, in place of any other of its kind."""

    who: str
    pivot: Pivot


class PivotDropped(Event, tag="pivot-dropped"):
    """A Pivot was struck."""

    who: str
    pivot: str
    text: str


class CharacterFinished(Event, tag="character-finished"):
    """A sheet is done; `left` Ranks were never spent."""

    who: str
    left: int = 0


class CharacterReopened(Event, tag="character-reopened"):
    """A sheet is being changed again."""

    who: str


class CharacterSetAside(Event, tag="character-set-aside"):
    """A player gave a character up."""

    who: str
    name: str
    how: Literal["draft", "retired"]


CreationEvent: TypeAlias = (
    GenreChosen | CharacterBegun | SampleTaken | RankSet | QualityAdded | QualityReworded | FacultyTied | QualityDropped
    | QualityJudged | PivotSet | PivotDropped | CharacterFinished | CharacterReopened | CharacterSetAside
)

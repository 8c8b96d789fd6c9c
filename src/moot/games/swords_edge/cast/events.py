"""What can have happened to NCs outside of Tests."""

from __future__ import annotations

from typing import Literal, TypeAlias

from moot.core import Event
from moot.games.swords_edge.book import Rank
from moot.games.swords_edge.narrative import NC, Clue, NcFace, NcQuality, Stance


class NcsMade(Event, tag="ncs-made"):
    """NCs were made; the table knows nothing of them yet."""

    ncs: tuple[NC, ...]


class NcTuned(Event, tag="nc-tuned"):
    """One Rank on an NC's sheet was set: its own, a Trait's, or that of a Quality by id."""

    nc: str
    what: str
    rank: Rank


class NcGiven(Event, tag="nc-given"):
    """An NC has another Element, or a flaw."""

    nc: str
    quality: NcQuality
    flaw: bool = False


class NcStruck(Event, tag="nc-struck"):
    """Something was struck off an NC's sheet."""

    nc: str
    what: str


class BroughtIn(Event, tag="brought-in"):
    """NCs are in the scene, seen as far as the table knows them."""

    ncs: tuple[str, ...]
    faces: tuple[NcFace, ...] = ()


class SentOff(Event, tag="sent-off"):
    """An NC left the scene."""

    nc: str
    name: str


class NcShown(Event, tag="nc-shown"):
    """An NC's sheet is open to everyone."""

    nc: str
    face: NcFace


class NcHidden(Event, tag="nc-hidden"):
    """An NC's sheet is closed again."""

    nc: str


class Readied(Event, tag="readied"):
    """An NC meets Tests this way."""

    nc: str
    stance: Stance


class WornDown(Event, tag="worn-down"):
    """An NC lost a Rank; below Weak it is out."""

    nc: str
    now: Rank | Literal[""]
    out: bool = False


class Restored(Event, tag="restored"):
    """An NC is whole again."""

    nc: str


class Dismissed(Event, tag="dismissed"):
    """An NC's sheet was thrown away; `shown`: it had lain open."""

    nc: str
    shown: bool = False


class ClueWritten(Event, tag="clue-written"):
    """An obstacle hides this."""

    nc: str
    clue: Clue


class ClueTold(Event, tag="clue-told"):
    """The GM told a clue without dice."""

    nc: str
    clue: int
    text: str


CastEvent: TypeAlias = (
    NcsMade | NcTuned | NcGiven | NcStruck | BroughtIn | SentOff | NcShown | NcHidden | Readied | WornDown | Restored
    | Dismissed | ClueWritten | ClueTold
)

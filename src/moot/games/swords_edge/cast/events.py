"""What can have happened to NCs outside of Tests."""

from __future__ import annotations

from typing import Literal, TypeAlias

from moot.core import Event
from moot.games.swords_edge.book import Rank
from moot.games.swords_edge.nc import NC, Clue, NcFace, NcQuality, Stance


class NcsMade(Event, tag="ncs-made"):
    """NCs were made; the table knows nothing of them yet."""

    ncs: tuple[NC, ...]


class NcTuned(Event, tag="nc-tuned", kw_only=True):
    """Ranks on NCs' sheets were set: their own (`rank`), a Trait's, or those of Qualities, by id or by kind."""

    ncs: tuple[str, ...]
    what: tuple[str, ...]
    rank: Rank
    v: int = 2


class NcGiven(Event, tag="nc-given", kw_only=True):
    """NCs have another Element, or a flaw."""

    ncs: tuple[str, ...]
    quality: NcQuality
    flaw: bool = False
    v: int = 2


class NcStruck(Event, tag="nc-struck", kw_only=True):
    """Qualities, by id or by kind (`concept`, `flaw`), were struck off NCs' sheets."""

    ncs: tuple[str, ...]
    what: tuple[str, ...]
    v: int = 2


class BroughtIn(Event, tag="brought-in"):
    """NCs are in the scene, seen as far as the table knows them."""

    ncs: tuple[str, ...]
    faces: tuple[NcFace, ...] = ()


class SentOff(Event, tag="sent-off", kw_only=True):
    """NCs left the scene."""

    ncs: tuple[str, ...]
    v: int = 2


class NcShown(Event, tag="nc-shown", kw_only=True):
    """NCs' sheets are open to everyone."""

    faces: tuple[NcFace, ...]
    v: int = 2


class NcHidden(Event, tag="nc-hidden", kw_only=True):
    """NCs' sheets are closed again."""

    ncs: tuple[str, ...]
    v: int = 2


class Readied(Event, tag="readied", kw_only=True):
    """NCs meet Tests this way, each by what is its own."""

    stances: dict[str, Stance]
    v: int = 2


class WornDown(Event, tag="worn-down"):
    """An NC lost a Rank; below Weak it is out."""

    nc: str
    now: Rank | Literal[""]
    out: bool = False


class Restored(Event, tag="restored", kw_only=True):
    """NCs are whole again."""

    ncs: tuple[str, ...]
    v: int = 2


class Dismissed(Event, tag="dismissed", kw_only=True):
    """NCs' sheets were thrown away; those of `shown` had lain open."""

    ncs: tuple[str, ...]
    shown: tuple[str, ...] = ()
    v: int = 2


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

"""What the GM can ask about NCs."""

from __future__ import annotations

from typing import Literal

from moot.core import Command
from moot.games.swords_edge.book import NcType, Rank
from moot.games.swords_edge.nc import NcKind


class MakeNc(Command, tag="make-nc"):
    """Build an NC after its type's pattern (SE-NC-06 to SE-NC-08)."""

    type: NcType
    name: str
    rank: Rank
    concept: str = ""
    kind: NcKind = "character"
    order: str = ""
    first: str = ""
    second: str = ""
    count: int = 1
    notes: str = ""


class TakeNc(Command, tag="take-nc"):
    """Take a printed NC, once or several times."""

    sample: str
    count: int = 1


class SetTask(Command, tag="set-task"):
    """Set a task that is a Rank and nothing else (SE-RANK-08)."""

    name: str
    rank: Rank


class GiveQuality(Command, tag="give-quality"):
    """Give NCs another Element (SE-NC-10). `nc` here and in what follows: one, or all of a kind."""

    nc: str
    name: str
    rank: Rank
    trait: str = ""


class GiveFlaw(Command, tag="give-flaw"):
    """Give NCs a flaw (SE-NC-15)."""

    nc: str
    name: str
    rank: Rank


class Tune(Command, tag="tune"):
    """Set one Rank on NCs' sheets; patterns are where it starts and no limit (SE-ERR-15)."""

    nc: str
    what: str
    rank: Rank


class StrikeQuality(Command, tag="strike-quality"):
    """Strike an Element, the Concept or the flaw off NCs' sheets."""

    nc: str
    what: str


class BringIn(Command, tag="bring-in"):
    """Bring NCs into the scene."""

    ncs: tuple[str, ...]


class SendOff(Command, tag="send-off"):
    """NCs leave the scene."""

    nc: str


class ShowNc(Command, tag="show-nc"):
    """Open NCs' sheets to everyone."""

    nc: str


class HideNc(Command, tag="hide-nc"):
    """Close NCs' sheets again."""

    nc: str


class Ready(Command, tag="ready"):
    """Say how NCs meet Tests: by which Trait, with which Elements, or not at all (SE-NC-14)."""

    nc: str
    trait: str = ""
    momentum: str = ""
    action: str = ""
    open: bool = False


class WearDown(Command, tag="wear-down"):
    """An NC loses a Rank without Stress (SE-NC-11)."""

    nc: str


class Restore(Command, tag="restore"):
    """NCs are whole again (SE-RD-47)."""

    nc: str


class Dismiss(Command, tag="dismiss"):
    """Throw NCs' sheets away."""

    nc: str


class WriteClue(Command, tag="write-clue"):
    """Write down what an obstacle hides (SE-NC-09)."""

    nc: str
    text: str


class TellClue(Command, tag="tell-clue"):
    """Tell a clue without dice."""

    nc: str
    clue: Literal["next"] = "next"

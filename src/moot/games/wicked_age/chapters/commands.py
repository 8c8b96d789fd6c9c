"""What can be asked at a chapter's end, as a later one opens, and by the GM who puts something right."""

from __future__ import annotations

from typing import Literal

from moot.core import Command


class CloseChapter(Command, tag="close-chapter"):
    """The table agrees that the chapter is over (WA-RD-26)."""


class OpenChapter(Command, tag="open-chapter"):
    """Open a later chapter, by the oldest name `owed` or (empty) like the first (WA-NEXT-01).

    `when` and `falls` say when it takes place; `oracle` is chosen along with it when a name opens it.
    """

    owed: str
    when: Literal["before", "after", "far-away"]
    falls: str = ""
    oracle: str = ""


class BringBack(Command, tag="bring-back"):
    """Strike one's oldest name to bring that character, as `figure` or (empty) beside the list (WA-NEXT-03)."""

    owed: str
    figure: str = ""


class PickNew(Command, tag="pick-new"):
    """Strike no name this time and play somebody new (WA-NEXT-03)."""


class RecallNpc(Command, tag="recall-npc"):
    """Bring an NPC of an earlier chapter in as a figure of the list (WA-NEXT-05)."""

    who: str
    figure: str


class CorrectDie(Command, tag="correct-die"):
    """Set one die of a sheet. `slot` is a form, an NPC's with `:0` or `:1` for the die; `lasting`: unhurt too."""

    who: str
    slot: str
    die: str
    lasting: bool
    reason: str


class CorrectPart(Command, tag="correct-part"):
    """Put somebody out of the chapter, or back in."""

    who: str
    gone: bool
    reason: str


class CorrectWords(Command, tag="correct-words"):
    """Put a sheet's name or description right."""

    who: str
    name: str
    description: str
    reason: str


class OweName(Command, tag="owe-name"):
    """Write a name on the owe list that ought to stand there."""

    who: str
    reason: str


class StrikeName(Command, tag="strike-name"):
    """Strike a name off the owe list that ought not to stand there."""

    owed: str
    reason: str

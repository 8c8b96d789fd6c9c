"""What can be asked of the table itself, whatever game is played."""

from __future__ import annotations

from typing import Literal

from moot.core import Command, Role
from moot.table.state import Consent, Door


class Say(Command, frozen=True, kw_only=True, tag="say"):
    """Speak: as `voice` (a character) in their words, as oneself (empty voice), or tell the story."""

    text: str
    voice: str = ""
    manner: Literal["speech", "aside", "story"] = "speech"


class KeepNotes(Command, frozen=True, kw_only=True, tag="keep-notes"):
    """Replace one's private notes. Nobody else sees them."""

    text: str


class OpenScene(Command, frozen=True, kw_only=True, tag="open-scene"):
    """Open a scene and turn to it."""

    title: str
    place: str = ""
    cast: str = ""
    stakes: str = ""


class CutTo(Command, frozen=True, kw_only=True, tag="cut-to"):
    """Turn to a scene that is open; the others wait as they are."""

    scene: str


class CloseScene(Command, frozen=True, kw_only=True, tag="close-scene"):
    """Close a scene."""

    scene: str


class Admit(Command, frozen=True, kw_only=True, tag="admit"):
    """Let somebody in who waits at the door."""

    seat: str


class HandSeat(Command, frozen=True, kw_only=True, tag="hand-seat"):
    """Let somebody who waits at the door take up a seat they had before, with its characters."""

    comer: str
    seat: str


class TurnAway(Command, frozen=True, kw_only=True, tag="turn-away"):
    """Refuse somebody at the door, or take a seat and its links away."""

    seat: str


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Give one's own seat up."""


class Rename(Command, frozen=True, kw_only=True, tag="rename"):
    """Change what one is called."""

    name: str


class SeatAs(Command, frozen=True, kw_only=True, tag="seat-as"):
    """Make a player of a watcher, or the other way round."""

    seat: str
    role: Role


class SetHouse(Command, frozen=True, kw_only=True, tag="set-house"):
    """Change how the table runs."""

    door: Door
    undo: Consent
    hand_dice: bool


class Pause(Command, frozen=True, kw_only=True, tag="pause"):
    """Stop play at once, for whatever reason. It is not recorded who asked."""


class Resume(Command, frozen=True, kw_only=True, tag="resume"):
    """Go on after a pause."""


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """Ask to take the game back to how it was before journal line `line` (the asking seat's own number)."""

    line: int


class AgreeToUndo(Command, frozen=True, kw_only=True, tag="agree-to-undo"):
    """Say yes to the undo that is asked for."""


class DeclineUndo(Command, frozen=True, kw_only=True, tag="decline-undo"):
    """Say no to it, or take one's own request back."""


class RevealDice(Command, frozen=True, kw_only=True, tag="reveal-dice"):
    """Open the seed of the sealed dice, so that anyone can check every roll, and seal a new one."""

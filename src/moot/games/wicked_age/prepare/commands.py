"""What can be asked while a chapter is prepared."""

from __future__ import annotations

from typing import Literal

from moot.core import Command, Item


class ChooseOracle(Command, tag="choose-oracle"):
    """Take `oracle` for this chapter (WA-ORA-02)."""

    oracle: str


class BringOracle(Command, tag="bring-oracle"):
    """Add an oracle of one's own: TOML, or a list with an entry on each line."""

    title: str
    text: str


class Deal(Command, tag="deal"):
    """Shuffle and deal four cards (WA-ORA-02)."""


class DealByHand(Command, tag="deal-by-hand"):
    """Say which four cards were dealt off a real deck (WA-MAT-03)."""

    cards: tuple[str, ...]


class ReadOut(Command, tag="read-out"):
    """Read the four entries out to everyone (WA-ORA-02)."""


class AddFigure(Command, tag="add-figure"):
    """Put somebody on the list of characters (WA-ORA-03)."""

    name: str


class ListFigures(Command, tag="list-figures"):
    """Put everyone whom the dealt entries name, or imply, on the list at once."""

    which: Literal["named", "implied"]


class RenameFigure(Command, tag="rename-figure"):
    """Say better who a figure on the list is."""

    figure: str
    name: str


class StrikeFigure(Command, tag="strike-figure"):
    """Take a figure off the list (WA-ORA-03)."""

    figure: str


class MergeFigures(Command, tag="merge-figures"):
    """Decide that `other` is the same person as `figure` (WA-ORA-04)."""

    figure: str
    other: str


class OpenClaims(Command, tag="open-claims"):
    """Let the players pick their characters; the list stays loose (WA-ORA-03)."""


class ClaimFigure(Command, tag="claim-figure"):
    """Want a figure as one's character (WA-ORA-02)."""

    figure: str


class LetGo(Command, tag="let-go"):
    """Leave a figure to others (WA-ORA-05)."""

    figure: str


class BeginSheets(Command, tag="begin-sheets"):
    """Everyone has a character: go on to the sheets."""


class TakeFigure(Command, tag="take-figure"):
    """Take a figure that is left on the list, when choosing is over (WA-RD-14, or a player who came late)."""

    figure: str


class MakeCharacter(Command, tag="make-character"):
    """Fill in the sheet of one's own figure, or fill it in anew (WA-CHA-01)."""

    figure: str
    name: str
    description: str
    forms: dict[str, int]
    strength: str = ""
    new_strength: str = ""


class MakeNpc(Command, tag="make-npc"):
    """Make an NPC of a figure, or (empty) of somebody unforeseen (WA-NPC-01).

    `arrangement` ranks the forms, strongest first.
    """

    figure: str
    name: str
    description: str
    arrangement: str
    strength: str = ""
    new_strength: str = ""


class QuickNpc(Command, tag="quick-npc"):
    """Make an NPC at once, with a name and an arrangement that chance picks; it can be made over (WA-NPC-01)."""

    figure: str


class RemakeNpc(Command, tag="remake-npc"):
    """Make an NPC's sheet over."""

    who: str
    name: str
    description: str
    arrangement: str
    strength: str = ""
    new_strength: str = ""


class UnmakeNpc(Command, tag="unmake-npc"):
    """Throw an NPC's sheet away before play (WA-ORA-06)."""

    who: str


class ShowNpc(Command, tag="show-npc"):
    """Open an NPC's sheet to everyone."""

    who: str


class HideNpc(Command, tag="hide-npc"):
    """Close an NPC's sheet again."""

    who: str


class Introduce(Command, tag="introduce"):
    """Let the table know of an unforeseen NPC."""

    who: str


class MakeStrength(Command, tag="make-strength"):
    """Fill in the sheet of a strength (WA-STR-02)."""

    strength: str
    description: str
    takes: str
    form: str
    npc_form: str


class PickOption(Command, tag="pick-option"):
    """Give a strength one of the options that its significance is worth (WA-STR-03, WA-NEXT-07)."""

    strength: str
    kind: Literal["potent", "broad", "consequential", "unique", "far-reaching"]
    form: str = ""
    npc_form: str = ""
    note: str = ""


class BeginInterests(Command, tag="begin-interests"):
    """All sheets are done: go on to best interests (WA-STR-01)."""


class NameInterests(Command, tag="name-interests"):
    """A turn in the circle: one best interest or more for one character (WA-BI-02)."""

    who: str
    interests: tuple[Item, ...]


class RestateInterest(Command, tag="restate-interest"):
    """Say an interest in other words, or of other people, before play."""

    interest: str
    text: str
    about: tuple[str, ...]


class DropInterest(Command, tag="drop-interest"):
    """Take an interest back before play."""

    interest: str


class BeginPlay(Command, tag="begin-play"):
    """Everyone has interests enough: play (WA-BI-02)."""

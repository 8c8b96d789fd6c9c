"""What can have happened at the table itself."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from moot.core import Event, Module, Role, Seat
from moot.table.state import House, Standing


class TableEvent(Event, frozen=True, kw_only=True):
    """An event of the table, not of the game played at it."""


class Opened(TableEvent, frozen=True, kw_only=True, tag="table.opened"):
    """The table was opened: game, options and house rules, so that its log always replays under its own rules."""

    game: str
    title: str
    settings: dict[str, str]
    modules: tuple[Module, ...] = ()
    house: House
    engine: str


class DiceSealed(TableEvent, frozen=True, kw_only=True, tag="table.dice-sealed"):
    """A new secret seed is in use; its SHA-256 is made known before its first roll."""

    epoch: int
    commitment: str


class DiceRevealed(TableEvent, frozen=True, kw_only=True, tag="table.dice-revealed"):
    """The seed of an epoch (hexadecimal) is open: every roll made with it can be checked."""

    epoch: int
    seed: str


class Came(TableEvent, frozen=True, kw_only=True, tag="table.came"):
    """Somebody came to the door, or straight in."""

    seat: Seat
    standing: Standing
    hue: int


class Admitted(TableEvent, frozen=True, kw_only=True, tag="table.admitted"):
    """The guide let somebody in."""

    seat: str


class SeatHanded(TableEvent, frozen=True, kw_only=True, tag="table.seat-handed"):
    """Somebody at the door turned out to be an old friend, and has `seat` back."""

    comer: str
    seat: str


class Left(TableEvent, frozen=True, kw_only=True, tag="table.left"):
    """Somebody left, was turned away or lost the seat. Of who only `waited` at the door, the others never hear."""

    seat: str
    by: str
    waited: bool = False


class Renamed(TableEvent, frozen=True, kw_only=True, tag="table.renamed"):
    """Somebody goes by another name."""

    seat: str
    name: str


class SeatedAs(TableEvent, frozen=True, kw_only=True, tag="table.seated-as"):
    """Somebody's role changed."""

    seat: str
    role: Role


class HouseSet(TableEvent, frozen=True, kw_only=True, tag="table.house-set"):
    """The table runs differently from now on."""

    house: House


class Said(TableEvent, frozen=True, kw_only=True, tag="table.said"):
    """Somebody spoke. `name` is the character's, where one spoke."""

    seat: str
    text: str
    manner: Literal["speech", "aside", "story"]
    voice: str = ""
    name: str = ""


class NotesKept(TableEvent, frozen=True, kw_only=True, tag="table.notes-kept"):
    """A seat's private notes; nobody else hears of it."""

    seat: str
    text: str


class SceneOpened(TableEvent, frozen=True, kw_only=True, tag="table.scene-opened"):
    """A scene is open and on."""

    scene: str
    title: str
    place: str = ""
    cast: str = ""
    stakes: str = ""


class CutMade(TableEvent, frozen=True, kw_only=True, tag="table.cut-made"):
    """Another open scene is on."""

    scene: str


class SceneClosed(TableEvent, frozen=True, kw_only=True, tag="table.scene-closed"):
    """A scene is over."""

    scene: str


class Paused(TableEvent, frozen=True, kw_only=True, tag="table.paused"):
    """Play stopped. By whom is nobody's business."""


class Resumed(TableEvent, frozen=True, kw_only=True, tag="table.resumed"):
    """Play goes on."""


class UndoWanted(TableEvent, frozen=True, kw_only=True, tag="table.undo-wanted"):
    """Somebody asked to take the game back to how it was after entry `to`."""

    seat: str
    to: int


class UndoAgreed(TableEvent, frozen=True, kw_only=True, tag="table.undo-agreed"):
    """Somebody whose yes is needed said it."""

    seat: str


class UndoDeclined(TableEvent, frozen=True, kw_only=True, tag="table.undo-declined"):
    """The undo is off."""

    seat: str


class Rewound(TableEvent, frozen=True, kw_only=True, tag="table.rewound"):
    """The game is back as it was after entry `to`. Nothing is erased, and luck that was used stays used."""

    to: int
    by: str


AnyTableEvent: TypeAlias = (
    Opened
    | DiceSealed
    | DiceRevealed
    | Came
    | Admitted
    | SeatHanded
    | Left
    | Renamed
    | SeatedAs
    | HouseSet
    | Said
    | NotesKept
    | SceneOpened
    | CutMade
    | SceneClosed
    | Paused
    | Resumed
    | UndoWanted
    | UndoAgreed
    | UndoDeclined
    | Rewound
)

EVENTS: tuple[type[TableEvent], ...] = get_args(AnyTableEvent)

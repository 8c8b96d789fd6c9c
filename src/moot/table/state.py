"""The state of a table: who sits there, which scene is on, which undo is asked for, and the game being played."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from moot.core import Module, Refused, Roles, Seat

Standing: TypeAlias = Literal["waiting", "seated", "left"]
"""waiting: at the door; seated; left: turned away, gone or revoked."""

Door: TypeAlias = Literal["ask", "open"]
"""ask: the guide admits each who comes; open: everyone with the link sits down."""

Consent: TypeAlias = Literal["guide", "everyone"]
"""Who must agree to an undo: the guide, or everyone seated who plays."""

BoundaryKind: TypeAlias = Literal["line", "veil"]
"""line: it does not come up at all; veil: it may happen, but off stage."""

Openers: TypeAlias = Literal["local", "link", "anyone"]
"""Who may open tables: people at the machine itself; also those who came by the link for it; everyone."""

AT_TABLE = Roles("one who runs the game")
"""Who may do what at a table, whatever game is played."""


class Chair(msgspec.Struct, frozen=True):
    """A seat and how it stands. `hue` is the number of its colour, 1 to 8.

    `claims` is the seat that somebody at the door says is theirs, if they say so; `lent`: a stand-in plays it.
    """

    seat: Seat
    standing: Standing = "seated"
    hue: int = 1
    claims: str = ""
    lent: bool = False


class Scene(msgspec.Struct, frozen=True):
    """A scene: where, who is there, and what is up. Several may be open; one is on."""

    id: str
    title: str
    place: str = ""
    cast: str = ""
    stakes: str = ""
    open: bool = True


class UndoAsked(msgspec.Struct, frozen=True):
    """Somebody wants the game back as it was after entry `to`; `agreed` are the seats that said yes."""

    by: str
    to: int
    agreed: tuple[str, ...] = ()


class House(msgspec.Struct, frozen=True):
    """How this table runs: set when it is opened and by the guide later, every change in the log."""

    door: Door = "ask"
    undo: Consent = "guide"
    hand_dice: bool = True


class Boundary(msgspec.Struct, frozen=True):
    """Something that somebody does not want in play: not at all (a line), or only off stage (a veil)."""

    id: str
    kind: BoundaryKind
    text: str


class SaidQuietly(msgspec.Struct, frozen=True):
    """What somebody, by their seat, told the guide alone."""

    seat: str
    text: str


class Amendment(msgspec.Struct, frozen=True, kw_only=True):
    """A change of a table's rules: options that get another value, house rules to play with, or the id of those to
    play without."""

    settings: dict[str, str] = {}
    takes: Module | None = None
    drops: str = ""


class TableState(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Everything about a table but the game's own state.

    `settings` are the game's options and `modules` its house rules; `weighed` is a change of them that the guide looks
    at. `quiet` are words to the guide alone that are still to be read. `opens_dice`: whether the sealed dice are
    opened, and scenes closed, whenever an evening of the game closes. `epoch` counts the seeds of the sealed dice and
    `commitment` is the fingerprint of the one in use; `seeds` are those that are open, by the epoch as JSON names it,
    in hexadecimal.
    """

    game: str
    title: str
    settings: dict[str, str] = {}
    modules: tuple[Module, ...] = ()
    weighed: Amendment | None = None
    house: House = House()
    chairs: dict[str, Chair] = {}
    scenes: dict[str, Scene] = {}
    scene: str = ""
    paused: bool = False
    boundaries: dict[str, Boundary] = {}
    quiet: tuple[SaidQuietly, ...] = ()
    undo: UndoAsked | None = None
    notes: dict[str, str] = {}
    opens_dice: bool = False
    epoch: int = 0
    commitment: str = ""
    seeds: dict[str, str] = {}

    def chair(self, seat: str) -> Chair:
        """The chair of a seat, also of one at the door. Raises Refused if there is none, or its person left."""
        chair = self.chairs.get(seat)
        if chair is None or chair.standing == "left":
            raise Refused("no-seat", "You have no seat at this table. Ask for its link and come in again.")
        return chair

    def let_in(self, seat: str) -> Seat:
        """A seat as it is now. Raises Refused if it has no chair, or waits at the door."""
        chair = self.chair(seat)
        if chair.standing == "waiting":
            raise Refused("not-seated", "You are not let in yet: the one who runs the game opens the door.")
        return chair.seat

    def seated(self) -> tuple[Seat, ...]:
        """Everyone who sits at the table."""
        return tuple(chair.seat for chair in self.chairs.values() if chair.standing == "seated")

    def waiting(self) -> tuple[Seat, ...]:
        """Everyone at the door."""
        return tuple(chair.seat for chair in self.chairs.values() if chair.standing == "waiting")

    def consenting(self) -> frozenset[str]:
        """The seats whose yes an undo needs."""
        everyone = self.house.undo == "everyone"
        return frozenset(s.id for s in self.seated() if s.guides or (everyone and s.plays))

    def with_chair(self, chair: Chair) -> TableState:
        """The same table with this chair, in place of the one that its seat had."""
        return msgspec.structs.replace(self, chairs={**self.chairs, chair.seat.id: chair})

    def name(self, seat: str) -> str:
        """What people call `seat`; the table itself has no name."""
        return self.chairs[seat].seat.name if seat in self.chairs else ""

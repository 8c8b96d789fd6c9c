"""What each seat hears of a table: its own numbered record, in which hidden events leave no gap."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from moot.core import Event, Game, Line, Seat
from moot.table.events import Came, NotesKept, TableEvent
from moot.table.ledger import Passage, Piece
from moot.table.lines import line as table_line

_encode = msgspec.json.Encoder().encode


class Heard(msgspec.Struct, frozen=True, dict=True):
    """One log entry as some seats heard it: when, who asked (a name), the journal's lines, and the events.

    `seq` is the entry's own number, which no seat is told. Seats that hear the same share one `Heard` and its bytes.
    """

    seq: int
    at: int
    by: str
    lines: tuple[Line, ...]
    events: tuple[Event, ...]

    @cached_property
    def body(self) -> bytes:
        """The JSON object that goes to whoever hears this."""
        return _encode({"at": self.at, "by": self.by, "lines": self.lines, "events": self.events})


class Hearing:
    """The record of one seat. Number n (from 1) is the n-th thing it heard."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.record: list[Heard] = []

    def seq_of(self, number: int) -> int | None:
        """The log entry behind the seat's own number, if there is one."""
        return self.record[number - 1].seq if 1 <= number <= len(self.record) else None


def hear(game: Game[Any], passage: Passage, seats: dict[str, Seat]) -> dict[str, Heard]:
    """What each of `seats` hears of a passage; who hears nothing is left out. Equal hearings are one object."""
    by: dict[tuple[int, ...], Heard] = {}
    heard: dict[str, Heard] = {}
    for id_, seat in seats.items():
        told = [(piece, event) for piece in passage.pieces if (event := tell(game, piece, seat)) is not None]
        if not told:
            continue
        same = tuple(id(event) for _, event in told)
        if same not in by:
            by[same] = _heard(game, passage, told)
        heard[id_] = by[same]
    return heard


def tell(game: Game[Any], piece: Piece, seat: Seat) -> Event | None:
    """What `seat` hears of an event: all of it, a part, or nothing (None)."""
    event = piece.event
    match event:
        case NotesKept(seat=owner):
            return event if owner == seat.id else None
        case Came(seat=comer, standing="waiting"):
            return event if seat.guides or comer.id == seat.id else None
        case TableEvent():
            return event
        case _:
            return game.told(piece.play, event, seat)


def _heard(game: Game[Any], passage: Passage, told: list[tuple[Piece, Event]]) -> Heard:
    lines = tuple(line for piece, event in told if (line := _line(game, piece, event)) is not None)
    table = passage.pieces[-1].table
    return Heard(
        seq=passage.entry.seq,
        at=passage.entry.at,
        by=table.name(passage.entry.seat),
        lines=lines,
        events=tuple(event for _, event in told),
    )


def _line(game: Game[Any], piece: Piece, event: Event) -> Line | None:
    return table_line(piece.table, event) if isinstance(event, TableEvent) else game.line(piece.play, event)

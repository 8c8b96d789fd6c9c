"""What each seat hears of a table: its own numbered record, in which hidden events leave no gap.

Whatever is heard is in the log already, so a game that cannot tell of it or put it into words stops nobody: the seat
that asked and whoever runs the game hear that something happened, and the others what they can be told.
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import msgspec

from moot.core import Event, Game, Line, Seat
from moot.core.events import name_of
from moot.table.kinds import TableEvent
from moot.table.ledger import Passage, Piece
from moot.table.undo import Rewound, UndoWanted

UNSAID = Line(kind="system", text="Something happened here that Moot cannot put into words.")
"""The line for what a game fails to tell."""

Told: TypeAlias = tuple[Piece, Event[Any] | None]
"""What came to pass, and as what a seat is told of it; None where it hears no more than that something happened."""

_encode = msgspec.json.Encoder().encode
_log = logging.getLogger(__name__)


class Heard(msgspec.Struct, frozen=True, dict=True):
    """One log entry as some seats heard it: when, who asked (a name), the journal's lines, and the events.

    `seq` is the entry's own number, which no seat is told. Seats that hear the same share one `Heard` and its bytes.
    """

    seq: int
    at: int
    by: str
    lines: tuple[Line, ...]
    events: tuple[Event[Any], ...]

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

    def number_after(self, seq: int) -> int:
        """The seat's own number of the first thing it heard, or will hear, after log entry `seq`."""
        return bisect_right(self.record, seq, key=lambda heard: heard.seq) + 1


def hear(game: Game[Any], passage: Passage, seats: Mapping[str, Seat]) -> dict[str, Heard]:
    """What each of `seats` hears of a passage; who hears nothing is left out. Equal hearings are one object.

    Each hears as the seat it was then, so that a new name or role changes nothing in what was heard, nor its numbers;
    before it came, as the seat in `seats`.
    """
    shared: list[tuple[list[Told], Heard]] = []
    heard: dict[str, Heard] = {}
    for id_, seat in seats.items():
        told = told_of(game, passage, seat)
        if not told:
            continue
        same = next((other for known, other in shared if known == told), None)
        if same is None:
            same = _heard(game, passage, told)
            shared.append((told, same))
        heard[id_] = same
    return heard


def told_of(game: Game[Any], passage: Passage, seat: Seat) -> list[Told]:
    """What `seat`, as the seat it was then, is told of a passage, each event with what it came with."""
    told: list[Told] = []
    for piece in passage.pieces:
        then = _then(piece, seat)
        try:
            event = tell(game, piece, then)
        except Exception:  # noqa: BLE001 - it is written down, so it must go on
            name = name_of(type(piece.event))
            _log.exception("entry %d: %s cannot tell %s of %s", passage.entry.seq, game.name, seat.id, name)
            if then.guides or seat.id == passage.entry.seat:  # for others it may be hidden
                told.append((piece, None))
        else:
            if event is not None:
                told.append((piece, event))
    return told


def record_of(game: Game[Any], passages: Sequence[Passage], seat: Seat) -> list[Heard]:
    """Everything that `seat` heard, from the first entry on."""
    came = as_it_came(passages, seat)
    return [heard for passage in passages for heard in hear(game, passage, {seat.id: came}).values()]


def as_it_came(passages: Sequence[Passage], seat: Seat) -> Seat:
    """The seat as it was when it came, before any change of name or role."""
    chairs = (piece.table.chairs.get(seat.id) for passage in passages for piece in passage.pieces)
    return next((chair.seat for chair in chairs if chair is not None), seat)


def _then(piece: Piece, seat: Seat) -> Seat:
    chair = piece.table.chairs.get(seat.id)
    return seat if chair is None else chair.seat


def tell(game: Game[Any], piece: Piece, seat: Seat) -> Event[Any] | None:
    """What `seat` hears of an event: all of it, a part, or nothing (None)."""
    event = piece.event
    return event.told(piece.table, seat) if isinstance(event, TableEvent) else game.told(piece.play, event, seat)


def _heard(game: Game[Any], passage: Passage, told: list[Told]) -> Heard:
    lines = tuple(line for piece, event in told if (line := line_of(game, piece, event)) is not None)
    table = passage.pieces[-1].table
    return Heard(
        seq=passage.entry.seq,
        at=passage.entry.at,
        by=table.name(passage.entry.seat),
        lines=lines,
        events=tuple(_unnumbered(event) for _, event in told if event is not None),
    )


def _unnumbered(event: Event[Any]) -> Event[Any]:
    """The event without the log's own numbers, which would tell how much is hidden."""
    return msgspec.structs.replace(event, to=0) if isinstance(event, (UndoWanted, Rewound)) else event


def line_of(game: Game[Any], piece: Piece, event: Event[Any] | None) -> Line | None:
    """The journal's line for what was told of a piece; None where there is nothing to say."""
    if event is None:
        return UNSAID
    if isinstance(event, TableEvent):
        return event.line(piece.table)
    try:
        return game.line(piece.play, event)
    except Exception:  # noqa: BLE001 - it is written down, so it must go on
        _log.exception("%s has no words for %s", game.name, name_of(type(event)))
        return UNSAID

"""What each seat hears of a table: its own numbered record, in which hidden events leave no gap.

What is heard is in the log already, so a game that fails to tell of it stops nobody: the seat that asked and the guide
hear that something happened, and the others what they can be told.
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from moot.core import Event, Game, Line, Seat
from moot.core.events import name_of
from moot.table.ledger import FoldedEntry, FoldedEvent
from moot.table.undo import Rewound, UndoWanted

UNSAID = Line(kind="system", text="Something happened here that Moot cannot put into words.")
"""The line for what a game fails to tell."""

Told: TypeAlias = tuple[FoldedEvent, Event[Any] | None]
"""What came to pass, and as what a seat is told of it; None where it hears no more than that something happened."""

_NUMBERED = frozenset[type]({UndoWanted, Rewound})
"""Events with the log's own numbers in them, which would tell a seat how much is hidden from it."""
_ALL_OF_IT = Event.told
"""The `told` of events that override nothing: a seat that may hear them hears all of them."""

_encode = msgspec.json.Encoder().encode
_log = logging.getLogger(__name__)


class SeatEntry(msgspec.Struct, frozen=True, dict=True):
    """One log entry as some seats heard it: when, who asked (a seat, and its name then), the lines, and the events.

    `seq` is the entry's own number, which no seat is told. Seats that hear the same share one object and its bytes.
    """

    seq: int
    at: int
    seat: str
    by: str
    lines: tuple[Line, ...]
    events: tuple[Event[Any], ...]

    @property
    def body(self) -> bytes:
        """The JSON object that goes to those who hear this; made when it is first asked for."""
        made: bytes | None = self.__dict__.get("made")
        if made is None:
            plain = {"at": self.at, "by": self.by, "lines": self.lines, "events": self.events}
            made = self.__dict__["made"] = _encode(plain)
        return made


class SeatJournal:
    """The record of one seat. Number n (from 1) is the n-th thing it heard."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.entries: list[SeatEntry] = []

    def seq_of(self, number: int) -> int | None:
        """The log entry behind the seat's own number, if there is one."""
        return self.entries[number - 1].seq if 1 <= number <= len(self.entries) else None

    def number_after(self, seq: int) -> int:
        """The seat's own number of the first thing it heard, or will hear, after log entry `seq`."""
        return bisect_right(self.entries, seq, key=lambda heard: heard.seq) + 1


def entries_for(game: Game[Any], folded: FoldedEntry, seats: Mapping[str, Seat]) -> dict[str, SeatEntry]:
    """What each of `seats` hears of an entry; those who hear nothing are left out. Equal entries are one object.

    Each hears as the seat it was then, so that a new name or role changes nothing in what was heard, nor its numbers;
    before it came, as the seat in `seats`.
    """
    everything: list[Told] = []
    for happened in folded.events if seats else ():
        if not _for_everyone(happened.event):
            break
        everything.append((happened, happened.event))
    else:  # most are for everybody, so nobody needs to be asked for
        if not everything:
            return {}
        return dict.fromkeys(seats, _heard(folded, [(event, line_of(game, now, event)) for now, event in everything]))
    shared: list[tuple[list[Told], SeatEntry]] = []
    said: dict[int, Line | None] = {}
    heard: dict[str, SeatEntry] = {}
    for id_, seat in seats.items():
        told = told_of(game, folded, seat)
        if not told:
            continue
        same = next((other for known, other in shared if known == told), None)
        if same is None:
            for happened, event in told:
                if id(event) not in said:  # each is held by what was told of it, so its identity stays its own
                    said[id(event)] = line_of(game, happened, event)
            same = _heard(folded, [(event, said[id(event)]) for _, event in told])
            shared.append((told, same))
        heard[id_] = same
    return heard


def _for_everyone(event: Event[Any]) -> bool:
    kind = type(event)
    return kind.told is _ALL_OF_IT and kind.heard_by == "everyone" and not kind.hides


def told_of(game: Game[Any], folded: FoldedEntry, seat: Seat) -> list[Told]:
    """What `seat`, as the seat it was then, is told of an entry, each event with what it came with."""
    told: list[Told] = []
    for happened in folded.events:
        if _for_everyone(happened.event):
            told.append((happened, happened.event))
            continue
        then = _then(happened, seat)
        try:
            event = tell(game, happened, then)
        except Exception:  # noqa: BLE001 - it is written down, so it must go on
            name = name_of(type(happened.event))
            _log.exception("entry %d: %s cannot tell %s of %s", folded.entry.seq, game.name, seat.id, name)
            if then.guides or seat.id == folded.entry.seat:  # for others it may be hidden
                told.append((happened, None))
        else:
            if event is not None:
                told.append((happened, event))
    return told


def journal_of(game: Game[Any], entries: Sequence[FoldedEntry], seat: Seat) -> list[SeatEntry]:
    """Everything that `seat` heard, from the first entry on."""
    came = as_it_came(entries, seat)
    return [heard for folded in entries for heard in entries_for(game, folded, {seat.id: came}).values()]


def as_it_came(entries: Sequence[FoldedEntry], seat: Seat) -> Seat:
    """The seat as it was when it came, before any change of name or role."""
    chairs = (happened.table.chairs.get(seat.id) for folded in entries for happened in folded.events)
    return next((chair.seat for chair in chairs if chair is not None), seat)


def _then(happened: FoldedEvent, seat: Seat) -> Seat:
    chair = happened.table.chairs.get(seat.id)
    return seat if chair is None else chair.seat


def tell(game: Game[Any], happened: FoldedEvent, seat: Seat) -> Event[Any] | None:
    """What `seat` hears of an event: all of it, a part, or nothing (None)."""
    event = happened.event
    if event.of_table:
        return event.told(happened.table, seat)
    return game.told(happened.game_state, event, seat)


def _heard(folded: FoldedEntry, said: list[tuple[Event[Any] | None, Line | None]]) -> SeatEntry:
    """What those hear who are told these events of an entry, each with its line."""
    entry, table = folded.entry, folded.events[-1].table
    lines: list[Line] = []
    events: list[Event[Any]] = []
    for event, line in said:
        if line is not None:
            lines.append(line)
        if event is not None:
            events.append(replace(event, to=0) if type(event) in _NUMBERED else event)
    return SeatEntry(entry.seq, entry.at, entry.seat, table.name(entry.seat), tuple(lines), tuple(events))


def line_of(game: Game[Any], happened: FoldedEvent, event: Event[Any] | None) -> Line | None:
    """The journal's line for what was told of an event; None where there is nothing to say."""
    if event is None:
        return UNSAID
    try:
        if event.of_table:
            return event.line(happened.table)
        return game.line(happened.game_state, event)
    except Exception:  # noqa: BLE001 - it is written down, so it must go on
        _log.exception("%s has no words for %s", game.name, name_of(type(event)))
        return UNSAID

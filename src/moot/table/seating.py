"""Who sits at the table: let in, turned away, given a seat back, under what name and role."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Offer, Play, Refused, Seat, Write
from moot.table import commands as ask, events as did
from moot.table.door import NAME, check_free
from moot.table.state import AT_TABLE, TableState
from moot.table.words import person


def admit(state: TableState, seat: Seat) -> Iterator[Offer]:
    AT_TABLE.needs_guide(seat, "lets people in")
    for comer in state.waiting():
        yield Offer(do="admit", label=f"Let {comer.name} in", fixed={"seat": comer.id}, urgency="must", about="door")


def hand_seat(state: TableState, seat: Seat) -> Iterator[Offer]:
    AT_TABLE.needs_guide(seat, "gives a seat back")
    olds = [chair.seat for chair in state.chairs.values() if chair.standing != "waiting" and not chair.seat.guides]
    for comer in state.waiting():
        for old in olds:
            yield Offer(
                do="hand-seat",
                label=f"{comer.name} is {old.name}: give the seat back",
                why="They get that seat with its characters; links of the old device still work.",
                fixed={"comer": comer.id, "seat": old.id},
                about="door",
            )


def turn_away(state: TableState, seat: Seat) -> Iterator[Offer]:
    AT_TABLE.needs_guide(seat, "turns people away")
    for chair in state.chairs.values():
        if chair.standing != "left" and chair.seat.id != seat.id:
            waits = chair.standing == "waiting"
            label = f"Turn {chair.seat.name} away" if waits else f"Take {chair.seat.name}'s seat away"
            why = "" if waits else "Their links stop working; they can come to the door again."
            fixed = {"seat": chair.seat.id}
            yield Offer(do="turn-away", label=label, why=why, fixed=fixed, urgency="tool", about="door")


def turned_away(play: Play[TableState], command: ask.TurnAway) -> None:
    waited = play.state.chairs[command.seat].standing == "waiting"
    play.record(did.Left(seat=command.seat, by=play.seat.id, waited=waited))


def leave(state: TableState, seat: Seat) -> Iterator[Offer]:
    if seat.guides:
        raise Refused("guide-stays", "The one who runs the game cannot leave the table.")
    yield Offer(
        do="leave", label="Leave the table", why="Your characters stay. You can come to the door again.", urgency="tool"
    )


def left(play: Play[TableState], command: ask.Leave) -> None:
    play.record(did.Left(seat=play.seat.id, by=play.seat.id))


def rename(state: TableState, seat: Seat) -> Iterator[Offer]:
    name = Write(name="name", label="My name", most=NAME, default=seat.name)
    yield Offer(do="rename", label="Change my name", urgency="tool", fields=(name,))


def renamed(play: Play[TableState], command: ask.Rename) -> None:
    name = person(command.name, NAME)
    check_free(play.state, name, play.seat.id)
    play.record(did.Renamed(seat=play.seat.id, name=name))


def seat_as(state: TableState, seat: Seat) -> Iterator[Offer]:
    AT_TABLE.needs_guide(seat, "changes who plays")
    for other in state.seated():
        if not other.guides:
            role = "watcher" if other.plays else "player"
            label = f"Let {other.name} play" if role == "player" else f"Make {other.name} a watcher"
            yield Offer(do="seat-as", label=label, fixed={"seat": other.id, "role": role}, urgency="tool", about="door")


def seated_as(play: Play[TableState], command: ask.SeatAs) -> None:
    play.record(did.SeatedAs(seat=command.seat, role=command.role))

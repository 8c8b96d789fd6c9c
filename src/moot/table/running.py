"""How the table runs: its house rules, the pause, taking things back, opening the dice."""

from __future__ import annotations

from collections.abc import Iterator

from moot.core import Choice, Choose, Confirm, Count, Offer, Play, Refused, Seat
from moot.table import commands as ask, events as did
from moot.table.state import AT_TABLE, House, TableState

MOST_LINES = 10_000_000
"""More lines than any journal will have."""


def set_house(state: TableState, seat: Seat) -> Iterator[Offer]:
    AT_TABLE.needs_guide(seat, "changes how the table runs")
    house = state.house
    doors = (Choice("ask", "I let each one in"), Choice("open", "Whoever has the link sits down"))
    undo = (Choice("guide", "I decide"), Choice("everyone", "Everyone who plays must agree"))
    yield Offer(
        do="set-house",
        label="How this table runs",
        urgency="tool",
        fields=(
            Choose(name="door", label="The door", choices=doors, default=(house.door,)),
            Choose(name="undo", label="Taking things back", choices=undo, default=(house.undo,)),
            Confirm(
                name="hand_dice",
                label="Dice rolled by hand may be typed in",
                hint="The journal marks them.",
                default=house.hand_dice,
            ),
        ),
    )


def house_set(play: Play[TableState], command: ask.SetHouse) -> None:
    house = House(door=command.door, undo=command.undo, hand_dice=command.hand_dice)
    play.record(did.HouseSet(house=house))


def pause(state: TableState, seat: Seat) -> Iterator[Offer]:
    if state.paused:
        raise Refused("paused-already", "Play is paused.")
    yield Offer(
        do="pause",
        label="Pause",
        why="Stops play for everyone at once. Nobody is told who asked, nor is it written down.",
        urgency="tool",
    )


def resume(state: TableState, seat: Seat) -> Iterator[Offer]:
    AT_TABLE.needs_guide(seat, "goes on after a pause")
    if not state.paused:
        raise Refused("not-paused", "Play is not paused.")
    yield Offer(do="resume", label="Go on", why="When everyone is ready.", urgency="must")


def undo(state: TableState, seat: Seat) -> Iterator[Offer]:
    AT_TABLE.needs_part(seat, "take things back")
    if state.undo is not None:
        raise Refused("undo-asked", "An undo is asked for already: answer that one first.")
    yield Offer(
        do="undo",
        label="Take back",
        why="The game goes back to how it was before a line of the journal. Nothing is erased; used luck stays used.",
        urgency="tool",
        fields=(Count(name="line", label="Before line", least=1, most=MOST_LINES),),
    )


def undo_wanted(play: Play[TableState], command: ask.Undo) -> None:
    play.record(did.UndoWanted(seat=play.seat.id, to=command.line))
    rewind_if_agreed(play)


def rewind_if_agreed(play: Play[TableState]) -> None:
    """Take things back if everyone whose yes an undo needs has said it."""
    asked = play.state.undo
    if asked is not None and play.state.consenting() <= set(asked.agreed):
        play.record(did.Rewound(to=asked.to, by=asked.by))


def agree(state: TableState, seat: Seat) -> Iterator[Offer]:
    asked = state.undo
    if asked is None:
        raise Refused("no-undo", "Nobody asks for an undo.")
    if seat.id in asked.agreed or seat.id not in state.consenting():
        raise Refused("not-asked", "Your yes is not needed.")
    yield Offer(
        do="agree-to-undo",
        label="Agree to take it back",
        why=f"{state.name(asked.by)} asks to take things back.",
        urgency="must",
    )


def agreed(play: Play[TableState], command: ask.AgreeToUndo) -> None:
    play.record(did.UndoAgreed(seat=play.seat.id))
    rewind_if_agreed(play)


def decline(state: TableState, seat: Seat) -> Iterator[Offer]:
    asked = state.undo
    if asked is None:
        raise Refused("no-undo", "Nobody asks for an undo.")
    if seat.id != asked.by and seat.id not in state.consenting():
        raise Refused("not-asked", "This undo is for others to decide.")
    yield Offer(do="decline-undo", label="Leave things as they are", urgency="may")


def reveal(state: TableState, seat: Seat) -> Iterator[Offer]:
    AT_TABLE.needs_guide(seat, "opens the dice")
    yield Offer(
        do="reveal-dice",
        label="Open the dice",
        why="Shows the secret seed of all rolls so far, for anyone to check, and seals a new one.",
        urgency="tool",
    )


def revealed(play: Play[TableState], command: ask.RevealDice) -> None:
    play.record(did.DiceRevealed(epoch=play.state.epoch, seed=""))

"""Undo, taking things back: asked for, agreed to, declined, done."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moot.core import Count, Line, Offered, Part, Play, Refused, Seat
from moot.table.kinds import TableCommand, TableEvent, system
from moot.table.state import AT_TABLE, TableState, UndoAsked

MOST_LINES = 10_000_000
"""More lines than any journal will have."""


class Undo(TableCommand, tag="undo"):
    """Ask to take the game back to how it was before journal line `line` (the asking seat's own number)."""

    giver = AT_TABLE.no_watchers("take things back")

    line: int

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if state.undo is not None:
            raise Refused("undo-asked", "An undo is asked for already: answer that one first.")
        why = "The game goes back to how it was before a line of the journal, by the rules of now. Nothing is erased; "
        why += "used luck stays used."
        yield cls.offer(seat, "Take back", why, Count(name="line", label="Before line", least=1, most=MOST_LINES))

    def enact(self, play: Play[TableState], of: Seat) -> None:
        play.record(UndoWanted(seat=of.id, to=self.line))
        rewind_if_agreed(play)


def rewind_if_agreed(play: Play[TableState]) -> None:
    """Take things back if an undo is asked for and every seat whose yes it needs has said yes."""
    asked = play.state.undo
    if asked is not None and play.state.consenting() <= set(asked.agreed):
        play.record(Rewound(to=asked.to, by=asked.by))


class UndoWanted(TableEvent, tag="table.undo-wanted"):
    """Somebody asked to take the game back to how it was after entry `to`."""

    seat: str
    to: int

    def evolve(self, state: TableState) -> TableState:
        return replace(state, undo=UndoAsked(by=self.seat, to=self.to, agreed=(self.seat,)))

    def line(self, state: TableState) -> Line:
        return system(f"{state.name(self.seat)} asks to take things back.")


class AgreeToUndo(TableCommand, tag="agree-to-undo"):
    """Say yes to the undo that is asked for."""

    urgency = "must"

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        asked = _asked(state)
        if seat.id in asked.agreed or seat.id not in state.consenting():
            raise Refused("not-asked", "You need not agree to this.")
        why = f"{state.name(asked.by)} asks to take things back."
        yield cls.offer(seat, "Agree to take it back", why)

    def enact(self, play: Play[TableState], of: Seat) -> None:
        play.record(UndoAgreed(seat=of.id))
        rewind_if_agreed(play)


class UndoAgreed(TableEvent, tag="table.undo-agreed"):
    """Somebody whose yes is needed said it."""

    seat: str

    def evolve(self, state: TableState) -> TableState:
        asked = state.undo
        return replace(state, undo=asked and replace(asked, agreed=(*asked.agreed, self.seat)))

    def line(self, state: TableState) -> Line:
        return system(f"{state.name(self.seat)} agrees.")


class DeclineUndo(TableCommand, tag="decline-undo"):
    """Say no to it, or take your own request back."""

    urgency = "may"

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        if seat.id != _asked(state).by and seat.id not in state.consenting():
            raise Refused("not-asked", "This undo is for others to decide.")
        yield cls.offer(seat, "Leave things as they are")

    def enact(self, play: Play[TableState], of: Seat) -> None:
        play.record(UndoDeclined(seat=of.id))


def _asked(state: TableState) -> UndoAsked:
    if state.undo is None:
        raise Refused("no-undo", "Nobody asks for an undo.")
    return state.undo


class UndoDeclined(TableEvent, tag="table.undo-declined"):
    """The undo is off."""

    seat: str

    def evolve(self, state: TableState) -> TableState:
        return replace(state, undo=None)

    def line(self, state: TableState) -> Line:
        return system(f"{state.name(self.seat)} leaves things as they are.")


class Rewound(TableEvent, tag="table.rewound"):
    """The game is back as it was after entry `to`. Nothing is erased, and luck that was used stays used."""

    to: int
    by: str

    def evolve(self, state: TableState) -> TableState:
        """End the request on the table's side; the ledger restores the game from the states it keeps."""
        return replace(state, undo=None)

    def line(self, state: TableState) -> Line:
        name = state.name(self.by)
        return system(f"The game is taken back, as {name} asked. What was struck stays readable.")


UNDO = Part(Undo, AgreeToUndo, DeclineUndo, UndoWanted, UndoAgreed, UndoDeclined, Rewound)

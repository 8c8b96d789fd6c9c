"""Seats lent to a stand-in, which does what the game waits for by simple rules, until somebody takes the seat back.

A stand-in never consents, gives up, spends what does not come back, or runs the game: each game says which of its
commands it does (`Command.stands_in`), and it does them only when they must be done.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moot.core import Line, Offered, Part, Refused, Seat
from moot.table.kinds import TableCommand, TableEvent, system
from moot.table.state import Chair, TableState


class SeatLent(TableEvent, tag="table.seat-lent"):
    """A stand-in plays a seat from now on."""

    seat: str

    def evolve(self, state: TableState) -> TableState:
        return state.with_chair(replace(state.chairs[self.seat], lent=True))

    def line(self, state: TableState) -> Line:
        return system(f"A stand-in plays for {state.name(self.seat)}.")


class LendSeat(TableCommand, tag="lend-seat"):
    """Lend a seat to a stand-in: your own, or as the guide any."""

    about_any, together = "chairs", "Let a stand-in play"
    records = SeatLent
    seat: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        for chair in _in_hand(state, seat, lent=False):
            label = f"Let a stand-in play for {'me' if chair.seat.id == seat.id else chair.seat.name}"
            why = "It rolls and answers when the game waits for it. It never agrees to anything or gives up."
            yield cls.offer(chair, label, why, about=chair.seat.id, seat=chair.seat.id)


class SeatTakenBack(TableEvent, tag="table.seat-taken-back"):
    """The person of a seat plays it again."""

    seat: str

    def evolve(self, state: TableState) -> TableState:
        return state.with_chair(replace(state.chairs[self.seat], lent=False))

    def line(self, state: TableState) -> Line:
        return system(f"{state.name(self.seat)} plays again.")


class TakeSeatBack(TableCommand, tag="take-seat-back"):
    """Take a seat back from the stand-in."""

    urgency, about_any = ("tool", "may"), "chairs"
    records = SeatTakenBack
    seat: str

    @classmethod
    def offers(cls, state: TableState, seat: Seat) -> Iterator[Offered]:
        for chair in _in_hand(state, seat, lent=True):
            if chair.seat.id == seat.id:
                yield cls.offer(chair, "Play my seat myself", urgency="may", about=seat.id, seat=seat.id)
            else:
                yield cls.offer(chair, f"Let {chair.seat.name} play again", about=chair.seat.id, seat=chair.seat.id)


def _in_hand(state: TableState, seat: Seat, *, lent: bool) -> tuple[Chair, ...]:
    """The chairs that `seat` decides about, lent or not. Raises Refused if there are none."""
    found = tuple(
        chair
        for chair in state.chairs.values()
        if chair.standing == "seated"
        and chair.lent is lent
        and chair.seat.role != "watcher"
        and (chair.seat.id == seat.id or seat.guides)
    )
    if not found:
        raise Refused("no-such-seat", "There is no seat of yours for that.")
    return found


LENDING = Part(LendSeat, TakeSeatBack, SeatLent, SeatTakenBack)

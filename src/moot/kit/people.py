"""Who plays whom, and who is waited for."""

from __future__ import annotations

from collections.abc import Iterable

from moot.core import GameState, Seat, Waiting


def all_wait(seats: Iterable[Seat], what: str) -> tuple[Waiting, ...]:
    """These seats are waited for: `what` completes “waiting for …”."""
    return tuple(Waiting(seat.id, seat.name, what) for seat in seats)


def guide_waits(state: GameState, what: str) -> tuple[Waiting, ...]:
    """The guide is waited for."""
    return all_wait((seat for seat in state.seats if seat.guides), what)


def seat_waits(state: GameState, id_: str, what: str) -> tuple[Waiting, ...]:
    """One seat is waited for; nobody if it is empty."""
    return all_wait((seat for seat in state.seats if seat.id == id_), what)


def seat_name(state: GameState, id_: str, otherwise: str = "somebody") -> str:
    """The name of the person in a seat."""
    seat = state.seat(id_)
    return seat.name if seat else otherwise

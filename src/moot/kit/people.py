"""Who plays whom, and who is waited for."""

from __future__ import annotations

from moot.core import GameState, Waiting


def guide_waits(state: GameState, what: str) -> tuple[Waiting, ...]:
    """The guide is waited for: `what` completes “waiting for …”."""
    return tuple(Waiting(seat.id, seat.name, what) for seat in state.seats if seat.guides)


def seat_waits(state: GameState, id_: str, what: str) -> tuple[Waiting, ...]:
    """One seat is waited for; nobody if it is empty."""
    seat = state.seat(id_)
    return (Waiting(seat.id, seat.name, what),) if seat else ()


def seat_name(state: GameState, id_: str, otherwise: str = "somebody") -> str:
    """The name of the person in a seat."""
    seat = state.seat(id_)
    return seat.name if seat else otherwise

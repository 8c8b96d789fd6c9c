"""What every game's state holds."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from moot.core.offered import Offered
from moot.core.seats import Seat
from moot.core.shown import brief, changed, short, table


class GameState(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What all events so far add up to. A game adds fields of its own: plain data, which the garbage collector need
    not look through.

    `seats` are the people at the table, watchers too; `ids` is how many ids were given to what was made there.
    """

    seats: tuple[Seat, ...] = ()
    ids: int = 0

    def __repr__(self) -> str:
        return brief(self)

    def _repr_html_(self) -> str:
        return table(type(self).__name__, ((name, short(value, 200)) for name, value in changed(self)))

    @property
    def next_id(self) -> str:
        """The id that the next thing made at this table gets."""
        return f"n{self.ids + 1}"

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of the rulebook that this table plays with: parts that belong to others do not exist here."""
        return ()

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play characters."""
        return tuple(seat for seat in self.seats if seat.plays)

    @property
    def guide_seat(self) -> str:
        """The id of the seat that runs the game; empty while nobody does."""
        return next((seat.id for seat in self.seats if seat.guides), "")

    def read_by(self, seat: Seat, one: Offered) -> Offered:
        """An offer as `seat` reads it: a game can say in its words what only this seat needs to be told."""
        return one

    def seat(self, id_: str) -> Seat | None:
        """The seat called `id_`, if anyone sits there."""
        return next((seat for seat in self.seats if seat.id == id_), None)


S = TypeVar("S", bound=GameState)


def seated(state: S, seats: tuple[Seat, ...]) -> S:
    """The same state with these people at the table."""
    return msgspec.structs.replace(state, seats=seats)

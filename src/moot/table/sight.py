"""Everything that one seat may see of a table now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from moot.core import BoardPart, CastMember, Choice, Seat, Situation
from moot.table.state import TableState

if TYPE_CHECKING:
    from moot.table.live import Table


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a seat may see of the table now.

    `here` are the seats with a page open; `heard` is how much this seat has heard. `stage` is the game as all see it,
    or as the guide does, `board` the standing situation likewise, `own` what is for this seat alone. An undo that is
    asked for in `state` goes back to before line `to` by this seat's own count.
    """

    table: str
    game: str
    title: str
    seat: Seat
    standing: str
    state: TableState
    situation: Situation
    stage: msgspec.Struct | None
    own: msgspec.Struct | None
    board: tuple[BoardPart, ...]
    voices: tuple[Choice, ...]
    characters: tuple[CastMember, ...]
    here: frozenset[str]
    heard: int


def sight(table: Table, seat: Seat) -> Sight:
    """What `seat` may see of `table` now."""
    state, play, game, journal = table.ledger.table, table.ledger.game_state, table.game, table.journal(seat)
    undo = state.undo and msgspec.structs.replace(state.undo, to=journal.number_after(state.undo.to))
    notes = {seat.id: state.notes[seat.id]} if seat.id in state.notes else {}
    weighed = state.weighed if seat.guides else None
    quiet = state.quiet if seat.guides else ()
    chairs = {id_: c for id_, c in state.chairs.items() if c.standing == "seated" or seat.guides or id_ == seat.id}
    return Sight(
        table=table.id,
        game=game.name,
        title=state.title,
        seat=seat,
        standing=state.chairs[seat.id].standing,
        state=msgspec.structs.replace(state, notes=notes, chairs=chairs, undo=undo, weighed=weighed, quiet=quiet),
        situation=table.ledger.situation(),
        stage=game.stage(play, seat.guides),
        own=game.own(play, seat),
        board=game.board(play, seat.guides),
        voices=game.voices(play, seat),
        characters=table.ledger.cast(seat.guides),
        here=table.here & chairs.keys(),
        heard=len(journal.entries),
    )

"""`moot replay LOG`: the table as it was after any entry."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter, validators

from moot.cli.exits import Exit
from moot.cli.text import say, say_json
from moot.core import Corrupt, Refused, Seat
from moot.table.ledger import SLIPS, Ledger
from moot.table.logfile import fold, read
from moot.table.story import journal


def replay(
    log: Path,
    /,
    *,
    to: Annotated[int | None, Parameter(validator=validators.Number(gte=1))] = None,
    seat: str = "",
    state: bool = False,
    json: bool = False,
) -> int:
    """See a whole log as it was at any entry: the journal up to there, and what the table waited for.

    Parameters
    ----------
    log
        A whole log that `moot export` gave.
    to
        The number of the last entry to be taken in.
    seat
        See it as this seat may (its id or name); else everything is shown.
    state
        And all that is known of the game there, as data.
    json
        As JSON.
    """
    _, records = read(log)
    ledger = fold(records, to)
    viewer = seat_called(ledger, seat) if seat else None
    try:
        if json:
            say_json(_plain(ledger, viewer) | (_seen(ledger, viewer) if state else {}))
        else:
            _show(ledger, viewer)
            if state:
                whose = "everything in it is" if viewer is None else f"{viewer.name} may see it"
                say("", f"The game, as {whose}:")
                say_json(_seen(ledger, viewer))
    except SLIPS as error:
        raise Corrupt(f"the game cannot be shown as {log} has it: `moot verify` says more") from error
    return Exit.FINE


def seat_called(ledger: Ledger, name: str) -> Seat:
    """The seat with this id or name, of two with one name that of who still sits there. Raises Refused, listing who is
    there, if there is none."""
    chairs = sorted(ledger.table.chairs.values(), key=lambda chair: chair.standing != "seated")
    seats = [chair.seat for chair in chairs]
    for seat in seats:
        if name == seat.id or name.casefold() == seat.name.casefold():
            return seat
    known = tuple(f"{seat.id} {seat.name}" for seat in seats)
    raise Refused("no-such-seat", f"Nobody called “{name}” has a seat at this table.", allowed=known)


def _seen(ledger: Ledger, viewer: Seat | None) -> dict[str, object]:
    game, state = ledger.game, ledger.game_state
    if viewer is None:
        return {"state": state}
    guide = viewer.guides
    seen = {"stage": game.stage(state, guide), "board": game.board(state, guide), "own": game.own(state, viewer)}
    return {name: what for name, what in seen.items() if what not in (None, ())}


def _plain(ledger: Ledger, viewer: Seat | None) -> dict[str, object]:
    live = ledger.live()
    lines = [
        {"seq": folded.entry.seq, "struck": folded.moved and folded.entry.seq not in live, "line": line}
        for folded, told in journal(ledger, viewer)
        for line in told
    ]
    return {"seq": ledger.seq, "situation": ledger.situation(), "journal": lines}


def _show(ledger: Ledger, viewer: Seat | None) -> None:
    from moot.cli import screen

    out, live = screen.console(), ledger.live()
    for folded, told in journal(ledger, viewer):
        struck = folded.moved and folded.entry.seq not in live
        for line in told:
            out.print(f"{folded.entry.seq:>4}", screen.line(line, struck=struck))
    out.print()
    out.print(screen.situation(ledger.situation()))

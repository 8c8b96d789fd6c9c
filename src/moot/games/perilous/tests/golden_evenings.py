"""The evenings of the golden logs, played by their scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from moot.core import Event, Match, Seat
from moot.games.perilous.room import GAME
from moot.games.perilous.state import State
from moot.table.script import by_words, load


def evening(name: str) -> Iterator[tuple[Match[State], Sequence[Event[Any]]]]:
    """An evening from an empty table on: after each press, the match and what happened by it."""
    script = load(Path(__file__).parent / "golden" / f"{name}.toml")
    seats = tuple(Seat(f"s{number}", seat.name, seat.role) for number, seat in enumerate(script.seats, 2))
    match = Match(GAME, GAME.seated(GAME.start({}), seats))
    for step in script.step:
        wish = by_words(match.offers(step.seat, step.do), step)
        yield match, match.ask(step.seat, wish, faces=step.faces or None)

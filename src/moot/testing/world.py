"""One course of a game under test: what happened, what each seat was told of it, and what it can see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from moot.core import Chance, Event, Game, Line, Seat, Seeded

as_json = msgspec.json.Encoder(order="deterministic").encode
"""Anything as JSON, in one spelling."""


@dataclass(frozen=True)
class SeatHeard:
    """What one seat was told of some events, and the journal's lines for that."""

    events: tuple[Event[Any], ...]
    lines: tuple[Line, ...]


@dataclass
class World:
    """A game as it stands. Copies share their past and go their own ways."""

    game: Game[Any]
    state: Any

    def twin(self) -> World:
        """Another world, now as this one is."""
        return World(self.game, self.state)

    def frozen(self) -> bytes:
        """The state as JSON: the same bytes for as long as nothing changes it."""
        return as_json(self.state)

    def decide(self, seat: Seat, wish: bytes, luck: int) -> tuple[Event[Any], ...]:
        """What a wish leads to, with luck of seed `luck`. Raises Refused."""
        return self.decide_with(Seeded(luck), seat, wish)

    def decide_with(self, chance: Chance, seat: Seat, wish: bytes) -> tuple[Event[Any], ...]:
        """What a wish leads to. Raises Refused."""
        return self.game.decide(self.state, self.game.command(wish), seat, chance)

    def take(self, events: Sequence[Event[Any]], seats: Sequence[Seat]) -> dict[str, SeatHeard]:
        """Let `events` happen; gives what each of `seats` hears of them."""
        told: dict[str, list[Event[Any]]] = {seat.id: [] for seat in seats}
        lines: dict[str, list[Line]] = {seat.id: [] for seat in seats}
        for event in events:
            self.state = self.game.evolve(self.state, event)
            for seat in seats:
                if (heard := self.game.told(self.state, event, seat)) is not None:
                    told[seat.id].append(heard)
                    lines[seat.id].extend([line] if (line := self.game.line(self.state, heard)) is not None else [])
        return {id_: SeatHeard(tuple(told[id_]), tuple(lines[id_])) for id_ in told}

    def sight(self, seat: Seat) -> bytes:
        """Everything that `seat` can see now, as JSON: the game, offers, voices, cast, things, documents, situation."""
        game, state = self.game, self.state
        sight = {
            "stage": game.stage(state, seat.guides),
            "own": game.own(state, seat),
            "board": game.board(state, seat.guides),
            "beside": game.beside(state, seat.guides),
            "ask": game.asked(state, seat),
            "offers": game.offers(state, seat),
            "voices": game.voices(state, seat),
            "cast": game.cast(state, seat.guides),
            "things": game.things(state, seat.guides),
            "situation": game.situation(state),
            "documents": [(one.name, one.title, one.about, one.write()) for one in game.documents(state, seat)],
        }
        return as_json(sight)

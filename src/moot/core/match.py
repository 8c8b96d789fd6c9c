"""A game to play on in a script, a notebook or a test: see what is offered, press it, read what happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from moot.core.chance import Chance, Scripted, Seeded
from moot.core.commands import Command
from moot.core.errors import Refused
from moot.core.events import Event, Line
from moot.core.game import Game
from moot.core.offers import Offer
from moot.core.seats import Seat
from moot.core.shown import table
from moot.core.state import GameState

S = TypeVar("S", bound=GameState)

_LINES_SHOWN = 10
"""The most lines that a notebook shows."""


class Match(Generic[S]):
    """A game from some state on: `Match(GAME, state)`.

    `state` is where it stands, `events` what has happened, `lines` how a journal says all of it. Dice are rolled by
    `chance`, if no faces are told. People are named by their seat, its id or its name. A notebook shows it as a table.
    """

    def __init__(self, game: Game[S], state: S, *, chance: Chance | None = None) -> None:
        self.game = game
        self.state = state
        self.chance: Chance = chance or Seeded(0)
        self.events: list[Event[S]] = []
        self.lines: list[Line] = []

    def __repr__(self) -> str:
        happened = f"{len(self.events)} event{'' if len(self.events) == 1 else 's'}"
        return f"Match({self.game.name!r}, {self.game.phase(self.state)!r}, {happened})"

    def _repr_html_(self) -> str:
        """Where it stands, the last lines, and the commands that wait for each seat or are open to it."""
        rows: list[tuple[object, object]] = [("now", self.game.situation(self.state).headline)]
        rows += (("", line) for line in self.lines[-_LINES_SHOWN:])
        for seat in self.state.seats:
            found = self.game.commands.found(self.state, seat, urgency=("must", "may"))
            rows.append((f"{seat.name} ({seat.role})", ", ".join(dict.fromkeys(one.do for one in found))))
        return table(self.game.title, rows)

    def seat(self, who: Seat | str) -> Seat:
        """Somebody's seat. Raises Refused (`no-such-seat`)."""
        for seat in self.state.seats:
            if who in (seat, seat.id, seat.name):
                return seat
        names = tuple(seat.name for seat in self.state.seats)
        raise Refused("no-such-seat", f"Nobody called “{who}” sits here.", allowed=names)

    def offers(self, who: Seat | str, do: str = "", *, about: str | None = None) -> tuple[Offer, ...]:
        """What somebody may do now: all, by one command, or about one thing."""
        return self.game.offers(self.state, self.seat(who), do=do, about=about)

    def press(
        self, who: Seat | str, do: str, /, *, faces: Iterable[int] | None = None, **said: Any
    ) -> tuple[Line, ...]:
        """Do something that is offered, and give the lines about it. `said` fills its blanks; the rest is filled in.

        Where several offers of `do` differ in what they fix, `said` names as much of that as tells them apart. Dice
        fall as `faces` say, if given, and all of them have to be used (ValueError). Raises Refused.
        """
        offers = [offer for offer in self.offers(who, do) if _agrees(offer, said)]
        if len(offers) > 1:
            labels = tuple(offer.label for offer in offers)
            raise Refused("which-one", f"“{do}” is offered {len(offers)} times: say which.", allowed=labels)
        before = len(self.lines)
        fixed = offers[0].fixed if offers else {}
        self.ask(who, {"do": do, **fixed, **said}, faces=faces)
        return tuple(self.lines[before:])

    def ask(
        self, who: Seat | str, wish: Command[S] | Mapping[str, Any], *, faces: Iterable[int] | None = None
    ) -> tuple[Event[S], ...]:
        """Give a command, whole as it is, and give what happened. Raises Refused; ValueError for faces left over."""
        chance = self.chance if faces is None else Scripted(faces)
        command = wish if isinstance(wish, Command) else self.game.command(wish)
        play = self.game.run(self.state, command, self.seat(who), chance)
        if isinstance(chance, Scripted):
            chance.finish()
        for event, state in play.moments:
            self.events.append(event)
            if (line := self.game.line(state, event)) is not None:
                self.lines.append(line)
        self.state = play.state
        return tuple(play.events)


def _agrees(offer: Offer, said: Mapping[str, Any]) -> bool:
    return all(said.get(name, value) == value for name, value in offer.fixed.items())

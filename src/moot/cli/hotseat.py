"""One table for everyone around a terminal: who is asked, what they see, and how the log is saved."""

from __future__ import annotations

import random
import secrets
from itertools import count
from pathlib import Path
from typing import Any

from moot.cli import screen
from moot.cli.prompts import Never, filled, in_menu
from moot.cli.reading import typed_path
from moot.cli.terminal import Terminal
from moot.core import Line, Offer, Refused, Seat, Seeded
from moot.store.memory import MemoryStore
from moot.table import Asked, House, Shelf, Table
from moot.table.live import clock
from moot.table.logfile import whole, write

FIRST_MOMENT = 1_800_000_000_000
"""When a table with repeatable luck is played, in milliseconds: its links, and so its dice, hang on it."""
TRIES = 200
"""So many offers are tried at random before a step is given up."""

HELP = (
    "A number chooses, and a lone . goes back. t WORDS talks, s changes seat, m shows what else there is, v the game; "
    "w FILE saves, q quits."
)


class HotSeat:
    """A table and the people around it, one of them at the keys."""

    def __init__(self, table: Table, seats: list[Seat], terminal: Terminal, nonces: random.Random | None) -> None:
        self.table = table
        self._seats = [seat.id for seat in seats]
        self._terminal = terminal
        self._nonces = nonces
        self._numbers = count(1)
        self._shown: set[tuple[int, Line]] = set()
        self._at = self._seats[0]

    # -- who

    def seat(self, id_: str) -> Seat:
        """The seat as it is now."""
        return self.table.ledger.table.chairs[id_].seat

    def _moves(self, seat: Seat) -> list[Offer]:
        if self.table.ledger.table.paused:
            return [offer for offer in self.table.offers(seat) if offer.do == "resume"]
        offers = self.table.game.offers(self.table.ledger.game_state, seat)
        return [offer for offer in offers if offer.urgency != "tool"]

    def _next(self) -> Seat:
        """Whose turn it is at the keys: somebody who is waited for, else who can do something, else anybody."""
        waiting = [wait.seat for wait in self.table.ledger.situation().waiting]
        able = [id_ for id_ in self._seats if self._moves(self.seat(id_))]
        must = [id_ for id_ in able if any(offer.urgency == "must" for offer in self._moves(self.seat(id_)))]
        for ids in (waiting, must, able):
            fitting = [id_ for id_ in ids if id_ in able]
            if fitting:
                return self.seat(self._at if self._at in fitting else fitting[0])
        return self.seat(self._at)

    # -- doing

    async def ask(self, seat: Seat, wish: dict[str, Any]) -> None:
        """Let `seat` do something. Raises Refused."""
        number = next(self._numbers)
        nonce = secrets.token_hex(8) if self._nonces is None else f"{self._nonces.getrandbits(64):016x}"
        await self.table.ask(seat, Asked(id=f"{number}-{nonce}", command=wish, nonce=nonce))
        self.show_news(seat)

    async def step(self, chance: Seeded) -> bool:
        """Let somebody do something at random that the rules allow; False if nothing was found."""
        for _ in range(TRIES):
            open_ = self._likeliest()
            if not open_:
                return False
            seat, offer = open_[chance.pick(len(open_))]
            try:
                await self.ask(seat, offer.sample(chance))
            except Refused:
                continue
            return True
        return False

    def _likeliest(self) -> list[tuple[Seat, Offer]]:
        """The most urgent offers of anybody: what the game waits for, else what may be done, else its tools."""
        state, game = self.table.ledger.game_state, self.table.game
        every = [(seat, offer) for seat in map(self.seat, self._seats) for offer in game.offers(state, seat)]
        ranked = ([move for move in every if move[1].urgency == urgency] for urgency in ("must", "may", "tool"))
        return next((moves for moves in ranked if moves), [])

    async def play(self) -> None:
        """Hand the keys round until somebody quits."""
        self._terminal.hint(HELP)
        while True:
            seat = self._next()
            self._at = seat.id
            self.show_news(seat)
            self._terminal.show()
            self._terminal.show(screen.situation(self.table.ledger.situation()))
            if not await self._turn(seat):
                return

    async def _turn(self, seat: Seat) -> bool:
        """One person's choice; False to quit."""
        offers = self._moves(seat)
        for number, offer in enumerate(offers, 1):
            self._terminal.show(screen.offer(number, offer))
        said = self._terminal.ask(f"{seat.name}> ").strip()
        verb, _, rest = said.partition(" ")
        try:
            match verb:
                case "q":
                    return False
                case "" | "?" | "h":
                    self._terminal.hint(HELP)
                case "s":
                    self._change_seat(rest)
                case "t":
                    await self.ask(seat, {"do": "say", "text": rest})
                case "m":
                    await self._more(seat)
                case "v":
                    sight = self.table.sight(seat)
                    for seen in (sight.stage, *sight.board, sight.own):
                        if seen is not None:
                            self._terminal.show(screen.laid_out(seen))
                case "w":
                    self.save(typed_path(rest or f"{self.table.id}.moot"))
                case _:
                    await self._choose(seat, offers, said)
        except Never:
            self._terminal.hint("Left as it was.")
        except Refused as refusal:
            self._terminal.refuse(refusal)
        except OSError as error:
            self._terminal.hint(f"Nothing was saved: {error.strerror or error}.")
        return True

    async def _choose(self, seat: Seat, offers: list[Offer], said: str) -> None:
        number = in_menu(said)
        named = [offer for offer in offers if offer.label.casefold() == said.casefold()]
        chosen = offers[number - 1 : number] if number else named[:1]
        if not chosen:
            raise Refused("not-a-choice", f"“{said}” cannot be chosen here. {HELP}")
        await self.ask(seat, filled(self._terminal, chosen[0]))

    async def _more(self, seat: Seat) -> None:
        rest = [offer for offer in self.table.offers(seat) if offer.urgency == "tool"]
        for number, offer in enumerate(rest, 1):
            self._terminal.show(screen.offer(number, offer))
        said = self._terminal.ask("Which? ").strip()
        if said:
            await self._choose(seat, rest, said)

    def _change_seat(self, name: str) -> None:
        names = {self.seat(id_).name.casefold(): id_ for id_ in self._seats}
        after = self._seats[(self._seats.index(self._at) + 1) % len(self._seats)]
        found = names.get(name.casefold(), "") if name else after
        if not found:
            raise Refused("no-such-seat", f"Nobody here is called {name}.", allowed=tuple(names))
        self._at = found

    # -- showing and keeping

    def show_news(self, seat: Seat) -> None:
        """Show what `seat` heard that nobody was shown before: all look at the same screen."""
        for heard in self.table.journal(seat).entries:
            for line in heard.lines:
                if line.kind != "system" and (heard.seq, line) not in self._shown:
                    self._shown.add((heard.seq, line))
                    self._terminal.show(screen.line(line))

    def write(self, path: Path) -> None:
        """Write the whole log. Raises OSError."""
        write(path, *whole(self.table.id, self.table.ledger))

    def save(self, path: Path) -> None:
        """Write the whole log and say so. Raises OSError."""
        self.write(path)
        self._terminal.hint(f"Saved to {path}: `moot verify`, `moot replay` and `moot import` read it.")


async def sit_down(game: str, names: list[str], seed: int | None, terminal: Terminal) -> HotSeat:
    """Open a table of `game` for people in one room; the first of `names` runs it. With a `seed` luck repeats."""
    store = MemoryStore()
    if seed is None:
        shelf, nonces = Shelf(store, now=clock), None
    else:
        nonces, ticks = random.Random(seed), count(FIRST_MOMENT, 1000)  # noqa: S311 - repeatable on purpose
        shelf = Shelf(store, now=lambda: next(ticks), entropy=nonces.randbytes)
    guide, *players = names
    table, key = await shelf.open(game, "", guide, house=House(door="open"))
    keys = [key, *[await table.come(name) for name in players]]
    return HotSeat(table, [table.ledger.table.chairs[key.seat].seat for key in keys], terminal, nonces)

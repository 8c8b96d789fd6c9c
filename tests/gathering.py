"""A table of any game with everyone at it, where some turns were played at random."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

from tests import toy
from tests.random_play import Course
from tests.visitors import UNLIMITED
from tests.wire import Wire

from moot.core import Offer
from moot.store import MemoryStore
from moot.table import Shelf, Table
from moot.testing.filling import Ink
from moot.web import App, create_app


def steady_site(seed: int, store: Any = None) -> App:
    """A site whose dice and clock are the same on every run, so that a course through a game is too."""
    toy.install()
    ticks = count(1_800_000_000_000, 1000)
    shelf = Shelf(store or MemoryStore(), now=lambda: next(ticks), entropy=random.Random(seed).randbytes)
    return create_app(shelf, limits=UNLIMITED)


class Company:
    """A table where some turns were played: a guide, a player, somebody who watches, somebody at the door."""

    def __init__(self, game: str, ink: Ink | None = None, seed: int = 5) -> None:
        self.app = steady_site(seed)
        self.game = game
        self.course = Course(seed, ink)
        self.gil, self.ann, self.wim, self.eve = (Wire(self.app, who) for who in ("gil", "ann", "wim", "eve"))
        self.everyone = (self.gil, self.ann, self.wim, self.eve)

    async def gather(self, turns: int = 8, names: str = "{}", title: str = "A table") -> None:
        """Everyone comes, and so many turns are played."""
        code = await self.gil.opens(self.game, names.format("Gil"), title=title)
        self.table: Table = await self.app.site.shelf.find(self.gil.table)
        for wire, role in ((self.ann, "player"), (self.wim, "watcher"), (self.eve, "player")):
            await wire.comes(self.table.id, code, names.format(wire.who), role)
            if wire is not self.eve:
                assert await self.gil.asks({"do": "admit", "seat": wire.seat}) == 200
        await self.play(turns)

    async def play(self, turns: int) -> None:
        """Take so many random turns."""
        for _ in range(turns):
            taken = self.course.turn({wire.who: await wire.offers() for wire in (self.gil, self.ann, self.wim)})
            assert taken is not None
            wire = next(one for one in self.everyone if one.who == taken[0])
            assert await wire.asks(self.course.wish(taken[1], wire.who)) == 200

    def state(self) -> Any:
        """All that a command could change."""
        ledger = self.table.ledger
        return ledger.link, ledger.seq, ledger.table, ledger.game_state, self.table.keys.invite

    def offers(self, wire: Wire) -> tuple[Offer, ...]:
        """What somebody is offered now."""
        return self.table.offers(self.table.ledger.table.chairs[wire.seat].seat)

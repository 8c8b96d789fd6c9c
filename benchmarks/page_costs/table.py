"""A table with a page open in each of its seats, and a site for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
from live_path import likely

from moot import games
from moot.core import Refused, Seeded
from moot.store.memory import MemoryStore
from moot.table import Asked, Key, Shelf, Store, Table
from moot.table.script import demos, perform, read
from moot.web import Limits, Rate, create_app
from moot.web.forms import forms
from moot.web.stream import SeatReader
from moot.web.things import form_parts, thing_parts

SOME_DAY = 1_790_000_000_000
"""When tables are opened, in milliseconds: the dice hang on that, and so does what a run measures."""
OF_FIVE = {"modos": Path(__file__).parents[1] / "peers" / "toll_bridge_of_five.toml"}
"""Where a game's demo has fewer than five seats, a table of five to begin from."""
FREE = Rate(1e9, 1e9)
FAST = Limits(seat=FREE, address=FREE, door=FREE, reading=FREE)
HOME = "http://localhost"


class Looked:
    """A table with a page open in each of its seats."""

    def __init__(self, app: Any, table: Table, keys: list[Key]) -> None:
        self.app, self.table, self.keys = app, table, keys
        scope: Any = {"type": "http", "scheme": "http", "path": "", "query_string": b""}
        scope["headers"] = [(b"host", b"localhost")]
        self.readers = [SeatReader(app.site, scope, table, key.secret, None) for key in keys]
        for reader in self.readers:
            reader.news()

    async def act(self, luck: Seeded) -> bool:
        """One more command; False when nobody can do anything."""
        for _ in range(20):
            move = likely(self.table, luck)
            if move is None:
                return False
            seat, offer = move
            try:
                await self.table.ask(seat, wished(self.table, offer.sample(luck)))
            except Refused:
                continue
            return True
        return False

    def tell(self) -> list[int]:
        """Every page is brought up to date; the bytes of each message."""
        return [len(reader.news()) for reader in self.readers]

    async def first_pages(self) -> list[int]:
        """The bytes of each seat's page as a browser gets it."""
        sizes = []
        for key in self.keys:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
                client.cookies.set("moot_seat", key.secret)
                sizes.append(len((await client.get(f"/t/{self.table.id}")).content))
        return sizes

    def open_everything(self) -> list[float]:
        """Open each seat's first things and forms; the seconds that each took."""
        site = self.app.site
        took = []
        for key in self.keys:
            mine = site.screens.of(self.table, self.table.holder(key.secret))
            verbs = forms(self.table.found(mine.seat), mine.desk)[:5]
            begun = time.thread_time()
            for form in verbs:
                form_parts(site.pages, mine, [form.key])
                took.append(-begun + (begun := time.thread_time()))
            for thing in list(dict.fromkeys(form.about for form in verbs if form.about))[:3]:
                thing_parts(site.pages, mine, thing)
                took.append(-begun + (begun := time.thread_time()))
        return took


def opened_app(now: Callable[[], int] | None = None, store: Store | None = None) -> Any:
    """A site with its templates compiled, as `moot serve` has it at its start; by itself a second passes at a look."""
    shelf = Shelf(store or MemoryStore(), now=now or count(SOME_DAY, 1000).__next__, entropy=Random(1).randbytes)
    app = create_app(shelf, limits=FAST)
    app.site.pages.ready()
    return app


def wished(table: Table, command: dict[str, Any]) -> Asked:
    """A command, under an id that it would have in any other run, since the dice hang on that."""
    return Asked(id=f"command-{table.ledger.seq}", command=command, nonce="n")


async def looked(app: Any, game: str) -> Looked:
    """A table after the first demo of its game, or one for five people, a page open in every seat."""
    five = OF_FIVE.get(game)
    begun = read(five.read_text(encoding="utf-8")) if five else next(iter(demos(games.find(game)).values()))
    table, keys = await perform(app.site.shelf, game, begun)
    return Looked(app, table, list(keys.values()))

"""What a page costs does not grow with what happened at its table before, nor with the tables beside it.

Counted are the functions that are called, which is the same on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import httpx
import pytest
from tests import toy

from moot.store import MemoryStore
from moot.table import Asked, House, Shelf, Table
from moot.web import Limits, Rate, create_app
from moot.web.stream import SeatReader

pytestmark = pytest.mark.anyio

FREE = Rate(1e9, 1e9)
SLACK = 1.1
PARTS = (
    "", "/find", "/found?q=tosses", "/form?offer=toss", "/about?of=safety", "/house", "/seal", "/recap", "/log",
    "/lines?before=50",
)
"""A page, and what is opened on it."""


async def calls(do: Callable[[], Awaitable[object]]) -> int:
    """How many functions are called while `do` is under way."""
    made = 0

    def seen(_: Any, event: str, __: Any) -> None:
        nonlocal made
        made += event == "call"

    sys.setprofile(seen)
    try:
        await do()
    finally:
        sys.setprofile(None)
    return made


class Company:
    """Gil and Ann at a table of coins, with pages open."""

    def __init__(self, shelf: Shelf, table: Table, keys: list[str]) -> None:
        self.app: Any = create_app(shelf, limits=Limits(seat=FREE, address=FREE, door=FREE, reading=FREE))
        self.table, self.keys, self.asked = table, keys, 0
        headers = [(b"host", b"moot.test")]
        scope: Any = {"type": "http", "scheme": "http", "path": "", "headers": headers, "query_string": b""}
        self.readers = [SeatReader(self.app.site, scope, table, key, None) for key in keys]

    async def toss(self) -> None:
        """Ann tosses."""
        self.asked += 1
        toss = Asked(id=f"toss {self.asked}", command={"do": "toss", "dice": 2}, nonce="n")
        await self.table.ask(self.table.holder(self.keys[1]), toss)

    async def turn(self) -> None:
        """Ann tosses, and every page hears of it."""
        await self.toss()
        for reader in self.readers:
            assert b"lines" in reader.news()

    async def load(self, part: str = "") -> None:
        """Ann's page, as a browser gets it first, or a part of it that she opens."""
        async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://moot.test") as client:
            client.cookies.set("moot_seat", self.keys[1])
            assert (await client.get(f"/t/{self.table.id}{part}")).status_code == 200


async def company(shelf: Shelf) -> Company:
    toy.install()
    table, key = await shelf.open("coin", "An evening", "Gil", house=House(door="open"))
    ann = await table.come("Ann")
    await table.ask(table.holder(key.secret), Asked(id="hide", command={"do": "hide", "value": 4}, nonce="n"))
    return Company(shelf, table, [key.secret, ann.secret])


@pytest.mark.parametrize("entries", [700, 10_000])
async def test_a_command_a_page_and_what_is_opened_cost_after_a_long_log_what_they_cost_after_a_short_one(entries):
    here = await company(Shelf(MemoryStore()))
    for _ in range(110):  # as many lines as a page of the log shows, and some
        await here.turn()
    early = await costs(here)
    while here.table.ledger.seq < entries:
        await here.toss()
    late = await costs(here)
    for what, spent in late.items():
        assert spent <= early[what] * SLACK, what


async def costs(here: Company) -> dict[str, int]:
    """The functions that are called for a command with its pages, for a page, and for each part that is opened."""
    await here.turn()
    found = {"a command": await calls(here.turn)}
    for part in PARTS:
        await here.load(part)  # what happened since anybody opened it is looked through once
        found[f"a page {part}"] = await calls(partial(here.load, part))
    return found


async def test_finding_a_table_costs_so_much_for_each_entry_of_its_log_and_no_more():
    store = MemoryStore()
    here = await company(Shelf(store))
    each = []
    for entries in (1_000, 4_000):
        while here.table.ledger.seq < entries:
            await here.toss()
        each.append(await calls(lambda: Shelf(store).find(here.table.id)) / entries)
    assert each[1] <= each[0] * SLACK


async def test_a_table_among_hundreds_is_found_as_one_among_ten():
    toy.install()
    store = MemoryStore()
    shelf = Shelf(store)
    ids = [(await shelf.open("coin", "An evening", "Gil"))[0].id for _ in range(10)]
    await Shelf(store).find(ids[0])
    early = await calls(lambda: Shelf(store).find(ids[1]))
    for _ in range(300):
        await shelf.open("coin", "An evening", "Gil")
    assert await calls(lambda: Shelf(store).find(ids[2])) <= early * SLACK

"""Tables put away and deleted while somebody has them open."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from tests import toy
from tests.table_at_play import played, sat_down

from moot.core import Refused
from moot.store import MemoryStore
from moot.table import Asked, Entry, Shelf
from moot.table.ports import TableCard

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _toy() -> None:
    toy.install()


async def test_a_table_that_is_put_away_can_be_played_on():
    shelf = Shelf(MemoryStore(), now=lambda: 5000)
    table, key = await shelf.open("coin", "", "Gil")
    await shelf.archive(table.id)
    assert [card.archived for card in shelf.cards()] == [5000]
    await table.ask(table.holder(key.secret), Asked(id="1", command={"do": "say", "text": "Still here."}))
    await shelf.archive(table.id, back=True)
    assert [(card.archived, card.entries) for card in shelf.cards()] == [(0, 3)]


async def test_at_a_deleted_table_nobody_can_do_anything_and_all_who_listen_hear_it():
    store = MemoryStore()
    shelf = Shelf(store)
    table, key = await shelf.open("coin", "", "Gil")
    gil, rings = table.holder(key.secret), []
    back = await table.keys.back_link(gil.id)
    table.listen(gil.id, lambda: rings.append(1))
    await shelf.delete(table.id)
    assert (rings, shelf.cards(), store.count()) == ([1], (), 0)
    wishes = (
        shelf.find(table.id), shelf.delete(table.id), shelf.archive(table.id), table.come("Ann"), table.new_invite(),
        table.come_back(back), table.ask(gil, Asked(id="1", command={"do": "say", "text": "Hello?"})),
    )
    for wish in wishes:
        with pytest.raises(Refused) as refused:
            await wish
        assert refused.value.code == "no-such-table"
    with pytest.raises(Refused, match="no such table"):
        table.holder(key.secret)


async def test_a_table_deleted_while_it_is_being_read_is_refused():
    class Slow(MemoryStore):
        """A store whose first look at a card comes before the deletion and whose reading comes after it."""

        def card(self, table: str) -> TableCard:
            found = super().card(table)
            self._shelf.pop(table)
            return found

    here = await sat_down(store=(store := Slow()))
    await played(here)
    with pytest.raises(Refused, match="no such table"):
        await asyncio.wait_for(Shelf(store).find(here.table.id), 5)


@pytest.mark.parametrize("written", range(4))
async def test_of_a_table_whose_opening_the_disk_refuses_nothing_is_left(written):
    class Full(MemoryStore):
        """A store that takes only the first so many writes."""

        left = written

        def write(self) -> None:
            if not self.left:
                raise OSError(28, "no space left on device")
            self.left -= 1

        async def create(self, *whole: Any, **more: Any) -> None:
            self.write()
            await super().create(*whole, **more)

        async def append(self, table: str, entry: Entry) -> None:
            self.write()
            await super().append(table, entry)

        async def keep(self, table: str, name: str, value: bytes) -> None:
            self.write()
            await super().keep(table, name, value)

    shelf = Shelf(store := Full())
    with suppress(OSError):
        await shelf.open("coin", "", "Gil")
    assert shelf.count() == len(shelf.cards())
    for card in shelf.cards():
        store.left = 9
        assert (await shelf.find(card.id)).keys.invite
        await shelf.delete(card.id)
    assert shelf.count() == 0

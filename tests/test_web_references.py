"""What a game has to leaf through: every list is linked, complete, and in the book's order."""

from __future__ import annotations

import pytest
from tests.visitors import Visitor

from moot import games
from moot.store import MemoryStore
from moot.table import Shelf
from moot.web import create_app

pytestmark = pytest.mark.anyio

LISTS = [(game.name, one.id) for game in games.every() for one in game.references()]


@pytest.fixture
async def client():
    async with Visitor(create_app(Shelf(MemoryStore()))) as client:
        yield client


@pytest.mark.parametrize(("name", "list_id"), LISTS)
async def test_a_list_is_linked_from_its_game_and_shows_every_row(client, name, list_id):
    reference = next(one for one in games.find(name).references() if one.id == list_id)
    assert f"/games/{name}/book/{list_id}" in (await client.get(f"/games/{name}")).text
    page = await client.get(f"/games/{name}/book/{list_id}")
    assert page.status_code == 200
    assert page.text.count('<article class="entry">') == len(reference.rows)


async def test_an_unknown_list_is_a_friendly_page(client):
    page = await client.get(f"/games/{games.names()[0]}/book/no-such-list")
    assert page.status_code == 404
    assert "no list called" in page.text

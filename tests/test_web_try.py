"""Tables to try: one press, a choice of who to be, and something to do at once; stand-ins play the others."""

from __future__ import annotations

import asyncio

import pytest
from tests.visitors import Visitor, find, site

from moot import games
from moot.core import Refused
from moot.store.memory import MemoryStore
from moot.table import Shelf
from moot.table.script import demos, tried
from moot.web.trials import Trials

pytestmark = pytest.mark.anyio

TO_TRY = [
    (game, script, role.seat)
    for game in ("wicked-age", "swords-edge")
    for script in demos(games.find(game)).values()
    for role in script.role
]


async def test_the_home_page_leads_to_a_seat_in_two_presses():
    app = site()
    visitor = Visitor(app)
    home = (await visitor.get("/")).text
    rows = {find(r'href="/games/([^"/]+)"', row): row for row in home[home.index('id="games"') :].split("<li>")[1:]}
    tried_there = {game for game, row in rows.items() if f'href="/try/{game}"' in row}
    assert tried_there == {"modos", "perilous", "swords-edge", "wicked-age"}
    assert 'href="/try/wicked-age"' in (await visitor.get("/games/wicked-age")).text
    choice = (await visitor.get("/try/wicked-age")).text
    assert "Be Mekha" in choice
    answer = await visitor.post("/try/wicked-age", data={"seat": find(r'name="seat" value="([^"]+)"', choice)})
    assert answer.status_code == 303
    visitor.table = answer.headers["location"]
    assert (await visitor.page()).count("stand-in") >= 4


async def test_nobody_else_can_be_chosen():
    app = site()
    assert (await Visitor(app).post("/try/wicked-age", data={"seat": "Erin"})).status_code == 422
    assert (await Visitor(app).get("/try/coin")).status_code == 404
    with pytest.raises(Refused, match="no-such-role"):
        await tried(Shelf(MemoryStore()), "wicked-age", TO_TRY[0][1], "Nobody")


@pytest.mark.parametrize(("game", "script", "seat"), TO_TRY)
async def test_something_waits_for_whoever_comes_or_for_stand_ins_before_it(game, script, seat):
    table, key = await tried(Shelf(MemoryStore()), game, script, seat)
    chairs = table.ledger.table.chairs
    assert [chair.seat.name for chair in chairs.values() if not chair.lent] == [seat]
    assert table.holder(key.secret).name == seat
    assert table.ledger.situation().waiting


async def test_no_more_tables_are_opened_at_once_than_there_is_room_for():
    game, script, seat = TO_TRY[0]
    trials = Trials(2)
    with pytest.raises(Refused, match="no-such-role"):
        await trials.open(game, script, "Nobody")
    opened = await asyncio.gather(*(trials.open(game, script, seat) for _ in range(5)), return_exceptions=True)
    assert sum(isinstance(one, tuple) for one in opened) == 2
    assert [one.code for one in opened if isinstance(one, Refused)] == ["house-full"] * 3
    await trials.close()

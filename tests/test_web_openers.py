"""Who may open tables, and how many; tables to try, which anybody may open and which are kept only in memory."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from tests import toy
from tests.visitors import UNLIMITED, Visitor, company, find, site

from moot import games
from moot.cli.place import ServingPlace
from moot.core import Module, Refused, Rule
from moot.store.memory import MemoryStore
from moot.store.sqlite import SqliteStore
from moot.table import Shelf
from moot.web import Limits
from moot.web.home import to_try
from moot.web.trials import DAY, LEFT, Trials

pytestmark = pytest.mark.anyio

OPENING = {"game": "coin", "name": "Ann", "title": "Our table"}
HERE: dict[str, Any] = {"client": "127.0.0.1", "base_url": "http://127.0.0.1:8765"}
NOBODY_ELSE = [
    {"client": "203.0.113.9", "base_url": "http://127.0.0.1:8765"},
    {"client": "127.0.0.1", "base_url": "http://moot.test"},
    {"client": "192.0.2.1", "base_url": "http://192.0.2.2"},
]


async def opens(visitor: Visitor) -> bool:
    """Whether the visitor gets a table, by form and by program; the home page must agree."""
    form = await visitor.post("/open", data=OPENING)
    program = await visitor.post("/api/tables", json={"game": "coin", "name": "Ann"})
    offered = 'action="/open"' in (await visitor.get("/")).text
    assert offered == ('action="/open"' in (await visitor.get("/games/coin")).text)
    assert (form.status_code, program.status_code) == ((303, 201) if offered else (403, 403))
    return offered


async def test_at_this_machine_tables_are_opened_by_whoever_is_here():
    app = site(open_by="local")
    assert await opens(Visitor(app, **HERE))
    assert await opens(Visitor(app, client="192.0.2.1", base_url="http://192.0.2.1"))  # itself, by its own address
    for options in NOBODY_ELSE:
        assert not await opens(Visitor(app, **options))
    assert not await opens(Visitor(app, **HERE, headers={"x-forwarded-for": "127.0.0.1"}))


async def test_by_the_link_for_it_others_open_them_too():
    app = site(open_by="link", open_code="sesame")
    friend, stranger = Visitor(app), Visitor(app)
    assert not await opens(stranger)
    for wrong in ("", "sesam", "Sesame", "%ff"):
        assert 'action="/open"' not in (await stranger.get(f"/?open={wrong}")).text
    assert not await opens(stranger)
    assert 'action="/open"' in (await friend.get("/?open=sesame")).text
    assert await opens(friend)
    assert await opens(Visitor(app, **HERE))


async def test_a_site_without_a_code_for_it_has_no_link_for_it():
    app = site(open_by="link")
    assert not await opens(Visitor(app, cookies={"moot_open": ""}))


async def test_a_refusal_says_whom_to_ask():
    for who, sentence in (("local", "on the machine that runs Moot"), ("link", "people who have a special link")):
        assert sentence in (await Visitor(site(open_by=who)).post("/open", data=OPENING)).text


@pytest.mark.parametrize(
    ("place", "who"),
    [
        (ServingPlace(), "anyone"),
        (ServingPlace(lan=True), "local"),
        (ServingPlace(host="192.0.2.1"), "local"),
        (ServingPlace(base_url="https://moot.example.org"), "link"),
        (ServingPlace(lan=True, open_by="anyone"), "anyone"),
    ],
)
def test_unless_it_is_said_where_others_reach_it_decides_who(place, who):
    assert place.opened_by == who


async def test_a_house_takes_so_many_tables_and_more_of_its_own_people():
    app = site(limits=Limits(tables=2))
    answers = [(await Visitor(app).post("/open", data=OPENING)).status_code for _ in range(3)]
    assert answers == [303, 303, 409]
    assert (await Visitor(app, **HERE).post("/open", data=OPENING)).status_code == 303


class NearlyFull(MemoryStore):
    """A store with little room left."""

    def bytes_left(self) -> int:
        return UNLIMITED.room - 1


async def test_strangers_leave_some_of_the_disk_to_those_who_play():
    app = site(NearlyFull())
    answer = await Visitor(app).post("/open", data=OPENING)
    assert answer.status_code == 409
    assert "no room for another table" in answer.text


async def test_a_store_knows_how_much_it_can_take(tmp_path, monkeypatch):
    store = SqliteStore(tmp_path / "moot.db")
    left = store.bytes_left()
    assert left > 0
    monkeypatch.setattr("moot.store.sqlite.MOST_BYTES", 0)
    assert store.bytes_left() == 0
    await store.close()


async def test_the_file_does_not_grow_beyond_its_limit(tmp_path, monkeypatch):
    toy.install()
    monkeypatch.setattr("moot.store.schema.MOST_BYTES", 96 * 1024)
    store = SqliteStore(tmp_path / "moot.db")
    shelf = Shelf(store)

    async def open_many() -> None:
        for _ in range(200):
            await shelf.open("coin", "Our table", "Ann")

    with pytest.raises(OSError, match="full"):
        await open_many()
    assert (tmp_path / "moot.db").stat().st_size <= 96 * 1024
    assert shelf.cards()
    await shelf.close()


@pytest.mark.parametrize(
    ("modules", "why"),
    [
        ([Module(id=f"m{n}", title="M") for n in range(9)], "8 sets"),
        ([Module(id="m", title="M" * 81)], "80 letters"),
        ([Module(id="m", title="M", adds=(Rule("X-01", "x", "x" * 60_000),))], "48 KiB"),
    ],
)
async def test_house_rules_are_no_larger_than_people_read(modules, why):
    toy.install()
    with pytest.raises(Refused, match=why):
        await Shelf(MemoryStore()).open("coin", "Our table", "Ann", modules=modules)


# ---------------------------------------------------------------- tables to try


async def tries(visitor: Visitor) -> httpx.Response:
    return await visitor.post("/try/wicked-age", data={"seat": "Mekha"})


def first_role() -> tuple[str, Any, str]:
    script = to_try(games.find("wicked-age"))
    assert script is not None
    return "wicked-age", script, script.role[0].seat


async def test_anybody_tries_one_and_it_leaves_nothing_on_the_disk():
    store = MemoryStore()
    app = site(store, open_by="local")
    visitor = Visitor(app)
    choice = (await visitor.get("/try/wicked-age")).text
    seat = find(r'name="seat" value="([^"]+)"', choice)
    assert "deleted after a day" in choice
    answer = await visitor.post("/try/wicked-age", data={"seat": seat})
    assert answer.status_code == 303
    visitor.table = answer.headers["location"]
    assert "stand-in" in await visitor.page()
    assert visitor.table in (await visitor.get("/")).text
    assert (await visitor.says("Who are you all?")).status_code == 204
    assert store.count() == 0


async def test_there_are_few_at_a_time_until_some_are_left_alone():
    now = [0.0]
    trials = Trials(2, lambda: now[0])
    first, _ = await trials.open(*first_role())
    second, _ = await trials.open(*first_role())
    with pytest.raises(Refused, match="house-full"):
        await trials.open(*first_role())
    stop = first.listen(first.ledger.table.seated()[0].id, lambda: None)
    now[0] = LEFT + 1
    third, _ = await trials.open(*first_role())
    assert trials.find(first.id) is first
    assert trials.find(second.id) is None
    assert trials.find(third.id) is third
    stop()


async def test_they_are_gone_in_a_day():
    now = [0.0]
    trials = Trials(2, lambda: now[0])
    table, key = await trials.open(*first_role())
    now[0] = DAY
    assert trials.find(table.id) is table
    now[0] = DAY + 1
    assert trials.find(table.id) is None
    assert trials.card(table.id, key.secret) is None


# ---------------------------------------------------------------- the list of one's tables


async def test_the_page_that_strangers_see_is_made_once_and_has_nobodys_tables(monkeypatch):
    app = site(open_by="local")
    pages, made = app.site.pages, list[str]()
    render = pages.render

    def watched(name: str, shown: Any) -> str:
        made.append(name)
        return str(render(name, shown))

    monkeypatch.setattr(pages, "render", watched)
    here = Visitor(app, **HERE)
    await here.opens(title="Not for strangers")
    dark = Visitor(app, cookies={"moot_scheme": "dark"})
    for visitor in (Visitor(app), here, Visitor(app), dark, here, dark):
        html = (await visitor.get("/")).text
        assert ("Not for strangers" in html) == (visitor is here)
        assert ('action="/open"' in html) == (visitor is here)
        assert ('data-scheme="dark"' in html) == (visitor is dark)
    assert made.count("pages/home.html") == 4


async def test_a_title_is_shown_to_browsers_that_have_a_seat_there_alone():
    app = site()
    ann, ben = await company(app)
    id_ = ann.table.rpartition("/")[2]
    proof = find(r"-(\w+)", ann.cookies["moot_tables"])
    for forged in (id_, f"{id_}-", f"{id_}-{'0' * 64}", f"{id_}-{proof[:-1]}"):
        assert "Our table" not in (await Visitor(app, cookies={"moot_tables": forged}).get("/")).text
    assert "Our table" in (await ben.get("/")).text
    gone = find(r'data-seat="(\w+)"', await ben.page())
    assert (await ann.does(f"turn-away:{gone}")).status_code == 204
    assert "Our table" not in (await ben.get("/")).text

"""The disk says no: nothing is lost, people are told in a sentence, and play goes on when there is room again."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests import toy
from tests.faults.child import Child, ends
from tests.gathering import steady_site
from tests.random_play import GAMES, Course
from tests.visitors import Visitor, site
from tests.wire import Wire

from moot.cli.exits import Exit
from moot.store import DiskRefused, MemoryStore, open_store
from moot.table import logfile
from moot.table.verify import verify

pytestmark = pytest.mark.anyio

SORRY = "It could not be written down, so nothing has changed. Try again in a moment."


class Stubborn(MemoryStore):
    """A store whose disk refuses, after so many more changes or at once."""

    def __init__(self) -> None:
        super().__init__()
        self.room = 10**9

    def _write(self) -> None:
        self.room -= 1
        if self.room < 0:
            raise DiskRefused(28, "The disk is full, so nothing was written to /secret/place/moot.db: free some space.")

    async def create(self, *args: Any, **more: Any) -> None:
        self._write()
        await super().create(*args, **more)

    async def append(self, *args: Any) -> None:
        self._write()
        await super().append(*args)

    async def keep(self, *args: Any) -> None:
        self._write()
        await super().keep(*args)

    async def forget(self, *args: Any) -> None:
        self._write()
        await super().forget(*args)


@pytest.fixture
def store():
    toy.install()
    return Stubborn()


def state(table):
    ledger = table.ledger
    return ledger.link, ledger.seq, ledger.table, ledger.game_state, table.keys.invite, table._store.kept(table.id)


@pytest.mark.parametrize("game", [*GAMES, "coin"])
async def test_a_command_that_cannot_be_written_changes_nothing_and_is_done_when_it_is_sent_again(store, game):
    app, course = steady_site(6, store), Course(6)
    gil, ann = Wire(app, "gil"), Wire(app, "ann")
    code = await gil.opens(game, "Gil", house={"door": "open"})
    await ann.comes(gil.table, code, "Ann")
    table = await app.site.shelf.find(gil.table)
    with gil.following(), ann.following():
        for turn in range(6):
            taken = course.turn({wire.who: await wire.offers() for wire in (gil, ann)})
            assert taken is not None
            wire = gil if taken[0] == "gil" else ann
            body = {"id": f"turn {turn}", "command": course.wish(taken[1], wire.who)}
            await gil.settle()
            gil.received.clear()
            before, store.room = state(table), 0
            answer = await wire.visitor.post(f"/api/tables/{table.id}/commands", json=body)
            assert (answer.status_code, answer.json()["message"]) == (503, SORRY)
            assert int(answer.headers["retry-after"]) > 0
            await gil.settle()
            assert gil.received == []
            assert state(table) == before
            store.room = 10**9
            answer = await wire.visitor.post(f"/api/tables/{table.id}/commands", json=body)
            assert (answer.status_code, answer.json()["again"]) == (200, False)
    assert verify(logfile.lines(*logfile.whole(table.id, table.ledger))).good


async def test_on_a_page_it_is_said_beside_the_form_and_the_page_can_still_be_read(store):
    ann = Visitor(site(store))
    await ann.opens()
    store.room = 0
    beside = await ann.does("hide", value="4")
    assert beside.status_code == 503
    assert SORRY in beside.text
    assert "<html" not in beside.text
    whole = await ann.does("hide", htmx=False, value="4")
    assert whole.status_code == 503
    assert f"<h1>{SORRY}</h1>" in whole.text
    assert "/secret" not in beside.text + whole.text
    assert "A number is to be hidden" in await ann.page()
    store.room = 1
    assert (await ann.does("hide", value="4")).status_code == 204
    assert "A number is hidden." in await ann.page()


async def test_a_table_that_could_not_be_opened_is_not_there(store):
    """Opening takes one change: no table is listed while it fails, and no second change is needed."""
    ann = Visitor(site(store), client="127.0.0.1", base_url="http://localhost")
    store.room = 0
    form = {"game": "coin", "name": "Ann"}
    assert (await ann.post("/open", data=form)).status_code == 503
    home = await ann.get("/")
    assert (home.status_code, re.findall(r'href="(/t/\w+)"', home.text)) == (200, [])
    store.room = 1
    assert (await ann.post("/open", data=form)).status_code == 303


@pytest.mark.parametrize("room", range(2))
async def test_at_the_door_nothing_is_spent_or_taken_that_was_not_written(store, room):
    app = site(store)
    ann, ben = Visitor(app), Visitor(app)
    await ann.opens()
    table = await app.site.shelf.find(ann.table.rpartition("/")[2])
    link = await ann.link()
    back = re.search(r"/back/([\w-]+)<", (await ann.post(f"{ann.table}/back")).text)
    assert back
    path, _, code = link.partition("?k=")
    asks = [(path, {"k": code, "name": "Ben"}), (f"{ann.table}/back/{back[1]}", {})]
    for where, form in asks:
        before, store.room = state(table)[:5], room
        assert (await ben.post(where, data=form)).status_code == 503
        assert state(table)[:5] == before
        store.room = 10**9
        assert (await ben.post(where, data=form)).status_code == 303
    store.room = 0
    for where in (f"{ann.table}/invite", f"{ann.table}/back"):
        assert (await ann.post(where)).status_code == 503
    assert await ann.link() == link


@pytest.mark.parametrize("room", [1, 2])
async def test_a_seat_that_is_handed_over_is_handed_over_even_if_its_keys_could_not_be_written(store, room):
    """The log is what counts: from its entry on the newcomer holds the seat, also after the server has come back."""
    app = site(store)
    gil, ann, new = Wire(app, "gil"), Wire(app, "ann"), Wire(app, "new")
    code = await gil.opens("coin", "Gil", house={"door": "open"})
    await ann.comes(gil.table, code, "Ann")
    await gil.asks({"do": "set-house", "door": "ask", "undo": "guide", "hand_dice": True})
    await new.comes(gil.table, code, "Ann again")
    store.room = room
    await gil.asks({"do": "hand-seat", "comer": new.seat, "seat": ann.seat}, "hand over")
    store.room = 10**9
    assert await gil.asks({"do": "hand-seat", "comer": new.seat, "seat": ann.seat}, "hand over") == 200
    for running in (app, site(store)):
        table = await running.site.shelf.find(gil.table)
        assert table.holder(new.secret).id == ann.seat


# ---------------------------------------------------------------- a real disk that is really full


class Disk:
    """A file system of its own if that can be had, else a limit on how large the files of a process may grow."""

    def __init__(self, place: Path) -> None:
        self.place = place
        mount = ["mount", "-t", "tmpfs", "-o", "size=24m", "moot-test", str(place)]
        self.mounted = os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0

    def fill(self, child: Child) -> None:
        """No more room."""
        if not self.mounted:
            resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
            return
        with (self.place / "ballast").open("wb", buffering=0) as ballast:
            try:
                while True:
                    ballast.write(bytes(4096))
            except OSError:
                return

    def free(self, child: Child) -> None:
        """Room again."""
        if not self.mounted:
            resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        (self.place / "ballast").unlink(missing_ok=True)

    def gone(self) -> None:
        if self.mounted:
            subprocess.run(["umount", "--lazy", str(self.place)], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path)
    yield made
    made.gone()


def test_a_full_disk_stops_nobody_from_reading_and_nothing_from_going_on_afterwards(disk):
    said: list[str] = []
    with Child(disk.place / "data") as child, httpx.Client(base_url=child.link, timeout=30) as http:
        key = http.post("/api/tables", json={"game": GAMES[0], "name": "Gil"}).json()
        headers = {"authorization": f"Bearer {key['secret']}"}
        at = f"/api/tables/{key['table']}"

        def says(text: str) -> httpx.Response:
            wish = {"do": "say", "text": text, "manner": "story"}
            answer = http.post(f"{at}/commands", json={"id": text[:12], "command": wish}, headers=headers)
            if answer.status_code == 200:
                said.append(text)
            return answer

        assert says("While there is room").status_code == 200
        disk.fill(child)
        refused = next(answer for n in range(500) if (answer := says(f"Number {n:04} {'x' * 3000}")).status_code != 200)
        assert (refused.status_code, refused.json()["message"]) == (503, SORRY)
        assert says("Not now").status_code == 503
        for path in ("", "/journal", "/offers"):
            assert http.get(f"{at}{path}", headers=headers).status_code == 200
        health = http.get("/health")
        assert (health.status_code, health.json()["ok"], health.json()["tables"]) == (503, False, 1)
        assert "nothing can be written" in health.json()["why"]
        disk.free(child)
        assert http.get("/health").json() == {"ok": True, "tables": 1}
        assert says("Not now").json()["again"] is False
        assert says("There is room again").status_code == 200
    assert written(disk.place / "data") == said


def written(folder: Path) -> list[str]:
    """What was said at the one table of `folder`, as it lies on the disk."""

    async def read() -> list[str]:
        store = open_store(folder)
        [card] = store.cards()
        said = [entry.asked.command["text"] for entry in store.read(card.id) if entry.asked]
        await store.close()
        return said

    return asyncio.run(read())


# ---------------------------------------------------------------- what stands in the way of starting


def damaged(folder: Path) -> Exit:
    folder.mkdir()
    (folder / "moot.db").write_bytes(os.urandom(20_000))
    return Exit.DAMAGED


def of_another_program(folder: Path) -> Exit:
    folder.mkdir()
    import sqlite3

    with sqlite3.connect(folder / "moot.db") as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    return Exit.DAMAGED


def not_a_folder(folder: Path) -> Exit:
    folder.write_text("a file")
    return Exit.MACHINE


def not_to_be_made(folder: Path) -> Exit:
    folder.symlink_to("/proc/self/nowhere")
    return Exit.MACHINE


@pytest.mark.parametrize("wrong", [damaged, of_another_program, not_a_folder, not_to_be_made])
def test_what_cannot_be_served_is_said_in_one_line(tmp_path, wrong):
    _, said = ends_with(tmp_path / "data", wrong(tmp_path / "data"))
    assert str(tmp_path / "data") in said


def test_a_folder_and_a_port_serve_one_moot(tmp_path):
    with Child(tmp_path / "one") as first:
        _, said = ends_with(tmp_path / "one", Exit.IN_USE)
        assert "Another Moot is using" in said
        _, said = ends_with(tmp_path / "two", Exit.PORT, port=first.port)
        assert f"Port {first.port} is in use" in said
        assert httpx.get(f"{first.link}/health").json() == {"ok": True, "tables": 0}


def ends_with(folder: Path, wanted: Exit, port: int = 0) -> tuple[int | None, str]:
    """A `moot serve` that ends by itself, with one clear line."""
    code, said = ends(folder, port)
    assert (code, said.count("\n")) == (wanted, 1), said
    assert said.startswith("moot: ")
    assert said.rstrip().endswith(".")
    return code, said

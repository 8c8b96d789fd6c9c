"""The host's verbs while Moot serves: they reach it by the socket in the data folder."""

from __future__ import annotations

import asyncio
import json
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.faults.child import Child
from tests.table_at_play import evening
from tests.visitors import Visitor, site

from moot import __version__
from moot.cli import host_socket, main
from moot.cli.errands import DataFolder, Import, Tables, WayBack, done
from moot.cli.exits import Exit, Stop
from moot.cli.host_socket import NAME, Reply, SentErrand, answering
from moot.store import MemoryStore
from moot.table import Shelf, logfile
from moot.table.verify import verify


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Child]:
    """A running `moot serve` with one table, opened by Gil."""
    with Child(tmp_path / "data") as served:
        opened = httpx.post(
            f"{served.link}/api/tables", json={"game": "wicked-age", "title": "The well", "name": "Gil"}, timeout=20
        ).json()
        served.table, served.secret = opened["table"], opened["secret"]
        yield served


def run(capsys: pytest.CaptureFixture[str], *argv: str, child: Child, code: Exit = Exit.FINE) -> str:
    """What a verb says about the folder that is being served."""
    assert main([*argv, "--data", str(child.folder)]) == code, capsys.readouterr()
    out, err = capsys.readouterr()
    return out if code == Exit.FINE else err


def test_somebody_gets_a_way_back_that_works_at_once(child: Child, capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "back", child.table, child=child)
    assert said.startswith("Open this within a day, to be Gil again:\n")
    link = said.split()[-1]
    assert link.startswith(f"{child.link}/t/{child.table}/back/")
    with httpx.Client(headers={"sec-fetch-site": "same-origin"}, follow_redirects=True, timeout=20) as gil:
        assert gil.post(link).status_code == 200
        assert "The well" in gil.get(f"{child.link}/t/{child.table}").text
    elsewhere = run(capsys, "back", child.table, "--base-url", "https://moot.example.org/", child=child)
    assert elsewhere.split()[-1].startswith(f"https://moot.example.org/t/{child.table}/back/")


def test_a_log_goes_out_and_another_comes_in(
    child: Child, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "out.moot"
    run(capsys, "export", child.table, "--out", str(out), child=child)
    assert verify(out.read_bytes().splitlines(keepends=True)).good
    run(capsys, "tables", "delete", child.table, "--yes", child=child)
    assert "no table" in run(capsys, "export", child.table, child=child, code=Exit.REFUSED)
    said = run(capsys, "import", str(out), child=child)
    assert said.splitlines()[-1].startswith(f"{child.link}/t/{child.table}/back/")
    assert "is on the shelf already" in run(capsys, "import", str(out), child=child, code=Exit.REFUSED)


def test_tables_are_listed_put_away_and_taken_back(child: Child, capsys: pytest.CaptureFixture[str]) -> None:
    def on_the_home_page() -> bool:
        return "The well" in httpx.get(child.link, timeout=20).text

    assert "The well" in run(capsys, "tables", child=child)
    assert on_the_home_page()
    run(capsys, "tables", "archive", child.table, child=child)
    assert run(capsys, "tables", child=child) == "No table is on the shelf.\n"
    [card] = json.loads(run(capsys, "tables", "--archived", "--json", child=child))
    assert (card["id"], card["title"]) == (child.table, "The well")
    assert not on_the_home_page()
    run(capsys, "tables", "unarchive", child.table, child=child)
    assert "The well" in run(capsys, "tables", child=child)
    assert on_the_home_page()


@pytest.mark.anyio
async def test_nor_is_a_table_put_away_on_the_list_of_somebody_who_plays_there() -> None:
    app = site()
    ann = Visitor(app)
    await ann.opens()
    assert "Our table" in (await ann.get("/")).text
    await app.site.shelf.archive(ann.table.rpartition("/")[2])
    assert "Our table" not in (await ann.get("/")).text
    assert "Our table" in await ann.page()


def test_who_is_at_a_table_that_is_deleted_hears_it_at_once(child: Child, capsys: pytest.CaptureFixture[str]) -> None:
    me = {"Authorization": f"Bearer {child.secret}"}
    address = f"{child.link}/api/tables/{child.table}"
    with httpx.stream("GET", f"{address}/feed", headers=me, timeout=5) as feed:
        heard = feed.iter_lines()
        assert next(heard).startswith("id: 1")
        refusal = run(capsys, "tables", "delete", child.table, child=child, code=Exit.REFUSED)
        assert "“The well” and its" in refusal
        run(capsys, "tables", "delete", child.table, "--yes", child=child)
        rest = list(heard)
    assert "event: gone" in rest
    assert "no-such-table" in "".join(rest)
    assert httpx.get(address, headers=me, timeout=20).status_code == 404
    assert run(capsys, "tables", child=child) == "No table is on the shelf.\n"


def test_only_this_user_may_use_the_socket_and_it_goes_with_the_server(child: Child) -> None:
    place = child.folder / NAME
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    child.process.terminate()
    child.process.join(30)
    assert not place.exists()


def test_a_socket_left_behind_by_a_crash_is_in_nobodys_way(child: Child, capsys: pytest.CaptureFixture[str]) -> None:
    child.kill()
    assert (child.folder / NAME).is_socket()
    assert "Start `moot serve`" in run(capsys, "back", child.table, child=child)
    child.start()
    assert "Open this" in run(capsys, "back", child.table, child=child)


def test_another_version_is_refused_in_a_sentence(
    child: Child, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host_socket, "__version__", "9.9")
    said = run(capsys, "tables", "delete", child.table, "--yes", child=child, code=Exit.IN_USE)
    versions = f"version {__version__}, this one is 9.9"
    assert said == f"moot: The Moot that serves {child.folder} is {versions}: use the same one.\n"
    monkeypatch.undo()
    assert "The well" in run(capsys, "tables", child=child)


def test_a_moot_of_before_that_has_no_socket_says_that_it_is_there(
    child: Child, capsys: pytest.CaptureFixture[str]
) -> None:
    (child.folder / NAME).unlink()
    assert "Another Moot is using" in run(capsys, "tables", child=child, code=Exit.IN_USE)


# ---------------------------------------------------------------- the socket itself


def test_nonsense_over_the_socket_is_answered_and_changes_nothing(child: Child) -> None:
    def answered(sent: bytes) -> Reply:
        with socket.socket(socket.AF_UNIX) as line, host_socket.reachable(child.folder) as path:
            line.connect(path)
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            return msgspec.json.decode(line.makefile("rb").read(), type=Reply)

    assert answered(b"GET / HTTP/1.1\r\n\r\n").code == Exit.USAGE
    unknown = SentErrand(__version__, msgspec.Raw(b'{"errand":"juggle"}'))
    assert answered(msgspec.json.encode(unknown)).code == Exit.USAGE
    assert httpx.get(f"{child.link}/health", timeout=20).json() == {"ok": True, "tables": 1}


def test_an_errand_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can fill the memory of the Moot that serves: neither by a verb, nor by what is sent past the verbs."""
    monkeypatch.setattr(host_socket, "LONGEST", 1 << 20)

    async def sent(much: int) -> Reply:
        with host_socket.reachable(tmp_path) as path:
            reader, writer = await asyncio.open_unix_connection(path)
        writer.write(b"[" * much)  # and the end of it is never said
        reply = msgspec.json.decode(await asyncio.wait_for(reader.read(), 20), type=Reply)
        writer.close()
        return reply

    async def refused() -> None:
        shelf = Shelf(store := MemoryStore())
        async with answering(DataFolder(tmp_path, shelf, store, "http://here")):
            reply = await sent((1 << 20) + 1)
            assert (reply.code, "it takes 1 MiB at once" in reply.line) == (Exit.REFUSED, True)
            with pytest.raises(Stop, match="it takes 1 MiB at once"):
                await done(tmp_path, Import(b"x" * (1 << 20)))
            assert await done(tmp_path, Tables()) == []

    asyncio.run(refused())


def test_an_errand_that_breaks_is_one_line_and_the_house_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def breaks(self: Tables, house: DataFolder) -> None:
        raise ZeroDivisionError

    async def twice() -> None:
        shelf = Shelf(store := MemoryStore())
        async with answering(DataFolder(tmp_path, shelf, store, "http://here")):
            with monkeypatch.context() as broken:
                broken.setattr(Tables, "run", breaks)
                with pytest.raises(Stop, match="Something broke") as stop:
                    await done(tmp_path, Tables())
            assert stop.value.code == Exit.MACHINE
            assert await done(tmp_path, Tables()) == []

    asyncio.run(twice())
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_folder_with_a_path_longer_than_sockets_take_is_reached_too(tmp_path: Path) -> None:
    deep = tmp_path / ("a" * 80) / ("b" * 80)
    deep.mkdir(parents=True)

    async def reached() -> None:
        shelf = Shelf(store := MemoryStore())
        async with answering(DataFolder(deep, shelf, store, "http://here")):
            assert await done(deep, Tables()) == []
        with pytest.raises(Stop, match="There are no tables"):
            await done(deep, Tables())

    asyncio.run(reached())


def test_who_holds_the_line_and_says_nothing_keeps_nobody_from_stopping(child: Child) -> None:
    with socket.socket(socket.AF_UNIX) as line, host_socket.reachable(child.folder) as path:
        line.connect(path)
        child.process.terminate()
        child.process.join(30)
        assert child.process.exitcode == Exit.FINE


def test_links_are_made_with_the_address_that_the_host_gives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = "https://moot.example.org"
    with Child(tmp_path / "data", "--base-url", base) as child:
        opened = httpx.post(
            f"{child.link}/api/tables", json={"game": "wicked-age", "title": "", "name": "Gil"}, timeout=20
        ).json()
        assert opened["join"].startswith(f"{base}/t/{opened['table']}/join?k=")
        assert run(capsys, "back", opened["table"], child=child).split()[-1].startswith(f"{base}/t/")


def test_every_errand_and_its_answer_come_through_json_unchanged() -> None:
    way = WayBack("Gil", "t1", "secret", "http://here")
    assert msgspec.json.decode(msgspec.json.encode(way), type=WayBack) == way
    log = b"".join(logfile.lines(*logfile.whole("evening", evening().ledger)))
    assert msgspec.json.decode(msgspec.json.encode(log), type=bytes) == log

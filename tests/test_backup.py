"""All tables are backed up while people play, and restored."""

from __future__ import annotations

import asyncio
import json
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from zlib import crc32

import httpx
import pytest
from tests.faults.child import Child
from tests.stores import card, numbers, said as words_of

from moot.cli import main
from moot.cli.exits import Exit
from moot.core import Corrupt
from moot.store import open_store
from moot.store.codec import pack
from moot.table.ports import GENESIS


@pytest.fixture
def run():
    """Runs a coroutine to its end, all in one loop."""
    with asyncio.Runner() as runner:
        yield runner.run


@pytest.fixture
def house(run, tmp_path):
    """A data folder with the table amber, which has 50 entries, and no Moot."""
    store = open_store(tmp_path / "data")
    run(store.create(card("amber")))
    run(append(store, 50))
    run(store.close())
    run(open_store(tmp_path / "data").close())
    return tmp_path / "data"


async def append(store, upto):
    """Let the table amber have so many entries, each linked to the one before."""
    last = GENESIS
    for one in store.read("amber"):
        last = bytes.fromhex(one.link)
    for seq in range(store.card("amber").entries + 1, upto + 1):
        one = words_of(seq, before=last)
        last = bytes.fromhex(one.link)
        await store.append("amber", one)


def said(capsys, *argv, code=Exit.FINE):
    """What a command line writes; its exit code is checked."""
    assert main([str(word) for word in argv]) == code, capsys.readouterr()
    out, err = capsys.readouterr()
    return out if code == Exit.FINE else err


def entries(run, folder):
    """The numbers of the entries that the table amber has in `folder`."""
    store = open_store(folder)
    found = numbers(store.read("amber"))
    run(store.close())
    return found


@contextmanager
def somebody_talking(child: Child, key: Mapping[str, str]) -> Iterator[list[str]]:
    """What was said at a table so far and is safe; more and more of it, until this is left."""
    heard, stop = list[str](), threading.Event()
    headers = {"authorization": f"Bearer {key['secret']}"}

    def talk() -> None:
        with httpx.Client(base_url=child.link, headers=headers, timeout=30) as http:
            while not stop.is_set():
                text = f"Number {len(heard)}"
                wish = {"id": text, "command": {"do": "say", "text": text, "manner": "aside"}}
                http.post(f"/api/tables/{key['table']}/commands", json=wish).raise_for_status()
                heard.append(text)

    talking = threading.Thread(target=talk)
    talking.start()
    try:
        yield heard
    finally:
        stop.set()
        talking.join()


def test_a_house_is_copied_while_people_play_and_goes_on_from_the_copy(tmp_path, capsys):
    safe = 0
    with Child(tmp_path / "data") as child:
        key = httpx.post(f"{child.link}/api/tables", json={"game": "wicked-age", "name": "Gil"}, timeout=30).json()
        with somebody_talking(child, key) as heard:
            for number in range(5):
                safe = len(heard)
                out = said(capsys, "backup", tmp_path / f"copy-{number}", "--data", child.folder)
                assert ": 1 table, " in out
                assert int(out.split()[-2]) >= safe + 2  # and what was said meanwhile, whole
    with Child(tmp_path / "copy-4") as again, httpx.Client(base_url=again.link, timeout=30) as http:
        headers = {"authorization": f"Bearer {key['secret']}"}
        at = f"/api/tables/{key['table']}"
        record = http.get(f"{at}/journal", params={"limit": 500}, headers=headers).json()["heard"]
        told = [line["quote"] for one in record for line in one["lines"] if line["quote"].startswith("Number")]
        assert told == heard[: len(told)]
        assert len(told) >= safe
        wish = {"id": "more", "command": {"do": "say", "text": "We go on.", "manner": "aside"}}
        assert http.post(f"{at}/commands", json=wish, headers=headers).status_code == 200


def test_a_copy_is_one_file_that_only_its_owner_can_read(house, tmp_path, capsys):
    assert ": 1 table, 50 entries." in said(capsys, "backup", tmp_path / "new" / "copy", "--data", house)
    [file] = (tmp_path / "new" / "copy").iterdir()
    assert (file.name, file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == ("moot.db", 0o600, 0o700)


def test_no_copy_is_replaced_unless_that_is_said(run, house, tmp_path, capsys):
    copy = tmp_path / "copy"
    said(capsys, "backup", copy, "--data", house)
    before = (copy / "moot.db").read_bytes()
    assert "has a copy already" in said(capsys, "backup", copy, "--data", house, code=Exit.REFUSED)
    assert (copy / "moot.db").read_bytes() == before
    store = open_store(house)
    run(append(store, 60))
    run(store.close())
    assert "60 entries" in said(capsys, "backup", copy, "--data", house, "--force")


def test_nothing_is_copied_over_a_house(house, tmp_path, capsys):
    for target in (house, house.parent / "." / "data"):
        why = said(capsys, "backup", target, "--data", house, "--force", code=Exit.REFUSED)
        assert "keeps its tables in" in why
    assert "no moot.db in" in said(capsys, "backup", tmp_path / "b", "--data", tmp_path / "none", code=Exit.REFUSED)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE log SET body = replace(body, 'words of 33', 'wards of 33') WHERE seq = 33", "entry 33 of table amber"),
        ("DELETE FROM log WHERE seq = 33", "entry 33 of table amber"),
        ("DELETE FROM log WHERE seq > 40", "entries of table amber are missing"),
        ("DELETE FROM places WHERE seq > 40", "entries of table amber are missing"),
        ("DELETE FROM shelf", "not on its shelf"),
        ("PRAGMA user_version = 99", "written by a newer Moot"),
    ],
)
def test_a_house_that_is_not_whole_makes_no_copy(house, tmp_path, capsys, change, says):
    with closing(sqlite3.connect(house / "moot.db", isolation_level=None)) as other:
        other.execute(change)
    assert says in said(capsys, "backup", tmp_path / "copy", "--data", house, code=Exit.DAMAGED)
    assert list((tmp_path / "copy").iterdir()) == []


def test_an_entry_that_was_rewritten_with_its_sum_breaks_the_chain(house, tmp_path, capsys):
    forged = pack(words_of(33, "other words", before=GENESIS))
    with closing(sqlite3.connect(house / "moot.db", isolation_level=None)) as other:
        other.execute("UPDATE log SET body = ?, crc = ? WHERE seq = 33", (forged, crc32(forged)))
    why = said(capsys, "backup", tmp_path / "copy", "--data", house, code=Exit.DAMAGED)
    assert "entry 33 of table amber was altered" in why


def test_a_disk_that_is_too_small_for_a_copy_is_one_line_and_nothing_is_left(house, tmp_path):
    program = (
        "import resource, sys; from moot.cli import main;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000)); sys.exit(main(sys.argv[1:]))"
    )
    argv = [sys.executable, "-c", program, "backup", str(tmp_path / "copy"), "--data", str(house)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr.count("\n")) == (Exit.MACHINE, 1), done.stderr
    assert str(tmp_path / "copy") in done.stderr
    assert list((tmp_path / "copy").iterdir()) == []
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 20_000


# ---------------------------------------------------------------- bringing back


def test_a_copy_is_brought_back_into_a_folder_that_has_nothing(run, house, tmp_path, capsys):
    said(capsys, "backup", tmp_path / "copy", "--data", house)
    for new in (tmp_path / "new", tmp_path / "emptied"):
        if new.name == "emptied":
            run(open_store(new).close())  # a house without tables
        assert ": 1 table, 50 entries." in said(capsys, "restore", tmp_path / "copy", "--data", new)
        assert entries(run, new) == list(range(1, 51))


def test_tables_that_are_there_stay_unless_that_is_said_and_are_kept_even_then(run, house, tmp_path, capsys):
    said(capsys, "backup", tmp_path / "copy", "--data", house)
    store = open_store(house)
    run(store.create(card("onyx")))
    run(append(store, 55))
    run(store.close())
    why = said(capsys, "restore", tmp_path / "copy", "--data", house, code=Exit.REFUSED)
    assert "There are tables in" in why
    assert entries(run, house) == list(range(1, 56))
    out = said(capsys, "restore", tmp_path / "copy", "--data", house, "--force")
    assert entries(run, house) == list(range(1, 51))
    aside = out.split()[-1].rstrip(".")
    said(capsys, "restore", aside, "--data", tmp_path / "before")
    assert entries(run, tmp_path / "before") == list(range(1, 56))


def test_a_damaged_house_is_not_taken_for_an_empty_one(run, house, tmp_path, capsys):
    said(capsys, "backup", tmp_path / "copy", "--data", house)
    (house / "moot.db").write_bytes(b"noise" * 5000)
    assert "There are tables in" in said(capsys, "restore", tmp_path / "copy", "--data", house, code=Exit.REFUSED)
    said(capsys, "restore", tmp_path / "copy", "--data", house, "--force")
    assert entries(run, house) == list(range(1, 51))
    [aside] = house.glob("before-*")
    assert (aside / "moot.db").read_bytes().startswith(b"noise")


def test_a_house_whose_database_was_lost_is_brought_back(run, house, tmp_path, capsys):
    said(capsys, "backup", tmp_path / "copy", "--data", house)
    (house / "moot.db").unlink()
    assert "moot restore" in said(capsys, "tables", "--data", house, code=Exit.DAMAGED)
    said(capsys, "restore", tmp_path / "copy", "--data", house)
    assert entries(run, house) == list(range(1, 51))


@pytest.fixture
def killed(run, house, tmp_path):
    """A data folder whose Moot was killed: what was written last is only in the write-ahead file."""
    store = open_store(house)
    run(store.create(card("onyx")))
    run(append(store, 90))
    shutil.copytree(house, tmp_path / "killed")
    run(store.close())
    assert (tmp_path / "killed" / "moot.db-wal").stat().st_size
    return tmp_path / "killed"


@pytest.mark.parametrize("lost", [Path.unlink, lambda path: path.write_bytes(b"")], ids=["missing", "empty"])
def test_what_is_left_of_a_lost_database_is_kept_and_no_part_of_the_one_brought_back(
    run, house, killed, tmp_path, capsys, lost
):
    said(capsys, "backup", tmp_path / "copy", "--data", house)
    wal = (killed / "moot.db-wal").read_bytes()
    lost(killed / "moot.db")
    out = said(capsys, "restore", tmp_path / "copy", "--data", killed)
    [aside] = killed.glob("before-*")
    assert f"What was there before is in {aside}." in out
    assert (aside / "moot.db-wal").read_bytes() == wal
    assert entries(run, killed) == list(range(1, 91))
    said(capsys, "backup", tmp_path / "checked", "--data", killed)


@pytest.mark.parametrize("lost", [Path.unlink, lambda path: path.write_bytes(b"")], ids=["missing", "empty"])
@pytest.mark.parametrize("known", [True, False])
def test_what_is_left_of_a_lost_database_is_not_deleted_by_opening_it(killed, tmp_path, capsys, lost, known):
    wal = (killed / "moot.db-wal").read_bytes()
    lost(killed / "moot.db")
    if not known:
        (killed / "moot.lock").unlink()
    for _ in range(2):
        with pytest.raises(Corrupt, match="moot restore"):
            open_store(killed)
    said(capsys, "backup", tmp_path / "copy", "--data", killed, code=Exit.DAMAGED)
    said(capsys, "restore", killed, "--data", tmp_path / "new", code=Exit.DAMAGED)
    assert (killed / "moot.db-wal").read_bytes() == wal


def test_no_copy_is_put_beside_what_is_left_of_other_tables(house, tmp_path, capsys):
    copy = tmp_path / "copy"
    copy.mkdir()
    (copy / "moot.db-wal").write_bytes(b"changes")
    why = said(capsys, "backup", copy, "--data", house, "--force", code=Exit.REFUSED)
    assert "name another folder" in why
    assert [file.name for file in copy.iterdir()] == ["moot.db-wal"]


def test_a_damaged_copy_is_refused_and_what_is_there_stays(run, house, tmp_path, capsys):
    said(capsys, "backup", tmp_path / "copy", "--data", house)
    copy = tmp_path / "copy" / "moot.db"
    copy.write_bytes(copy.read_bytes().replace(b"the words of 33", b"the wards of 33"))
    said(capsys, "restore", tmp_path / "copy", "--data", house, "--force", code=Exit.DAMAGED)
    assert entries(run, house) == list(range(1, 51))
    assert "no moot.db in" in said(capsys, "restore", tmp_path, "--data", house, "--force", code=Exit.REFUSED)


@pytest.mark.parametrize("copy", ["none", "damaged"])
def test_where_nothing_could_be_brought_back_a_house_can_be_begun(run, house, tmp_path, capsys, copy):
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "moot.db").write_bytes(b"noise" * 5000)
    assert main(["restore", str(tmp_path / copy), "--data", str(tmp_path / "new")]) in (Exit.REFUSED, Exit.DAMAGED)
    store = open_store(tmp_path / "new")
    assert store.cards() == ()
    run(store.close())


def test_nothing_is_brought_back_while_moot_serves(house, tmp_path, capsys):
    said(capsys, "backup", tmp_path / "copy", "--data", house)
    with Child(tmp_path / "open") as child:
        why = said(capsys, "restore", tmp_path / "copy", "--data", child.folder, "--force", code=Exit.IN_USE)
        assert "Another Moot is using" in why
        assert json.loads(httpx.get(f"{child.link}/health", timeout=30).text) == {"ok": True, "tables": 0}

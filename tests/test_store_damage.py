"""What the SQLite store does with files that were damaged or changed."""

import asyncio
import random
import re
import shutil
import sqlite3
from contextlib import closing, suppress

import pytest
from tests.stores import numbers, said, written

from moot.core.errors import Corrupt, WriteConflict
from moot.store import open_store


@pytest.fixture
def run():
    """Runs a coroutine to its end, all in one loop."""
    with asyncio.Runner() as runner:
        yield runner.run


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "data"


def damaged(path):
    """Opening `path` raises Corrupt, in one line that names the file: what it says."""
    with pytest.raises(Corrupt) as caught:
        open_store(path.parent)
    says = str(caught.value)
    assert str(path) in says
    assert "\n" not in says
    return says


def test_garbage_is_not_taken_for_a_log(run, folder):
    folder.mkdir()
    (folder / "moot.db").write_bytes(random.Random(1).randbytes(20_000))
    assert "damaged or not a data file" in damaged(folder / "moot.db")


def test_a_file_that_was_cut_short(run, folder):
    path = written(run, folder, entries=500)
    whole = path.read_bytes()
    for size in (len(whole) - 1, len(whole) - 4096, len(whole) // 2, 5000, 4096, 200, 20):
        path.write_bytes(whole[:size])
        assert re.search("cut short|damaged", damaged(path))
    path.write_bytes(whole)
    store = open_store(folder)
    assert numbers(store.read("amber")) == list(range(1, 501))
    run(store.close())


@pytest.mark.parametrize("how", ["emptied", "removed", "emptied by SQLite"])
def test_a_house_whose_database_is_empty_is_not_begun_anew(run, folder, how):
    path = written(run, folder)
    path.unlink()
    if how == "emptied":
        path.touch()
    if how == "emptied by SQLite":
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA journal_mode = WAL")
    assert "is empty, and Moot was at work here before: bring back a backup" in damaged(path)
    (folder / "moot.lock").unlink()
    store = open_store(folder)
    assert store.cards() == ()
    run(store.close())


def test_a_house_that_could_not_be_begun_is_begun_the_next_time(run, folder, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr("moot.store.schema.MIGRATIONS", ("CREATE TABLE",))
        assert "damaged" in damaged(folder / "moot.db")
    store = open_store(folder)
    assert store.cards() == ()
    run(store.close())


def test_another_programs_database_is_left_alone(folder):
    folder.mkdir()
    with closing(sqlite3.connect(folder / "moot.db")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = (folder / "moot.db").read_bytes()
    assert "another program" in damaged(folder / "moot.db")
    assert (folder / "moot.db").read_bytes() == before


def test_a_database_from_the_future_is_refused(run, folder):
    path = written(run, folder)
    with closing(sqlite3.connect(path)) as later:
        later.execute("PRAGMA user_version = 99")
    assert "written by a newer Moot (schema 99" in damaged(path)


def altered(path, old, new):
    """The file at `path` with the one place that reads `old` overwritten."""
    whole = path.read_bytes()
    assert whole.count(old) == 1
    assert len(old) == len(new)
    path.write_bytes(whole.replace(old, new))


@pytest.mark.parametrize("new", [b"the wards of 33", b'the words o" 33', b"the words \xff\xfe 33"])
def test_a_changed_byte_is_found_with_its_entry(run, folder, new):
    path = written(run, folder)
    altered(path, b"the words of 33", new)
    store = open_store(folder)
    with pytest.raises(Corrupt, match="entry 33 of table amber") as caught:
        list(store.read("amber"))
    assert caught.value.seq == 33
    assert numbers(store.read("amber", upto=32)) == list(range(1, 33))
    assert numbers(store.read("amber", after=33)) == list(range(34, 51))
    run(store.close())


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM log WHERE seq = 33",
        "UPDATE log SET body = 'text' WHERE seq = 33",
        "UPDATE log SET (crc, body) = (SELECT crc, body FROM log WHERE seq = 32) WHERE seq = 33",
        "DELETE FROM places WHERE seq = 33",
        "DELETE FROM places WHERE seq >= 33",
    ],
)
def test_an_entry_that_was_taken_out_or_exchanged_is_found(run, folder, statement):
    path = written(run, folder)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(statement)
    store = open_store(folder)
    with pytest.raises(Corrupt) as caught:
        list(store.read("amber"))
    assert caught.value.seq == 33
    run(store.close())


def test_a_page_of_noise_is_found_with_an_entry_and_those_before_it_can_be_read(run, folder):
    path = written(run, folder, entries=500)
    whole = bytearray(path.read_bytes())
    page = whole.index(b"the words of 250") // 4096 * 4096
    whole[page : page + 4096] = random.Random(2).randbytes(4096)
    path.write_bytes(whole)
    store = open_store(folder)
    with pytest.raises(Corrupt, match=r"entry .* of table amber") as caught:
        list(store.read("amber"))
    assert caught.value.seq is not None
    assert 200 < caught.value.seq <= 250
    assert numbers(store.read("amber", upto=caught.value.seq - 1)) == list(range(1, caught.value.seq))
    run(store.close())


def test_whatever_byte_is_changed_nothing_wrong_is_ever_read(run, folder):
    """Each entry comes back as it was or not at all, and no error but those that were promised gets out."""
    path, luck = written(run, folder, entries=60), random.Random(3)
    whole = path.read_bytes()
    true = [said(seq) for seq in range(1, 61)]
    for _ in range(300):
        bad = bytearray(whole)
        within = luck.choice([200, 4096, len(bad)])  # the head of the file, its schema, or anywhere
        for _ in range(luck.choice([1, 2, 8])):
            bad[luck.randrange(within)] ^= luck.randrange(1, 256)
        shutil.rmtree(folder)
        folder.mkdir()
        path.write_bytes(bad)
        with suppress(Corrupt, OSError):
            store = open_store(folder)
            with suppress(Corrupt, OSError, KeyError):
                for one in store.read("amber"):
                    assert one == true[one.seq - 1]
                store.cards()
            with suppress(Corrupt, OSError, KeyError, WriteConflict):
                run(store.append("amber", said(61)))
            run(store.close())

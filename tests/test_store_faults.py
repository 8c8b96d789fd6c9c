"""What the SQLite store does when the process is killed, the disk refuses, or the folder is not its own."""

import asyncio
import errno
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.stores import card, fill, numbers, said, written

from moot.core.errors import WriteConflict
from moot.store import DiskRefused, InUse, SqliteStore, open_store
from moot.store.sqlite import ROOM
from moot.table.ports import GENESIS, Entry

TABLES = ("amber", "onyx", "jade")


@pytest.fixture
def run():
    """Runs a coroutine to its end, all in one loop."""
    with asyncio.Runner() as runner:
        yield runner.run


@pytest.fixture
def folder():
    """A data folder that any user of this machine may reach."""
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        yield Path(made) / "data"


def checked(store, table):
    """The entries of `table`, each proved to follow the one before."""
    before, entries = GENESIS, list(store.read(table))
    for one in entries:
        assert one == one.linked(before)
        before = bytes.fromhex(one.link)
    return entries


# ---------------------------------------------------------------- the process is killed

STORM = """
import asyncio, os, sys
from pathlib import Path
from moot.store import SqliteStore
from moot.table.ports import GENESIS, Entry, TableCard

async def append(store, table):
    before, seq = GENESIS, 0
    for entry in store.read(table):
        before, seq = bytes.fromhex(entry.link), entry.seq
    while True:
        seq += 1
        entry = Entry(seq=seq, at=seq, events=({"type": "Said", "say": "x" * (seq * 37 % 900)},)).linked(before)
        before = bytes.fromhex(entry.link)
        await store.append(table, entry)
        os.write(1, f"{table} {seq}\\n".encode())

async def storm(path, *tables):
    store = SqliteStore(Path(path), fold_every=50)
    for table in set(tables) - {card.id for card in store.cards()}:
        await store.create(TableCard(id=table, game="none", title=table, opened=1))
    await asyncio.gather(*(append(store, table) for table in tables))

asyncio.run(storm(*sys.argv[1:]))
"""


def killed_after(path, acknowledgements):
    """The last seq of each table that a storm of appends had acknowledged when it was killed."""
    command = [sys.executable, "-c", STORM, str(path), *TABLES]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as storm:
        assert storm.stdout is not None
        lines = [line for _, line in zip(range(acknowledgements), storm.stdout, strict=False)]
        storm.kill()
        lines += list(storm.stdout)
    assert storm.returncode == -signal.SIGKILL
    assert len(lines) >= acknowledgements
    return {table: int(seq) for table, seq in (line.split() for line in lines if line.endswith("\n"))}


RESTORING = """
import asyncio, os, sys
from pathlib import Path
from moot.store import SqliteStore
from moot.table.ports import Entry, TableCard

async def restore(path):
    store = SqliteStore(Path(path), fold_every=50)
    log = [Entry(seq=seq, at=seq, events=({"say": "x" * 900},)) for seq in range(1, 401)]
    for number in range(10_000):
        await store.create(TableCard(id=f"t{number}", game="none", title="", opened=1), log, {"seed": b"s"})
        os.write(1, b"one\\n")

asyncio.run(restore(sys.argv[1]))
"""


@pytest.mark.parametrize("most", [1, 3, 6])
def test_a_log_brought_in_by_a_process_that_is_killed_is_there_whole_or_not_at_all(run, tmp_path, most):
    command = [sys.executable, "-c", RESTORING, str(tmp_path / "moot.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as restoring:
        assert restoring.stdout is not None
        done = [line for _, line in zip(range(most), restoring.stdout, strict=False)]
        restoring.kill()
        done += list(restoring.stdout)
    store = SqliteStore(tmp_path / "moot.db")
    cards = store.cards()
    assert len(done) <= len(cards) <= len(done) + 1
    for one in cards:
        assert (one.entries, store.kept(one.id)) == (400, {"seed": b"s"})
        assert numbers(store.read(one.id)) == list(range(1, 401))
    run(store.close())


def test_nothing_that_was_acknowledged_is_lost_when_the_process_is_killed(run, tmp_path):
    path, luck = tmp_path / "moot.db", random.Random(8)
    for _ in range(5):
        acknowledged = killed_after(path, luck.randrange(100, 500))
        store = SqliteStore(path)
        for table, seq in acknowledged.items():
            entries = checked(store, table)
            # One more of each table may have been written before its acknowledgement got out.
            assert seq <= len(entries) <= seq + 1
            assert {card.id: card.entries for card in store.cards()}[table] == len(entries)
        run(store.close())


# ---------------------------------------------------------------- the disk will not take it


@pytest.fixture
def connections(monkeypatch):
    """Every connection that is opened, in order; the second one of a store writes."""
    opened, connect = [], sqlite3.connect

    def note(*args, **options):
        opened.append(connect(*args, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", note)
    return opened


@pytest.fixture
def store(run, folder, connections):
    opened = open_store(folder)
    run(opened.create(card("amber")))
    run(fill(opened, 5))
    yield opened
    run(opened.close())


@contextmanager
def full(writing):
    """The data file may not grow."""
    [(before,)] = writing.execute("PRAGMA max_page_count")
    writing.execute("PRAGMA max_page_count = 1").fetchall()  # as far down as the pages in use
    yield
    writing.execute(f"PRAGMA max_page_count = {before}").fetchall()


@contextmanager
def read_only(writing):
    writing.execute("PRAGMA query_only = ON")
    yield
    writing.execute("PRAGMA query_only = OFF")


@contextmanager
def failing(writing):
    """Writing beyond the start of a file fails in the operating system, as on a disk that dies."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)


FAULTS = [
    (full, errno.ENOSPC, "The disk is full"),
    (read_only, errno.EROFS, "is read-only"),
    (failing, errno.EIO, "The disk failed"),
]
faults = pytest.mark.parametrize(("fault", "number", "says"), FAULTS, ids=[fault.__name__ for fault, *_ in FAULTS])


@pytest.mark.parametrize("fault", [full, read_only, failing])
def test_a_store_that_was_refused_is_not_ready_until_something_can_be_written(store, run, connections, fault):
    run(store.ready())
    with fault(connections[1]):
        with pytest.raises(DiskRefused):
            run(store.append("amber", said(6, "x" * 5000)))
        with pytest.raises(DiskRefused):
            run(store.ready())
    run(store.ready())
    assert connections[1].execute("SELECT count(*) FROM secrets").fetchone() == (0,)
    run(store.append("amber", said(6)))


def test_a_store_that_has_hardly_any_room_left_is_not_ready(store, run, monkeypatch):
    with monkeypatch.context() as nearly_full:
        nearly_full.setattr(store, "bytes_left", lambda: ROOM - 1)
        with pytest.raises(DiskRefused, match="hardly any room left"):
            run(store.ready())
    run(store.ready())


@faults
def test_all_who_wait_hear_of_a_fault_and_nothing_is_written(store, run, connections, fault, number, says):
    async def together():
        big = "x" * 5000
        appends = [store.append("amber", said(seq, big)) for seq in (6, 7, 3, 8)]
        others = [store.keep("amber", "seed", big.encode()), store.create(card("onyx"))]
        return await asyncio.gather(*appends, *others, return_exceptions=True)

    with fault(connections[1]):
        first, *following, kept, created = run(together())
    for outcome in following:  # wrong on any disk, or as soon as what it follows is known to be missing
        assert isinstance(outcome, WriteConflict | DiskRefused)
    for outcome in (first, kept, created):
        assert isinstance(outcome, DiskRefused)
        assert outcome.errno == number
        assert says in str(outcome)
        assert "moot.db" in str(outcome)
    assert numbers(store.read("amber")) == [1, 2, 3, 4, 5]
    assert store.kept("amber") == {}
    assert [card.id for card in store.cards()] == ["amber"]


@faults
def test_a_log_brought_in_is_written_whole_or_not_at_all(store, run, connections, fault, number, says):
    log = [said(seq, "x" * 500) for seq in range(1, 301)]
    with fault(connections[1]):
        with pytest.raises(DiskRefused, match=says) as refused:
            run(store.create(card("onyx"), log, {"seed": b"s"}))
        assert refused.value.errno == number
    assert [one.id for one in store.cards()] == ["amber"]
    run(store.create(card("onyx"), log, {"seed": b"s"}))
    assert (numbers(store.read("onyx")), store.kept("onyx")) == (list(range(1, 301)), {"seed": b"s"})


@faults
def test_the_store_goes_on_when_the_fault_is_mended(store, run, folder, connections, fault, number, says):
    async def open_another():
        return await asyncio.gather(
            store.create(card("onyx")), store.append("onyx", said(1, "x" * 5000)), return_exceptions=True
        )

    with fault(connections[1]):
        assert [type(outcome) for outcome in run(open_another())] == [DiskRefused] * 2
        with pytest.raises(OSError, match=says):
            run(store.append("amber", said(6, "x" * 5000)))
    with pytest.raises(KeyError):
        run(store.append("onyx", said(1)))
    run(store.append("amber", said(6, "after all")))
    with pytest.raises(WriteConflict):
        run(store.append("amber", said(6)))
    run(store.close())
    again = open_store(folder)
    assert numbers(again.read("amber")) == [1, 2, 3, 4, 5, 6]
    run(again.close())


def test_another_program_that_holds_the_file_is_named_as_the_cause(store, run, folder, connections):
    connections[1].execute("PRAGMA busy_timeout = 1").fetchall()
    with closing(sqlite3.connect(folder / "moot.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OSError, match="Another program holds"):
            run(store.append("amber", said(6)))
    run(store.append("amber", said(6)))


def test_what_another_program_wrote_is_not_written_over(store, run, folder):
    with closing(sqlite3.connect(folder / "moot.db", isolation_level=None)) as other:
        other.execute("INSERT INTO log SELECT place + 1, shelf, seq + 1, at, crc, body FROM log WHERE seq = 5")
    with pytest.raises(WriteConflict):
        run(store.append("amber", said(6)))
    run(store.append("amber", said(7)))


def test_a_change_that_sqlite_cannot_hold_fails_alone(store, run):
    async def together():
        entries = [said(6), Entry(seq=7, at=2**80), said(7)]
        return await asyncio.gather(*(store.append("amber", e) for e in entries), return_exceptions=True)

    fine, odd, also_fine = run(together())
    assert fine is also_fine is None
    assert isinstance(odd, OverflowError)
    assert numbers(store.read("amber")) == [1, 2, 3, 4, 5, 6, 7]


def test_a_power_cut_is_provided_for(store, connections):
    """No test can cut the power; SQLite's word is that with these two a commit waits for the disk."""
    assert connections[1].execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connections[1].execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_the_part_of_the_log_that_reading_must_search_stays_short(run, folder):
    folder.mkdir()
    store = SqliteStore(folder / "moot.db", fold_every=20)
    run(store.create(card("amber")))
    for start in range(1, 100, 7):
        run(fill(store, start + 6, start))
        with closing(sqlite3.connect(folder / "moot.db")) as other:
            [(unfolded,)] = other.execute("SELECT count(*) FROM unfolded")
        assert unfolded < 20
    run(store.close())


# ---------------------------------------------------------------- who may open it, and where


def test_folder_and_files_are_for_their_owner_alone(run, folder):
    store = open_store(folder / "deep" / "down")
    run(store.create(card("amber")))
    files = [*(folder / "deep" / "down").iterdir()]
    assert (folder / "deep" / "down").stat().st_mode & 0o777 == 0o700
    assert {file.name for file in files} >= {"moot.db", "moot.db-wal"}
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    run(store.close())


def test_a_second_moot_on_the_same_folder_is_turned_away(run, folder):
    first = open_store(folder)
    with pytest.raises(InUse, match="Another Moot is using"):
        open_store(folder)
    program = "import sys; from pathlib import Path; from moot.store import open_store; open_store(Path(sys.argv[1]))"
    other = subprocess.run([sys.executable, "-c", program, folder], capture_output=True, text=True, check=False)
    assert other.returncode != 0
    assert other.stderr.strip().splitlines()[-1].startswith(f"moot.store.faults.InUse: Another Moot is using {folder}")
    run(first.create(card("amber")))
    run(first.close())
    run(open_store(folder).close())


def test_a_file_where_the_folder_should_be(folder):
    folder.write_text("not a folder")
    with pytest.raises(OSError, match=r"data folder .* cannot be used"):
        open_store(folder / "data")


@contextmanager
def nobody():
    """Without the rights of the superuser, who may write anywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def test_a_folder_that_may_not_be_written(folder):
    folder.mkdir()
    folder.chmod(0o555)
    for inside in (folder, folder / "new"):
        with nobody(), pytest.raises(OSError, match=r"data folder .* cannot be used: Permission denied") as caught:
            open_store(inside)
        assert caught.value.errno == errno.EACCES


def test_a_file_that_may_only_be_read_is_found_out_at_once(run, folder):
    path = written(run, folder)
    with nobody():
        owner = os.geteuid()
    for file in (folder, *folder.iterdir()):
        os.chown(file, owner, -1)
    path.chmod(0o400)
    with nobody(), pytest.raises(OSError, match=r"moot\.db is read-only"):
        open_store(folder)

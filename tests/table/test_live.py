"""A live table: written down before it is told, done once, unharmed by a disk that refuses or a writer before it."""

from __future__ import annotations

import asyncio
import gc
import threading
from concurrent.futures import ThreadPoolExecutor
from weakref import ref

import pytest
from tests import toy
from tests.table.sitting import Failing, Sitting, sit_down

from moot.core import Corrupt, Refused, WriteConflict
from moot.store.memory import MemoryStore
from moot.table import Asked, SeatEntry, Shelf, Table

pytestmark = pytest.mark.anyio


@pytest.fixture
async def sitting() -> Sitting:
    here = await sit_down("Ann", "Bea")
    await here.ask("Gil", "hide", value=4)
    return here


# ---------------------------------------------------------------- a command's journey


async def test_a_command_is_in_the_store_when_it_is_answered(sitting):
    receipt = await sitting.ask("Ann", "guess", value=2, nonce="n")
    entry = sitting.log[-1]
    assert entry.asked is not None
    assert (entry.asked.command, entry.asked.nonce) == ({"do": "guess", "value": 2}, "n")
    assert entry.seat == sitting.ids["Ann"]
    assert [event["event"] for event in entry.events] == ["guessed"]
    assert receipt.heard == len(sitting.heard("Ann"))
    assert not receipt.again


async def test_it_is_stored_before_anybody_hears_of_it():
    class Slow(MemoryStore):
        async def append(self, table, entry):
            await asyncio.sleep(0)
            while_writing.append(len(heard))
            await super().append(table, entry)

    while_writing: list[int] = []
    heard: list[SeatEntry] = []
    sitting = await sit_down("Ann", store=Slow())
    heard = sitting.heard("Ann")
    before = len(heard)
    await sitting.ask("Gil", "hide", value=4)
    assert (while_writing[-1], len(heard)) == (before, before + 1)


async def test_a_refusal_changes_nothing(sitting):
    before = len(sitting.log), sitting.play, len(sitting.heard("Ann"))
    with pytest.raises(Refused) as refused:
        await sitting.ask("Ann", "guess", value=9)
    assert refused.value.code == "out-of-range"
    assert (len(sitting.log), sitting.play, len(sitting.heard("Ann"))) == before


async def test_commands_at_the_same_time_are_taken_one_by_one(sitting):
    await asyncio.gather(*(sitting.ask(name, "toss", dice=1) for name in ["Ann", "Bea"] * 10))
    assert [entry.seq for entry in sitting.log] == list(range(1, len(sitting.log) + 1))
    assert len(sitting.log) == 5 + 20
    assert (await sitting.loaded()).play == sitting.play


async def test_a_loaded_table_is_the_same_table(sitting):
    await sitting.ask("Ann", "toss", dice=2)
    await sitting.ask("Bea", "say", text="Hm.")
    again = await sitting.loaded()
    assert again.play == sitting.play
    assert again.table.ledger.table == sitting.table.ledger.table
    for name in ("Gil", "Ann", "Bea"):
        assert again.lines(name) == sitting.lines(name)
        assert again.table.sight(again.seat(name)) == sitting.table.sight(sitting.seat(name))


# ---------------------------------------------------------------- done once


async def test_the_same_command_again_is_not_done_twice(sitting):
    first = await sitting.ask("Ann", "toss", dice=2, id="once")
    tossed, entries = sitting.play.tossed, len(sitting.log)
    second = await sitting.ask("Ann", "toss", dice=2, id="once")
    assert (first.again, second.again) == (False, True)
    assert first.heard == second.heard
    assert (sitting.play.tossed, len(sitting.log)) == (tossed, entries)


async def test_nor_after_the_table_was_loaded_anew(sitting):
    await sitting.ask("Ann", "toss", dice=2, id="once")
    again = await sitting.loaded()
    assert (await again.ask("Ann", "toss", dice=2, id="once")).again
    assert len(again.log) == len(sitting.log)


async def test_what_was_refused_may_be_asked_again(sitting):
    with pytest.raises(Refused):
        await sitting.ask("Ann", "guess", value=9, id="once")
    assert not (await sitting.ask("Ann", "guess", value=3, id="once")).again


async def test_two_who_hit_on_the_same_id_are_two_commands(sitting):
    asked = [await sitting.ask(name, "toss", dice=1, id="once") for name in ("Ann", "Bea", "Ann", "Bea")]
    assert [receipt.again for receipt in asked] == [False, False, True, True]
    assert sitting.play.tossed.keys() == {sitting.seat("Ann").id, sitting.seat("Bea").id}
    again = await sitting.loaded()
    assert (await again.ask("Bea", "toss", dice=1, id="once")).again


@pytest.mark.parametrize(
    ("do", "fields"),
    [("toss", {"dice": 1}), ("guess", {"value": 2}), ("pause", {}), ("toss", {"dice": 2, "faces": (1, 2)})],
)
async def test_another_command_under_the_id_of_one_that_was_done_is_refused(sitting, do, fields):
    await sitting.ask("Ann", "toss", dice=2, id="once", nonce="a")
    for here in (sitting, await sitting.loaded()):
        with pytest.raises(Refused) as refused:
            await here.ask("Ann", do, id="once", **fields)
        assert (refused.value.code, refused.value.field) == ("id-taken", "id")
        assert (await here.ask("Ann", "toss", dice=2, id="once", nonce="b")).again  # each sending draws its nonce
        assert len(here.log) == len(sitting.log)


async def test_so_it_is_with_a_pause_which_the_log_lays_to_nobody(sitting):
    await sitting.ask("Ann", "pause", id="once")
    assert (await sitting.ask("Ann", "pause", id="once")).again
    with pytest.raises(Refused) as refused:
        await sitting.ask("Ann", "say", text="Wait!", id="once")
    assert refused.value.code == "id-taken"


async def test_an_undo_sent_again_is_known_by_the_line_it_named(sitting):
    await sitting.ask("Gil", "say", text="Hm.")
    line = len(sitting.heard("Gil"))
    await sitting.ask("Gil", "undo", line=line, id="once")
    for here in (sitting, await sitting.loaded()):
        assert (await here.ask("Gil", "undo", line=line, id="once")).again
        with pytest.raises(Refused) as refused:
            await here.ask("Gil", "undo", line=line - 1, id="once")
        assert refused.value.code == "id-taken"


@pytest.mark.parametrize("more", [{"id": "x" * 65}, {"nonce": "x" * 65}, {"nonce": "x" * 70_000}])
async def test_ids_and_nonces_have_an_end(sitting, more):
    before = len(sitting.log)
    with pytest.raises(Refused) as refused:
        await sitting.ask("Ann", "toss", dice=1, **more)
    assert refused.value.code == "no-command-id"
    with pytest.raises(Refused):
        await sitting.table.ask(sitting.seat("Ann"), Asked(id="", command={"do": "toss", "dice": 1}))
    assert len(sitting.log) == before


async def test_who_stops_waiting_for_the_disk_is_heard_all_the_same():
    class Stuck(MemoryStore):
        async def append(self, table, entry):
            await super().append(table, entry)
            reached.set()
            await go_on.wait()

    reached, go_on, rung = asyncio.Event(), asyncio.Event(), asyncio.Event()
    go_on.set()
    sitting = await sit_down("Ann", store=Stuck())
    await sitting.ask("Gil", "hide", value=4)
    sitting.table.listen("Ann", rung.set)
    before = len(sitting.heard("Ann"))
    go_on.clear()
    reached.clear()
    opening = asyncio.create_task(sitting.ask("Gil", "reveal-dice", id="once"))
    await reached.wait()
    opening.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await opening
    await asyncio.wait_for(rung.wait(), 5)
    assert len(sitting.heard("Ann")) == before + 1
    assert (await sitting.ask("Gil", "reveal-dice", id="once")).again
    await sitting.ask("Ann", "toss", dice=1)  # by the new seal
    assert (await sitting.loaded()).play == sitting.play


async def test_who_stops_waiting_for_a_disk_that_refuses_did_nothing():
    class Refusing(MemoryStore):
        async def append(self, table, entry):
            if not full.is_set():
                return await super().append(table, entry)
            reached.set()
            await go_on.wait()
            raise OSError(28, "no space left on device")

    reached, go_on, full = asyncio.Event(), asyncio.Event(), asyncio.Event()
    sitting = await sit_down("Ann", store=Refusing())
    await sitting.ask("Gil", "hide", value=4)
    before = len(sitting.log)
    full.set()
    asking = asyncio.create_task(sitting.ask("Ann", "toss", dice=1, id="once"))
    await reached.wait()
    asking.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await asking
    with pytest.raises(OSError, match="space"):  # behind what is seen to
        await sitting.ask("Ann", "toss", dice=1, id="twice")
    full.clear()
    assert len(sitting.log) == before
    assert not (await sitting.ask("Ann", "toss", dice=1, id="once")).again


async def test_both_of_two_at_once_are_one(sitting):
    receipts = await asyncio.gather(*(sitting.ask("Ann", "toss", dice=1, id="once") for _ in range(3)))
    assert sorted(receipt.again for receipt in receipts) == [False, True, True]


# ---------------------------------------------------------------- a disk that refuses


async def test_when_the_disk_refuses_nothing_has_happened():
    store = Failing()
    sitting = await sit_down("Ann", store=store)
    before = len(sitting.log), sitting.play, len(sitting.heard("Ann")), sitting.table.ledger.link
    store.fails = 1
    with pytest.raises(OSError, match="no space left"):
        await sitting.ask("Gil", "hide", value=4, id="once")
    assert (len(sitting.log), sitting.play, len(sitting.heard("Ann")), sitting.table.ledger.link) == before
    assert not (await sitting.ask("Gil", "hide", value=4, id="once")).again
    assert sitting.play.secret == 4


async def test_when_the_disk_refuses_a_comer_nobody_came():
    store = Failing()
    sitting = await sit_down("Ann", store=store)
    before, kept = len(sitting.log), store.kept(sitting.table.id)
    store.fails = 1
    with pytest.raises(OSError, match="no space left"):
        await sitting.table.come("Bea")
    assert (len(sitting.log), store.kept(sitting.table.id)) == (before, kept)
    assert (await sitting.come("Bea")).name == "Bea"


async def test_when_the_disk_refuses_the_dice_stay_sealed():
    store = Failing()
    sitting = await sit_down("Ann", store=store)
    await sitting.ask("Gil", "hide", value=4)
    sealed = sitting.table.ledger.table.commitment
    store.fails = 1
    with pytest.raises(OSError, match="no space left"):
        await sitting.ask("Gil", "reveal-dice")
    assert sitting.table.ledger.table.commitment == sealed
    await sitting.ask("Ann", "toss", dice=2)
    await (await sitting.loaded()).ask("Ann", "toss", dice=2)


# ---------------------------------------------------------------- another writer was first


@pytest.fixture
async def other(sitting: Sitting) -> Sitting:
    """The same table, open in another process."""
    return await sitting.loaded()


async def test_who_comes_second_catches_up_and_decides_again(sitting, other):
    await sitting.ask("Ann", "toss", dice=1)
    await other.ask("Bea", "toss", dice=1)
    assert other.play.tossed.keys() == {sitting.ids["Ann"], sitting.ids["Bea"]}
    assert [entry.seat for entry in other.log[-2:]] == [sitting.ids["Ann"], sitting.ids["Bea"]]
    assert (await sitting.loaded()).play == other.play


async def test_who_catches_up_hears_of_it_even_if_refused(sitting, other):
    rings = 0

    def ring():
        nonlocal rings
        rings += 1

    heard = len(other.heard("Bea"))
    other.table.listen(sitting.ids["Bea"], ring)
    await sitting.ask("Ann", "guess", value=4)
    with pytest.raises(Refused) as refused:
        await other.ask("Bea", "guess", value=4)
    assert refused.value.code == "wrong-phase"
    assert len(other.heard("Bea")) == heard + 1
    assert rings


async def test_what_another_writer_did_already_is_not_done_again(sitting, other):
    await sitting.ask("Ann", "toss", dice=1, id="once")
    receipt = await other.ask("Ann", "toss", dice=1, id="once")
    assert receipt.again
    assert len(other.log) == len(sitting.log)


async def test_who_comes_while_somebody_writes_gets_a_seat(sitting, other):
    await sitting.ask("Ann", "toss", dice=1)
    seat = await other.come("Cy")
    assert other.log[-1].seat == seat.id
    assert [e.seq for e in other.log] == list(range(1, len(other.log) + 1))
    assert sum(name.startswith("key:") for name in other.store.kept(other.table.id)) == 4


async def test_two_who_open_the_dice_at_once_keep_the_right_seed(sitting, other):
    await sitting.ask("Gil", "reveal-dice")
    other.table._entropy = lambda size: b"x" * size
    await other.ask("Gil", "reveal-dice")
    for one in (other, await sitting.loaded()):
        await one.ask("Ann", "toss", dice=1)
    assert other.table.ledger.table.epoch == 3


async def test_a_writer_who_is_always_first_wins():
    class Busy(MemoryStore):
        busy = False

        async def append(self, table, entry):
            if self.busy:
                raise WriteConflict("somebody was first")
            await super().append(table, entry)

    store = Busy()
    sitting = await sit_down("Ann", store=store)
    before = sitting.table.ledger.seq
    store.busy = True
    with pytest.raises(WriteConflict):
        await sitting.ask("Ann", "say", text="Hm.")
    assert sitting.table.ledger.seq == before


# ---------------------------------------------------------------- the store is damaged


@pytest.mark.parametrize("at", [1, 3, 5])
async def test_an_altered_log_does_not_load_and_names_the_entry(sitting, at):
    bodies = sitting.store._shelf[sitting.table.id].bodies
    bodies[at - 1] = bodies[at - 1].replace(b'"at":1', b'"at":2')
    with pytest.raises(Corrupt) as corrupt:
        await sitting.loaded()
    assert corrupt.value.seq == at


# ---------------------------------------------------------------- listening


async def test_listeners_are_rung_and_shown_as_here(sitting):
    rung: list[str] = []
    stop = sitting.table.listen(sitting.ids["Ann"], lambda: rung.append("Ann"))
    sitting.table.listen(sitting.ids["Bea"], lambda: rung.append("Bea"))
    assert rung == ["Ann"]
    assert sitting.table.sight(sitting.seat("Gil")).here == {sitting.ids["Ann"], sitting.ids["Bea"]}
    await sitting.ask("Gil", "say", text="Well?")
    assert rung == ["Ann", "Ann", "Bea"]
    stop()
    stop()
    assert rung[3:] == ["Bea"]
    assert sitting.table.sight(sitting.seat("Gil")).here == {sitting.ids["Bea"]}


# ---------------------------------------------------------------- the shelf


async def test_the_shelf_lists_and_finds_tables(sitting):
    shelf = Shelf(sitting.store)
    second, _ = await shelf.open("coin", "  Another   one ", "Gil")
    assert {card.title for card in shelf.cards()} == {"Coins", "Another one"}
    assert await shelf.find(second.id) is second
    assert await shelf.find(sitting.table.id) is await shelf.find(sitting.table.id)
    with pytest.raises(Refused) as refused:
        await shelf.find("nowhere")
    assert refused.value.code == "no-such-table"


async def test_a_table_that_is_found_does_not_wait_for_one_that_is_read(sitting, monkeypatch):
    shelf = Shelf(sitting.store)
    await shelf.find(sitting.table.id)
    other, _ = await Shelf(sitting.store).open("coin", "A long one", "Gil")
    reading, go_on = threading.Event(), threading.Event()

    def slowly(table: Table) -> None:
        reading.set()
        assert go_on.wait(60)

    monkeypatch.setattr(Table, "load", slowly)
    late = asyncio.create_task(shelf.find(other.id))
    assert await asyncio.to_thread(reading.wait, 60)
    await asyncio.wait_for(shelf.find(sitting.table.id), 60)
    go_on.set()
    await late


async def test_a_table_found_while_it_is_being_opened_is_the_one_that_opens():
    class Slow(MemoryStore):
        async def create(self, card, entries=(), secrets=None):
            await super().create(card, entries, secrets)
            listed.set()
            await asyncio.sleep(0)  # where another one may find it

    toy.install()
    shelf, listed = Shelf(Slow()), asyncio.Event()
    opening = asyncio.create_task(shelf.open("coin", "Coins", "Gil"))
    await listed.wait()
    found = await shelf.find(shelf.cards()[0].id)
    assert found is (await opening)[0]


async def test_tables_that_nobody_has_any_more_are_let_go(sitting, monkeypatch):
    monkeypatch.setattr("moot.table.shelf.KEPT", 2)
    # A thread that has read a table lets go of it soon: a single one has, before it reads the next.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    shelf = Shelf(sitting.store)
    ids = [(await shelf.open("coin", "Coins", "Gil"))[0].id for _ in range(3)]
    held, gone = await shelf.find(ids[0]), ref(await shelf.find(ids[1]))
    held.listen("Gil", lambda: None)
    for _ in range(2):
        await shelf.find(ids[2])
        await shelf.find(sitting.table.id)
    gc.collect()  # what finished tasks and errors of other tests still point at
    assert gone() is None
    assert await shelf.find(ids[0]) is held  # never two tables with one id
    assert (await shelf.find(ids[1])).id == ids[1]


@pytest.mark.parametrize(("title", "host", "code"), [("x" * 81, "Gil", "title-too-long"), ("T", " ", "bad-name")])
async def test_a_table_needs_a_title_and_a_guide_with_names(sitting, title, host, code):
    before = sitting.store.cards()
    with pytest.raises(Refused) as refused:
        await Shelf(sitting.store).open("coin", title, host)
    assert refused.value.code == code
    assert sitting.store.cards() == before


async def test_a_command_of_nobody_is_refused(sitting):
    stranger = (await (await sit_down("Xi")).loaded()).seat("Xi")
    await sitting.ask("Gil", "turn-away", seat=sitting.ids["Ann"])
    with pytest.raises(Refused) as refused:
        await sitting.table.ask(stranger, Asked(id="x", command={"do": "say", "text": "Me!"}))
    assert refused.value.code == "no-seat"

"""What every store promises, held against each of them."""

import asyncio
import threading
from contextlib import suppress

import msgspec
import pytest
from tests.stores import DURABLE, KINDS, card, numbers

from moot.core.errors import WriteConflict
from moot.table.ports import GENESIS, Asked, Entry


@pytest.fixture
def run():
    """Runs a coroutine to its end, all in one loop."""
    with asyncio.Runner() as runner:
        yield runner.run


@pytest.fixture(params=KINDS)
def store(request, run, tmp_path):
    opened = KINDS[request.param].open(tmp_path)
    yield opened
    run(opened.close())


@pytest.fixture
def amber(store, run):
    """A store with one empty table in it, called amber."""
    run(store.create(card("amber")))
    return store


def entry(seq, at=5000, **more):
    return Entry(seq=seq, at=at, events=({"type": "Said", "n": seq},), **more)


def fill(store, table, upto, start=1):
    async def appends():
        for seq in range(start, upto + 1):
            await store.append(table, entry(seq))

    return appends()


# ---------------------------------------------------------------- the log


def test_an_entry_comes_back_as_it_went_in(amber, run):
    command = {"type": "challenge", "to": ["mekha", None], "stake": {"die": 12}}
    asked = Asked(id="c1", command=command, nonce="é", faces=(3, 7))
    whole = Entry(
        seq=1, at=1_700_000_000_123, seat="amek", asked=asked, luck="given", picks=((10, 2), (10, 6)),
        events=({"type": "Challenged", "say": "“No.”\n\x00", "share": 0.25}, {"type": "Waited"}),
    ).linked(GENESIS)
    run(amber.append("amber", whole))
    [back] = amber.read("amber")
    assert back == whole
    assert back.digest == whole.digest


def test_entries_are_read_in_order_and_by_range(amber, run):
    run(fill(amber, "amber", 10))
    assert numbers(amber.read("amber")) == list(range(1, 11))
    assert numbers(amber.read("amber", after=7)) == [8, 9, 10]
    assert numbers(amber.read("amber", after=2, upto=5)) == [3, 4, 5]
    assert numbers(amber.read("amber", after=-3, upto=1)) == [1]
    assert numbers(amber.read("amber", upto=99)) == list(range(1, 11))
    assert numbers(amber.read("amber", after=10)) == numbers(amber.read("amber", after=5, upto=4)) == []
    assert numbers(amber.read("amber", upto=-1)) == []


def test_a_long_log_is_read_whole(amber, run):
    async def all_at_once():
        await asyncio.gather(*(amber.append("amber", entry(seq)) for seq in range(1, 1501)))

    run(all_at_once())
    assert numbers(amber.read("amber")) == list(range(1, 1501))
    assert numbers(amber.read("amber", after=1020, upto=1030)) == list(range(1021, 1031))


def test_a_reading_ends_where_the_log_ended_when_it_was_asked_for(amber, run):
    run(fill(amber, "amber", 3))
    reading = amber.read("amber")
    first = next(reading)
    run(fill(amber, "amber", 6, start=4))
    assert numbers([first, *reading]) == [1, 2, 3]


@pytest.mark.parametrize("seq", [0, -1, 1, 2, 3, 5, 400])
def test_only_the_next_number_is_taken(amber, run, seq):
    run(fill(amber, "amber", 3))
    with pytest.raises(WriteConflict):
        run(amber.append("amber", entry(seq)))
    run(amber.append("amber", entry(4)))
    assert numbers(amber.read("amber")) == [1, 2, 3, 4]


def test_the_first_of_two_writers_wins_and_the_other_hears_of_it(amber, run):
    async def race():
        mine, theirs = entry(1, seat="amek"), entry(1, seat="mekha")
        return await asyncio.gather(amber.append("amber", mine), amber.append("amber", theirs), return_exceptions=True)

    first, second = run(race())
    assert first is None
    assert isinstance(second, WriteConflict)
    assert [e.seat for e in amber.read("amber")] == ["amek"]


def test_a_refused_entry_does_not_harm_those_written_with_it(amber, run):
    async def together():
        seqs = [1, 5, 2, 2, 3]
        return await asyncio.gather(*(amber.append("amber", entry(seq)) for seq in seqs), return_exceptions=True)

    outcomes = [type(outcome) for outcome in run(together())]
    assert outcomes == [type(None), WriteConflict, type(None), WriteConflict, type(None)]
    assert numbers(amber.read("amber")) == [1, 2, 3]


def test_tables_do_not_mix(amber, run):
    run(amber.create(card("onyx")))
    for seq in range(1, 8):
        run(amber.append("amber", entry(seq, seat="a")))
        run(amber.append("onyx", entry(seq, seat="o")))
    assert [e.seat for e in amber.read("amber")] == ["a"] * 7
    assert [e.seat for e in amber.read("onyx", after=3)] == ["o"] * 4


def test_an_entry_that_cannot_be_written_fails_alone(amber, run):
    async def together():
        entries = [entry(1), Entry(seq=2, at=0, events=({"type": "Odd", "thing": object()},)), entry(2)]
        return await asyncio.gather(*(amber.append("amber", e) for e in entries), return_exceptions=True)

    fine, odd, also_fine = run(together())
    assert fine is also_fine is None
    assert isinstance(odd, TypeError)
    assert numbers(amber.read("amber")) == [1, 2]


def test_what_is_written_cannot_be_changed_afterwards(amber, run):
    words = ["yes"]
    run(amber.append("amber", Entry(seq=1, at=0, events=({"type": "Said", "words": words},))))
    words.append("no")
    [read] = amber.read("amber")
    read.events[0]["words"].append("perhaps")
    [again] = amber.read("amber")
    assert again.events == ({"type": "Said", "words": ["yes"]},)


@pytest.mark.parametrize("many", [1, 40])
def test_every_producer_is_acknowledged_in_its_order(store, run, many):
    acknowledged = []

    async def produce(table):
        await store.create(card(table))
        for seq in range(1, 16):
            await store.append(table, entry(seq))
            acknowledged.append((table, seq))

    async def all_of_them():
        await asyncio.gather(*(produce(f"t{k}") for k in range(many)))

    run(all_of_them())
    for k in range(many):
        assert [seq for table, seq in acknowledged if table == f"t{k}"] == list(range(1, 16))
        assert numbers(store.read(f"t{k}")) == list(range(1, 16))


def test_a_cancelled_append_leaves_a_log_without_gaps(amber, run):
    async def cancel_some():
        tasks = [asyncio.create_task(amber.append("amber", entry(seq))) for seq in range(1, 21)]
        await asyncio.sleep(0)  # each is on its way now
        for task in tasks[::2]:
            task.cancel()
        return await asyncio.gather(*tasks, return_exceptions=True)

    outcomes = run(cancel_some())
    assert not any(outcomes[1::2])
    assert numbers(amber.read("amber")) == list(range(1, 21))
    run(amber.append("amber", entry(21)))


# ---------------------------------------------------------------- the shelf


def test_a_new_table_is_empty_and_counts_as_touched_when_it_was_opened(store, run):
    run(store.create(card("amber", opened=1234)))
    assert store.cards() == (msgspec.structs.replace(card("amber"), opened=1234, touched=1234, entries=0),)
    assert list(store.read("amber")) == []
    assert store.kept("amber") == {}
    assert store.snapshots("amber") == ()


def test_cards_tell_how_long_and_how_lately_the_last_touched_first(store, run):
    for table, opened in (("amber", 10), ("onyx", 20), ("jade", 30), ("opal", 30)):
        run(store.create(card(table, opened)))
    for seq, at in enumerate((40, 70, 60, 80), start=1):
        run(store.append("onyx", entry(seq, at=at)))
    run(store.append("amber", entry(1, at=75)))
    listed = [(c.id, c.touched, c.entries) for c in store.cards()]
    assert listed == [("onyx", 80, 4), ("amber", 75, 1), ("opal", 30, 0), ("jade", 30, 0)]


def test_an_id_is_taken_once(amber, run):
    run(fill(amber, "amber", 2))
    with pytest.raises(WriteConflict):
        run(amber.create(card("amber", opened=9)))
    assert [(c.opened, c.entries) for c in amber.cards()] == [(1000, 2)]


def test_a_table_may_come_with_its_log_and_its_secrets(store, run):
    run(store.create(card("amber"), [entry(seq) for seq in range(1, 301)], {"seed": b"s", "key:a": b"s1"}))
    assert numbers(store.read("amber")) == list(range(1, 301))
    assert store.kept("amber") == {"seed": b"s", "key:a": b"s1"}
    run(store.append("amber", entry(301)))
    [kept] = store.cards()
    assert (kept.entries, kept.touched) == (301, 5000)


@pytest.mark.parametrize("seqs", [[2], [0, 1], [1, 3], [2, 1], [1, 2, 2]])
def test_of_a_log_that_does_not_follow_nothing_is_written(store, run, seqs):
    with pytest.raises(WriteConflict):
        run(store.create(card("amber"), [entry(seq) for seq in seqs], {"seed": b"s"}))
    assert store.cards() == ()
    run(store.create(card("amber"), [entry(1)]))
    assert (numbers(store.read("amber")), store.kept("amber")) == ([1], {})


def test_nor_of_one_with_an_entry_that_cannot_be_written(store, run):
    bad = Entry(seq=2, at=1, events=({"event": object()},))
    with pytest.raises(TypeError):
        run(store.create(card("amber"), [entry(1), bad]))
    assert store.cards() == ()


def test_a_table_that_is_not_there_is_a_key_error(store, run):
    async def each():
        calls = [
            store.append("nowhere", entry(1)), store.keep("nowhere", "seed", b""), store.forget("nowhere", "seed"),
            store.snapshot("nowhere", 1, 1, b""),
        ]
        return await asyncio.gather(*calls, return_exceptions=True)

    assert [type(outcome) for outcome in run(each())] == [KeyError] * 4
    for read in (store.read, store.kept, store.snapshots):
        with pytest.raises(KeyError):
            read("nowhere")
    with pytest.raises(KeyError):
        store.read_snapshot("nowhere", 1)


# ---------------------------------------------------------------- secrets and snapshots


def test_secrets_are_kept_replaced_and_forgotten(amber, run):
    run(amber.create(card("onyx")))
    run(amber.keep("amber", "seed", b"\x00\xff"))
    run(amber.keep("amber", "seat:amek", b"hash"))
    run(amber.keep("onyx", "seed", b"other"))
    run(amber.keep("amber", "seed", b"new"))
    assert amber.kept("amber") == {"seed": b"new", "seat:amek": b"hash"}
    run(amber.forget("amber", "seed"))
    run(amber.forget("amber", "never kept"))
    assert amber.kept("amber") == {"seat:amek": b"hash"}
    assert amber.kept("onyx") == {"seed": b"other"}


def test_snapshots_come_back_by_their_number(amber, run):
    run(amber.snapshot("amber", 7, 1, b"state at 7"))
    run(amber.snapshot("amber", 9, 2, b"\x00"))
    run(amber.snapshot("amber", 7, 2, b"state at 7, newer schema"))
    assert amber.snapshots("amber") == ((7, 2), (9, 2))
    assert amber.read_snapshot("amber", 7) == b"state at 7, newer schema"
    assert amber.read_snapshot("amber", 8) is None


def test_the_newest_snapshots_stay_and_of_the_old_ones_some(amber, run):
    for seq in range(100, 2100, 100):
        run(amber.snapshot("amber", seq, 1, b"%d" % seq))
    left = [seq for seq, _ in amber.snapshots("amber")]
    assert left == [100, 500, 1000, 1500, 1800, 1900, 2000]
    assert all(amber.read_snapshot("amber", seq) == b"%d" % seq for seq in left)


# ---------------------------------------------------------------- loops, threads, and opening again


@pytest.mark.parametrize("kind", DURABLE)
def test_several_loops_in_several_threads_may_write_at_once(kind, run, tmp_path):
    store = KINDS[kind].open(tmp_path)

    def produce(table):
        async def work():
            await store.create(card(table))
            await asyncio.gather(*(store.append(table, entry(seq)) for seq in range(1, 31)))

        asyncio.run(work())

    threads = [threading.Thread(target=produce, args=(f"t{k}",)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert {c.id: c.entries for c in store.cards()} == {f"t{k}": 30 for k in range(4)}
    assert all(numbers(store.read(f"t{k}")) == list(range(1, 31)) for k in range(4))
    run(store.close())


def test_an_entry_can_be_read_from_another_thread_once_it_is_acknowledged(amber, run):
    found = []
    for seq in range(1, 6):
        run(amber.append("amber", entry(seq)))
        reader = threading.Thread(target=lambda: found.append(numbers(amber.read("amber"))))
        reader.start()
        reader.join(30)
    assert found == [list(range(1, n + 1)) for n in range(1, 6)]


@pytest.mark.parametrize("kind", DURABLE)
def test_everything_is_there_after_closing_and_opening_again(kind, run, tmp_path):
    first = KINDS[kind].open(tmp_path)
    run(first.create(card("amber")))
    run(first.create(card("onyx")))
    run(fill(first, "amber", 8))
    run(first.keep("amber", "seed", b"s"))
    run(first.snapshot("amber", 8, 1, b"eight"))
    before = first.cards(), list(first.read("amber"))
    run(first.close())

    second = KINDS[kind].open(tmp_path)
    assert (second.cards(), list(second.read("amber"))) == before
    assert second.kept("amber") == {"seed": b"s"}
    assert second.read_snapshot("amber", 8) == b"eight"
    with pytest.raises(WriteConflict):
        run(second.append("amber", entry(8)))
    run(second.append("amber", entry(9)))
    run(second.append("onyx", entry(1)))
    run(second.close())


@pytest.mark.parametrize("kind", DURABLE)
def test_closing_finishes_what_was_asked_for_and_then_nothing_more_is_taken(kind, run, tmp_path):
    async def close_in_the_middle(store):
        await store.create(card("amber"))
        tasks = [asyncio.create_task(store.append("amber", entry(seq))) for seq in range(1, 31)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*tasks)
        with pytest.raises(RuntimeError, match="closed"):
            await store.append("amber", entry(31))
        with pytest.raises(RuntimeError, match="closed"):
            store.cards()
        await store.close()

    run(close_in_the_middle(KINDS[kind].open(tmp_path)))
    again = KINDS[kind].open(tmp_path)
    assert numbers(again.read("amber")) == list(range(1, 31))
    run(again.close())


def test_one_card_is_found_by_its_id(amber, run):
    run(amber.create(card("birch", opened=2000)))
    for upto in range(5):  # so that, where there is an index, some entries are in it and some are not
        run(fill(amber, "birch", upto + 1, start=upto + 1))
        assert [amber.card("birch"), amber.card("amber")] == list(amber.cards())
    assert amber.card("birch").entries == 5
    assert amber.count() == 2
    with pytest.raises(KeyError):
        amber.card("cedar")


# ---------------------------------------------------------------- putting away and deleting


def test_a_table_is_put_away_and_taken_back(amber, run):
    run(fill(amber, "amber", 3))
    before = amber.card("amber")
    run(amber.archive("amber", 7000))
    assert (amber.card("amber").archived, [one.archived for one in amber.cards()]) == (7000, [7000])
    run(amber.archive("amber", 0))
    assert amber.card("amber") == before
    with pytest.raises(KeyError):
        run(amber.archive("onyx", 7000))


def test_a_deleted_table_leaves_the_others_whole_and_its_id_free(amber, run):
    """The entries of two tables lie mixed, and those written later get the places of those deleted."""

    async def mixed():
        await amber.create(card("onyx"))
        for seq in range(1, 9):
            await amber.append("onyx", entry(seq))
            await amber.append("amber", entry(seq))
        await amber.keep("amber", "seed", b"1234")
        await amber.snapshot("amber", 5, 1, b"state")
        await amber.delete("amber")

    run(mixed())
    assert [one.id for one in amber.cards()] == ["onyx"]
    for asked in (amber.read, amber.card, amber.kept, amber.snapshots):
        with pytest.raises(KeyError):
            asked("amber")
    for change in (amber.append("amber", entry(9)), amber.keep("amber", "seed", b""), amber.delete("amber")):
        with pytest.raises(KeyError):
            run(change)
    run(fill(amber, "onyx", 12, start=9))
    run(amber.create(card("amber")))
    run(fill(amber, "amber", 4))
    assert numbers(amber.read("onyx")) == list(range(1, 13))
    assert numbers(amber.read("amber")) == [1, 2, 3, 4]
    assert (amber.kept("amber"), amber.snapshots("amber")) == ({}, ())


def test_what_was_asked_for_before_a_deletion_goes_with_it(amber, run):
    async def at_once():
        changes = (amber.append("amber", entry(1)), amber.delete("amber"), amber.append("amber", entry(2)))
        return await asyncio.gather(*changes, return_exceptions=True)

    assert [type(outcome) for outcome in run(at_once())] == [type(None), type(None), KeyError]
    assert amber.cards() == ()
    run(amber.create(card("onyx")))  # in its place
    assert (numbers(amber.read("onyx")), amber.card("onyx").entries) == ([], 0)


def test_a_reading_that_outlives_its_table_says_so(amber, run):
    run(fill(amber, "amber", 400))
    reading = amber.read("amber")
    next(reading)
    run(amber.delete("amber"))
    with suppress(KeyError):  # a store may have read it all beforehand
        assert len(list(reading)) == 399

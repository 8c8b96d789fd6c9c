"""Whatever is asked of a store, it does what the memory store does."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.scale import times
from tests.stores import DURABLE, KINDS, card

from moot.store import MemoryStore
from moot.table.ports import GENESIS, Entry


@pytest.fixture
def run():
    """Runs a coroutine to its end, all in one loop."""
    with asyncio.Runner() as runner:
        yield runner.run


TABLES = ("a", "b", "c")
tables = st.sampled_from(TABLES)
changes = st.one_of(
    # How far from the right number, mostly not at all.
    st.tuples(st.just("append"), tables, st.sampled_from([0, 0, 0, 0, 0, 0, 1, -1]), st.text(max_size=5)),
    st.tuples(st.just("create"), tables, st.integers(0, 9)),
    st.tuples(st.just("restore"), tables, st.lists(st.sampled_from([1, 2, 3]), max_size=3), st.binary(max_size=3)),
    st.tuples(st.just("keep"), tables, st.sampled_from(["seed", "seat"]), st.binary(max_size=3)),
    st.tuples(st.just("forget"), tables, st.sampled_from(["seed", "seat"])),
    st.tuples(st.just("archive"), tables, st.integers(0, 9)),
    st.tuples(st.just("delete"), tables),
    st.tuples(st.just("snapshot"), tables, st.integers(1, 3000), st.binary(max_size=3)),
)


class Pair:
    """A store and the memory store, given the same changes."""

    def __init__(self, store, run):
        self.stores = (store, MemoryStore())
        self.run = run
        self.next = dict.fromkeys(TABLES, 1)

    def asked(self, change):
        """The call that `change` stands for."""
        match change:
            case ("append", table, off, words):
                seq = self.next[table] + off
                self.next[table] += off == 0
                return "append", (table, Entry(seq=seq, at=seq * 7 % 10, seat=words).linked(GENESIS))
            case ("create", table, opened):
                return "create", (card(table, opened),)
            case ("restore", table, seqs, seed):
                log = [Entry(seq=seq, at=seq, seat="s1").linked(GENESIS) for seq in sorted(seqs)]
                return "create", (card(table), log, {"seed": seed})
            case ("snapshot", table, seq, state):
                return "snapshot", (table, seq, 1, state)
            case _:
                return change[0], change[1:]

    def change(self, changes):
        calls = [self.asked(change) for change in changes]

        async def together(store):
            tasks = [getattr(store, name)(*arguments) for name, arguments in calls]
            return await asyncio.gather(*tasks, return_exceptions=True)

        mine, memory = (self.run(together(store)) for store in self.stores)
        assert [type(outcome) for outcome in mine] == [type(outcome) for outcome in memory]
        self.next = dict.fromkeys(TABLES, 1) | {one.id: one.entries + 1 for one in self.stores[1].cards()}

    def contents(self):
        """All there is in the one and in the other."""
        return tuple(contents(store) for store in self.stores)


def contents(store):
    return store.cards(), {
        table: (
            list(store.read(table)),
            list(store.read(table, after=2, upto=4)),
            store.kept(table),
            [(*snapshot, store.read_snapshot(table, snapshot[0])) for snapshot in store.snapshots(table)],
        )
        for table in (one.id for one in store.cards())
    }


@pytest.mark.parametrize("kind", DURABLE)
@settings(max_examples=times(40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rounds=st.lists(st.lists(changes, min_size=1, max_size=12), max_size=6), reopened=st.integers(0, 6))
def test_it_does_what_the_memory_store_does(kind, run, tmp_path_factory, rounds, reopened):
    folder = tmp_path_factory.mktemp("pair")
    pair = Pair(KINDS[kind].open(folder), run)
    try:
        pair.change([("create", table, 5) for table in TABLES[:2]])
        for number, together in enumerate(rounds):
            pair.change(together)
            mine, memory = pair.contents()
            assert mine == memory
            if number == reopened:
                run(pair.stores[0].close())
                pair.stores = (KINDS[kind].open(folder), pair.stores[1])
                mine, memory = pair.contents()
                assert mine == memory
    finally:
        run(pair.stores[0].close())

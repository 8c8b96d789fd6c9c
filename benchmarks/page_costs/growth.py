"""What growing costs: a long evening, thousands of tables on the disk, and the memory of many tables."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from live_path import likely
from page_costs.played import NINE, run_by
from page_costs.table import Looked, looked, opened_app, wished

from moot import games
from moot.core import Refused, Seeded
from moot.store import MemoryStore, open_store
from moot.table import Shelf, Store
from moot.table.script import demos, perform

A_FEW = 60
"""Commands that are compared."""
SAY = {"do": "say", "text": "Hm."}
"""What is done where the game waits for nobody."""


SENT_OFF = {"modos": "retire"}
"""The command by which a guide sends somebody off, in a game where chance brings dozens at a press."""


async def flatness(game: str, long: int) -> dict[str, float]:
    """What a command and its pages, a first page and an opening cost after `long` commands, over the same after ten.

    An evening ends when nobody has anything to do; the longest of five counts, and how long it was stands beside it.
    The guide keeps nine people to run, and sends off those who came last.
    """
    best: tuple[list[float], tuple[float, float], tuple[float, float]] = [], (1, 1), (1, 1)
    for seed in range(9, 14):
        luck, costs = Seeded(seed), list[float]()
        one = await looked(opened_app(), game)
        early = 0.0, 0.0
        while len(costs) < long and (spent := await cost(one, luck)):
            costs.append(spent)
            await send_off(one, SENT_OFF.get(game, ""))
            if len(costs) == 10:
                early = await first(one), await opening(one)
        late = await first(one), await opening(one)
        best = max(best, (costs, early, late), key=lambda evening: len(evening[0]))
        if len(costs) >= long:
            break
    costs, early, late = best
    few = min(60, len(costs) // 3)
    return {
        "evening": len(costs),
        "flat": median(costs[-few:]) / median(costs[10 : 10 + few]),
        "flat_first": late[0] / early[0],
        "flat_open": late[1] / early[1],
    }


async def send_off(one: Looked, do: str) -> None:
    """Let the guide have no more than nine people to run."""
    guide = one.table.holder(one.keys[0].secret)
    while do and run_by(one.table, guide) > NINE:
        run = {member.id for member in one.table.ledger.cast(guide=True) if member.seat == guide.id}
        *_, last = (offer for offer in one.table.offers(guide) if offer.do == do and offer.about in run)
        await one.table.ask(guide, wished(one.table, last.by_itself()))
        one.tell()


async def long_log(game: str, entries: int) -> dict[str, float]:
    """What commands with their pages, first pages and openings cost where people talked until the log had `entries`
    entries, over the same right after the demo, medians of three evenings; and the milliseconds that finding such a
    table takes, log and all.
    """
    costs: dict[bool, list[list[float]]] = {False: [], True: []}
    for seed in range(9, 12):
        for talk, found in costs.items():
            store = MemoryStore()
            one, luck = await looked(opened_app(store=store), game), Seeded(seed)
            seat = one.table.holder(one.keys[0].secret)
            while talk and one.table.ledger.seq < entries:
                await one.table.ask(seat, wished(one.table, SAY))
            one.tell()
            took = [spent for _ in range(A_FEW) if (spent := await cost(one, luck))]
            begun = time.process_time()
            await Shelf(store).find(one.table.id)
            opened = time.process_time() - begun
            found.append([median(took), await first(one), await opening(one), opened])
    early, late = ([median(each) for each in zip(*found, strict=True)] for found in costs.values())
    ratios = [after / before for after, before in zip(late, early, strict=True)]
    return {"log": ratios[0], "log_first": ratios[1], "log_open": ratios[2], "log_found_ms": late[3] * 1000}


async def first(one: Looked) -> float:
    """Seconds that first pages cost, one for each seat, when something has just happened."""
    took = []
    for _ in range(5):
        seat = one.table.holder(one.keys[0].secret)
        await one.table.ask(seat, wished(one.table, SAY))
        begun = time.thread_time()
        await one.first_pages()
        took.append(time.thread_time() - begun)
    return median(took)


async def opening(one: Looked) -> float:
    """Seconds that it costs to open a thing or a form when something has just happened."""
    took: list[float] = []
    for _ in range(5):
        await one.table.ask(one.table.holder(one.keys[0].secret), wished(one.table, SAY))
        one.tell()
        took += one.open_everything()
    return median(took)


async def on_disk(game: str, many: int) -> float:
    """What finding a table costs that lies on the disk among `many`, over one among ten: all of it, log and all."""
    took: tuple[list[float], list[float]] = [], []
    with TemporaryDirectory() as few, TemporaryDirectory() as full:
        kept = await _filled(Path(few), game, 10), await _filled(Path(full), game, many)
        gc.collect()
        for _ in range(5):
            shelves = [Shelf(store) for store, _ in kept]
            for ids in zip(*(ids for _, ids in kept), strict=True):  # in turns: a machine that is slow is so for both
                for each, shelf, id_ in zip(took, shelves, ids, strict=True):
                    begun = time.process_time()  # it is read on a thread of its own: so the whole process counts
                    await shelf.find(id_)
                    each.append(time.process_time() - begun)
        for shelf in shelves:
            await shelf.close()
    return median(took[1]) / median(took[0])


async def _filled(folder: Path, game: str, tables: int) -> tuple[Store, list[str]]:
    """A store with so many tables, and the ids of ten where the game's first demo is over."""
    demo, shelf = next(iter(demos(games.find(game)).values())), Shelf(store := open_store(folder))
    ids = [(await perform(shelf, game, demo))[0].id for _ in range(10)]
    for _ in range(tables - 10):
        await shelf.open(game, "Another table", "Gil")
    return store, ids


async def cost(one: Looked, luck: Seeded) -> float:
    """Seconds that one more command costs with its pages; nothing when nobody has anything to do."""
    for _ in range(20):
        if (move := likely(one.table, luck)) is None:
            return 0
        wish = wished(one.table, move[1].sample(luck))
        begun = time.thread_time()
        try:
            await one.table.ask(move[0], wish)
        except Refused:
            continue
        one.tell()
        return time.thread_time() - begun
    return 0


def weigh(script: str, game: str, tables: int) -> float:
    """Megabytes that tables add to a process of `script`, each after its demo, with four pages open."""
    command = [sys.executable, script, "--weigh", game, "--tables", str(tables)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


async def weighed(game: str, tables: int) -> float:
    """The same, in this process."""
    app = opened_app()
    kept = [await looked(app, game)]
    before = _resident()
    for _ in range(tables):
        kept.append(await looked(app, game))
        del kept[-1].readers[4:]
    gc.collect()
    return (_resident() - before) / 1e6


def _resident() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

"""How many entries a second become durable: Moot's store against aiosqlite and against a bare file, in one run.

    .venv/bin/python benchmarks/appends.py [--rounds 7] [--seconds 0.5] [--folder .] [--quick] [--json]

Every append of 300 bytes is awaited by a producer that makes the next one only then. All contenders sync fully, keep
their files open through the whole run and take turns in every round, so a slow moment of the machine hits all of them;
what counts is the median of each round's ratio. The folder must lie on a real disk: in memory a sync costs nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import os
import pstats
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from statistics import median

from moot.store import SqliteStore, open_store
from moot.store.codec import pack
from moot.table.ports import Asked, Entry, TableCard

PRODUCERS = (1, 16, 128)
TARGETS = {16: 4.0, 128: 15.0}
"""Ours over aiosqlite, at least, at so many producers."""

Append = Callable[[int, int], Awaitable[None]]
"""Makes entry `seq` of producer `k` durable."""

Contender = Callable[[float], Awaitable[float]]
"""Works for so many seconds and says how many appends it did in a second."""


def entry(seq: int) -> Entry:
    """An entry of 300 bytes as JSON, give or take the digits of `seq`."""
    asked = Asked(id="c-0123456789", command={"type": "challenge", "to": "mekha"})
    event = {"type": "Challenged", "by": "amek", "rules": ["WA-DICE-01"]}
    luck = ((12, 4), (10, 7))
    return Entry(
        seq=seq, at=10**12, seat="amek", asked=asked, luck="sealed", picks=luck, events=(event,), link="0" * 64
    )


class Producers:
    """So many tasks at once, each appending to a log of its own."""

    def __init__(self, many: int, append: Append) -> None:
        self._append = append
        self._seqs = [count(1) for _ in range(many)]

    async def __call__(self, seconds: float) -> float:
        start = time.perf_counter()
        done = await asyncio.gather(*(self._one(k, start + seconds) for k in range(len(self._seqs))))
        return sum(done) / (time.perf_counter() - start)

    async def _one(self, k: int, end: float) -> int:
        done = 0
        while time.perf_counter() < end:
            await self._append(k, next(self._seqs[k]))
            done += 1
        return done


def raw_file(path: Path, batch: int) -> Contender:
    """A bare file, synced after every `batch` entries: what the disk can do."""
    file = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

    async def work(seconds: float) -> float:
        start, done = time.perf_counter(), 0
        while time.perf_counter() < start + seconds:
            os.write(file, b"".join(pack(entry(done + n)) + b"\n" for n in range(batch)))
            os.fsync(file)
            done += batch
        return done / (time.perf_counter() - start)

    return work


async def peer(path: Path, stack: AsyncExitStack) -> Append:
    """aiosqlite with WAL and full sync, one commit for each append; the lock keeps others out of the transaction."""
    import aiosqlite  # noqa: PLC0415 - without it there is still something to say

    db = await stack.enter_async_context(aiosqlite.connect(path))
    await db.execute("PRAGMA journal_mode = WAL")
    await db.execute("PRAGMA synchronous = FULL")
    await db.execute("CREATE TABLE log (place INTEGER PRIMARY KEY, shelf INTEGER, seq INTEGER, at INTEGER, body BLOB)")
    lock = asyncio.Lock()

    async def append(k: int, seq: int) -> None:
        one = entry(seq)
        async with lock:
            await db.execute("INSERT INTO log (shelf, seq, at, body) VALUES (?, ?, ?, ?)", (k, seq, one.at, pack(one)))
            await db.commit()

    return append


async def ours(store: SqliteStore, many: int) -> Append:
    for k in range(many):
        await store.create(TableCard(id=f"{many}-{k}", game="none", title="", opened=0))

    async def append(k: int, seq: int) -> None:
        await store.append(f"{many}-{k}", entry(seq))

    return append


async def contenders(folder: Path, stack: AsyncExitStack) -> dict[str, Contender]:
    store = open_store(folder / "ours")
    stack.push_async_callback(store.close)
    found = {"file, 1 a sync": raw_file(folder / "one", 1), "file, 64 a sync": raw_file(folder / "many", 64)}
    for many in PRODUCERS:
        append = await peer(folder / f"peer{many}.db", stack)
        found[f"aiosqlite, {many} producers"] = Producers(many, append)
        found[f"moot, {many} producers"] = Producers(many, await ours(store, many))
    return found


async def measure(folder: Path, rounds: int, seconds: float) -> tuple[dict[str, list[float]], str]:
    """Appends a second of every contender in every round; and a profile of the event loop at the most producers."""
    async with AsyncExitStack() as stack:
        found = await contenders(folder, stack)
        for work in found.values():
            await work(seconds / 5)
        rates: dict[str, list[float]] = {name: [] for name in found}
        for _ in range(rounds):
            for name, work in found.items():
                rates[name].append(await work(seconds))
        with cProfile.Profile() as profile:
            await found[f"moot, {PRODUCERS[-1]} producers"](seconds)
    return rates, short(profile)


def short(profile: cProfile.Profile) -> str:
    """The six functions that took the most time themselves."""
    stats = pstats.Stats(profile).get_stats_profile()
    worst = sorted(stats.func_profiles.items(), key=lambda item: -item[1].tottime)[:6]
    return "\n".join(f"    {one.tottime / stats.total_tt:4.0%} {name}" for name, one in worst)


def ratio(rates: dict[str, list[float]], name: str, yardstick: str) -> float:
    return median(mine / theirs for mine, theirs in zip(rates[name], rates[yardstick], strict=True))


def report(rates: dict[str, list[float]], profile: str) -> bool:
    print(f"{'':26}{'appends/s':>10}{'x aiosqlite':>13}{'x file, 64':>12}")
    passed = True
    for name, values in rates.items():
        line = f"{name:26}{median(values):10,.0f}"
        many = next((n for n in PRODUCERS if name == f"moot, {n} producers"), None)
        if many is None:
            print(line)
            continue
        times = ratio(rates, name, f"aiosqlite, {many} producers")
        line += f"{times:13.1f}{ratio(rates, name, 'file, 64 a sync'):12.2f}"
        if target := TARGETS.get(many):
            line += f"   {'pass' if times >= target else 'MISS'} (>= {target:g})"
            passed &= times >= target
        print(line)
    if not passed:
        print(f"\nOne sync takes {1e3 / median(rates['file, 1 a sync']):.2f} ms. Where the event loop spends its time:")
        print(profile)
    return passed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each contender in each round")
    parser.add_argument("--folder", type=Path, default=Path(), help="where to write, on a real disk")
    parser.add_argument("--quick", action="store_true", help="only see that it runs; the numbers mean nothing")
    parser.add_argument("--json", action="store_true", help="print medians and ratios as JSON")
    asked = parser.parse_args()
    if find_spec("aiosqlite") is None:
        said = "aiosqlite is not installed, so there is nothing to compare with: `make bench` installs it."
        print(json.dumps({"missing": "aiosqlite"}) if asked.json else said)
        return
    rounds, seconds = (1, 0.02) if asked.quick else (asked.rounds, asked.seconds)
    with tempfile.TemporaryDirectory(dir=asked.folder, prefix=".appends-") as folder:
        rates, profile = asyncio.run(measure(Path(folder), rounds, seconds))
    if asked.json:
        ratios = {n: ratio(rates, f"moot, {n} producers", f"aiosqlite, {n} producers") for n in PRODUCERS}
        passed = all(ratios[n] >= target for n, target in TARGETS.items())
        medians = {name: median(values) for name, values in rates.items()}
        print(
            json.dumps({"appends_per_second": medians, "times_aiosqlite": ratios, "targets": TARGETS, "passed": passed})
        )
    else:
        report(rates, profile)


if __name__ == "__main__":
    main()

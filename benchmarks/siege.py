"""What friends feel while strangers besiege the house: their commands in a storm of attacks against those in quiet.

    .venv/bin/python benchmarks/siege.py [--rounds 3] [--seconds 8] [--entries 10000] [--connections 2000] [--folder .]
                                         [--quick] [--json]

One `moot serve`, as it comes, with every limit it has. Friends at four tables give a command every tenth of a second
each, in quiet and in the storm in turn. The storm is a process of its own: connections that say nothing, files and
pages of a long table asked for by a watcher there, bodies of 1.8 MB, tables opened, tables tried, tables and seats
guessed, the home page; each kind asks by four lines as fast as it is answered. What counts is how much longer the
slowest hundredth of the friends' commands takes, by the median of the rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from peers.line import Line

from moot.store import open_store
from moot.table import Asked, House, Shelf

HERE = Path(__file__).resolve().parent
TARGET = 3.0
"""Times as long as in quiet that 99 of 100 commands may take in the storm."""
PAUSE = 0.1
"""Seconds between one friend's commands."""
TABLES = 4


class Round(NamedTuple):
    """Seconds that each command of the friends took; `refused` were not done at all."""

    latencies: list[float]
    refused: int

    def share(self, part: float) -> float:
        """The milliseconds that `part` of the commands stayed within."""
        return 1e3 * sorted(self.latencies)[int(part * (len(self.latencies) - 1))]


class Besieged(NamedTuple):
    """The house: its long table, a watcher's secret there, and the seats of the friends at theirs."""

    table: str
    watcher: str
    friends: list[tuple[str, str]]


async def prepared(folder: Path, entries: int) -> Besieged:
    """A folder with a long table and those of the friends."""
    shelf = Shelf(open_store(folder))
    long, _ = await shelf.open("wicked-age", "A long one", "Guide", house=House(door="open"))
    watcher = await long.come("Wim", "watcher")
    seat = long.ledger.table.seated()[0]
    for number in range(entries):
        await long.ask(seat, Asked(id=f"{number}", command={"do": "say", "text": f"Line {number}. " + "word " * 12}))
    friends: list[tuple[str, str]] = []
    for number in range(TABLES):
        table, key = await shelf.open("wicked-age", f"Friends {number}", "Guide", house=House(door="open"))
        friends += [(table.id, key.secret), (table.id, (await table.come("Ann")).secret)]
    await shelf.close()
    return Besieged(long.id, watcher.secret, friends)


@contextmanager
def serving(folder: Path) -> Iterator[int]:
    """`moot serve` on a free port."""
    command = [sys.executable, "-m", "moot", "serve", "--data", str(folder), "--port", "0", "--no-qr"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield int(server.stdout.readline().rstrip().rpartition(":")[2])
    finally:
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=30)


async def friend(port: int, number: int, table: str, secret: str, until: float, taken: list[float]) -> int:
    """Give commands at one seat, and say how many were refused."""
    line, refused, done = Line(port, f"203.0.113.{number + 1}"), 0, 0
    while time.perf_counter() < until:
        done += 1
        command = {"do": "say", "text": f"Friend {number} says {done}."}
        body = json.dumps({"id": f"{until}-{done}", "command": command}).encode()
        began = time.perf_counter()
        proof = {"Authorization": f"Bearer {secret}", "Content_Type": "application/json"}
        status = await line.ask("POST", f"/api/tables/{table}/commands", body, **proof)
        taken.append(time.perf_counter() - began)
        refused += status != 200
        await asyncio.sleep(PAUSE)
    await line.close()
    return refused


async def played(port: int, friends: list[tuple[str, str]], seconds: float) -> Round:
    """What the friends' commands took for so many seconds."""
    until, taken = time.perf_counter() + seconds, list[float]()
    playing = (friend(port, number, *who, until, taken) for number, who in enumerate(friends))
    return Round(taken, sum(await asyncio.gather(*playing)))


def besieged(port: int, house: Besieged, seconds: float, connections: int) -> tuple[Round, dict[str, dict[str, int]]]:
    """The same in a storm, and what that met with."""
    wanted = [str(one) for one in (port, seconds + 2, house.table, house.watcher, connections)]
    storm = subprocess.Popen([sys.executable, "-m", "peers.storm", *wanted], cwd=HERE, stdout=subprocess.PIPE)
    time.sleep(1)  # until it rages
    found = asyncio.run(played(port, house.friends, seconds))
    said, _ = storm.communicate(timeout=seconds + 60)
    return found, json.loads(said)


def measure(asked: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Rounds in quiet and in the storm in turn."""
    house = asyncio.run(prepared(folder, asked.entries))
    quiet, stormy, met = list[Round](), list[Round](), dict[str, Counter[str]]()
    with serving(folder) as port:
        besieged(port, house, asked.seconds / 4, 10)  # to warm up: every page is made for the first time
        for _ in range(asked.rounds):
            quiet.append(asyncio.run(played(port, house.friends, asked.seconds)))
            found, answers = besieged(port, house, asked.seconds, asked.connections)
            stormy.append(found)
            for kind, statuses in answers.items():
                met.setdefault(kind, Counter()).update(statuses)
    return summary(quiet, stormy, met)


def summary(quiet: list[Round], stormy: list[Round], met: dict[str, Counter[str]]) -> dict[str, Any]:
    """Medians of the rounds, the ratio, and whether the target is reached."""
    times = median(storm.share(0.99) / calm.share(0.99) for storm, calm in zip(stormy, quiet, strict=True))
    rows = {
        name: {
            "commands": sum(len(one.latencies) for one in some),
            "refused": sum(one.refused for one in some),
            "p50_ms": median(one.share(0.5) for one in some),
            "p99_ms": median(one.share(0.99) for one in some),
            "worst_ms": max(one.share(1) for one in some),
        }
        for name, some in (("quiet", quiet), ("storm", stormy))
    }
    passed = times <= TARGET and not rows["storm"]["refused"]
    return {"friends": rows, "times": times, "target": TARGET, "answers": met, "passed": passed}


def report(found: dict[str, Any]) -> None:
    print(f"{'':8}{'commands':>10}{'refused':>9}{'p50 ms':>9}{'p99 ms':>9}{'worst ms':>10}")
    for name, row in found["friends"].items():
        print(
            f"{name:8}{row['commands']:10,}{row['refused']:9,}"
            f"{row['p50_ms']:9.1f}{row['p99_ms']:9.1f}{row['worst_ms']:10.1f}"
        )
    for kind, statuses in found["answers"].items():
        print(f"  {kind}: " + ", ".join(f"{n:,} × {status}" for status, n in sorted(statuses.items())))
    verdict = "pass" if found["passed"] else "MISS"
    print(f"p99 in the storm {found['times']:.2f} times that in quiet: {verdict} (<= {TARGET:g}, nobody refused)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8.0, help="for each round")
    parser.add_argument("--entries", type=int, default=10_000, help="in the log of the long table")
    parser.add_argument("--connections", type=int, default=2000, help="that say nothing")
    parser.add_argument("--folder", type=Path, default=Path(), help="where to write, on a real disk")
    parser.add_argument("--quick", action="store_true", help="only see that it runs; the numbers mean nothing")
    parser.add_argument("--json", action="store_true", help="print medians and ratios as JSON")
    asked = parser.parse_args()
    if asked.quick:
        asked.rounds, asked.seconds, asked.entries, asked.connections = 1, 0.6, 50, 20
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, asked.connections + 1000)), hard))
    with tempfile.TemporaryDirectory(dir=asked.folder.resolve(), prefix=".siege-") as folder:
        found = measure(asked, Path(folder))
    if asked.json:
        print(json.dumps(found))
    else:
        report(found)


if __name__ == "__main__":
    main()

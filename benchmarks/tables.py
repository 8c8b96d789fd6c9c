"""How many commands a second a server takes at many tables: Moot's site against plain Starlette, in one run.

    .venv/bin/python benchmarks/tables.py [--tables 500] [--rounds 5] [--seconds 4] [--at-once 64] [--folder .]
                                          [--profile moot] [--quick] [--json]

At each table sit four, and each follows the feed of JSON events. A command is posted, decided by the rules, written to
the disk, and counts as done when it is answered and all four have the event. No table has more than one under way, all
together `--at-once`. Each server is a process of its own with uvicorn and a SQLite store; the crowd is a third one. The
peer (`peers/starlette_app.py`) has the same tables, rules, store and event bytes, so what differs is the way between
them and the network; it runs once as it comes and once with Moot's setting of the garbage collector. The servers take
turns, each with fresh connections; what counts is the median of each round's ratio to the peer as it comes. The folder
must lie on a real disk: in memory a sync costs nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any, Self

from peers.crowd import Crowd, Room, Tally

HERE = Path(__file__).resolve().parent
TARGET = 1.8
"""Commands a second, ours over the peer's, at least."""
TARGET_P99 = 30.0
"""Milliseconds within which 99 of 100 commands have reached everyone, at most."""
KINDS = ("moot", "starlette", "starlette-tuned")


class Served:
    """One server process and the tables in it."""

    def __init__(self, kind: str, tables: int, folder: Path, *before: str) -> None:
        serve = [sys.executable, *before, "-m", "peers.serve", kind, str(tables), str(folder)]
        self._process = subprocess.Popen(serve, cwd=HERE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = json.loads(self._process.stdout.readline())
        self.port = int(said["port"])
        self.rooms = [Room(**room) for room in said["tables"]]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate(timeout=30)

    def play(self, seconds: float, at_once: int) -> Tally:
        """One round."""
        return asyncio.run(Crowd(self.port, self.rooms, at_once, self.busy).play(seconds))

    def busy(self) -> float:
        """Seconds for which the process has worked so far, in all its threads."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(folder: Path, tables: int, rounds: int, seconds: float, at_once: int) -> dict[str, list[Tally]]:
    """What every server did in every round, after one to warm up."""
    with ExitStack() as stack:
        served = {kind: stack.enter_context(Served(kind, tables, folder / kind)) for kind in KINDS}
        tallies: dict[str, list[Tally]] = {kind: [] for kind in KINDS}
        for server in served.values():
            server.play(seconds / 2, at_once)
        for _ in range(rounds):
            for kind, server in served.items():
                tallies[kind].append(server.play(seconds, at_once))
    return tallies


def summary(tallies: dict[str, list[Tally]]) -> dict[str, Any]:
    """Medians of the rounds, the ratios, and whether the targets are reached."""
    times = {
        kind: median(ours.rate / theirs.rate for ours, theirs in zip(tallies["moot"], tallies[kind], strict=True))
        for kind in KINDS[1:]
    }
    rows = {
        kind: {
            "per_second": median(tally.rate for tally in some),
            "work_ms": median(tally.work for tally in some),
            "p50_ms": median(tally.share(0.5) for tally in some),
            "p99_ms": median(tally.share(0.99) for tally in some),
        }
        for kind, some in tallies.items()
    }
    passed = times["starlette"] >= TARGET and rows["moot"]["p99_ms"] <= TARGET_P99
    targets = {"starlette": TARGET, "p99_ms": TARGET_P99}
    return {"servers": rows, "times": times, "targets": targets, "passed": passed}


def report(found: dict[str, Any]) -> None:
    rows = found["servers"]
    print(f"{'':18}{'commands/s':>12}{'work ms':>9}{'p50 ms':>9}{'p99 ms':>9}")
    for kind, row in rows.items():
        print(f"{kind:18}{row['per_second']:12,.0f}{row['work_ms']:9.2f}{row['p50_ms']:9.1f}{row['p99_ms']:9.1f}")
    for kind, times in found["times"].items():
        verdict = f": {'pass' if times >= TARGET else 'MISS'} (>= {TARGET})" if kind == "starlette" else ""
        print(f"{times:.2f} times {kind}{verdict}")
    p99 = rows["moot"]["p99_ms"]
    print(f"p99 {p99:.1f} ms: {'pass' if p99 <= TARGET_P99 else 'MISS'} (<= {TARGET_P99:g})")


def profile(kind: str, folder: Path, tables: int, seconds: float, at_once: int) -> None:
    """Show where one server spends its time."""
    output = folder / "profile"
    with Served(kind, tables, folder / kind, "-m", "cProfile", "-o", str(output)) as server:
        server.play(seconds, at_once)
    show = f"import pstats; pstats.Stats({str(output)!r}).strip_dirs().sort_stats('tottime').print_stats(45)"
    subprocess.run([sys.executable, "-c", show], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0, help="for each server in each round")
    parser.add_argument("--at-once", type=int, default=64, help="commands under way at all tables together")
    parser.add_argument("--folder", type=Path, default=Path(), help="where to write, on a real disk")
    parser.add_argument("--profile", choices=KINDS, help="only show where a server's time goes")
    parser.add_argument("--quick", action="store_true", help="only see that it runs; the numbers mean nothing")
    parser.add_argument("--json", action="store_true", help="print medians and ratios as JSON")
    asked = parser.parse_args()
    if find_spec("starlette") is None:
        said = "Starlette is not installed, so there is nothing to compare with: `make bench` installs it."
        print(json.dumps({"missing": "starlette"}) if asked.json else said)
        return
    tables, rounds, seconds = (5, 1, 0.3) if asked.quick else (asked.tables, asked.rounds, asked.seconds)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 5 * tables + 500)), hard))
    with tempfile.TemporaryDirectory(dir=asked.folder.resolve(), prefix=".tables-") as folder:
        if asked.profile:
            profile(asked.profile, Path(folder), tables, seconds, asked.at_once)
            return
        found = summary(measure(Path(folder), tables, rounds, seconds, asked.at_once))
    if asked.json:
        print(json.dumps(found))
    else:
        report(found)


if __name__ == "__main__":
    main()

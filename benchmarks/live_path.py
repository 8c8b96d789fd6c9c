"""The live path against boardgame.io: moves a second, in process, on this machine, in this run.

Ours is everything a table does with a command but the disk: JSON in, checked against what is offered, decided with sealed
dice, typed events out, chained, and taken into the state. The fight is the book's camp, played from its opening by whatever
the game waits for. The peer plays one exchange of two dice a side, in its own client, without a network.

    python benchmarks/live_path.py [--quick] [--json] [--profile]
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import shutil
import statistics
import subprocess
import time
from pathlib import Path

import msgspec

from moot import games
from moot.core import Offer, Seat, Seeded
from moot.store.memory import MemoryStore
from moot.table import Asked, Ledger, Shelf, Vault
from moot.table.script import demos, perform

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".cache" / "peers"
TARGET = 10.0
VAULT = Vault(seed=bytes(range(32)))
DECODER = msgspec.json.Decoder(Asked)
Ask = tuple[Seat, bytes]


def camp() -> Ledger:
    """The demo table, at the opening of its fight."""
    game = games.find("wicked-age")

    async def opened() -> Ledger:
        table, _ = await perform(Shelf(MemoryStore(), entropy=lambda _: VAULT.seed), game.name, demos(game)["camp"])
        return table.ledger

    return asyncio.run(opened())


def waited_for(ledger: Ledger) -> tuple[Seat, Offer] | None:
    """Whom the fight waits for, and the command it waits for."""
    for seat in ledger.table.seated():
        for offer in ledger.game.offers(ledger.play, seat):
            if offer.urgency == "must" and "sequence" in offer.fixed:
                return seat, offer
    return None


def fights(start: Ledger, commands: int) -> list[list[Ask]]:
    """Whole fights, each from `start`, as JSON commands: `commands` of them in all, or a few more."""
    found: list[list[Ask]] = []
    luck = Seeded(1)
    while sum(map(len, found)) < commands:
        ledger, asks = again(start), list[Ask]()
        while (waiting := waited_for(ledger)) is not None:
            seat, offer = waiting
            asked = Asked(id=f"{len(found)}-{len(asks)}", command=offer.sample(luck), nonce=f"{len(found)}")
            asks.append((seat, msgspec.json.encode(asked)))
            ledger.take(*ledger.decide(seat, asked, VAULT, 0))
        found.append(asks)
    return found


def again(start: Ledger) -> Ledger:
    """A ledger of its own that stands where `start` does."""
    ledger = Ledger()
    for passage in start.passages:
        ledger.take(passage.entry, tuple(piece.event for piece in passage.pieces))
    return ledger


def ours(start: Ledger, played: list[list[Ask]]) -> float:
    """Commands a second of all fights, played again from their JSON."""
    seconds, count = 0.0, 0
    for asks in played:
        ledger = again(start)
        begun = time.perf_counter()
        for seat, body in asks:
            entry, events = ledger.decide(seat, DECODER.decode(body), VAULT, 0)
            ledger.take(entry, events)
        seconds += time.perf_counter() - begun
        count += len(asks)
    return count / seconds


def peer(moves: int) -> float | None:
    """boardgame.io's moves a second, or None where it is not installed."""
    script = PEERS / "boardgame.mjs"
    if not (PEERS / "node_modules").is_dir():
        return None
    shutil.copy(ROOT / "benchmarks" / "peers" / "boardgame.mjs", script)
    node = shutil.which("node") or "node"
    done = subprocess.run([node, str(script), str(moves), "1"], capture_output=True, text=True, check=True)  # noqa: S603
    return float(json.loads(done.stdout)["median"])


def main() -> None:
    """Alternate both for some rounds and print the ratio of the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round, as a smoke test")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--profile", action="store_true", help="where our time goes")
    chosen = parser.parse_args()
    commands, rounds = (150, 1) if chosen.quick else (1500, 7)
    start = camp()
    played = fights(start, commands)
    if chosen.profile:
        profile = cProfile.Profile()
        profile.runcall(ours, start, played)
        pstats.Stats(profile).sort_stats("tottime").print_stats(30)
        return
    pairs = [(ours(start, played), peer(commands)) for _ in range(rounds)]
    mine = statistics.median(rate for rate, _ in pairs)
    theirs = statistics.median(rate for _, rate in pairs if rate) if pairs[0][1] else None
    ratio = mine / theirs if theirs else None
    result = {"ours": round(mine), "boardgame.io": theirs and round(theirs), "ratio": ratio and round(ratio, 1)}
    if chosen.json:
        print(json.dumps(result))
        return
    print(f"live path, {commands} commands, median of {rounds}: ours {mine:,.0f}/s")
    if ratio is None:
        print("boardgame.io is not installed: `make bench` installs it")
    else:
        verdict = "reached" if ratio >= TARGET else "missed"
        print(f"boardgame.io {theirs:,.0f}/s; ratio {ratio:.1f} (target {TARGET:.0f}: {verdict})")


if __name__ == "__main__":
    main()

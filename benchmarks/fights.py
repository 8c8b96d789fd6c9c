"""How many attacks and reactions a second a table of Modos 2 does, over acts and defences at one of Sword's Edge.

    .venv/bin/python benchmarks/fights.py [--rounds 9] [--matches 5] [--quick] [--json]

Both are played from the end of their first demos, which stand in the middle of a fight: what hits and what answers it
is preferred, and whatever else is done so that the fight goes on does not count. A command is all that a table does
with it but the disk and the network, as in `live_path.py`: JSON in, checked against what is offered, decided with
sealed dice, chained, and the bytes of every seat's journal; what was offered is asked for before, as a page does.
Rounds alternate between the games, and seconds are those for which the thread that plays has the processor; the garbage
collector comes between commands, for what it looks through is nearly all of offers: else it is chance in whose time it
comes. Of each pair of fights the longer is cut to the other's length: what a fight leaves on people adds up, so that it
costs more.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import time
from collections.abc import Mapping
from statistics import median
from typing import Final

from live_path import DECODER, LENGTH, Match, Start, asking, likely

from moot import games
from moot.cli.server import quieter_collector
from moot.core import Offer, Refused, Seat, Seeded
from moot.table import Table
from moot.table.script import demos

COUNTED: Final[Mapping[str, frozenset[str]]] = {
    "modos": frozenset({"attack", "defend", "hinder", "take-it", "pass"}),
    "swords-edge": frozenset({"act", "nc-act", "defend", "riposte"}),
}
"""What hits, and what answers it, by game."""
TARGET: Final = 1.0
"""Modos over Sword's Edge, at least."""
PATIENCE: Final = 40
"""So many commands in a row that do not count end a match: the fight is over."""


def start(game: str) -> Start:
    """The table of a game's first demo, at its end."""
    return Start(game, next(iter(demos(games.find(game)).values())))


async def played(begun: Start, game: str, luck: Seeded, length: int) -> Match:
    """A match: its commands as JSON, each with the seat that gives it, until so many count."""
    table, asks = await begun.table(), Match()
    count = idle = 0
    while count < length and idle < PATIENCE and (move := fighting(table, game, luck)) is not None:
        seat, offer = move
        body = asking(len(asks), offer.sample(luck))
        try:
            await table.ask(seat, DECODER.decode(body))
        except Refused:
            idle += 1
            continue
        counts = counted_in(game, body)
        count, idle = count + counts, 0 if counts else idle + 1
        asks.append((seat, body))
    return asks


def counted_in(game: str, body: bytes) -> bool:
    """Whether a command hits, or answers what hits."""
    return DECODER.decode(body).command["do"] in COUNTED[game]


def alike(found: Mapping[str, Match]) -> dict[str, Match]:
    """A match of each game, cut so that in all of them as many commands count."""
    every = {
        game: [at for at, (_, body) in enumerate(match) if counted_in(game, body)] for game, match in found.items()
    }
    fewest = min(map(len, every.values()))
    return {game: match[: every[game][fewest - 1] + 1] for game, match in found.items()}


def fighting(table: Table, game: str, luck: Seeded) -> tuple[Seat, Offer] | None:
    """A move of the fight, or else one that is likely."""
    seats, state = table.ledger.table.seated(), table.ledger.game_state
    offers = [(seat, offer) for seat in seats for offer in table.game.offers(state, seat)]
    moves = [(seat, offer) for seat, offer in offers if offer.do in COUNTED[game]]
    return moves[luck.pick(len(moves))] if moves else likely(table, luck)


async def timed(begun: Start, game: str, match: Match) -> tuple[int, float]:
    """How many commands counted, and the seconds that they took."""
    table, seconds, count = await begun.table(), 0.0, 0
    seats = table.ledger.table.seated()
    journals = [table.journal(seat).entries for seat in seats]
    for seat, body in match:
        for each in seats:
            table.offers(each)
        gc.collect(1)
        since = time.thread_time()
        await table.ask(seat, DECODER.decode(body))
        for journal in journals:
            journal[-1].body  # noqa: B018 - made when it is first asked for
        took = time.thread_time() - since
        if counted_in(game, body):
            seconds, count = seconds + took, count + 1
    return count, seconds


def measure(matches: int, length: int, rounds: int) -> dict[str, list[float]]:
    """Commands a second of both games in every round."""
    starts = {game: start(game) for game in COUNTED}
    luck = {game: Seeded(1) for game in COUNTED}
    pairs = [
        alike({game: asyncio.run(played(begun, game, luck[game], length)) for game, begun in starts.items()})
        for _ in range(matches)
    ]
    rates: dict[str, list[float]] = {game: [] for game in COUNTED}
    for _ in range(rounds):
        for game, begun in starts.items():
            runs = [asyncio.run(timed(begun, game, pair[game])) for pair in pairs]
            rates[game].append(sum(count for count, _ in runs) / sum(seconds for _, seconds in runs))
    return rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--matches", type=int, default=5, help=f"pairs of at most {LENGTH} commands that count")
    parser.add_argument("--quick", action="store_true", help="only see that it runs; the numbers mean nothing")
    parser.add_argument("--json", action="store_true", help="print medians and the ratio as JSON")
    asked = parser.parse_args()
    quieter_collector()
    gc.disable()
    rates = measure(*((1, 10, 1) if asked.quick else (asked.matches, LENGTH, asked.rounds)))
    times = median(one / two for one, two in zip(rates["modos"], rates["swords-edge"], strict=True))
    found = {game: median(values) for game, values in rates.items()}
    if asked.json:
        print(json.dumps({"per_second": found, "times": times, "target": TARGET, "passed": times >= TARGET}))
        return
    for game, rate in found.items():
        print(f"{game:26}{rate:12,.0f}")
    print(f"Modos over Sword's Edge: {times:.2f} times   {'pass' if times >= TARGET else 'MISS'} (>= {TARGET:g})")


if __name__ == "__main__":
    main()

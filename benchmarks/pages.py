"""What pages cost: the processor's time for every screen at a table after each command, and the bytes that travel.

    .venv/bin/python benchmarks/pages.py [--commands 150] [--tables 100] [--long 2000]
                                         [--disk 5000] [--profile GAME] [--quick] [--json]

Each game is played on from the end of its first demo, by what it waits for, with a page of every seat open: the streams
that pages are sent, without the sockets. After each command each stream makes its message, and that is timed: thread
time, so that other programs count for nobody. Then pages of many tables, four at each, follow over HTTP: people press,
30 times a second at all tables together, and what counts is when the last screen of the table has it; then each press
as soon as the last is everywhere, and the rate is one over the server's own time for a press. A first page is the whole
answer to a browser; things and forms are opened in turns as people would. Flat is what a command with its pages, a
first page and an opening cost at a table after a very long evening, over one that has just begun; and what it costs to
find a table that lies on the disk among thousands, over one among ten.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import json
import pstats
import secrets
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from live_path import likely
from peers.screens import Crowd, Room, Serving

from moot import games
from moot.cli.server import quieter_collector
from moot.core import Refused, Seeded
from moot.store import open_store
from moot.store.memory import MemoryStore
from moot.table import Asked, Key, Shelf, Table
from moot.table.script import demos, perform
from moot.web import Limits, Rate, create_app
from moot.web.forms import forms
from moot.web.stream import SeatReader
from moot.web.things import form_parts, thing_parts

FREE = Rate(1e9, 1e9)
FAST = Limits(seat=FREE, address=FREE, door=FREE, reading=FREE)
SAY = {"do": "say", "text": "Hm."}
"""What is done where the game waits for nobody."""
LATER = 60
"""Commands after which first pages are weighed again."""
PRESSES_A_SECOND = 30
"""At all tables together."""
TARGETS: dict[str, dict[str, float]] = {
    "wicked-age": {"cpu_mean_ms": 4, "cpu_p95_ms": 6, "rate": 170},
    "swords-edge": {"cpu_mean_ms": 6, "cpu_p95_ms": 10, "rate": 120},
}
"""At most, and for the rate at least; a game that is not named is held to nothing of its own."""
FOR_ALL: dict[str, float] = {
    "player_kb": 6.5, "guide_kb": 7, "first_guide_kb": 30, "first_later_kb": 50, "thing_p50_ms": 5, "thing_p99_ms": 25,
    "press_p50_ms": 15, "press_p99_ms": 30, "flat": 1.5, "flat_first": 1.5, "flat_open": 1.5, "flat_disk": 1.5,
}
"""At most, for every game."""


@dataclass
class Seen:
    """What was measured at the tables of one game."""

    cpu: list[float] = field(default_factory=list)
    player: list[int] = field(default_factory=list)
    guide: list[int] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    presses: list[float] = field(default_factory=list)
    flat: dict[str, float] = field(default_factory=dict[str, float])
    first_guide: float = 0
    first_later: float = 0
    rate: float = 0

    def figures(self) -> dict[str, float]:
        """Milliseconds of the processor, kilobytes, commands a second."""
        return {
            "cpu_mean_ms": mean(self.cpu) * 1000,
            "cpu_p95_ms": quantiles(self.cpu, n=20)[-1] * 1000,
            "player_kb": mean(self.player) / 1000,
            "guide_kb": mean(self.guide) / 1000,
            "first_guide_kb": self.first_guide / 1000,
            "first_later_kb": self.first_later / 1000,
            "thing_p50_ms": quantiles(self.opened, n=100)[49] * 1000,
            "thing_p99_ms": quantiles(self.opened, n=100)[98] * 1000,
            "press_p50_ms": quantiles(self.presses, n=100)[49] * 1000,
            "press_p99_ms": quantiles(self.presses, n=100)[98] * 1000,
            "rate": self.rate,
            **self.flat,
        }


class Looked:
    """A table with a page open in each of its seats."""

    def __init__(self, app: Any, table: Table, keys: list[Key]) -> None:
        self.app, self.table, self.keys = app, table, keys
        scope: Any = {"type": "http", "scheme": "http", "path": "", "query_string": b""}
        scope["headers"] = [(b"host", b"moot.test")]
        self.readers = [SeatReader(app.state["site"], scope, table, key.secret, None) for key in keys]
        for reader in self.readers:
            reader.news()

    async def act(self, luck: Seeded) -> bool:
        """One more command; False when nobody can do anything."""
        for _ in range(20):
            move = likely(self.table, luck)
            if move is None:
                return False
            seat, offer = move
            try:
                await self.table.ask(seat, Asked(id=secrets.token_hex(8), command=offer.sample(luck), nonce="n"))
            except Refused:
                continue
            return True
        return False

    def tell(self) -> list[int]:
        """Every page is brought up to date; the bytes of each message."""
        return [len(reader.news()) for reader in self.readers]

    async def first_pages(self) -> list[int]:
        """The bytes of each seat's page as a browser gets it."""
        sizes = []
        for key in self.keys:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://moot.test") as client:
                client.cookies.set("moot_seat", key.secret)
                sizes.append(len((await client.get(f"/t/{self.table.id}")).content))
        return sizes

    def open_everything(self) -> list[float]:
        """Open each seat's first things and forms; the seconds that each took."""
        site = self.app.state["site"]
        took = []
        for key in self.keys:
            mine = site.screens.of(self.table, self.table.holder(key.secret))
            verbs = forms(self.table.found(mine.seat), mine.desk)[:5]
            begun = time.thread_time()
            for form in verbs:
                form_parts(site.pages, mine, [form.key])
                took.append(-begun + (begun := time.thread_time()))
            for thing in list(dict.fromkeys(form.about for form in verbs if form.about))[:3]:
                thing_parts(site.pages, mine, thing)
                took.append(-begun + (begun := time.thread_time()))
        return took


async def looked(app: Any, game: str) -> Looked:
    """A table after the first demo of its game, a page open in every seat."""
    demo = next(iter(demos(games.find(game)).values()))
    table, keys = await perform(app.state["site"].shelf, game, demo)
    return Looked(app, table, list(keys.values()))


async def measure(game: str, commands: int) -> Seen:
    """One table, played on: what each command costs, and what travels."""
    seen, luck = Seen(), Seeded(7)
    one = await looked(create_app(Shelf(MemoryStore()), limits=FAST), game)
    guides = [one.table.holder(key.secret).guides for key in one.keys]
    seen.first_guide = max(size for size, guide in zip(await one.first_pages(), guides, strict=True) if guide)
    for number in range(commands):
        if not await one.act(luck):
            break
        begun = time.thread_time()
        sizes = one.tell()
        seen.cpu.append(time.thread_time() - begun)
        seen.guide += [size for size, guide in zip(sizes, guides, strict=True) if guide]
        seen.player += [size for size, guide in zip(sizes, guides, strict=True) if not guide]
        if number % 10 == 9:
            seen.opened += one.open_everything()
        if number == min(LATER, commands) - 1:
            seen.first_later = max(await one.first_pages())
    return seen


async def flatness(game: str, long: int) -> dict[str, float]:
    """What a command and its pages, a first page and an opening cost after `long` commands, over the same after ten."""
    luck = Seeded(9)
    one = await looked(create_app(Shelf(MemoryStore()), limits=FAST), game)
    seat = one.table.holder(one.keys[0].secret)
    early = await costs(one, luck, 10), await first(one), median(one.open_everything())
    for _ in range(long):
        if not await one.act(luck):
            await one.table.ask(seat, Asked(id=secrets.token_hex(8), command=SAY, nonce="n"))
    one.tell()
    late = await costs(one, luck, 0), await first(one), median(one.open_everything())
    ratios = [after / before for before, after in zip(early, late, strict=True)]
    return dict(zip(("flat", "flat_first", "flat_open"), ratios, strict=True))


async def first(one: Looked) -> float:
    """Seconds that first pages cost, one for each seat, when something has just happened."""
    took = []
    for _ in range(5):
        seat = one.table.holder(one.keys[0].secret)
        await one.table.ask(seat, Asked(id=secrets.token_hex(8), command=SAY, nonce="n"))
        begun = time.thread_time()
        await one.first_pages()
        took.append(time.thread_time() - begun)
    return median(took)


async def on_disk(game: str, many: int) -> float:
    """What finding a table costs that lies on the disk among `many`, over one among ten: all of it, log and all."""
    demo = next(iter(demos(games.find(game)).values()))
    took: list[float] = []
    with TemporaryDirectory() as folder:
        for tables in (10, many):
            store = open_store(Path(folder))
            shelf = Shelf(store)
            ids = [(await perform(shelf, game, demo))[0].id for _ in range(10)]
            for _ in range(tables - 10 * (1 + len(took))):
                await shelf.open(game, "Another table", "Gil")
            each = []
            again = Shelf(store)
            for id_ in ids:
                begun = time.thread_time()
                await again.find(id_)
                each.append(time.thread_time() - begun)
            took.append(median(each))
            await again.close()
    return took[1] / took[0]


async def costs(one: Looked, luck: Seeded, first: int) -> float:
    """Seconds that a command costs with its pages, after `first` more of them."""
    for _ in range(first):
        await one.act(luck)
        one.tell()
    took = []
    for _ in range(30):
        seat, wish = one.table.holder(one.keys[0].secret), SAY
        if (move := likely(one.table, luck)) is not None:
            seat, wish = move[0], move[1].sample(luck)
        asked = Asked(id=secrets.token_hex(8), command=wish, nonce="n")
        begun = time.thread_time()
        try:
            await one.table.ask(seat, asked)
        except Refused:
            continue
        one.tell()
        took.append(time.thread_time() - begun)
    return median(took)


def over_http(game: str, tables: int, presses: int, seen: Seen) -> None:
    """The same with sockets: from a press to the last screen, and how many presses a second one processor carries."""
    app = create_app(Shelf(MemoryStore()), limits=FAST)

    async def opened() -> list[Room]:
        demo = next(iter(demos(games.find(game)).values()))
        played = [await perform(app.state["site"].shelf, game, demo) for _ in range(tables)]
        return [Room(table, _four(table, list(keys.values()))) for table, keys in played]

    rooms = asyncio.run(opened())
    with Serving(app) as serving:
        crowd = Crowd(serving, rooms)
        seen.presses = asyncio.run(crowd.play(presses, PRESSES_A_SECOND)).waits
        work = asyncio.run(crowd.play(presses, 0)).work
        seen.rate = 1 / work if work else 0


def _four(table: Table, keys: list[Key]) -> list[Key]:
    """Whoever guides, and three others."""
    return sorted(keys, key=lambda key: not table.holder(key.secret).guides)[:4]


def verdict(game: str, name: str, value: float) -> str:
    target = {**FOR_ALL, **TARGETS.get(game, {})}.get(name)
    if target is None:
        return ""
    good = value >= target if name == "rate" else value <= target
    return f"{'pass' if good else 'MISS'} ({'>=' if name == 'rate' else '<='} {target:g})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--commands", type=int, default=150)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--long", type=int, default=2000, help="commands of the long evening")
    parser.add_argument("--disk", type=int, default=5000, help="tables on the disk")
    parser.add_argument("--profile", choices=games.names(), help="only show where the time of one game goes")
    parser.add_argument("--quick", action="store_true", help="only see that it runs; the numbers mean nothing")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args()
    commands, tables, long, disk = asked.commands, asked.tables, asked.long, asked.disk
    if asked.quick:
        commands, tables, long, disk = 20, 2, 40, 30
    quieter_collector()
    if asked.profile:
        with cProfile.Profile() as profile:
            asyncio.run(measure(asked.profile, commands))
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)
        return
    found = {}
    for game in games.names():
        seen = asyncio.run(measure(game, commands))
        over_http(game, tables, 5 * commands, seen)
        seen.flat = {**asyncio.run(flatness(game, long)), "flat_disk": asyncio.run(on_disk(game, disk))}
        found[game] = seen.figures()
    if asked.json:
        print(json.dumps({"figures": found, "targets": {game: {**FOR_ALL, **TARGETS.get(game, {})} for game in found}}))
        return
    for game, figures in found.items():
        print(game)
        for name, value in figures.items():
            print(f"  {name:18}{value:10.1f}   {verdict(game, name, value)}")


if __name__ == "__main__":
    main()

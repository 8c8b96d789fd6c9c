"""What pages cost: the processor's time for every screen at a table after each command, and the bytes that travel.

    .venv/bin/python benchmarks/pages.py [--commands 600] [--tables 100] [--long 2000] [--disk 5000]
                                         [--only GAME] [--profile GAME] [--quick] [--json]

Each game is played on from the end of its first demo, by what it waits for, with a page of every seat open: the streams
that pages are sent, without the sockets. After each command each stream makes its message, and that is timed: thread
time, so that other programs count for nobody. Everything is warm: templates are compiled, as `moot serve` does when it
starts, and one table is played before those that count. Tables are played for 150 commands each, or until nobody has
anything to do; figures are means over all of them.

Then pages of many tables, four at each, follow over HTTP: people press, 30 times a second at all tables together, and
what counts is when the last screen of the table has it; then each press as soon as the last is everywhere, and the rate
is one over the server's own time for a press; then 100 presses a second at twice as many tables. A first page is the
whole answer to a browser, a first visit that and all that it links to; things and forms are opened in turns as people
would. Flat is what a command with its pages, a first page and an opening cost at a table after a very long evening,
over one that has just begun; and what it costs to find a table that lies on the disk among thousands, over one among
ten. Memory is what 500 tables with four pages each add to a process.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import json
import os
import pstats
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from live_path import likely
from peers.screens import Crowd, Room, Serving

from moot import games
from moot.cli.server import quicker_turns, quieter_collector
from moot.core import Refused, Seeded
from moot.store import open_store
from moot.store.memory import MemoryStore
from moot.table import Asked, Key, Shelf, Table
from moot.table.script import demos, perform, read
from moot.web import Limits, Rate, create_app
from moot.web.forms import forms
from moot.web.stream import SeatReader
from moot.web.things import form_parts, thing_parts

SOME_DAY = 1_790_000_000_000
"""When tables are opened, in milliseconds: the dice hang on that, and so does what a run measures."""
FREE = Rate(1e9, 1e9)
FAST = Limits(seat=FREE, address=FREE, door=FREE, reading=FREE)
SAY = {"do": "say", "text": "Hm."}
"""What is done where the game waits for nobody."""
LATER = 60
"""Commands after which first pages are weighed again."""
A_TABLE = 150
"""Commands that are played at one table, at most."""
PRESSES_A_SECOND = 30
"""At all tables together."""
CROWDED = 100
"""Presses a second at twice as many tables."""
CROWD = {"wicked-age": "quick-npc", "swords-edge": "make-nc"}
"""The command by which a guide has somebody new at once."""
NINE = 9
CHASE_GAME, CHASE_OF_TWELVE = "perilous", Path(__file__).parent / "peers" / "chase_of_twelve.toml"
"""The game that has chases, and one to begin from: six flee, six follow, a page for each and for the guide."""
STORED = 500
"""Tables whose memory is measured."""
HOME = "http://localhost"
LINKS = re.compile(r'(?:href|src)="(/[^"#?]*)(?:[?#][^"]*)?"')
MODULES = re.compile(r'(?:from|import) "([^"]+)"')
TARGETS: dict[str, dict[str, float]] = {
    "wicked-age": {"cpu_mean_ms": 4, "cpu_p95_ms": 6, "rate": 170},
    "swords-edge": {"cpu_mean_ms": 6, "cpu_p95_ms": 10, "rate": 120},
    "perilous": {"twelve_cpu_ms": 12, "twelve_kb": 6.5},
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
    more: dict[str, float] = field(default_factory=dict[str, float])
    first_guide: list[int] = field(default_factory=list)
    first_later: list[int] = field(default_factory=list)
    rate: float = 0

    def figures(self) -> dict[str, float]:
        """Milliseconds of the processor, kilobytes, commands a second."""
        return {
            "cpu_mean_ms": mean(self.cpu) * 1000,
            "cpu_p95_ms": quantiles(self.cpu, n=20)[-1] * 1000,
            "player_kb": mean(self.player) / 1000,
            "guide_kb": mean(self.guide) / 1000,
            "first_guide_kb": mean(self.first_guide) / 1000,
            "first_later_kb": mean(self.first_later) / 1000,
            "thing_p50_ms": quantiles(self.opened, n=100)[49] * 1000,
            "thing_p99_ms": quantiles(self.opened, n=100)[98] * 1000,
            "press_p50_ms": quantiles(self.presses, n=100)[49] * 1000,
            "press_p99_ms": quantiles(self.presses, n=100)[98] * 1000,
            "rate": self.rate,
            **self.flat,
            **self.more,
        }


class Looked:
    """A table with a page open in each of its seats."""

    def __init__(self, app: Any, table: Table, keys: list[Key]) -> None:
        self.app, self.table, self.keys = app, table, keys
        scope: Any = {"type": "http", "scheme": "http", "path": "", "query_string": b""}
        scope["headers"] = [(b"host", b"localhost")]
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
                await self.table.ask(seat, wished(self.table, offer.sample(luck)))
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
            async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
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


def opened_app() -> Any:
    """A site with its templates compiled, as `moot serve` has it when it starts."""
    shelf = Shelf(MemoryStore(), now=count(SOME_DAY, 1000).__next__, entropy=Random(1).randbytes)
    app = create_app(shelf, limits=FAST)
    app.state["site"].pages.ready()
    return app


def wished(table: Table, command: dict[str, Any]) -> Asked:
    """A command, under an id that it would have in any other run, since the dice hang on that."""
    return Asked(id=f"command-{table.ledger.seq}", command=command, nonce="n")


async def looked(app: Any, game: str) -> Looked:
    """A table after the first demo of its game, a page open in every seat."""
    demo = next(iter(demos(games.find(game)).values()))
    table, keys = await perform(app.state["site"].shelf, game, demo)
    return Looked(app, table, list(keys.values()))


async def measure(game: str, commands: int) -> Seen:
    """Tables, played on: what each command costs, and what travels."""
    app, seen = opened_app(), Seen()
    await play(await looked(app, game), Seeded(6), Seen(), min(A_TABLE, commands))
    for seed in range(7, 100):
        if len(seen.cpu) >= commands:
            break
        await play(await looked(app, game), Seeded(seed), seen, min(A_TABLE, commands - len(seen.cpu)))
    seen.more = await with_nine(app, game, min(LATER, commands)) | await first_visit(await looked(app, game))
    seen.more |= await with_twelve(app, game, min(A_TABLE, commands))
    return seen


async def play(one: Looked, luck: Seeded, seen: Seen, commands: int) -> None:
    """One table, for as long as somebody has something to do."""
    guides = [one.table.holder(key.secret).guides for key in one.keys]
    seen.first_guide.append(max(size for size, guide in zip(await one.first_pages(), guides, strict=True) if guide))
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
            seen.first_later.append(max(await one.first_pages()))


async def with_nine(app: Any, game: str, commands: int) -> dict[str, float]:
    """What the guide's page costs who has nine more people to run: its bytes, and the pages after a command."""
    if game not in CROWD:
        return {}
    one, luck, made = await looked(app, game), Seeded(5), 0
    guide = one.table.holder(one.keys[0].secret)
    for _ in range(20 * NINE):
        offers = [offer for offer in one.table.offers(guide) if offer.do == CROWD[game]]
        if made == NINE or not offers:
            break
        try:
            wish = {**offers[0].sample(luck), "name": f"Somebody {made}", "count": 1}
            known = {field.name for field in offers[0].fields} | {*offers[0].fixed, "do"}
            wish = {name: value for name, value in wish.items() if name in known}
            await one.table.ask(guide, wished(one.table, wish))
            made += 1
        except Refused:
            continue
    seen = Seen()
    await play(one, luck, seen, commands)
    return {"nine": made, "nine_first_kb": mean(seen.first_guide) / 1000, "nine_cpu_ms": mean(seen.cpu) * 1000}


async def with_twelve(app: Any, game: str, commands: int) -> dict[str, float]:
    """What a chase of twelve on their own phones costs: all pages after a command, and a player's bytes."""
    if game != CHASE_GAME:
        return {}
    table, keys = await perform(app.state["site"].shelf, game, read(CHASE_OF_TWELVE.read_text(encoding="utf-8")))
    seen = Seen()
    await play(Looked(app, table, list(keys.values())), Seeded(4), seen, commands)
    return {"twelve_cpu_ms": mean(seen.cpu) * 1000, "twelve_kb": mean(seen.player) / 1000}


async def first_visit(one: Looked) -> dict[str, float]:
    """All that a browser gets on a first visit, compressed where the site does so: requests, and bytes on the wire.

    Fonts are left out: a browser takes those that it needs.
    """
    transport = httpx.ASGITransport(app=one.app)
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
        client.cookies.set("moot_seat", one.keys[0].secret)
        ways, size = [f"/t/{one.table.id}"], 0
        for way in ways:
            answer = await client.get(way)
            size += answer.num_bytes_downloaded
            found = LINKS.findall(answer.text) if "html" in answer.headers["content-type"] else []
            if way.endswith(".js"):
                found = [str(httpx.URL(HOME + way).join(module).path) for module in MODULES.findall(answer.text)]
            wanted = (one for one in found if re.search(r"[.](?:js|css|svg)$", one))
            ways += [new for new in dict.fromkeys(wanted) if new not in ways]
        return {"visit_requests": len(ways), "visit_kb": size / 1000}


async def flatness(game: str, long: int) -> dict[str, float]:
    """What a command and its pages, a first page and an opening cost after `long` commands, over the same after ten.

    An evening ends when nobody has anything to do; the longest of five counts, and how long it was stands beside it.
    """
    best: tuple[list[float], tuple[float, float], tuple[float, float]] = [], (1, 1), (1, 1)
    for seed in range(9, 14):
        luck, costs = Seeded(seed), list[float]()
        one = await looked(opened_app(), game)
        early = 0.0, 0.0
        while len(costs) < long and (spent := await cost(one, luck)):
            costs.append(spent)
            if len(costs) == 10:
                early = await first(one), median(one.open_everything())
        late = await first(one), median(one.open_everything())
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
            gc.collect()
            for _ in range(5):
                again = Shelf(store)
                for id_ in ids:  # it is read on a thread of its own: so what counts is the whole process
                    begun = time.process_time()
                    await again.find(id_)
                    each.append(time.process_time() - begun)
            took.append(median(each))
            await again.close()
    return took[1] / took[0]


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


def over_http(game: str, tables: int, presses: int, seen: Seen) -> None:
    """The same with sockets: from a press to the last screen, and how many presses a second one processor carries."""
    app = opened_app()

    async def opened(many: int) -> list[Room]:
        demo = next(iter(demos(games.find(game)).values()))
        played = [await perform(app.state["site"].shelf, game, demo) for _ in range(many)]
        return [Room(table, _four(table, list(keys.values()))) for table, keys in played]

    rooms = asyncio.run(opened(tables))
    with Serving(app) as serving:
        crowd = Crowd(serving, rooms)
        asyncio.run(crowd.play(min(presses, 3 * tables), PRESSES_A_SECOND))  # the first presses of a table do not count
        seen.presses = asyncio.run(crowd.play(presses, PRESSES_A_SECOND)).waits
        work = asyncio.run(crowd.play(presses, 0)).work
        seen.rate = 1 / work if work else 0
        rooms += asyncio.run(opened(tables))
        more = asyncio.run(Crowd(serving, rooms).play(2 * presses, CROWDED))
        seen.more["crowd_done"] = len(more.waits) / more.seconds
        seen.more["crowd_p50_ms"] = quantiles(more.waits, n=100)[49] * 1000
        seen.more["crowd_p99_ms"] = quantiles(more.waits, n=100)[98] * 1000


def weigh(game: str, tables: int) -> float:
    """Megabytes that tables add to a process of its own, each after its demo, with four pages open."""
    command = [sys.executable, __file__, "--weigh", game, "--tables", str(tables)]
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
    parser.add_argument("--commands", type=int, default=600)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--long", type=int, default=2000, help="commands of the long evening")
    parser.add_argument("--disk", type=int, default=5000, help="tables on the disk")
    parser.add_argument("--profile", choices=games.names(), help="only show where the time of one game goes")
    parser.add_argument("--quick", action="store_true", help="only see that it runs; the numbers mean nothing")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--only", choices=games.names(), help="one game alone")
    parser.add_argument("--weigh", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    commands, tables, long, disk, stored = asked.commands, asked.tables, asked.long, asked.disk, STORED
    if asked.quick:
        commands, tables, long, disk, stored = 20, 2, 40, 30, 20
    quieter_collector()
    quicker_turns()
    if asked.weigh:
        print(asyncio.run(weighed(asked.weigh, tables)))
        return
    if asked.profile:
        with cProfile.Profile() as profile:
            asyncio.run(measure(asked.profile, commands))
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)
        return
    found = {}
    for game in (asked.only,) if asked.only else games.names():
        seen = asyncio.run(measure(game, commands))
        over_http(game, tables, max(20, commands), seen)
        seen.more["memory_mb"] = weigh(game, stored)
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

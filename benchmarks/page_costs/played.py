"""Tables played on: what each command costs, and the bytes that travel."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

import httpx
from page_costs.table import HOME, Looked, looked, opened_app, wished

from moot.core import Refused, Seat, Seeded
from moot.table import Table
from moot.table.script import perform, read

LATER = 60
"""Commands after which first pages are weighed again."""
A_TABLE = 150
"""Commands that are played at one table, at most."""
CROWD = {"wicked-age": "quick-npc", "swords-edge": "make-nc", "perilous": "quick-figures"}
"""The command by which a guide has somebody new at once."""
NINE = 9
CHASE_GAME, CHASE_OF_TWELVE = "perilous", Path(__file__).parents[1] / "peers" / "chase_of_twelve.toml"
"""The game that has chases, and one to begin from: six flee, six follow, a page for each and for the guide."""
LINKS = re.compile(r'(?:href|src)="(/[^"#?]*)(?:[?#][^"]*)?"')


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
    """What the guide's page costs who has nine people to run: its bytes, and the pages after a command."""
    if game not in CROWD:
        return {}
    one, luck = await looked(app, game), Seeded(5)
    guide = one.table.holder(one.keys[0].secret)
    for number in range(20 * NINE):
        offers = [offer for offer in one.table.offers(guide) if offer.do == CROWD[game]]
        if run_by(one.table, guide) >= NINE or not offers:
            break
        try:
            wish = {**offers[0].sample(luck), "name": f"Somebody {number}", "count": 1}
            known = {field.name for field in offers[0].fields} | {*offers[0].fixed, "do"}
            wish = {name: value for name, value in wish.items() if name in known}
            await one.table.ask(guide, wished(one.table, wish))
        except Refused:
            continue
    seen, run = Seen(), run_by(one.table, guide)
    await play(one, luck, seen, commands)
    return {"nine": run, "nine_first_kb": mean(seen.first_guide) / 1000, "nine_cpu_ms": mean(seen.cpu) * 1000}


def run_by(table: Table, guide: Seat) -> int:
    """How many of the cast the guide has."""
    return sum(member.seat == guide.id for member in table.ledger.cast(guide=True))


async def with_twelve(app: Any, game: str, commands: int) -> dict[str, float]:
    """What a chase of twelve on their own phones costs: all pages after a command, and a player's bytes."""
    if game != CHASE_GAME:
        return {}
    table, keys = await perform(app.site.shelf, game, read(CHASE_OF_TWELVE.read_text(encoding="utf-8")))
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
            wanted = (one for one in found if re.search(r"[.](?:js|css|svg)$", one))
            ways += [new for new in dict.fromkeys(wanted) if new not in ways]
        return {"visit_requests": len(ways), "visit_kb": size / 1000}

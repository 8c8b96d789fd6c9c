"""Presses over HTTP: from a press to the last screen of its table, and how many a processor carries."""

from __future__ import annotations

import asyncio
from statistics import quantiles

from page_costs.played import Seen
from page_costs.table import opened_app
from peers.screens import Crowd, Room, Serving

from moot import games
from moot.table import Key, Table
from moot.table.script import demos, perform

PRESSES_A_SECOND = 30
"""At all tables together."""
CROWDED = 100
"""Presses a second at twice as many tables."""


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


def _four(table: Table, keys: list[Key]) -> list[Key]:
    """Whoever guides, and three others."""
    return sorted(keys, key=lambda key: not table.holder(key.secret).guides)[:4]

"""Presses over HTTP: from a press to the last screen of its table, and how many a processor carries."""

from __future__ import annotations

import asyncio
from math import ceil
from statistics import quantiles

from page_costs.played import Seen
from peers.people import Presses, opened, people, standing_app
from peers.screens import Serving

PRESSES_A_SECOND = 30
"""At all tables together."""
CROWDED = 100
"""Presses a second at twice as many tables."""
WARM = 3
"""The first presses of a table, which do not count."""


def over_http(game: str, tables: int, presses: int, seen: Seen) -> None:
    """The same with sockets: from a press to the last screen, and how many presses a second one processor carries."""
    app, twice = standing_app(), 2 * tables
    held = {table.id: secrets for table, secrets in asyncio.run(opened(app, game, twice))}
    with people(game, held, 2 * WARM + 3 * ceil(presses / tables)) as crowd, Serving(app) as serving:

        def pressed(at: int, presses: int, rate: float) -> tuple[Presses, float]:
            crowd.send((serving.port, at, presses, rate))
            crowd.recv()  # all pages are open
            before = serving.busy()
            crowd.send(None)
            done: Presses = crowd.recv()
            return done, serving.busy() - before

        pressed(tables, min(presses, WARM * tables), PRESSES_A_SECOND)
        seen.presses = pressed(tables, presses, PRESSES_A_SECOND)[0].waits
        alone, work = pressed(tables, presses, 0)
        seen.rate = len(alone.waits) / work
        pressed(twice, min(2 * presses, WARM * twice), CROWDED)
        more, _ = pressed(twice, 2 * presses, CROWDED)
        seen.more["crowd_done"] = len(more.waits) / more.seconds
        seen.more["crowd_p50_ms"] = quantiles(more.waits, n=100)[49] * 1000
        seen.more["crowd_p99_ms"] = quantiles(more.waits, n=100)[98] * 1000

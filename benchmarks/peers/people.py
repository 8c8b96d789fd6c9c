"""People at tables, in a process of their own as their browsers would be: what they press, they know beforehand.

Their tables are opened with the same seeds, by a clock that stands still, as the server's are: so the first of both is
the same table, dice too, and the second. Here each is played ahead, and what was done there is pressed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from live_path import likely
from page_costs.table import SOME_DAY, opened_app, wished
from peers.screens import Crowd, Presses, Room

from moot import games
from moot.cli.server import quieter_collector
from moot.core import Refused, Seeded
from moot.table import Key, Table
from moot.table.script import demos, perform

TRIES = 20
"""Moves that are looked for until one is taken that somebody with a page may press."""

Held: TypeAlias = dict[str, str]
"""The secret of each seat."""
Asked: TypeAlias = tuple[int, int, int, float]
"""Of the people: the port of the server, at how many tables, how many presses, how many a second."""


def standing_app() -> Any:
    """A site whose clock stands still."""
    return opened_app(lambda: SOME_DAY)


async def opened(app: Any, game: str, many: int) -> list[tuple[Table, Held]]:
    """So many tables where the game's first demo is over, with the guide and three others."""
    demo = next(iter(demos(games.find(game)).values()))
    played = [await perform(app.site.shelf, game, demo) for _ in range(many)]
    return [(table, _four(table, list(keys.values()))) for table, keys in played]


def _four(table: Table, keys: list[Key]) -> Held:
    guide_first = sorted(keys, key=lambda key: not table.holder(key.secret).guides)
    return {key.seat: key.secret for key in guide_first[:4]}


@contextmanager
def people(game: str, tables: dict[str, Held], each: int) -> Iterator[Connection]:
    """People who know what to press `each` times at these tables: ask them with an `Asked`. They
    say when all pages are open, press once they are answered, and send `Presses`."""
    here, there = (process := get_context("spawn")).Pipe()
    playing = process.Process(target=_play, args=(there, game, tables, each), daemon=True)
    playing.start()
    there.close()
    try:
        here.recv()
        yield here
    finally:
        here.close()
        playing.join(10)


def _play(asked: Connection, game: str, tables: dict[str, Held], each: int) -> None:
    rooms = asyncio.run(_ahead(game, tables, each))
    quieter_collector()  # a browser does not stand still because another has much in mind
    asked.send(None)
    while True:
        try:
            wanted: Asked = asked.recv()
        except EOFError:
            return
        asyncio.run(_pressed(asked, rooms, *wanted))


async def _pressed(asked: Connection, rooms: list[Room], port: int, at: int, presses: int, rate: float) -> None:
    """Open the pages, and say so; press when that was heard, and say what came of it before the pages are closed."""
    async with Crowd(port, rooms[:at]) as crowd:
        asked.send(None)
        asked.recv()
        asked.send(await crowd.play(presses, rate))


async def _ahead(game: str, tables: dict[str, Held], each: int) -> list[Room]:
    luck, rooms = Seeded(11), list[Room]()
    for table, _ in await opened(standing_app(), game, len(tables)):
        held = tables[table.id]
        presses = [press for _ in range(each) if (press := await _press(table, held, luck))]
        rooms.append(Room(table.id, list(held.values()), presses))
    return rooms


async def _press(table: Table, held: Held, luck: Seeded) -> tuple[str, bytes] | None:
    """One more command at a table, as it is sent, with the secret of the one who gives it."""
    for _ in range(TRIES):
        if (move := likely(table, luck)) is None:
            return None
        seat, offer = move
        asking = wished(table, offer.sample(luck))
        try:
            assert seat.id in held
            await table.ask(seat, asking)
        except (AssertionError, Refused):
            continue
        body = {"id": asking.id, "nonce": asking.nonce, "command": asking.command}
        return held[seat.id], json.dumps(body, default=str).encode()
    return None


__all__ = ["Presses", "opened", "people", "standing_app"]

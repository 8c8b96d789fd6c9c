"""Plays tables with the Moot that is imported and leaves them in a database: how those of older versions were made.

    git worktree add /tmp/old COMMIT
    PYTHONPATH=/tmp/old/src:/tmp/old python tests/older/make.py tests/older/VERSION
"""

from __future__ import annotations

import asyncio
import json
import lzma
import sys
import tempfile
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from tests.random_play import Course

from moot import games
from moot.core import Refused
from moot.store import open_store
from moot.table import Asked, House, Shelf
from moot.table.script import demos, perform

STEPS = 60
"""So many random legal steps are taken at a table."""
RETIRED = {"swords-edge": {"below-weak": "recorded"}}
"""An option that was set then and no longer exists."""


Keys: TypeAlias = dict[str, dict[str, str]]
"""The secrets of seats, by table and name."""


async def played(folder: Path) -> Keys:
    """Each game's demo tables, a table of random play, and one with a switch that was retired since."""
    kept: Keys = {}
    luck, ticks = Random(1), count(1_700_000_000_000, 1000)
    store = open_store(folder)
    shelf = Shelf(store, now=lambda: next(ticks), entropy=luck.randbytes)
    for name in ("swords-edge", "wicked-age"):
        for script in demos(games.find(name)).values():
            table, keys = await perform(shelf, name, script)
            kept[table.id] = {who: key.secret for who, key in keys.items()}
        kept |= await walked(shelf, name, f"{name} at random", {})
        if switch := RETIRED.get(name):
            kept |= await walked(shelf, name, f"{name} with a retired switch", switch)
    await store.close()
    return kept


async def walked(shelf: Shelf, game: str, title: str, settings: dict[str, str]) -> Keys:
    """A table at which three people take random legal steps; its sealed dice are opened once on the way."""
    table, key = await shelf.open(game, title, "Gil", settings=settings, house=House(door="open"))
    keys = [key, await table.come("Ann"), await table.come("Ben")]
    seats, course = {one.seat: table.holder(one.secret) for one in keys}, Course(7)
    for number in range(STEPS):
        offered = {id_: table.offers(seat) for id_, seat in seats.items()}
        turn = course.turn(offered)
        if turn is None:
            break
        who, offer = turn
        wish: Any = course.wish(offer, who)
        if number == STEPS // 2:
            await table.ask(seats[key.seat], Asked(id="open", command={"do": "reveal-dice"}, nonce="n-open"))
        try:
            await table.ask(seats[who], Asked(id=f"step-{number:03}", command=wish, nonce=f"n{number}"))
        except Refused:
            continue
    return {table.id: {seats[one.seat].name: one.secret for one in keys}}


def main(target: Path) -> None:
    """Leave the database in `target`, small."""
    with tempfile.TemporaryDirectory() as made:
        keys = asyncio.run(played(Path(made) / "data"))
        target.mkdir(parents=True, exist_ok=True)
        (target / "seats.json").write_text(json.dumps(keys, indent=1) + "\n")
        (target / "moot.db.xz").write_bytes(lzma.compress((Path(made) / "data" / "moot.db").read_bytes(), preset=9))


if __name__ == "__main__":
    main(Path(sys.argv[1]))

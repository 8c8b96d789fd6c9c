"""Evenings of Sword's Edge, played again and again by whichever Moot stands first on the path.

    PYTHONPATH=TREE/src python peers/evening.py SCRIPT.toml…

For each line read from the input every script is played once, and one line says how many commands a second that were:
the same as `Evening` of live_path.py counts, written so that older versions of Moot can run it.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from moot.cli.server import quieter_collector
from moot.store.memory import MemoryStore
from moot.table import Asked, House, Shelf
from moot.table.script import by_words, load

DECODER = msgspec.json.Decoder(Asked)


def heard(table: Any, seat: Any) -> Any:
    """The seat's record of what it heard, under the name that this version has for it."""
    return table.journal(seat).entries if hasattr(table, "journal") else table.hearing(seat).record


def for_both(script: Any) -> Any:
    """A script by what labels of both have: who answers a Seize, which read “an answer to the Seize of …” then."""
    steps = [replace(step, pick=step.pick.partition(": an answer to ")[0]) for step in script.step]
    return replace(script, step=tuple(steps))


async def play(script: Any) -> float:
    """Play a script at a new table; the seconds that its commands took."""
    host, *others = script.seats
    shelf = Shelf(MemoryStore(), now=lambda: 0, entropy=lambda count: bytes(range(count)))
    house = House(door="open")
    table, key = await shelf.open("swords-edge", script.title, host.name, settings=script.options, house=house)
    keys = {host.name: key}
    for one in others:
        keys[one.name] = await table.come(one.name, one.role)
    records = [heard(table, seat) for seat in table.ledger.table.seated()]
    seconds = 0.0
    for number, step in enumerate(script.step):
        seat = table.ledger.table.chairs[keys[step.seat].seat].seat
        wish = by_words(table.offers(seat), step)
        body = msgspec.json.encode(Asked(id=f"c{number}", command=wish, faces=step.faces, nonce="n"))
        begun = time.thread_time()
        await table.ask(seat, DECODER.decode(body))
        for record in records:
            record[-1].body  # noqa: B018 - made when it is first asked for
        seconds += time.thread_time() - begun
    return seconds


def main() -> None:
    scripts = [for_both(load(Path(name))) for name in sys.argv[1:]]
    quieter_collector()
    for _ in sys.stdin:
        seconds = sum(asyncio.run(play(script)) for script in scripts)
        print(sum(len(script.step) for script in scripts) / seconds, flush=True)


if __name__ == "__main__":
    main()

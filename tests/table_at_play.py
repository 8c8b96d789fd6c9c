"""A table of the toy game with a whole evening behind it, the same on every run."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests import toy

from moot.core import Seat
from moot.store.memory import MemoryStore
from moot.table import Asked, House, Shelf, Store, Table


@dataclass
class Evening:
    """An open table: Gil runs it and Ann plays."""

    table: Table
    seats: dict[str, Seat]
    numbers: Any = field(default_factory=lambda: count(1))

    async def ask(self, who: str, do: str, *, faces: tuple[int, ...] = (), **fields: Any) -> None:
        """Let somebody give a command."""
        number = next(self.numbers)
        asked = Asked(id=f"ask-{number:03}", command={"do": do, **fields}, nonce=f"n{number}", faces=faces)
        await self.table.ask(self.seats[who], asked)


async def sat_down(store: Store | None = None) -> Evening:
    """A table with everyone there and nothing played."""
    toy.install()
    ticks, seeds = count(1_800_000_000_000, 1000), count()
    shelf = Shelf(store or MemoryStore(), now=lambda: next(ticks), entropy=lambda size: bytes([next(seeds)]) * size)
    table, key = await shelf.open("coin", "An evening", "Gil", house=House(door="open"))
    seats = {"gil": table.holder(key.secret), "ann": table.holder((await table.come("Ann")).secret)}
    return Evening(table, seats)


async def played(evening: Evening) -> None:
    """A round with everything in it: hidden things, sealed dice, dice by hand, an opened seal, speech, an undo."""
    await evening.ask("gil", "hide", value=4, hint="four like the winds")
    await evening.ask("gil", "open-scene", title="The well", place="at dusk")
    await evening.ask("ann", "toss", dice=3)
    await evening.ask("ann", "say", text="Is it *two*?", voice=f"mask-{evening.seats['ann'].id}")
    await evening.ask("ann", "guess", value=2)
    await evening.ask("ann", "toss", dice=2, faces=(3, 6))
    await evening.ask("gil", "keep-notes", text="ann suspects nothing")
    await evening.ask("ann", "toss", dice=2)
    await evening.ask("gil", "reveal-dice")
    await evening.ask("ann", "toss", dice=1)
    await evening.ask("ann", "undo", line=8)
    await evening.ask("gil", "agree-to-undo")
    await evening.ask("ann", "guess", value=4)
    await evening.ask("ann", "pause")


def evening() -> Table:
    """A table after its round."""

    async def play() -> Table:
        here = await sat_down()
        await played(here)
        return here.table

    return asyncio.run(play())


def seat_of(table: Table, name: str) -> Seat:
    """Somebody's seat."""
    return next(chair.seat for chair in table.ledger.table.chairs.values() if chair.seat.name == name)

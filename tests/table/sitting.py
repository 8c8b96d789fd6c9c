"""A table of the toy game to test tables with: fixed clock, fixed secrets, people by name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import count
from typing import Any

from tests import toy

from moot.core import Offer, Seat
from moot.store.memory import MemoryStore
from moot.table import Asked, Entry, House, Receipt, SeatEntry, Shelf, Table
from moot.table.ports import Store

START = 1_800_000_000_000
"""When the table is opened: Unix time in milliseconds."""


class Clock:
    """Time that goes on by a second at every look, and further when told."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        self.now += 1000
        return self.now


def secrets_in_order() -> Callable[[int], bytes]:
    """Secrets that are the same in every run, and all different."""
    numbers = count(1)
    return lambda size: hashlib.shake_256(next(numbers).to_bytes(4, "big")).digest(size)


class Failing(MemoryStore):
    """A store whose next `fails` writes the disk refuses."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = 0

    async def append(self, table: str, entry: Entry) -> None:
        if self.fails:
            self.fails -= 1
            raise OSError(28, "no space left on device")
        await super().append(table, entry)


class Sitting:
    """An open table and the people at it; `keys` and `ids` are those of their seats, by the names they came under."""

    def __init__(self, table: Table, store: Store, clock: Clock, keys: dict[str, str]) -> None:
        self.table = table
        self.store = store
        self.clock = clock
        self.keys = keys
        self.ids = {name: self.seat(name).id for name in keys}
        self._numbers = count(1)

    def seat(self, name: str) -> Seat:
        """The seat that `name` holds a key to."""
        return self.table.holder(self.keys[name])

    async def come(self, name: str, role: Any = "player") -> Seat:
        """Somebody comes to the table."""
        self.keys[name] = (await self.table.come(name, role)).secret
        self.ids[name] = self.seat(name).id
        return self.seat(name)

    async def ask(
        self, name: str, do: str, /, *, id: str = "", nonce: str = "", faces: tuple[int, ...] = (), **fields: Any
    ) -> Receipt:
        """Somebody gives a command."""
        asked = Asked(id=id or f"id-{next(self._numbers)}", command={"do": do, **fields}, nonce=nonce, faces=faces)
        return await self.table.ask(self.seat(name), asked)

    def offers(self, name: str, do: str) -> list[Offer]:
        """What somebody is offered of one kind."""
        return [offer for offer in self.table.offers(self.seat(name)) if offer.do == do]

    def heard(self, name: str) -> list[SeatEntry]:
        """Everything somebody heard."""
        return self.table.journal(self.seat(name)).entries

    def lines(self, name: str) -> list[str]:
        """The journal as somebody reads it, without who speaks."""
        return [line.text or line.quote for heard in self.heard(name) for line in heard.lines]

    @property
    def play(self) -> toy.Purse:
        """The game as it stands."""
        play: toy.Purse = self.table.ledger.game_state
        return play

    @property
    def log(self) -> list[Entry]:
        """The log as it is stored."""
        return list(self.store.read(self.table.id))

    async def loaded(self) -> Sitting:
        """The same table, read from the same store by a process that starts now."""
        table = await Shelf(self.store, now=self.clock, entropy=secrets_in_order()).find(self.table.id)
        again = Sitting(table, self.store, self.clock, self.keys)
        again._numbers = self._numbers
        return again


async def sit_down(*names: str, house: House | None = None, store: Store | None = None, **settings: str) -> Sitting:
    """A table that Gil guides, with `names` sitting at it."""
    toy.install()
    store, clock = store or MemoryStore(), Clock()
    shelf = Shelf(store, now=clock, entropy=secrets_in_order())
    table, key = await shelf.open("coin", "Coins", "Gil", house=house or House(door="open"), settings=settings)
    sitting = Sitting(table, store, clock, {"Gil": key.secret})
    for name in names:
        await sitting.come(name)
    return sitting



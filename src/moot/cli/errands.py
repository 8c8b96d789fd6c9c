"""Errands, what the host asks of the tables: done by the Moot that serves them or, where none does, right here."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from moot.cli.exits import Exit, Stop
from moot.cli.replay import seat_called
from moot.core import WriteConflict
from moot.table.logfile import copy_for, lines, read_head, read_records, whole
from moot.table.ports import Store, TableCard
from moot.table.story import story as told

if TYPE_CHECKING:
    from moot.table import Ledger, Shelf, Table

A = TypeVar("A")


@dataclass(frozen=True)
class DataFolder:
    """The tables of one data folder, and the address they are served at; empty if they are not."""

    folder: Path
    shelf: Shelf
    store: Store
    base: str = ""

    async def table(self, id_: str) -> Table:
        """The table called `id_`. Raises Stop, with what there is, if there is none."""
        self.card(id_)
        return await self.shelf.find(id_)

    def card(self, id_: str) -> TableCard:
        """The card of the table called `id_`. Raises Stop, with what there is, if there is none."""
        if (card := self.shelf.card(id_)) is None:
            known = ", ".join(f"{card.id} ({card.title})" for card in self.shelf.cards())
            raise Stop(Exit.REFUSED, f"There is no table {id_} in {self.folder}. There is: {known or 'none'}.")
        return card


class Errand(msgspec.Struct, Generic[A], frozen=True, tag_field="errand"):
    """One thing to do. What `run` gives can be written as JSON and read back as `answer`."""

    answer: ClassVar[Any]
    begins: ClassVar[bool] = False
    """Whether it may begin a data folder that is not there yet."""

    async def run(self, data: DataFolder) -> A:
        """Do it. Raises Refused, Stop, OSError and Corrupt, as any verb does."""
        raise NotImplementedError


class WayBack(msgspec.Struct, frozen=True):
    """The secret that gives somebody their seat again, and the address of the site; empty if it is closed."""

    name: str
    table: str
    secret: str
    base: str


class Back(Errand[WayBack], frozen=True, tag="back"):
    """A way back to a seat: that of `seat` (an id or a name), or of the one who runs the game."""

    answer = WayBack
    table: str
    seat: str = ""

    async def run(self, data: DataFolder) -> WayBack:
        table = await data.table(self.table)
        chairs = table.ledger.table.chairs.values()
        whose = seat_called(table.ledger, self.seat) if self.seat else next(c.seat for c in chairs if c.seat.guides)
        return WayBack(whose.name, table.id, await table.keys.back_link(whose.id), data.base)


class Export(Errand[bytes], frozen=True, tag="export"):
    """A table's log or story, whole or as a seat may have it."""

    answer = bytes
    table: str
    story: bool = False
    seat: str = ""
    struck: bool = False

    async def run(self, data: DataFolder) -> bytes:
        table = await data.table(self.table)
        return await asyncio.to_thread(self._written, table.ledger.still())

    def _written(self, ledger: Ledger) -> bytes:
        whose = seat_called(ledger, self.seat) if self.seat else None
        if self.story:
            return told(ledger, whose, struck=self.struck).encode()
        return b"".join(lines(*(copy_for(self.table, ledger, whose) if whose else whole(self.table, ledger))))


class Import(Errand[WayBack], frozen=True, tag="import"):
    """A whole log, verified before, to be put back on the shelf."""

    answer = WayBack
    begins = True
    log: bytes

    async def run(self, data: DataFolder) -> WayBack:
        head = await asyncio.to_thread(self._restore, data.store)
        table = await data.table(head.table)
        await table.new_invite()
        guide = next(chair.seat for chair in table.ledger.table.chairs.values() if chair.seat.guides)
        return WayBack(guide.name, table.id, await table.keys.back_link(guide.id), data.base)

    def _restore(self, store: Store) -> Any:
        from moot.table.restore import restore

        raw = self.log.splitlines(keepends=True)
        head = read_head(raw)
        try:
            asyncio.run(restore(store, head, list(read_records(raw))))  # in a loop of its own: tables are being played
        except WriteConflict as error:
            message = f"Table {head.table} is on the shelf already; `moot back {head.table}` gives a link to it."
            raise Stop(Exit.REFUSED, message) from error
        return head


class Tables(Errand[list[TableCard]], frozen=True, tag="tables"):
    """The tables on the shelf, or those that were put away."""

    answer = list[TableCard]
    archived: bool = False

    async def run(self, data: DataFolder) -> list[TableCard]:
        return [card for card in data.shelf.cards() if bool(card.archived) == self.archived]


class Archive(Errand[TableCard], frozen=True, tag="archive"):
    """A table, to be put away or taken `back`."""

    answer = TableCard
    table: str
    back: bool = False

    async def run(self, data: DataFolder) -> TableCard:
        data.card(self.table)
        await data.shelf.archive(self.table, back=self.back)
        return data.card(self.table)


class Delete(Errand[TableCard], frozen=True, tag="delete"):
    """A table, to be deleted with everything of it, if that is `sure`; else only its card is looked up."""

    answer = TableCard
    table: str
    sure: bool = False

    async def run(self, data: DataFolder) -> TableCard:
        card = data.card(self.table)
        if self.sure:
            await data.shelf.delete(self.table)
        return card


AnyErrand: TypeAlias = Back | Export | Import | Tables | Archive | Delete
"""Every errand there is."""


async def done(folder: Path, errand: Errand[A]) -> A:
    """Have the errand done by the Moot that serves `folder`, or do it here if none does.

    Raises what the errand raises, and Stop where the Moot that serves is of another version or does not answer.
    """
    from moot.cli.host_socket import ask

    reply = await asyncio.to_thread(ask, folder, errand)
    if reply is None:
        return await _done_here(folder, errand)
    answer: A = msgspec.json.decode(reply, type=errand.answer)
    return answer


async def _done_here(folder: Path, errand: Errand[A]) -> A:
    from moot.store.sqlite import open_store
    from moot.table import Shelf

    if not errand.begins and not any((folder / name).exists() for name in ("moot.db", "moot.lock")):
        raise Stop(Exit.REFUSED, f"There are no tables in {folder}.")
    store = open_store(folder)
    shelf = Shelf(store)
    try:
        return await errand.run(DataFolder(folder, shelf, store))
    finally:
        await shelf.close()

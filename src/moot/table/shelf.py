"""All tables of one data folder: opened, found, listed."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from weakref import WeakValueDictionary

from moot import __version__, games
from moot.core import Module, Refused, Sealed
from moot.table.door import SALT, arrival
from moot.table.keys import first, key_name
from moot.table.ledger import Ledger
from moot.table.live import Key, Table, clock, no_such_table
from moot.table.opening import SEED, DiceSealed, Opened, seed_name
from moot.table.ports import Store, TableCard
from moot.table.rules_here import TITLE, book_of, check_modules
from moot.table.state import House
from moot.table.text_checks import check_words, tidy

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of a table's id: none that look alike."""
KEPT = 500
"""So many tables stay in memory, the last ones asked for, though nobody may be there."""


class Shelf:
    """The tables of one store, each loaded when it is asked for.

    A table is dropped from memory when nobody uses it and `KEPT` others were asked for since: all of it is stored.
    """

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int] = clock,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._store = store
        self._now = now
        self._entropy = entropy
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()  # never two tables with one id
        self._latest: OrderedDict[str, Table] = OrderedDict()
        self._loading = asyncio.Lock()

    def cards(self) -> tuple[TableCard, ...]:
        """Every table on this machine, the last one touched first.

        A table is open once its guide has come, which is the second entry: older versions could leave one without.
        """
        return tuple(card for card in self._store.cards() if card.entries > 1)

    def card(self, id_: str) -> TableCard | None:
        """The card of one table, if `cards` would have it; the others are not looked at."""
        try:
            card = self._store.card(id_)
        except KeyError:
            return None
        return card if card.entries > 1 else None

    async def archive(self, id_: str, *, back: bool = False) -> None:
        """Put a table away, off the lists, or take it `back`; its links still work. Raises Refused if there is none."""
        self._known(id_)
        await self._store.archive(id_, 0 if back else self._now())

    async def delete(self, id_: str) -> None:
        """Delete a table with all its data; everybody there is told. Raises Refused if there is none."""
        async with self._loading:
            self._known(id_)
            if (table := self._tables.get(id_)) is not None:
                await table.delete()
            else:
                await self._store.delete(id_)
            self._tables.pop(id_, None)
            self._latest.pop(id_, None)

    def _known(self, id_: str) -> None:
        if self.card(id_) is None:
            raise no_such_table()

    def card_for(self, id_: str, fingerprint: str) -> TableCard | None:
        """The card of one table, for the holder of a key to it with this fingerprint."""
        card = self.card(id_)
        return card if card is not None and key_name(fingerprint) in self._store.kept(id_) else None

    def bytes_left(self) -> int:
        """How many bytes can still be written, as far as can be told."""
        return self._store.bytes_left()

    def count(self) -> int:
        """How many tables are on this machine."""
        return self._store.count()

    async def ready(self) -> None:
        """Raise OSError if a change could hardly be written down: the disk is full, or refused the last one."""
        await self._store.ready()

    async def open(
        self,
        game: str,
        title: str,
        host: str,
        *,
        settings: Mapping[str, str] | None = None,
        modules: Sequence[Module] = (),
        house: House | None = None,
    ) -> tuple[Table, Key]:
        """Open a table of `game` with `host` as its guide.

        Raises Refused for an unknown game or option, house rules that do not fit, or an unusable title or name, OSError
        if the disk refuses; there is no table then, nor anything of it.
        """
        found = games.find(game)
        for module in modules:
            found.check_rows(module)
        chosen = book_of(game, modules).settings(settings or {})
        title = tidy(title) or found.title
        check_modules(modules)
        check_words(title)
        if len(title) > TITLE:
            raise Refused("title-too-long", f"A title has {TITLE} letters at most.", field="title")
        id_ = "".join(ALPHABET[byte % len(ALPHABET)] for byte in self._entropy(8))
        now = self._now()
        seed = self._entropy(SEED)
        card = TableCard(id=id_, game=game, title=title, opened=now, touched=now)
        opened = Opened(
            game=game,
            title=title,
            settings=chosen,
            modules=tuple(modules),
            house=house or House(),
            engine=__version__,
            opens_dice=True,
        )
        sealed = DiceSealed(epoch=1, commitment=Sealed.commitment(seed))
        ledger = Ledger()
        opening = ledger.take(*ledger.enter("", (opened, sealed), self._now()))
        came = arrival(ledger.table, ledger.link, host, "guide", salt=self._entropy(SALT).hex())
        coming = ledger.take(*ledger.enter(came.seat.id, (came,), self._now()))
        key, kept = first(came.seat.id)
        async with self._loading:  # so that nobody finds the table listed before it is here
            await self._store.create(card, (opening.entry, coming.entry), {seed_name(sealed.commitment): seed, **kept})
            table = Table(id_, self._store, now=self._now, entropy=self._entropy, ledger=ledger)
            table.load()
            self._keep(table)
        return table, key

    async def find(self, id_: str) -> Table:
        """The table called `id_`. Raises Refused if there is none, Corrupt if its log is damaged."""
        table = self._tables.get(id_)
        if table is None:  # so that nobody waits while another table is read
            self._known(id_)
            async with self._loading:
                table = self._tables.get(id_) or await self._loaded(id_)
        self._keep(table)
        return table

    async def _loaded(self, id_: str) -> Table:
        table = Table(id_, self._store, now=self._now, entropy=self._entropy)
        try:
            await asyncio.to_thread(table.load)
        except KeyError as error:  # deleted since it was looked up
            raise no_such_table() from error
        return table

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = self._latest[table.id] = table
        self._latest.move_to_end(table.id)
        if len(self._latest) > KEPT:
            self._latest.popitem(last=False)

    async def close(self) -> None:
        """Stop the stand-ins, and close the store."""
        for table in self._tables.values():
            table.stand_ins.stop()
        await self._store.close()


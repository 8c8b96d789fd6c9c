"""A live table: one mailbox, in which commands are decided one at a time, written down, and only then told."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from moot.core import (
    Command,
    Corrupt,
    Document,
    Game,
    Offer,
    Offered,
    Refused,
    Role,
    Sealed,
    Seat,
    Urgencies,
    WriteConflict,
)
from moot.table import snapshot_check
from moot.table.asking import read
from moot.table.building import Building, Workbench
from moot.table.decide import Vault, decide
from moot.table.door import SALT, arrival
from moot.table.keys import Key, Keys, spent
from moot.table.ledger import FoldedEntry, FoldedEvent, Ledger
from moot.table.listening import Listeners, SeatJournals
from moot.table.opening import SEED, seed_name
from moot.table.ports import Asked, Entry, Store
from moot.table.seat_journal import SeatEntry, SeatJournal
from moot.table.seating import SeatHanded
from moot.table.sight import Sight, sight
from moot.table.stand_ins import StandIns


def clock() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


class Receipt(msgspec.Struct, frozen=True, gc=False):
    """A command was accepted and is safe.

    `heard` is how much the asking seat has heard with it; `again`: it had been done before, and was not done twice.
    """

    heard: int
    again: bool = False


class Table:
    """One table, live. Use `Shelf` to open or find one. `keys` prove who sits where; once `deleted` all are refused."""

    def __init__(
        self, id_: str, store: Store, *, now: Callable[[], int] = clock,
        entropy: Callable[[int], bytes] = secrets.token_bytes, ledger: Ledger | None = None,
    ) -> None:
        self.id = id_
        self.ledger = Ledger() if ledger is None else ledger
        self.keys = Keys(id_, store, now)
        self._store = store
        self._now = now
        self._entropy = entropy
        self._box = asyncio.Lock()
        self._seed = b""
        self._journals = SeatJournals(self.ledger)
        self._listeners = Listeners(id_)
        self._without_name: dict[tuple[str, str], Asked] = {}
        self._finishing: set[asyncio.Task[None]] = set()
        self.deleted = False
        self._workbench = Workbench(self.ledger)
        self.stand_ins = StandIns(self)

    # -- life

    def load(self) -> None:
        """Fold what is stored of the log beyond what the ledger has. Raises Corrupt, naming the first bad entry."""
        known = snapshot_check.newest(self._store, self.id)
        for entry in self._store.read(self.id, after=self.ledger.seq):
            self._take_stored(entry)
            if entry.seq == known:
                snapshot_check.check(self._store, self.id, self.ledger)
        self._recall()

    def _take_stored(self, entry: Entry) -> FoldedEntry:
        if entry.linked(self.ledger.link).link != entry.link:
            raise Corrupt(f"entry {entry.seq} of table {self.id} was altered", entry.seq)
        return self.ledger.take(entry)

    async def delete(self) -> None:
        """Delete all that is stored of this table; from then on it refuses everybody. Raises OSError."""
        async with self._box:
            await self._store.delete(self.id)
            self.deleted = True
            self._ring()
            self.stand_ins.stop()

    def check_stands(self) -> None:
        """Raise Refused if this table was deleted."""
        if self.deleted:
            raise no_such_table()

    def _recall(self) -> None:
        self._seed = self._store.kept(self.id).get(seed_name(self.ledger.table.commitment), b"")
        self.keys.recall(happened.event for folded in self.ledger.folded for happened in folded.events)

    # -- who

    async def come(self, name: str, role: Role = "player", claims: str = "") -> Key:
        """Sit somebody down, or at the door: if the guide admits each, or if they say that the seat `claims` is theirs.

        Raises Refused for an unusable name, and where there is no room.
        """
        async with self._box:
            self.check_stands()
            try:
                return await self._come(name, role, claims)
            except WriteConflict:
                self._catch_up()
                return await self._come(name, role, claims)

    async def _come(self, name: str, role: Role, claims: str) -> Key:
        came = arrival(self.ledger.table, self.ledger.link, name, role, claims, self._entropy(SALT).hex())
        entry, happenings = self.ledger.enter(came.seat.id, (came,), self._now())
        key = await self.keys.new(came.seat.id)
        try:
            await self._enter(entry, happenings)
        except (WriteConflict, OSError):
            await self.keys.drop(key)
            raise
        return key

    def holder(self, secret: str) -> Seat:
        """The seat that `secret` proves. Raises Refused if it proves none (any more)."""
        self.check_stands()
        return self.ledger.table.chair(self.keys.seat(secret)).seat

    def led_back(self, secret: str) -> str:
        """The seat that a back link leads to; looking does not use it up. Raises Refused if it is unknown or spent."""
        self.check_stands()
        seat = self.keys.led_back(secret)
        chair = self.ledger.table.chairs.get(seat)
        if chair is None or chair.standing == "left":
            raise spent()
        return seat

    async def come_back(self, secret: str) -> Key:
        """Use up a back link. Raises Refused as `led_back` does."""
        async with self._box:
            self.led_back(secret)
            return await self.keys.come_back(secret)

    async def new_invite(self) -> str:
        """A new code for the join link; the old link stops working."""
        async with self._box:
            self.check_stands()
            invite = await self.keys.new_invite()
        self._ring()
        return invite

    async def screen(self) -> str:
        """The code for the link to a screen in the room, made for the first who asks."""
        async with self._box:
            self.check_stands()
            return self.keys.screen or await self.keys.new_screen()

    async def new_screen(self) -> str:
        """A new code for the link to a screen in the room; the old link stops working."""
        async with self._box:
            self.check_stands()
            code = await self.keys.new_screen()
        self._ring()
        return code

    # -- asking

    async def ask(self, seat: Seat, asked: Asked) -> Receipt:
        """Decide `asked`, write it down, let it happen, tell everyone.

        Raises Refused (nothing changed) or OSError (the disk refused; nothing changed). A command that this seat sends
        once more, under the same id, is not done again; another command under that id is refused (`id-taken`).
        """
        command = read(self.ledger, asked)
        if not self._journals.has(seat.id):
            await self.remember(seat)
        await self._box.acquire()  # `async with` would take twice as long
        try:
            self.check_stands()
            again = self._is_done(seat, asked)
            if not again:
                try:
                    await self._decide(seat, asked, command)
                except WriteConflict:
                    self._catch_up()
                    again = self._is_done(seat, asked)
                    if not again:
                        await self._decide(seat, asked, command)
            return Receipt(len(self._journals.journal(seat).entries), again)
        finally:
            self._box.release()

    def did(self, seat: Seat, id_: str) -> bool:
        """Whether the command that `seat` gave under this id was accepted."""
        return self._asked_before(seat, id_) is not None

    def _asked_before(self, seat: Seat, id_: str) -> Asked | None:
        key = seat.id, id_
        seq = self.ledger.done.get(key)
        return self.ledger.folded_entry(seq).entry.asked if seq else self._without_name.get(key)

    def _is_done(self, seat: Seat, asked: Asked) -> bool:
        """Whether this very command was accepted before. Raises Refused if its id was another one's."""
        before = self._asked_before(seat, asked.id)
        if before is None:
            return False
        if not self._own_numbers(seat, asked).repeats(before):
            done = "This id was used for something else, and that was done."
            message = f"{done} See what has changed; if you still want this, ask again with a new id."
            raise Refused("id-taken", message, field="id")
        return True

    async def _decide(self, seat: Seat, asked: Asked, command: Command[Any]) -> None:
        if command.unsigned:
            await self._unsigned(seat, asked)
            return
        numbered = self._own_numbers(seat, asked)
        vault = Vault(self._seed, self._new_seed)
        known = command if numbered is asked else None
        entry, happenings = decide(self.ledger, seat, numbered, vault, self._now(), command=known)
        if vault.following:
            await self._store.keep(self.id, seed_name(Sealed.commitment(vault.following)), vault.following)
        await self._enter(entry, happenings, vault.following)

    def _new_seed(self) -> bytes:
        return self._entropy(SEED)

    async def _unsigned(self, seat: Seat, asked: Asked) -> None:
        """Record a command under a random id, so that nothing in the log leads to the seat that gave it."""
        unsigned = msgspec.structs.replace(asked, id=self._entropy(12).hex())
        entry, happenings = decide(self.ledger, seat, unsigned, Vault(self._seed), self._now())
        await self._enter(entry, happenings)
        self._without_name[seat.id, asked.id] = asked

    def _own_numbers(self, seat: Seat, asked: Asked) -> Asked:
        """An undo names a line by the seat's own number; the log wants the last entry that stands."""
        if asked.command.get("do") != "undo" or not isinstance(line := asked.command.get("line"), int):
            return asked
        seq = self.journal(seat).seq_of(line)
        if seq is None or seq < 2:
            raise Refused("no-such-line", "There is no such line to go back to.", field="line")
        return msgspec.structs.replace(asked, command={**asked.command, "line": seq - 1})

    async def _enter(self, entry: Entry, decided: tuple[FoldedEvent, ...], following: bytes = b"") -> None:
        """Write `entry` down, let what was decided happen, and tell. Once it is written nothing stops the rest.

        `following` is the seed of the dice from now on, if it is another one.
        """
        try:
            await self._store.append(self.id, entry)
            self._hear(self.ledger.take(entry, decided))
            self._seed = following or self._seed
            for happened in decided:
                if happened.event.of_table:
                    with suppress(OSError):  # the log says already whose the keys are (see `Keys.recall`)
                        await self.keys.follow(happened.event)
            self._ring()
            if snapshot_check.due(entry.seq):
                await snapshot_check.keep(self._store, self.id, self.ledger)
        except asyncio.CancelledError:
            finishing = asyncio.create_task(self._finish(entry))
            self._finishing.add(finishing)
            finishing.add_done_callback(self._finishing.discard)
            raise

    async def _finish(self, entry: Entry) -> None:
        """The one who waited for `entry` went away, and the store may have it or not: see that it has it, and tell."""
        async with self._box:
            if self.deleted:
                return
            with suppress(WriteConflict, OSError):  # it is there already, or never will be
                await self._store.append(self.id, entry)
            self._catch_up()

    def _catch_up(self) -> None:
        for entry in self._store.read(self.id, after=self.ledger.seq):
            self._hear(self._take_stored(entry))
        self._recall()
        self._ring()

    # -- seeing

    @property
    def game(self) -> Game[Any]:
        """The game played here, under its house rules."""
        return self.ledger.game

    def offers(
        self, seat: Seat, *, about: str | None = None, do: str = "", urgency: Urgencies | None = None
    ) -> tuple[Offer, ...]:
        """Everything `seat` may do now; or only what is meant (see `Game.offers`)."""
        return self.ledger.offers(seat, about=about, do=do, urgency=urgency)

    def found(
        self, seat: Seat, *, about: str | None = None, at: str = "", do: str = "", urgency: Urgencies | None = None
    ) -> Iterator[Offered]:
        """The same, before their words and blanks are made; or only what can be aimed `at` something."""
        return self.ledger.found(seat, about=about, at=at, do=do, urgency=urgency)

    @property
    def here(self) -> frozenset[str]:
        """The seats with a page open."""
        return self._listeners.here

    def build(self, seat: Seat, key: str, chosen: Mapping[str, Sequence[str]]) -> None:
        """Show everybody what `seat` has chosen so far in the offer called `key`; it is written down nowhere.

        Raises Refused where there is no such offer, or where others may not see it.
        """
        if self._workbench.put(seat, key, chosen):
            self._ring()

    @property
    def being_built(self) -> tuple[Building, ...]:
        """What people are filling in now, for offers that are still open to them."""
        return self._workbench.open()

    def sight(self, seat: Seat) -> Sight:
        """Everything `seat` may see now."""
        return sight(self, seat)

    def documents(self, seat: Seat) -> tuple[Document, ...]:
        """The texts that `seat` may take along as files now."""
        return self.game.documents(self.ledger.game_state, seat)

    def journal(self, seat: Seat) -> SeatJournal:
        """The seat's own record of everything it heard, from the first entry on."""
        return self._journals.journal(seat)

    async def remember(self, seat: Seat) -> None:
        """Have the record of `seat` ready for `journal`, so that nobody waits for a long one."""
        await self._journals.remember(seat)

    def _hear(self, folded: FoldedEntry) -> None:
        self._workbench.clear(folded.entry.seat)
        for happened in folded.events:
            event = happened.event
            if event.of_table and isinstance(event, SeatHanded):  # somebody who waited at the door now has that seat
                self._listeners.hand(event.comer, event.seat)
        self._journals.hear(folded)

    def struck(self) -> frozenset[int]:
        """The log entries (their own numbers) whose moves in the game were taken back."""
        live = self.ledger.live()
        return frozenset(p.entry.seq for p in self.ledger.folded if p.moved and p.entry.seq not in live)

    # -- listening

    def listen(self, seat: str, ring: Callable[[], None]) -> Callable[[], None]:
        """Call `ring` after every change, until the function this returns is called; the seat is here meanwhile."""
        self._listeners.add(seat, ring)
        self._ring(but=ring)

        def stop() -> None:
            if self._listeners.drop(ring):
                self._ring()

        return stop

    @property
    def is_looked_at(self) -> bool:
        """Whether a page of this table is open anywhere."""
        return bool(self.here)

    def _ring(self, but: Callable[[], None] | None = None) -> None:
        if self._listeners.ring(but):  # stand-ins, too, play only while somebody looks on
            self.stand_ins.wake()


def no_such_table() -> Refused:
    """The refusal for a table that does not exist, or no longer does."""
    return Refused("no-such-table", "There is no such table on this machine.")


__all__ = ["Key", "Receipt", "SeatEntry", "Sight", "Table", "clock"]

"""What opens a table: the secrets that prove a seat, links to come back by, the code of the join link.

They are kept beside the log, never in it; of the secrets that prove a seat only a hash is kept.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from moot.core import Event, Refused
from moot.table.ports import Store
from moot.table.seating import Left, SeatHanded

BACK_LINK_HOURS = 24
"""How long a link to come back by from another device works."""


class Key(msgspec.Struct, frozen=True):
    """A seat and the secret that proves it; only a hash of the secret is kept."""

    seat: str
    secret: str


class Keys:
    """The keys of one table. Whether a seat still is at the table is the table's to know.

    `invite` is the code of the join link, `screen` that of the link to a screen in the room, empty until somebody asks
    for one. What waits for the disk raises OSError if it refuses, and changes nothing then. `now` is Unix
    time in milliseconds.
    """

    def __init__(self, table: str, store: Store, now: Callable[[], int]) -> None:
        self.invite = ""
        self.screen = ""
        self._table = table
        self._store = store
        self._now = now
        self._owners: dict[str, str] = {}

    def recall(self, log: Iterable[Event[Any]]) -> None:
        """Take in what is kept. The log has the last word on whose a key is: it was written first."""
        kept = self._store.kept(self._table)
        self.invite = kept.get("invite", b"").decode()
        self.screen = kept.get("screen", b"").decode()
        handed = {event.comer: event.seat for event in log if isinstance(event, SeatHanded)}
        owners = {name[4:]: owner.decode() for name, owner in kept.items() if name.startswith("key:")}
        self._owners = {fingerprint: handed.get(seat, seat) for fingerprint, seat in owners.items()}

    # -- keys

    async def new(self, seat: str) -> Key:
        """Another secret for `seat` (another device). The old ones go on working."""
        key = _drawn(seat)
        await self._store.keep(self._table, _key_name(key.secret), seat.encode())
        self._owners[fingerprint(key.secret)] = seat
        return key

    def seat(self, secret: str) -> str:
        """The seat that `secret` proves; empty if it proves none."""
        return self._owners.get(fingerprint(secret), "")

    async def drop(self, key: Key) -> None:
        """Make a key stop working."""
        await self._forget(_key_name(key.secret))

    # -- links back

    async def back_link(self, seat: str) -> str:
        """A secret for one use within a day, by which the person in `seat` can come back on another device."""
        now = self._now()
        for name, kept in self._store.kept(self._table).items():
            if name.startswith("back:") and _until(kept) < now:
                await self._forget(name)
        secret = secrets.token_urlsafe(18)
        until = now + BACK_LINK_HOURS * 3_600_000
        await self._store.keep(self._table, _back_name(secret), f"{until}:{seat}".encode())
        return secret

    def led_back(self, secret: str) -> str:
        """The seat that a back link leads to; looking does not use it up. Raises Refused if it is unknown or spent."""
        kept = self._store.kept(self._table).get(_back_name(secret))
        if kept is None or _until(kept) < self._now():
            raise spent()
        return kept.decode().partition(":")[2]

    async def come_back(self, secret: str) -> Key:
        """Use up a back link. Raises Refused as `led_back` does."""
        key = await self.new(self.led_back(secret))  # first, so that a disk that refuses spends no link
        await self._store.forget(self._table, _back_name(secret))
        return key

    # -- the join link

    def admits(self, code: str) -> bool:
        """Whether `code` is that of the join link."""
        return bool(self.invite) and secrets.compare_digest(code.encode(), self.invite.encode())

    async def new_invite(self) -> str:
        """A new code for the join link; the old link stops working."""
        invite = _invitation()
        await self._store.keep(self._table, "invite", invite.encode())
        self.invite = invite
        return invite

    # -- a screen in the room

    def shows(self, code: str) -> bool:
        """Whether `code` is that of the link to a screen in the room."""
        return bool(self.screen) and secrets.compare_digest(code.encode(), self.screen.encode())

    async def new_screen(self) -> str:
        """A new code for the screen in the room; a screen that shows the table by the old link goes dark."""
        screen = secrets.token_urlsafe(12)
        await self._store.keep(self._table, "screen", screen.encode())
        self.screen = screen
        return screen

    # -- following the log

    async def follow(self, event: Event[Any]) -> None:
        """What an event means for the keys: those of an empty seat stop working, those of a person who gets a seat back
        prove it."""
        if isinstance(event, Left):
            await self._forget_all(event.seat)
        elif isinstance(event, SeatHanded):
            await self._hand(event)

    async def _forget_all(self, seat: str) -> None:
        """Every key and every back link of a seat stops working."""
        self._owners = {fingerprint: owner for fingerprint, owner in self._owners.items() if owner != seat}
        for name, kept in self._store.kept(self._table).items():
            owner = kept.decode().rpartition(":")[2] if name.startswith(("key:", "back:")) else ""
            if owner == seat:
                await self._forget(name)

    async def _hand(self, handed: SeatHanded) -> None:
        theirs = [fingerprint for fingerprint, owner in self._owners.items() if owner == handed.comer]
        self._owners |= dict.fromkeys(theirs, handed.seat)
        for fingerprint in theirs:
            await self._store.keep(self._table, f"key:{fingerprint}", handed.seat.encode())
        for name, owner in self._store.kept(self._table).items():
            if name.startswith("key:") and owner.decode() == handed.seat and name[4:] not in self._owners:
                await self._forget(name)  # taken away before, when the disk refused to forget it

    async def _forget(self, name: str) -> None:
        self._owners.pop(name.removeprefix("key:"), None)
        await self._store.forget(self._table, name)


def first(seat: str) -> tuple[Key, dict[str, bytes]]:
    """A key to `seat`, the first of a table that opens, and what is to be kept for it: that key, and a join link."""
    key = _drawn(seat)
    return key, {_key_name(key.secret): seat.encode(), "invite": _invitation().encode()}


def _drawn(seat: str) -> Key:
    return Key(seat=seat, secret=secrets.token_urlsafe(24))


def _invitation() -> str:
    return secrets.token_urlsafe(9)


def spent() -> Refused:
    """A back link leads nowhere any more."""
    return Refused("spent-link", "This link was used already or is too old. Make a new one where you are seated.")


def _key_name(secret: str) -> str:
    return key_name(fingerprint(secret))


def key_name(fingerprint: str) -> str:
    """Under what name the seat of a key is kept."""
    return f"key:{fingerprint}"


def _back_name(secret: str) -> str:
    return f"back:{fingerprint(secret)}"


def _until(kept: bytes) -> int:
    """Until when a back link works, as it is kept: Unix time in milliseconds."""
    return int(kept.partition(b":")[0])


def fingerprint(secret: str) -> str:
    """What is kept of a secret: enough to recognise it, and not to make it."""
    return hashlib.sha256(secret.encode()).hexdigest()

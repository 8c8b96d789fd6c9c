"""What a table needs from outside: a durable log. The log's entries are defined here, for every store alike."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol, TypeAlias

import msgspec

from moot.core.chance import Pick

Luck: TypeAlias = Literal["none", "sealed", "given"]
"""none: nothing was rolled; sealed: the table's dice; given: a person rolled by hand and typed the faces in."""

LONGEST_ID = 64
"""Letters in the id of a command, and in its nonce."""

GENESIS = bytes(32)
"""The link before the first entry."""

_canonical = msgspec.json.Encoder(order="deterministic").encode


class Asked(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What was asked for: the command as it came, its id and nonce (both the client's), dice typed in by hand."""

    id: Annotated[str, msgspec.Meta(max_length=LONGEST_ID)]
    command: dict[str, Any]
    nonce: Annotated[str, msgspec.Meta(max_length=LONGEST_ID)] = ""
    faces: tuple[int, ...] = ()

    def repeats(self, other: Asked) -> bool:
        """Whether this is `other` sent again: a nonce is drawn for each sending, so it does not count."""
        return self.faces == other.faces and _canonical(self.command) == _canonical(other.command)


class Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One entry of a table's log: a command that was accepted and everything that came of it, atomically.

    `seq` counts from 1 without gaps; `at` is Unix time in milliseconds; `seat` is who asked (empty: the table itself);
    `picks` is the luck that was used, as (ways, way); `events` are JSON objects. `link` is the hexadecimal SHA-256 of
    the previous link followed by this entry's digest, so that no entry can be altered, dropped or moved unnoticed.
    """

    seq: int
    at: int
    seat: str = ""
    asked: Asked | None = None
    luck: Luck = "none"
    picks: tuple[Pick, ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    link: str = ""

    @property
    def digest(self) -> bytes:
        """SHA-256 of the canonical JSON of everything but the link: enough to check the chain without the content."""
        bare = self if not self.link else msgspec.structs.replace(self, link="")
        return hashlib.sha256(_canonical(bare)).digest()

    def linked(self, before: bytes) -> Entry:
        """This entry with its link, given the link of the one before it."""
        return msgspec.structs.replace(self, link=hashlib.sha256(before + self.digest).hexdigest())


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table on the shelf: enough to list it without opening its log. `archived` is when it was put away, or 0."""

    id: str
    game: str
    title: str
    opened: int
    touched: int = 0
    entries: int = 0
    archived: int = 0


class Store(Protocol):
    """A durable, append-only log of many tables, and what is kept beside it.

    What is awaited waits for the disk; changes are made in the order in which they were asked for, and cancelling one
    stops the waiting, not the change. What is not awaited sees every change that was acknowledged. A table that is not
    on the shelf is a KeyError everywhere.
    """

    async def create(
        self, card: TableCard, entries: Sequence[Entry] = (), secrets: Mapping[str, bytes] | None = None
    ) -> None:
        """Put a new table on the shelf, durably, with the log and the secrets that it has already: all or nothing.

        Raises WriteConflict if its id is taken or the entries are not numbered from 1 on, OSError if the disk refuses.
        """
        ...

    async def append(self, table: str, entry: Entry) -> None:
        """Write `entry`; when this returns it survives a power cut.

        Raises WriteConflict unless `entry.seq` is exactly one more than the table's last, and OSError if the disk
        refuses (nothing is then written).
        """
        ...

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The entries with `after` < seq <= `upto`, in order, as far as the log goes at the time of the call.

        Raises Corrupt, with the seq, for one that is damaged.
        """
        ...

    def cards(self) -> tuple[TableCard, ...]:
        """Every table on the shelf, the last one touched first.

        `touched` is the `at` of its last entry, or `opened` while it has none.
        """
        ...

    def card(self, table: str) -> TableCard:
        """The card of one table, found without a look at the others."""
        ...

    def count(self) -> int:
        """How many tables are on the shelf."""
        ...

    async def archive(self, table: str, at: int) -> None:
        """Put a table away, or with 0 take it back: its card says so, and nothing else changes."""
        ...

    async def delete(self, table: str) -> None:
        """Take a table off the shelf with its log, its secrets and its snapshots: nothing of it can be read again."""
        ...

    def bytes_left(self) -> int:
        """How many bytes can still be written, as far as can be told."""
        ...

    async def keep(self, table: str, name: str, value: bytes) -> None:
        """Keep a secret of the table beside its log (a dice seed, a hashed key), durably; replaces the old one."""
        ...

    def kept(self, table: str) -> dict[str, bytes]:
        """All secrets of a table, by name."""
        ...

    async def forget(self, table: str, name: str) -> None:
        """Drop a secret, durably, if it is kept."""
        ...

    async def snapshot(self, table: str, seq: int, schema: int, state: bytes) -> None:
        """Keep the folded state after entry `seq`; a cache that may be dropped at any time.

        A store keeps the newest few and some of the older ones, so it may be handed snapshots as often as you like.
        """
        ...

    def snapshots(self, table: str) -> tuple[tuple[int, int], ...]:
        """The (seq, schema) of every snapshot kept, oldest first."""
        ...

    def read_snapshot(self, table: str, seq: int) -> bytes | None:
        """The snapshot after entry `seq`."""
        ...

    async def ready(self) -> None:
        """Raise OSError if the next change could hardly be written: the disk is full, or refused the last one."""
        ...

    async def close(self) -> None:
        """Finish what was asked for and let go of the files."""
        ...

"""The snapshot check: now and then the folded state is kept, and a later fold must give the same.

A table is always folded from its whole log, so no snapshot can ever be wrong about it; what a snapshot shows is whether
the log still means what it meant when people played it.
"""

from __future__ import annotations

import logging

import msgspec

from moot import __version__
from moot.table.ledger import Ledger
from moot.table.ports import Store

EVERY = 256
"""Entries between two snapshots."""
SCHEMA = 1
"""The number of the form in which a snapshot is written."""

_encode = msgspec.json.Encoder(order="deterministic").encode
_log = logging.getLogger(__name__)


class Snapshot(msgspec.Struct, frozen=True):
    """What a snapshot says: which version of Moot folded the log, and to what."""

    engine: str
    table: msgspec.Raw
    game_state: msgspec.Raw = msgspec.field(name="play")


def snapshot_of(ledger: Ledger) -> Snapshot:
    """The folded state of `ledger`, for a snapshot."""
    return Snapshot(__version__, msgspec.Raw(_encode(ledger.table)), msgspec.Raw(_encode(ledger.game_state)))


async def keep(store: Store, table: str, ledger: Ledger) -> None:
    """Keep the state as it is now. It is not needed to play on, so nothing that goes wrong stops anybody."""
    try:
        await store.snapshot(table, ledger.seq, SCHEMA, _encode(snapshot_of(ledger)))
    except Exception:  # noqa: BLE001 - it is written down, so it must go on
        _log.exception("table %s: the state after entry %d cannot be kept", table, ledger.seq)


def due(seq: int) -> bool:
    """Whether the state after entry `seq` is kept."""
    return seq % EVERY == 0


def newest(store: Store, table: str) -> int:
    """The number of the entry with the newest snapshot of the form that is written now; 0 if there is none."""
    return max((seq for seq, schema in store.snapshots(table) if schema == SCHEMA), default=0)


def check(store: Store, table: str, ledger: Ledger) -> None:
    """Compare the end of `ledger` with its snapshot, if it has one. The program log notes a difference."""
    try:
        said = msgspec.json.decode(store.read_snapshot(table, ledger.seq) or b"", type=Snapshot)
    except (msgspec.MsgspecError, UnicodeDecodeError):  # the log is what counts
        _log.warning("table %s: the snapshot after entry %d cannot be read", table, ledger.seq)
        return
    now = snapshot_of(ledger)
    if (bytes(said.table), bytes(said.game_state)) != (bytes(now.table), bytes(now.game_state)):
        _log.warning(
            "table %s: entry %d folds to another state than it did under Moot %s (this is %s)",
            table, ledger.seq, said.engine, now.engine,
        )

"""The log behind the tables: append-only, durable, one contract (`moot.table.ports.Store`) for every store."""

from moot.store.backup import Contents as Contents, back_up as back_up, put_back as put_back
from moot.store.faults import DiskRefused as DiskRefused, InUse as InUse
from moot.store.memory import MemoryStore as MemoryStore
from moot.store.sqlite import SqliteStore as SqliteStore, open_store as open_store

__all__ = [
    "Contents",
    "DiskRefused",
    "InUse",
    "MemoryStore",
    "SqliteStore",
    "back_up",
    "open_store",
    "put_back",
]

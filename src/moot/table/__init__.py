"""The live table: seats, scenes, journal, undo, and one mailbox each. No HTTP and no SQL."""

from moot.table.decide import Vault, decide
from moot.table.ledger import Ledger
from moot.table.live import Key, Receipt, Sight, Table
from moot.table.ports import GENESIS, Asked, Entry, Store, TableCard
from moot.table.seat_journal import SeatEntry, SeatJournal
from moot.table.shelf import Shelf
from moot.table.state import House, TableState

__all__ = [
    "GENESIS", "Asked", "Entry", "House", "Key", "Ledger", "Receipt", "SeatEntry", "SeatJournal", "Shelf", "Sight",
    "Store", "Table", "TableCard", "TableState", "Vault", "decide",
]

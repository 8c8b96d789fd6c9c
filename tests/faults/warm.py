"""What a process imports from which `moot serve` is forked: all that each of them would import and compile anew."""

import tests.faults.child  # noqa: F401

import moot.cli.server
import moot.store.sqlite  # noqa: F401
from moot.store import MemoryStore
from moot.table import Shelf
from moot.web import create_app

create_app(Shelf(MemoryStore())).site.pages.ready()

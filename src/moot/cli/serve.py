"""`moot serve`: tables that people come to with a browser."""

from __future__ import annotations

import asyncio

from moot.cli.exits import Exit
from moot.cli.folder import DataOption, data_folder
from moot.cli.place import ServingPlace


def serve(*, data: DataOption = None, place: ServingPlace | None = None) -> int:
    """Serve tables that people come to with a browser. Ctrl-C stops it."""
    from moot.cli.server import serve_store
    from moot.store.sqlite import open_store

    folder = data_folder(data)
    asyncio.run(serve_store(open_store(folder), place or ServingPlace(), folder=folder))
    return Exit.FINE

"""A process that serves tables, by Moot's site or by a peer: `python -m peers.serve KIND TABLES FOLDER`.

`moot` is set up as `moot serve` does it, but for the limits on how fast anyone may ask. `starlette` is the peer as it
comes, `starlette-tuned` the peer with Moot's setting of the garbage collector. The process prints its port and how to
sit at each table as one line of JSON, and stops when its input ends.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import uvicorn
from peers.starlette_app import create_peer

from moot import games
from moot.cli.server import Closing, quieter_collector
from moot.store import open_store
from moot.table import House, Shelf
from moot.web import create_app
from moot.web.limits import Limits, Rate

SEATS = ("Ann", "Ben", "Cleo")
"""Who sits at each table beside its guide."""
BOUNDLESS = Rate(1e9, 1e9)


async def seated(shelf: Shelf, number: int) -> dict[str, object]:
    """A new table of the exchange: its id, the secrets of its four seats in turn, and how much they have heard."""
    table, key = await shelf.open("exchange", f"Table {number}", "Guide", house=House(door="open"))
    keys = [key, *[await table.come(name) for name in SEATS]]
    seats = {seat.id: seat for seat in table.ledger.table.seated()}
    heard = {len(table.journal(seat).entries) for seat in seats.values()}
    return {"id": table.id, "secrets": [key.secret for key in keys], "heard": heard.pop()}


async def serve(kind: str, tables: int, folder: Path) -> None:
    games._announced()["exchange"] = EntryPoint("exchange", "peers.exchange:EXCHANGE", "moot.games")
    shelf = Shelf(open_store(folder))
    app: Any
    if kind == "moot":
        limits = Limits(seat=BOUNDLESS, address=BOUNDLESS, door=BOUNDLESS, reading=BOUNDLESS)
        app = Closing(create_app(shelf, limits=limits, closes=False))
    else:
        app = create_peer(shelf)
    rooms = [await seated(shelf, number) for number in range(tables)]
    if kind != "starlette":
        quieter_collector()
    config = uvicorn.Config(app, log_level="error", access_log=False, server_header=False, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(4096)
        print(json.dumps({"port": listener.getsockname()[1], "tables": rooms}), flush=True)
        serving = asyncio.create_task(server.serve([listener]))
        await asyncio.to_thread(sys.stdin.read)
        server.should_exit = True
        await serving
    await shelf.close()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])))

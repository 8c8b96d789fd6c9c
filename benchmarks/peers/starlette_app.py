"""The table's commands and feed in plain Starlette, as one would write them from its documentation.

Tables, rules, store and the bytes of each event are Moot's own, so that nothing is compared but the way to the network:
routes, request and response objects, and a stream that takes what it sends from a queue of its own.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from moot.core import Refused, Seat
from moot.table import Asked, Shelf, Table

ASKED = msgspec.json.Decoder(Asked)


class Subscriber:
    """One stream: whose, how much it was sent, and what waits to be sent."""

    def __init__(self, seat: Seat, heard: int) -> None:
        self.seat = seat
        self.heard = heard
        self.queue: asyncio.Queue[bytes] = asyncio.Queue()

    def publish(self, table: Table) -> None:
        record = table.journal(self.seat).entries
        while self.heard < len(record):
            self.heard += 1
            self.queue.put_nowait(b"id: %d\ndata: %b\n\n" % (self.heard, record[self.heard - 1].body))


def create_peer(shelf: Shelf) -> Starlette:
    """The application over the tables of `shelf`."""
    subscribers: defaultdict[str, set[Subscriber]] = defaultdict(set)

    async def seated(request: Request) -> tuple[Table, Seat]:
        table = await shelf.find(request.path_params["table"])
        return table, table.holder(request.headers.get("authorization", "").removeprefix("Bearer "))

    async def command(request: Request) -> Response:
        table, seat = await seated(request)
        receipt = await table.ask(seat, ASKED.decode(await request.body()))
        for subscriber in subscribers[table.id]:
            subscriber.publish(table)
        return JSONResponse({"heard": receipt.heard, "again": receipt.again})

    async def feed(request: Request) -> Response:
        table, seat = await seated(request)
        subscriber = Subscriber(seat, int(request.query_params.get("after", "0")))

        async def events() -> AsyncIterator[bytes]:
            subscribers[table.id].add(subscriber)
            subscriber.publish(table)
            try:
                while True:
                    yield await subscriber.queue.get()
            finally:
                subscribers[table.id].discard(subscriber)

        return StreamingResponse(events(), media_type="text/event-stream", headers={"cache-control": "no-store"})

    async def refused(_: Request, error: Exception) -> Response:
        return JSONResponse({"message": str(error)}, status_code=422)

    return Starlette(
        routes=[
            Route("/api/tables/{table}/commands", command, methods=["POST"]),
            Route("/api/tables/{table}/feed", feed),
        ],
        exception_handlers={Refused: refused},
    )

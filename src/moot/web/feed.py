"""The feed of the API: one server-sent event for each thing that the seat hears, numbered as the seat numbers them.

A follower is written to straight from the table's bell, without a task or a queue of its own, for as long as its
reader keeps up. When the reader does not, that one write waits for it, and later news waits in the seat's record, where
it is kept anyway: a slow reader delays nobody and costs nothing.
"""

from __future__ import annotations

import asyncio
import types
from collections.abc import Coroutine, Generator
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, QueryParameter
from litestar.types import ASGIApp, Receive, Scope, Send

from moot.core import Refused, Seat
from moot.table import Table
from moot.web.admission import let_in
from moot.web.api import PROVEN, only
from moot.web.auth import bearer_secret
from moot.web.page_version import counted
from moot.web.responses import AnyRequest, as_json
from moot.web.site import site_of
from moot.web.stream import STALLED, START, last_event_id, until_sign_of_life
from moot.web.submit import sit

MOST_AT_ONCE = 500
"""Things heard that go out in one write."""


class Follower:
    """One follower of a seat's feed, who has `heard` so many things."""

    def __init__(self, table: Table, secret: str, send: Send, heard: int) -> None:
        self._table = table
        self._secret = secret
        self._send = send
        self._heard = heard
        self._waiting: asyncio.Task[None] | None = None
        self._chairs: object = None
        self._seat: Seat | None = None
        self._wait: asyncio.Timeout | None = None
        self._gone = False
        self.over = False

    def ring(self) -> None:
        """Write what is new, unless an earlier write still waits for the reader."""
        while self._waiting is None and not self.over and (news := self._news()):
            self.write(news)

    def write(self, body: bytes) -> None:
        """Write `body` now, or leave it to a task when the reader is behind."""
        if self._waiting is not None:
            return
        sending: Coroutine[Any, Any, None] = self._send(
            {"type": "http.response.body", "body": body, "more_body": True}
        )  # type: ignore[assignment]
        try:
            blocked = sending.send(None)
        except StopIteration:
            return
        except (OSError, RuntimeError):
            self.over = True
            return
        self._waiting = asyncio.get_running_loop().create_task(self._finish(sending, blocked))

    async def stay(self, receive: Receive) -> None:
        """Follow until the reader leaves or loses the seat, with a sign of life now and then."""
        try:
            while not self.over:
                try:
                    async with asyncio.timeout(until_sign_of_life()) as self._wait:
                        if (await receive())["type"] == "http.disconnect":
                            return
                except TimeoutError:
                    if not self.over:
                        self.write(b":\n\n")
                finally:
                    self._wait = None
            if self._gone:
                await self._close()
        finally:
            self.over = True
            if self._waiting is not None:
                self._waiting.cancel()

    def _take_leave(self, refused: Refused) -> None:
        self.write(b"event: gone\ndata: " + msgspec.json.encode(as_json(refused)) + b"\n\n")
        self._gone = self.over = True
        if self._wait is not None:
            self._wait.reschedule(0)  # stop listening for the reader at once

    async def _close(self) -> None:
        """End the answer, once the reader has taken what was left to wait for it."""
        if self._waiting is not None:
            await asyncio.wait((self._waiting,))
        with suppress(OSError, RuntimeError):
            async with asyncio.timeout(STALLED):
                await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _finish(self, sending: Coroutine[Any, Any, None], blocked: object) -> None:
        try:
            async with asyncio.timeout(STALLED):
                await _rest(sending, blocked)
        except (TimeoutError, OSError, RuntimeError):
            self.over = True
        self._waiting = None
        self.ring()

    def _news(self) -> bytes:
        chairs = self._table.ledger.table.chairs
        if self._seat is None or chairs is not self._chairs or self._table.deleted:
            try:
                self._chairs, self._seat = chairs, self._table.holder(self._secret)
            except Refused as refused:
                self._take_leave(refused)
                return b""
        record = self._table.journal(self._seat).entries
        first = min(self._heard, len(record))
        self._heard = min(len(record), first + MOST_AT_ONCE)
        return b"".join(
            b"id: %d\ndata: %b\n\n" % (number, record[number - 1].body) for number in range(first + 1, self._heard + 1)
        )


@types.coroutine
def _rest(sending: Coroutine[Any, Any, None], blocked: object) -> Generator[object, Any, None]:
    """Await the rest of `sending`, a coroutine started outside a task and now blocked on `blocked`."""
    try:
        yield blocked
    except BaseException:
        sending.close()
        raise
    yield from sending


FEED = ResponseSpec(
    str,
    media_type="text/event-stream",
    description="Server-sent events, each as in `HeardMessage`; a `GoneMessage` is the last one.",
    generate_examples=False,
)


@get(
    "/api/tables/{table_id:str}/feed",
    responses={200: FEED, **only(401, 403, 429)},
    security=PROVEN,
    tags=["tables"],
)
async def follow_table(
    request: AnyRequest, table_id: FromPath[str], after: Annotated[int, QueryParameter(ge=0)] = 0
) -> ASGIApp:
    """Everything the seat hears from number `after` (or `Last-Event-ID`) on, as it happens, until the reader leaves."""
    site, secret = site_of(request), bearer_secret(request.scope)
    table, seat = await sit(site, request.scope, table_id, secret)
    let_in(table, seat)
    last = counted(last_event_id(request.scope))
    heard = after if last is None else last

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        with site.streaming(f"{table_id}:{seat.id}"):
            await _follow(table, seat, Follower(table, secret, send, heard), receive, send)

    return app


async def _follow(table: Table, seat: Seat, follower: Follower, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": START})
    stop = table.listen(seat.id, follower.ring)
    try:
        follower.ring()
        await follower.stay(receive)
    finally:
        stop()

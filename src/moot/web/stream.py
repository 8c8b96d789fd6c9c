"""The live feed of a page: server-sent events with the panels that changed and the lines that were added.

Nothing is queued for a reader. A ring of the table's bell marks the stream as behind; when the reader is ready for
more, it gets what is new by then. So a stalled phone costs one message and never holds anybody up.
"""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qs

from litestar import get
from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send

from moot.core import Refused, Seat
from moot.table import Table
from moot.web.admission import is_seated
from moot.web.auth import cookie_secret
from moot.web.journal import SHOWN, rewound
from moot.web.page_version import Seen
from moot.web.panels import PANELS, Panel, frame
from moot.web.responses import AnyRequest
from moot.web.site import Site, site_of
from moot.web.submit import sit

HEARTBEAT = 15.0
"""Seconds between signs of life."""
ALIVE = b"event: moot:alive\n\n"
"""A sign of life that a page notices: one that hears nothing for long takes its line for dead, and connects again."""
STALLED = 60.0
"""Seconds after which a reader who takes nothing is let go; it comes back by itself."""
MOST_LINES = 60
"""Journal entries that are appended; after more the whole journal is sent."""

START = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Reader:
    """One page's stream: what it has, and what it needs next."""

    def __init__(self, site: Site, scope: Scope, table: Table, secret: str, seen: Seen | None) -> None:
        self._site = site
        self._scope = scope
        self._table = table
        self._secret = secret
        self._journal: object = None
        self._appends = last_event_id(scope) != ""
        self.seen = seen or Seen()
        self.over = False

    def news(self) -> bytes:
        """The message that brings the page up to date; empty if it is. Sets `over` when the seat was taken away."""
        try:
            seat = self._table.holder(self._secret)
        except Refused as refused:
            self.over = True
            return self._message(self._site.screens.gone(refused), 0, b"")
        panels = self._site.screens.screen(self._table, seat, self._site.base(self._scope))
        heard, lines = self._lines(seat)
        return self._message(panels, heard, lines)

    def _message(self, panels: dict[str, Panel], heard: int, lines: bytes) -> bytes:
        seen = Seen.of(heard, panels)
        if seen == self.seen and not lines:
            return b""
        had = self.seen.digests or ("",) * len(PANELS)
        changed = [panels[name].frame for name, at in zip(PANELS, had, strict=True) if panels[name].digest != at]
        self.seen = seen
        return b"".join([b"id: ", seen.id(self._site.boot).encode(), b"\n", *changed, lines, b"\n"])

    def _lines(self, seat: Seat) -> tuple[int, bytes]:
        if not is_seated(self._table, seat):
            return 0, b""
        journal = self._table.journal(seat)
        heard, had = len(journal.entries), self.seen.heard
        same = self._journal is journal or (self._journal is None and self.seen.digests != ())
        appends = self._appends and same and had <= heard <= had + MOST_LINES
        self._journal, self._appends = journal, True
        if same and heard == had:
            return heard, b""
        if appends and not rewound(journal.entries[had:]):
            html = self._site.journals.html(self._table, journal, had + 1, heard)
            return heard, frame("lines", "beforeend", html) if html else b""
        html = self._site.journals.html(self._table, journal, heard - SHOWN + 1, heard)
        return heard, frame("lines", "innerMorph", html)


def last_event_id(scope: Scope) -> str:
    """The id of the last event that a reader who comes back has."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"last-event-id"), "")


def _seen(site: Site, scope: Scope) -> Seen | None:
    query = parse_qs(scope["query_string"].decode("latin-1"))
    return Seen.read(last_event_id(scope) or query.get("from", [""])[-1], site.boot)


@get("/t/{table_id:str}/stream", include_in_schema=False)
async def stream(request: AnyRequest, table_id: FromPath[str]) -> ASGIApp:
    """The live feed of one page."""
    site, secret = site_of(request), cookie_secret(request.scope)
    table, seat = await sit(site, request.scope, table_id, secret)
    reader = Reader(site, request.scope, table, secret, _seen(site, request.scope))

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        with site.streaming(f"{table_id}:{seat.id}"):
            await send({"type": "http.response.start", "status": 200, "headers": START})
            await _serve(reader, table, seat, receive, send)

    return app


async def _serve(reader: Reader, table: Table, seat: Seat, receive: Receive, send: Send) -> None:
    bell, left = asyncio.Event(), asyncio.Event()
    bell.set()
    stop = table.listen(seat.id, bell.set)
    watch = asyncio.create_task(_watch(receive, bell, left))
    try:
        while not left.is_set() and not reader.over:
            if body := await _next(reader, bell):
                async with asyncio.timeout(STALLED):
                    await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    except TimeoutError:
        pass
    finally:
        stop()
        watch.cancel()


async def _next(reader: Reader, bell: asyncio.Event) -> bytes:
    try:
        async with asyncio.timeout(HEARTBEAT):
            await bell.wait()
    except TimeoutError:
        return ALIVE
    bell.clear()
    return reader.news()


async def _watch(receive: Receive, bell: asyncio.Event, left: asyncio.Event) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    left.set()
    bell.set()

"""The live feed of a page: server-sent events with the panels that changed, the lines that were added, and what changed
in what somebody has open there.

Nothing is queued for a reader. A ring of the table's bell marks the stream as behind; when the reader is ready for
more, it gets what is new by then. So a stalled phone costs one message and never delays anybody.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from random import uniform
from urllib.parse import parse_qs

from litestar import get
from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send

from moot.core import Refused, Seat
from moot.table import Table
from moot.web.admission import is_seated
from moot.web.device import asking
from moot.web.journal import FETCHED, rewound
from moot.web.openings import Openings
from moot.web.page_version import Seen
from moot.web.panels import PANELS, Panel, frame
from moot.web.responses import AnyRequest
from moot.web.site import Site, site_of
from moot.web.submit import sit_here

HEARTBEAT = 15.0
"""Seconds between signs of life, at most."""
ALIVE = b"event: moot:alive\n\n"
"""A sign of life that a page notices: one that hears nothing for long takes its line for dead, and connects again."""
MOVED = b"event: moot:seat\ndata: another\n\n"
"""Says that this is another seat's page now, or one of another colour."""
STALLED = 60.0
"""Seconds after which a reader who takes nothing is let go; it comes back by itself."""
MOST_LINES = 60
"""Journal entries that are appended; after more the whole journal is sent."""

START = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Reader(ABC):
    """One page's stream: what it has, and what it needs next."""

    def __init__(self, site: Site, scope: Scope, table: Table, seen: Seen | None) -> None:
        self.site = site
        self.scope = scope
        self.table = table
        self._had: dict[str, Panel] = {}
        self.seen = seen or Seen()
        self.over = False

    @abstractmethod
    def now(self) -> tuple[dict[str, Panel], int, bytes]:
        """The page's panels, how much of the journal it has with them, and what brings that there. Raises Refused."""

    @abstractmethod
    def gone(self, refused: Refused) -> dict[str, Panel]:
        """The panels for somebody who may look no longer."""

    def hello(self) -> bytes:
        """What a page hears first."""
        return b""

    def news(self) -> bytes:
        """The message that brings the page up to date; empty if it is. Sets `over` if the page may look no longer."""
        try:
            return self._message(*self.now())
        except Refused as refused:
            self.over = True
            return self._message(self.gone(refused), 0, b"")

    def _message(self, panels: dict[str, Panel], heard: int, lines: bytes) -> bytes:
        seen = Seen.of(heard, panels)
        if seen == self.seen and not lines:
            return b""
        had = self.seen.digests or ("",) * len(panels)
        names = [name for name, digest in zip(panels, had, strict=True) if panels[name].digest != digest]
        changed = [panels[name].since(self._had.get(name)) for name in names]
        self.seen, self._had = seen, panels
        return b"".join([b"id: ", seen.id(self.site.boot).encode(), b"\n", *changed, lines, b"\n"])


class SeatReader(Reader):
    """The stream of a seat's page, which `secret` proves."""

    def __init__(self, site: Site, scope: Scope, table: Table, secret: str, seen: Seen | None) -> None:
        super().__init__(site, scope, table, seen)
        self._secret = secret
        self._moved = False
        self._page = asking(scope)
        self._hue = parse_qs(scope["query_string"].decode("latin-1")).get("hue", [""])[-1]
        self._journal: object = None
        self._appends = last_event_id(scope) != ""
        self._seat = table.holder(secret)
        self._openings = Openings(table.id, self._seat.id)
        site.lines[self._openings.line] = self._openings

    def hello(self) -> bytes:
        """The name by which the page says what it opens."""
        return self._openings.hello()

    def now(self) -> tuple[dict[str, Panel], int, bytes]:
        """What the seat sees."""
        self._seat = seat = self.table.holder(self._secret)
        hue = str(self.table.ledger.table.chairs[seat.id].hue)
        self._moved = self._page not in ("", seat.id) or self._hue not in ("", hue)
        panels = self.site.screens.screen(self.table, seat, self.site.base(self.scope))
        return panels, *self._lines(seat)

    def news(self) -> bytes:
        """What is new, also in what is open; somebody who waited at the door and got an old seat back, or another
        colour since others came in before them, has to reload."""
        news = super().news()
        return MOVED if self._moved else news + self._open_parts()

    def _open_parts(self) -> bytes:
        if self.over or self._openings.none or not is_seated(self.table, self._seat):
            return b""
        screens = self.site.screens
        return self._openings.news(screens.pages, screens.of(self.table, self._seat, self.site.base(self.scope)))

    def gone(self, refused: Refused) -> dict[str, Panel]:
        """The seat was taken away."""
        return self.site.screens.gone(refused)

    def _lines(self, seat: Seat) -> tuple[int, bytes]:
        if not is_seated(self.table, seat):
            return 0, b""
        journal = self.table.journal(seat)
        heard, had = len(journal.entries), self.seen.heard
        same = self._journal is journal or (self._journal is None and self.seen.digests != ())
        appends = self._appends and same and had <= heard <= had + MOST_LINES
        self._journal, self._appends = journal, True
        if same and heard == had:
            return heard, b""
        if appends and not rewound(journal.entries[had:]):
            html = self.site.journals.html(self.table, journal, had + 1, heard)
            return heard, frame("lines", "beforeend", html) if html else b""
        html = self.site.journals.html(self.table, journal, heard - FETCHED + 1, heard)
        return heard, frame("lines", "innerMorph", html)


def until_sign_of_life() -> float:
    """Seconds until a reader who hears of nothing gets a sign of life.

    They differ, so that those who all came at once, as after a start of the server, are not all written to at once.
    """
    return HEARTBEAT * uniform(0.8, 1)  # noqa: S311 - no secret


def last_event_id(scope: Scope) -> str:
    """The id of the last event that a returning reader has."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"last-event-id"), "")


def page_has(site: Site, scope: Scope, panels: int = len(PANELS)) -> Seen | None:
    """What the page that asks has already: by its last event, or as it was made."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    return Seen.read(last_event_id(scope) or query.get("from", [""])[-1], site.boot, panels)


@get("/t/{table_id:str}/stream", include_in_schema=False)
async def stream(request: AnyRequest, table_id: FromPath[str]) -> ASGIApp:
    """The live feed of one page."""
    site = site_of(request)
    table, seat, secret = await sit_here(request, table_id)
    return served(SeatReader(site, request.scope, table, secret, page_has(site, request.scope)), seat.id)


def served(reader: Reader, seat: str) -> ASGIApp:
    """What `reader` has to tell, as it happens; `seat` is here meanwhile."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        with reader.site.streaming(f"{reader.table.id}:{seat}"):
            await send({"type": "http.response.start", "status": 200, "headers": START})
            if hello := reader.hello():
                await send({"type": "http.response.body", "body": hello, "more_body": True})
            await _serve(reader, seat, receive, send)

    return app


async def _serve(reader: Reader, seat: str, receive: Receive, send: Send) -> None:
    bell, left = asyncio.Event(), asyncio.Event()
    bell.set()
    stop = reader.table.listen(seat, bell.set)
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
        async with asyncio.timeout(until_sign_of_life()):
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

"""What it costs to keep true what is open on pages: told by their streams, or fetched again by the pages."""

from __future__ import annotations

import time
from functools import partial
from typing import Any
from urllib.parse import urlencode

from page_costs.table import Looked, looked, opened_app

from moot.core import Seeded
from moot.web.openings import Make, Openings
from moot.web.things import form_parts, thing_parts


class Open:
    """What one seat has open: somebody of the cast, and a form."""

    def __init__(self, one: Looked, key: Any) -> None:
        self.one, self.key = one, key
        self.site = one.app.site
        self.openings = Openings(one.table.id, key.seat)
        mine = self.now()
        own = (member.id for member in mine.played)
        person = next(own, next(iter(mine.moment.cast(mine.seat.guides)), ""))
        form = next(iter(one.table.found(mine.seat)), None)
        self.ways: list[tuple[str, Make]] = [("about?" + urlencode({"of": person}), partial(thing_parts, of=person))]
        if form is not None:
            self.ways.append(("form?" + urlencode({"offer": form.key}), partial(form_parts, keys=[form.key])))
        for number, (_, make) in enumerate(self.ways):
            self.openings.keep(number, make, mine, "")
        self.openings.news(self.site.pages, mine)

    def now(self) -> Any:
        """The table as it is for the seat."""
        return self.site.screens.of(self.one.table, self.one.table.holder(self.key.secret), "http://localhost")

    def told(self) -> int:
        """What the stream says of it; the bytes."""
        return len(self.openings.news(self.site.pages, self.now()))

    async def fetched(self) -> int:
        """What the page gets that asks for each again; the bytes."""
        return sum([await asked(self.one.app, f"/t/{self.one.table.id}", way, self.key.secret) for way, _ in self.ways])


async def asked(app: Any, table: str, way: str, secret: str) -> int:
    """One request, without a socket: the bytes of its answer's body."""
    path, _, query = f"{table}/{way}".partition("?")
    scope: Any = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [(b"host", b"localhost"), (b"hx-request", b"true"), (b"moot-looks", b"1"),
                    (b"cookie", f"moot_seat={secret}".encode())],
        "client": ("127.0.0.1", 5000), "server": ("localhost", 80), "state": {}, "extensions": {},
    }  # fmt: skip
    size = 0

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        nonlocal size
        size += len(message.get("body", b""))

    await app(scope, receive, send)
    return size


async def kept_open(game: str, commands: int) -> dict[str, float]:
    """For all pages of a table together, a command: milliseconds of the processor and kilobytes, either way.

    What travels with a request besides its body counts for nothing, nor does the socket.
    """
    one, luck = await looked(opened_app(), game), Seeded(3)
    opened = [Open(one, key) for key in one.keys]
    took, sizes, done = [0.0, 0.0], [0, 0], 0
    while done < commands and await one.act(luck):
        one.tell()
        for way in (0, 1) if done % 2 else (1, 0):  # the first also pays for what is kept of the moment
            begun = time.thread_time()
            sizes[way] += sum([await page.fetched() for page in opened] if way else [page.told() for page in opened])
            took[way] += time.thread_time() - begun
        done += 1
    names = ("open_told", "open_fetched")
    means = {f"{name}_ms": 1000 * spent / done for name, spent in zip(names, took, strict=True)}
    return means | {f"{name}_kb": size / 1000 / done for name, size in zip(names, sizes, strict=True)}

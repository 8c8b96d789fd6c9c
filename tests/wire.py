"""Everything that the site sends to one person, byte by byte, without a network.

A `Wire` is one person's end of it: pages by cookie, the API by bearer secret, and both live streams, which the site
believes to be read.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import unescape
from itertools import count
from typing import Any
from urllib.parse import unquote, urlencode

import msgspec
from tests.visitors import Visitor

from moot.core import Offer
from moot.web import App

_DOOR = re.compile(r'<a class="[^"]* door"[^>]* href="([^"]+)"')
_THING = re.compile(r'about\?of=([^"&]+)"')
_offers = msgspec.json.Decoder(tuple[Offer, ...]).decode


class Wire:
    """One person who visits `app`; `received` is every body that came to them and was not looked at yet."""

    numbers = count(1)

    def __init__(self, app: App, who: str) -> None:
        self.app = app
        self.who = who
        self.received: list[tuple[str, bytes]] = []
        self.table = ""
        self.seat = ""
        self.secret = ""
        self.visitor = Visitor(app)
        self._taps: list[Tap] = []

    # -- coming

    async def opens(self, game: str, name: str, **more: Any) -> str:
        """Open a table; gives the code of its join link."""
        answer = await self.visitor.post("/api/tables", json={"game": game, "name": name, **more})
        return self._sits(answer.json())

    async def comes(self, table: str, code: str, name: str, role: str = "player") -> str:
        """Come by the join link."""
        answer = await self.visitor.post(f"/api/tables/{table}/join", json={"name": name, "k": code, "role": role})
        assert answer.status_code == 201, answer.text
        return self._sits(answer.json())

    def _sits(self, key: dict[str, str]) -> str:
        self.table, self.seat, self.secret = key["table"], key["seat"], key["secret"]
        self.visitor.cookies.set("moot_seat", self.secret)
        self.visitor.headers["authorization"] = f"Bearer {self.secret}"
        return key["join"].partition("?k=")[2]

    # -- asking

    async def gets(self, path: str) -> bytes:
        """The body at `path`, kept as received."""
        answer = await self.visitor.get(path)
        heads = "\n".join(f"{name}: {value}" for name, value in answer.headers.items()).encode()
        self.received += [(f"{path} (headers)", heads), (path, answer.content)]
        return answer.content

    async def opens_everything(self, table: str, things: Iterable[str] = ()) -> set[str]:
        """Open every door, and each thing that this person's pages point at, and `things`; the things of the pages."""
        at = f"/t/{table}"
        every = unescape((await self.gets(at) + await self.gets(f"{at}/find")).decode())
        own = set(map(unquote, _THING.findall(every)))
        for way in sorted(set(_DOOR.findall(every))):
            await self.gets(way)
        for thing in sorted({*own, *things}):
            await self.gets(f"{at}/about?{urlencode({'of': thing})}")
        return own

    async def posts(self, path: str, **data: str) -> bytes:
        """What the site answers to a form."""
        answer = await self.visitor.post(path, data=data)
        self.received.append((path, answer.content))
        return answer.content

    async def asks(self, command: dict[str, Any], id_: str = "") -> int:
        """Give a command; the status of the answer."""
        body = {"id": id_ or f"w{next(self.numbers)}", "command": command, "nonce": "a word of chance"}
        answer = await self.visitor.post(f"/api/tables/{self.table}/commands", json=body)
        self.received.append((f"the answer to {command.get('do')}", answer.content))
        return answer.status_code

    async def offers(self) -> tuple[Offer, ...]:
        """What this person is offered now."""
        return _offers(await self.gets(f"/api/tables/{self.table}/offers"))

    # -- following

    @contextmanager
    def following(self) -> Iterator[None]:
        """Both streams are open meanwhile: the page's and the API's."""
        taps = [
            Tap(self.app, f"/t/{self.table}/stream", [(b"cookie", f"moot_seat={self.secret}".encode())]),
            Tap(self.app, f"/api/tables/{self.table}/feed", [(b"authorization", f"Bearer {self.secret}".encode())]),
        ]
        self._taps += taps
        try:
            yield
        finally:
            for tap in taps:
                tap.close()

    async def settle(self) -> None:
        """Let the streams bring everything they have to bring."""
        for tap in self._taps:
            await tap.quiet()
            self.received += [(tap.path, body) for body in tap.taken()]


class Tap:
    """A stream that is read as fast as it comes."""

    def __init__(self, app: App, path: str, headers: list[tuple[bytes, bytes]], query: str = "") -> None:
        self.path = path
        self.status = 0
        self._bodies: list[bytes] = []
        self._left = asyncio.Event()
        self._asked = False
        self._scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
            "headers": [(b"host", b"moot.test"), *headers], "client": ("203.0.113.9", 5000),
            "server": ("moot.test", 80), "state": {}, "extensions": {},
        }
        called: Any = app
        self._task = asyncio.get_running_loop().create_task(called(self._scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self._bodies.append(message.get("body", b""))

    async def quiet(self) -> None:
        """Wait until the site has nothing more to send for now: several turns of the loop without a word."""
        turns, known = 0, -1
        while turns < 6 and not self._task.done():
            turns, known = (turns + 1, known) if len(self._bodies) == known else (0, len(self._bodies))
            await asyncio.sleep(0)

    def taken(self) -> list[bytes]:
        """What came since the last time."""
        taken, self._bodies = self._bodies, []
        return taken

    def close(self) -> None:
        """Leave."""
        self._left.set()

    async def ended(self) -> None:
        """Wait until the site has let go, and raise what went wrong there."""
        await self._task

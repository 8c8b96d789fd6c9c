"""Pages that follow their tables over HTTP, and presses at those tables: how long until the last screen has it.

The server runs on a thread of its own, with a socket for each page; what it does is read off that thread's clock. The
people are another process (`people.py`), as their browsers would be, and know beforehand what they will press.
"""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self

import uvicorn
from peers.line import Line

PATIENCE = 0.5
"""Seconds after which a page that was sent nothing is taken to have nothing to show of a press."""


class Serving:
    """A site on a thread of its own."""

    def __init__(self, app: Any) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._socket.bind(("127.0.0.1", 0))
        self._socket.listen(4096)
        self.port = int(self._socket.getsockname()[1])
        quiet = {"log_level": "error", "access_log": False, "lifespan": "off", "timeout_graceful_shutdown": 1}
        self._server = uvicorn.Server(uvicorn.Config(app, **quiet))
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(10)

    def busy(self) -> float:
        """Seconds of the processor that the thread has had."""
        assert self._thread.ident is not None
        return time.clock_gettime(time.pthread_getcpuclockid(self._thread.ident))


@dataclass
class Room:
    """A table as its people know it: the secret of each seat, and what they will press, as (secret, body), in turn.

    `told` is when each page was last sent something.
    """

    table: str
    secrets: list[str]
    presses: list[tuple[str, bytes]]
    told: dict[str, float] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def follow(self, port: int, secret: str, ready: asyncio.Event) -> None:
        """One page: note when messages end. Raises ValueError if the server does not let it follow."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        head = f"GET /t/{self.table}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: moot_seat={secret}\r\n\r\n"
        writer.write(head.encode())
        try:
            if b" 200 " not in (said := await reader.readline()):
                raise ValueError(f"a page is answered {said!r}")
            while got := await reader.read(1 << 18):
                if b"\n\n" in got and b"moot:alive" not in got:
                    self.told[secret] = time.perf_counter()
                    self.news.set()
                    ready.set()
        finally:
            ready.set()
            writer.close()

    async def quiet(self) -> None:
        """Wait until the pages have heard of all who came."""
        with suppress(TimeoutError):
            while True:
                self.news.clear()
                async with asyncio.timeout(PATIENCE):
                    await self.news.wait()

    async def press(self, line: Line) -> float | None:
        """Press the next thing: seconds until the last page has it. None if nothing is left, or no page shows it.

        Raises ValueError when the server does not take it: it and the people would no longer play the same.
        """
        if not self.presses:
            return None
        secret, body = self.presses.pop(0)
        self.told.clear()
        pressed = time.perf_counter()
        path, kind = f"/api/tables/{self.table}/commands", "application/json"
        status = await line.ask("POST", path, body, Authorization=f"Bearer {secret}", Content_Type=kind)
        if status != 200:
            raise ValueError(f"the server answers {status} to {body!r}")
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while len(self.told) < len(self.secrets):
                    self.news.clear()
                    await self.news.wait()
        return max(self.told.values()) - pressed if self.told else None


@dataclass
class Presses:
    """What came of presses: seconds until the last screen had each, and for all of them."""

    waits: list[float] = field(default_factory=list)
    seconds: float = 0


class Crowd:
    """People at tables that are served at a port of this machine; while it is entered, each has a page open."""

    def __init__(self, port: int, rooms: list[Room]) -> None:
        self._port, self._rooms = port, rooms
        self._lines: list[Line] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._lines = [Line(self._port, "10.0.0.1") for _ in self._rooms]
        for room in self._rooms:
            room.news, room.turn = asyncio.Event(), asyncio.Lock()
        follows = [(room, secret, asyncio.Event()) for room in self._rooms for secret in room.secrets]
        self._tasks = [asyncio.create_task(room.follow(self._port, secret, ready)) for room, secret, ready in follows]
        for task, (_, _, ready) in zip(self._tasks, follows, strict=True):
            await ready.wait()
            if task.done():
                task.result()
        await asyncio.gather(*(room.quiet() for room in self._rooms))
        return self

    async def __aexit__(self, *_: object) -> None:
        for line in self._lines:
            await line.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def play(self, presses: int, rate: float) -> Presses:
        """Press so many times, at the tables in turn; `rate` a second, or each as soon as the last is everywhere."""
        seen, begun = Presses(), time.perf_counter()
        under_way: list[asyncio.Task[None]] = []
        for number in range(presses):
            at = number % len(self._rooms)
            if rate:
                await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
                under_way.append(asyncio.create_task(self._press(self._rooms[at], self._lines[at], seen)))
            else:
                await self._press(self._rooms[at], self._lines[at], seen)
        await asyncio.gather(*under_way)
        seen.seconds = time.perf_counter() - begun
        return seen

    @staticmethod
    async def _press(room: Room, line: Line, seen: Presses) -> None:
        async with room.turn:
            wait = await room.press(line)
        seen.waits += [] if wait is None else [wait]

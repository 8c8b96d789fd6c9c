"""Pages that follow their tables over HTTP, and presses at those tables: how long until the last screen has it.

The server runs on a thread of its own, with a socket for each page. Whoever presses looks at the tables themselves to
find a move, so that finding it costs the server nothing; what the server does is read off its thread's clock.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Self

import uvicorn
from live_path import likely
from peers.line import Line

from moot.core import Seeded
from moot.table import Key, Table

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
    """A table with pages open, and one press at a time; `told` is when each page was last sent something."""

    table: Table
    keys: list[Key]
    told: dict[str, float] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def follow(self, port: int, key: Key, ready: asyncio.Event) -> None:
        """One page: note when messages end."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        head = f"GET /t/{self.table.id}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: moot_seat={key.secret}\r\n\r\n"
        writer.write(head.encode())
        try:
            while got := await reader.read(1 << 18):
                if b"\n\n" in got and b"moot:alive" not in got:
                    self.told[key.seat] = time.perf_counter()
                    self.news.set()
                    ready.set()
        finally:
            writer.close()

    async def quiet(self) -> None:
        """Wait until the pages have heard of all who came."""
        with suppress(TimeoutError):
            while True:
                self.news.clear()
                async with asyncio.timeout(PATIENCE):
                    await self.news.wait()


@dataclass
class Presses:
    """What came of presses: seconds until the last screen had each and for all, and what the server worked for one."""

    waits: list[float] = field(default_factory=list)
    work: float = 0
    seconds: float = 0


class Crowd:
    """People at tables that are served."""

    def __init__(self, serving: Serving, rooms: list[Room]) -> None:
        self._serving, self._rooms = serving, rooms
        self._luck = Seeded(11)
        self._lines: list[Line] = []

    async def play(self, presses: int, rate: float) -> Presses:
        """Press so many times, at the tables in turn; `rate` a second, or each as soon as the last is everywhere."""
        self._lines = [Line(self._serving.port, "10.0.0.1") for _ in self._rooms]
        for room in self._rooms:
            room.news, room.turn = asyncio.Event(), asyncio.Lock()
        follows = [(room, key, asyncio.Event()) for room in self._rooms for key in room.keys]
        tasks = [asyncio.create_task(room.follow(self._serving.port, key, ready)) for room, key, ready in follows]
        for _, _, ready in follows:
            await ready.wait()
        await asyncio.gather(*(room.quiet() for room in self._rooms))
        seen = Presses()
        before, begun, under_way = self._serving.busy(), time.perf_counter(), set[asyncio.Task[None]]()
        for number in range(presses):
            if rate:
                await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
                under_way.add(asyncio.create_task(self._press(number % len(self._rooms), seen)))
            else:
                await self._press(number % len(self._rooms), seen)
        await asyncio.gather(*under_way)
        seen.work = (self._serving.busy() - before) / max(1, len(seen.waits))
        seen.seconds = time.perf_counter() - begun
        for line in self._lines:
            await line.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return seen

    async def _press(self, at: int, seen: Presses) -> None:
        async with self._rooms[at].turn:
            await self._pressed(self._rooms[at], self._lines[at], seen)

    async def _pressed(self, room: Room, line: Line, seen: Presses) -> None:
        if (move := likely(room.table, self._luck)) is None:
            return
        seat, offer = move
        secret = next((key.secret for key in room.keys if key.seat == seat.id), "")
        if not secret:
            return
        body = json.dumps({"id": secrets.token_hex(8), "command": offer.sample(self._luck)}, default=str).encode()
        room.told.clear()
        pressed = time.perf_counter()
        status = await line.ask(
            "POST", f"/api/tables/{room.table.id}/commands", body,
            Authorization=f"Bearer {secret}", Content_Type="application/json",
        )
        if status != 200:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                while len(room.told) < len(room.keys):
                    room.news.clear()
                    await room.news.wait()
        except TimeoutError:
            pass
        seen.waits += [max(room.told.values()) - pressed] if room.told else []

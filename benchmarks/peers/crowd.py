"""A crowd at many tables: every seat follows its feed, and commands are given as fast as they are done.

It is written close to the socket, to take little of the machine from the server: what it parses is counted, not read.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

EVENT = b"\ndata: "
"""Stands in the stream once for each thing heard."""
SETTLING = 0.1
"""The part of a round that is not counted."""


@dataclass
class Room:
    """One table as the crowd knows it: `told` counts what came over all its streams of the command under way."""

    id: str
    secrets: list[str]
    heard: int
    done: int = 0
    told: int = 0
    sent: float = 0.0
    answered: bool = False


@dataclass
class Tally:
    """Commands done, and for each the seconds from sending it to the last follower's having it.

    `busy` are the seconds for which the server worked meanwhile: where other programs share the machine, what it did
    in a second says less.
    """

    seconds: float = 0.0
    busy: float = 0.0
    latencies: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Commands a second."""
        return len(self.latencies) / self.seconds

    @property
    def work(self) -> float:
        """The server's work for one command, in milliseconds."""
        return 1e3 * self.busy / len(self.latencies)

    def share(self, part: float) -> float:
        """The latency that `part` of the commands stayed within, in milliseconds."""
        return 1e3 * sorted(self.latencies)[int(part * (len(self.latencies) - 1))]


class Stream(asyncio.Protocol):
    """One follower of one seat's feed."""

    def __init__(self, crowd: Crowd, room: Room, secret: str) -> None:
        self._crowd = crowd
        self._room = room
        self._tail = b""
        self.begun = asyncio.get_running_loop().create_future()
        self.request = (
            f"GET /api/tables/{room.id}/feed?after={room.heard} HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {secret}\r\n\r\n"
        ).encode()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if not self.begun.done():
            self.begun.set_result(data.startswith(b"HTTP/1.1 200"))
        data = self._tail + data
        self._tail = data[1 - len(EVENT) :]  # too short to be counted twice
        self._room.told += data.count(EVENT)
        self._crowd.check(self._room)


class Hand(asyncio.Protocol):
    """One connection that commands are given by, one after the other and each at another table."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._room: Room | None = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def give(self, room: Room) -> None:
        """Give the next command at `room`."""
        turn = room.done % len(room.secrets)
        wish = {"do": ("challenge", "answer")[room.done % 2]}
        body = json.dumps({"id": f"{room.id}-{room.done}", "command": wish, "nonce": f"{room.done}"})
        room.told, room.answered, room.sent = 0, False, time.perf_counter()
        self._room = room
        self.transport.write(
            f"POST /api/tables/{room.id}/commands HTTP/1.1\r\nHost: localhost\r\n"
            f"Authorization: Bearer {room.secrets[turn]}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )

    def data_received(self, data: bytes) -> None:
        if self._room is None or b'"heard"' not in data:
            if not data.startswith(b"HTTP/1.1 200"):
                self._crowd.fail(data)
            return
        self._room.answered = True
        self._crowd.free.append(self)
        self._crowd.check(self._room)


class Crowd:
    """Everyone at the tables of one server."""

    def __init__(self, port: int, rooms: list[Room], at_once: int, busy: Callable[[], float]) -> None:
        self._port = port
        self._busy = busy
        self._rooms = rooms
        self._at_once = at_once
        self._waiting: deque[Room] = deque(rooms)
        self._under_way = 0
        self._from = self._until = 0.0
        self._tally = Tally()
        self.free: list[Hand] = []

    async def play(self, seconds: float) -> Tally:
        """Follow every feed, play for so many seconds, and leave."""
        loop = asyncio.get_running_loop()
        self._done = loop.create_future()
        streams = [Stream(self, room, secret) for room in self._rooms for secret in room.secrets]
        for start in range(0, len(streams), 100):
            some = streams[start : start + 100]
            await asyncio.gather(*(loop.create_connection(lambda s=s: s, "127.0.0.1", self._port) for s in some))
            if not all(await asyncio.gather(*(stream.begun for stream in some))):
                raise RuntimeError("a feed was refused")
        hands = [Hand(self) for _ in range(min(self._at_once, len(self._rooms)))]
        await asyncio.gather(*(loop.create_connection(lambda h=h: h, "127.0.0.1", self._port) for h in hands))
        self.free.extend(hands)
        now = time.perf_counter()
        self._from, self._until = now + SETTLING * seconds, now + seconds
        self._next()
        await asyncio.sleep(SETTLING * seconds)
        worked = self._busy()
        await asyncio.sleep((1 - SETTLING) * seconds)
        self._tally.busy = self._busy() - worked
        self._tally.seconds = seconds * (1 - SETTLING)
        await asyncio.wait_for(self._done, 20)
        for one in (*streams, *hands):
            one.transport.abort()
        return self._tally

    def check(self, room: Room) -> None:
        """Go on if the command at `room` was answered and every follower has it."""
        if not room.answered or room.told < len(room.secrets):
            return
        now = time.perf_counter()
        if self._from <= now < self._until:
            self._tally.latencies.append(now - room.sent)
        room.answered = False
        room.done += 1
        room.heard += 1
        self._under_way -= 1
        self._waiting.append(room)
        self._next()

    def fail(self, answer: bytes) -> None:
        """End the round because of an answer that nobody wants."""
        if not self._done.done():
            self._done.set_exception(RuntimeError(answer.decode(errors="replace")))

    def _next(self) -> None:
        if time.perf_counter() >= self._until:
            if not self._under_way and not self._done.done():
                self._done.set_result(None)
            return
        while self.free and self._waiting and self._under_way < self._at_once:
            self._under_way += 1
            self.free.pop().give(self._waiting.popleft())

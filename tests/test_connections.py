"""A site full of silent strangers: friends still get in, and connections that finish no request are closed."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import pytest
import uvicorn

from moot.cli.connections import Gate, Patience, Quiet, guarded, room_for_connections
from moot.cli.listener import Listener
from moot.store.memory import MemoryStore
from moot.table import Shelf
from moot.web import create_app

pytestmark = pytest.mark.anyio

HALF = b"GET / HTTP/1.1\r\nHost: x\r\nX-A: "
WHOLE = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@contextmanager
def many_files() -> Iterator[None]:
    """Room for what a test opens itself."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, before[1]) if before[1] > 0 else 8192, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@contextmanager
def no_more_files() -> Iterator[None]:
    """Another file that is opened meanwhile is refused."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    probe = os.open(os.devnull, os.O_RDONLY)  # the lowest number that is free
    os.close(probe)
    resource.setrlimit(resource.RLIMIT_NOFILE, (probe, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class Started(uvicorn.Server):
    """A server that says when it is up."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()


@asynccontextmanager
async def serving(gate: Gate) -> AsyncIterator[int]:
    """The site on a free port, behind `gate`."""
    listener = Listener()
    listener.bind(("127.0.0.1", 0))
    listener.listen(1024)
    app = create_app(Shelf(MemoryStore()))
    config = uvicorn.Config(app, http=guarded(gate), log_level="critical")
    server = Started(config)
    task = asyncio.create_task(server.serve([listener]))
    await server.up.wait()
    yield int(listener.getsockname()[1])
    server.should_exit = True
    await task
    listener.close()


async def opened(port: int, said: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    await writer.drain()
    return reader, writer


async def closed(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def answered(port: int) -> bytes:
    """What a friend gets to see: the first line of an answer, or nothing."""
    reader, writer = await opened(port, WHOLE)
    line = await asyncio.wait_for(reader.readline(), 30)
    await closed(writer)
    return line.strip()


async def cut(reader: asyncio.StreamReader, within: float = 30) -> bool:
    """Whether the server ends the connection in `within` seconds."""
    try:
        await asyncio.wait_for(reader.read(), within)
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True
    return True


async def test_2000_half_sent_requests_keep_nobody_out():
    with many_files():
        async with serving(Gate(most=300)) as port:
            strangers = []
            for at in range(2000):
                strangers.append(await opened(port, HALF))
                if at % 250 == 249:
                    assert await answered(port) == b"HTTP/1.1 200 OK"
            for _, writer in strangers:
                await closed(writer)


async def test_one_who_has_asked_is_not_closed_for_those_who_have_not():
    async with serving(Gate(most=3)) as port:
        reader, writer = await opened(port, WHOLE.replace(b"Connection: close\r\n", b""))
        assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
        strangers = [await opened(port, HALF) for _ in range(10)]
        with suppress(ConnectionResetError):
            assert await asyncio.wait_for(strangers[0][0].read(), 30) == b""
        writer.write(WHOLE)
        await writer.drain()
        assert (await reader.read()).count(b"HTTP/1.1 200 OK") == 1
        for stranger in (writer, *(writer for _, writer in strangers)):
            await closed(stranger)


@pytest.mark.parametrize("said", [b"", HALF, b"POST /t/x/do HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab"])
async def test_what_is_never_finished_is_closed(said):
    async with serving(Gate(most=9, patience=Patience(head=0.05, body=0.05))) as port:
        reader, writer = await opened(port, said)
        assert await cut(reader)
        await closed(writer)


async def test_what_is_asked_in_time_stays_open():
    async with serving(Gate(most=9, patience=Patience(head=30, body=30))) as port:
        reader, writer = await opened(port, HALF)
        assert not await cut(reader, within=0.5)
        await closed(writer)


class Line:
    """A connection as the gate knows it."""

    def __init__(self) -> None:
        self.transport = self
        self.open = True

    def abort(self) -> None:
        self.open = False


def lines_of(count: int) -> list[Any]:
    return [Line() for _ in range(count)]


def test_one_address_takes_its_own_places_only():
    gate, lines = Gate(most=100, each=2), lines_of(4)
    assert all(gate.enter(line, "192.0.2.1") for line in lines[:3])
    assert [line.open for line in lines] == [False, True, True, True]
    for line in lines[1:3]:
        gate.asked(line)
    assert not gate.enter(lines[3], "192.0.2.1")
    assert gate.enter(lines[3], "192.0.2.2")


def test_a_proxy_on_this_machine_speaks_for_many():
    gate, lines = Gate(most=100, each=2), lines_of(9)
    for line in lines:
        assert gate.enter(line, "127.0.0.1")
    assert all(line.open for line in lines)


def test_there_is_room_below_the_limit_on_open_files():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        room = room_for_connections()
        assert 16 <= room < resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


async def test_when_files_run_out_the_house_pauses_and_says_so_once():
    said, heard = list[str](), asyncio.Event()

    def say(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        said.append(context["message"])
        heard.set()

    asyncio.get_running_loop().set_exception_handler(say)
    async with serving(Gate(most=9)) as port:
        friend = socket.create_connection(("127.0.0.1", port))
        friend.setblocking(False)
        with no_more_files():
            await asyncio.wait_for(heard.wait(), 30)
        reader, writer = await asyncio.open_connection(sock=friend)
        writer.write(WHOLE)
        assert await asyncio.wait_for(reader.readline(), 30) == b"HTTP/1.1 200 OK\r\n"
        await closed(writer)
    assert said == ["socket.accept() out of system resource"]


def test_the_same_trouble_is_told_once_a_minute(capsys):
    now = [0.0]
    quiet, loop = Quiet(lambda: now[0]), asyncio.new_event_loop()
    for now[0] in (0.0, 1.0, 59.0, 60.0):
        quiet(loop, {"message": "socket.accept() out of system resource", "exception": OSError(24, "Too many files")})
    loop.close()
    assert capsys.readouterr().err.count("socket.accept()") == 2

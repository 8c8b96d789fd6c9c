"""What `moot serve` listens on."""

from __future__ import annotations

import asyncio
import socket

import pytest

from moot.cli.place import ServingPlace

pytestmark = pytest.mark.anyio


async def test_small_writes_are_sent_at_once():
    """Else each event waits for the answer to the one before, and people 40 ms for what is there."""
    nodelay: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nodelay.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    with ServingPlace(port=0).bound() as listener:
        async with await asyncio.start_server(met, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            assert await nodelay
            writer.close()
            await writer.wait_closed()

"""One kept connection to a server, by which requests go one after the other: little work for whoever asks."""

from __future__ import annotations

import asyncio
from contextlib import suppress

LOST = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError)
"""What is raised when the server closes the connection."""


class Line:
    """A connection from `address`, as a web server in front would say; opened anew whenever the server closes it."""

    def __init__(self, port: int, address: str) -> None:
        self._port = port
        self._address = address
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> int:
        """Ask and read the answer to its end. Gives the status; 0 if there was none."""
        said = {"Host": "127.0.0.1", "X-Forwarded-For": self._address, **headers}
        if body or method == "POST":
            said["Content-Length"] = str(len(body))
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in said.items())
        try:
            if self._ends is None:
                self._ends = await asyncio.open_connection("127.0.0.1", self._port)
            reader, writer = self._ends
            writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            await writer.drain()
            return await _answered(reader)
        except LOST:
            await self.close()
            return 0

    async def close(self) -> None:
        """Hang up."""
        if self._ends is not None:
            self._ends[1].close()
            with suppress(OSError):
                await self._ends[1].wait_closed()
            self._ends = None


async def _answered(reader: asyncio.StreamReader) -> int:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    length = next((line for line in head.lower().split("\r\n") if line.startswith("content-length:")), "")
    if length:
        await reader.readexactly(int(length.partition(":")[2]))
    elif "transfer-encoding: chunked" in head.lower():
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    return int(head.split(" ", 2)[1])

"""Connections of the server: how many there may be, and how long one may take to send its request.

A connection that has sent no whole request yet is *pending*. It has `Patience.head` seconds for the head of a request
and `Patience.body` for the rest. When there are as many as there may be, in all or from one address, the connection
that has been pending longest is closed to make room; if none is pending, the newcomer is.
"""

from __future__ import annotations

import asyncio
import ipaddress
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

BACKLOG = 512
"""Connections that the system may accept in one go, before any of them is looked at."""

RESERVE = 256
"""Open files that are kept for the log, the pages and whatever else is no connection."""

MOST = 8192
"""Connections in all, where the system allows that many open files."""


class Patience(msgspec.Struct, frozen=True):
    """Seconds for the head of a request, and for its body once the head is there."""

    head: float = 15.0
    body: float = 60.0


class Gate:
    """The connections that are open now. `most` in all; `each` from one address, but for this machine's own.

    A reverse proxy on this machine speaks for everybody, so loopback addresses have no limit of their own.
    """

    def __init__(self, most: int, each: int = 512, patience: Patience | None = None) -> None:
        self.most = most
        self.each = each
        self.patience = patience or Patience()
        self._pending: dict[GuardedProtocol, None] = {}
        self._addresses: dict[GuardedProtocol, str] = {}
        self._of: Counter[str] = Counter()

    def enter(self, connection: GuardedProtocol, address: str) -> bool:
        """Take a new connection in, which makes room by closing another if it must. False if there is no room."""
        if self._is_full(address) and not self._make_room(address):
            return False
        if len(self._addresses) >= self.most and not self._make_room(""):
            return False
        self._addresses[connection] = address
        self._of[address] += 1
        self._pending[connection] = None
        return True

    def leave(self, connection: GuardedProtocol) -> None:
        """Forget a connection that is closed, or about to be."""
        self._pending.pop(connection, None)
        if (address := self._addresses.pop(connection, None)) is not None:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]

    def waits(self, connection: GuardedProtocol) -> None:
        """Note that a connection has begun another request."""
        if connection in self._addresses:
            self._pending[connection] = None

    def asked(self, connection: GuardedProtocol) -> None:
        """Note that a connection has sent a whole request."""
        self._pending.pop(connection, None)

    def _is_full(self, address: str) -> bool:
        return self._of[address] >= self.each and not _is_loopback(address)

    def _make_room(self, address: str) -> bool:
        """Close the connection that has been pending longest, of one address or (empty) of any. False if none is."""
        for connection in self._pending:
            if not address or self._addresses[connection] == address:
                self.leave(connection)
                connection.transport.abort()
                return True
        return False


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True  # a Unix socket has no address


class GuardedProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol, with a gate before it and a time limit on every request."""

    def __init__(self, gate: Gate, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._gate = gate
        self._clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first request, if there is room."""
        super().connection_made(cast(asyncio.Transport, transport))
        if self._gate.enter(self, self.client[0] if self.client else ""):
            self._wait(self._gate.patience.head)
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for others."""
        self._stop_clock()
        self._gate.leave(self)
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Begin to wait for the head of a request."""
        super().on_message_begin()
        self._gate.waits(self)
        self._wait(self._gate.patience.head)

    def on_headers_complete(self) -> None:
        """Begin to wait for the body."""
        self._wait(self._gate.patience.body)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Wait no longer: the request is whole."""
        self._stop_clock()
        self._gate.asked(self)
        super().on_message_complete()

    def _wait(self, seconds: float) -> None:
        self._stop_clock()
        self._clock = self.loop.call_later(seconds, self._late)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _late(self) -> None:
        self._gate.leave(self)
        self.transport.abort()


def guarded(gate: Gate) -> Any:
    """What makes the protocol of each connection, for uvicorn's `http`: that takes a class, and calls it."""

    def make(*args: Any, **options: Any) -> GuardedProtocol:
        return GuardedProtocol(gate, *args, **options)

    return make


def room_for_connections() -> int:
    """Raise the limit on open files as far as this process may, and say how many connections fit below it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + BACKLOG + RESERVE
    limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
        soft = limit
    have = wanted if soft == resource.RLIM_INFINITY else soft
    return max(16, min(MOST, have - BACKLOG - RESERVE))


class Quiet:
    """The event loop's last resort for errors: one line a minute for each kind, however often it happens."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._said: dict[str, float] = {}

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Say in one line what went wrong, unless the same was said within the last minute."""
        what, now = str(context.get("message") or "something went wrong"), self._now()
        if now >= self._said.get(what, now):
            self._said[what] = now + 60.0
            error = context.get("exception")
            sys.stderr.write(f"moot: {what}{f' ({error})' if error else ''}\n")

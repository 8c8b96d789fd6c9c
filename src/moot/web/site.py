"""What every route shares: the shelf of tables, the page maker, the limits, and where the site is found."""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, cast
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.types import Scope

from moot.core import Refused
from moot.table import Shelf, Table
from moot.web.journal import Journals
from moot.web.keepsakes import Keepsakes
from moot.web.limits import Buckets, Limits, TooFast
from moot.web.pages import Pages
from moot.web.panels import Screens

_PROXIED = {b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip"}


@dataclass
class Site:
    """One running site. `boot` changes with each start: ids of stream events begin with it."""

    shelf: Shelf
    base_url: str | None = None
    limits: Limits = field(default_factory=Limits)
    lists: bool = True
    boot: str = field(default_factory=lambda: secrets.token_hex(4))
    streams: dict[str, int] = field(default_factory=dict[str, int])

    def __post_init__(self) -> None:
        self.pages = Pages()
        self.journals = Journals(self.pages)
        self.screens = Screens(self.pages, self.journals)
        self.by_seat = Buckets(self.limits.seat)
        self.by_address = Buckets(self.limits.address)
        self.at_door = Buckets(self.limits.door)
        self.keepsakes = Keepsakes(self.by_seat)

    def base(self, scope: Scope) -> str:
        """Where this site is found, without a slash at the end: as configured, or as this request found it."""
        if self.base_url:
            return self.base_url.rstrip("/")
        return f"{scope['scheme']}://{host(scope)}"

    async def table(self, scope: Scope, id_: str) -> Table:
        """The table called `id_`. Raises Refused if there is none, TooFast for who tries many."""
        try:
            return await self.shelf.find(id_)
        except Refused:
            self.at_door.take(address(scope))
            raise

    @contextmanager
    def streaming(self, key: str) -> Iterator[None]:
        """Count a stream of the seat `key` while it runs. Raises TooFast when that seat has too many."""
        if self.streams.get(key, 0) >= self.limits.streams:
            raise TooFast(30)
        self.streams[key] = self.streams.get(key, 0) + 1
        try:
            yield
        finally:
            self.streams[key] -= 1
            if not self.streams[key]:
                del self.streams[key]

    def local(self, scope: Scope) -> bool:
        """Whether this request comes from the very machine, by no proxy and under no public name."""
        names = {name for name, _ in scope["headers"]}
        straight = not names & _PROXIED and scope["http_version"] != "1.0"
        return straight and _loopback(address(scope)) and _loopback(_hostname(host(scope)))


def site_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Site:
    """The site that a request came to."""
    return cast(Site, connection.app.state["site"])


def host(scope: Scope) -> str:
    """The request's Host header, or nothing."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")


def address(scope: Scope) -> str:
    """The address a request came from; IPv6 by its network, since one household has a whole one."""
    client = scope.get("client")
    return _network(client[0]) if client else "unknown"


@lru_cache(4096)
def _network(given: str) -> str:
    try:
        found = ipaddress.ip_address(given)
    except ValueError:
        return given
    if isinstance(found, ipaddress.IPv6Address) and not found.is_loopback:
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return given


def _hostname(place: str) -> str:
    try:
        return urlsplit(f"//{place}").hostname or ""
    except ValueError:
        return ""


def _loopback(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False

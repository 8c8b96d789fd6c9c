"""What every route shares: the shelf of tables, the page maker, the limits, and where the site is found."""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, cast
from weakref import WeakValueDictionary

from litestar.connection import ASGIConnection
from litestar.types import Scope

from moot.core import Refused
from moot.table import Shelf, Table, TableCard
from moot.table.state import Openers
from moot.web.addresses import hostname, is_loopback
from moot.web.journal import Journals
from moot.web.keepsakes import Keepsakes
from moot.web.limits import Buckets, Limits, TooFast
from moot.web.openings import Openings
from moot.web.pages import Pages
from moot.web.palette import HeardWords
from moot.web.panels import Screens
from moot.web.trials import Trials

_PROXIED = {b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip"}

SITE = "site"
"""What the site is called in the state of a request's scope."""
FOR_A_TOKEN = 4096
"""Bytes in the body of a command that one token pays for."""
MOST_TOKENS = 45
"""What the longest one costs, and one that does not say how long it is."""


@dataclass
class Site:
    """One running site. `boot` changes with each start: ids of stream events begin with it. `lines` has what is open on
    each page with a stream, by the name that the stream gave it; `proxy_told`, whether the host was told that a web
    server in front of it is set up wrongly.

    `open_by` says who may open tables; `open_code` is in the link for it.
    """

    shelf: Shelf
    base_url: str | None = None
    limits: Limits = field(default_factory=Limits)
    lists: bool = True
    open_by: Openers = "anyone"
    open_code: str = ""
    boot: str = field(default_factory=lambda: secrets.token_hex(4))
    streams: dict[str, int] = field(default_factory=dict[str, int])
    proxy_told: bool = False

    def __post_init__(self) -> None:
        self.pages = Pages()
        self.journals = Journals(self.pages)
        self.screens = Screens(self.pages, self.journals)
        self.by_seat = Buckets(self.limits.seat)
        self.by_address = Buckets(self.limits.address)
        self.at_door = Buckets(self.limits.door)
        self.reading = Buckets(self.limits.reading)
        self.keepsakes = Keepsakes(self.by_seat)
        self.trials = Trials(self.limits.tries)
        self.told = HeardWords()
        self.lines: WeakValueDictionary[str, Openings] = WeakValueDictionary()

    def base(self, scope: Scope) -> str:
        """Where this site is found, without a slash at the end: as configured, or as this request found it."""
        if self.base_url:
            return self.base_url.rstrip("/")
        return f"{scope['scheme']}://{host(scope)}"

    async def table(self, scope: Scope, id_: str) -> Table:
        """The table called `id_`. Raises Refused if there is none, TooFast for those who try many."""
        try:
            return await self.find(id_)
        except Refused:
            self.charge_door(scope)
            raise

    async def find(self, id_: str) -> Table:
        """The table called `id_`, to try or to keep. Raises Refused if there is none, Corrupt for a damaged log."""
        return self.trials.find(id_) or await self.shelf.find(id_)

    def card_for(self, id_: str, fingerprint: str) -> TableCard | None:
        """The card of a table, for the holder of a key with this fingerprint."""
        return self.trials.card(id_, fingerprint) or self.shelf.card_for(id_, fingerprint)

    def charge_door(self, scope: Scope, tokens: float = 1) -> None:
        """Take from this address what a knock costs, or a wrong link, so that nobody finds one by trying. Raises
        TooFast."""
        self.at_door.take(address(scope), tokens)

    def charge(self, scope: Scope, seat: str) -> None:
        """Take from `seat` (table and seat) what its command costs, by the length of its body. Raises TooFast."""
        self.by_seat.take(seat, cost(scope))

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
        """Whether this request comes from this very machine, without a proxy or a public name. The machine's address on
        its network counts as well, if the request came to that.
        """
        names = {name for name, _ in scope["headers"]}
        if names & _PROXIED or scope["http_version"] == "1.0":
            return False
        client, server, named = scope.get("client"), scope.get("server"), hostname(host(scope))
        if client is None:
            return False
        by_loopback = is_loopback(client[0]) and is_loopback(named)
        return by_loopback or (server is not None and client[0] == server[0] == named)


def site_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Site:
    """The site that a request came to."""
    return site_in(connection.scope)


def site_in(scope: Scope) -> Site:
    """The site that a request with this scope came to."""
    return cast(Site, scope["state"][SITE])


def host(scope: Scope) -> str:
    """The request's Host header, or nothing."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")


def cost(scope: Scope) -> int:
    """The tokens that a command costs, by the length of its body."""
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
    return min(MOST_TOKENS, 1 + int(length) // FOR_A_TOKEN) if length.isdigit() and len(length) < 10 else MOST_TOKENS


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

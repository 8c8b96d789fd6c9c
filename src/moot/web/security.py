"""Keeps other sites out: headers on every answer, and unsafe requests only from our own pages."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from litestar.config.compression import CompressionConfig
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from moot.core import Refused
from moot.core.files import LONGEST_FILE
from moot.web.site import address, host, site_in

LARGEST_BODY = 64 * 1024
"""Bytes in the body of a request."""

LARGEST_COMMAND = LARGEST_BODY + 12 * LONGEST_FILE
"""Bytes in the body of a command, which may bring a file: a form spells one letter in twelve, if it comes to that."""

OURS = ("/static/", "/svg/")
"""How the addresses of our own files begin."""

COMPRESSED = CompressionConfig(
    backend="gzip", gzip_compress_level=6, minimum_size=1000, exclude=["^/t/", "^/api/tables", r"\.woff2$"]
)
"""What is the same for everybody is compressed. On a table's pages and in its answers others' words stand beside what a
seat hides: how well the two compress together would tell, through TLS, how alike they are (BREACH)."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
"""No script and no style but our own files; no frames; forms go nowhere else."""

_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)

_HOST = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
"""What a Host header may be: a name or an address, and perhaps a port (RFC 9110, 7.2)."""

_OPENER = (b"cross-origin-opener-policy", b"same-origin")
"""Over plain http browsers ignore it and complain."""


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the security headers on every answer, errors included."""
    if message["type"] == "http.response.start":
        given = list(message["headers"])
        names = {name for name, _ in given}
        given.extend(_HEADERS)
        if scope["scheme"] == "https":
            given.append(_OPENER)
        if b"cache-control" not in names:
            given.append((b"cache-control", _keeping(scope["path"]) if message["status"] == 200 else b"no-store"))
        message["headers"] = given


def _keeping(path: str) -> bytes:
    """How long an answer may be cached: files that change get a new address, everything else is asked for again."""
    lasts = path.startswith(OURS) or (path.startswith("/games/") and path.endswith("/theme.css"))
    return b"public, max-age=31536000, immutable" if lasts else b"no-store"


class NamedHost:
    """An ASGI application in front of `app` that answers 400 where the Host header is not `host` or `host:port`. Code
    that makes links or compares origins can then trust its form.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or _HOST.fullmatch(host(scope)):
            await self._app(scope, receive, send)
            return
        body = b"This request names no host."
        length = (b"content-length", b"%d" % len(body))
        start: Any = {
            "type": "http.response.start",
            "status": 400,
            "headers": [(b"content-type", b"text/plain; charset=utf-8"), length],
        }
        await add_headers(start, scope)
        await send(start)
        await send({"type": "http.response.body", "body": body, "more_body": False})


class SameOrigin:
    """Middleware: an unsafe request must come from a page of ours, or from no page at all and without cookies."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if "\0" in scope["path"]:
            raise Refused("no-such-page", "There is no such page.")
        if scope["type"] == ScopeType.HTTP:
            if scope["method"] not in _SAFE:
                self._check(scope)
                site_in(scope).by_address.take(address(scope))
            elif not scope["path"].startswith(OURS):
                site_in(scope).reading.take(address(scope))
        await self._app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        fetched = headers.get(b"sec-fetch-site", b"").decode("latin-1")
        origin = headers.get(b"origin", headers.get(b"referer", b"")).decode("latin-1")
        if fetched:
            ours = fetched in ("same-origin", "none")
        elif origin:
            ours = _place(origin) in self._names(scope)
        else:
            ours = b"cookie" not in headers
        if not ours:
            raise Refused("cross-site", "This was sent from another website, so nothing was done.")

    def _names(self, scope: Scope) -> set[str]:
        base_url = site_in(scope).base_url
        configured = urlsplit(base_url).netloc if base_url else ""
        return {name for name in (host(scope), configured) if name}


def _place(url: str) -> str:
    """The host and port of `url`; nothing if it has none."""
    try:
        return urlsplit(url).netloc
    except ValueError:
        return ""

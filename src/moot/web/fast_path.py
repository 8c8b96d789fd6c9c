"""A fast path to a table for a program's commands, the most frequent requests, past the rest of the site.

It does only what succeeds. When anything is wrong with a command (a rule, a limit, a body that cannot be read), the
request goes on to the site unchanged, which finds the same fault and has the words for it. So one place answers for
what goes wrong, and without the fast path only the time would differ.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from moot.core import MootError
from moot.web.admission import let_in
from moot.web.api_types import Asking, Done
from moot.web.auth import bearer_secret
from moot.web.responses import PlainJson
from moot.web.security import LARGEST_BODY, add_headers
from moot.web.site import Site, address, cost
from moot.web.submit import ask

_PATH = re.compile(r"/api/tables/([a-z0-9]+)/commands")
_PAGES = frozenset({b"cookie", b"origin", b"referer", b"sec-fetch-site"})
"""Headers that a page may have sent: whether it was one of ours is for the site to say."""

_decode = msgspec.json.Decoder(Asking).decode
_encode = msgspec.json.Encoder().encode


class FastPath:
    """An ASGI application in front of the `app` that is all of `site`."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        table_id = _table_asked(scope)
        if not table_id:
            await self._app(scope, receive, send)
            return
        first: Any = await receive()
        done = None
        if first["type"] == "http.request" and not first.get("more_body", False):
            done = await self._done(scope, table_id, first.get("body", b""))
        if done is not None:

            async def send_guarded(message: Message) -> None:
                await add_headers(message, scope)
                await send(message)

            await PlainJson(_encode(done))(scope, receive, send_guarded)
            return
        unread = [first]

        async def receive_again() -> Any:
            return unread.pop() if unread else await receive()

        await self._app(scope, receive_again, send)

    async def _done(self, scope: Scope, table_id: str, body: bytes) -> Done | None:
        """The answer to the command; None if anything is wrong with it, and then nothing has changed."""
        site = self._site
        try:
            table = await site.find(table_id)
            seat = let_in(table, table.holder(bearer_secret(scope)))
            asking = _decode(body)
        except (MootError, OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None
        tokens = ((site.by_address, address(scope), 1), (site.by_seat, f"{table_id}:{seat.id}", cost(scope)))
        if not all(buckets.has(key, some) for buckets, key, some in tokens):
            return None
        for buckets, key, some in tokens:
            buckets.take(key, some)
        try:
            receipt = await ask(table, seat, asking.id, asking.command, asking.nonce, asking.faces)
        except Exception as error:
            if not isinstance(error, (MootError, OSError)) and table.did(seat, asking.id):
                raise  # it was done, so the site would not find this fault again
            for buckets, key, some in tokens:
                buckets.give_back(key, some)  # the site takes them again
            return None
        return Done(receipt.heard, receipt.again)


def _table_asked(scope: Scope) -> str:
    """The id of the table that a command is for, if the request is a program's and small; else nothing."""
    if scope["type"] != ScopeType.HTTP or scope["method"] != "POST":
        return ""
    found = _PATH.fullmatch(scope["path"])
    if found is None:
        return ""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"")
    fits = len(length) < 10 and length.isdigit() and int(length) <= LARGEST_BODY
    if not fits or headers.get(b"content-type") != b"application/json" or not _PAGES.isdisjoint(headers):
        return ""
    return found[1]

"""Reads a request to its end before the answer goes out: closing on unread bytes would lose the answer, too."""

from __future__ import annotations

from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

SHORT = 8 * 1024
"""Bytes that come with the head of a request, more or less."""
MOST = 8 * 1024 * 1024
"""Bytes of a body that are waited for; who sends more may miss the answer."""


class WholeBody:
    """An ASGI application around `app` that takes in the rest of a long body, unread, before the answer goes out.

    Otherwise it would be chance behind nginx whether a long request, refused for its sender, gets that refusal or
    nginx's own page.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or not _is_long(scope):
            await self._app(scope, receive, send)
            return
        more, taken = True, 0

        async def receive_counted() -> Any:
            nonlocal more, taken
            message: Any = await receive()
            more = message["type"] == "http.request" and message.get("more_body", False)
            taken += len(message.get("body", b""))
            return message

        async def send_after_all(message: Message) -> None:
            while more and taken < MOST:
                await receive_counted()
            await send(message)

        await self._app(scope, receive_counted, send_after_all)


def _is_long(scope: Scope) -> bool:
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"")
    return b"transfer-encoding" in headers or (length.isdigit() and (len(length) > 9 or int(length) > SHORT))

"""Answers HEAD as GET, without the body (RFC 9110, 9.3.2), which Litestar leaves to each route.

Where an answer says which methods a place takes, HEAD is among them.
"""

from __future__ import annotations

from typing import Any

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send


class HeadRequests:
    """An ASGI application in front of `app`, which never sees a HEAD. Streams end with their headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or scope["method"] != "HEAD":

            async def send_with_head(message: Message) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] = [_with_head(name, value) for name, value in message["headers"]]
                await send(message)

            await self._app(scope, receive, send_with_head)
            return
        answered = False

        async def send_head(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                answered = True

        async def receive_until_answered() -> Any:
            return {"type": "http.disconnect"} if answered else await receive()

        as_get: Any = {**scope, "method": "GET"}
        await self._app(as_get, receive_until_answered, send_head)


def _with_head(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    methods = value.split(b", ") if name == b"allow" else []
    return name, b", ".join([*methods, b"HEAD"]) if b"GET" in methods and b"HEAD" not in methods else value

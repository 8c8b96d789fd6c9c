"""Delays the refusals of those who ask too fast."""

from __future__ import annotations

from asyncio import sleep
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

HELD = 1.0
"""Seconds that such an answer is held back."""


class Tarpit:
    """An ASGI application around `app` that holds back every refusal for going too fast (429).

    Otherwise a flood would get its refusals, which cost a little each, as fast as it can ask.
    """

    def __init__(self, app: ASGIApp, seconds: float = HELD) -> None:
        self._app = app
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_slowly(message: Message) -> None:
            begun: Any = message
            if begun["type"] == "http.response.start" and begun["status"] == 429:
                await sleep(self._seconds)
            await send(message)

        await self._app(scope, receive, send_slowly)

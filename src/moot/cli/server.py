"""Runs the site until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

import segno
import uvicorn
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from moot.cli.connections import BACKLOG, Gate, Quiet, guarded, room_for_connections
from moot.cli.errands import DataFolder
from moot.cli.host_socket import answering
from moot.cli.place import ServingPlace
from moot.cli.text import say
from moot.table import Shelf, Store
from moot.web.app import create_app
from moot.web.openers import PARAMETER
from moot.web.tarpit import Tarpit

PATIENCE = 5
"""Seconds for answers under way, once it is time to stop."""

Prepare: TypeAlias = Callable[[Shelf, str], Awaitable[list[str]]]
"""Sets the shelf up before anyone comes, given the link of the site, and says what there is to say."""


class ClosingApp:
    """An application around another one, which tells those who listen for news that the server stops."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.now = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        asked = False

        async def receive_or_close() -> Any:
            nonlocal asked
            if not asked:  # the request itself is there already, or on its way
                message = await receive()
                asked = not message.get("more_body", False)
                return message
            return await self._news(receive)

        await self._app(scope, receive_or_close, send)

    async def _news(self, receive: Receive) -> Any:
        heard, closing = asyncio.ensure_future(receive()), asyncio.ensure_future(self.now.wait())
        try:
            await asyncio.wait((heard, closing), return_when=asyncio.FIRST_COMPLETED)
            return heard.result() if heard.done() else {"type": "http.disconnect"}
        finally:
            heard.cancel()
            closing.cancel()


class Server(uvicorn.Server):
    """uvicorn that stops cleanly: live feeds are ended first, and Ctrl-C is not an error."""

    def __init__(self, config: uvicorn.Config, closing: ClosingApp) -> None:
        super().__init__(config)
        self._closing = closing

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; at once if told twice."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the feeds, then everything."""
        self._closing.now.set()
        await super().shutdown(sockets)


async def serve_store(
    store: Store, place: ServingPlace, *, folder: Path | None = None, prepare: Prepare | None = None
) -> None:
    """Serve the tables of `store` at `place` until a signal comes, then close it. Raises Stop if it cannot listen.

    `folder` is where they are kept, if they are: there the host's other verbs find this Moot.
    """
    shelf = Shelf(store)
    try:
        listener = place.bound()
        with listener:
            port = int(listener.getsockname()[1])
            network = place.network(port)
            found = network or place.here(port)
            data = DataFolder(folder, shelf, store, found) if folder is not None else None
            async with answering(data) if data is not None else nullcontext():
                code = secrets.token_urlsafe(9)
                site = create_app(
                    shelf, base_url=network or None, closes=False, open_by=place.opened_by, open_code=code
                )
                site.site.pages.ready()
                app = ClosingApp(Tarpit(site))
                words = await prepare(shelf, found) if prepare else []
                if place.opened_by == "link":
                    words.append(f"To open tables: {found}/?{PARAMETER}={code}")
                announce(place, port, words)
                quieter_collector()
                quicker_turns()
                logging.getLogger("asyncio").setLevel(logging.ERROR)  # below: a line for each write to a lost reader
                asyncio.get_running_loop().set_exception_handler(Quiet())
                config = uvicorn.Config(
                    app,
                    http=guarded(Gate(room_for_connections())),
                    backlog=BACKLOG,
                    log_level="error",
                    access_log=False,
                    server_header=False,
                    timeout_graceful_shutdown=PATIENCE,
                )
                await Server(config, app).serve([listener])
    finally:
        await shelf.close()


def quieter_collector() -> None:
    """Let the garbage collector of this process look less often at what lives long."""
    # Every full collection walks all tables and streams while nobody is served: at 2,000 streams that alone took p99
    # from 30 to 240 ms. What lives long here stays alive anyway, so it is looked at 100 times less often.
    # What is new is looked at every 700 objects, and what is left of that soon again: else 10,000 and more gather that
    # pages have in hand, and a press waits up to 60 ms while all are walked.
    gc.set_threshold(700, 1, 5000)
    gc.collect()
    gc.freeze()  # and never at what was there before anybody came


def quicker_turns() -> None:
    """Let threads of this process take shorter turns."""
    # While a long file is made in a thread, each step of the event loop waits for that one's turn to end: else 5 ms.
    sys.setswitchinterval(0.001)


def announce(place: ServingPlace, port: int, words: list[str]) -> None:
    """Say where the site is, and how to stop it."""
    here, network = place.here(port), place.network(port)
    say(f"Moot is open at {here}")
    if place.base_url:
        say(f"Others find it at {network}")
    elif network and network != here:
        say(f"On this network: {network}")
    elif place.lan:
        say("This machine is on no network, so nobody else can reach it.")
    say(*words)
    if network and place.qr and sys.stdout.isatty():
        say("")
        segno.make(network, micro=False).terminal(compact=True)
    say("Ctrl-C stops it.")
    sys.stdout.flush()
    if place.open:
        import webbrowser

        webbrowser.open(network or here)


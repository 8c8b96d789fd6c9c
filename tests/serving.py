"""The site on a real port of this machine, for tests that need a network."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any, Self, TypeVar

import uvicorn
from tests import toy

from moot.store.sqlite import SqliteStore
from moot.table import Shelf
from moot.web import create_app

T = TypeVar("T")


class Server:
    """The site in a thread, on a free port of this machine, with a SQLite shelf of its own."""

    def __init__(self, folder: Path, **options: Any) -> None:
        toy.install()
        self.folder = folder
        self.options = options
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, port: int = 0) -> None:
        """Serve; on `port`, if this is not the first time."""
        self.shelf = Shelf(SqliteStore(self.folder / "moot.db"))
        self.app = create_app(self.shelf, **self.options)
        config = uvicorn.Config(
            self.app, host="127.0.0.1", port=port, log_level="critical", timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        while not self._server.started:
            if not self._thread.is_alive():
                raise RuntimeError("the server did not start")
            time.sleep(0.01)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def _serve(self) -> None:
        with closing(self._loop):
            self._loop.run_until_complete(self._server.serve())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What `work` comes to, done where the site itself works."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def stop(self) -> None:
        """Stop, letting go of the shelf."""
        self._server.should_exit = True
        self._thread.join(10)

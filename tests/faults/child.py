"""`moot serve` as a process of its own, which can be killed without harm to the tests.

It is forked from one that has imported everything already, and so takes a tenth of a second; tests/test_cli.py starts
the program itself.
"""

from __future__ import annotations

import multiprocessing
import os
import select
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Self

from moot.cli import main

PATIENCE = 30
"""Seconds that a busy machine may take to start or to end a process."""

_forking = multiprocessing.get_context("forkserver")
_forking.set_forkserver_preload(["tests.faults.warm"])


def _serve(argv: list[str], out: Connection, err: Connection) -> None:
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    sys.exit(main(argv))


class Served:
    """A process with `moot serve` for `folder`, and the ends of what it says."""

    def __init__(self, folder: Path, port: int, *options: str) -> None:
        self.out, out = _forking.Pipe(duplex=False)
        self.err, err = _forking.Pipe(duplex=False)
        argv = ["serve", "--data", str(folder), "--port", str(port), "--no-qr", *options]
        self.process = _forking.Process(target=_serve, args=(argv, out, err), daemon=True)
        with out, err:
            self.process.start()

    def line(self) -> str:
        """The first line that it says; nothing if it ends before."""
        said, more = b"", b"-"
        while b"\n" not in said and more:
            ready, _, _ = select.select([self.out], [], [], PATIENCE)
            more = os.read(self.out.fileno(), 65536) if ready else b""
            said += more
        return said.partition(b"\n")[0].decode()

    def ended(self) -> tuple[int | None, str, str]:
        """Wait for its end: the exit code, and what more it said."""
        with self.out, self.err:
            said = [_rest(end) for end in (self.out, self.err)]
        self.process.join(PATIENCE)
        return self.process.exitcode, said[0], said[1]


def _rest(end: Connection) -> str:
    said = b""
    while more := os.read(end.fileno(), 65536):
        said += more
    return said.decode()


class Child:
    """A served data folder. `link` is where it is found; `table` and `secret` are a seat there, if somebody has one."""

    table = ""
    secret = ""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.port = 0
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Serve, on the same port as the last time; comes back when it listens."""
        self._served = Served(self.folder, self.port, *self.options)
        self.process = self._served.process
        said = self._served.line()
        if not said:
            self.kill()
            raise RuntimeError(f"moot serve did not start: {self.errors}")
        self.link = said.split()[-1]
        self.port = int(self.link.rpartition(":")[2])

    @property
    def pid(self) -> int:
        """The process."""
        assert self.process.pid is not None
        return self.process.pid

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if not self._served.out.closed:
            self.process.kill()
            _, _, self.errors = self._served.ended()


def ends(folder: Path, port: int = 0) -> tuple[int | None, str]:
    """The exit code of a `moot serve` that cannot start, and what it says."""
    code, said, errors = Served(folder, port).ended()
    assert not said
    return code, errors

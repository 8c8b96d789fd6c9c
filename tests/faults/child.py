"""`moot serve` as a process of its own, which can be killed without harm to the tests."""

from __future__ import annotations

import select
import subprocess
import sys
from pathlib import Path
from typing import Self

PROGRAM = "import sys; from moot.cli import main; sys.exit(main(sys.argv[1:]))"
PATIENCE = 30
"""Seconds that a busy machine may take to start or to end a process."""


def argv(folder: Path, port: int = 0) -> list[str]:
    """The command line that serves `folder`."""
    return [sys.executable, "-c", PROGRAM, "serve", "--data", str(folder), "--port", str(port), "--no-qr"]


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
        self.process = subprocess.Popen(
            [*argv(self.folder, self.port), *self.options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        said = self.process.stdout.readline() if ready else ""
        if not said:
            self.kill()
            raise RuntimeError(f"moot serve did not start: {self.errors}")
        self.link = said.split()[-1]
        self.port = int(self.link.rpartition(":")[2])

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.kill()
        _, self.errors = self.process.communicate(timeout=PATIENCE)


def ends(folder: Path, port: int = 0) -> tuple[int, str]:
    """The exit code of a `moot serve` that cannot start, and what it says."""
    done = subprocess.run(argv(folder, port), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert not done.stdout
    return done.returncode, done.stderr

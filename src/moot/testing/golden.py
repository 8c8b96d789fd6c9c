"""Golden logs: tables played once and kept, so that old logs replay for ever."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any

from moot.core import Game
from moot.store.memory import MemoryStore
from moot.table import Asked, Shelf
from moot.table.logfile import whole, write
from moot.table.script import Script, Step, perform
from moot.table.verify import verify
from moot.testing.fault import Spot

BEGUN = 1_700_000_000_000
"""When every golden table was opened: Unix time in milliseconds."""
PAUSE = 1_000
"""Milliseconds between two looks at a golden table's clock."""


def golden_logs(game: Game[Any]) -> tuple[Path, ...]:
    """The golden logs that lie with a game: `tests/golden/*.jsonl` in its package. Wheels may lack them."""
    return _golden(game, "*.jsonl")


def older_logs(game: Game[Any]) -> tuple[Path, ...]:
    """Logs that older versions of the game wrote: `tests/golden/VERSION/*.jsonl` in its package."""
    return _golden(game, "*/*.jsonl")


def golden_scripts(game: Game[Any]) -> tuple[Path, ...]:
    """The scripts of golden logs: `tests/golden/*.toml`. `python -m moot.testing GAME` records them all."""
    return _golden(game, "*.toml")


def _golden(game: Game[Any], pattern: str) -> tuple[Path, ...]:
    folder = Path(str(files(game.package))) / "tests" / "golden"
    return tuple(sorted(folder.glob(pattern)))


def check_golden(game: Game[Any], logs: Iterable[Path] | None = None) -> None:
    """Raise Fault unless there is a golden log and each still follows, entry by entry, by the rules as they are now.

    `logs` are looked for with the game (see `golden_logs`) if none are given. The game must be installed, or announced
    otherwise under its entry point: its logs know it by name.
    """
    spot = Spot(game.name)
    found = golden_logs(game) if logs is None else tuple(logs)
    if not found:
        raise spot.fault("it has no golden log: play one with record_golden() into tests/golden/ of its package")
    for path in found:
        with spot.during(f"reading {path}"):
            report = verify(path.read_bytes().splitlines(keepends=True))
        if report.game not in ("", game.name):
            raise spot.fault(f"{path} is a log of {report.game}")
        if report.fault is not None or report.changed or report.decided != report.entries:
            raise spot.fault(f"{path} does not follow any more: {report.summary()}")


def check_older(game: Game[Any]) -> None:
    """Raise Fault unless every log of an older version is read whole; today's rules may decide otherwise."""
    spot = Spot(game.name)
    for path in older_logs(game):
        lines = path.read_bytes().splitlines(keepends=True)
        with spot.during(f"reading {path}"):
            report = verify(lines)
        if report.fault is not None or report.entries != len(lines) - 1:
            raise spot.fault(f"{path} cannot be read any more: {report.summary()}")


def record_golden(path: Path, game: Game[Any], script: Script) -> None:
    """Play `script` at a table of `game` and keep its log at `path`, to be checked for ever after.

    Clock and sealed dice are fixed, so the same script under the same rules gives the same file, byte for byte; the
    dice are opened at the end, so that a checker rolls every one again. Raises Refused, with the step, for what is not
    allowed.
    """
    asyncio.run(_record(path, game, script))


async def _record(path: Path, game: Game[Any], script: Script) -> None:
    shelf = Shelf(MemoryStore(), now=_ticking(), entropy=_dealing(f"{game.name}: {script.title}"))
    table, keys = await perform(shelf, game.name, script)
    guide = table.holder(keys[script.seats[0].name].secret)
    await table.ask(guide, Asked(id="the-end", command={"do": "reveal-dice"}))
    write(path, *whole(table.id, table.ledger))


def _ticking() -> Callable[[], int]:
    looks = iter(range(BEGUN, BEGUN + 10**12, PAUSE))
    return lambda: next(looks)


def _dealing(name: str) -> Callable[[int], bytes]:
    """Bytes that look random and are the same every time."""
    dealt = iter(range(2**32))
    return lambda count: hashlib.shake_256(f"{name} {next(dealt)}".encode()).digest(count)


__all__ = [
    "Script", "Step", "check_golden", "check_older", "golden_logs", "golden_scripts", "older_logs", "record_golden",
]

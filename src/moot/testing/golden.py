"""Golden logs: tables played once and kept, so that old logs replay for ever."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from moot.core import Game, Line
from moot.store.memory import MemoryStore
from moot.table import Asked, Entry, Ledger, Shelf
from moot.table.logfile import fold, read, whole, write
from moot.table.script import Script, Step, perform
from moot.table.story import journal
from moot.table.verify import verify
from moot.testing.fault import Spot

BEGUN = 1_700_000_000_000
"""When every golden table was opened: Unix time in milliseconds."""
PAUSE = 1_000
"""Milliseconds between two looks at a golden table's clock."""


def golden_logs(game: Game[Any]) -> tuple[Path, ...]:
    """The golden logs that lie with a game: `tests/golden/*.jsonl` in its package. Wheels may lack them."""
    return _golden(game, "*.jsonl")


def golden_tables(game: Game[Any], states: int) -> Iterator[Ledger]:
    """The tables of golden logs, each at about so many points, as far apart as can be.

    A log has one ledger, which goes on: look at it before you ask for the next. Raises TypeError for a seat's copy.
    """
    for path in golden_logs(game):
        ledger, (_, records) = Ledger(), read(path)
        for number, record in enumerate(records, 1):
            if not isinstance(record, Entry):
                raise TypeError(f"{path} is one seat's copy")
            ledger.take(record)
            if number % -(-len(records) // states) == 0:
                yield ledger


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


def check_older(game: Game[Any], logs: Iterable[Path] | None = None) -> None:
    """Raise Fault unless every log of an older version is read whole, to the journal that lies beside it.

    `logs` are looked for with the game (see `older_logs`) if none are given. Today's rules may decide differently, and
    lines may cite other rules than they did (see `record_journal`).
    """
    spot = Spot(game.name)
    for path in older_logs(game) if logs is None else logs:
        lines = path.read_bytes().splitlines(keepends=True)
        with spot.during(f"reading {path}"):
            report = verify(lines)
        if report.fault is not None or report.entries != len(lines) - 1:
            raise spot.fault(f"{path} cannot be read any more: {report.summary()}")
        with spot.during(f"telling the journal of {path}"):
            # Whether an apostrophe is straight is typography: sentences that were kept have both.
            kept = _kept_journal(path).read_text(encoding="utf-8").replace("’", "'").splitlines()
            told = [line.replace("’", "'") for line in _journal(path)]
        if kept != told:
            first = next((n for n, (one, other) in enumerate(zip(kept, told, strict=False)) if one != other), len(kept))
            now = told[first] if first < len(told) else "no such line"
            raise spot.fault(f"{_kept_journal(path)}, line {first + 1}, is told otherwise now: {now}")


def record_journal(log: Path) -> None:
    """Write what each seat reads of `log` beside it, as `NAME.journal`, before the log goes to `tests/golden/VERSION/`.

    A line of the file is JSON: an entry, some seats, and the journal's lines for them, without rules and cards.
    """
    _kept_journal(log).write_text("".join(f"{line}\n" for line in _journal(log)), encoding="utf-8")


def _kept_journal(log: Path) -> Path:
    return log.with_suffix(".journal")


def _journal(log: Path) -> Iterator[str]:
    ledger = fold(read(log)[1])
    found: dict[int, dict[str, list[str]]] = {}
    for chair in ledger.table.chairs.values():
        for folded, lines in journal(ledger, chair.seat):
            words = json.dumps([_said(line) for line in lines], ensure_ascii=False)
            found.setdefault(folded.entry.seq, {}).setdefault(words, []).append(chair.seat.id)
    for seq, heard in sorted(found.items()):
        for words, seats in heard.items():
            yield f'{{"entry": {seq}, "seats": {json.dumps(seats)}, "lines": {words}}}'


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


def _said(line: Line) -> dict[str, Any]:
    plain = msgspec.to_builtins(line)
    for throw in plain["throws"]:
        for later in ("seat", "sums"):  # journals that were kept before throws had them are to read the same
            if not throw[later]:
                del throw[later]
    return {name: part for name, part in plain.items() if part and name not in ("rules", "facts", "frame")}


def _ticking() -> Callable[[], int]:
    looks = iter(range(BEGUN, BEGUN + 10**12, PAUSE))
    return lambda: next(looks)


def _dealing(name: str) -> Callable[[int], bytes]:
    """Bytes that look random and are the same every time."""
    dealt = iter(range(2**32))
    return lambda count: hashlib.shake_256(f"{name} {next(dealt)}".encode()).digest(count)


__all__ = [
    "Script", "Step", "check_golden", "check_older", "golden_logs", "golden_scripts", "older_logs", "record_golden",
    "record_journal",
]

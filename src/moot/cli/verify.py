"""`moot verify LOG`: is it as it was written, and were the dice fair?"""

from __future__ import annotations

from pathlib import Path

import msgspec

from moot.cli.exits import Exit
from moot.cli.text import say, say_json
from moot.table.logfile import read_records
from moot.table.report import LogFault, Report
from moot.table.verify import parted, verify as check


def verify(log: Path, other: Path | None = None, /, *, json: bool = False) -> int:
    """Check a log, offline: its chain, its dice, its rules.

    Parameters
    ----------
    log
        A log that `moot export` or a table's page gave.
    other
        Another copy of it, somebody else's perhaps: do the two tell the same?
    json
        The whole report as JSON.
    """
    raw = log.read_bytes().splitlines(keepends=True)
    report = check(raw)
    if report.fault is None and other is not None:
        report = _held_against(report, raw, other)
    if json:
        say_json(report)
    else:
        say(report.summary())
    if report.fault is not None:
        return Exit.NO
    return Exit.FINE if report.good and not report.changed else Exit.OLDER


def _held_against(report: Report, raw: list[bytes], other: Path) -> Report:
    theirs = other.read_bytes().splitlines(keepends=True)
    checked = check(theirs)
    if (fault := checked.fault) is not None:
        return msgspec.structs.replace(report, fault=msgspec.structs.replace(fault, what=f"{other}: {fault.what}"))
    at = parted(list(read_records(raw)), list(read_records(theirs)))
    if at:
        fault = LogFault(code="parted", seq=at, what=f"{other} tells something else from here on")
        return msgspec.structs.replace(report, fault=fault)
    note = f"{other} tells the same, as far as both go: {min(report.entries, checked.entries)} entries."
    return msgspec.structs.replace(report, notes=(*report.notes, note))

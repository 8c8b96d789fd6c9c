"""Logs in which deeds were written with every field are checked and told as those that leave out what is as usual."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moot.core import Seat
from moot.games.modos.conflicts import Deed
from moot.table.logfile import Head, fold, lines, read
from moot.table.ports import GENESIS, Entry
from moot.table.report import Report
from moot.table.story import journal
from moot.table.verify import verify

GOLDEN = Path(__file__).parent / "golden" / "toll_bridge.jsonl"
DEEDS = ("deed-declared", "deed-answered")


def spelled_out(event: dict[str, Any]) -> dict[str, Any]:
    """An event of a deed as it was written before deeds left anything out."""
    if event["event"] not in DEEDS:
        return event
    deed = msgspec.convert(event["deed"], Deed | None)
    return {**event, "v": 1, "deed": deed and msgspec.to_builtins(msgspec.structs.asdict(deed))}


def older(**changes: Any) -> tuple[Head, list[Entry]]:
    """The golden log as it would have been written, until its seal is opened (dice fall by what was written before
    them); some fields of its first deed changed."""
    head, records = read(GOLDEN)
    link, made = GENESIS, list[Entry]()
    for entry in entries(records):
        if any(event["event"] == "table.dice-revealed" for event in entry.events):
            break
        events = [spelled_out(event) for event in entry.events]
        for event in events:
            if event["event"] == "deed-declared" and changes:
                event["deed"] |= changes
                changes = {}
        made.append(msgspec.structs.replace(entry, events=tuple(events), link="").linked(link))
        link = bytes.fromhex(made[-1].link)
    return msgspec.structs.replace(head, entries=len(made), link=link.hex()).summed(), made


def entries(records: Iterable[object]) -> Iterator[Entry]:
    return (record for record in records if isinstance(record, Entry))


def checked(log: tuple[Head, list[Entry]]) -> Report:
    return verify(lines(*log))


def test_a_log_with_deeds_spelled_out_follows_and_is_told_as_it_is_now():
    head, made = older()
    report = checked((head, made))
    assert (report.fault, report.changed) == (None, ())
    now, then = fold(read(GOLDEN)[1]), fold(made)
    gil: Seat = next(chair.seat for chair in now.table.chairs.values() if chair.seat.guides)
    told = [said for _, said in journal(then, gil)]
    assert told == [said for _, said in journal(now, gil)][:len(told)]
    assert len(told) > 40


@pytest.mark.parametrize("changes", [{"price": 2}, {"words": "otherwise"}])
def test_a_deed_that_was_altered_in_such_a_log_is_found(changes):
    fault = checked(older(**changes)).fault
    assert fault is not None
    assert fault.name == "deed-declared"


def test_deeds_are_written_without_what_is_as_usual():
    deeds = [event["deed"] for entry in entries(read(GOLDEN)[1]) for event in entry.events if event["event"] in DEEDS]
    assert all(deed is None or "price" not in deed or deed["price"] != 1 for deed in deeds)

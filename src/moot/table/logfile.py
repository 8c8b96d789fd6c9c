"""A table's log as a file: JSON, one object a line, in one spelling only.

    {"moot":"log", ...}      the head: which table, how many entries, the last link, and a sum over itself
    {"seq":1, ...}           an entry, whole
    {"moot":"told", ...}     in one seat's copy: an entry with something hidden, as that seat was told it

With a seat's copy you can still follow the chain of links through what is hidden from you: of such an entry you have
the digest, and the link is made from that.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from moot.core import Corrupt, Refused, Seat
from moot.table.ledger import FoldedEntry, Ledger
from moot.table.ports import GENESIS, Entry
from moot.table.seat_journal import as_it_came, told_of
from moot.table.text_checks import check_words

T = TypeVar("T")

SCHEMA = 1
"""The number of this layout."""

NO_LOG = "This is no log of Moot: those are what “moot export” writes, and begin with {\"moot\":\"log\""
"""What is said of a file that does not even begin as logs do."""

_ID = re.compile("[a-z0-9]{1,32}")

_spell = msgspec.json.Encoder(order="deterministic").encode


class Head(msgspec.Struct, frozen=True, kw_only=True, tag_field="moot", tag="log", forbid_unknown_fields=True):
    """The first line. `seat` is whose copy it is (empty: the whole log), `link` the link of the last entry.

    `sum` is the SHA-256 of this line with an empty `sum`.
    """

    schema: int = SCHEMA
    table: str
    game: str
    title: str
    seat: str = ""
    entries: int
    link: str
    sum: str = ""

    def summed(self) -> Head:
        """This head with its sum."""
        return msgspec.structs.replace(self, sum=_sum(msgspec.structs.replace(self, sum="")))


class ToldEntry(msgspec.Struct, frozen=True, kw_only=True, tag_field="moot", tag="told", forbid_unknown_fields=True):
    """An entry that a seat heard only in part: `heard` are the events as that seat was told them.

    `digest` and `link` are the entry's own. What is in `heard` has no part in them: `sum`, the SHA-256 of this line
    with an empty `sum`, shows damage, but only the maker of the copy vouches for it.
    """

    seq: int
    at: int
    digest: str
    link: str
    heard: tuple[dict[str, Any], ...]
    sum: str = ""

    def summed(self) -> ToldEntry:
        """This line with its sum."""
        return msgspec.structs.replace(self, sum=_sum(msgspec.structs.replace(self, sum="")))


Record: TypeAlias = Entry | ToldEntry


def _sum(line: Head | ToldEntry) -> str:
    return hashlib.sha256(_spell(line)).hexdigest()


# -- making


def whole(table: str, ledger: Ledger) -> tuple[Head, list[Record]]:
    """Everything in the log of `table`."""
    return _head(table, ledger, ""), [folded.entry for folded in ledger.folded]


def copy_for(table: str, ledger: Ledger, seat: Seat) -> tuple[Head, list[Record]]:
    """The log of `table` as `seat` may have it."""
    came = as_it_came(ledger.folded, seat)
    return _head(table, ledger, seat.id), [_as_told(ledger, folded, came) for folded in ledger.folded]


def _head(table: str, ledger: Ledger, seat: str) -> Head:
    state = ledger.table
    link = ledger.link.hex()
    return Head(table=table, game=state.game, title=state.title, seat=seat, entries=ledger.seq, link=link).summed()


def _as_told(ledger: Ledger, folded: FoldedEntry, seat: Seat) -> Record:
    entry = folded.entry
    told = [event for _, event in told_of(ledger.game, folded, seat) if event is not None]
    if told == [happened.event for happened in folded.events] and (entry.seat == seat.id or _all_told(entry)):
        return entry
    heard = tuple(ledger.plain(event) for event in told)
    return ToldEntry(seq=entry.seq, at=entry.at, digest=entry.digest.hex(), link=entry.link, heard=heard).summed()


def _all_told(entry: Entry) -> bool:
    """Whether the events have every word of what was asked: words that were not used stay with their writer."""
    asked = entry.asked.command if entry.asked is not None else {}
    return _words(value for name, value in asked.items() if name != "do") <= _words(entry.events)


def _words(plain: object) -> set[str]:
    """The words in all texts of a JSON value."""
    match plain:
        case str():
            return set(plain.casefold().split())
        case dict():
            return _words((*plain, *plain.values()))
        case Iterable():
            return set().union(*map(_words, plain))
        case _:
            return set()


# -- writing


def lines(head: Head, records: Iterable[Record]) -> Iterator[bytes]:
    """The lines of the file, each with its end."""
    for line in (head, *records):
        yield _spell(line) + b"\n"


def write(path: Path, head: Head, records: Iterable[Record]) -> None:
    """Write the file: all of it or, if the disk refuses (OSError), nothing."""
    write_whole(path, b"".join(lines(head, records)))


def write_whole(path: Path, body: bytes) -> None:
    """Put `body` into `path` in one step, so that nobody ever finds half of it. Raises OSError, naming it."""
    draft = path.parent / f".{path.name}.{secrets.token_hex(4)}"
    try:
        with draft.open("xb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink()
        if isinstance(error, OSError):
            error.filename = str(path)
        raise


# -- reading


def read(path: Path) -> tuple[Head, list[Record]]:
    """Head and records of a file. Raises Corrupt, with the line, if one is not as Moot writes it, and OSError."""
    raw = path.read_bytes().splitlines(keepends=True)
    head = read_head(raw)
    return head, list(read_records(raw))


def fold(records: Iterable[Record], upto: int | None = None) -> Ledger:
    """The table as a log has it, after entry `upto` or at its end.

    Raises Corrupt, with the seq, at an entry that was altered, and Refused for a seat's copy: what is hidden cannot be
    folded.
    """
    ledger = Ledger()
    for record in records:
        if upto is not None and record.seq > upto:
            break
        if isinstance(record, ToldEntry):
            raise Refused("only-a-copy", f"This is one seat's copy and entry {record.seq} is hidden in it.")
        if record.linked(ledger.link).link != record.link:
            raise Corrupt(f"entry {record.seq} was altered", record.seq)
        ledger.take(record)
    return ledger


def read_head(raw: list[bytes]) -> Head:
    """The head of a log. Raises Corrupt if it has none, a newer one, or a damaged one."""
    if not raw:
        raise Corrupt("line 1: the file is empty")
    if not raw[0].lstrip().startswith(b'{"moot"'):
        raise Corrupt(NO_LOG)
    head = _line(raw[0], 1, Head)
    if head.schema != SCHEMA:
        raise Corrupt(f"line 1: this log has layout {head.schema}; this version of Moot reads {SCHEMA}")
    if head.summed() != head:
        raise Corrupt("line 1: the head of the log was altered")
    if not _ID.fullmatch(head.table):
        raise Corrupt("line 1: a table's id is 1 to 32 letters and digits")
    try:
        check_words((head.game, head.title, head.seat))
    except Refused as refused:
        raise Corrupt(f"line 1: {refused.message}") from refused
    return head


def read_records(raw: list[bytes]) -> Iterator[Record]:
    """The records after the head, one by one. Raises Corrupt at the first that is not as Moot writes it."""
    for number, line in enumerate(raw[1:], 2):
        told = line.startswith(b'{"moot":')
        record = _line(line, number, ToldEntry) if told else _line(line, number, Entry)
        if isinstance(record, ToldEntry) and record.summed() != record:
            raise Corrupt(f"line {number}: what is told of entry {record.seq} was altered", record.seq)
        if not _is_hash(record.link) or (isinstance(record, ToldEntry) and not _is_hash(record.digest)):
            raise Corrupt(f"line {number}: the link of entry {record.seq} cannot be read", record.seq)
        yield record


def _line(line: bytes, number: int, kind: type[T]) -> T:
    try:
        found = msgspec.json.decode(line, type=kind)
        spelt = _spell(found)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ArithmeticError) as error:
        raise Corrupt(f"line {number}: {error}") from error
    if spelt + b"\n" != line:
        raise Corrupt(f"line {number}: this is not how Moot writes it")
    return found


def _is_hash(text: str) -> bool:
    try:
        return bytes.fromhex(text).hex() == text and len(text) == 2 * len(GENESIS)
    except ValueError:
        return False

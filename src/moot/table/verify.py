"""Checks a log offline: that it is whole, that no entry was altered, that the dice are the sealed ones, and that all of
it follows by the rules.

The chain shows an altered entry, unless somebody made the whole chain again. Then the dice show it, since each roll
depends on the link before it; and so does deciding every command again, with the luck that the log tells of.

Rules change, though, and then an honest log of an older Moot comes out differently. Where a log says that another
version played it, what today's rules decide differently is told apart from what somebody altered.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from moot import __version__, games
from moot.core import Corrupt, Refused
from moot.core.chance import MOST_SIDES
from moot.table.ledger import Ledger
from moot.table.logfile import Head, Record, ToldEntry, read_head, read_records
from moot.table.ports import GENESIS, Entry
from moot.table.recheck_dice import luck_fault, opened, opening_fault, sealed
from moot.table.recheck_rules import UNFIT, again
from moot.table.report import ByHand, Code, LogFault, Report, Seal, Tally

_VERSION = re.compile(r"[0-9A-Za-z.+!-]{1,64}")

MOST_COUNTED = 100
"""Of what can fall in more ways it is not counted how often each fell."""


def verify(raw: Iterable[bytes]) -> Report:
    """Check a log, given as the lines of its file, and say what was found. Never raises for what is in the log."""
    found = list(raw)
    try:
        head = read_head(found)
    except Corrupt as error:
        return Report(fault=LogFault(code="head", seq=0, what=str(error)))
    records: list[Record] = []
    broken = ""
    try:
        for record in read_records(found):
            records.append(record)  # noqa: PERF402 - those before a bad line are wanted
    except Corrupt as error:
        broken = str(error)
    return _Check(head, records).run(broken)


def parted(first: Sequence[Record], second: Sequence[Record]) -> int:
    """The first entry at which two copies of a log differ; 0 if they agree as far as both go."""
    for one, other in zip(first, second, strict=False):
        if one.link != other.link:
            return one.seq
    return 0


class _Check:
    """One pass over a log. `fold` is False once something is hidden: from there on nothing can be decided again."""

    def __init__(self, head: Head, records: Sequence[Record]) -> None:
        self.head = head
        self.records = records
        self.ledger = Ledger()
        self.fold = self.installed = True
        self.engine = _engine(records)
        self.changed: list[LogFault] = []
        self.link = GENESIS
        self.epoch = 0
        self.seals: dict[int, Seal] = {}
        self.seeds = opened(event for record in records for event in _events(record))
        self.names: dict[str, str] = {}
        self.by_hand: list[ByHand] = []
        self.falls: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self.count: Counter[str] = Counter()
        self.notes: list[str] = []

    def run(self, broken: str) -> Report:
        try:
            games.find(self.head.game)
        except Refused:
            self.fold = self.installed = False
        if self.engine and not _VERSION.fullmatch(self.engine):
            return self._report(LogFault(code="unreadable", seq=1, what="what it names is no version of Moot"))
        for seq, record in enumerate(self.records, 1):
            try:
                fault = self._out_of_order(seq, record) or self._fault(record) or self._take(record)
            except UNFIT as error:
                fault = LogFault(code="rules", seq=seq, what=f"it does not fit what came before it: {error}")
            if fault is not None:
                return self._report(fault)
        return self._report(self._fault_at_end(broken))

    def _report(self, fault: LogFault | None) -> Report:
        tallies = (Tally(n, tuple(falls[way] for way in range(n))) for n, falls in sorted(self.falls.items()))
        return Report(
            table=self.head.table,
            game=self.head.game,
            title=self.head.title,
            seat=self.head.seat,
            entries=self.count["entries"],
            hidden=self.count["hidden"],
            decided=self.count["decided"],
            rolls=self.count["rolls"],
            dice=self.count["dice"],
            proven=self.count["proven"],
            seals=tuple(self.seals.values()),
            by_hand=tuple(self.by_hand),
            tallies=tuple(tallies),
            notes=tuple(self.notes),
            installed=self.installed,
            engine=self.engine,
            changed=tuple(self.changed),
            link=self.link.hex(),
            fault=fault,
        )

    # -- what can be wrong

    def _out_of_order(self, seq: int, record: Record) -> LogFault | None:
        if record.seq == seq:
            return None
        code: Code = "missing" if record.seq > seq else "surplus"
        what, found = "the entries are not in order", f"entry {record.seq}"
        return LogFault(code=code, seq=seq, what=what, expected=f"entry {seq}", found=found)

    def _fault(self, record: Record) -> LogFault | None:
        """What is wrong with an entry: its link, or its contents, which also tell which event is to blame."""
        digest = bytes.fromhex(record.digest) if isinstance(record, ToldEntry) else record.digest
        link = hashlib.sha256(self.link + digest).hexdigest()
        inside = self._fault_told(record) if isinstance(record, ToldEntry) else self._fault_inside(record)
        if link == record.link:
            return self._unless_rules_changed(inside)
        what = "it was altered after it was written"
        if inside is not None:
            return replace(inside, code="altered", what=f"{what}: {inside.what}")
        return LogFault(code="altered", seq=record.seq, what=what, expected=f"link {link}", found=f"link {record.link}")

    def _fault_inside(self, entry: Entry) -> LogFault | None:
        seed = self.seeds.get(self.epoch, b"")
        fault = opening_fault(entry, self.seals.get(self.epoch))
        if fault is None and (fault := luck_fault(entry, seed, self.link)) is not None and self.fold and seed:
            fair = again(self.ledger, self.head, entry, seed, sealed(entry, seed, self.link))
            fault = replace(fault, event=fair.event, name=fair.name) if fair is not None else fault
        if fault is None and self.fold:
            fault = again(self.ledger, self.head, entry, seed)
        return fault

    def _unless_rules_changed(self, fault: LogFault | None) -> LogFault | None:
        """Count a fault as a change of the rules if the log was played under another version; give any other fault."""
        if fault is None or fault.code != "rules" or self.engine in ("", __version__):
            return fault
        self.changed.append(fault)
        return None

    def _fault_told(self, told: ToldEntry) -> LogFault | None:
        if not self.head.seat:
            return LogFault(code="missing", seq=told.seq, what="a whole log hides nothing, but this entry is cut")
        try:
            for event in told.heard if self.ledger.seq else ():
                self.ledger.read(event)
        except UNFIT as error:
            return LogFault(code="unreadable", seq=told.seq, what=str(error))
        return None

    def _fault_at_end(self, broken: str) -> LogFault | None:
        have, wanted = len(self.records), self.head.entries
        if broken:
            return LogFault(code="unreadable", seq=have + 1, what=broken)
        if have < wanted:
            return LogFault(code="missing", seq=have + 1, what=f"the log ends early: it should have {wanted} entries")
        if have > wanted:
            return LogFault(code="surplus", seq=wanted + 1, what=f"by its head, this log should have {wanted} entries")
        if self.link.hex() != self.head.link:
            named, found = f"link {self.head.link}", f"link {self.link.hex()}"
            what = "the head names another last link"
            return LogFault(code="altered", seq=have, what=what, expected=named, found=found)
        return None

    # -- taking in

    def _take(self, record: Record) -> LogFault | None:
        if isinstance(record, ToldEntry):
            self.fold = False
            self.count["hidden"] += 1
        elif self.fold:
            try:
                self.ledger.take(record)
            except UNFIT as error:
                fault = self._unless_rules_changed(LogFault(code="rules", seq=record.seq, what=str(error)))
                if fault is not None:
                    return fault
                self.fold = False
                self.notes.append(f"From entry {record.seq} on nothing could be decided again.")
            else:
                self.count["decided"] += 1
        if isinstance(record, Entry) and record.picks:
            self._count_luck(record)
        self._note(_events(record))
        self.count["entries"] += 1
        self.link = bytes.fromhex(record.link)
        return None

    def _note(self, events: Sequence[dict[str, Any]]) -> None:
        """Note what in these events later entries are checked against."""
        opens = any(event.get("event") == "table.dice-revealed" for event in events)
        for event in events:
            match event:
                case {"event": "table.opened", "engine": str(engine)} if engine != __version__:
                    self.notes.append(f"Played with Moot {engine}, checked with the rules of Moot {__version__}.")
                case {"event": "table.dice-sealed", "epoch": int(epoch), "commitment": str(commitment)}:
                    if self.epoch and not opens:
                        self.notes.append(f"Seal {self.epoch} was never opened: the table was brought in from a file.")
                    self.epoch = epoch
                    self.seals[epoch] = Seal(epoch=epoch, commitment=commitment, open=epoch in self.seeds)
                case {"event": "table.came", "seat": {"id": str(id_), "name": str(name)}}:
                    self.names[id_] = name
                case {"event": "table.renamed", "seat": str(id_), "name": str(name)}:
                    self.names[id_] = name
                case _:
                    pass

    def _count_luck(self, entry: Entry) -> None:
        dice = len(entry.picks)
        self.count["rolls"] += 1
        self.count["dice"] += dice
        for ways, way in entry.picks:
            if ways <= MOST_COUNTED:
                self.falls[ways][way] += 1
        seal = self.seals.get(self.epoch)
        if entry.luck == "given":
            faces = tuple(way + 1 for ways, way in entry.picks if ways <= MOST_SIDES)
            self.by_hand.append(ByHand(seq=entry.seq, who=self.names.get(entry.seat, entry.seat), faces=faces))
        elif seal is not None:
            self.count["proven"] += dice if seal.open else 0
            self.seals[self.epoch] = replace(seal, rolls=seal.rolls + 1, dice=seal.dice + dice)


def _engine(records: Sequence[Record]) -> str:
    """The version of Moot that the first entry says it was played with, or nothing."""
    match records:
        case [Entry(events=({"event": "table.opened", "engine": str(engine)}, *_)), *_]:
            return engine
        case _:
            return ""


def _events(record: Record) -> tuple[dict[str, Any], ...]:
    return record.heard if isinstance(record, ToldEntry) else record.events

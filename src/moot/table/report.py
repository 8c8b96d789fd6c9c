"""What a check of a log found, for programs and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from moot.table.logfile import NO_LOG

BAR = 24
"""How wide the longest bar of a picture is, in characters."""
FEW = 3
"""So many entries that today's rules decide differently are shown."""
ENOUGH = 30
"""So many throws of one kind of die are worth a picture."""


Code: TypeAlias = Literal["head", "unreadable", "missing", "surplus", "altered", "seal", "luck", "rules", "parted"]
"""What kind of fault, for programs; `docs/trust.md` says what each one means."""


class LogFault(msgspec.Struct, frozen=True, kw_only=True):
    """The first thing that is wrong.

    `seq` is the log entry (0: the head of the file), `event` the number of the event in it, from 1, and `name` that
    event's name, where one can be told to be at fault.
    """

    code: Code
    seq: int
    what: str
    event: int = 0
    name: str = ""
    expected: str = ""
    found: str = ""


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """One seed of the sealed dice: its fingerprint, whether it is open, and how much was rolled under it."""

    epoch: int
    commitment: str
    open: bool = False
    rolls: int = 0
    dice: int = 0


class ByHand(msgspec.Struct, frozen=True, kw_only=True):
    """Dice that a person rolled and typed in."""

    seq: int
    who: str
    faces: tuple[int, ...]


class Tally(msgspec.Struct, frozen=True):
    """How often each of `ways` ways fell, the first way first."""

    ways: int
    counts: tuple[int, ...]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a check of a log found; `fault` is None when nothing is wrong.

    `installed`: the game is here, so that its rules could be asked at all.

    `entries` were checked, `hidden` of them are not in this seat's copy, `decided` were decided again by the rules.
    `rolls` are entries in which something was rolled; `dice` counts single dice and cards, `proven` those that an open
    seal gives again. `engine` is the version of Moot that the log says it was played with; if that is another one,
    `changed` is what today's rules decide differently, which is no fault of the log. `link` is the link of the last
    good entry: two who hold the same one hold the same log.
    """

    table: str = ""
    game: str = ""
    title: str = ""
    seat: str = ""
    entries: int = 0
    hidden: int = 0
    decided: int = 0
    rolls: int = 0
    dice: int = 0
    proven: int = 0
    seals: tuple[Seal, ...] = ()
    by_hand: tuple[ByHand, ...] = ()
    tallies: tuple[Tally, ...] = ()
    notes: tuple[str, ...] = ()
    engine: str = ""
    changed: tuple[LogFault, ...] = ()
    installed: bool = True
    link: str = ""
    fault: LogFault | None = None

    @property
    def good(self) -> bool:
        """Whether nothing is wrong, and the game is installed, so that its rules could be checked."""
        return self.fault is None and self.installed

    def summary(self) -> str:
        """The report in words, some lines of text."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        if self.fault is not None and self.fault.what == NO_LOG:
            yield f"{NO_LOG}."
            return
        yield f"{self.title or 'A log'} ({self.game or 'no game'}, table {self.table or 'unknown'})"
        yield self._verdict()
        if self.fault is not None:
            yield from _told("First fault", self.fault)
        for change in self.changed[:FEW]:
            yield from _told("Decided differently", change)
        if len(self.changed) > FEW:
            yield f"Decided differently: {len(self.changed) - FEW} more"
        decided = f"{self.decided} decided again by the rules"
        yield f"{_many(self.entries, 'entry', 'entries')} checked, {decided}" + (
            f", {self.hidden} partly or wholly hidden from {self.seat}" if self.hidden else ""
        )
        dice = f"{_many(self.rolls, 'roll')} of {_many(self.dice, 'die', 'dice')}"
        yield f"{dice}, {self.proven} rolled again and the same"
        for seal in self.seals:
            yield _seal(seal)
        for hand in self.by_hand:
            yield f"entry {hand.seq}: {hand.who} rolled by hand and typed in {', '.join(map(str, hand.faces))}"
        yield from self.notes
        if self.link:
            yield f"last link {self.link}"
        for tally in self.tallies:
            if sum(tally.counts) >= ENOUGH and tally.ways <= BAR:
                yield from _picture(tally)

    def _verdict(self) -> str:
        if self.fault is not None:
            return "This log is NOT as it was written."
        waiting = any(seal.dice and not seal.open for seal in self.seals)
        late = " Some dice cannot be checked yet." if waiting else ""
        if not self.installed:
            return (
                f"Links, seals and dice fit.{late} The game {self.game} is not installed here, so nothing was decided "
                "again: check it where that game is to be sure."
            )
        if self.changed:
            entries = _many(len({change.seq for change in self.changed}), "entry", "entries")
            return (
                f"Links, seals and dice fit.{late} Today's rules decide {entries} differently; by its first entry this "
                f"log was played with Moot {self.engine}: check it with that version to be sure."
            )
        return f"Everything fits.{late}"


def _told(start: str, fault: LogFault) -> Iterator[str]:
    where = f"entry {fault.seq}" if fault.seq else "the head of the file"
    at = f", event {fault.event} ({fault.name})" if fault.event else ""
    yield f"{start}: {where}{at}: {fault.what}"
    if fault.expected or fault.found:
        yield f"  expected: {fault.expected or 'nothing'}"
        yield f"  found:    {fault.found or 'nothing'}"


def _seal(seal: Seal) -> str:
    start = f"seal {seal.epoch} ({seal.commitment[:12]}…): {_many(seal.dice, 'die', 'dice')}"
    if seal.open:
        return f"{start}, opened"
    if not seal.dice:
        return f"{start}, closed"
    return f"{start}, closed: they cannot be checked until the one who runs the game opens the dice"


def _picture(tally: Tally) -> Iterator[str]:
    total, most = sum(tally.counts), max(tally.counts)
    yield f"d{tally.ways}: {total} thrown, each face about {round(total / tally.ways)} times if they are even"
    for face, count in enumerate(tally.counts, 1):
        yield f"  {face:>3} {'█' * round(BAR * count / most):<{BAR}} {count}"


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"

"""Decides everything in a log again by the rules, and says where it comes out differently."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from moot.core import Chance, Corrupt, Event, MootError, Refused
from moot.core.chance import Pick
from moot.table.asking import read
from moot.table.decide import Vault, decide
from moot.table.door import arrival, numbered
from moot.table.ledger import SLIPS, Ledger
from moot.table.logfile import Head
from moot.table.opening import DiceSealed, Opened
from moot.table.ports import Asked, Entry
from moot.table.recheck_dice import drawn
from moot.table.report import LogFault
from moot.table.rules_here import book_of
from moot.table.seating import Came

_spell = msgspec.json.Encoder(order="deterministic").encode

UNFIT = (MootError, *SLIPS, StopIteration)
"""Everything that may be raised while an entry is decided again."""


class Replayed:
    """Luck as a log tells it. Raises Corrupt when the rules ask for other dice than the log has."""

    def __init__(self, picks: Sequence[Pick]) -> None:
        self._left = list(picks)

    def pick(self, n: int) -> int:
        if not self._left:
            raise Corrupt(f"the rules roll a d{n} more than the log has")
        ways, way = self._left.pop(0)
        if ways != n:
            raise Corrupt(f"the rules roll a d{n} where the log has a d{ways}")
        return way


def again(ledger: Ledger, head: Head, entry: Entry, seed: bytes, chance: Chance | None = None) -> LogFault | None:
    """Decide `entry` again on top of `ledger`: None if all comes out the same, else the first thing that does not.

    `seed` is that of the sealed dice, if it is open (else empty); `chance` the luck to use, by default the log's own.
    """
    if entry.asked is not None and (first := ledger.done.get((entry.seat, entry.asked.id))) is not None:
        return LogFault(code="surplus", seq=entry.seq, what=f"what entry {first} did already is done once more")
    try:
        luck = Replayed(drawn(entry)) if chance is None else chance
        decided = _by_itself(ledger, head, entry) if entry.asked is None else _asked_for(ledger, entry, seed, luck)
        return _difference(ledger, decided, entry)
    except Refused as refusal:
        return _fault(entry, f"what was asked is against the rules: {refusal.message}")
    except UNFIT as error:
        return _fault(entry, f"it does not fit what came before it: {error}")


def _fault(entry: Entry, what: str, **more: Any) -> LogFault:
    return LogFault(code="rules", seq=entry.seq, what=what, **more)


def _asked_for(ledger: Ledger, entry: Entry, seed: bytes, luck: Chance) -> Entry:
    """What the rules make of a command."""
    if entry.asked is None:
        raise Corrupt("nobody asked for it")
    state = ledger.table
    if not entry.seat and _is_unsigned(ledger, entry.asked):
        seat = next(iter(state.seated()), None)  # who asked is not recorded, and anyone may
        if seat is None:
            raise Corrupt("nobody sat there to ask for it")
    elif entry.seat in state.chairs:
        seat = state.chairs[entry.seat].seat
    else:
        raise Corrupt(f"nobody sits in {entry.seat or 'no seat'}")
    command = read(ledger, entry.asked)
    decided, _ = decide(ledger, seat, entry.asked, Vault(seed), entry.at, luck, command)
    return _with_next_seal(decided, entry)


def _is_unsigned(ledger: Ledger, asked: Asked) -> bool:
    """Whether who gave this command is not recorded."""
    kind = ledger.kinds.get(str(asked.command.get("do")))
    return kind is not None and kind.unsigned


def _with_next_seal(decided: Entry, entry: Entry) -> Entry:
    """The decision with the next seal from the log: it cannot be computed, and is checked when it is opened."""
    events = list(decided.events)
    for at, event in enumerate(events[: len(entry.events)]):
        if event["event"] == "table.dice-sealed" and entry.events[at].get("event") == "table.dice-sealed":
            events[at] = {**event, "commitment": entry.events[at].get("commitment")}
    return msgspec.structs.replace(decided, events=tuple(events))


def _by_itself(ledger: Ledger, head: Head, entry: Entry) -> Entry:
    """What a table does without being asked: open, let somebody come, seal new dice."""
    events = [ledger.read(event) for event in entry.events]
    made: tuple[Event[Any], ...]
    match events:
        case [Opened() as opened, DiceSealed(epoch=1) as sealed] if entry.seq == 1:
            by, made = "", (_as_opened(head, opened), sealed)
        case [Came(seat=seat) as told] if entry.seq > 1 and (seat.role == "guide") == (entry.seq == 2):
            came = arrival(ledger.table, ledger.link, seat.name, seat.role, told.claims, told.salt)
            if seat.id == f"s{entry.seq}":
                came = numbered(came, ledger.table, entry.seq)
            by, made = came.seat.id, (came,)
        case [DiceSealed(epoch=epoch) as sealed] if entry.seq > 1 and epoch == ledger.table.epoch + 1:
            by, made = "", (sealed,)
        case _:
            raise Corrupt("nobody asked for it" if entry.seq > 1 else "a log begins with the opening of a table")
    return ledger.enter(by, made, entry.at)[0]


def _as_opened(head: Head, opened: Opened) -> Opened:
    if (opened.game, opened.title) != (head.game, head.title):
        raise Corrupt(f"the head of the file is that of “{head.title}” ({head.game})")
    book = book_of(opened.game, opened.modules)
    return msgspec.structs.replace(opened, settings=book.settings(opened.settings))


def _difference(ledger: Ledger, decided: Entry, entry: Entry) -> LogFault | None:
    recorded = [_lifted(ledger, event) for event in entry.events]
    for number, (one, other) in enumerate(zip_longest(decided.events, recorded), 1):
        if _spell(one) != _spell(other):
            name = str((other or one or {}).get("event"))
            shown = {"expected": shown_as(one), "found": shown_as(other)}
            return _fault(entry, "it is not what the rules make of it", event=number, name=name, **shown)
    if msgspec.structs.replace(decided, events=entry.events, link=entry.link) == entry:
        return None
    dice = f"{decided.luck} luck and {len(decided.picks)} dice, not {entry.luck} and {len(entry.picks)}"
    return _fault(entry, f"asked for by {decided.seat or 'the table'}, it uses {dice}")


def _lifted(ledger: Ledger, event: dict[str, Any]) -> dict[str, Any]:
    """An event of an older schema, or from before it had some fields, as this version writes it; others as they are."""
    try:
        now = ledger.plain(ledger.read(event))
    except UNFIT:
        return event
    return now if now["v"] != event.get("v") or event.keys() < now.keys() else event


def shown_as(what: object) -> str:
    """JSON for a report; nothing for nothing."""
    return _spell(what).decode() if what is not None else ""

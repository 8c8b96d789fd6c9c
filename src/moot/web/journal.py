"""The journal of one seat as HTML: each thing heard is made once, and what was taken back is struck through."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Iterable
from itertools import groupby
from weakref import WeakKeyDictionary

import msgspec

from moot.core import Line, Seat
from moot.table import SeatEntry, SeatJournal, Table
from moot.table.seat_journal import UNSAID
from moot.table.undo import Rewound
from moot.web.admission import is_seated
from moot.web.moment import GREY
from moot.web.pages import Pages

SHOWN = 8
"""Things heard that a table's page is loaded with; the log has them all."""
FETCHED = 40
"""As many are on the page right after, and come more when its reader scrolls up to the first."""
MOST_KEPT = 8192
"""Journal entries kept as HTML, of all tables together."""
CLASSES = {
    "speech": "line speech",
    "aside": "line ooc",
    "story": "line tell",
    "move": "line roll",
    "roll": "line roll",
    "result": "line roll",
    "scene": "divider",
    "chapter": "divider",
    "system": "line note system",
    "safety": "line note system",
}
"""How each kind of line looks; all others are notes."""

TOGETHER = frozenset({"move", "roll", "result", "sheet"})
"""The kinds of lines that are one card where one command made several of them."""


_log = logging.getLogger(__name__)


class Written(msgspec.Struct, frozen=True):
    """One line of the journal, ready for its template. `hues` are those of the seats whose throws it has."""

    id: str
    cls: str
    hue: int
    line: Line
    number: int
    at: int
    by_hand: bool
    struck: bool
    hues: dict[str, int] = {}


class Card(msgspec.Struct, frozen=True):
    """Lines that belong together in the journal, one or all of one command, with the ids of their rules."""

    lines: tuple[Written, ...]
    rules: tuple[str, ...]

    @property
    def adds_up(self) -> bool:
        """Whether a throw of it says what it adds up from."""
        return any(throw.sums for one in self.lines for throw in one.line.throws)


class Journals:
    """Makes journal lines and keeps them; seats that heard the same under the same number share the bytes."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._kept: OrderedDict[tuple[object, ...], str] = OrderedDict()
        self._struck: WeakKeyDictionary[Table, tuple[int, frozenset[int]]] = WeakKeyDictionary()

    def struck(self, table: Table) -> frozenset[int]:
        """The log entries whose moves were taken back."""
        seq, struck = self._struck.get(table, (0, frozenset()))
        if seq == table.ledger.seq:
            return struck
        since = table.ledger.folded[seq:]
        if any(isinstance(happened.event, Rewound) for folded in since for happened in folded.events):
            struck = table.struck()
        self._struck[table] = table.ledger.seq, struck
        return struck

    def html(self, table: Table, journal: SeatJournal, first: int, last: int) -> str:
        """What the seat heard from number `first` to number `last`, as list items."""
        struck = self.struck(table)
        return "".join(self._entry(table, journal.entries[n - 1], n, struck) for n in range(max(first, 1), last + 1))

    def written(self, table: Table, heard: SeatEntry, number: int, struck: frozenset[int]) -> tuple[Card, ...]:
        """One thing heard, as cards."""
        by_hand = table.ledger.folded_entry(heard.seq).entry.luck == "given"
        hue = _hue(table, heard.seat)
        lines = tuple(
            Written(
                id=f"line-{number}" if at == 0 else f"line-{number}-{at}",
                cls=CLASSES.get(line.kind, "line note"),
                hue=hue,
                line=line,
                number=number,
                at=heard.at,
                by_hand=by_hand and bool(line.throws),
                struck=heard.seq in struck,
                hues={throw.seat: _hue(table, throw.seat) for throw in line.throws if throw.seat},
            )
            for at, line in enumerate(heard.lines)
        )
        runs = (tuple(run) for _, run in groupby(lines, key=lambda one: one.line.kind in TOGETHER or one.id))
        return tuple(Card(run, _rules(table, run)) for run in runs)

    def _entry(self, table: Table, heard: SeatEntry, number: int, struck: frozenset[int]) -> str:
        if not heard.lines:
            return ""
        kept, key = self._kept, (table.id, heard.body, number, heard.seq in struck, _hue(table, heard.seat))
        if key not in kept:
            kept[key] = self._lines(table, heard, number, struck)
            if len(kept) > MOST_KEPT:
                kept.popitem(last=False)
        kept.move_to_end(key)
        return kept[key]

    def _lines(self, table: Table, heard: SeatEntry, number: int, struck: frozenset[int]) -> str:
        try:
            return self._rendered(table, self.written(table, heard, number, struck))
        except Exception:  # noqa: BLE001 - a game's fault stops nobody
            _log.exception("table %s: the lines of entry %d cannot be shown", table.id, heard.seq)
            unsaid = msgspec.structs.replace(heard, lines=(UNSAID,))
            return self._rendered(table, self.written(table, unsaid, number, struck))

    def _rendered(self, table: Table, written: tuple[Card, ...]) -> str:
        return self._pages.render("parts/lines.html", {"written": written, "table": table.id}).strip()


def _rules(table: Table, lines: Iterable[Written]) -> tuple[str, ...]:
    """The rules that lines cite, of those that hold at the table."""
    cited = dict.fromkeys(rule for one in lines for rule in one.line.rules)
    return tuple(rule for rule in cited if rule in table.game.rulebook.rules)


def rewound(heard: Iterable[SeatEntry]) -> bool:
    """Whether something was taken back in what was heard."""
    return any(isinstance(event, Rewound) for each in heard for event in each.events)


def journal_of_seat(table: Table, seat: Seat) -> SeatJournal:
    """The seat's record; empty for somebody who waits at the door."""
    return table.journal(seat) if is_seated(table, seat) else SeatJournal(seat)


def _hue(table: Table, seat: str) -> int:
    chair = table.ledger.table.chairs.get(seat)
    return GREY if chair is None else chair.hue

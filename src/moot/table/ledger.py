"""The ledger, a table's log folded: takes entries in, and remembers every state it was in.

No I/O and no clock: the mailbox around it (`live.py`) has what is asked decided (`decide.py`), writes the entry down,
and only then lets the ledger take it in. Replay, verification, undo and history are this same fold over stored entries.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any, TypeAlias

import msgspec

from moot import games
from moot.core import CastMember, Command, Corrupt, Event, Game, Offer, Offered, Seat, Situation, Urgencies, wishes
from moot.table.emblems import CHOOSE_EMBLEM, EmblemChosen, EmblemsGiven, members, owns, with_choices
from moot.table.opening import Opened
from moot.table.ports import GENESIS, Entry
from moot.table.rules_here import TAKE, RulesChanged, after, book_of, with_people
from moot.table.state import Amendment, TableState
from moot.table.talk import SAY, voiced
from moot.table.topics import TABLE_CODEC, TABLE_COMMANDS
from moot.table.undo import Rewound

BLANK = TableState(game="", title="")

SLIPS = (LookupError, TypeError, AttributeError, ValueError, ArithmeticError, AssertionError, RuntimeError)
"""What rules may raise, beside Moot's own errors, when they are fed a log that nobody could have played.

RuntimeError is what becomes of endless recursion, and of a `next()` that finds nothing inside a generator.
"""

_log = logging.getLogger(__name__)


Pictured: TypeAlias = tuple[tuple[CastMember, ...], tuple[CastMember, ...]]
"""The cast, and the things that have emblems besides."""


class FoldedEvent(msgspec.Struct, frozen=True, gc=False):
    """One event of the log, with the state of the game, the table and the head (see `Ledger.live`) right after it."""

    event: Event[Any]
    game_state: Any
    table: TableState
    head: int


class FoldedEntry(msgspec.Struct, frozen=True, gc=False):
    """One log entry, folded. `before` is the head it grew from (see `Ledger.live`)."""

    entry: Entry
    events: tuple[FoldedEvent, ...]
    before: int

    @property
    def moved(self) -> bool:
        """Whether anything happened in the game itself."""
        return not all(happened.event.of_table for happened in self.events)

    @property
    def pictured(self) -> bool:
        """Whether somebody got another emblem."""
        return any(isinstance(happened.event, EmblemChosen) for happened in self.events)


class Ledger:
    """The fold of one table's log.

    `table` and `game_state` are the states now, `seq` and `link` the end of the log, `folded` what is remembered of it,
    `done` the entry of each command by the seat that gave it and the id it gave it: two seats may use the same id.
    """

    def __init__(self) -> None:
        self.table = BLANK
        self.game_state: Any = None
        self.seq = 0
        self.link = GENESIS
        self.head = 0
        self.folded: list[FoldedEntry] = []
        self.done: dict[tuple[str, str], int] = {}
        self._game: Game[Any] | None = None
        self._given: EmblemsGiven | None = None
        self._looked = 0
        self._ruled: tuple[int, tuple[str, ...]] = 0, ()
        self._pictured: dict[bool, tuple[Any, object, object, Pictured]] = {}

    @property
    def game(self) -> Game[Any]:
        """The game played here. Raises Corrupt before the first entry."""
        return self._game or _game_at(self.table)

    def still(self) -> Ledger:
        """A copy that stays as this ledger is now, to be read in another thread."""
        copied = copy(self)
        copied._given, copied._looked, copied._pictured = None, 0, {}
        copied.folded, copied.done = list(self.folded), dict(self.done)
        return copied

    def situation(self) -> Situation:
        """Where the game stands, in words that everyone may read; a game that fails to say so stops nobody.

        Raises Corrupt before the first entry.
        """
        game = self.game
        try:
            return game.situation(self.game_state)
        except Exception:  # noqa: BLE001 - a game's fault stops nobody
            _log.exception("%s cannot say where it stands after entry %d", self.table.game, self.seq)
            return Situation(phase="", headline="Where the game stands cannot be said just now.")

    def cast(self, guide: bool) -> tuple[CastMember, ...]:
        """Those in the story whom everyone knows of, or with `guide` the guide, each with their emblem."""
        return self.pictured(guide)[0]

    def pictured(self, guide: bool) -> Pictured:
        """The cast and the things that everyone knows of, or with `guide` the guide, each with its emblem; the very
        same tuples for as long as nothing of them changes."""
        both, given = members(self.game, self.game_state, guide), self._emblems()
        had = self._pictured.get(guide)
        if had is not None and had[0] == both and had[1] is given.known and had[2] is given.chosen:
            return had[3]
        emblems = given.see(*both)
        cast, things = (
            tuple([msgspec.structs.replace(member, emblem=emblems[member.id]) for member in every]) for every in both
        )
        self._pictured[guide] = both, given.known, given.chosen, (cast, things)
        return cast, things

    def emblems(self, guide: bool) -> tuple[dict[str, str], tuple[CastMember, ...]]:
        """Who and what has which emblem, as everyone knows it or the guide; cast and things as the game has them."""
        both = members(self.game, self.game_state, guide)
        return self._emblems().see(*both), tuple(chain(*both))

    def _emblems(self) -> EmblemsGiven:
        """Who has which emblem by now; looks through all that happened since it was last called."""
        given = self._given = self._given or EmblemsGiven(self.folded[0].entry.link)
        for folded in self.folded[self._looked :]:
            for happened in folded.events:
                if isinstance(happened.event, EmblemChosen):
                    given.choose(happened.event)
            if folded.moved:
                given.meet(self.game, folded.events[-1].game_state)
        self._looked = len(self.folded)
        return given

    def rule_changes(self) -> tuple[str, ...]:
        """What was changed in the rules since the table opened, the latest first; looks through all that happened since
        it was last called."""
        looked, said = self._ruled
        since = (happened.event for folded in self.folded[looked:] for happened in folded.events)
        for event in since:
            if isinstance(event, RulesChanged):
                said = (event.says, *said)
        self._ruled = self.seq, said
        return said

    # -- what can be asked

    def offers(
        self, seat: Seat, *, about: str | None = None, do: str = "", urgency: Urgencies | None = None
    ) -> tuple[Offer, ...]:
        """Everything `seat` may do in the game and at the table; or only what is meant (see `Game.offers`)."""
        made = (self._form(one, seat) for one in self.found(seat, about=about, do=do, urgency=urgency))
        return tuple([form for form in made if form is not None])

    def found(
        self, seat: Seat, *, about: str | None = None, at: str = "", do: str = "", urgency: Urgencies | None = None
    ) -> Iterator[Offered]:
        """The same as `offers`, before their words and blanks are made; or only what can be aimed `at` something."""
        chair = self.table.chairs.get(seat.id)
        if chair is None or chair.standing != "seated":
            return
        if not self.table.paused:
            commands = self.game.commands
            yield from commands.found(self.game_state, chair.seat, about=about, at=at, do=do, urgency=urgency)
        yield from TABLE_COMMANDS.found(self.table, chair.seat, about=about, at=at, do=do, urgency=urgency)

    def _form(self, offered: Offered, seat: Seat) -> Offer | None:
        form = offered.form()
        if form.do == CHOOSE_EMBLEM:
            emblems, seen = self.emblems(seat.guides)
            players = {one.id for one in self.table.seated() if one.plays}
            mine = [member for member in seen if owns(seat, member, players)]
            return with_choices(form, mine, emblems.values()) if mine else None
        if form.do == TAKE and self.table.weighed is not None:
            return with_people(form, self.touches(self.table.weighed))
        return voiced(form, self.game.voices(self.game_state, seat)) if form.do == SAY else form

    def touches(self, change: Amendment) -> tuple[str, ...]:
        """What a change of the rules does to people, a sentence each."""
        return self.game.touched(self.game_state, self.game.ruled(self.game_state, *after(self.table, change)))

    def command(self, wish: dict[str, Any]) -> Command[Any]:
        """The command in a JSON object, the table's or the game's. Raises Refused if it is neither."""
        return wishes.read(wish, self.kinds, "at this table")

    @cached_property
    def kinds(self) -> dict[str, type[Command[Any]]]:
        """The commands of the game and of the table, by name."""
        return {**self.game.commands.by_name, **TABLE_COMMANDS.by_name}

    def enter(self, seat: str, events: Sequence[Event[Any]], at: int) -> tuple[Entry, tuple[FoldedEvent, ...]]:
        """The linked entry for what the table itself does (opening, coming, sealing), and what comes of it.

        There is no command in it and no luck.
        """
        happenings = self.following(events)
        plain = tuple([self.plain(event) for event in events])
        return Entry(seq=self.seq + 1, at=at, seat=seat, events=plain).linked(self.link), happenings

    # -- taking in

    def following(self, events: Iterable[Event[Any]]) -> tuple[FoldedEvent, ...]:
        """What comes of `events` on top of what is, as of the next entry. Changes nothing."""
        return tuple(self._fold(events))

    plain = staticmethod(TABLE_CODEC.plain)
    """An event of the table or the game as a JSON object."""

    def read(self, plain: dict[str, Any]) -> Event[Any]:
        """The event in a JSON object. Raises Corrupt if there is no such event."""
        name = str(plain.get("event", ""))
        return TABLE_CODEC.read(plain) if name.startswith("table.") else self.game.codec.read(plain)

    def take(self, entry: Entry, decided: tuple[FoldedEvent, ...] | None = None) -> FoldedEntry:
        """Let `entry` have happened; `decided` is what `decide` said would come of it, if it did.

        Raises Corrupt, with its seq, if it does not follow or cannot be read; the ledger is then as it was.
        """
        seq = entry.seq
        if seq != self.seq + 1:
            raise Corrupt(f"entry {seq} follows entry {self.seq}", seq)
        happenings = self._read(entry) if decided is None else decided
        folded = FoldedEntry(entry, happenings, self.head)
        if happenings:
            last = happenings[-1]
            table = last.table
            if self._game is None or table.modules is not self.table.modules:
                self._game = _game_at(table)
            self.game_state, self.table, self.head = last.game_state, table, last.head
        elif self._game is None:
            raise _nothing_opened()
        self.seq = seq
        self.link = bytes.fromhex(entry.link)
        if entry.asked is not None:
            self.done[entry.seat, entry.asked.id] = seq
        self.folded.append(folded)
        return folded

    def _read(self, entry: Entry) -> tuple[FoldedEvent, ...]:
        """What comes of an entry as it was written down. Raises Corrupt."""
        happenings: list[FoldedEvent] = []
        try:
            for happened in self._fold(map(self.read, entry.events)):
                happenings.append(happened)  # noqa: PERF402 - one by one, to know which one does not fit
        except Corrupt as error:
            raise Corrupt(str(error), entry.seq) from error
        except (*SLIPS, StopIteration) as error:
            at = len(happenings)
            name = entry.events[at].get("event")
            raise Corrupt(f"event {at + 1} ({name}) does not fit what came before it", entry.seq) from error
        return tuple(happenings)

    def _fold(self, events: Iterable[Event[Any]]) -> Iterator[FoldedEvent]:
        """Events on top of what is, one after the other, as of the next entry."""
        play, table, head = self.game_state, self.table, self.head
        for event in events:
            if event.of_table:
                play, table, head = self._at_table(event, play, table, head)
            else:
                play, head = self.game.evolve(play, event), self.seq + 1
            yield FoldedEvent(event, play, table, head)

    def _at_table(self, event: Event[TableState], play: Any, was: TableState, head: int) -> tuple[Any, TableState, int]:
        table = event.evolve(was)
        if isinstance(event, Opened):
            play = _game_at(table).start(event.settings, event.modules)
        if isinstance(event, RulesChanged):
            play = self.game.ruled(play, table.settings, table.modules)
        if isinstance(event, Rewound):
            head, play = self._moment(event.to)
            play = self.game.ruled(play, table.settings, table.modules)
        if isinstance(event, Rewound) or table.seated() != was.seated():
            play = (self._game or _game_at(table)).seated(play, table.seated())
        return play, table, head

    # -- looking back

    def _moment(self, seq: int) -> tuple[int, Any]:
        """The head and the state of the game right after entry `seq`. Raises LookupError if there is no such entry."""
        if not 1 <= seq <= self.seq:
            raise LookupError(f"there is no entry {seq}")
        last = next(folded.events[-1] for folded in reversed(self.folded[:seq]) if folded.events)
        return last.head, last.game_state

    def live(self) -> frozenset[int]:
        """The entries whose moves in the game still count; the other ones were taken back."""
        grew = {folded.entry.seq: folded.before for folded in self.folded}
        head, counted = self.head, set[int]()
        while head and head not in counted:
            counted.add(head)
            head = grew.get(head, 0)
        return frozenset(counted)

    def folded_entry(self, seq: int) -> FoldedEntry:
        """What came of entry `seq`."""
        return self.folded[seq - 1]


def _game_at(table: TableState) -> Game[Any]:
    """The game of a table, under its house rules. Raises Corrupt before the table was opened."""
    if not table.game:
        raise _nothing_opened()
    return replace(games.find(table.game), rulebook=book_of(table.game, table.modules))


def _nothing_opened() -> Corrupt:
    """What is wrong with a log that begins with anything else than the opening of a table."""
    return Corrupt("the log does not begin with the opening of a table", 1)

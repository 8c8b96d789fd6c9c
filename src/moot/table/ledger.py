"""A table's log, folded: decides what a command leads to, takes entries in, and remembers every moment it was in.

No I/O and no clock: the mailbox around it (`live.py`) brings the time, writes the entry down, and only then lets the
ledger take it in. Replay, verification, undo and history are this same fold over stored entries.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, cast

import msgspec

from moot import games
from moot.core import (
    Chance,
    Codec,
    Command,
    Corrupt,
    Event,
    Game,
    Given,
    Offer,
    Play,
    Recorded,
    Refused,
    Sealed,
    Seat,
)
from moot.core.events import name_of
from moot.table.commands import Pause, RevealDice, Say, Undo
from moot.table.events import EVENTS, AnyTableEvent, DiceRevealed, DiceSealed, Opened, Rewound, Said, TableEvent
from moot.table.evolve import evolve
from moot.table.ports import GENESIS, Asked, Entry, Luck
from moot.table.state import TableState
from moot.table.verbs import TABLE_VERBS

TABLE_CODEC = Codec(EVENTS)
"""Reads and writes the table's own events."""

BLANK = TableState(game="", title="")


@dataclass(frozen=True, slots=True)
class Vault:
    """The secrets that a decision may use: the seed of the sealed dice, and the one that would follow it."""

    seed: bytes
    following: bytes = b""


@dataclass(frozen=True, slots=True)
class Piece:
    """One event as it came to pass, with the game and the table as they were right after it."""

    event: Event
    play: Any
    table: TableState


@dataclass(frozen=True, slots=True)
class Passage:
    """One log entry, folded. `before` is the head it grew from (see `Ledger.live`)."""

    entry: Entry
    pieces: tuple[Piece, ...]
    before: int

    @property
    def moved(self) -> bool:
        """Whether anything happened in the game itself."""
        return any(not isinstance(piece.event, TableEvent) for piece in self.pieces)


class Ledger:
    """The fold of one table's log.

    `table` and `play` are the states now, `seq` and `link` the end of the log, `passages` what is remembered of it.
    """

    def __init__(self) -> None:
        self.table = BLANK
        self.play: Any = None
        self.seq = 0
        self.link = GENESIS
        self.head = 0
        self.passages: list[Passage] = []
        self.ids: dict[str, int] = {}
        self._game: Game[Any] | None = None
        self._seated: tuple[Seat, ...] = ()
        self._moments: dict[int, tuple[int, Any]] = {}
        self._checked = (b"", "")
        self._foreseen: tuple[Entry, tuple[Any, ...]] | None = None

    @property
    def game(self) -> Game[Any]:
        """The game played here. Raises Corrupt before the first entry."""
        if self._game is None:
            raise Corrupt("the log does not begin with the opening of a table", 1)
        return self._game

    # -- deciding

    def offers(self, seat: Seat) -> tuple[Offer, ...]:
        """Everything `seat` may do: in the game, and at the table."""
        chair = self.table.chairs.get(seat.id)
        if chair is None or chair.standing != "seated":
            return ()
        seat = chair.seat
        play = () if self.table.paused else self.game.offers(self.play, seat)
        return (*play, *TABLE_VERBS.offers(self.table, seat))

    def command(self, wish: dict[str, Any]) -> Command:
        """The command in a JSON object, the table's or the game's. Raises Refused if it is neither."""
        name = wish.get("do")
        kind = _TABLE_COMMANDS.get(name) if isinstance(name, str) else None
        if kind is None:
            return self.game.command(wish)
        try:
            return msgspec.convert(wish, kind)
        except msgspec.ValidationError as error:
            raise Refused("malformed", f"“{name}” is not filled in right: {error}.") from error

    def decide(
        self, seat: Seat, asked: Asked, vault: Vault, at: int, chance: Chance | None = None
    ) -> tuple[Entry, tuple[Event, ...]]:
        """The entry that `asked` leads to, linked, and its events. Raises Refused; changes nothing.

        `at` is Unix time in milliseconds. `chance` stands in for the sealed dice: a checker who lacks the seed replays
        the luck that the log tells of.
        """
        seat = self._seated_now(seat)
        command = self.command(asked.command)
        by_seal = chance is None
        chance, recorded = self._luck(asked, vault.seed, chance)
        if isinstance(command, RevealDice):
            events = self._revealed(seat, command, recorded, vault)
        else:
            events = self._events(seat, command, recorded)
        if isinstance(chance, Given):
            chance.finish()
        luck: Luck = "none" if not recorded.picks else ("given" if asked.faces else "sealed")
        if by_seal and (luck == "sealed" or isinstance(command, RevealDice)):
            self._check_seal(vault.seed)
        anonymous = isinstance(command, Pause)
        entry = Entry(
            seq=self.seq + 1,
            at=at,
            seat="" if anonymous else seat.id,
            asked=Asked(id=asked.id, command={"do": "pause"}) if anonymous else asked,
            luck=luck,
            picks=tuple(recorded.picks),
            events=tuple(self.plain(event) for event in events),
        )
        return entry.linked(self.link), events

    def enter(self, seat: str, events: Iterable[Event], at: int) -> Entry:
        """The linked entry for what the table itself does (opening, coming, sealing): no command, no luck."""
        plain = tuple(self.plain(event) for event in events)
        return Entry(seq=self.seq + 1, at=at, seat=seat, events=plain).linked(self.link)

    def _luck(self, asked: Asked, seed: bytes, chance: Chance | None) -> tuple[Chance, Recorded]:
        if asked.faces and not self.table.house.hand_dice:
            raise Refused("no-hand-dice", "At this table the dice are rolled by Moot.")
        if asked.faces:
            chance = Given(asked.faces)
        elif chance is None:
            chance = Sealed(seed, self.link, asked.nonce.encode())
        return chance, Recorded(chance)

    def _events(self, seat: Seat, command: Command, chance: Chance) -> tuple[Event, ...]:
        if type(command) in _TABLE_KINDS:
            play = Play(self.table, seat, chance, _evolve_table)
            if isinstance(command, Undo) and command.line > self.seq:
                raise Refused("no-such-line", "There is no such line to go back to.", field="line")
            TABLE_VERBS.enact(play, command)
            if isinstance(command, Say) and command.voice:
                return (self._voiced(seat, command),)
            return tuple(play.events)
        if self.table.paused:
            raise Refused("paused", "Play is paused. The one who runs the game takes it up again.")
        return self.game.decide(self.play, command, seat, chance)

    def _revealed(self, seat: Seat, command: RevealDice, chance: Chance, vault: Vault) -> tuple[Event, ...]:
        self._events(seat, command, chance)
        epoch = self.table.epoch
        return (
            DiceRevealed(epoch=epoch, seed=vault.seed.hex()),
            DiceSealed(epoch=epoch + 1, commitment=Sealed.commitment(vault.following)),
        )

    def _voiced(self, seat: Seat, command: Say) -> Said:
        voices = {voice.value: voice.label for voice in self.game.voices(self.play, seat)}
        if command.voice not in voices:
            message = "You can speak for your own characters only."
            raise Refused("not-your-voice", message, allowed=tuple(voices.values()), field="voice")
        return Said(
            seat=seat.id,
            text=command.text.strip(),
            manner=command.manner,
            voice=command.voice,
            name=voices[command.voice],
        )

    def _check_seal(self, seed: bytes) -> None:
        if self._checked == (seed, self.table.commitment):
            return
        if Sealed.commitment(seed) != self.table.commitment:
            raise Corrupt("the seed at hand is not the one that is sealed: nobody could check these dice")
        self._checked = (seed, self.table.commitment)

    def _seated_now(self, seat: Seat) -> Seat:
        """The seat as it is now: who asks may still hold it under an older name or role."""
        chair = self.table.chairs.get(seat.id)
        if chair is None or chair.standing == "left":
            raise Refused("no-seat", "You have no seat at this table. Ask for its link and come in again.")
        if chair.standing == "waiting":
            raise Refused("not-seated", "You are not let in yet: the one who runs the game opens the door.")
        return chair.seat

    # -- taking in

    def plain(self, event: Event) -> dict[str, Any]:
        """An event of the table or the game as a JSON object."""
        return TABLE_CODEC.plain(event)

    def read(self, plain: dict[str, Any]) -> Event:
        """The event in a JSON object. Raises Corrupt if there is no such event."""
        name = str(plain.get("event", ""))
        return TABLE_CODEC.read(plain) if name.startswith("table.") else self.game.codec.read(plain)

    def take(self, entry: Entry, events: tuple[Event, ...] | None = None) -> Passage:
        """Let `entry` have happened.

        Raises Corrupt, with its seq, if it does not follow or cannot be read; the ledger is then as it was.
        """
        if entry.seq != self.seq + 1:
            raise Corrupt(f"entry {entry.seq} follows entry {self.seq}", entry.seq)
        before = self.head
        was = self.table, self.play, self.head, self._game, self._seated
        try:
            pieces = self._pieces(entry, events)
        except BaseException:
            self.table, self.play, self.head, self._game, self._seated = was
            raise
        self.seq = entry.seq
        self.link = bytes.fromhex(entry.link)
        self._moments[entry.seq] = (self.head, self.play)
        if entry.asked is not None:
            self.ids[entry.asked.id] = entry.seq
        passage = Passage(entry, pieces, before)
        self.passages.append(passage)
        return passage

    def _pieces(self, entry: Entry, events: tuple[Event, ...] | None) -> tuple[Piece, ...]:
        pieces: list[Piece] = []
        for at, plain in enumerate(entry.events):
            try:
                event = events[at] if events is not None else self.read(plain)
                self._evolve(event, entry.seq)
            except Corrupt as error:
                raise Corrupt(str(error), entry.seq) from error
            except (KeyError, TypeError, AttributeError, LookupError, ValueError) as error:
                name = plain.get("event")
                raise Corrupt(f"event {at + 1} ({name}) does not fit what came before it", entry.seq) from error
            pieces.append(Piece(event, self.play, self.table))
        return tuple(pieces)

    def _evolve(self, event: Event, seq: int) -> None:
        if not isinstance(event, TableEvent):
            self.play = self.game.evolve(self.play, event)
            self.head = seq
            return
        self.table = _evolve_table(self.table, event)
        if isinstance(event, Opened):
            self._game = _under_house_rules(games.find(event.game), event)
            self.play = self._game.start(event.settings)
        if isinstance(event, Rewound):
            self.head, self.play = self._moments[event.to]
        if isinstance(event, Rewound) or self.table.seated() != self._seated:
            self._seated = self.table.seated()
            self.play = self.game.seated(self.play, self._seated)

    # -- looking back

    def live(self) -> frozenset[int]:
        """The entries whose moves in the game still count; the other ones were taken back."""
        grew = {passage.entry.seq: passage.before for passage in self.passages}
        head, counted = self.head, set[int]()
        while head and head not in counted:
            counted.add(head)
            head = grew.get(head, 0)
        return frozenset(counted)

    def passage(self, seq: int) -> Passage:
        """What came of entry `seq`."""
        return self.passages[seq - 1]


def _under_house_rules(game: Game[Any], opened: Opened) -> Game[Any]:
    book = game.rulebook
    for module in opened.modules:
        book = book.with_module(module)
    return replace(game, rulebook=book)


def _evolve_table(state: TableState, event: Event) -> TableState:
    return evolve(state, cast(AnyTableEvent, event))


_TABLE_KINDS = frozenset(TABLE_VERBS.commands)
_TABLE_COMMANDS: dict[str, type[Command]] = {name_of(command): command for command in TABLE_VERBS.commands}

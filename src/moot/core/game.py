"""The contract between Moot and a game: four functions, and the words to show what they say.

    decide(state, command, seat, chance) -> events      may refuse, may roll; changes nothing
    evolve(state, event)                 -> state       total; never rolls, never refuses
    offers(state, seat)                  -> offers      everything this seat may do now
    view(state, seat)                    -> view        what this seat may see, built by allow-list

A game writes each of its commands as a `Verb`: a generator of offers and a function that enacts the command. `Verbs`
makes `decide` and `offers` out of them, so that what is offered and what is accepted can never differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from moot.core.blanks import Choice
from moot.core.chance import Chance, roll
from moot.core.errors import Refused
from moot.core.events import Codec, Event, Line, Upcast, name_of
from moot.core.offers import Command, Offer, matching
from moot.core.reference import Reference
from moot.core.rulebook import Rulebook
from moot.core.seats import Seat

S = TypeVar("S", bound=msgspec.Struct)
C = TypeVar("C", bound=Command)


class Play(Generic[S]):
    """A decision being made: each event recorded takes effect at once, in `state`.

    `moments` are the events so far, each with the state right after it.
    """

    def __init__(self, state: S, seat: Seat, chance: Chance, evolve: Callable[[S, Event], S]) -> None:
        self.state = state
        self.seat = seat
        self.chance = chance
        self.moments: list[tuple[Event, S]] = []
        self._evolve = evolve

    @property
    def events(self) -> list[Event]:
        """What has happened so far."""
        return [event for event, _ in self.moments]

    def record(self, *events: Event) -> None:
        """Let `events` have happened."""
        for event in events:
            self.state = state = self._evolve(self.state, event)
            self.moments.append((event, state))

    def roll(self, *dice: int) -> tuple[int, ...]:
        """The faces of `dice`, rolled now, in the order given."""
        return roll(self.chance, *dice)


@dataclass(frozen=True)
class Verb(Generic[S, C]):
    """One command of a game.

    `offers(state, seat)` yields what this seat may do by it, or raises Refused to say why nothing;
    `enact(play, command)` runs a command that one of those offers covers; `phases` are those in which it exists at all.
    """

    command: type[C]
    phases: frozenset[str]
    offers: Callable[[S, Seat], Iterable[Offer]]
    enact: Callable[[Play[S], C], None]


class Verbs(Generic[S]):
    """A game's commands, as `decide` and `offers`. `commands` is every command type, in the order of the table."""

    def __init__(self, phase: Callable[[S], str], verbs: Sequence[Verb[S, Any]]) -> None:
        self._phase = phase
        self._verbs: dict[type[Command], Verb[S, Any]] = {verb.command: verb for verb in verbs}
        if len({name_of(verb.command) for verb in verbs}) != len(verbs):
            raise TypeError("two verbs share a name")
        self.commands: tuple[type[Command], ...] = tuple(verb.command for verb in verbs)

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """Everything `seat` may do now, as fillable forms."""
        phase = self._phase(state)
        found: list[Offer] = []
        for verb in self._verbs.values():
            if phase in verb.phases:
                try:
                    found.extend(verb.offers(state, seat))
                except Refused:
                    continue
        return tuple(found)

    def enact(self, play: Play[S], command: Command) -> None:
        """Check `command` against what is offered for it and run it. Raises Refused with the reason."""
        verb = self._verbs[type(command)]
        phase = self._phase(play.state)
        if phase not in verb.phases:
            when = tuple(sorted(verb.phases))
            right = " or ".join(words(other) for other in when)
            message = f"“{words(name_of(verb.command))}” belongs to {right}; the game is at {words(phase)}."
            raise Refused("wrong-phase", message, allowed=when)
        matching(verb.offers(play.state, play.seat), command)
        verb.enact(play, command)


def words(name: str) -> str:
    """A name as people read it: `best-interests` is “best interests”."""
    return name.replace("-", " ")


class Waiting(msgspec.Struct, frozen=True):
    """Somebody the game waits for: the seat, its name, and what for (`an answer to Esan's move`)."""

    seat: str
    who: str
    what: str


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """Where the game stands, in words that everyone may read: the phase, what goes on, whom it waits for.

    `aids` are the places whose advice helps now.
    """

    phase: str
    headline: str
    detail: str = ""
    waiting: tuple[Waiting, ...] = ()
    rules: tuple[str, ...] = ()
    aids: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """A game as Moot knows it: its only door.

    `package` is where its templates and golden logs lie, `guide` its word for the one who runs it. `told` is what a
    seat hears of an event (None: nothing; else the event, with what is hidden taken out) and `line` how the journal
    says it, both given the state after the event. `voices` are the characters a seat may speak as, `references` what
    there is to leaf through besides the rules.
    """

    name: str
    title: str
    tagline: str
    package: str
    guide: str
    rulebook: Rulebook
    state: type[S]
    events: tuple[type[Event], ...]
    verbs: Verbs[S]
    start: Callable[[Mapping[str, str]], S]
    seated: Callable[[S, tuple[Seat, ...]], S]
    evolve: Callable[[S, Event], S]
    view: Callable[[S, Seat], msgspec.Struct]
    told: Callable[[S, Event, Seat], Event | None]
    line: Callable[[S, Event], Line | None]
    situation: Callable[[S], Situation]
    voices: Callable[[S, Seat], tuple[Choice, ...]]
    references: Callable[[], tuple[Reference, ...]] = tuple
    upcasts: Mapping[tuple[str, int], Upcast] = field(default_factory=dict[tuple[str, int], Upcast])

    @cached_property
    def codec(self) -> Codec:
        """Reads and writes this game's events."""
        return Codec(self.events, self.upcasts)

    @cached_property
    def _commands(self) -> dict[str, type[Command]]:
        return {name_of(command): command for command in self.verbs.commands}

    def command(self, wish: bytes | Mapping[str, Any]) -> Command:
        """The command in a JSON object. Raises Refused (`malformed`), naming the field, if there is no such one."""
        try:
            plain = msgspec.json.decode(wish, type=dict[str, Any]) if isinstance(wish, bytes) else wish
            kind = self._commands.get(plain.get("do", ""))
            if kind is None:
                message = f"{self.title} knows no command “{plain.get('do', '')}”."
                raise Refused("malformed", message, allowed=tuple(self._commands))
            return msgspec.convert(plain, kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, TypeError) as error:
            raise Refused("malformed", f"This is no command of {self.title}: {error}.") from error

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """Everything `seat` may do now."""
        return self.verbs.offers(state, seat)

    def decide(self, state: S, command: Command, seat: Seat, chance: Chance) -> tuple[Event, ...]:
        """What `command` leads to. Raises Refused; changes nothing."""
        return tuple(self.play(state, command, seat, chance).events)

    def play(self, state: S, command: Command, seat: Seat, chance: Chance) -> Play[S]:
        """What `command` leads to, with the state after each event. Raises Refused; changes nothing."""
        play = Play(state, seat, chance, self.evolve)
        self.verbs.enact(play, command)
        return play

    def replay(self, state: S, events: Iterable[Event]) -> S:
        """The state after `events`."""
        for event in events:
            state = self.evolve(state, event)
        return state

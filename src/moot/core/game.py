"""The contract between Moot and a game: four functions, and the words to show what they say.

    decide(state, command, seat, chance) -> events      may refuse, may roll; changes nothing
    evolve(state, event)                 -> state       total; never rolls, never refuses
    offers(state, seat)                  -> offers      everything this seat may do now
    view(state, seat)                    -> view        what this seat may see, built by allow-list

A game writes each of its commands as a `Verb`: a generator of offers and a function that enacts the command. `Verbs`
makes `decide` and `offers` out of them, so that what is offered and what is accepted can never differ. Commands and
events come in `Part`s, each with what its events mean; a small game is one part, a large one several.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from moot.core.blanks import Choice
from moot.core.chance import Chance
from moot.core.errors import Refused
from moot.core.events import Codec, Event, Line, Upcast, name_of
from moot.core.files import Document, Format
from moot.core.offers import Command, Offer
from moot.core.parts import Owners, Part
from moot.core.reference import Reference
from moot.core.rulebook import Rulebook
from moot.core.seats import Seat
from moot.core.state import GameState, seated
from moot.core.verbs import Play, Verbs

S = TypeVar("S", bound=GameState)


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

    `package` is where its templates and golden logs lie, `guide` its word for the one who runs it. `phase` names where
    a state stands: verbs exist in some phases only. `parts` are its rules, in the order in which their commands are
    offered; two that claim one event or command raise TypeError. `start` makes a state of a table's options; `seated`
    is asked whenever people come and go. `voices` are the characters a seat may speak as, `references` what there is
    to leaf through besides the rules. With `frames_scenes` the game opens and ends scenes itself, and the table has
    none beside them. `formats` are the kinds of text it reads, by the names that a `Write` has for them, `documents`
    what a seat may take along as files.
    """

    name: str
    title: str
    tagline: str
    package: str
    guide: str
    rulebook: Rulebook
    state: type[S]
    phase: Callable[[S], str]
    parts: tuple[Part[S, Any], ...]
    start: Callable[[Mapping[str, str]], S]
    view: Callable[[S, Seat], msgspec.Struct]
    situation: Callable[[S], Situation]
    voices: Callable[[S, Seat], tuple[Choice, ...]]
    seated: Callable[[S, tuple[Seat, ...]], S] = seated
    references: Callable[[], tuple[Reference, ...]] = tuple
    frames_scenes: bool = False
    formats: Mapping[str, Format] = field(default_factory=dict[str, Format])
    documents: Callable[[S, Seat], tuple[Document, ...]] = lambda state, seat: ()
    upcasts: Mapping[tuple[str, int], Upcast] = field(default_factory=dict[tuple[str, int], Upcast])
    verbs: Verbs[S] = field(init=False, compare=False, repr=False)
    _owners: Owners[S] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        verbs = Verbs(self.phase, [verb for part in self.parts for verb in part.verbs])
        object.__setattr__(self, "verbs", verbs)
        object.__setattr__(self, "_owners", Owners(self.parts))

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every type of event of the game, part by part."""
        return tuple(self._owners)

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
            name = plain.get("do", "")
            kind = self._commands.get(name) if isinstance(name, str) else None
            if kind is None:
                message = f"{self.title} knows no command “{name}”."
                raise Refused("malformed", message, allowed=tuple(self._commands))
            return msgspec.convert(plain, kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Refused("malformed", f"This is no command of {self.title}: {error}.") from error

    def offers(self, state: S, seat: Seat) -> tuple[Offer, ...]:
        """Everything `seat` may do now."""
        return self.verbs.offers(state, seat)

    def evolve(self, state: S, event: Event) -> S:
        """The state after `event`. Total: it never rolls and never refuses."""
        return self._owners[type(event)].evolve(state, event)

    def told(self, state: S, event: Event, seat: Seat) -> Event | None:
        """What `seat` hears of `event` (None: nothing), given the state after it."""
        return self._owners[type(event)].told(state, event, seat)

    def line(self, state: S, event: Event) -> Line | None:
        """How the journal says `event`, given the state after it; None if it says nothing."""
        return self._owners[type(event)].line(state, event)

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

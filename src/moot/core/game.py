"""The contract between Moot and a game: four functions, and the words to show what they say.

    decide(state, command, seat, chance) -> events      may refuse, may roll; changes nothing
    evolve(state, event)                 -> state       total; never rolls, never refuses
    offers(state, seat)                  -> offers      everything this seat may do now
    stage(state, guide), own(state, seat) -> view       what everyone sees (or the guide), and what is this seat's

A game writes each of its commands as a `Command`, which knows its offers and what comes of it, so that what is offered
and what is accepted can never differ, and each of its events as an `Event`, which knows what it means. They come in
`Part`s, one for each topic of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

import msgspec

from moot.core import wishes
from moot.core.ask import Ask, asked_first, plainly
from moot.core.board import BoardPart, BoardRow
from moot.core.chance import Chance
from moot.core.choices import Choice
from moot.core.commands import Command, Commands
from moot.core.errors import Refused
from moot.core.events import Codec, Event, Line, Upcast, name_of
from moot.core.files import Document, Format
from moot.core.offered import Offered
from moot.core.offers import Offer, Urgency
from moot.core.parts import Part
from moot.core.play import Play
from moot.core.reference import Reference
from moot.core.rulebook import Module, Rulebook
from moot.core.seats import Seat
from moot.core.shown import table
from moot.core.state import GameState, seated

S = TypeVar("S", bound=GameState)

_BY_URGENCY: Final[tuple[Urgency, ...]] = ("must", "may")


class Waiting(msgspec.Struct, frozen=True):
    """Somebody the game waits for: the seat, its name, and what for (`an answer to Esan's move`)."""

    seat: str
    who: str
    what: str


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """Where the game stands, in words that everyone may read: the phase, what goes on, whom it waits for.

    `aids` are the places whose advice helps now, `guides_aids` those whose advice helps the guide alone.
    """

    phase: str
    headline: str
    detail: str = ""
    waiting: tuple[Waiting, ...] = ()
    rules: tuple[str, ...] = ()
    aids: tuple[str, ...] = ()
    guides_aids: tuple[str, ...] = ()


class CastMember(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in the story, as a row: the `seat` that plays them (empty: none), and how they are, if it needs saying.
    `here`: in play now; `out`: in it no more; `thing`: not a person, but something to be done or overcome.
    `crowd` is what several of one kind are called together. The table gives each an `emblem`: that of the thing they
    `was` before, if it had one.
    """

    id: str
    name: str
    seat: str = ""
    state: str = ""
    here: bool = True
    out: bool = False
    thing: bool = False
    crowd: str = ""
    was: str = ""
    emblem: str = ""


@dataclass(frozen=True, kw_only=True, repr=False)
class Game(Generic[S]):
    """A game as Moot knows it: its only door.

    `package` is where its templates and golden logs lie, `guide` its word for the one who runs it. `phase` names where
    a state stands: commands exist in some phases only. `parts` are its rules, in the order in which their commands are
    offered. `state` is the type of its states; where `options` is given it has a field of that name and type, which
    holds the table's options. `seated` is asked whenever people come and go. `stage` is what everyone sees (a
    watcher, too) or, with `guide`, what the guide sees; `own` is what a seat sees beside that, for itself alone.
    `board` is the standing situation for the same two, part by part: pages draw it, programs read it. `beside` is what
    else they can open, as rows: papers, lists, cards; what a page opens and no row or cast has, nobody finds by typing.
    `ask` is the question of a seat and where each of its offers stands under it, given all that is not a tool, what is
    waited for first; `draws` says by command how forms are drawn in a way of their own, in a word that the room's
    templates know. `opened` is what a seat sees once it opens something, a thing by its id or an offer by its key.
    `voices` are the characters a seat may speak as, `cast` those whom everyone knows of or, as `stage` has it, the
    guide; `things` are likewise what is no row of the cast and has an emblem too, with the seat whose it is. Both are
    asked for after each command, so they are cheap; `references` is what there is to leaf through besides the rules.
    With `frames_scenes` the game opens and ends scenes itself, and the table has none beside them. `closes` are the
    events that end an evening (a chapter, a session): with them the dice are opened that fell in it. `formats` are the
    kinds of text it reads, by the names that a `Write` has for them, `documents` what a seat may take along as files.
    `unsettled` says what must come to an end before the rules of the table can change, nothing if they can now.
    `house_modules` are texts of house rules that come with the game, to be taken without writing them.
    `rows` raises Refused for house rules whose rows do not fit its lists, and `housed` gives the state under house
    rules that bring rows; a game without lists takes none. `entry` is what a row of its lists is called, by the list
    and its id. `touched` says what another state of the same table, under other rules, does to people.
    `mood` names what sets the tone of a table (a genre, an oracle), if something does: the room's `web/moods.toml` has
    emblems for it, and `web/theme.css` colours. `begins` is a sentence for people who wait for a first evening to
    begin: what comes.
    """

    name: str
    title: str
    tagline: str
    package: str
    guide: str
    rulebook: Rulebook
    state: type[S]
    phase: Callable[[S], str]
    parts: tuple[Part[S], ...]
    situation: Callable[[S], Situation]
    voices: Callable[[S, Seat], tuple[Choice, ...]]
    options: type[msgspec.Struct] | None = None
    stage: Callable[[S, bool], msgspec.Struct | None] = lambda state, guide: None
    own: Callable[[S, Seat], msgspec.Struct | None] = lambda state, seat: None
    board: Callable[[S, bool], tuple[BoardPart, ...]] = lambda state, guide: ()
    beside: Callable[[S, bool], tuple[BoardRow, ...]] = lambda state, guide: ()
    ask: Callable[[S, Seat, Sequence[Offered]], Ask] = lambda state, seat, found: plainly(found)
    draws: Mapping[str, str] = field(default_factory=dict[str, str])
    cast: Callable[[S, bool], tuple[CastMember, ...]] = lambda state, guide: ()
    things: Callable[[S, bool], tuple[CastMember, ...]] = lambda state, guide: ()
    opened: Callable[[S, Seat, str], msgspec.Struct | None] = lambda state, seat, what: None
    seated: Callable[[S, tuple[Seat, ...]], S] = seated
    references: Callable[[], tuple[Reference, ...]] = tuple
    frames_scenes: bool = False
    closes: tuple[type[Event[S]], ...] = ()
    formats: Mapping[str, Format] = field(default_factory=dict[str, Format])
    documents: Callable[[S, Seat], tuple[Document, ...]] = lambda state, seat: ()
    begins: str = ""
    mood: Callable[[S], str] = lambda state: ""
    unsettled: Callable[[S], str] = lambda state: ""
    house_modules: tuple[str, ...] = ()
    rows: Callable[[Module], None] | None = None
    housed: Callable[[S, tuple[Module, ...]], S] = lambda state, modules: state
    entry: Callable[[str, str], str] = lambda kind, id_: id_
    touched: Callable[[S, S], tuple[str, ...]] = lambda now, then: ()
    upcasts: Mapping[tuple[str, int], Upcast] = field(default_factory=dict[tuple[str, int], Upcast])
    commands: Commands[S] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        says: dict[str, Callable[[S], Any]] = {
            "modules": attrgetter("modules"), "headline": lambda state: self.situation(state).headline
        }
        object.__setattr__(self, "commands", Commands(self.parts, self.phase, **says))
        names = Counter(name_of(event) for event in self.events)
        if twice := [name for name, count in names.items() if count > 1]:
            raise TypeError(f"two events are called {twice[0]!r}")
        if unknown := self.draws.keys() - self.commands.by_name.keys():
            raise TypeError(f"no command is called {min(unknown)!r}")

    @cached_property
    def codec(self) -> Codec:
        """Reads and writes this game's events."""
        return Codec(self.events, self.upcasts)

    @property
    def events(self) -> tuple[type[Event[Any]], ...]:
        """Every type of event of the game, part by part."""
        return tuple(event for part in self.parts for event in part.events)

    def start(self, settings: Mapping[str, str], modules: tuple[Module, ...] = ()) -> S:
        """The state of a table that has just been opened with these options and house rules. Raises Refused for unknown
        options or values."""
        chosen = self.rulebook.settings(settings)
        state: Callable[..., S] = self.state
        made = state(options=msgspec.convert(chosen, self.options)) if self.options else state()
        return self.housed(made, modules)

    def ruled(self, state: S, settings: Mapping[str, str], modules: tuple[Module, ...]) -> S:
        """The state of a table that plays by these options and house rules from now on."""
        if self.options is not None:
            fields: dict[str, Any] = {"options": msgspec.convert(settings, self.options)}
            if getattr(state, "options") != fields["options"]:  # noqa: B009 - a game with options has the field
                state = msgspec.structs.replace(state, **fields)
        return self.housed(state, modules)

    def check_rows(self, module: Module) -> None:
        """Raise Refused if house rules bring rows that do not fit the lists of this game."""
        if self.rows is not None:
            self.rows(module)
        elif module.rows:
            message = f"{self.title} has no lists that house rules could bring rows for."
            raise Refused("no-lists", message, field="module")

    def command(self, wish: bytes | Mapping[str, Any]) -> Command[S]:
        """The command in a JSON object. Raises Refused (`malformed`), naming the field, if there is no such command."""
        return wishes.read(wish, self.commands.by_name, f"in {self.title}")

    def offers(
        self, state: S, seat: Seat, *, about: str | None = None, do: str = "", urgency: Urgency | None = None
    ) -> tuple[Offer, ...]:
        """Everything `seat` may do now; or only what is `about` something, by one command, or of one urgency."""
        found = self.commands.found(state, seat, about=about, do=do, urgency=urgency)
        return tuple([one.form() for one in found])

    def asked(self, state: S, seat: Seat) -> Ask:
        """The question that `seat` is asked now, and where each of its offers stands."""
        return self.ask(state, seat, asked_first(self.commands.found(state, seat, urgency=_BY_URGENCY)))

    def stand_in(self, state: S, seat: Seat) -> Offer | None:
        """What a stand-in would do in this seat when the game waits for it: the first must, or nothing."""
        if any(waiting.seat == seat.id for waiting in self.situation(state).waiting):
            for urgency in _BY_URGENCY:
                for one in self.commands.found(state, seat, urgency=urgency):
                    if self.commands.by_name[one.do].stands_in:
                        return one.form()
        return None

    def evolve(self, state: S, event: Event[S]) -> S:
        """The state after `event`. Total: it never rolls and never refuses."""
        return event.evolve(state)

    def told(self, state: S, event: Event[S], seat: Seat) -> Event[S] | None:
        """What `seat` hears of `event` (None: nothing), given the state after it."""
        return event.told(state, seat)

    def line(self, state: S, event: Event[S]) -> Line | None:
        """How the journal says `event`, given the state after it; None if it says nothing."""
        line = event.line(state)
        return line if line is None or line.rules else msgspec.structs.replace(line, rules=event.rules)

    def decide(self, state: S, command: Command[S], seat: Seat, chance: Chance) -> tuple[Event[S], ...]:
        """What `command` leads to. Raises Refused; changes nothing."""
        return tuple(self.run(state, command, seat, chance).events)

    def run(self, state: S, command: Command[S], seat: Seat, chance: Chance) -> Play[S]:
        """What `command` leads to, with the state after each event. Raises Refused; changes nothing."""
        play = Play(state, seat, chance, self.evolve)
        self.commands.enact(play, command)
        return play

    def __repr__(self) -> str:
        return f"Game({self.name!r}, {len(self.rulebook.rules)} rules, {len(self.commands.kinds)} commands)"

    def _repr_html_(self) -> str:
        rows = {
            "about": self.tagline,
            "rules": f"{len(self.rulebook.rules)} ({self.rulebook.edition})",
            "options": ", ".join(self.rulebook.options),
            "commands": ", ".join(self.commands.by_name),
        }
        return table(self.title, rows.items())

    def replay(self, state: S, events: Iterable[Event[S]]) -> S:
        """The state after `events`."""
        for event in events:
            state = self.evolve(state, event)
        return state

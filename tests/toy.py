"""A game as small as a game can be, for tests of all that serves games: it rolls, hides, and asks every kind of field.

The guide hides a number from 1 to 6; players toss dice and guess. `install()` makes it known beside the installed ones.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any, Literal, TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from moot import games
from moot.core import (
    Choice,
    Choose,
    Command,
    Compose,
    Confirm,
    Count,
    Document,
    Event,
    Format,
    Game,
    GameState,
    Item,
    Kind,
    Line,
    Offer,
    Option,
    Part,
    Play,
    Refused,
    Roles,
    Rule,
    Rulebook,
    Seat,
    Shown,
    Situation,
    Spread,
    Throw,
    Verb,
    Waiting,
    Write,
    others_hear,
)
from moot.core.rulebook import Value

Phase: TypeAlias = Literal["hiding", "guessing", "over"]

ROLES = Roles("Holder")


class Options(msgspec.Struct, frozen=True):
    """The switch of the table."""

    lowest: Literal["one", "three"] = "one"


class Purse(GameState, frozen=True, kw_only=True):
    """The game: the hidden number, and what was tossed."""

    phase: Phase = "hiding"
    secret: int = 0
    hint: str = ""
    options: Options = Options()
    tossed: dict[str, tuple[int, ...]] = {}  # noqa: RUF012 - a struct by way of GameState
    winner: str = ""
    stakes: tuple[Item, ...] = ()
    chart: tuple[str, ...] = ()

    @property
    def lowest(self) -> int:
        """From where hiding starts."""
        return 3 if self.options.lowest == "three" else 1

    def name(self, seat: str) -> str:
        """What people call a seat."""
        return next((other.name for other in self.seats if other.id == seat), seat)


class PurseView(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat sees: the number only if it runs the game, or when all is over."""

    phase: Phase
    secret: int | None
    tossed: dict[str, tuple[int, ...]]
    winner: str


# ---------------------------------------------------------------- commands


class Hide(Command, frozen=True, kw_only=True, tag="hide"):
    """Hide a number, and say something about it that only the guide reads."""

    value: int
    hint: str = ""


class Toss(Command, frozen=True, kw_only=True, tag="toss"):
    """Roll so many d6."""

    dice: int = 1


class Guess(Command, frozen=True, kw_only=True, tag="guess"):
    """Say what the number is."""

    value: int


class Stake(Command, frozen=True, kw_only=True, tag="stake"):
    """Put things up: asks every kind of field there is."""

    against: str
    spread: dict[str, int]
    words: str
    sure: bool
    terms: tuple[Item, ...]


class Again(Command, frozen=True, kw_only=True, tag="again"):
    """Play another round."""


class Chart(Command, frozen=True, kw_only=True, tag="chart"):
    """Bring a chart of what the numbers mean, which only the guide reads."""

    text: str


# ---------------------------------------------------------------- events


class Hidden(Event, frozen=True, kw_only=True, tag="hidden"):
    """A number was hidden. Others than the guide hear of neither number nor hint."""

    value: int = 0
    hint: str = ""


class Tossed(Event, frozen=True, kw_only=True, tag="tossed"):
    """Somebody rolled."""

    who: str
    faces: tuple[int, ...]


class Guessed(Event, frozen=True, kw_only=True, tag="guessed"):
    """Somebody guessed."""

    who: str
    value: int
    right: bool


class Staked(Event, frozen=True, kw_only=True, tag="staked"):
    """Somebody put things up."""

    who: str
    against: str
    spread: dict[str, int]
    words: str
    terms: tuple[Item, ...]


class Charted(Event, frozen=True, kw_only=True, tag="charted"):
    """The guide has a chart. Nobody else hears of it."""

    chart: tuple[str, ...]


class BegunAgain(Event, frozen=True, kw_only=True, tag="begun-again"):
    """Another round."""


ToyEvent: TypeAlias = Hidden | Tossed | Guessed | Staked | Charted | BegunAgain


# ---------------------------------------------------------------- the rules

BOOK = Rulebook(
    game="coin",
    title="Coin",
    edition="first",
    licence="none",
    rules={
        rule.id: rule
        for rule in (
            Rule("CO-01", "Hiding", "The guide hides a number from 1 to 6.", kind="rule"),
            Rule("CO-02", "Tossing", "A player rolls up to three dice.", needs=("CO-01",)),
            Rule("CO-03", "Guessing", "Whoever says the number wins.", needs=("CO-01", "CO-02")),
            Rule("CO-04", "Take your time", "Guess late.", kind="advice", shown=("guessing",)),
            Rule("CO-05", "Nobody wrote this one", "A rule without code or test.", needs=("CO-04",)),
        )
    },
    options={
        "lowest": Option(
            id="lowest",
            title="Lowest number",
            rule="CO-01",
            text="From where hiding starts.",
            default="one",
            choices=(Value("one", "1"), Value("three", "3")),
        )
    },
)


def _hide(state: Purse, seat: Seat) -> Iterator[Offer]:
    ROLES.needs_guide(seat, "hides the number", "CO-01")
    yield Offer(
        do="hide",
        label="Hide a number",
        why="Nobody else sees it.",
        urgency="must",
        rules=("CO-01",),
        fields=(
            Count(name="value", label="The number", least=state.lowest, most=6, default=state.lowest),
            Write(name="hint", label="A note to yourself", least=0),
        ),
    )


def _hidden(play: Play[Purse], command: Hide) -> None:
    play.record(Hidden(value=command.value, hint=command.hint, rules=("CO-01",)))


def _toss(state: Purse, seat: Seat) -> Iterator[Offer]:
    ROLES.needs_player(seat, "tosses", "CO-02")
    dice = Count(name="dice", label="How many dice", least=1, most=3, default=1)
    yield Offer(do="toss", label="Toss", rules=("CO-02",), fields=(dice,), rolls=(6,))


def _tossed(play: Play[Purse], command: Toss) -> None:
    play.record(Tossed(who=play.seat.id, faces=play.roll(*[6] * command.dice), rules=("CO-02",)))


def _guess(state: Purse, seat: Seat) -> Iterator[Offer]:
    ROLES.needs_player(seat, "guesses", "CO-03")
    number = Count(name="value", label="Your guess", least=1, most=6, default=1)
    yield Offer(do="guess", label="Guess", rules=("CO-03",), urgency="must", fields=(number,))


def _guessed(play: Play[Purse], command: Guess) -> None:
    right = command.value == play.state.secret
    play.record(Guessed(who=play.seat.id, value=command.value, right=right, rules=("CO-03",)))


def _not_watching(seat: Seat) -> None:
    ROLES.needs_part(seat, "play")


def _stake(state: Purse, seat: Seat) -> Iterator[Offer]:
    _not_watching(seat)
    others = tuple(Choice(other.id, other.name) for other in state.seats if other.id != seat.id)
    if not others:
        raise Refused("nobody-else", "There is nobody to play against.")
    slots = (Choice("heads", "Heads"), Choice("tails", "Tails"))
    kinds = (Kind("coins", "Coins"), Kind("deed", "A deed", targets=others, writes=True))
    yield Offer(
        do="stake",
        label="Put something up",
        fields=(
            Choose(name="against", label="Against", choices=others),
            Spread(name="spread", label="Two dice", slots=slots, dice=(4, 8), default=(4, 8)),
            Write(name="words", label="In your words", suggestions=("All I have.", "Not much.")),
            Confirm(name="sure", label="Sure?", must=True),
            Compose(name="terms", label="Terms", kinds=kinds),
        ),
    )


def _staked(play: Play[Purse], command: Stake) -> None:
    play.record(
        Staked(
            who=play.seat.id, against=command.against, spread=command.spread, words=command.words, terms=command.terms
        )
    )


CHART = "1: a fool\n6: a king\n"


def _charted(text: str) -> tuple[str, ...]:
    lines = tuple(line for line in text.splitlines() if line.strip())
    for number, line in enumerate(lines, 1):
        if not re.match("[1-6]: .", line):
            message = f"Line {number}: begin with a number from 1 to 6, a colon and words."
            raise Refused("no-chart", message, "CO-01", allowed=("6: a king",), field="text")
    return lines


def _chart(state: Purse, seat: Seat) -> Iterator[Offer]:
    ROLES.needs_guide(seat, "brings a chart", "CO-01")
    text = Write(name="text", label="The chart", most=300, lines=4, format="chart", suggestions=(CHART,))
    yield Offer(do="chart", label="Bring a chart", urgency="tool", rules=("CO-01",), fields=(text,))


def _again(state: Purse, seat: Seat) -> Iterator[Offer]:
    _not_watching(seat)
    yield Offer(do="again", label="Play again", urgency="must")


def _verb(command: type[Any], phases: set[str], offers: Any, enact: Any) -> Verb[Purse, Any]:
    return Verb(command=command, phases=frozenset(phases), offers=offers, enact=enact)


VERBS: tuple[Verb[Purse, Any], ...] = (
    _verb(Hide, {"hiding"}, _hide, _hidden),
    _verb(Toss, {"guessing"}, _toss, _tossed),
    _verb(Guess, {"guessing"}, _guess, _guessed),
    _verb(Stake, {"guessing"}, _stake, _staked),
    _verb(
        Chart,
        {"hiding", "guessing", "over"},
        _chart,
        lambda play, command: play.record(Charted(chart=_charted(command.text), rules=("CO-01",))),
    ),
    _verb(Again, {"over"}, _again, lambda play, _: play.record(BegunAgain())),
)


def _evolve(state: Purse, event: ToyEvent) -> Purse:
    match event:
        case Hidden(value=value, hint=hint):
            return replace(state, phase="guessing", secret=value, hint=hint)
        case Tossed(who=who, faces=faces):
            return replace(state, tossed={**state.tossed, who: faces})
        case Guessed(who=who, right=right):
            return replace(state, phase="over", winner=who) if right else state
        case Staked(terms=terms):
            return replace(state, stakes=(*state.stakes, *terms))
        case Charted(chart=chart):
            return replace(state, chart=chart)
        case BegunAgain():
            return replace(state, phase="hiding", secret=0, hint="", tossed={}, winner="")
    assert_never(event)


def _view(state: Purse, seat: Seat) -> PurseView:
    known = seat.guides or state.phase == "over"
    return PurseView(
        phase=state.phase, secret=state.secret if known else None, tossed=state.tossed, winner=state.winner
    )


def _told(state: Purse, event: ToyEvent) -> Event | None:
    if isinstance(event, Charted):
        return None
    return Hidden(rules=event.rules) if isinstance(event, Hidden) else event


def _line(state: Purse, event: ToyEvent) -> Line | None:
    match event:
        case Hidden(hint=hint):
            return Line(kind="move", text="A number is hidden.", quote=hint, rules=event.rules)
        case Tossed(who=who, faces=faces):
            throw = Throw(dice=tuple(Shown(6, face) for face in faces), reading=" & ".join(map(str, faces)))
            return Line(kind="roll", who=state.name(who), text="tosses", throws=(throw,), rules=event.rules)
        case Guessed(who=who, value=value, right=right):
            text = f"guesses {value}, and is {'right' if right else 'wrong'}."
            return Line(kind="result", who=state.name(who), text=text, rules=event.rules)
        case Staked(who=who, words=words):
            return Line(kind="move", who=state.name(who), text="puts something up.", quote=words)
        case Charted():
            return Line(kind="aside", text="A chart is brought.", rules=event.rules)
        case BegunAgain():
            return Line(kind="chapter", text="Another round")
    assert_never(event)


def _situation(state: Purse) -> Situation:
    guides = state.phase == "hiding"
    who = tuple(seat for seat in state.seats if (seat.guides if guides else seat.plays))
    what = "a number to hide" if guides else "a guess"
    waiting = () if state.phase == "over" else tuple(Waiting(seat.id, seat.name, what) for seat in who)
    headlines = {"hiding": "A number is to be hidden", "guessing": "What is the number?", "over": "The number is found"}
    return Situation(phase=state.phase, headline=headlines[state.phase], waiting=waiting, aids=(state.phase,))


def _voices(state: Purse, seat: Seat) -> tuple[Choice, ...]:
    return (Choice(f"mask-{seat.id}", f"{seat.name}'s mask"),) if seat.plays else ()


def _documents(state: Purse, seat: Seat) -> tuple[Document, ...]:
    if not (seat.guides and state.chart):
        return ()
    return (Document(name="chart.txt", title="The chart", write=lambda: "\n".join(state.chart) + "\n"),)


PART: Part[Purse] = Part(
    events=ToyEvent, verbs=VERBS, evolve=_evolve, line=_line, told=others_hear(_told)
)
TOY: Game[Purse] = Game(
    name="coin",
    title="Coin",
    tagline="Guess the number.",
    package="tests",
    guide=ROLES.guide,
    rulebook=BOOK,
    state=Purse,
    phase=lambda state: state.phase,
    parts=(PART,),
    options=Options,
    view=_view,
    situation=_situation,
    voices=_voices,
    formats={"chart": Format("a chart of numbers", (".txt",), _charted)},
    documents=_documents,
)


def altered(**changes: Any) -> Game[Purse]:
    """The game with something else in its one part."""
    return dataclasses.replace(TOY, parts=(dataclasses.replace(PART, **changes),))


def install() -> None:
    """Make the game known as `coin`, as an installed package would."""
    games._announced()["coin"] = EntryPoint(name="coin", value="tests.toy:TOY", group="moot.games")

"""A game as small as a game can be, for tests of all that serves games: it rolls, hides, and asks every kind of field.

The guide hides a number from 1 to 6; players toss dice and guess. `install()` makes it known beside the installed ones.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from typing import Any, Literal, TypeAlias

import msgspec
import pytest
from msgspec.structs import replace

from moot import games
from moot.core import (
    CastMember,
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
    Offered,
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
    Waiting,
    Write,
)
from moot.core.events import name_of
from moot.core.rulebook import Value

Phase: TypeAlias = Literal["hiding", "guessing", "over"]

ROLES = Roles("Holder")
GUESSING = frozenset({"guessing"})


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


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """What everyone sees: the number only when all is over, and always where the guide looks on."""

    phase: Phase
    secret: int | None
    tossed: dict[str, tuple[int, ...]]
    winner: str


def stage(state: Purse, guide: bool) -> Sight:
    """What all see of a state, or the guide."""
    known = guide or state.phase == "over"
    return Sight(
        phase=state.phase, secret=state.secret if known else None, tossed=state.tossed, winner=state.winner
    )


# ---------------------------------------------------------------- the rulebook

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
            Rule("CO-03", "Guessing", "The player who says the number wins.", needs=("CO-01", "CO-02")),
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


CHART = "1: a fool\n6: a king\n"


def _charted(text: str) -> tuple[str, ...]:
    lines = tuple(line for line in text.splitlines() if line.strip())
    for number, line in enumerate(lines, 1):
        if not re.match("[1-6]: .", line):
            message = f"Line {number}: begin with a number from 1 to 6, a colon and words."
            raise Refused("no-chart", message, "CO-01", allowed=("6: a king",), field="text")
    return lines


# ---------------------------------------------------------------- what can be done, and what can happen


class Hidden(Event[Purse], tag="hidden"):
    """A number was hidden. Others than the guide hear of neither number nor hint."""

    value: int = 0
    hint: str = ""

    def evolve(self, state: Purse) -> Purse:
        return replace(state, phase="guessing", secret=self.value, hint=self.hint)

    def line(self, state: Purse) -> Line:
        return Line(kind="move", text="A number is hidden.", quote=self.hint)

    def told(self, state: Purse, seat: Seat) -> Hidden:
        return self if seat.guides else Hidden(rules=self.rules)


class Hide(Command[Purse], tag="hide"):
    """Hide a number, and say something about it that only the guide reads."""

    when, rules, urgency = frozenset({"hiding"}), ("CO-01",), "must"
    records = Hidden
    giver = ROLES.only_guide("hides the number", "CO-01")
    value: int
    hint: str = ""

    @classmethod
    def offers(cls, state: Purse, seat: Seat) -> Iterator[Offered]:
        value = Count(name="value", label="The number", least=state.lowest, most=6, default=state.lowest)
        hint = Write(name="hint", label="A note to yourself", least=0)
        yield cls.offer(None, "Hide a number", "Nobody else sees it.", value, hint)


class Tossed(Event[Purse], tag="tossed"):
    """Somebody rolled."""

    who: str
    faces: tuple[int, ...]

    def evolve(self, state: Purse) -> Purse:
        return replace(state, tossed={**state.tossed, self.who: self.faces})

    def line(self, state: Purse) -> Line:
        throw = Throw(dice=tuple(Shown(6, face) for face in self.faces), reading=" & ".join(map(str, self.faces)))
        return Line(kind="roll", who=state.name(self.who), text="tosses", throws=(throw,))


class Toss(Command[Purse], tag="toss"):
    """Roll so many d6."""

    when, rules = GUESSING, ("CO-02",)
    giver = ROLES.only_players("tosses", "CO-02")
    dice: int = 1

    @classmethod
    def offers(cls, state: Purse, seat: Seat) -> Iterator[Offered]:
        dice = Count(name="dice", label="How many dice", least=1, most=3, default=1)
        yield cls.offer(seat, "Toss", "", dice, rolls=(6,))

    def enact(self, play: Play[Purse], of: Seat) -> None:
        play.record(Tossed(who=of.id, faces=play.roll(*[6] * self.dice), rules=self.rules))


class Guessed(Event[Purse], tag="guessed"):
    """Somebody guessed."""

    who: str
    value: int
    right: bool

    def evolve(self, state: Purse) -> Purse:
        return replace(state, phase="over", winner=self.who) if self.right else state

    def line(self, state: Purse) -> Line:
        text = f"guesses {self.value}, and is {'right' if self.right else 'wrong'}."
        return Line(kind="result", who=state.name(self.who), text=text)


class Guess(Command[Purse], tag="guess"):
    """Say what the number is."""

    when, rules, urgency = GUESSING, ("CO-03",), "must"
    giver = ROLES.only_players("guesses", "CO-03")
    value: int

    @classmethod
    def offers(cls, state: Purse, seat: Seat) -> Iterator[Offered]:
        yield cls.offer(seat, "Guess", "", Count(name="value", label="Your guess", least=1, most=6, default=1))

    def enact(self, play: Play[Purse], of: Seat) -> None:
        right = self.value == play.state.secret
        play.record(Guessed(who=of.id, value=self.value, right=right, rules=self.rules))


class Staked(Event[Purse], tag="staked"):
    """Somebody put things up."""

    who: str
    against: str
    spread: dict[str, int]
    words: str
    terms: tuple[Item, ...]

    def evolve(self, state: Purse) -> Purse:
        return replace(state, stakes=(*state.stakes, *self.terms))

    def line(self, state: Purse) -> Line:
        return Line(kind="move", who=state.name(self.who), text="puts something up.", quote=self.words)


class Stake(Command[Purse], tag="stake"):
    """Put things up: asks every kind of field there is."""

    when = GUESSING
    giver = ROLES.no_watchers("play")
    against: str
    spread: dict[str, int]
    words: str
    sure: bool
    terms: tuple[Item, ...]

    @classmethod
    def offers(cls, state: Purse, seat: Seat) -> Iterator[Offered]:
        others = tuple(Choice(other.id, other.name) for other in state.seats if other.id != seat.id)
        if not others:
            raise Refused("nobody-else", "There is nobody to play against.")
        slots = (Choice("heads", "Heads"), Choice("tails", "Tails"))
        kinds = (Kind("coins", "Coins"), Kind("deed", "A deed", targets=others, writes=True))
        yield cls.offer(
            seat, "Put something up", "",
            Choose(name="against", label="Against", choices=others),
            Spread(name="spread", label="Two dice", slots=slots, dice=(4, 8), default=(4, 8)),
            Write(name="words", label="In your words", suggestions=("All I have.", "Not much.")),
            Confirm(name="sure", label="Sure?", must=True),
            Compose(name="terms", label="Terms", kinds=kinds),
        )

    def enact(self, play: Play[Purse], of: Seat) -> None:
        play.record(
            Staked(who=of.id, against=self.against, spread=self.spread, words=self.words, terms=self.terms)
        )


class Charted(Event[Purse], tag="charted"):
    """The guide has a chart. Nobody else hears of it."""

    heard_by = "guide"
    chart: tuple[str, ...]

    def evolve(self, state: Purse) -> Purse:
        return replace(state, chart=self.chart)

    def line(self, state: Purse) -> Line:
        return Line(kind="aside", text="A chart is brought.")


class Chart(Command[Purse], tag="chart"):
    """Bring a chart of what the numbers mean, which only the guide reads."""

    when, rules, urgency = frozenset({"hiding", "guessing", "over"}), ("CO-01",), "tool"
    brings_file = True
    giver = ROLES.only_guide("brings a chart", "CO-01")
    text: str

    @classmethod
    def offers(cls, state: Purse, seat: Seat) -> Iterator[Offered]:
        text = Write(name="text", label="The chart", most=300, lines=4, format="chart", suggestions=(CHART,))
        yield cls.offer(None, "Bring a chart", "", text)

    def enact(self, play: Play[Purse], of: None) -> None:
        play.record(Charted(chart=_charted(self.text), rules=self.rules))


class BegunAgain(Event[Purse], tag="begun-again"):
    """Another round."""

    def evolve(self, state: Purse) -> Purse:
        return replace(state, phase="hiding", secret=0, hint="", tossed={}, winner="")

    def line(self, state: Purse) -> Line:
        return Line(kind="chapter", text="Another round")


class Again(Command[Purse], tag="again"):
    """Play another round."""

    when = frozenset({"over"})
    records = BegunAgain
    giver = ROLES.no_watchers("play")

    @classmethod
    def offers(cls, state: Purse, seat: Seat) -> Iterator[Offered]:
        yield cls.offer(None, "Play again")


# ---------------------------------------------------------------- the door


def _situation(state: Purse) -> Situation:
    guides = state.phase == "hiding"
    who = tuple(seat for seat in state.seats if (seat.guides if guides else seat.plays))
    what = "a number to hide" if guides else "a guess"
    waiting = () if state.phase == "over" else tuple(Waiting(seat.id, seat.name, what) for seat in who)
    headlines = {"hiding": "A number is to be hidden", "guessing": "What is the number?", "over": "The number is found"}
    return Situation(phase=state.phase, headline=headlines[state.phase], waiting=waiting, aids=(state.phase,))


def _voices(state: Purse, seat: Seat) -> tuple[Choice, ...]:
    return (Choice(f"mask-{seat.id}", f"{seat.name}'s mask"),) if seat.plays else ()


def _cast(state: Purse, guide: bool) -> tuple[CastMember, ...]:
    """A mask for each player, and the keeper of a hidden number, whom all meet once it was guessed."""
    keeper = next((seat.id for seat in state.seats if seat.guides), "")
    met = state.secret and (guide or state.winner)
    keepers = (CastMember(id="keeper", name="The keeper", seat=keeper),) if met else ()
    masks = (CastMember(id=f"mask-{seat.id}", name=f"{seat.name}'s mask", seat=seat.id) for seat in state.players)
    return (*keepers, *masks)


def _documents(state: Purse, seat: Seat) -> tuple[Document, ...]:
    if not (seat.guides and state.chart):
        return ()
    return (Document(name="chart.txt", title="The chart", write=lambda: "\n".join(state.chart) + "\n"),)


KINDS = (Hide, Toss, Guess, Stake, Chart, Again, Hidden, Tossed, Guessed, Staked, Charted, BegunAgain)
EVENTS = KINDS[6:]
TOY: Game[Purse] = Game(
    name="coin",
    title="Coin",
    tagline="Guess the number.",
    package="tests",
    guide=ROLES.guide,
    rulebook=BOOK,
    state=Purse,
    phase=lambda state: state.phase,
    parts=(Part(*KINDS),),
    options=Options,
    stage=stage,
    situation=_situation,
    voices=_voices,
    cast=_cast,
    formats={"chart": Format("a chart of numbers", (".txt",), _charted)},
    documents=_documents,
)


def without(*kinds: type[Any]) -> Game[Purse]:
    """The game without these commands and events."""
    return dataclasses.replace(TOY, parts=(Part(*(kind for kind in KINDS if kind not in kinds)),))


def with_also(*kinds: type[Command[Any] | Event[Any]]) -> Game[Purse]:
    """The game with these commands and events beside its own, and instead of those of the same names."""
    names = {name_of(kind) for kind in kinds}
    return dataclasses.replace(TOY, parts=(Part(*(k for k in KINDS if name_of(k) not in names), *kinds),))


def bend(monkeypatch: pytest.MonkeyPatch, *kinds: type[Any], **methods: Any) -> None:
    """Give commands or events of the game other methods until the test is over; `offers` or `giver` can be among them.
    """
    of_class = ("offers", "possible", "urgent", "urgent_for")
    for kind in kinds:
        for name, method in methods.items():
            monkeypatch.setattr(kind, name, classmethod(method) if name in of_class else method)


def install() -> None:
    """Make the game known as `coin`, as an installed package would."""
    games._announced()["coin"] = EntryPoint(name="coin", value="tests.toy:TOY", group="moot.games")

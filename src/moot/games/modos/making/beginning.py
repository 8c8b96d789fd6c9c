"""Beginning a character and finishing it: concept, scores, what hero points stand for (MO-X101, MO-100 to MO-103)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any, ClassVar, Final, Self

from msgspec.structs import replace

from moot.core import Choice, Event, Line, Offers, Part, Play, Refused, Seat, Shown, Throw
from moot.core.blanks import Choose, Confirm, Count, Field, Write
from moot.core.commands import urgencies
from moot.core.frames import Fact
from moot.core.offers import Urgencies, Urgency
from moot.games.modos.abilities import stock
from moot.games.modos.figures import ARRAY, AVERAGE, LIMITS, THROW, title_at
from moot.games.modos.flow import FlowCommand, OfSomebody, OnSheet, no_watchers
from moot.games.modos.making.draft import Stepping, placed
from moot.games.modos.making.setting import SheetSet
from moot.games.modos.npcs.people import told_apart
from moot.games.modos.person import Draft, Person, Unspent
from moot.games.modos.reckoning import hero_die, most
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.kit.keyed import counted, put
from moot.kit.people import seat_name

ATTRIBUTES: Final = "Physical is the body, mental the mind and the senses, metaphysical the spirit and presence."
"""What the scores are of, for people who see the three words for the first time (MO-105 to MO-107)."""

# ---------------------------------------------------------------- who it is


class Entering(FlowCommand):
    """A way to have somebody to play: a must, or the first that comes to mind, for players who have nobody yet."""

    when = ALWAYS
    urgency: ClassVar[Urgencies] = ("may", "tool")

    @classmethod
    def urgent(cls, state: State) -> tuple[Urgency, ...]:
        all_play = {who.player for who in state.people.values()}.issuperset(seat.id for seat in state.players)
        return ("tool",) if all_play and "character" in state.modules else urgencies(cls)

    @classmethod
    def wanted(cls, state: State, seat: Seat) -> Urgency:
        """How urgent it is. Raises Refused for a player whose last character is not finished yet."""
        mine = [who for who in state.people.values() if seat.plays and who.player == seat.id]
        for who in mine:
            if not who.made:
                message = f"“{who.name}” is not finished yet: one character is made at a time."
                raise Refused("one-at-a-time", message, "MO-X101")
        return "tool" if mine or not seat.plays else urgencies(cls)[0]


class WithConcept(Entering):
    """A command that begins with a concept: who this is, what drives them, and what trips them up (MO-100, MO-101)."""

    name: str
    concept: str
    goal: str = ""
    flaw: str = ""

    @classmethod
    def concept_blanks(cls, state: State) -> tuple[Field, ...]:
        """The blanks of a concept."""
        likes = ("A gnome who would be a knight", "A hacker with a robotic hand", "A hero of sorts")
        who = (
            Write(name="name", label="Name"),
            Write(name="concept", label="Who is this?", hint="In a few words.", rule="MO-100", suggestions=likes),
        )
        return who if "character" not in state.modules else (
            *who, Write(name="goal", label="A goal", hint="What drives them.", rule="MO-101"),
            Write(name="flaw", label="A flaw", hint="What trips them up.", rule="MO-101"),
        )

    def conceived(self) -> dict[str, Any]:
        """The same as a sheet has it."""
        name, concept, goal, flaw = (text.strip() for text in (self.name, self.concept, self.goal, self.flaw))
        return {"name": name, "concept": concept, "goals": (goal,) if goal else (), "flaws": (flaw,) if flaw else ()}


class PersonMade(Event[State], tag="person-made"):
    """Somebody has a sheet, begun or whole. Of the guide's people others hear the name alone."""

    person: Person
    how: str = "begins"

    def evolve(self, state: State) -> State:
        ids = (self.person.id, *(thing.id for thing in self.person.gear))
        return replace(state, people=put(state.people, self.person), ids=state.ids + counted(ids))

    def line(self, state: State) -> Line:
        who = self.person
        if who.npc:
            return Line("sheet", f"{who.name} is here." if who.known else f"{who.name} is ready, and nobody knows yet.")
        facts = (joins(who),) if who.made else ()
        text = f"{seat_name(state, who.player)} {self.how} {who.name}."
        return Line("sheet", text, quote=who.concept, facts=facts)

    def told(self, state: State, seat: Seat) -> Self | None:
        if seat.guides or not self.person.npc:
            return self
        return replace(self, person=Person(id=self.person.id, name=self.person.name)) if self.person.known else None


def make(play: Play[State], who: Person, *rules: str, how: str = "begins") -> None:
    """Let somebody have this sheet, under a name that tells them from others."""
    named = replace(who, name=told_apart(play.state, who, who.name))
    play.record(PersonMade(person=named, how=how, rules=rules))


def joins(who: Person) -> Fact:
    """Somebody new is in the story."""
    return Fact(kind="fact", text=f"{who.name} joins the story", who=who.name, seat=who.player)


def new_id(play: Play[State], *, known: bool) -> str:
    """An id for somebody new, which tells nothing where nobody knows of them."""
    return play.state.next_id if known else play.hidden_id(play.state.people)


class BeginCharacter(WithConcept, tag="begin-character"):
    """Begin a character: who it is, and what drives it and trips it up."""

    rules, urgency, about_any = ("MO-100", "MO-101", "MO-E19", "MO-X101", "MO-113"), ("must", "may", "tool"), None
    giver = no_watchers("make characters")
    level: int = 0
    hidden: bool = False

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        start, blanks = int(state.options.start_level), cls.concept_blanks(state)
        whole, hidden = "character" in state.modules, Confirm(name="hidden", label="Nobody knows of them yet")
        label = "Make a character" if whole else "Say who you play"
        why = f"Level {start}, {title_at(start)}. Scores, skills and perks come next, one after the other."
        if seat.guides and whole:
            label = "Make somebody, step by step"
            blanks += (Count(name="level", label="Level", least=1, most=LIMITS.level, default=start), hidden)
        elif seat.guides:
            label, blanks = "Bring somebody in", (*blanks, hidden)
        why, rules = why if whole and not seat.guides else "", cls.rules if whole else ("MO-X602",)
        urgency = "may" if seat.guides and not whole else cls.wanted(state, seat)
        yield cls.offer(start, label, why, *blanks, urgency=urgency, rules=rules)

    def act(self, play: Play[State], of: int) -> None:
        level, player = self.level or of, play.seat.id if play.seat.plays else ""
        sheet: dict[str, Any] = {"draft": Draft(), "made": False}
        if whole_at_once := "character" not in play.state.modules:
            sheet = {"scores": dict.fromkeys(POOLS, AVERAGE)}
        who = Person(
            id=new_id(play, known=not self.hidden), player=player, kinds=("pc",) if player else (), level=level,
            owed=Unspent(scores=level, points=level, perks=level), asking="foes" if player else "mine",
            known=not self.hidden, **sheet, **self.conceived(),
        )
        make(play, who, *self.rules, how="plays" if whole_at_once else "begins")


# ---------------------------------------------------------------- scores


class ScoresThrown(OnSheet, tag="scores-thrown"):
    """The dice of three scores have fallen (MO-X102)."""

    faces: tuple[int, ...]
    thrown: tuple[int, ...]

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, draft=replace(state.people[self.who].draft or Draft(), thrown=self.thrown))

    def line(self, state: State) -> Line:
        each = THROW.dice
        throws = tuple(Throw(tuple(Shown(THROW.sides, face) for face in self.faces[at * each :][:each]), str(number))
                       for at, number in enumerate(self.thrown))
        text = f"throws {', '.join(map(str, self.thrown))} for scores, {THROW} each."
        return Line("roll", text, state.name(self.who), throws=throws)


class ThrowScores(Stepping, tag="throw-scores"):
    """Throw the dice of three scores, to be put where they suit."""

    rules, takes = ("MO-X102", "MO-103"), "scores"

    @classmethod
    def asks(cls, state: State, seat: Seat, who: Person) -> Offers:
        if state.options.scores != "roll":
            same = (", ".join(map(str, ARRAY)),)
            raise Refused("no-dice", "At this table all begin with the same three numbers.", "MO-X102", allowed=same)
        if who.draft and not who.draft.thrown:
            rolls = (THROW.sides,) * THROW.dice * len(POOLS)
            why = f"{THROW} for each of three numbers; then you put them where they suit."
            yield cls.ask(state, seat, who, f"Throw {who.name}’s scores", why, rolls=rolls)

    def act(self, play: Play[State], of: Person) -> None:
        faces = play.roll(*(THROW.sides,) * THROW.dice * len(POOLS))
        each = (faces[at : at + THROW.dice] for at in range(0, len(faces), THROW.dice))
        thrown = tuple(sum(some) + THROW.plus for some in each)
        play.record(ScoresThrown(who=of.id, faces=faces, thrown=thrown, rules=self.rules[:1]))


class ScoresPlaced(OnSheet, tag="scores-placed"):
    """Three numbers are the scores of the attributes."""

    scores: dict[Pool, int]

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, **placed(state.people[self.who], self.scores))

    def line(self, state: State) -> Line:
        return Line("sheet", f"begins with {_placed(self.scores)}.", state.name(self.who))


class PlaceScores(Stepping, tag="place-scores"):
    """Put three numbers on the attributes: those that fell, or the usual ones."""

    rules, takes = ("MO-X102", "MO-103", "MO-104"), "scores"
    layout: str

    @classmethod
    def asks(cls, state: State, seat: Seat, who: Person) -> Offers:
        thrown = who.draft.thrown if who.draft else ()
        if thrown or state.options.scores != "roll":
            groups = {"As the dice fell": thrown, "Or these instead of the dice": ARRAY} if thrown else {"": ARRAY}
            blank = scores_blank("Where do they go?", groups, "MO-X102")
            yield cls.ask(state, seat, who, f"Put down {who.name}’s scores", ATTRIBUTES, blank)

    def act(self, play: Play[State], of: Person) -> None:
        numbers = dict(zip(POOLS, map(int, self.layout.split("-")), strict=True))
        play.record(ScoresPlaced(who=of.id, scores=numbers, rules=self.rules[:2]))


def scores_blank(label: str, groups: Mapping[str, tuple[int, ...]], rule: str, hint: str = "") -> Choose:
    """The ways to put three numbers on the attributes, each once; each three under the name of its group."""
    found: dict[str, Choice] = {}
    for group, numbers in groups.items():
        for way in permutations(numbers):
            value = "-".join(map(str, way))
            found.setdefault(value, Choice(value, _placed(dict(zip(POOLS, way, strict=True))), group=group))
    return Choose(name="layout", label=label, hint=hint, choices=tuple(found.values()), rule=rule)


def _placed(scores: dict[Pool, int]) -> str:
    return ", ".join(f"{POOL_WORDS[pool]} {scores[pool]}" for pool in POOLS if pool in scores)


# ---------------------------------------------------------------- design, finishing


class Design(Stepping, tag="design"):
    """Say what hero points stand for."""

    rules, takes = ("MO-X104", "MO-114"), "design"
    design: str

    @classmethod
    def asks(cls, state: State, seat: Seat, who: Person) -> Offers:
        adds = f"A hero point adds a d{hero_die(state, who.id)} to a throw for it."
        blank = Write(name="design", label="What are hero points for?",
                      hint=f"What {who.name} can do like nobody else. {adds}",
                      suggestions=("What a gnome excels at", "Flight, as far as it works", "My robotic hand"))
        yield cls.ask(state, seat, who, f"Say what {who.name}’s hero points stand for", "", blank)

    def act(self, play: Play[State], of: Person) -> None:
        play.record(SheetSet(who=of.id, design=self.design.strip(), rules=self.rules[:1]))


class PersonFinished(OfSomebody, tag="person-finished"):
    """A sheet is finished, and hero points are full (MO-X101, MO-116)."""

    heroes: int

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, made=True, draft=None, heroes=self.heroes)

    def line(self, state: State) -> Line:
        who = state.people[self.who]
        if who.npc:
            return Line("sheet", "is ready.", who.name)
        return Line("sheet", f"is ready: level {who.level}, {title_at(who.level)}.", who.name, facts=(joins(who),))


class FinishCharacter(Stepping, tag="finish-character"):
    """Finish a sheet: everything is chosen."""

    rules, takes = ("MO-X101", "MO-X106", "MO-X110", "MO-116"), "finish"

    @classmethod
    def asks(cls, state: State, seat: Seat, who: Person) -> Offers:
        pools = ", ".join(f"{POOL_WORDS[pool]} {most(state, who.id, pool)}" for pool in state.pools)
        health = f"Health: {pools}. " if pools else ""
        yield cls.ask(state, seat, who, f"{who.name} is ready", f"{health}Gear can come now, or later.")

    def act(self, play: Play[State], of: Person) -> None:
        play.record(PersonFinished(who=of.id, heroes=stock(play.state, of), rules=self.rules))


BEGINNING: Final = (
    Part(BeginCharacter, PersonMade),
    Part(ThrowScores, PlaceScores, FinishCharacter, ScoresThrown, ScoresPlaced, PersonFinished, module="character"),
    Part(Design, module="skilled"),
)

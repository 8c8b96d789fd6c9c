"""Hero points: how many somebody has, what the guide gives them for, villain points, and hints (MO-114 to MO-116)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Self

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.frames import Change, Fact
from moot.games.modos.abilities import hero_for, over_stock, stock
from moot.games.modos.conflict.opening import ConflictOpened, SideTaken
from moot.games.modos.contests import Total
from moot.games.modos.figures import AWARDS
from moot.games.modos.flow import FlowCommand, OfSomebody, OnSheet, no_watchers, only_guide
from moot.games.modos.live import Live
from moot.games.modos.person import Person
from moot.games.modos.state import ALWAYS, State
from moot.games.modos.throwing import ContestThrown, OneThrew
from moot.kit.people import label_for, mine

# ---------------------------------------------------------------- the stock


class HeroesChanged(OnSheet, tag="heroes-changed"):
    """Somebody has another number of hero points: `how` that came about."""

    was: int
    now: int
    how: str
    why: str = ""

    def evolve(self, state: State) -> State:
        return state.with_person(self.who, heroes=self.now)

    def line(self, state: State) -> Line:
        who = state.people[self.who]
        change = Change("hero points", str(self.was), str(self.now))
        fact = Fact(kind="gain" if self.now > self.was else "hurt", text=f"{who.name} {self.how}", who=who.name,
                    seat=who.player, changes=(change,))
        return Line("result", f"{self.how}: {self.now} now.", who.name, quote=self.why, facts=(fact,))


def change_heroes(play: Play[State], who: str, now: int, how: str, *rules: str, why: str = "") -> None:
    """Let somebody have so many hero points, if that is not what they have."""
    if (was := play.state.people[who].heroes) != now and "skilled" in play.state.modules:
        play.record(HeroesChanged(who=who, was=was, now=now, how=how, why=why, rules=rules))


def award(play: Play[State], who: Person, rule: str, why: str) -> None:
    """Let somebody be given a hero point; whose stock is full has to spend it at once (MO-E48)."""
    over = ("MO-E48",) if who.heroes >= stock(play.state, who) else ()
    change_heroes(play, who.id, who.heroes + 1, "is given a hero point", rule, *over, why=why)


def refill(play: Play[State]) -> None:
    """A new day of the story: all players' characters who live have as many hero points as levels (MO-116)."""
    for who in (each for each in play.state.party() if not each.dead):
        change_heroes(play, who.id, stock(play.state, who), "begins the day with new hero points", "MO-116")


class AwardHero(FlowCommand, tag="award-hero"):
    """Give somebody a hero point for how they were played."""

    when, rules, urgency = ALWAYS, ("MO-116", "MO-115", "MO-E48", "MO-X127"), "tool"
    giver = only_guide("gives hero points", "MO-116")
    together = "Give a hero point"
    who: str
    reason: str
    words: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            most = stock(state, who)
            full = who.heroes >= most
            if who.npc:
                message = "Hero points are given to players’ characters; a villain has points at each encounter."
                yield cls.barred(Refused("no-hero", message, "MO-X105"), who=who.id)
                continue
            if who.heroes > most or (full and state.options.hero_surplus == "never"):
                message = f"{who.name} has {who.heroes} hero points, and keeps {most} at most."
                yield cls.barred(Refused("full", message, "MO-115"), who=who.id)
                continue
            why = "Full: the point has to go into the next throw, or it is lost." if full else f"{who.heroes} so far."
            if state.conflict is not None:
                why += " In a conflict give for what costs a chance to hurt, or brings more hurt."
            yield cls.offer(who, f"A hero point for {who.name}", why, _reasons(who),
                            Write(name="words", label="In your own words", least=0), about=who.id, who=who.id)
        yield Refused("nobody-there", "There is no player’s character yet.")

    def act(self, play: Play[State], of: Person) -> None:
        row = AWARDS[self.reason]
        award(play, of, row.rule, self.words.strip() or row.title)


def _reasons(who: Person) -> Choose:
    """What a hero point can be for; what somebody's flaws and goals are stands beside the first (MO-116)."""
    said = (*(f"Flaw: {flaw}" for flaw in who.flaws), *(f"Goal: {goal}" for goal in who.goals))
    drives = " ".join(f"{one.rstrip('.')}." for one in said)
    hints = {row.id: row.hint for row in AWARDS.values()}
    hints["flaw"] = f"{hints['flaw']} {drives}".strip()
    choices = tuple(Choice(row.id, row.title, hint=hints[row.id]) for row in AWARDS.values())
    return Choose(name="reason", label="What for?", choices=choices, rule="MO-X127")


class LetPointGo(FlowCommand, tag="let-point-go"):
    """Let a hero point go that is more than one can keep."""

    when, rules, urgency = ALWAYS, ("MO-115", "MO-E48"), "may"
    giver = no_watchers("have hero points")
    who: str

    @classmethod
    def possible(cls, state: State) -> bool:
        return any(over_stock(state, who) for who in state.cast())

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in mine(state, seat):
            if over_stock(state, who):
                label = label_for(state, who.id, "Let the point go")
                yield cls.offer(who, label, "Or add it to your next throw: it cannot be kept.",
                                about=who.id, who=who.id)
        yield Refused("none-over", "You have no more hero points than you can keep.")

    def act(self, play: Play[State], of: Person) -> None:
        _lose(play, of)


def _lose(play: Play[State], who: Person) -> None:
    change_heroes(play, who.id, stock(play.state, who), "loses what is more than can be kept", "MO-115", "MO-E48")


def lapse(play: Play[State]) -> None:
    """Who could not keep a hero point and did not spend it on their next throw loses it (MO-E48)."""
    for event in play.events:
        threw: tuple[Total, ...] = ()
        if isinstance(event, ContestThrown):
            threw = (event.first, event.second)
        elif isinstance(event, OneThrew):
            threw = (event.total,)
        for total in threw:
            person = play.state.people.get(total.who)
            if person is not None and over_stock(play.state, person):
                _lose(play, person)


class SetHeroes(FlowCommand, tag="set-heroes"):
    """Correct how many hero points somebody has."""

    when, rules, urgency = ALWAYS, ("MO-000",), "tool"
    giver = only_guide("corrects hero points")
    together = "Correct hero points"
    who: str
    now: int

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.cast():
            if not who.npc or who.villain:
                most = max(stock(state, who), who.heroes)
                blank = Count(name="now", label="How many?", most=most, default=who.heroes)
                yield cls.offer(who, f"{who.name}’s hero points", "", blank, about=who.id, who=who.id)
        yield Refused("nobody-there", "There is nobody who has hero points.", "MO-X105")

    def act(self, play: Play[State], of: Person) -> None:
        change_heroes(play, of.id, self.now, "has hero points by the guide’s word", *self.rules)


# ---------------------------------------------------------------- villains


def renew(play: Play[State]) -> None:
    """Villains who meet the players' characters in a conflict have all their points again (MO-X105, MO-E49)."""
    for event in play.events:
        came = [event.entry.who] if isinstance(event, SideTaken) else []
        for one in event.conflict.people if isinstance(event, ConflictOpened) else came:
            who = play.state.people[one]
            if who.villain and who.npc:
                change_heroes(play, who.id, stock(play.state, who), "has villain points", "MO-X105", "MO-E49")


# ---------------------------------------------------------------- hints


class HintAsked(OfSomebody, tag="hint-asked"):
    """Somebody paid a hero point to be given a hint (MO-E50)."""

    sentence, quotes = ("move", "asks for a hint, by {title}."), "question"
    title: str
    question: str

    def evolve(self, state: State) -> State:
        state = state.with_person(self.who, heroes=state.people[self.who].heroes - 1)
        return replace(state, hints={**state.hints, self.who: self.question})


class AskHint(FlowCommand, tag="ask-hint"):
    """Pay a hero point for a hint."""

    when, rules, urgency = ALWAYS, ("MO-E50",), "may"
    giver = no_watchers("ask for hints")
    who: str
    question: str

    @classmethod
    def possible(cls, state: State) -> bool:
        return any(hero_for(state, who.id, "hint") for who in state.cast())

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in mine(state, seat):
            if not who.dead and (one := hero_for(state, who.id, "hint")) is not None and who.id not in state.hints:
                yield cls.offer((who, one), f"{one.title}: ask for a hint", f"For a hero point; {who.heroes} left.",
                                Write(name="question", label="What about?"), about=who.id, who=who.id)
        yield Refused("no-hint", "Nothing gives you a hint for a hero point now.")

    def act(self, play: Play[State], of: tuple[Person, Live]) -> None:
        who, one = of
        play.record(HintAsked(who=who.id, title=one.title, question=self.question.strip(), rules=self.rules))


class HintGiven(OfSomebody, tag="hint-given"):
    """The guide gave the hint; only the one who asked is told what it says."""

    takes_from = ("hints", "who")
    sentence, quotes = ("story", "is given a hint."), "words"
    words: str

    def told(self, state: State, seat: Seat) -> Self | None:
        if seat.guides or state.owns(seat, self.who):
            return self
        return replace(self, words="") if state.knows(self.who) else None


class GiveHint(FlowCommand, tag="give-hint"):
    """Give somebody the hint that they paid for."""

    when, rules, urgency = ALWAYS, ("MO-E50",), "must"
    giver = only_guide("gives hints")
    records = HintGiven
    while_any = "hints"
    who: str
    words: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who, question in state.hints.items():
            blank = Write(name="words", label="The hint", hint="They alone read it.", lines=3)
            yield cls.offer(who, f"A hint for {state.name(who)}", f"“{question}”", blank, about=who, who=who)
        yield Refused("nobody-asked", "Nobody waits for a hint.")


def waiting(state: State) -> Iterator[tuple[str, str]]:
    """The guide, if somebody waits for a hint."""
    if state.hints:
        yield "", "a hint"


HEROES_PART: Final = Part(
    AwardHero, LetPointGo, SetHeroes, AskHint, GiveHint, HeroesChanged, HintAsked, HintGiven, module="skilled",
)

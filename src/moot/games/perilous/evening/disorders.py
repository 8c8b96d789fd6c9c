"""Disorders: who gets which, what they cost, what sleeps in people and wakes (GP-DIS-01 to GP-DIS-03)."""

from __future__ import annotations

from typing import Any, ClassVar, Final, Self

from msgspec.structs import replace

from moot.core import Choice, Choose, Confirm, Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.perilous.evening.closing import ending, needs, owed
from moot.games.perilous.figures import DISORDER, DISORDERS, REPUTATION
from moot.games.perilous.flow import FlowCommand, only_guide
from moot.games.perilous.person import HeldDisorder, Person
from moot.games.perilous.sins import DisorderWoke, OnSheet
from moot.games.perilous.state import ALWAYS, CLOSING, State

DIE: Final = DISORDER.die.sides
HIDES: Final = Confirm(name="hidden", label="Only its owner is told which, until it shows", default=True)
AT: Final = {row.place: row.id for row in DISORDERS.values()}
"""The Disorders by the faces of a d20 (GP-DIS-01)."""


def knows(state: State, seat: Seat, who: str) -> bool:
    """Whether a seat knows of somebody's hidden Disorders: its own, or as the guide."""
    return seat.guides or state.people[who].player == seat.id


def too_many(who: Person, *, guide: bool = True) -> bool:
    """Whether somebody has more Disorders than they can live with (GP-DIS-03); the `guide` counts hidden ones too."""
    return sum(guide or not one.hidden for one in who.disorders) > who.bonus("willpower")


class DisorderGained(Event[State], tag="disorder-gained"):
    """Somebody has a Disorder from now on: `row` is which, empty for those who may not know yet, and where a d20 found
    one that they have already."""

    who: str
    row: str = ""
    face: int = 0
    hidden: bool = False
    twice: bool = False

    def evolve(self, state: State) -> State:
        if self.twice:
            return state
        who, left = state.people[self.who], [*ending(state).owed]
        if self.who in left:
            left.remove(self.who)
        closing = state.closing and replace(state.closing, owed=tuple(left))
        disorders = (*who.disorders, HeldDisorder(self.row, hidden=self.hidden))
        fame = who.famed(REPUTATION.per_disorder, "a Disorder")
        return replace(state, closing=closing).with_person(self.who, fame=fame, disorders=disorders)

    def line(self, state: State) -> Line:
        who = state.people[self.who]
        throws = DISORDER.die.thrown(self.face)
        if self.twice:
            return Line("roll", "has that Disorder already: it takes another throw.", who.name, throws=throws)
        leaves = " More than anybody bears: this story will soon end." if too_many(who) else ""
        row = DISORDERS[self.row] if self.row else None
        asleep = "a Disorder that has not shown itself yet"
        what, said, burden = (row.title, f"a Disorder: {row.title}", f"“{row.burden}”") if row else (asleep, asleep, "")
        fact = who.fact("hurt", f"{who.name}: {what}", burden + leaves)
        return Line("result", f"has {said}.{leaves}", who.name, throws=throws, facts=(fact,))

    def told(self, state: State, seat: Seat) -> DisorderGained | None:
        if knows(state, seat, self.who):
            return self
        sleeps = any(one.hidden for one in state.people[self.who].disorders if one.row == self.row)
        return replace(self, row="", face=0) if sleeps else self


class PickDisorder(FlowCommand, tag="pick-disorder"):
    """Say which Disorder it is."""

    when, rules, urgency = ALWAYS, ("GP-DIS-01", "GP-CORR-06", "GP-DIS-03"), ("must", "tool")
    giver, throws = only_guide("gives Disorders"), True
    who: str
    row: str
    hidden: bool = True

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        due = owed(state) if state.phase == "closing" else ()
        anybody = state.people if state.phase != "closing" else dict.fromkeys(due)
        for who in map(state.people.__getitem__, anybody):
            if who.npc or who.retired or who.dead:
                continue
            has = {one.row for one in who.disorders}
            rows = (row for row in DISORDERS.values() if row.id not in has)
            choices = tuple(
                Choice(row.id, row.title, row.burden, group="From a supplement" if row.supplement else row.kind.title())
                for row in rows
            )
            if choices:
                yield cls.offer(
                    who, f"Give {who.called} a Disorder", "Yours to choose among the three kinds.",
                    Choose(name="row", label="Which one?", choices=choices), HIDES,
                    about=who.id, who=who.id, urgency="must" if who.id in due else "tool",
                )
        yield Refused("nobody-owed", "Nobody is owed a Disorder.")

    def act(self, play: Play[State], of: Person) -> None:
        play.record(DisorderGained(who=of.id, row=self.row, hidden=self.hidden, rules=self.rules))
        stirs = play.state.phase == "session" and of.corruption >= DISORDER.trigger
        if stirs and DISORDERS[self.row].triggered:
            play.record(DisorderWoke(who=of.id, rows=(self.row,), rules=("GP-DIS-02",)))


class RollDisorder(FlowCommand, tag="roll-disorder"):
    """Let a d20 say which Disorder it is."""

    when, rules, urgency = CLOSING, ("GP-DIS-01", "GP-CORR-06", "GP-DIS-03", "GP-RD-20"), "may"
    giver = only_guide("gives Disorders")
    who: str
    hidden: bool = True

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        needs(state, "tenth")
        for id_ in dict.fromkeys(owed(state)):
            who = state.people[id_]
            why = "1 to 6 Addictions, 7 to 12 Insanities, the rest Mutations but for 20."
            yield cls.offer(who, f"Roll {who.called}’s Disorder", why, HIDES, about=id_, who=id_, rolls=(DIE,))

    def act(self, play: Play[State], of: Person) -> None:
        [face] = play.roll(DIE)
        twice = any(one.row == AT[face] for one in of.disorders)
        play.record(DisorderGained(
            who=of.id, row=AT[face], face=face, hidden=self.hidden, twice=twice, rules=self.rules
        ))


class OfDisorder(OnSheet):
    """Something about one Disorder of somebody: `says` is the kind of its line and the line, with a place for the
    Disorder; `sets` is what changes of it."""

    says: ClassVar[tuple[str, str]]
    sets: ClassVar[dict[str, Any]] = {}
    row: str

    def evolve(self, state: State) -> State:
        return self.with_one(state, **self.sets)

    def line(self, state: State) -> Line:
        kind, text = self.says
        return Line(kind, text.format(DISORDERS[self.row].called), state.named(self.who))

    def with_one(self, state: State, **fields: object) -> State:
        """The state with this Disorder changed."""
        every = state.people[self.who].disorders
        changed = tuple(replace(one, **fields) if one.row == self.row else one for one in every)
        return state.with_person(self.who, disorders=changed)


class DisorderShown(OfDisorder, tag="disorder-shown"):
    """What somebody has shows, and everybody knows of it."""

    says, sets = ("move", "shows what it is: {}."), {"hidden": False}


def show(play: Play[State], who: str, one: HeldDisorder) -> None:
    """Let a Disorder show, if it was hidden (GP-DIS-02)."""
    if one.hidden:
        play.record(DisorderShown(who=who, row=one.row, rules=("GP-DIS-02",)))


def shows(play: Play[State]) -> None:
    """A Disorder shows as soon as its burden weighs (GP-DIS-02)."""
    for who in play.state.people.values():
        for one in who.disorders:
            if who.weighing(one):
                show(play, who.id, one)


class DisorderHealed(OfDisorder, tag="disorder-healed"):
    """Somebody is rid of a Disorder."""

    says = "move", "is rid of this: {}."
    hidden: bool = False

    def evolve(self, state: State) -> State:
        kept = tuple(one for one in state.people[self.who].disorders if one.row != self.row)
        return state.with_person(self.who, disorders=kept)

    def told(self, state: State, seat: Seat) -> Self | None:
        return super().told(state, seat) if knows(state, seat, self.who) or not self.hidden else None


class HealDisorder(FlowCommand, tag="heal-disorder"):
    """Take a Disorder from somebody: a cure, a correction."""

    when, rules, urgency, giver = ALWAYS, ("GP-DIS-01",), "tool", only_guide("heals Disorders")
    together = "Heal a Disorder"
    who: str
    row: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for who in state.people.values():
            for one in who.disorders:
                label = f"{who.name}: the Disorder {DISORDERS[one.row].called} is healed"
                yield cls.offer(one, label, "", about=who.id, who=who.id, row=one.row)
        yield Refused("nobody-disordered", "Nobody has a Disorder.")

    def act(self, play: Play[State], of: HeldDisorder) -> None:
        play.record(DisorderHealed(who=self.who, row=self.row, hidden=of.hidden, rules=self.rules))


PICKING: Final = Part(PickDisorder, RollDisorder, HealDisorder, DisorderGained, DisorderShown, DisorderHealed)

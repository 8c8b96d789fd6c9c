"""Corruption as it is gathered: a ledger of the session, and the Disorders that it wakes (GP-CORR-01, GP-DIS-02)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from moot.core import Change, Line, Part, Play
from moot.games.perilous.figures import DISORDER, DISORDERS, OFFENCES
from moot.games.perilous.person import LedgerLine, Person
from moot.games.perilous.state import State
from moot.games.perilous.terms import inside
from moot.kit import happenings

OnSheet = happenings.OnSheet[State]


class SinGained(OnSheet, tag="sin-gained"):
    """Somebody's Corruption grew; others are told nothing of what people unknown to them do."""

    points: int
    what: str

    def evolve(self, state: State) -> State:
        line = LedgerLine(self.points, self.what, next(iter(self.rules), ""))
        return state.with_person(self.who, sins=(*state.people[self.who].sins, line))

    def line(self, state: State) -> Line:
        who, what = state.people[self.who], inside(self.what)
        text = f"gains {self.points} Corruption: {what}. That makes {who.corruption} this session."
        makes = Change("this session", str(who.corruption - self.points), str(who.corruption))
        fact = who.fact("hurt", f"{who.name} gains {self.points} Corruption: {what}", "", makes)
        return Line("result", text, who.name, facts=(fact,))


class DisorderWoke(OnSheet, tag="disorder-woke"):
    """A Mutation stirs: its burden counts until the session ends (GP-DIS-02)."""

    rows: tuple[str, ...]

    def evolve(self, state: State) -> State:
        disorders = tuple(
            replace(one, woken=True, hidden=False, turned="") if one.row in self.rows else one
            for one in state.people[self.who].disorders
        )
        return state.with_person(self.who, disorders=disorders)

    def line(self, state: State) -> Line:
        names = ", ".join(DISORDERS[row].title for row in self.rows)
        return Line("result", f"feels it stir: {names}.", state.named(self.who))


def offence(row: str) -> int:
    """The Corruption of an offence that enters by itself (GP-CORR-02)."""
    return OFFENCES[row].points or 0


def sin(play: Play[State], who: str, points: int, what: str, *rules: str) -> None:
    """Let somebody gain Corruption; coming to ten in a session wakes what sleeps in them (GP-DIS-02)."""
    before = play.state.people[who].corruption
    play.record(SinGained(who=who, points=points, what=what, rules=rules))
    if before < DISORDER.trigger <= before + points:
        wake(play, who)


def wake(play: Play[State], who: str, *rules: str) -> None:
    """Let all Mutations of somebody stir that sleep yet (GP-DIS-02)."""
    if rows := tuple(sleeping(play.state.people[who])):
        play.record(DisorderWoke(who=who, rows=rows, rules=("GP-DIS-02", *rules)))


def sleeping(who: Person) -> Iterable[str]:
    """The Mutations of somebody that have not been triggered this session, nor yielded to."""
    found = (one for one in who.disorders if not one.woken and not one.turned)
    return (one.row for one in found if DISORDERS[one.row].triggered)


SINS: Final = Part(SinGained, DisorderWoke)

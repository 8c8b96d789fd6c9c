"""Contests thrown: d20, hero die, everything added, ties thrown again (MO-002, MO-003, MO-011, MO-012, MO-114)."""

from __future__ import annotations

from typing import Final, Protocol, runtime_checkable

import msgspec
from msgspec.structs import replace

from moot.core import Event, Line, Part, Play, Seat, Shown, Throw
from moot.games.modos.constants import CONTEST
from moot.games.modos.contests import Outcome, Ruling, Side, Term, Total, compared
from moot.games.modos.facts import Facts
from moot.games.modos.ladder import half_of
from moot.games.modos.reckoning import contest_terms, hero_die, loses_ties
from moot.games.modos.state import State
from moot.kit.totals import plain

WORDS: Final[dict[Outcome, str]] = {
    "pro": "a Pro",
    "con": "a Con",
    "tie": "a Tie",
    "both-con": "a Con for both",
}


@runtime_checkable
class Ruler(Protocol):
    """Luck of a deed whose Ties the guide rules (MO-E34)."""

    def ruling(self, first: Total, second: Total) -> Ruling:
        """What the guide said of this Tie."""
        ...


class Thrown(msgspec.Struct, frozen=True):
    """What came of a contest: how it went for the first side, and both totals."""

    outcome: Outcome
    first: Total
    second: Total


class ContestThrown(Event[State], tag="contest-thrown"):
    """Both sides of a contest have thrown."""

    first: Total
    second: Total
    outcome: Outcome
    why: str = ""
    again: bool = False
    spent: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        for who in self.spent:
            state = state.with_person(who, heroes=state.people[who].heroes - 1)
        return state

    def line(self, state: State) -> Line:
        after = " They throw again." if self.again else ""
        against = f"{said(self.second)} by {state.name(self.second.who)}"
        text = f"throws {said(self.first)} against {against}: {WORDS[self.outcome]}.{after}"
        throws = tuple(shown(total, state.seat_of(total.who)) for total in (self.first, self.second))
        return Line("roll", text, state.name(self.first.who), throws=throws, quote=self.why)

    def told(self, state: State, seat: Seat) -> ContestThrown | None:
        if not seat.guides and not any(total.who and state.knows(total.who) for total in (self.first, self.second)):
            return None
        spent = tuple(who for who in self.spent if seat.guides or state.knows(who))
        return replace(self, first=told(state, self.first, seat), second=told(state, self.second, seat), spent=spent)


class StoredBeaten(Event[State], tag="stored-beaten"):
    """Somebody threw against a contest that was stored before: an effect, a belief (MO-406, MO-E105)."""

    total: Total
    stored: int
    outcome: Outcome
    why: str = ""

    def evolve(self, state: State) -> State:
        if not self.total.hero:
            return state
        return state.with_person(self.total.who, heroes=state.people[self.total.who].heroes - 1)

    def line(self, state: State) -> Line:
        text = f"throws {said(self.total)} against {self.stored}: {WORDS[self.outcome]}."
        throws = (shown(self.total, state.seat_of(self.total.who)),)
        return Line("roll", text, state.name(self.total.who), throws=throws, quote=self.why)

    def told(self, state: State, seat: Seat) -> StoredBeaten | None:
        known = seat.guides or state.knows(self.total.who)
        return replace(self, total=told(state, self.total, seat)) if known else None


class Graded(Event[State], tag="graded"):
    """Somebody threw with nothing against them, to see how well a sure deed goes (MO-X014)."""

    total: Total
    why: str = ""

    def evolve(self, state: State) -> State:
        if not self.total.hero:
            return state
        return state.with_person(self.total.who, heroes=state.people[self.total.who].heroes - 1)

    def line(self, state: State) -> Line:
        text, throws = "throws {}, to see how well it goes.", (shown(self.total, state.seat_of(self.total.who)),)
        return Line("roll", text.format(said(self.total)), state.name(self.total.who), throws=throws, quote=self.why)

    def told(self, state: State, seat: Seat) -> Graded | None:
        known = seat.guides or state.knows(self.total.who)
        return replace(self, total=told(state, self.total, seat)) if known else None


def said(total: Total) -> str:
    """A total in short, its dice and all that is added: `17 (12 + 5)`, `15 (half, 10 + 5)`."""
    rolled = [face for face in (total.face or total.terms[0].worth, total.hero) if face]
    more = total.worth - sum(rolled)
    if len(rolled) == 1 and not more:
        return plain(total.worth) if total.face else f"{plain(total.worth)} (half)"
    added = f" {'+' if more > 0 else '−'} {abs(more)}" if more else ""
    return f"{plain(total.worth)} ({'' if total.face else 'half, '}{' + '.join(map(str, rolled))}{added})"


def shown(total: Total, seat: str = "") -> Throw:
    """The dice of a total as they lie there, thrown by a seat; nothing lies there for half a die."""
    dice = [Shown(CONTEST.die, total.face)] if total.face else []
    dice += [Shown(total.hero_sides, total.hero)] if total.hero else []
    return Throw(tuple(dice), plain(total.worth), seat=seat)


def told(state: State, total: Total, seat: Seat) -> Total:
    """A total as a seat is told of it: what the guide's people add to their dice is one sum for others, and that of
    somebody whom nobody knows is fate's."""
    if seat.guides or not total.who or not state.people[total.who].npc:
        return total
    dice = 2 if total.hero else 1
    terms, rest = total.terms[:dice], sum(term.worth for term in total.terms[dice:])
    who = total.who if state.knows(total.who) else ""
    return replace(total, who=who, terms=(*terms, Term("all told", rest, "MO-X106")) if rest else terms)


def total_of(play: Play[State], side: Side, facts: Facts) -> Total:
    """Throw the dice of one side, or take half of the d20, and add every bonus to them (MO-007, MO-012, MO-FP17)."""
    face = 0 if side.half else play.roll(CONTEST.die)[0]
    terms = [Term("half", half_of(CONTEST.die), "MO-012") if side.half else Term("d20", face, "MO-002")]
    sides = hero_die(play.state, side.who) if side.hero else 0
    hero = play.roll(sides)[0] if sides else 0
    if hero:
        terms.append(Term("hero point", hero, "MO-114"))
    terms += contest_terms(play.state, side, facts)
    return Total(who=side.who, face=face, hero=hero, hero_sides=sides, terms=tuple(terms))


def throw(
    play: Play[State], sides: tuple[Side, Side], facts: tuple[Facts, Facts], why: str = "", *,
    have: tuple[Total | None, Total | None] = (None, None), paid: bool = False,
) -> Thrown:
    """Throw for both sides of a contest and record it; a Tie is settled as the table plays it (MO-X001, MO-E34,
    MO-FP08).

    A hero die is thrown again with the rest, for the same point; `paid`: it was spent on a throw before. `have` is
    what the sides have thrown already, for others who are in the same contest with them. Where both
    take half nothing can fall otherwise, and a Tie stays one.
    """
    one, other = sides
    spent = tuple(side.who for side, had in zip(sides, have, strict=True) if side.hero and not (paid or had))
    while True:
        first = have[0] or total_of(play, one, facts[0])
        totals = first, have[1] or _against(play, other, facts[1], first)
        came = _settled(play.state, compared(totals[0].worth, totals[1].worth), one, other)
        falls = any(total.face or total.hero for total in totals)
        again = came == "tie" and falls and play.state.options.tie == "reroll"
        if came == "tie" and isinstance(play.chance, Ruler):
            ruled = play.chance.ruling(*totals)
            again, came = ruled == "again", "tie" if ruled == "again" else ruled
        rules = ("MO-003", *(("MO-011",) if came == "both-con" else ()), *(("MO-X001", "MO-E34") if again else ()))
        play.record(
            ContestThrown(
                first=totals[0], second=totals[1], outcome=came, why=why, again=again, spent=spent, rules=rules
            )
        )
        if not again:
            return Thrown(came, *totals)
        spent, have = (), (None, None)


def _against(play: Play[State], side: Side, facts: Facts, first: Total) -> Total:
    """The total of the second side. Who takes half for drama rolls after all where half would beat so low a total
    (MO-X010)."""
    if not side.drama:
        return total_of(play, side, facts)
    half = total_of(play, replace(side, half=True), facts)
    return half if half.worth <= first.worth else total_of(play, side, facts)


def kept_against(play: Play[State], kept: Total, side: Side, facts: Facts, why: str = "") -> Thrown:
    """A number that a combined action keeps, against a side that throws now (MO-204). A Tie stays one."""
    second = total_of(play, side, facts)
    outcome = compared(kept.worth, second.worth)
    if outcome == "tie" and isinstance(play.chance, Ruler) and (ruled := play.chance.ruling(kept, second)) != "again":
        outcome = ruled
    spent = (side.who,) if side.hero else ()
    play.record(
        ContestThrown(first=kept, second=second, outcome=outcome, why=why, spent=spent, rules=("MO-204", "MO-003"))
    )
    return Thrown(outcome, kept, second)


def _settled(state: State, outcome: Outcome, first: Side, second: Side) -> Outcome:
    """A Tie that one side loses by a trait of its own counts as such (MO-E34)."""
    if outcome != "tie":
        return outcome
    if loses_ties(state, first.who, second.who):
        return "con"
    return "pro" if loses_ties(state, second.who, first.who) else "tie"


def throw_stored(play: Play[State], side: Side, stored: int, facts: Facts, why: str = "") -> Outcome:
    """Throw against a number that was stored before; a Tie does not beat it."""
    total = total_of(play, side, facts)
    outcome = compared(total.worth, stored)
    play.record(StoredBeaten(total=total, stored=stored, outcome=outcome, why=why, rules=("MO-003",)))
    return outcome


THROWING: Final = Part(ContestThrown, StoredBeaten, Graded)

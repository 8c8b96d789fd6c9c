"""Contests thrown: d20, hero die, everything added, Ties thrown again or ruled by the guide (MO-002, MO-003,
MO-011, MO-012, MO-114, MO-E34)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Final, Self, TypeVar

import msgspec
from msgspec.structs import replace

from moot.core import Chance, Event, Line, Part, Play, Seat, Shown, Summand, Throw
from moot.core.chance import Pick
from moot.games.modos.conflicts import Chain
from moot.games.modos.contests import HERO, Facts, Outcome, Ruling, Side, Term, Total, compared
from moot.games.modos.figures import CONTEST
from moot.games.modos.ladder import half_of
from moot.games.modos.reckoning import contest_terms, hero_die, loses_ties
from moot.games.modos.state import State
from moot.kit.totals import plain

WORDS: Final[dict[Outcome, str]] = {"pro": "a Pro", "con": "a Con", "tie": "a Tie", "both-con": "a Con for both"}


class TieWaits(Exception):  # noqa: N818 - it is no error: the deed goes on when the guide has ruled
    """A deed came to a Tie that nobody has ruled on yet."""

    def __init__(self, first: Total, second: Total) -> None:
        super().__init__("a Tie waits for the guide")
        self.totals = first, second


class Tape:
    """Luck that begins with dice that have fallen already, and knows what the guide said of Ties; it keeps picks."""

    def __init__(self, chance: Chance, picks: tuple[Pick, ...], rulings: tuple[Ruling, ...]) -> None:
        self._chance = chance
        self._left, self._rulings = [*picks], [*rulings]
        self.picks: list[Pick] = []

    def pick(self, n: int) -> int:
        """The pick that was made before, else a new one."""
        way = self._left.pop(0)[1] if self._left else self._chance.pick(n)
        self.picks.append((n, way))
        return way

    def ruling(self, first: Total, second: Total) -> Ruling:
        """What the guide said of the next Tie. Raises TieWaits if that is still to be said."""
        if not self._rulings:
            raise TieWaits(first, second)
        return self._rulings.pop(0)


class Thrown(msgspec.Struct, frozen=True):
    """What came of a contest: how it went for the first side, and both totals."""

    outcome: Outcome
    first: Total
    second: Total


def spends(state: State, *who: str) -> State:
    """The state after each of these spent a hero point (MO-114)."""
    for each in who:
        state = state.with_person(each, heroes=state.people[each].heroes - 1)
    return state


def quoted(state: State, why: str) -> str:
    """What a throw is for, in people's own words; those of a deed were told when it was declared."""
    return "" if state.beat else why


class ContestThrown(Event[State], tag="contest-thrown"):
    """Both sides of a contest have thrown."""

    first: Total
    second: Total
    outcome: Outcome
    why: str = ""
    again: bool = False
    spent: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return spends(state, *self.spent)

    def line(self, state: State) -> Line:
        in_vain = state.beat is not None and self.outcome == "tie"
        after = " They throw again." if self.again else " It does not work." if in_vain else ""
        against = f"{said(self.second)} by {state.name(self.second.who)}"
        text = f"throws {said(self.first)} against {against}: {WORDS[self.outcome]}.{after}"
        throws = tuple(shown(total, state.played_by(total.who)) for total in (self.first, self.second))
        return Line("roll", text, state.name(self.first.who), throws=throws, quote=quoted(state, self.why))

    def told(self, state: State, seat: Seat) -> ContestThrown | None:
        if not seat.guides and not any(total.who and state.knows(total.who) for total in (self.first, self.second)):
            return None
        spent = tuple(who for who in self.spent if seat.guides or state.knows(who))
        return replace(self, first=told(state, self.first, seat), second=told(state, self.second, seat), spent=spent)


class OneThrew(Event[State]):
    """Somebody threw alone, and paid for a hero die: `text` says it, with their total."""

    total: Total

    @property
    @abstractmethod
    def text(self) -> str:
        """What they did, as the journal says it."""

    def evolve(self, state: State) -> State:
        return spends(state, *(self.total.who for _ in self.total.heroes)) if self.total.hero else state

    def line(self, state: State) -> Line:
        throws = (shown(self.total, state.played_by(self.total.who)),)
        quote = quoted(state, getattr(self, "why", ""))
        return Line("roll", self.text, state.name(self.total.who), throws=throws, quote=quote)

    def told(self, state: State, seat: Seat) -> Self | None:
        known = seat.guides or state.knows(self.total.who)
        return replace(self, total=told(state, self.total, seat)) if known else None


class StoredBeaten(OneThrew, tag="stored-beaten"):
    """Somebody threw against a contest that was stored before: an effect, a belief (MO-406, MO-E105)."""

    stored: int
    outcome: Outcome
    why: str = ""

    @property
    def text(self) -> str:
        return f"throws {said(self.total)} against {plain(self.stored)}: {WORDS[self.outcome]}."


class Graded(OneThrew, tag="graded"):
    """Somebody threw with nothing against them, to see how well a sure deed goes (MO-X014)."""

    why: str = ""

    @property
    def text(self) -> str:
        return f"throws {said(self.total)}, to see how well it goes."


class CombinedThrown(OneThrew, tag="combined-thrown"):
    """A combined action throws again, at a table where the better number counts (MO-E21)."""

    kept: int

    @property
    def text(self) -> str:
        now = "which is better" if self.total.worth > self.kept else "and stays with that"
        return f"has {self.kept} and throws {said(self.total)}, {now}."


def said(total: Total) -> str:
    """A total in short, its dice and all that is added: `17 (12 + 5)`, `15 (half, 10 + 5)`."""
    worth, rolled = total.worth, [total.face or total.terms[0].worth, *total.heroes]
    more, half = worth - sum(rolled), total.terms[0].rule == "MO-012"
    if len(rolled) == 1 and not more:
        return f"{plain(worth)} (half)" if half else plain(worth)
    added = f" {'+' if more > 0 else '−'} {abs(more)}" if more else ""
    return f"{plain(worth)} ({'half, ' if half else ''}{' + '.join(map(str, rolled))}{added})"


def shown(total: Total, seat: str = "") -> Throw:
    """The dice of a total as they lie there, thrown by a seat, and what it adds up from; nothing lies there for half a
    die."""
    dice = [Shown(CONTEST.die, total.face)] if total.face else []
    dice += [Shown(total.hero_sides, face) for face in total.heroes] if total.hero else []
    sums = tuple([Summand(term.label, term.worth) for term in total.terms])
    added = any(term.worth for term in total.terms[1 + len(total.heroes) :])
    return Throw(tuple(dice), plain(total.worth), seat=seat, sums=sums if added else ())


def told(state: State, total: Total, seat: Seat) -> Total:
    """A total as a seat is told of it: what the guide's people add to their dice is one sum for others, and that of
    somebody whom nobody knows is fate's."""
    if seat.guides or not total.who or not state.people[total.who].npc:
        return total
    dice = 1 + len(total.heroes)
    terms, rest = total.terms[:dice], sum(term.worth for term in total.terms[dice:])
    who = total.who if state.knows(total.who) else ""
    return replace(total, who=who, terms=(*terms, Term("all else", rest, "MO-X106")) if rest else terms)


def whose(play: Play[State], who: str) -> str:
    """What a die that somebody throws is called by, for people who type it in and know of them."""
    return play.state.name(who) if play.seat.guides or play.state.knows(who) else ""


def total_of(play: Play[State], side: Side, facts: Facts) -> Total:
    """Throw the dice of one side, or take half of the d20, and add every bonus to them (MO-007, MO-012, MO-FP17)."""
    if side.who and not play.state.knows(side.who):
        play.unforeseen()
    mine = whose(play, side.who)
    face = 0 if side.half else play.roll(CONTEST.die, whose=mine)[0]
    terms = [Term("half", half_of(CONTEST.die), "MO-012") if side.half else Term("d20", face, "MO-002")]
    sides = hero_die(play.state, side.who) if side.hero else 0
    heroes = play.roll(*[sides] * int(side.hero), whose=mine) if sides else ()
    terms += [Term(HERO, one, "MO-114") for one in heroes]
    terms += contest_terms(play.state, side, facts)
    return Total(who=side.who, face=face, hero=sum(heroes), hero_sides=sides, terms=tuple(terms))


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
    pays = [side for side, had in zip(sides, have, strict=True) if not (paid or had)]
    spent = tuple(side.who for side in pays for _ in range(side.hero))
    while True:
        first = have[0] or total_of(play, one, facts[0])
        totals = first, have[1] or _against(play, other, facts[1], first)
        came = _settled(play.state, compared(totals[0].worth, totals[1].worth), one.who, other.who)
        falls = any(total.face or total.hero for total in totals)
        again = came == "tie" and falls and play.state.options.tie == "reroll"
        if came == "tie" and isinstance(play.chance, Tape):
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
    """A number that a combined action keeps, against a side that throws now (MO-204). A Tie stays one, unless a trait
    decides it."""
    second = total_of(play, side, facts)
    outcome = _settled(play.state, compared(kept.worth, second.worth), kept.who, side.who)
    if outcome == "tie" and isinstance(play.chance, Tape) and (ruled := play.chance.ruling(kept, second)) != "again":
        outcome = ruled
    spent = (side.who,) * side.hero
    play.record(
        ContestThrown(first=kept, second=second, outcome=outcome, why=why, spent=spent, rules=("MO-204", "MO-003"))
    )
    return Thrown(outcome, kept, second)


def _settled(state: State, outcome: Outcome, first: str, second: str) -> Outcome:
    """A Tie that one side loses by a trait of its own counts as such (MO-E34)."""
    if outcome != "tie":
        return outcome
    if loses_ties(state, first, second):
        return "con"
    return "pro" if loses_ties(state, second, first) else "tie"


def throw_stored(play: Play[State], side: Side, stored: int, facts: Facts, why: str = "") -> Outcome:
    """Throw against a number that was stored before; a Tie does not beat it."""
    return stands(play, total_of(play, side, facts), stored, "MO-003", why=why)


def stands(play: Play[State], total: Total, stored: int, *rules: str, why: str = "") -> Outcome:
    """Hold a total against a number that was stored before."""
    outcome = compared(total.worth, stored)
    play.record(StoredBeaten(total=total, stored=stored, outcome=outcome, why=why, rules=rules))
    return outcome


def once_more(total: Total) -> Total:
    """A total that counts against something else, too: its dice have fallen, and are paid for."""
    return Total(who=total.who, face=0, terms=total.terms)


R = TypeVar("R")


class BeatTied(Event[State], tag="beat-tied"):
    """A deed came to a Tie, and the guide has yet to rule on it; `tape` is the luck that it has had so far."""

    who: str
    totals: tuple[Total, Total]
    tape: tuple[Pick, ...]

    def evolve(self, state: State) -> State:
        return state.with_beat(tied=self.totals, tape=self.tape)

    def told(self, state: State, seat: Seat) -> Self | None:
        if seat.guides:
            return self
        first, second = (told(state, total, seat) for total in self.totals)
        return replace(self, totals=(first, second), tape=()) if state.knows(self.who) else None

    def line(self, state: State) -> Line:
        first, second = self.totals
        return Line("roll", f"has a Tie: {said(first)} and {said(second)}.", state.name(self.who))


def with_rulings(play: Play[State], who: str, resolve: Callable[[], R]) -> R:
    """Let a deed come out. Where the guide rules Ties and has yet to rule one, it is as if nothing had happened but the
    Tie, and TieWaits is raised; the next time the same dice fall again, as far as they fell."""
    beat = play.state.beat
    if play.state.options.tie != "ask" or beat is None:
        return resolve()
    before, count, chance = play.state, len(play.moments), play.chance
    play.chance = tape = Tape(chance, beat.tape, beat.rulings)
    try:
        return resolve()
    except TieWaits as tie:
        play.state = before
        del play.moments[count:]
        play.record(BeatTied(who=who, totals=tie.totals, tape=tuple(tape.picks), rules=("MO-E34",)))
        raise
    finally:
        play.chance = chance


def kept_total(play: Play[State], chain: Chain, side: Side, facts: Facts) -> Total:
    """The number that a combined action has from the one before it: that one, or where the table has it so the better
    of it and a new throw (MO-204, MO-E21)."""
    kept = Total(who=side.who, face=0, terms=chain.terms)
    if play.state.options.combine != "keep_better":
        return kept
    thrown = total_of(play, side, facts)
    play.record(CombinedThrown(total=thrown, kept=kept.worth, rules=("MO-204", "MO-E21")))
    return max(kept, thrown, key=lambda total: total.worth)


THROWING: Final = Part(ContestThrown, StoredBeaten, Graded, CombinedThrown, BeatTied, module="core")

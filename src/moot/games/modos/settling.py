"""Simple contests are thrown, and what comes of them: a Pro for whatever it was about, a Tie that the guide rules
(MO-003, MO-012, MO-X001, MO-X014, MO-E34)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Self

from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.blanks import Field
from moot.core.offers import Urgency
from moot.games.modos.blanks import fate_blanks, fate_side, throw_blanks
from moot.games.modos.calling import ContestDropped, ContestGone, against_words, as_told
from moot.games.modos.catalog import usual
from moot.games.modos.conflict.deeds import PURPOSES
from moot.games.modos.contests import Contest, Facts, FateDie, HeroPoints, Ruling, Side, Total
from moot.games.modos.flow import FlowCommand, OfSomebody, only_guide
from moot.games.modos.live import catalog_of
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.state import FREE, REACTION, TURN, State
from moot.games.modos.throwing import Graded, Thrown, throw, told, total_of
from moot.kit.keyed import put
from moot.kit.people import label_for

RULINGS: Final[dict[Ruling, str]] = {
    "pro": "a Pro", "con": "a Con", "tie": "undecided for now", "again": "to be thrown again",
}
"""What the guide can make of a Tie (MO-X001, MO-E34)."""


class SideReady(Event[State], tag="side-ready"):
    """Somebody said how they throw in a contest; the dice wait for the other side. Fate is `second`."""

    silent = True
    contest: str
    side: Side
    second: bool

    def evolve(self, state: State) -> State:
        one = state.contests[self.contest]
        first, second = one.sides
        sides = (first, self.side) if self.second else (self.side, second)
        return replace(state, contests=put(state.contests, replace(one, sides=sides)))

    def told(self, state: State, seat: Seat) -> Self | None:
        if seat.guides or state.knows(self.side.who):
            return self
        return replace(self, side=Side(ready=True)) if as_told(state, state.contests[self.contest]) else None


class ContestSettled(ContestGone, tag="contest-settled"):
    """A contest is done; people tell what came of it, those of players for their own (MO-X014)."""

    silent = True


class ThrowContest(FlowCommand, tag="throw-contest"):
    """Throw in a contest: with a skill that fits or none, the whole die or half of it, a hero point if you like."""

    when, urgency = FREE | TURN | REACTION, ("must", "may")
    rules = ("MO-002", "MO-012", "MO-114", "MO-X013", "MO-111", "MO-FQ01")
    stands_in = True
    while_any = "contests"
    throws = True
    contest: str
    who: str
    skill: str = ""
    half: bool = False
    hero: HeroPoints = False
    claims: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        asked: set[tuple[str, str]] = set()
        for contest in state.contests.values():
            for at, side in enumerate(contest.sides):
                key = (contest.group or contest.id, side.who)
                if side.ready or not side.who or not state.owns(seat, side.who) or key in asked:
                    continue
                asked.add(key)
                other = contest.sides[1 - at].who
                yield cls.offer(
                    (contest, side), label_for(state, side.who, "Throw", "{} throws"),
                    partial(_why, state, contest, side),
                    partial(throw_blanks, state, side, other if state.knows(other) else ""),
                    about=side.who, contest=contest.id, who=side.who, urgency=_urgency(state, contest),
                )
        yield Refused("no-contest", "You have no contest to throw for.")

    def act(self, play: Play[State], of: tuple[Contest, Side]) -> None:
        contest, side = of
        made = replace(side, skill=self.skill or side.skill, half=self.half, hero=self.hero, claims=self.claims)
        if side.answers:
            made = replace(made, pool=usual(catalog_of(play.state), made.skill))
        _ready(play, contest, made, *self.rules[:1])


def _urgency(state: State, contest: Contest) -> Urgency:
    """The game waits for a contest, unless only the guide knows of it."""
    return "may" if as_told(state, contest) is None else "must"


def _why(state: State, contest: Contest, side: Side) -> str:
    seen = contest if state.people[side.who].npc else as_told(state, contest) or contest
    first = seen.sides[0].who
    against = against_words(state, seen) if side.who == first else f"against {state.name(first)}"
    text = f"{state.of_pool(side.pool).strip()}, {against}".removeprefix(", ")
    return f"{text[:1].upper()}{text[1:]}. {contest.why}".strip()


class AnswerContest(FlowCommand, tag="answer-contest"):
    """Say what stands against a deed: how difficult it is, and what becomes of the die of fate."""

    when, rules, urgency = FREE | TURN | REACTION, ("MO-010", "MO-009", "MO-X007", "MO-X008"), ("must", "may")
    giver = only_guide("says how difficult something is")
    while_any = "contests"
    throws = True
    contest: str
    difficulty: int
    die: FateDie

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for contest in state.contests.values():
            if not contest.sides[1].ready and not contest.sides[1].who:
                label = f"How difficult is it for {state.name(contest.sides[0].who)}?"
                urgency = _urgency(state, contest)
                yield cls.offer(contest, label, contest.why, *fate_blanks(), contest=contest.id, urgency=urgency)
        yield Refused("no-contest", "No contest waits for its difficulty.")

    def act(self, play: Play[State], of: Contest) -> None:
        _ready(play, of, fate_side(self.difficulty, self.die), *self.rules[:1])


def _ready(play: Play[State], contest: Contest, side: Side, *rules: str) -> None:
    """One side is ready, in all contests of its group that it is in; when all are who throw together, the dice fall."""
    second = contest.sides[1].who == side.who
    for one in _together(play.state, contest):
        if one.sides[second].who == side.who and not one.sides[second].ready:
            play.record(SideReady(contest=one.id, side=replace(side, ready=True), second=second, rules=rules))
    _fall(play, contest)


def _fall(play: Play[State], contest: Contest) -> None:
    """The dice of a contest fall, with those of its group, if all who throw together are ready and none has fallen."""
    group = _together(play.state, contest)
    if not all(one.ready and not one.tied for one in group):
        return
    shared = 0 if len({one.sides[0].who for one in group}) == 1 else 1
    had: Total | None = None
    for one in group:
        thrown = _thrown(play, one, (None, had) if shared else (had, None))
        had = had or (thrown[shared] if thrown else None)


def catch_up(play: Play[State]) -> None:
    """Contests in which somebody cannot throw any more are called off (MO-X310, MO-X323), and who waited for nobody
    else in a group throws. Luck comes first."""
    for one in play.state.contests.values() if not play.state.falling else ():
        if any(_out(play.state, side) for side in one.sides):
            play.record(ContestDropped(contest=one.id, rules=("MO-X310", "MO-X323")))
    for one in {each.group: each for each in play.state.contests.values() if each.group}.values():
        _fall(play, one)


def _out(state: State, side: Side) -> bool:
    """Whether somebody is dead, or has yet to throw and has lost the use of every attribute for it."""
    if not side.who or state.people[side.who].dead:
        return side.who != ""
    pools = {usual(catalog_of(state), skill) for skill in side.answers} or {side.pool}
    return not side.ready and pools <= lost_pools(state, side.who)


def _together(state: State, contest: Contest) -> list[Contest]:
    """The contests that are thrown with one, itself among them."""
    return [one for one in state.contests.values() if contest.id == one.id or contest.group == one.group != ""]


def _thrown(
    play: Play[State], contest: Contest, have: tuple[Total | None, Total | None] = (None, None), *, paid: bool = False
) -> tuple[Total, Total] | None:
    """Let the dice of a contest fall; what both sides threw."""
    first, second = contest.sides if paid else (_within(play.state, side) for side in contest.sides)
    facts = Facts(target=second.who), Facts(target=first.who)
    if contest.alone:
        play.record(Graded(total=total_of(play, first, facts[0]), why=contest.why, rules=("MO-X014",)),
                    ContestSettled(contest=contest.id, rules=("MO-X014",)))
        return None
    thrown = throw(play, (first, second), facts, contest.why, have=have, paid=paid)
    totals = (thrown.first, thrown.second)
    if thrown.outcome == "tie" and play.state.options.tie == "ask":
        play.record(TieLeft(contest=contest.id, totals=totals, rules=("MO-E34",)))
    else:
        _settle(play, contest, thrown)
    return totals


def _within(state: State, side: Side) -> Side:
    """A side with no more hero points than its stock has by now (MO-115)."""
    return replace(side, hero=min(side.hero, max(0, state.people[side.who].heroes))) if side.hero else side


def _settle(play: Play[State], contest: Contest, thrown: Thrown) -> None:
    play.record(ContestSettled(contest=contest.id, rules=("MO-003",)))
    if contest.purpose is not None and thrown.outcome == "pro":
        PURPOSES[contest.purpose.kind](play, contest.sides[0].who, contest.purpose, thrown.first)


# ---------------------------------------------------------------- ties


class TieLeft(Event[State], tag="tie-left"):
    """A contest is a Tie, and the guide has yet to rule on it (MO-E34)."""

    silent = True
    contest: str
    totals: tuple[Total, Total]

    def evolve(self, state: State) -> State:
        one = replace(state.contests[self.contest], tied=self.totals)
        return replace(state, contests=put(state.contests, one))

    def told(self, state: State, seat: Seat) -> Self | None:
        first, second = (told(state, total, seat) for total in self.totals)
        known = seat.guides or as_told(state, state.contests[self.contest])
        return replace(self, totals=(first, second)) if known else None


class TieRuled(OfSomebody, tag="tie-ruled"):
    """The guide ruled on a Tie: in a contest, or in the deed that is under way (MO-X001)."""

    contest: str
    ruling: Ruling
    why: str = ""

    def evolve(self, state: State) -> State:
        if self.contest or state.beat is None:
            return state
        return state.with_beat(tied=None, rulings=(*state.beat.rulings, self.ruling))

    def line(self, state: State) -> Line:
        return Line("result", f"has a Tie, which is {RULINGS[self.ruling]}.", state.name(self.who), quote=self.why)


def ruling_blanks(who: str) -> tuple[Field, ...]:
    """The blanks with which the guide rules a Tie of somebody's (MO-X001, MO-E34)."""
    choices = (
        Choice("pro", f"{who} wins: a Pro", hint="Well played, or the story favors them."),
        Choice("con", f"{who} does not win: a Con", hint="The other side played well, or the story favors it."),
        Choice("tie", "Nothing is decided yet"),
        Choice("again", "Both throw again"),
    )
    return (Choose(name="ruling", label="What comes of it?", choices=choices), Write(name="why", label="Why?", least=0))


class RuleTie(FlowCommand, tag="rule-tie"):
    """Say what comes of a Tie."""

    when, rules, urgency = FREE | TURN | REACTION, ("MO-X001", "MO-E34"), ("must", "may")
    giver = only_guide("rules a Tie")
    throws = True
    contest: str
    ruling: Ruling
    why: str = ""

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for contest in state.contests.values():
            if contest.tied is not None:
                name = state.name(contest.sides[0].who)
                blanks, urgency = ruling_blanks(name), _urgency(state, contest)
                yield cls.offer(contest, f"{name}: a Tie", contest.why, *blanks, contest=contest.id, urgency=urgency)
        beat = state.beat
        if beat is not None and beat.tied is not None:
            name = state.name(beat.tied[0].who)
            yield cls.offer(None, f"{name}: a Tie", beat.deed.words, *ruling_blanks(name), contest="")
        yield Refused("no-tie", "No Tie waits for you.")

    def act(self, play: Play[State], of: Contest | None) -> None:
        beat = play.state.beat
        who = of.sides[0].who if of else beat.tied[0].who if beat and beat.tied else ""
        play.record(TieRuled(who=who, contest=self.contest, ruling=self.ruling, why=self.why.strip(), rules=self.rules))
        if of is None or of.tied is None:
            return
        if self.ruling == "again":
            _thrown(play, of, paid=True)
        else:
            _settle(play, of, Thrown(self.ruling, *of.tied))


def waiting(state: State) -> Iterator[tuple[str, str]]:
    """Who has yet to throw in a contest, and the guide for a difficulty or a Tie; nobody until a conflict has begun."""
    for contest in state.contests.values() if state.phase in ThrowContest.when else ():
        if (seen := as_told(state, contest)) is None:
            continue
        for side in seen.sides:
            if not side.ready and side.who:
                yield state.played_by(side.who), f"{state.name(side.who)}’s throw"
            elif not side.ready:
                yield "", "the other side of a contest"
        if contest.tied is not None:
            yield "", "a Tie"


SETTLING: Final = Part(
    ThrowContest, AnswerContest, RuleTie, SideReady, ContestSettled, TieLeft, TieRuled, module="core",
)

"""Simple contests are called: by the guide, against somebody or against fate; what a throw is chosen with (MO-002 to
MO-012, MO-X005, MO-X014)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Self

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.glance import first_dice
from moot.core.offers import Urgency
from moot.games.modos.abilities import can_act
from moot.games.modos.blanks import difficulty_words, fate_blanks, fate_side
from moot.games.modos.contests import Contest, FateDie, Side
from moot.games.modos.flow import FlowCommand, Happening, only_guide
from moot.games.modos.person import Person
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.state import FREE, REACTION, TURN, State
from moot.games.modos.terms import POOL_WORDS, POOLS, Pool
from moot.kit.keyed import counted

FATE: Final = "fate"
"""The other side of a contest where no person is: the guide's die with a difficulty (MO-010)."""
NOBODY: Final = "nobody"
"""What stands against a deed that cannot fail: it is thrown for to see how well it goes (MO-X014)."""


class ContestCalled(Happening, tag="contest-called"):
    """A contest is to be thrown for."""

    adds_to = ("contests", "contest")
    contest: Contest

    def told(self, state: State, seat: Seat) -> ContestCalled | None:
        seen = self.contest if seat.guides else as_told(state, self.contest)
        return replace(self, contest=seen) if seen else None

    def line(self, state: State) -> Line:
        one = self.contest.sides[0]
        text = f"has a {state.of_pool(one.pool)}contest {against_words(state, self.contest)}."
        return Line("move", text, state.name(one.who), quote=self.contest.why)


def as_told(state: State, contest: Contest) -> Contest | None:
    """A contest as players see it: somebody they know nothing of is fate to them. None if all of it is hidden."""
    if contest.sealed:
        return None
    one, other = contest.sides
    if state.knows(one.who, other.who):
        return contest
    known, hidden = (one, other) if state.knows(one.who) else (other, one)
    if not known.who or not state.knows(known.who):
        return None
    return replace(contest, sides=(known, Side(ready=hidden.ready)), purpose=None)


def against_words(state: State, contest: Contest) -> str:
    """What stands on the other side of a contest: `against Bomber`, `against fate, Difficult (8)`."""
    other = contest.sides[1]
    if contest.alone:
        return "with nothing against it"
    if other.who:
        return f"against {state.name(other.who)}"
    return f"against fate, {difficulty_words(other.difficulty)}" if other.ready else "against fate"


def call(play: Play[State], contest: Contest, *rules: str) -> None:
    """Let a contest be called; its `id` is given here, and counts nothing where players know nothing of it."""
    hidden = as_told(play.state, contest) is None
    id_ = play.hidden_id(play.state.contests) if hidden else play.state.next_id
    play.record(ContestCalled(contest=replace(contest, id=id_, sealed=hidden), rules=rules))


def check_new(state: State, contest: Contest) -> None:
    """Raise Refused if the same people have a contest for the same thing to throw for already."""
    def meant(one: Contest) -> tuple[object, ...]:
        first, second = one.sides
        return first.who, first.pool, second.who, one.why, one.purpose

    if any(meant(one) == meant(contest) for one in state.contests.values()):
        who = state.name(contest.sides[0].who)
        raise Refused("called-already", f"That contest waits for its dice already: {who} throws for it once.", "MO-002")


class CallContest(FlowCommand, tag="call-contest"):
    """Ask somebody for a contest, or several for the same one: with which attribute, against whom or what. In the
    rounds of a conflict it takes no action (MO-205)."""

    when, urgency, about_any = FREE | TURN | REACTION, ("may", "tool"), None
    rules = ("MO-002", "MO-008", "MO-009", "MO-010", "MO-X004", "MO-X005", "MO-X007", "MO-X008", "MO-X009", "MO-205")
    giver = only_guide("asks for contests")
    who: str
    against: str
    pool: Pool = "P"
    also: tuple[str, ...] = ()
    theirs: Pool = "P"
    difficulty: int = 0
    die: FateDie = "roll"
    why: str = ""

    @classmethod
    def urgent(cls, state: State) -> tuple[Urgency, ...]:
        return ("tool",) if state.conflict else ("may",)

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        able = [who for who in state.cast() if can_act(state, who.id)]
        if not able:
            raise Refused("nobody-there", "There is nobody yet who could be in a contest.")
        why = "It takes no action." if state.conflict else "When a deed could fairly turn out another way."
        yield cls.offer(
            None, "Ask for a contest", why, partial(_sides, state, able), *fate_blanks(f"against:{FATE}"),
            Write(name="why", label="What for?", least=0), urgency=cls.urgent(state)[0],
        )

    def act(self, play: Play[State], of: object) -> None:
        everybody = [who for who in dict.fromkeys((self.who, *self.also)) if who != self.against]
        other = fate_side(self.difficulty, self.die)
        if self.against not in (FATE, NOBODY):
            other = Side(who=self.against, pool=self.theirs)
        every = [Contest(id="", why=self.why.strip(), sides=(Side(who=who, pool=self.pool), other),
                         alone=self.against == NOBODY) for who in everybody]
        for one in every:
            check_new(play.state, one)
        for seen in (True, False):  # nobody is kept waiting by those of whom they know nothing
            some = [one for one in every if (as_told(play.state, one) is not None) is seen]
            group = "" if len(some) < 2 else play.state.next_id if seen else play.hidden_id(play.state.contests)
            for one in some:
                call(play, replace(one, group=group), *self.rules[:1])


def _sides(state: State, able: list[Person], shown: bool) -> Iterator[Choose]:
    """The blanks for who is in a contest, with which attribute, and against whom: nobody is in one with themselves
    (MO-X005)."""
    whole, several, opposed = "character" in state.modules, len(able) > 1, tuple(f"against:{who.id}" for who in able)
    people = tuple(Choice(who.id, who.name, hint="" if who.known else "Players hear of fate instead.") for who in able)
    fate = (Choice(FATE, "Fate"), Choice(NOBODY, "Nothing", hint="Only to see how well a sure deed goes."))
    others = (replace(one, needs=tuple(f"who:{who.id}" for who in able if who.id != one.value)) for one in people)
    yield Choose(name="who", label="Who?", choices=people)
    if whole:
        yield Choose(name="pool", label="With which attribute?", choices=_pools(state, able, "who"),
                     hint="The deed decides.", rule="MO-X004")
    yield Choose(name="against", label="Against whom?", choices=(*fate, *others) if several else fate, default=(FATE,),
                 rule="MO-X005")
    if several and whole:
        yield Choose(name="theirs", label="Their attribute", choices=_pools(state, able, "against"), needs=opposed)
        left = (tuple(f"pool:{pool}" for pool in left_pools(state, who)) for who in able)
        people = tuple(replace(one, needs=pools) for one, pools in zip(people, left, strict=True))
    if several:
        yield Choose(name="also", label="Who else tries the same?", choices=people, many=True, least=0,
                     hint="One throw stands against all of them.", needs=(f"against:{FATE}", *opposed))


def left_pools(state: State, who: Person) -> tuple[Pool, ...]:
    """The attributes that somebody still has the use of (MO-X323)."""
    return tuple(pool for pool in POOLS if pool not in lost_pools(state, who.id))


def _pools(state: State, able: list[Person], blank: str) -> tuple[Choice, ...]:
    """The attributes, each for those named in a blank who still have the use of it (MO-X323)."""
    whole = {pool: [f"{blank}:{who.id}" for who in able if pool in left_pools(state, who)] for pool in POOLS}
    return tuple(Choice(pool, POOL_WORDS[pool].title(), needs=tuple(ids)) for pool, ids in whole.items() if ids)


class ContestGone(Happening):
    """A contest waits no more; of one that players knew nothing of, they hear nothing now."""

    takes_from = ("contests", "contest")
    contest: str

    def told(self, state: State, seat: Seat) -> Self | None:
        return super().told(state, seat) if seat.guides or counted((self.contest,)) else None


class ContestDropped(ContestGone, tag="contest-dropped"):
    """A contest was called off."""

    sentence = ("system", "The contest is called off.")


class DropContest(FlowCommand, tag="drop-contest"):
    """Call a contest off."""

    when, rules, urgency = FREE | TURN | REACTION, ("MO-000",), ("tool", "may")
    giver, records, while_any = only_guide("calls contests off"), ContestDropped, "contests"
    together = "Go on without a throw"
    contest: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for contest in state.contests.values():
            label = f"Call off {state.name(contest.sides[0].who)}’s contest"
            urgency: Urgency = "may" if state.conflict else "tool"  # a fight waits for it
            rolls = partial(first_dice, state, partial(cls(contest=contest.id).enact, of=contest))
            yield cls.offer(contest, label, rolls=rolls, urgency=urgency, contest=contest.id)
        yield Refused("no-contest", "No contest waits for its dice.")


CALLING: Final = Part(CallContest, DropContest, ContestCalled, ContestDropped, module="core")

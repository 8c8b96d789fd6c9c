"""Deeds that are none of the named ones: an effort at a goal, or anything that the guide sets a difficulty for
(MO-200, MO-204 to MO-211, MO-X205, MO-X210, MO-X214)."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from moot.core import (
    Choice,
    Choose,
    Confirm,
    Count,
    Event,
    Line,
    Offers,
    Part,
    Play,
    Refused,
    Seat,
    Shown,
    Throw,
    Write,
)
from moot.games.modos.abilities import affords, check_open, hero_ready
from moot.games.modos.claiming import claims_blank
from moot.games.modos.combat.blocking import hindering_pools
from moot.games.modos.conflict.beats import declare, may_answer, resolves
from moot.games.modos.conflict.forms import throw_choices
from moot.games.modos.conflict.rounds import running, turn_of
from moot.games.modos.conflicts import Beat, Deed, Entry, Goal
from moot.games.modos.constants import CONFLICT, CONTEST
from moot.games.modos.contests import FateDie, Outcome, Side, Term, Total
from moot.games.modos.difficulty import difficulty_words, fate_blanks, fate_side
from moot.games.modos.facts import Facts
from moot.games.modos.figures import COSTS
from moot.games.modos.flow import Act, move, only_guide
from moot.games.modos.ladder import Die
from moot.games.modos.reckoning import lost_pools
from moot.games.modos.state import REACTION, TURN, State
from moot.games.modos.terms import POOLS, Pool
from moot.games.modos.throwing import Thrown, kept_against, throw
from moot.kit.keyed import changed

SHIFTED: Final = "moved to the damage"
"""What takes off a contest the points that somebody adds to its damage (Special Move)."""


def side_of(state: State, deed: Deed) -> Side:
    """How a deed is thrown for: what was chosen with it, and what the guide added, to whichever side (MO-X006,
    MO-E63)."""
    beat = state.conflict.beat if state.conflict else None
    extra = [Term(SHIFTED, -deed.shift, "MO-109")] if deed.shift else []
    if beat and deed.who in beat.played:
        extra.append(Term("well played", CONTEST.award, "MO-X002"))
    if deed.wide:
        extra.append(Term("against all at once", CONTEST.against_all, "MO-X211"))
    return Side(
        who=deed.who, pool=deed.pool, skill=deed.skill, half=deed.half, claims=deed.claims, extra=tuple(extra),
        hero=deed.hero and hero_ready(state, deed.who), difficulty=beat.difficulty.get(deed.who, 0) if beat else 0,
    )


def facts_of(deed: Deed, target: str = "", steps: int | None = None) -> Facts:
    """What rows may know of a deed."""
    return Facts(
        deed=deed.kind, pool=deed.pool, skill=deed.skill, tool=deed.tool, target=target, steps=steps,
        claims=deed.claims,
    )


def contest_of(
    play: Play[State], deed: Deed, against: tuple[Deed, ...], fate: int | None = None
) -> Thrown | None:
    """Throw for a deed against whatever stands against it: an answer, or fate; None if nothing does (MO-X205).

    `fate` is a difficulty that the deed has by itself, if it has one; where people oppose it, that is a penalty of
    whoever does it (MO-X006). A combined action may keep the number of the one before it (MO-204). What several others
    do has to be beaten one by one, by the same number.
    """
    beat, one = running(play.state).beat, play.state.entry(deed.who)
    die: FateDie = "roll"
    if beat is not None and beat.deed.who == deed.who and beat.fate is not None:
        fate, die = beat.fate, beat.fate_die
    sides = [(side_of(play.state, each), facts_of(each, deed.who, deed.steps.get(each.who))) for each in against]
    own = side_of(play.state, deed)
    if sides and fate:
        own = replace(own, difficulty=own.difficulty - fate)
    elif not sides and fate is not None:
        sides.append((fate_side(fate, die), Facts(target=deed.who)))
    kept = Total(who=deed.who, face=0, terms=one.chain.terms) if deed.keep and one and one.chain else None
    thrown: Thrown | None = None
    for other, theirs in sides:
        if kept is not None:
            thrown = kept_against(play, kept, other, theirs, deed.words)
        else:
            mine = facts_of(deed, other.who, deed.steps.get(other.who))
            thrown = throw(play, (own, other), (mine, theirs), deed.words)
            kept = thrown.first
        if thrown.outcome != "pro":
            break
    return thrown


class Progressed(Event[State], tag="progressed"):
    """Somebody came nearer to a goal; what regress took off is told (MO-206, MO-210, MO-211)."""

    who: str
    goal: str
    gain: int
    faces: tuple[int, ...]
    won: bool

    def evolve(self, state: State) -> State:
        now = state.conflict
        if now is None or self.goal not in now.goals:
            return state
        gained = now.goals[self.goal].gained + self.gain
        return state.with_conflict(goals=changed(now.goals, self.goal, gained=gained))

    def line(self, state: State) -> Line:
        goal = state.conflict.goals.get(self.goal) if state.conflict else None
        if goal is None:
            return Line("result", f"gains {self.gain} for a goal.", state.name(self.who))
        dice = zip((goal.die, goal.regress), self.faces, strict=False)
        throw = Throw(tuple(Shown(Die.read(die).sides, face) for die, face in dice), str(self.gain))
        so_far = f"{goal.gained} of {goal.most}"
        now = f"{goal.gained}, and more than {goal.most} wins it: it is won" if self.won else so_far
        return Line("result", f"gains {self.gain} for “{goal.what}”: {now}.", state.name(self.who), throws=(throw,))


def progress(play: Play[State], who: str, goal: Goal) -> None:
    """Throw the die of progress, take regress off it, and count the rest: at least 1 (MO-206 to MO-211)."""
    die, regress = Die.read(goal.die), Die.read(goal.regress)
    faces = play.roll(*(each.sides for each in (die, regress) if each))
    less = faces[1] + regress.plus if regress else 0
    gain = max(CONFLICT.least_gain, faces[0] + die.plus - less)
    won = goal.gained + gain > goal.most
    rules = ("MO-206", "MO-207", "MO-209", *(("MO-210", "MO-211") if regress else ()), *(("MO-208",) if won else ()))
    play.record(Progressed(who=who, goal=goal.id, gain=gain, faces=faces, won=won, rules=rules))


class DeedAct(Act):
    """A command for a deed that is thrown for only if somebody opposes it; its blanks are those of `deed_blanks`."""

    who: str
    skill: str = ""
    half: bool = False
    hero: bool = False

    def deed(self, kind: str, pool: Pool, **more: Any) -> Deed:
        """The deed, with what was chosen for it; `more` are further fields of it."""
        said: dict[str, Any] = {"skill": self.skill, "half": self.half, "hero": self.hero} | more
        return Deed(who=self.who, kind=kind, pool=pool, **said)


class Work(Act, tag="work"):
    """Do something with an action: for a goal, or anything else. The guide says what stands against it."""

    when, rules, urgency = TURN, ("MO-200", "MO-204", "MO-206", "MO-X215"), "may"
    who: str
    words: str
    pool: Pool
    skill: str = ""
    goal: str = ""
    half: bool = False
    hero: bool = False
    claims: tuple[str, ...] = ()
    keep: bool = False
    price: int = 1

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        one = turn_of(state, seat)
        check_open(state, one.who, "contest")
        if not throw_choices(state, one, POOLS)[0].choices:
            raise Refused("no-action", "No action that fits is left this turn.", "MO-202")
        name = "" if not state.people[one.who].npc else f"{state.name(one.who)}: "
        why = "For a goal, or in any way that no other button names."
        blanks = partial(_blanks, state, one)
        yield cls.offer(one, f"{name}Do something", why, blanks, about=one.who, who=one.who, keep=False)
        chain = one.chain
        paid = chain is not None and affords(state, one.who, chain.skill, chain.pool)
        if chain is not None and paid and chain.kind == "work" and chain.pool not in lost_pools(state, one.who):
            label, first = f"{name}Go on, and keep the {chain.total}", partial(_words, state, one)
            yield cls.offer(
                one, label, "The number of the last action stands.", first, about=one.who, who=one.who, keep=True,
                pool=chain.pool, skill=chain.skill,
            )
        message = "Only an action that goes on with the last one, by the same attribute and skill, keeps its number."
        yield cls.barred(Refused("no-chain", message, "MO-204"), keep=True)

    def act(self, play: Play[State], of: Entry) -> None:
        deed = Deed(
            who=of.who,
            kind="work",
            pool=self.pool,
            skill=self.skill,
            goal=self.goal,
            words=self.words.strip(),
            half=self.half,
            hero=self.hero,
            claims=self.claims,
            keep=self.keep,
            price=self.price,
        )
        declare(play, deed, open_=True)


def _words(state: State, one: Entry, shown: bool) -> list[Write | Choose | Confirm]:
    """What somebody does, and for which of the goals of their side (MO-206)."""
    goals = running(state).sought(one.side)
    blanks: list[Write | Choose | Confirm] = [Write(name="words", label="What do you do?")]
    if goals:
        choices = tuple(Choice(goal.id, goal.what) for goal in goals)
        blanks.append(Choose(name="goal", label="For which goal?", choices=choices, least=0, rule="MO-206"))
    return blanks


def _blanks(state: State, one: Entry, shown: bool) -> list[Write | Choose | Confirm | Count]:
    blanks: list[Write | Choose | Confirm | Count] = [*_words(state, one, shown), *throw_choices(state, one, POOLS)]
    if one.actions > 1:
        hint = ", ".join(f"{cost.title.lower()} {cost.actions}" for cost in COSTS.values() if cost.actions)
        label = "How many actions does it take?"
        blanks.append(Count(name="price", label=label, least=1, most=one.actions, default=1, hint=hint, rule="MO-X215"))
    blanks.append(Confirm(name="half", label="Take half of the die", hint="10 for certain.", rule="MO-012"))
    if hero_ready(state, one.who):
        blanks.append(Confirm(name="hero", label="Add a hero point", rule="MO-114"))
    return [*blanks, *claims_blank(state, one.who, Facts(deed="work"))]


class FateSet(Event[State], tag="fate-set"):
    """The guide said what stands against a deed: a difficulty, or nothing (MO-X205)."""

    fate: int | None
    die: FateDie = "roll"

    def evolve(self, state: State) -> State:
        now = state.conflict
        if now is None or now.beat is None:
            return state
        return state.with_conflict(beat=replace(now.beat, open=False, fate=self.fate, fate_die=self.die))

    def line(self, state: State) -> Line:
        if self.fate is None:
            return Line("system", "No fate stands against it.")
        return Line("system", f"Against it stands fate, {difficulty_words(self.fate)}.")


class SetFate(Act, tag="set-fate"):
    """Say what stands against a deed: a difficulty, or nothing at all."""

    when, rules, urgency = REACTION, ("MO-X205", "MO-010", "MO-009", "MO-X007", "MO-X008"), "must"
    giver = only_guide("says what stands against a deed")
    sure: bool
    difficulty: int = 0
    die: FateDie = "roll"

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        beat = running(state).beat
        if beat is None or not beat.open:
            raise Refused("nothing-open", "What stands against the deed has been said.")
        yield cls.offer(beat, "Against fate", "", *fate_blanks(), sure=False)
        yield cls.press(state, beat, "It simply works", "Nobody rolls, unless somebody hinders it.", sure=True)

    def act(self, play: Play[State], of: Beat) -> None:
        play.record(FateSet(fate=None if self.sure else self.difficulty, die=self.die, rules=self.rules[:1]))


class Hinder(Act, tag="hinder"):
    """Answer a deed by hindering it: it must beat you in a contest."""

    when, rules, urgency = REACTION, ("MO-214", "MO-X205", "MO-X206", "MO-X212"), "may"
    who: str
    pool: Pool
    words: str
    skill: str = ""
    half: bool = False
    hero: bool = False
    claims: tuple[str, ...] = ()

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        for one, beat in may_answer(state, seat):
            try:
                check_open(state, one.who, "hinder")
                can = hindering_pools(state, one.who, beat.deed)
            except Refused as reason:
                yield cls.barred(reason, who=one.who)
                continue
            deed, person = beat.deed, state.people[one.who]
            pool, skill = throw_choices(state, one, can)
            if not pool.choices:
                out = Refused("out-of-reach", f"{state.name(deed.who)} is out of reach.", "MO-X308", allowed=can)
                yield cls.barred(out, who=one.who)
                continue
            half = Confirm(name="half", label="Take half of the die", hint="10 for certain.", rule="MO-012")
            blanks: list[Write | Choose | Confirm] = [Write(name="words", label="How?"), pool, skill, half]
            if hero_ready(state, one.who):
                blanks.append(Confirm(name="hero", label="Add a hero point", rule="MO-114"))
            blanks += claims_blank(state, one.who, Facts(deed="hinder", target=deed.who))
            label = "Hinder it" if not person.npc else f"{person.name} hinders it"
            yield cls.offer(
                one, label, f"{state.name(deed.who)} must then beat you.", *blanks, about=one.who, who=one.who
            )
        yield Refused("not-asked", "Nobody of yours can answer this deed.")

    def act(self, play: Play[State], of: Entry) -> None:
        declare(
            play,
            Deed(
                who=of.who,
                kind="hinder",
                pool=self.pool,
                skill=self.skill,
                words=self.words.strip(),
                half=self.half,
                hero=self.hero,
                claims=self.claims,
            ),
        )


@resolves("work", "acts")
def worked(play: Play[State], deed: Deed, against: tuple[Deed, ...]) -> Total | None:
    """An effort comes out: it succeeds unopposed or with a Pro, and then brings its goal nearer (MO-206)."""
    thrown = contest_of(play, deed, against)
    outcome: Outcome = thrown.outcome if thrown else "pro"
    goal = running(play.state).goals.get(deed.goal)
    if outcome == "pro" and goal is not None:
        progress(play, deed.who, goal)
    elif outcome == "pro" and thrown is None:
        play.record(DeedDone(who=deed.who, rules=("MO-X205",)))
    return thrown.first if thrown else None


class DeedDone(Event[State], tag="deed-done"):
    """A deed worked, without a contest (MO-X205)."""

    who: str

    def evolve(self, state: State) -> State:
        return state

    def line(self, state: State) -> Line:
        return move(state, self.who, "does it, and nothing stands against it.")


WORKING: Final = Part(Work, SetFate, Hinder, Progressed, FateSet, DeedDone)

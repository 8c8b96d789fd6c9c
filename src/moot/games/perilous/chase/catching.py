"""Catching up, the Takedown and the defence: (d) of a Pursuer's turn (GP-CHASE-10, -11, -12, -16)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from moot.core import Choice, Choose, Event, Line, Offers, Part, Play, Refused, Seat, listed
from moot.core.frames import FactKind
from moot.games.perilous.chase.ends import without_people
from moot.games.perilous.chase.phases import InChase, OfChase, OfRunner, crew, settles_deed, which_row, yours
from moot.games.perilous.figures import CHASE, DIFFICULTIES, MODES, SKILLS, TAKEDOWNS
from moot.games.perilous.flow import FORETOLD, begun, spoken, which_skill
from moot.games.perilous.options import Options
from moot.games.perilous.person import Person
from moot.games.perilous.pursuit import Chase, ChaseDeed, Runner
from moot.games.perilous.state import State
from moot.games.perilous.terms import Difficulty
from moot.games.perilous.trial import SUCCESSES, Trial, odds_of, worth_of
from moot.games.perilous.trying import call, success
from moot.kit.bars import percent
from moot.kit.people import label_for

TAKEDOWN: Final = "chase-takedown"
DEFENCE: Final = "chase-defence"


class Reached(OfRunner, tag="reached"):
    """A Pursuer came up with an Escapee, and fell back to their value; `named`: to try a Takedown (GP-CHASE-10)."""

    target: str
    named: bool = True

    def unfold(self, chase: Chase) -> Chase:
        value = chase.runners[self.target].value
        named = {"named": self.target} if self.named else {}
        return self.with_turn(self.with_one(chase, value=value), caught=True, **named)

    def line(self, state: State) -> Line:
        target = crew(state, state.chases[self.chase].runners[self.target])
        more = "" if self.named else ", and tries nothing" if len(self.one(state).aboard) == 1 else ", and try nothing"
        return self.said(state, f"come(s) up with {target}, at {self.one(state).value}{more}.", "move")


class Catch(InChase, tag="catch"):
    """Name the Escapee in reach whom you go for; your value drops to theirs."""

    rules, urgency, stands_in = ("GP-CHASE-10",), "must", True
    target: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        runner = chase.now
        if runner is None:
            raise Refused("no-turn", "Nobody’s turn is under way.")
        yours(state, seat, runner)
        reach = chase.within_reach(runner)
        choices = tuple(Choice(one.id, f"{begun(crew(state, one))}, at {one.value}") for one in reach)
        furthest = max(reach, key=lambda one: one.value)
        blank = Choose(
            name="target", label="Whom do you go for?", choices=choices, least=0, default=(furthest.id,),
            hint=f"Nobody: you drop to {furthest.value} and try nothing.",
        )
        label = label_for(state, runner.driver, "Go", f"{begun(crew(state, runner))}: go")
        yield cls.offer_in(chase, (runner, furthest), f"{label} for somebody", f"You are at {runner.value}.", blank)

    def act(self, play: Play[State], of: tuple[Runner, Runner]) -> None:
        runner, furthest = of
        play.record(Reached(
            chase=self.chase, runner=runner.id, target=self.target or furthest.id, named=bool(self.target),
            rules=self.rules,
        ))


class Dropped(OfRunner, tag="dropped-back"):
    """A Pursuer fell back to an Escapee's value at a change of values (GP-CHASE-10, option `catch-check`)."""

    target: str

    def unfold(self, chase: Chase) -> Chase:
        return self.with_one(chase, value=chase.runners[self.target].value)

    def line(self, state: State) -> Line:
        target = crew(state, state.chases[self.chase].runners[self.target])
        return self.said(state, f"(is) level with {target}: {self.one(state).value}.")


def drop_back(state: State, chase: Chase) -> Iterator[Event[State]]:
    """A Pursuer who is past Escapees falls back to the one furthest ahead of these."""
    for runner in chase.still("pursuers") if state.options.catch_check == "each-change" else ():
        furthest = max(chase.within_reach(runner), key=lambda one: one.value, default=None)
        if furthest is not None and furthest.value < runner.value:
            yield Dropped(chase=chase.id, runner=runner.id, target=furthest.id, rules=("GP-CHASE-10",))


class TakedownTried(OfChase, tag="takedown-tried"):
    """A Pursuer tries to take somebody down: the dice are due."""

    target: str
    who: str
    row: str = ""

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, deed=ChaseDeed(kind="takedown", who=self.who, target=self.target))

    def line(self, state: State) -> Line:
        target = state.chases[self.chase].runners[self.target]
        place = f" ({TAKEDOWNS[self.row].title.lower()})" if self.row else ""
        return Line("move", f"tries to take {crew(state, target)} down{place}.", state.named(self.who))


class TakeDown(InChase, tag="take-down"):
    """Try to take down whom you have named: a success makes them defend, a critical one ends it for you both."""

    rules, urgency = ("GP-CHASE-11", "GP-CHASE-12"), "must"
    row: str = ""
    skill: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        runner, target = _pair(state, seat, chase)
        own = MODES[runner.mode].skill
        by_guide = (which_row(chase.row), which_skill("By which skill?", default=(own,))) if seat.guides else ()
        label = label_for(state, runner.driver, f"Try to take {crew(state, target)} down")
        knows = seat.guides or not state.people[target.driver].npc
        why = partial(_what_comes if knows else _what_is_known, state, chase, runner, target)
        yield cls.offer_in(chase, (runner, target), label, why, *by_guide)

    def act(self, play: Play[State], of: tuple[Runner, Runner]) -> None:
        runner, target = of
        chase = play.state.chases[self.chase]
        row = self.row if play.seat.guides else chase.row
        play.record(TakedownTried(
            chase=self.chase, who=runner.driver, target=target.id, row=row, rules=("GP-CHASE-11", "GP-CHASE-12")
        ))
        why = f"To take {crew(play.state, target)} down."
        call(play, replace(takedown_test(chase, runner, row=row, skill=self.skill), why=why))


def takedown_test(chase: Chase, runner: Runner, *, row: str | None = None, skill: str = "") -> Trial:
    """The test of a Takedown from a place, by the skill of the runner's mode (GP-CHASE-11, GP-CHASE-12)."""
    place = chase.row if row is None else row
    difficulty = worth_of(TAKEDOWNS[place].value) if place else CHASE.takedown_difficulty
    return Trial(
        who=runner.driver, skill=skill or MODES[runner.mode].skill, purpose=TAKEDOWN, of=chase.id,
        difficulty=difficulty,
    )


def defence_test(options: Options, chase: Chase, target: Runner, difficulty: Difficulty) -> Trial:
    """The test against a Takedown of that difficulty; nobody can help with it (GP-CHASE-11, GP-RD-03)."""
    worth = DIFFICULTIES[difficulty].value
    against: Difficulty = {
        "standard": CHASE.defence_difficulty, "same": difficulty, "mirrored": worth_of(-worth),
    }[options.takedown_defence]
    return Trial(
        who=target.driver, skill=MODES[target.mode].skill, purpose=DEFENCE, of=chase.id, difficulty=against,
        why="Against the Takedown.", alone=True,
    )


def _pair(state: State, seat: Seat, chase: Chase) -> tuple[Runner, Runner]:
    """Who would take whom down. Raises Refused unless it is the seat's to try, and untried."""
    runner = chase.now
    if runner is None or chase.turn is None or not chase.turn.named:
        raise Refused("nobody-named", "Nobody is named to be taken down.", "GP-CHASE-10")
    if chase.deed is not None:
        raise Refused("dice-first", "The attempt is under way: its dice come first.", "GP-CHASE-11")
    yours(state, seat, runner)
    return runner, chase.runners[chase.turn.named]


class Law(msgspec.Struct, frozen=True):
    """How a Takedown can end, each with its exact chance: both out, fended off, failed, botched."""

    out: Fraction
    fended: Fraction
    failed: Fraction
    botched: Fraction


def law(options: Options, chase: Chase, runner: Runner, by: Person, target: Runner, whom: Person) -> Law:
    """How a Takedown ends where the chase is now, without points spent (GP-CHASE-11)."""
    test = takedown_test(chase, runner)
    tried = odds_of(options, test, by)
    defends = odds_of(options, defence_test(options, chase, target, test.difficulty), whom)
    holds = defends["success"] + defends["critical-success"]
    out = tried["critical-success"] + tried["success"] * (1 - holds)
    return Law(out, tried["success"] * holds, tried["failure"], tried["critical-failure"])


def _what_comes(state: State, chase: Chase, runner: Runner, target: Runner) -> str:
    by, whom = state.people[runner.driver], state.people[target.driver]
    ends = law(state.options, chase, runner, by, target, whom)
    return (
        f"{percent(ends.out)}: both are out of the chase. {percent(ends.failed)} costs {-CHASE.takedown_failure}, "
        f"{percent(ends.botched)} costs {-CHASE.takedown_critical_failure}."
    )


def _what_is_known(state: State, chase: Chase, runner: Runner, target: Runner) -> str:
    """The same to those who do not know how well the other defends."""
    test = takedown_test(chase, runner)
    return (
        f"{SKILLS[test.skill].title}, {success(state, test)}: then {crew(state, target)} has to defend, and if that "
        f"fails both are out of the chase. A failure costs {-CHASE.takedown_failure}, a critical one "
        f"{-CHASE.takedown_critical_failure}."
    )


class LetGo(InChase, tag="let-go"):
    """Let the attempt be: your value has dropped, and nothing more happens."""

    rules, urgency, stands_in = ("GP-CHASE-10", "GP-CHASE-11"), "must", True

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        runner, _ = _pair(state, seat, chase)
        yield cls.offer_in(chase, None, label_for(state, runner.driver, "Do not try it"))

    def act(self, play: Play[State], of: object) -> None:
        play.record(TakedownEnded(chase=self.chase, runner="", rules=self.rules))


class TakedownEnded(OfRunner, tag="takedown-ended"):
    """An attempt is over and both run on: `by` is what it did to the Pursuer's value, if they are its `runner`."""

    by: int = 0
    fended: str = ""

    def unfold(self, chase: Chase) -> Chase:
        chase = self.with_turn(replace(chase, deed=None), tried=True)
        return self.with_value(chase, self.by) if self.runner else chase

    def line(self, state: State) -> Line | None:
        if self.fended:
            one = state.chases[self.chase].runners[self.fended]
            return Line("result", spoken("get(s) away from it.", len(one.aboard) > 1), begun(crew(state, one)))
        return self.said(state, f"fall(s) back after a miss, to {self.one(state).value}.") if self.runner else None


class DefenceDue(OfChase, tag="defence-due"):
    """A Takedown would work: the Escapee defends."""

    silent = True
    who: str
    target: str

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, deed=ChaseDeed(kind="defence", who=self.who, target=self.target))


class TakenDown(OfRunner, tag="taken-down"):
    """A Pursuer took an Escapee down: both are out for good, and all aboard with them (GP-CHASE-16, GP-CHASE-18)."""

    target: str
    by: str
    who: str
    fled: tuple[str, ...]
    followed: tuple[str, ...]

    def unfold(self, chase: Chase) -> Chase:
        chase = self.with_turn(replace(chase, deed=None), tried=True)
        chase = without_people(chase, self.fled, "taken", self.by)
        return without_people(chase, self.followed, "taken", self.who)

    def line(self, state: State) -> Line:
        names = listed(map(state.name, self.fled))
        taken, has = f"is taken down by {state.name(self.by)}", f"has {names}, and is out of the chase"
        people: tuple[tuple[str, FactKind, str], ...] = (
            *((who, "out", taken) for who in self.fled), *((who, "gain", has) for who in self.followed)
        )
        facts = tuple(state.people[who].fact(kind, f"{state.named(who)} {says}") for who, kind, says in people)
        return Line("result", f"takes {names} down. Both are out of the chase.", state.named(self.by), facts=facts)


_BOTH: Final = "both are out of the chase"
FORETOLD.update({
    (TAKEDOWN, ""): {
        "critical-success": _BOTH, "success": "they have to defend", "failure": f"costs {-CHASE.takedown_failure}",
        "critical-failure": f"costs {-CHASE.takedown_critical_failure}",
    },
    (DEFENCE, ""): {
        "critical-success": "it is fended off", "success": "it is fended off", "failure": _BOTH,
        "critical-failure": _BOTH,
    },
})


@settles_deed(TAKEDOWN)
def _takedown(play: Play[State], trial: Trial, chase: Chase, runner: Runner, deed: ChaseDeed) -> None:
    if not (target := chase.runners[deed.target]).aboard:
        play.record(TakedownEnded(chase=chase.id, runner="", rules=("GP-CHASE-19",)))
        return
    outcome = trial.fell.outcome
    if outcome == "critical-success":
        _down(play, chase, runner, target)
    elif outcome == "success":
        play.record(DefenceDue(chase=chase.id, who=target.driver, target=runner.id, rules=("GP-CHASE-11",)))
        call(play, defence_test(play.state.options, chase, target, trial.difficulty))
    else:
        by = CHASE.takedown_failure if outcome == "failure" else CHASE.takedown_critical_failure
        play.record(TakedownEnded(chase=chase.id, runner=runner.id, by=by, rules=("GP-CHASE-11",)))


@settles_deed(DEFENCE)
def _defence(play: Play[State], trial: Trial, chase: Chase, target: Runner, deed: ChaseDeed) -> None:
    runner = chase.runners[deed.target]
    if trial.fell.outcome in SUCCESSES or not runner.aboard:
        play.record(TakedownEnded(chase=chase.id, runner="", fended=target.id, rules=("GP-CHASE-11",)))
    else:
        _down(play, chase, runner, target)


def _down(play: Play[State], chase: Chase, runner: Runner, target: Runner) -> None:
    play.record(TakenDown(
        chase=chase.id, runner=runner.id, target=target.id, by=runner.driver, who=target.driver, fled=target.aboard,
        followed=runner.aboard, rules=("GP-CHASE-11", "GP-CHASE-16", "GP-CHASE-18"),
    ))


CATCHING: Final = Part(
    Catch, TakeDown, LetGo,
    Reached, Dropped, TakedownTried, TakedownEnded, DefenceDue, TakenDown,
)

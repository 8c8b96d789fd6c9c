"""Who leaves a chase, and how it ends (GP-CHASE-09, -15, -16, -19; GP-RD-04, GP-RD-07, GP-RD-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from moot.core import Choice, Choose, Count, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.frames import Change, Face, Fact, Frame
from moot.games.perilous.chase.phases import InChase, OfChase, able, crew, with_mode, with_runner
from moot.games.perilous.constants import CHASE
from moot.games.perilous.figures import MODES
from moot.games.perilous.flow import only_guide
from moot.games.perilous.harm import DamageSuffered
from moot.games.perilous.pursuit import Chase, HowOut, Out, Runner, Side
from moot.games.perilous.state import State
from moot.games.perilous.trying import TrialSettled
from moot.games.perilous.wounds import FateSpent
from moot.kit.keyed import put

End: TypeAlias = Literal["away", "caught", "slain", "left-behind"]
"""What became of an Escapee (GP-CHASE-15, GP-RD-08)."""

CAUGHT: Final[frozenset[HowOut]] = frozenset({"taken", "exhausted", "gave-up"})
"""The ways out by which an Escapee is caught (GP-CHASE-15)."""
SAYS: Final[dict[HowOut, str]] = {
    "taken": "is taken down", "exhausted": "can run no further", "slain": "is Slain!", "gave-up": "gives up",
    "left-behind": "is left behind",
}
"""How somebody left, in words."""


class ValueLost(OfChase, tag="value-lost"):
    """A wound cost somebody some of their value, and all with whom they share it (GP-CHASE-09, GP-RD-07)."""

    runner: str
    who: str
    steps: int

    def unfold(self, chase: Chase) -> Chase:
        return with_value(chase, self.runner, -CHASE.step_cost * self.steps)

    def line(self, state: State) -> Line:
        runner = state.chases[self.chase].runners[self.runner]
        lost = CHASE.step_cost * self.steps
        change = Change("value", str(runner.value + lost), str(runner.value))
        fact = Fact(kind="hurt", text=f"{state.name(self.who)} falls back by {lost}", who=state.name(self.who),
                    seat=state.people[self.who].player, changes=(change,))
        return Line("result", f"loses {lost} by the wound: {runner.value} now.", crew(state, runner), facts=(fact,))


def with_value(chase: Chase, runner: str, by: int) -> Chase:
    """`chase` with somebody's value changed, never below its floor (GP-CHASE-06)."""
    return with_runner(chase, runner, value=max(CHASE.floor, chase.runners[runner].value + by))


def pay_for_wounds(play: Play[State], chase: Chase) -> bool:
    """Let wounds of this command cost value, each once; says whether one did."""
    for who in dict.fromkeys(one.who for one in play.events if isinstance(one, DamageSuffered)):
        steps = sum(one.now - one.was for one in play.events if isinstance(one, DamageSuffered) and one.who == who)
        paid = sum(
            one.steps for one in play.events
            if isinstance(one, ValueLost) and (one.chase, one.who) == (chase.id, who)
        )
        runner = chase.running(who)
        if runner is not None and steps > paid:
            play.record(ValueLost(
                chase=chase.id, runner=runner.id, who=who, steps=steps - paid, rules=("GP-CHASE-09",)
            ))
            return True
    return False


class WentOut(OfChase, tag="went-out"):
    """People left a chase: how, and with or by whom."""

    who: tuple[str, ...]
    how: HowOut
    by: str = ""

    def unfold(self, chase: Chase) -> Chase:
        return without_people(chase, self.who, self.how, self.by)

    def line(self, state: State) -> Line:
        facts = tuple(out_fact(state, who, SAYS[self.how]) for who in self.who)
        return Line("result", f"{SAYS[self.how]}, and out of the chase.", _names(state, self.who), facts=facts)


def out_fact(state: State, who: str, says: str) -> Fact:
    """A card that says how somebody left."""
    person = state.people[who]
    return Fact(kind="out", text=f"{person.name} {says}", who=person.name, seat=person.player)


def _names(state: State, people: Iterable[str]) -> str:
    return ", ".join(state.name(who) for who in people)


def without_people(chase: Chase, people: Iterable[str], how: HowOut, by: str = "") -> Chase:
    """`chase` after these people left it."""
    leaving = {*people}
    sides: dict[str, Side] = {who: one.side for one in chase.runners.values() for who in one.aboard}
    out = {who: Out(side=sides[who], how=how, by=by, round=chase.round) for who in people if who in sides}
    runners = {
        one.id: replace(one, aboard=tuple(who for who in one.aboard if who not in leaving))
        for one in chase.runners.values()
    }
    chase = replace(chase, runners=runners, out={**chase.out, **out})
    empty = {one.id for one in runners.values() if not one.aboard}
    deed = chase.deed if chase.deed and chase.deed.who not in leaving else None
    return replace(
        chase, deed=deed, lowest=tuple(id_ for id_ in chase.lowest if id_ not in empty),
        troubled=tuple(id_ for id_ in chase.troubled if id_ not in empty),
    )


def leave(play: Play[State], chase: Chase) -> bool:
    """Let those leave who cannot go on: the dead, those whom Fate saved, and all aboard where nobody can drive."""
    for who, how in _leaving(play, chase):
        play.record(WentOut(chase=chase.id, who=who, how=how, rules=_OUT_RULES[how]))
        return True
    return False


_OUT_RULES: Final[dict[HowOut, tuple[str, ...]]] = {
    "slain": ("GP-CHASE-09", "GP-RD-08"), "left-behind": ("GP-CORE-17", "GP-RD-08"),
    "exhausted": ("GP-CHASE-14", "GP-RD-07"), "taken": ("GP-CHASE-16",), "gave-up": ("GP-RD-04",),
}


def _leaving(play: Play[State], chase: Chase) -> Iterator[tuple[tuple[str, ...], HowOut]]:
    saved = {one.who for one in play.events if isinstance(one, FateSpent) and one.death}
    for runner in chase.runners.values():
        for who in runner.aboard:
            person = play.state.people[who]
            if person.dead or person.retired:
                yield (who,), "slain" if person.dead else "gave-up"
            elif who in saved:
                yield (who,), "left-behind"
        if runner.aboard and not able(play.state, runner):
            yield runner.aboard, "exhausted"


class ChaseOver(OfChase, tag="chase-over"):
    """A chase is over, and this is what became of those who fled."""

    why: str
    away: tuple[str, ...] = ()

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, ended=self.why, turn=None, deed=None, lowest=(), troubled=(), drawn=None)

    def line(self, state: State) -> Line:
        chase = state.chases[self.chase]
        if not chase.round:
            return Line("move", f"The chase does not come: {self.why}.")
        ends = fates(chase)
        people = tuple(
            Face(id=who, name=state.name(who), seat=state.people[who].player, says=_SAYS_END[end], up=end == "away")
            for who, end in ends.items()
        )
        facts = tuple(
            Fact(kind="gain", text=f"{state.name(who)} is away", who=state.name(who), seat=state.people[who].player)
            for who in self.away
        )
        said = "; ".join(
            f"{_SAYS_END[end]}: {_names(state, [who for who, one in ends.items() if one == end])}"
            for end in _SAYS_END if end in ends.values()
        )
        frame = Frame(kind="over", id=chase.id, lead=f"The chase is over: {self.why}", people=people)
        return Line("scene", f"The chase is over: {self.why}. {said[:1].upper()}{said[1:]}.", facts=facts, frame=frame)


_SAYS_END: Final[dict[End, str]] = {
    "away": "away", "caught": "caught", "slain": "Slain!", "left-behind": "left behind",
}


def fates(chase: Chase) -> dict[str, End]:
    """What became of each Escapee: away are those still in (GP-CHASE-15, GP-RD-08)."""
    ends: dict[str, End] = {who: "away" for one in chase.still("escapees") for who in one.aboard}
    for who, out in chase.out.items():
        if out.side == "escapees":
            ends[who] = "caught" if out.how in CAUGHT else "slain" if out.how == "slain" else "left-behind"
    return ends


def end(play: Play[State], chase: Chase, why: str, *rules: str) -> None:
    """Let a chase be over; tests of it that wait are dropped."""
    for trial in [*play.state.trials_of(chase.id)]:
        play.record(TrialSettled(trial=trial.id, sealed=trial.sealed, rules=("GP-CHASE-15",)))
    away = tuple(who for who, end in fates(chase).items() if end == "away")
    play.record(ChaseOver(chase=chase.id, why=why, away=away, rules=rules or ("GP-CHASE-15", "GP-CHASE-19")))


def ends_now(play: Play[State], chase: Chase) -> bool:
    """Let a chase be over whose one side has nobody left; says whether it is (GP-CHASE-15, GP-CHASE-19)."""
    for side, why in _EMPTY.items():
        if not chase.still(side):
            end(play, chase, why)
            return True
    return False


def drop_tests(play: Play[State], chase: Chase) -> bool:
    """Drop tests of people who have left; says whether there were any."""
    for trial in [*play.state.trials_of(chase.id)]:
        if chase.running(trial.who) is None:
            play.record(TrialSettled(trial=trial.id, sealed=trial.sealed, rules=("GP-CHASE-19",)))
            return True
    return False


_STOPS: Final[dict[Side, str]] = {"escapees": "Give up, and be caught", "pursuers": "Follow no further"}
_EMPTY: Final[dict[Side, str]] = {"escapees": "nobody flees any more", "pursuers": "nobody follows any more"}


class GiveUp(InChase, tag="give-up"):
    """Stop: an Escapee who stops is caught, a Pursuer is out. When all of a side stop, it is over."""

    rules, urgency = ("GP-CHASE-15", "GP-RD-04"), "tool"
    side: Side
    who: tuple[str, ...]

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        for side, label in _STOPS.items():
            mine = [who for one in chase.still(side) for who in one.aboard if state.owns(seat, who)]
            if mine:
                choices = tuple(Choice(who, state.name(who)) for who in mine)
                blank = Choose(name="who", label="Who stops?", choices=choices, many=True, default=tuple(mine))
                why = "There is no coming back into it."
                yield cls.offer_in(chase, None, label, why, blank, side=side)
        yield Refused("not-in-it", "Nobody of yours runs in this chase.")

    def act(self, play: Play[State], of: object) -> None:
        play.record(WentOut(chase=self.chase, who=self.who, how="gave-up", rules=("GP-RD-04", "GP-CHASE-15")))


class Corrected(OfChase, tag="chase-corrected"):
    """The guide set where somebody stands in a chase."""

    runner: str
    value: int
    mode: str
    lost: int
    why: str = ""

    def unfold(self, chase: Chase) -> Chase:
        one = with_mode(chase.runners[self.runner], self.mode)
        one = replace(one, was=one.value, value=self.value, lost=self.lost)
        return replace(chase, runners=put(chase.runners, one))

    def line(self, state: State) -> Line:
        runner = state.chases[self.chase].runners[self.runner]
        lost = f", and loses {self.lost} turn{'s' * (self.lost > 1)}" if self.lost else ""
        return Line("move", f"is at {runner.value} now ({MODES[self.mode].title.lower()}){lost}.", crew(state, runner),
                    quote=self.why)


class Correct(InChase, tag="correct-chase"):
    """Set somebody's value, how they move, or turns that they lose."""

    rules, urgency, giver = ("GP-CHASE-01", "GP-CHASE-03"), "tool", only_guide("corrects values")
    runner: str
    value: int
    mode: str
    lost: int = 0
    why: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        modes = tuple(Choice(row.id, row.title) for row in MODES.values())
        for one in chase.runners.values():
            if one.aboard:
                yield cls.offer_in(
                    chase, one, f"{crew(state, one)}: another value or mode", "",
                    Count(name="value", label="Value", least=CHASE.floor, most=max(999, one.value), default=one.value),
                    Choose(name="mode", label="How?", choices=modes, default=(one.mode,)),
                    Count(name="lost", label="Turns to lose", most=max(9, one.lost), default=one.lost),
                    Write(name="why", label="Why?", least=0),
                    runner=one.id,
                )

    def act(self, play: Play[State], of: Runner) -> None:
        play.record(Corrected(
            chase=self.chase, runner=self.runner, value=self.value, mode=self.mode, lost=self.lost,
            why=self.why.strip(), rules=self.rules,
        ))


class TakeOut(InChase, tag="take-out"):
    """Say that somebody is out of the chase, and how."""

    rules, urgency, giver = ("GP-CHASE-15", "GP-CHASE-19"), "tool", only_guide("takes people out of a chase")
    who: str
    how: HowOut

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        people = tuple(Choice(who, state.name(who)) for one in chase.runners.values() for who in one.aboard)
        ways = tuple(Choice(how, says) for how, says in SAYS.items() if how != "slain")
        yield cls.offer_in(
            chase, None, "Take somebody out", "",
            Choose(name="who", label="Whom?", choices=people), Choose(name="how", label="How?", choices=ways),
        )

    def act(self, play: Play[State], of: object) -> None:
        play.record(WentOut(chase=self.chase, who=(self.who,), how=self.how, rules=self.rules))


class CallOff(InChase, tag="call-off"):
    """End the chase here: a side gives up, or the story goes another way."""

    rules, urgency, giver = ("GP-CHASE-15",), "tool", only_guide("ends a chase")
    stops: Literal["", "escapees", "pursuers"] = ""
    why: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        if not chase.round:
            yield cls.offer_in(chase, chase, "Call it off", "The chase does not come.")
            return
        sides = (Choice("escapees", "The Escapees: they are caught"), Choice("pursuers", "The Pursuers"))
        who = Choose(name="stops", label="Who gives up?", least=0, choices=sides, hint="Nobody: all who flee are away.")
        yield cls.offer_in(chase, chase, "End the chase here", "", who, Write(name="why", label="Why?", least=0))

    def act(self, play: Play[State], of: Chase) -> None:
        why = self.why.strip()
        if self.stops:
            who = tuple(who for one in of.still(self.stops) for who in one.aboard)
            if who:
                play.record(WentOut(chase=of.id, who=who, how="gave-up", rules=self.rules))
            why = why or f"{'those who fled give up' if self.stops == 'escapees' else 'nobody follows any more'}"
        end(play, play.state.chases[of.id], why or "it ends here", *self.rules)


class AfterTold(OfChase, tag="aftermath-told"):
    """The guide told what became of somebody after a chase."""

    who: str
    text: str

    def unfold(self, chase: Chase) -> Chase:
        return chase

    def line(self, state: State) -> Line:
        return Line("story", "", state.name(self.who), quote=self.text)


class Aftermath(InChase, tag="aftermath"):
    """Tell what happens to somebody after the chase."""

    rules, urgency, giver = ("GP-CHASE-15",), "tool", only_guide("tells what comes after a chase")
    records = AfterTold
    who: str
    text: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        if chase.id != list(state.chases)[-1]:
            raise Refused("long-over", "That chase is long over.")
        people = [*(who for one in chase.runners.values() for who in one.aboard), *chase.out]
        if not people:
            raise Refused("nobody-there", "Nobody was in it.")
        who = Choose(name="who", label="Whose?", choices=tuple(Choice(id_, state.name(id_)) for id_ in people))
        told = Write(name="text", label="Tell it", lines=3)
        yield cls.offer_in(chase, None, "What happens to them now", "", who, told)


ENDS: Final = Part(
    GiveUp, Correct, TakeOut, CallOff, Aftermath,
    ValueLost, WentOut, ChaseOver, Corrected, AfterTold,
)

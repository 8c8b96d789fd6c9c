"""Who leaves a chase, and how it ends (GP-CHASE-09, -15, -16, -19; GP-RD-04, GP-RD-07, GP-RD-08)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from moot.core import Change, Choice, Choose, Count, Event, Frame, Line, Offers, Part, Play, Refused, Seat, Write
from moot.core.words import listed
from moot.games.perilous.chase.phases import InChase, OfChase, OfRunner, able, crew, which_row, which_side
from moot.games.perilous.figures import CHASE, MODES
from moot.games.perilous.flow import begun, needs_guide, only_guide, spoken, whom
from moot.games.perilous.harm import DamageSuffered
from moot.games.perilous.pursuit import SIDES, Chase, Favoured, HowOut, Out, Side
from moot.games.perilous.state import State
from moot.games.perilous.terms import so_many
from moot.games.perilous.trial import Trial
from moot.games.perilous.trying import TrialSettled
from moot.games.perilous.wounds import FateSpent
from moot.kit.keyed import put
from moot.kit.people import label_for

MOST_ROUNDS: Final = 30
"""The longest Escape Condition that the GM can set by hand."""

End: TypeAlias = Literal["away", "caught", "slain", "left-behind"]
"""What became of an Escapee (GP-CHASE-15, GP-RD-08)."""

SAYS: Final[dict[HowOut, str]] = {
    "taken": "(is) taken down", "exhausted": "can run no further", "slain": "(is) Slain!", "gave-up": "give(s) up",
    "left-behind": "(is) left behind",
}
"""How people left, in words."""


class ValueLost(OfRunner, tag="value-lost"):
    """A wound cost somebody some of their value, and all with whom they share it (GP-CHASE-09, GP-RD-07)."""

    who: str
    steps: int

    def unfold(self, chase: Chase) -> Chase:
        return self.with_value(chase, -CHASE.step_cost * self.steps)

    def line(self, state: State) -> Line:
        value, lost, who = self.one(state).value, CHASE.step_cost * self.steps, state.people[self.who]
        if value == CHASE.floor:  # they may have had less to lose
            fact = who.fact("hurt", f"{who.name} is at {value}")
            return self.said(state, f"(is) at {value} after the wound.", facts=(fact,))
        change = Change("value", str(value + lost), str(value))
        fact = who.fact("hurt", f"{who.name} falls back by {lost}", "", change)
        return self.said(state, f"lose(s) {lost} by the wound: {value} now.", facts=(fact,))


def wounds(play: Play[State], chase: Chase) -> Iterator[Event[State]]:
    """What wounds of this command cost in value, each once (GP-CHASE-09)."""
    steps: Counter[str] = Counter()
    for one in play.events:
        if isinstance(one, DamageSuffered):
            steps[one.who] += one.now - one.was
        elif isinstance(one, ValueLost) and one.chase == chase.id:
            steps[one.who] -= one.steps
    for who, due in steps.items():
        if due > 0 and (runner := chase.running(who)):
            yield ValueLost(chase=chase.id, runner=runner.id, who=who, steps=due, rules=("GP-CHASE-09",))


class WentOut(OfChase, tag="went-out"):
    """People left a chase: how, and with or by whom."""

    who: tuple[str, ...]
    how: HowOut
    by: str = ""

    def unfold(self, chase: Chase) -> Chase:
        return without_people(chase, self.who, self.how, self.by)

    def line(self, state: State) -> Line:
        alone, told = spoken(SAYS[self.how], many=False), self.how == "slain"  # that is said of them already
        people = () if told else self.who
        facts = tuple(state.people[who].fact("out", f"{state.named(who)} {alone}") for who in people)
        out = "(is) out of the chase."
        says = spoken(out if told else f"{SAYS[self.how]} and {out}", len(self.who) > 1)
        kind = "move" if self.how == "gave-up" else "result"  # which is nothing that dice brought
        return Line(kind, says, begun(listed(map(state.name, self.who))), facts=facts)


def without_people(chase: Chase, people: Iterable[str], how: HowOut, by: str = "") -> Chase:
    """`chase` after these people left it."""
    leaving = {*people}
    sides: dict[str, Side] = {who: one.side for one in chase.runners.values() for who in one.aboard}
    out = {who: Out(side=sides[who], how=how, by=by) for who in people if who in sides}
    runners = {
        one.id: replace(
            one, aboard=tuple(who for who in one.aboard if who not in leaving),
            moves=None if one.driver in leaving else one.moves,
        ) for one in chase.runners.values()
    }
    chase = replace(chase, runners=runners, out={**chase.out, **out})
    empty = {one.id for one in runners.values() if not one.aboard}
    deed = chase.deed if chase.deed and chase.deed.who not in leaving else None
    return replace(
        chase, deed=deed, lowest=tuple(id_ for id_ in chase.lowest if id_ not in empty),
        troubled=tuple(id_ for id_ in chase.troubled if id_ not in empty),
    )


_OUT_RULES: Final[dict[HowOut, tuple[str, ...]]] = {
    "slain": ("GP-CHASE-09", "GP-RD-08"), "left-behind": ("GP-CORE-17", "GP-RD-08"),
    "exhausted": ("GP-CHASE-14", "GP-RD-07"), "taken": ("GP-CHASE-16",), "gave-up": ("GP-RD-04",),
}


def leaving(play: Play[State], chase: Chase) -> Iterator[Event[State]]:
    """Those who cannot go on: the dead, those whom Fate saved, and all aboard where nobody can drive."""
    saved = {one.who for one in play.events if isinstance(one, FateSpent) and one.death}

    def out(how: HowOut, *who: str) -> Event[State]:
        return WentOut(chase=chase.id, who=who, how=how, rules=_OUT_RULES[how])

    for runner in chase.runners.values():
        for who in runner.aboard:
            person = play.state.people[who]
            if person.dead or person.retired:
                yield out("slain" if person.dead else "gave-up", who)
            elif who in saved:
                yield out("left-behind", who)
        if runner.aboard and not able(play.state, runner):
            yield out("exhausted", *runner.aboard)


class ChaseOver(OfChase, tag="chase-over"):
    """A chase is over, and this is what became of those who fled."""

    why: str
    away: tuple[str, ...] = ()

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, ended=self.why, turn=None, deed=None, lowest=(), troubled=(), drawn=None)

    def line(self, state: State) -> Line:
        chase, why = state.chases[self.chase], self.why.rstrip(".")
        if not chase.round:
            return Line("move", f"The chase does not come: {why}.")
        ends = fates(chase)
        people = tuple(state.people[who].face(_SAYS_END[end], up=end == "away") for who, end in ends.items())
        facts = tuple(state.people[who].fact("gain", f"{state.named(who)} is away") for who in self.away)
        said = "; ".join(
            f"{_SAYS_END[end]}: {', '.join(state.name(who) for who, one in ends.items() if one == end)}"
            for end in _SAYS_END if end in ends.values()
        )
        frame = Frame(kind="over", id=chase.id, lead=f"The chase is over: {why}", people=people)
        return Line("scene", f"The chase is over: {why}. {begun(said)}.", facts=facts, frame=frame)


_SAYS_END: Final[dict[End, str]] = {"away": "away", "caught": "caught", "slain": "slain", "left-behind": "left behind"}


def fates(chase: Chase) -> dict[str, End]:
    """What became of each Escapee: away are those still in (GP-CHASE-15, GP-RD-08)."""
    ends: dict[str, End] = {who: "away" for one in chase.still("escapees") for who in one.aboard}
    for who, out in chase.out.items():
        if out.side == "escapees":
            ends[who] = "slain" if out.how == "slain" else "left-behind" if out.how == "left-behind" else "caught"
    return ends


def end(state: State, chase: Chase, why: str, *rules: str) -> tuple[Event[State], ...]:
    """A chase is over; tests of it that wait are dropped."""
    away = tuple(who for who, end in fates(chase).items() if end == "away")
    over = ChaseOver(chase=chase.id, why=why, away=away, rules=rules or ("GP-CHASE-15", "GP-CHASE-19"))
    return *(_dropped(trial, "GP-CHASE-15") for trial in state.trials_of(chase.id)), over


def _dropped(trial: Trial, rule: str) -> TrialSettled:
    return TrialSettled(trial=trial.id, sealed=trial.sealed, rules=(rule,))


def stray_tests(state: State, chase: Chase) -> Iterator[Event[State]]:
    """The tests of people who have left are dropped."""
    return (_dropped(trial, "GP-CHASE-19") for trial in state.trials_of(chase.id) if chase.running(trial.who) is None)


_STOPS: Final[dict[Side, str]] = {"escapees": "Give up, and be caught", "pursuers": "Follow no further"}


class LeftSetting(OfChase, tag="left-chase"):
    """People are not in a chase after all, before it began."""

    who: tuple[str, ...]

    def unfold(self, chase: Chase) -> Chase:
        kept = (one for one in without_people(chase, self.who, "gave-up").runners.values() if one.aboard)
        return replace(chase, runners=put({}, *kept))

    def line(self, state: State) -> Line:
        who = begun(listed(map(state.name, self.who)))
        return Line("move", spoken("stay(s) out of the chase.", len(self.who) > 1), who)


class LeaveChase(InChase, tag="leave-chase"):
    """Stop: an Escapee who stops is caught, a Pursuer is out. When all of a side stop, it is over. The GM may take
    people out in other ways, or leave them out before it begins."""

    rules, urgency = ("GP-CHASE-15", "GP-RD-04", "GP-CHASE-01", "GP-CHASE-19"), "tool"
    side: Favoured = ""
    who: tuple[str, ...]
    how: HowOut = "gave-up"

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        aboard = {side: [who for one in chase.still(side) for who in one.aboard] for side in SIDES}
        everybody = [who for people in aboard.values() for who in people]
        if not chase.round:
            needs_guide(seat, "says who is in a chase")
            if not everybody:
                raise Refused("nobody-there", "Nobody is in it yet.")
            people = whom(state, "Whom?", everybody, many=True)
            yield cls.offer_in(chase, (), "Leave somebody out", "", people, side="", rules=("GP-CHASE-01",))
            return
        for side, stops in _STOPS.items():
            if mine := [who for who in aboard[side] if state.owns(seat, who)]:
                who = whom(state, "Who stops?", mine, many=True, default=tuple(mine))
                label = stops if len(mine) > 1 else label_for(state, mine[0], stops)
                why = "There is no coming back into it."
                yield cls.offer_in(chase, ("GP-RD-04", "GP-CHASE-15"), label, why, who, side=side, how="gave-up")
        if seat.guides:
            ways = tuple(Choice(how, spoken(says, many=False)) for how, says in SAYS.items() if how != "slain")
            who, how = whom(state, "Whom?", everybody, many=True), Choose(name="how", label="How?", choices=ways)
            yield cls.offer_in(chase, ("GP-CHASE-15", "GP-CHASE-19"), "Take somebody out", "", who, how, side="")
        yield Refused("not-in-it", "Nobody of yours runs in this chase.")

    def act(self, play: Play[State], of: tuple[str, ...]) -> None:
        if of:
            play.record(WentOut(chase=self.chase, who=self.who, how=self.how, rules=of))
        else:
            play.record(LeftSetting(chase=self.chase, who=self.who, rules=("GP-CHASE-01",)))


class ChaseCorrected(OfRunner, tag="chase-corrected"):
    """The guide set where somebody stands, or without a `runner` what all of it runs by: `now` are the new figures."""

    now: dict[str, int | str]
    why: str = ""

    def unfold(self, chase: Chase) -> Chase:
        now: dict[str, Any] = self.now
        if not self.runner:
            return replace(chase, **now)
        return self.with_one(chase, was=chase.runners[self.runner].value, **now)

    def line(self, state: State) -> Line:
        if not self.runner:
            return Line("move", f"The chase from here: {state.chases[self.chase].terms}.")
        one = self.one(state)
        lost = f", and lose(s) {so_many(one.lost, 'turn')}" if one.lost else ""
        text = f"(is) at {one.value} now ({MODES[one.mode].title.lower()}){lost}."
        return self.said(state, text, "move", quote=self.why)


_OF_CHASE: Final = (("rounds", "head_start", "row"), ("GP-CHASE-04", "GP-CHASE-05", "GP-CHASE-12"))
_OF_RUNNER: Final = (("value", "mode", "lost"), ("GP-CHASE-01", "GP-CHASE-03"))
"""What can be corrected, of a chase and of somebody in it, and the rules for it."""


class Correct(InChase, tag="correct-chase"):
    """Set how long a chase takes, who had a start and where they are, or somebody's value, mode and turns to lose."""

    rules, urgency, giver = (*_OF_CHASE[1], *_OF_RUNNER[1]), "tool", only_guide("corrects a chase")
    runner: str
    rounds: int = 0
    head_start: Favoured = ""
    row: str = ""
    value: int = 0
    mode: str = ""
    lost: int = 0
    why: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        least = max(1, chase.round)
        yield cls.offer_in(
            chase, _OF_CHASE, "How long, who had a start, where they are", chase.terms,
            Count(name="rounds", label="Rounds to get away", least=least, most=MOST_ROUNDS, default=chase.rounds),
            which_side(chase.head_start), which_row(chase.row), runner="", rules=_OF_CHASE[1],
        )
        modes = tuple(Choice(row.id, row.title) for row in MODES.values())
        for one in chase.runners.values() if chase.round else ():
            if one.aboard:
                yield cls.offer_in(
                    chase, _OF_RUNNER, f"{begun(crew(state, one))}: another value or mode", "",
                    Count(name="value", label="Value", least=CHASE.floor, most=max(999, one.value), default=one.value),
                    Choose(name="mode", label="How?", choices=modes, default=(one.mode,)),
                    Count(name="lost", label="Turns to lose", most=max(9, one.lost), default=one.lost),
                    Write(name="why", label="Why?", least=0), runner=one.id, rules=_OF_RUNNER[1],
                )

    def act(self, play: Play[State], of: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        names, rules = of
        now = {name: getattr(self, name) for name in names}
        play.record(ChaseCorrected(chase=self.chase, runner=self.runner, now=now, why=self.why.strip(), rules=rules))


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
            why = why or ("those who fled give up" if self.stops == "escapees" else "nobody follows any more")
        play.record(*end(play.state, play.state.chases[of.id], why or "it ends here", *self.rules))


class AfterTold(OfChase, tag="aftermath-told"):
    """The guide told what became of somebody after a chase."""

    who: str
    text: str

    def line(self, state: State) -> Line:
        return Line("story", quote=f"{state.named(self.who)}: {self.text}")


class Aftermath(InChase, tag="aftermath"):
    """Tell what happens to somebody after the chase."""

    rules, urgency, giver, records = ("GP-CHASE-15",), "tool", only_guide("tells what comes after a chase"), AfterTold
    who: str
    text: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        if chase.id != list(state.chases)[-1]:
            raise Refused("long-over", "That chase is long over.")
        people = [*(who for one in chase.runners.values() for who in one.aboard), *chase.out]
        if not people:
            raise Refused("nobody-there", "Nobody was in it.")
        told = Write(name="text", label="Tell it", lines=3)
        yield cls.offer_in(chase, None, "What happens to them now", "", whom(state, "Whose?", people), told)


ENDS: Final = Part(
    LeaveChase, Correct, CallOff, Aftermath,
    ValueLost, WentOut, LeftSetting, ChaseOver, ChaseCorrected, AfterTold,
)

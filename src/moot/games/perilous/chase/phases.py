"""Where a chase stands, and what can be asked of it there.

Theory of operation. Several chases may run at once. The phase of one is never set: `phase_of` reads it off what the
chase holds, in this order.

    it has ended                                        over
    it has not begun                                    setting
    not all places are known                            ladder         GP-CHASE-02
    a turn is under way:
        its test against tiring is due                  fatigue        (a), GP-CHASE-14
        its roll is due                                 moving         (b), GP-CHASE-06
        an Action is under way, or somebody may act     acting         (c), GP-CHASE-07, GP-CHASE-08
        a Pursuer has somebody in reach                 reaching       (d), GP-CHASE-10
        the Escapee has to defend                       defending      GP-CHASE-11
        somebody is named, and it was not tried         takedown       GP-CHASE-11
        nothing of these                                passing        the next turn begins by itself
    somebody lowest has not rolled                      complication   GP-CHASE-13
    somebody rolled a 6                                 trouble
    nothing of these                                    round-end      the next Round begins by itself

`PHASES` lists the commands that exist in each; one given at the wrong time is refused with the phase. Tests and wounds
are of the whole room: while one that belongs to a chase waits, the chase waits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Play, Refused, Seat, listed
from moot.games.perilous.figures import CHASE, TAKEDOWNS
from moot.games.perilous.flow import Within, begun, settles, spoken
from moot.games.perilous.pursuit import SIDES, Chase, ChaseDeed, Runner
from moot.games.perilous.state import State
from moot.games.perilous.trial import Trial
from moot.kit.keyed import changed
from moot.kit.procedures import OfProcedure, PhaseRow

Phase: TypeAlias = Literal[
    "setting", "ladder", "fatigue", "moving", "acting", "reaching", "takedown", "defending", "passing", "complication",
    "trouble", "round-end", "over",
]
"""Where a chase stands."""

_ALWAYS: Final = frozenset({"enter-chase", "board", "correct-chase", "leave-chase", "call-off"})
_ACTING: Final = frozenset({"act", "attack", "weigh", "weigh-attack", "roll-damage", "force-fury", "hold", "let-first"})


PHASES: Final[dict[Phase, PhaseRow]] = {
    "setting": PhaseRow("GP-CHASE-01", _ALWAYS | {"set-mode", "begin-chase"}, "Who runs, and how"),
    "ladder": PhaseRow("GP-CHASE-02", _ALWAYS | {"roll-ladder"}, "The order of turns"),
    "fatigue": PhaseRow("GP-CHASE-14", _ALWAYS | {"let-first"}, "Tiring"),
    "moving": PhaseRow("GP-CHASE-06", _ALWAYS | {"run", "let-first"}, "The roll"),
    "acting": PhaseRow("GP-CHASE-07", _ALWAYS | _ACTING, "Act, or go on"),
    "reaching": PhaseRow("GP-CHASE-10", _ALWAYS | {"catch"}, "Whom to catch"),
    "takedown": PhaseRow("GP-CHASE-11", _ALWAYS | {"take-down", "let-go"}, "Try a Takedown, or not"),
    "defending": PhaseRow("GP-CHASE-11", _ALWAYS, "The defence"),
    "passing": PhaseRow("GP-CHASE-06", _ALWAYS, "The turn is over"),
    "complication": PhaseRow("GP-CHASE-13", _ALWAYS | {"complication", "force-trouble"}, "Does trouble come?"),
    "trouble": PhaseRow("GP-CHASE-13", _ALWAYS | {"draw-trouble", "trouble"}, "Here is trouble"),
    "round-end": PhaseRow("GP-CHASE-19", _ALWAYS, "The Round is over"),
    "over": PhaseRow("GP-CHASE-15", frozenset({"aftermath"}), "Over"),
}
"""The phases of a chase; `open-chase` begins one and belongs to none."""


def phase_of(state: State, chase: Chase) -> Phase:
    """The phase that follows from what a chase holds."""
    if chase.ended:
        return "over"
    if not chase.round:
        return "setting"
    if not chase.order:
        return "ladder"
    if chase.turn is not None:
        return _in_turn(state, chase)
    if chase.lowest:
        return "complication"
    return "trouble" if chase.troubled or chase.deed else "round-end"


def _in_turn(state: State, chase: Chase) -> Phase:
    turn, now = chase.turn, chase.now
    if turn is None or now is None or not now.aboard:
        return "passing"
    if not turn.tired:
        return "fatigue"
    if not turn.moved:
        return "moving"
    if chase.deed is not None:
        return {"takedown": "takedown", "defence": "defending"}.get(chase.deed.kind, "acting")  # type: ignore[return-value]
    if to_act(state, chase):
        return "acting"
    if now.side == "pursuers" and not turn.caught and chase.within_reach(now):
        return "reaching"
    return "takedown" if turn.named and not turn.tried and chase.runners[turn.named].aboard else "passing"


def to_act(state: State, chase: Chase) -> tuple[str, ...]:
    """Those who may still act on the turn that is under way (GP-CHASE-06, GP-CHASE-18)."""
    if chase.turn is None or chase.now is None:
        return ()
    return tuple(who for who in able(state, chase.now) if who not in chase.turn.acted)


def able(state: State, runner: Runner) -> tuple[str, ...]:
    """Those aboard who can do anything (GP-CORE-13)."""
    return tuple(who for who in runner.aboard if not state.people[who].incapacitated)


def running(state: State) -> list[Chase]:
    """The chases that are not over."""
    return [chase for chase in state.chases.values() if not chase.over]


def which_side(default: str = "", hint: str = "") -> Choose:
    """Who had a start (GP-CHASE-05)."""
    return Choose(
        name="head_start", label="Who had a start?", least=0, rule="GP-CHASE-05", hint=hint,
        choices=tuple(Choice(id_, title) for id_, title in SIDES.items()), default=(default,) if default else (),
    )


def which_row(default: str) -> Choose:
    """Where a Takedown is tried (GP-CHASE-12)."""
    return Choose(
        name="row", label="Where are they?", least=0, rule="GP-CHASE-12",
        choices=tuple(Choice(row.id, row.worth) for row in TAKEDOWNS.values()),
        default=(default,) if default else (), hint="How hard a Takedown is.", nothing="Nowhere special +0",
    )


def crew(state: State, runner: Runner) -> str:
    """What people call those aboard within a sentence: the driver, and who else is."""
    return listed(map(state.name, runner.aboard or (runner.id,)))


class InChase(Within):
    """A command of a chase."""

    procedure, about_any, phase_at, phases = "chase", "chases", staticmethod(phase_of), PHASES
    nothing = ("no-chase", "There is no chase under way for that.", "GP-CHASE-01")
    chase: str


class OfChase(OfProcedure[State, Chase]):
    """An event of one chase."""

    procedure, among = "chase", "chases"
    chase: str

    @staticmethod
    def with_turn(chase: Chase, **changes: Any) -> Chase:
        """`chase` with some of its turn replaced; outside of a turn, as it is."""
        return replace(chase, turn=replace(chase.turn, **changes)) if chase.turn else chase

    @classmethod
    def with_acted(cls, chase: Chase, who: str) -> Chase:
        """`chase` after somebody aboard has acted on this turn."""
        acted = chase.turn.acted if chase.turn else ()
        return cls.with_turn(chase, acted=tuple(dict.fromkeys((*acted, who))))


class OfRunner(OfChase):
    """An event of one runner of a chase."""

    runner: str

    def one(self, state: State) -> Runner:
        """Who or what it is about."""
        return state.chases[self.chase].runners[self.runner]

    def said(self, state: State, text: str, kind: str = "result", **more: Any) -> Line:
        """A line about all aboard, whose verbs agree with them."""
        one = self.one(state)
        return Line(kind, spoken(text, len(one.aboard) > 1), begun(crew(state, one)), **more)

    def with_one(self, chase: Chase, **changes: Any) -> Chase:
        """`chase` with some of the runner replaced; on another mode how fast that is shows with the next roll."""
        one = chase.runners[self.runner]
        if changes.get("mode", one.mode) != one.mode:
            changes = {"moves": None} | changes
        return replace(chase, runners=changed(chase.runners, self.runner, **changes))

    def with_value(self, chase: Chase, by: int) -> Chase:
        """`chase` with the runner's value changed, never below its floor (GP-CHASE-06)."""
        return self.with_one(chase, value=max(CHASE.floor, chase.runners[self.runner].value + by))


Resolve: TypeAlias = Callable[[Play[State], Trial, Chase, Runner, ChaseDeed], None]


def settles_deed(purpose: str) -> Callable[[Resolve], Resolve]:
    """Register what comes of a test that a deed in a chase called, while the deed stands and the one tested runs."""

    def registered(resolve: Resolve) -> Resolve:
        @settles(purpose)
        def settle(play: Play[State], trial: Trial) -> None:
            chase = play.state.chases[trial.of]
            runner = chase.running(trial.who)
            if runner is not None and chase.deed is not None:
                resolve(play, trial, chase, runner, chase.deed)

        return resolve

    return registered


def yours(state: State, seat: Seat, runner: Runner) -> None:
    """Raise Refused unless `seat` speaks for who drives."""
    if not state.owns(seat, runner.driver):
        raise Refused("not-yours", f"That is {state.name(runner.driver)}’s to do.", "GP-CHASE-06")

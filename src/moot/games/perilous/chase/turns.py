"""Turns of a chase: their order, how they begin, who may tire, and the roll that is added to a value (GP-CHASE-02, -05,
-06, -14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from moot.core import Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.perilous.chase.catching import drop_back
from moot.games.perilous.chase.ends import LeftSetting, end, leaving, stray_tests, wounds
from moot.games.perilous.chase.phases import InChase, OfChase, OfRunner, able, phase_of, running, to_act, yours
from moot.games.perilous.chase.setting import Boarded, modes
from moot.games.perilous.figures import CHASE, DICE, MODES, PERIL_DICE
from moot.games.perilous.flow import FORETOLD, settles
from moot.games.perilous.harm import WEARS, tired_by
from moot.games.perilous.person import Person
from moot.games.perilous.pursuit import Chase, ChaseTurn, Runner, Side
from moot.games.perilous.state import State
from moot.games.perilous.trial import Trial
from moot.games.perilous.trying import call
from moot.kit.people import label_for

MOVE: Final = CHASE.move.sides
TIRING: Final = "chase-tiring"
"""The purpose of the test against tiring."""


class LadderRolled(OfRunner, tag="ladder-rolled"):
    """A Pursuer rolled a place in the order of turns."""

    face: int
    total: int

    def unfold(self, chase: Chase) -> Chase:
        return self.with_one(chase, rolled=self.total)

    def line(self, state: State) -> Line:
        who, throws = state.named(self.one(state).driver), DICE.initiative.thrown(self.face, reading=str(self.total))
        return Line("roll", f"rolls {self.total} for the order of turns.", who, throws=throws)


class RollLadder(InChase, tag="roll-ladder"):
    """Roll where your Pursuers stand in the order of turns."""

    rules, urgency, stands_in = ("GP-CHASE-02", "GP-CORE-10"), "must", True
    runners: tuple[str, ...]

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        due = [one for one in chase.still("pursuers") if one.rolled is None and state.owns(seat, one.driver)]
        if not due:
            raise Refused("nothing-to-roll", "No Pursuer of yours has a place to roll.")
        names = ", ".join(state.name(one.driver) for one in due)
        label = "Roll for the order of turns" + (f": {names}" if len(due) > 1 or seat.guides else "")
        yield cls.offer_in(
            chase, due, label, "1D10 + Initiative: the highest Pursuer goes first, after all who flee.",
            rolls=(DICE.initiative.sides,) * len(due), runners=tuple(one.id for one in due),
        )

    def act(self, play: Play[State], of: list[Runner]) -> None:
        faces = play.roll(*(DICE.initiative.sides,) * len(of))
        for runner, face in zip(of, faces, strict=True):
            total = face + play.state.people[runner.driver].initiative
            play.record(LadderRolled(chase=self.chase, runner=runner.id, face=face, total=total, rules=self.rules))


class LadderSet(OfChase, tag="ladder-set"):
    """The order of turns stands."""

    order: tuple[str, ...]

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, order=self.order)

    def line(self, state: State) -> Line:
        chase = state.chases[self.chase]
        names = ", ".join(state.name(one.driver) for one in chase.ladder)
        return Line("system", f"The order of turns: {names}.")


def following(state: State, one: Runner) -> tuple[int, int]:
    """What sets the place of a Pursuer; those for whom it is the same are tied."""
    return -(one.rolled or 0), -state.people[one.driver].bonus("perception")


class LetFirst(InChase, tag="let-first"):
    """Let somebody with whom you are tied go before you."""

    rules, urgency = ("GP-CORE-10", "GP-CHASE-02"), "may"
    together = "Let somebody go first who is tied"
    runner: str
    first: str

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether anybody is tied."""
        pairs = (pair for chase in running(state) for pair in pairwise(chase.ladder))
        return super().possible(state) and any(_tied(state, *pair) for pair in pairs)

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        for one, other in pairwise(chase.ladder):
            begun = chase.round > 1 or one.id in chase.gone or chase.now is one
            # that somebody of the guide's is tied would tell a player what figures they have
            asked = seat.guides if state.people[other.driver].npc else state.owns(seat, one.driver)
            if asked and _tied(state, one, other) and not begun:
                label = f"Let {state.name(other.driver)} go before {state.name(one.driver)}"
                why = "They are tied in the order of turns."
                yield cls.offer_in(chase, None, label, why, runner=one.id, first=other.id)
        yield Refused("no-tie", "Nobody of yours is tied with the one who comes next.")

    def act(self, play: Play[State], of: object) -> None:
        order = play.state.chases[self.chase].order
        swapped = {self.runner: self.first, self.first: self.runner}
        order = tuple(swapped.get(id_, id_) for id_ in order)
        play.record(LadderSet(chase=self.chase, order=order, rules=self.rules))


def _tied(state: State, one: Runner, other: Runner) -> bool:
    rolled = one.rolled is not None and other.rolled is not None
    return rolled and following(state, one) == following(state, other)


def settle_ladder(state: State, chase: Chase) -> Iterator[Event[State]]:
    """The order of turns, once every Pursuer has rolled: Escapees by Agility bonus and Movement, then Pursuers by their
    roll and Perception bonus, then as they came; of all aboard the driver counts (GP-CHASE-02, GP-CORE-10)."""
    if chase.order or any(one.rolled is None for one in chase.still("pursuers")):
        return
    driver = {one.id: state.people[one.driver] for one in chase.still("escapees")}
    fled = sorted(chase.still("escapees"), key=lambda one: (
        -driver[one.id].bonus("agility"), -driver[one.id].movement(one.mode)
    ))
    after = sorted(chase.still("pursuers"), key=lambda one: following(state, one))
    order = tuple(one.id for one in (*fled, *after))
    yield LadderSet(chase=chase.id, order=order, rules=("GP-CHASE-02",))


class TurnBegun(OfRunner, tag="turn-begun"):
    """Somebody's turn begins; `tires`: a test against tiring comes first (GP-CHASE-14)."""

    silent = True
    tires: bool = False

    def evolve(self, state: State) -> State:
        return super().evolve(state.moved_on())

    def unfold(self, chase: Chase) -> Chase:
        return replace(_ended(chase), turn=ChaseTurn(runner=self.runner, tired=not self.tires), deed=None)


def _ended(chase: Chase) -> Chase:
    """`chase` with the turn that was under way over."""
    return replace(chase, gone=(*chase.gone, chase.turn.runner), turn=None) if chase.turn else chase


class TurnLost(OfRunner, tag="turn-lost"):
    """Somebody's turn is skipped whole (GP-CHASE-13)."""

    def unfold(self, chase: Chase) -> Chase:
        runner = chase.runners[self.runner]
        chase = self.with_one(_ended(chase), lost=runner.lost - 1, was=runner.value)
        return replace(chase, gone=(*chase.gone, self.runner))

    def line(self, state: State) -> Line:
        return self.said(state, "lose(s) this turn.")


class TurnsOver(OfChase, tag="turns-over"):
    """All turns of a Round are over: those who are lowest roll for trouble (GP-CHASE-13, GP-CHASE-19)."""

    silent = True
    lowest: tuple[str, ...]

    def unfold(self, chase: Chase) -> Chase:
        return replace(_ended(chase), searched=True, lowest=self.lowest, deed=None)


class RoundBegun(OfChase, tag="round-begun"):
    """The next Round begins."""

    number: int

    def unfold(self, chase: Chase) -> Chase:
        return replace(chase, round=self.number, gone=(), searched=False, lowest=(), troubled=(), drawn=None)

    def line(self, state: State) -> Line:
        return Line("system", f"Round {self.number} of {state.chases[self.chase].rounds}.")


def tiring_test(chase: Chase, who: str) -> Trial:
    """The test against tiring: nobody helps with it (GP-CHASE-14)."""
    return Trial(
        who=who, skill=CHASE.fatigue_skill, difficulty=CHASE.fatigue_difficulty, purpose=TIRING, of=chase.id,
        why=f"Tiring, in Round {chase.round}.", alone=True, costs=PERIL_DICE.failure.each,
    )


def tires_in(state: State, chase: Chase, runner: Runner) -> bool:
    """Whether the driver has run for longer than their Brawn lets them for nothing (GP-CHASE-14)."""
    return runner.driver in state.people and tires(state.people[runner.driver], chase, chase.round)


def tires(driver: Person, chase: Chase, number: int) -> bool:
    """The same for somebody in a certain Round: only those count in which they were in it (GP-RD-23)."""
    return number - chase.came(driver.id) >= driver.bonus("brawn")


class Tired(OfChase, tag="tired"):
    """The test against tiring is over."""

    silent = True

    def unfold(self, chase: Chase) -> Chase:
        return self.with_turn(chase, tired=True)


FORETOLD[TIRING, ""] = WEARS


@settles(TIRING)
def _tiring(play: Play[State], trial: Trial) -> None:
    """Peril for a failure; the one who is Incapacitated! by it leaves before the roll (GP-CHASE-06, GP-CHASE-14)."""
    play.record(Tired(chase=trial.of, rules=("GP-CHASE-14",)))
    tired_by(play, trial, "GP-CHASE-14")


class Ran(OfRunner, tag="ran"):
    """A roll was added to somebody's value: the die, Movement, and a Head Start in the first Round."""

    face: int
    mode: str
    movement: int
    head_start: int = 0

    @property
    def adds(self) -> int:
        """What it adds."""
        return self.face + self.movement + self.head_start

    def unfold(self, chase: Chase) -> Chase:
        value = chase.runners[self.runner].value
        chase = self.with_one(chase, was=value, value=value + self.adds, mode=self.mode, moves=self.movement)
        return self.with_turn(chase, moved=True)

    def line(self, state: State) -> Line:
        runner, start = self.one(state), f" + {self.head_start}" if self.head_start else ""
        text = f"move(s) {self.face} + {self.movement}{start}: from {runner.was} to {runner.value}."
        return self.said(state, text, "roll", throws=CHASE.move.thrown(self.face, reading=str(self.adds)))


class Run(InChase, tag="run"):
    """Roll your move: 1D10 + Movement onto your value; another way to move counts from this roll."""

    rules, urgency, stands_in = ("GP-CHASE-06", "GP-CHASE-03", "GP-CHASE-18"), "must", True
    mode: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        runner = chase.now
        if runner is None or not runner.aboard:
            raise Refused("no-turn", "Nobody’s turn is under way.")
        yours(state, seat, runner)
        driver, blank = state.people[runner.driver], partial(modes, state, seat, chase, runner, "GP-CHASE-18")
        label = label_for(state, driver.id, "Roll the move")
        yield cls.offer_in(chase, runner, label, partial(_to, state, chase, runner), blank, rolls=(MOVE,))

    def act(self, play: Play[State], of: Runner) -> None:
        [face] = play.roll(MOVE)
        chase = play.state.chases[self.chase]
        movement = play.state.people[of.driver].movement(self.mode)
        start = head_start(chase, of)
        rules = ("GP-CHASE-06", "GP-CHASE-03", *(("GP-CHASE-05",) if start else ()))
        play.record(Ran(
            chase=self.chase, runner=of.id, face=face, mode=self.mode, movement=movement, head_start=start, rules=rules
        ))


def head_start(chase: Chase, runner: Runner) -> int:
    """What a Head Start adds to a roll of this Round (GP-CHASE-05)."""
    first = chase.round == CHASE.head_start_round and runner.side == chase.head_start
    return CHASE.head_start if first else 0


def _to(state: State, chase: Chase, runner: Runner) -> str:
    movement = state.people[runner.driver].movement(runner.mode) + head_start(chase, runner)
    low, high = runner.value + 1 + movement, runner.value + MOVE + movement
    return f"1D10 + {movement} ({MODES[runner.mode].title.lower()}): from {runner.value} to between {low} and {high}."


class Held(OfChase, tag="held"):
    """Somebody lets their Action be."""

    silent = True
    who: str

    def unfold(self, chase: Chase) -> Chase:
        return self.with_acted(chase, self.who)


class Hold(InChase, tag="hold"):
    """Do nothing more on this turn."""

    rules, urgency, records, stands_in = ("GP-CHASE-06",), "must", Held, True
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, chase: Chase) -> Offers:
        for who in acting(state, seat, chase):
            label = label_for(state, who, "Do nothing more", "{}: nothing more")
            yield cls.offer_in(chase, None, label, who=who)


def acting(state: State, seat: Seat, chase: Chase) -> tuple[str, ...]:
    """Those of a seat who may act on this turn. Raises Refused if there are none, or another one's dice come first."""
    if chase.deed is not None:
        raise Refused("dice-first", "What somebody does now has to be settled first.", "GP-CHASE-06")
    found = tuple(who for who in to_act(state, chase) if state.owns(seat, who))
    if not found:
        raise Refused("not-your-turn", "It is not your turn to act.", "GP-CHASE-06")
    return found


def chases_go_on(play: Play[State]) -> None:
    """Record what is due in each chase, one thing at a time, as each may change what comes next (GP-CHASE-19)."""
    for chase in running(play.state):
        if events := next(_due(play, chase), ()):
            play.record(*events)
        elif phase_of(play.state, chase) == "fatigue" and chase.now and not play.state.busy(chase.id):
            call(play, tiring_test(chase, chase.now.driver))


def _due(play: Play[State], chase: Chase) -> Iterator[tuple[Event[State], ...]]:
    """What is due in a chase, the first of it first, each with all that comes at once."""
    state = play.state
    if not chase.round:
        people = (who for one in chase.runners.values() for who in one.aboard)
        if gone := tuple(who for who in people if state.people[who].dead or state.people[who].retired):
            yield (LeftSetting(chase=chase.id, who=gone, rules=("GP-CHASE-01",)),)
        return
    yield from ((one,) for one in (*wounds(play, chase), *leaving(play, chase)))
    for side, why in _EMPTY.items():
        if not chase.still(side):
            yield end(state, chase, why)
    strays = *stray_tests(state, chase), *_taking_over(state, chase)
    yield from ((one,) for one in (*strays, *drop_back(state, chase), *settle_ladder(state, chase)))
    if state.busy(chase.id):
        return
    match phase_of(state, chase):
        case "fatigue" if (now := chase.now) and not tires_in(state, chase, now):  # another one drives than it was for
            yield (Tired(chase=chase.id, rules=("GP-CHASE-14",)),)
        case "passing" | "round-end" if not chase.searched:
            yield (_next_turn(state, chase),)
        case "round-end" if chase.round >= chase.rounds:
            yield end(state, chase, "time is up", "GP-CHASE-04", "GP-CHASE-15")
        case "round-end":
            yield (RoundBegun(chase=chase.id, number=chase.round + 1, rules=("GP-CHASE-19",)),)
        case _:
            pass


def _taking_over(state: State, chase: Chase) -> Iterator[Event[State]]:
    """Somebody aboard drives on where the driver lies there and can do nothing."""
    for one in chase.runners.values():
        if (fit := able(state, one)) and one.driver not in fit:
            yield Boarded(chase=chase.id, runner=one.id, who=fit[0], drives=True, rules=("GP-RD-07", "GP-RD-24"))


_EMPTY: Final[dict[Side, str]] = {"escapees": "nobody flees any more", "pursuers": "nobody follows any more"}
"""Why a chase is over in which a side has nobody left (GP-CHASE-15)."""


def _next_turn(state: State, chase: Chase) -> Event[State]:
    """The turn of the next in order, with a test where its driver tires; who lost it has none. Where nobody is left to
    come, those who are lowest roll for trouble: of the Escapees, or of each side (GP-CHASE-06, -13, -14, -19,
    `complication-sides`)."""
    over = {*chase.gone, *((chase.turn.runner,) if chase.turn else ())}
    runner = next((one for one in chase.ladder if one.id not in over), None)
    if runner is None:
        after = chase.last("pursuers") if state.options.complication_sides == "both" else ()
        lowest = tuple(one.id for one in (*chase.last("escapees"), *after))
        return TurnsOver(chase=chase.id, lowest=lowest, rules=("GP-CHASE-13", "GP-CHASE-19"))
    if runner.lost:
        return TurnLost(chase=chase.id, runner=runner.id, rules=("GP-CHASE-13",))
    tires = tires_in(state, chase, runner) and not state.people[runner.driver].incapacitated
    return TurnBegun(chase=chase.id, runner=runner.id, tires=tires, rules=("GP-CHASE-06", "GP-CHASE-19"))


TURNS: Final = Part(
    Run, Hold, RollLadder, LetFirst,
    LadderRolled, LadderSet, TurnBegun, TurnLost, TurnsOver, RoundBegun, Tired, Ran, Held,
)

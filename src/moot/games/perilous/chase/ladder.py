"""The ladder: Pursuers roll their places, Escapees have theirs, and ties can be given away (GP-CHASE-02)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from moot.core import Event, Line, Offers, Part, Play, Refused, Seat
from moot.games.perilous.chase.phases import InChase, OfChase, OfRunner, running
from moot.games.perilous.figures import DICE
from moot.games.perilous.pursuit import Chase, Runner
from moot.games.perilous.state import State


class LadderRolled(OfRunner, tag="ladder-rolled"):
    """A Pursuer rolled a place in the order of turns."""

    face: int
    total: int

    def unfold(self, chase: Chase) -> Chase:
        return self.with_one(chase, rolled=self.total)

    def line(self, state: State) -> Line:
        who, throws = state.name(self.one(state).driver), DICE.initiative.thrown(self.face, reading=str(self.total))
        return Line("roll", f"rolls {self.total} for the order of turns.", who, throws=throws)


class RollLadder(InChase, tag="roll-ladder"):
    """Roll where your Pursuers stand in the order of turns."""

    rules, urgency = ("GP-CHASE-02", "GP-CORE-10"), "must"
    stands_in = True
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

    def fleeing(one: Runner) -> tuple[int, int]:
        driver = state.people[one.driver]
        return -driver.bonus("agility"), -driver.movement(one.mode)

    fled = sorted(chase.still("escapees"), key=fleeing)
    after = sorted(chase.still("pursuers"), key=lambda one: following(state, one))
    order = tuple(one.id for one in (*fled, *after))
    yield LadderSet(chase=chase.id, order=order, rules=("GP-CHASE-02",))


LADDER: Final = Part(RollLadder, LetFirst, LadderRolled, LadderSet)

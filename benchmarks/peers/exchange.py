"""A small game: a challenge of two dice, an answer of two dice, compared. As much as boardgame.mjs has, and no more."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moot.core import Command, Event, Game, GameState, Offered, Part, Play, Refused, Rulebook, Seat, Situation

ALWAYS = frozenset({"playing"})


class State(GameState, frozen=True):
    """A standing roll, who leads, how many exchanges there were, and whose turn it is."""

    standing: tuple[int, int] | None = None
    lead: str = ""
    exchanges: int = 0
    turn: int = 0

    @property
    def next(self) -> str:
        """The seat whose turn it is."""
        return self.seats[self.turn % len(self.seats)].id


def _needs_turn(state: State, seat: Seat) -> None:
    if state.next != seat.id:
        raise Refused("not-your-turn", "It is the other's turn.")


def _falling(faces: tuple[int, ...]) -> tuple[int, int]:
    high, low = sorted(faces, reverse=True)
    return high, low


class Challenge(Command[State], tag="challenge"):
    """Roll two dice and let them stand."""

    when = ALWAYS

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        _needs_turn(state, seat)
        if state.standing is not None:
            raise Refused("roll-stands", "A roll stands already.")
        yield cls.offer(None, "Challenge", rolls=(12, 10))

    def enact(self, play: Play[State], of: None) -> None:
        play.record(Challenged(roll=_falling(play.roll(12, 10))))


class Challenged(Event[State], tag="challenged"):
    """A roll stands."""

    roll: tuple[int, int]

    def evolve(self, state: State) -> State:
        return replace(state, standing=self.roll, turn=state.turn + 1)

    def line(self, state: State) -> None:
        return None


class Answer(Command[State], tag="answer"):
    """Roll two dice against those that stand."""

    when = ALWAYS

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        _needs_turn(state, seat)
        if state.standing is None:
            raise Refused("nothing-stands", "There is nothing to answer.")
        yield cls.offer(state.standing, "Answer", rolls=(10, 8))

    def enact(self, play: Play[State], of: tuple[int, int]) -> None:
        roll = _falling(play.roll(10, 8))
        play.record(Answered(roll=roll, lead=play.seat.id if roll >= of else "other"))


class Answered(Event[State], tag="answered"):
    """It was answered, and `lead` is ahead."""

    roll: tuple[int, int]
    lead: str

    def evolve(self, state: State) -> State:
        return replace(state, standing=None, lead=self.lead, exchanges=state.exchanges + 1, turn=state.turn + 1)

    def line(self, state: State) -> None:
        return None


EXCHANGE: Game[State] = Game(
    name="exchange",
    title="Exchange",
    tagline="",
    package="benchmarks",
    guide="guide",
    rulebook=Rulebook(game="exchange", title="Exchange", edition="", licence="", rules={}, options={}),
    state=State,
    phase=lambda _: "playing",
    parts=(Part(Challenge, Challenged, Answer, Answered),),
    stage=lambda state, _: state,
    situation=lambda _: Situation(phase="playing", headline=""),
    voices=lambda _, __: (),
)

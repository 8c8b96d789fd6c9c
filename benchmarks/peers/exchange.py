"""A small game: a challenge of two dice, an answer of two dice, compared. As much as boardgame.mjs has, and no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from moot.core import Command, Event, Game, GameState, Offer, Part, Play, Refused, Rulebook, Seat, Situation, Verb

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


class Challenge(Command, tag="challenge"):
    """Roll two dice and let them stand."""


class Answer(Command, tag="answer"):
    """Roll two dice against those that stand."""


class Challenged(Event, tag="challenged"):
    """A roll stands."""

    roll: tuple[int, int]


class Answered(Event, tag="answered"):
    """It was answered, and `lead` is ahead."""

    roll: tuple[int, int]
    lead: str


def _mine(state: State, seat: Seat) -> None:
    if state.next != seat.id:
        raise Refused("not-your-turn", "It is the other's turn.")


def _challenges(state: State, seat: Seat) -> Iterator[Offer]:
    _mine(state, seat)
    if state.standing is not None:
        raise Refused("roll-stands", "A roll stands already.")
    yield Offer(do="challenge", label="Challenge", rolls=(12, 10))


def _answers(state: State, seat: Seat) -> Iterator[Offer]:
    _mine(state, seat)
    if state.standing is None:
        raise Refused("nothing-stands", "There is nothing to answer.")
    yield Offer(do="answer", label="Answer", rolls=(10, 8))


def _falling(faces: tuple[int, ...]) -> tuple[int, int]:
    high, low = sorted(faces, reverse=True)
    return high, low


def _challenge(play: Play[State], _: Challenge) -> None:
    play.record(Challenged(roll=_falling(play.roll(12, 10))))


def _answer(play: Play[State], _: Answer) -> None:
    roll = _falling(play.roll(10, 8))
    standing = play.state.standing
    play.record(Answered(roll=roll, lead=play.seat.id if standing is None or roll >= standing else "other"))


def evolve(state: State, event: Challenged | Answered) -> State:
    """The state after `event`."""
    if isinstance(event, Challenged):
        return msgspec.structs.replace(state, standing=event.roll, turn=state.turn + 1)
    done = state.exchanges + 1
    return msgspec.structs.replace(state, standing=None, lead=event.lead, exchanges=done, turn=state.turn + 1)


def _start(_: Mapping[str, str]) -> State:
    return State()


EXCHANGE: Game[Any] = Game(
    name="exchange",
    title="Exchange",
    tagline="",
    package="benchmarks",
    guide="guide",
    rulebook=Rulebook(game="exchange", title="Exchange", edition="", licence="", rules={}, options={}),
    state=State,
    phase=lambda _: "playing",
    parts=(
        Part(
            events=Challenged | Answered,
            verbs=(Verb(Challenge, ALWAYS, _challenges, _challenge), Verb(Answer, ALWAYS, _answers, _answer)),
            evolve=evolve,
            line=lambda _, __: None,
        ),
    ),
    start=_start,
    view=lambda state, _: state,
    situation=lambda _: Situation(phase="playing", headline=""),
    voices=lambda _, __: (),
)

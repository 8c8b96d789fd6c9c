"""Dice on the table: thrown again for Luck, or let stand (SE-LUCK-04)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Literal

from msgspec.structs import replace

from moot.core import Choice, Choose, Command, Event, Line, Offered, Part, Play, Refused, Seat
from moot.games.swords_edge.contest import Test
from moot.games.swords_edge.figures.dice import DICE
from moot.games.swords_edge.ownership import needs_player, own
from moot.games.swords_edge.phases import ALWAYS
from moot.games.swords_edge.purse import Payment, funds, paid, payment
from moot.games.swords_edge.state import State
from moot.games.swords_edge.trials.rolling import (
    Rolled,
    Settled,
    as_it_lies,
    ending,
    payers,
    settle,
    settle_if_final,
)
from moot.kit.keyed import changed

_SIDES: Final = {"first": 0, "second": 1}


class Reroll(Command[State], tag="reroll"):
    """Throw one die again for a Luck; the better stands (SE-LUCK-04)."""

    when, rules = ALWAYS, ("SE-LUCK-04", "SE-TRAP-10", "SE-CRIT-05", "SE-RD-34")
    test: str
    who: str
    die: Literal["first", "second"]

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        needs_player(seat, "throws a die again", "SE-LUCK-04")
        if not state.tests:
            raise Refused("no-dice", "No dice lie on the table.")
        mine = {who.id for who in own(state, seat)}
        for test in state.tests.values():
            for who in payers(state, test):
                if who in mine and (luck := funds(state, who)) and any(face < DICE.sides for face in test.faces):
                    yield cls.offer(
                        test,
                        "Throw one die again, for a Luck",
                        partial(_says, test, luck),
                        partial(_which, test),
                        about=test.pairing or test.roller,
                        rolls=(DICE.sides,),
                        test=test.id,
                        who=who,
                    )

    def enact(self, play: Play[State], test: Test) -> None:
        """The better of old and new stands; a critical can come or go by it (SE-CRIT-05, SE-RD-06)."""
        at = _SIDES[self.die]
        (face,) = play.roll(DICE.sides)
        faces = _with(test.faces, at, max(test.faces[at], face))
        paying, rules = payment(play.state, self.who, 1), ("SE-LUCK-04", "SE-TRAP-10")
        play.record(Rerolled(test=test.id, who=self.who, die=at, face=face, faces=faces, paid=paying, rules=rules))
        settle_if_final(play, test.id)


def _says(test: Test, luck: int) -> str:
    return f"{as_it_lies(test)} The better of old and new stands. You have {luck} Luck."


def _which(test: Test, shown: bool) -> tuple[Choose]:
    """Which die, with what it must show for the Test to end better."""
    dice = tuple(
        Choice(side, f"The {test.faces[at]}", hint=_better(test, at) if shown else "")
        for side, at in _SIDES.items()
        if test.faces[at] < DICE.sides
    )
    return (Choose(name="die", label="Which die?", choices=dice),)


def _better(test: Test, at: int) -> str:
    """What one die, thrown again, must show for the Test to end better, and how: the least that does."""
    now = ending(test)
    for face in range(test.faces[at] + 1, DICE.sides + 1):
        then = ending(replace(test, faces=_with(test.faces, at, face)))
        if then != now:
            return f"{face}{' or more' if face < DICE.sides else ''}: {then}"
    return "Alone it changes nothing"


def _with(faces: tuple[int, int], at: int, face: int) -> tuple[int, int]:
    return (face, faces[1]) if at == 0 else (faces[0], face)


class Rerolled(Event[State], tag="rerolled"):
    """A die was thrown again; `faces` are both dice as they stand now."""

    test: str
    who: str
    die: int
    face: int
    faces: tuple[int, int]
    paid: tuple[Payment, ...] = ()

    def evolve(self, state: State) -> State:
        return paid(replace(state, tests=changed(state.tests, self.test, faces=self.faces)), self.paid)

    def line(self, state: State) -> Line:
        first, second = self.faces
        text = f"A Luck for {state.named(self.who)}: a die again, {self.face}. {first} and {second} lie now."
        return Line(kind="roll", text=text)


class LetStand(Command[State], tag="let-stand"):
    """Let the dice stand."""

    when, rules, urgency = ALWAYS, ("SE-LUCK-04", "SE-RD-06"), ("must", "tool")
    stands_in = True
    test: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Iterator[Offered]:
        if not state.tests:
            raise Refused("no-dice", "No dice lie on the table.")
        mine = {who.id for who in own(state, seat)}
        for test in state.tests.values():
            if test.roller in mine or seat.guides:
                yield cls.offer(
                    test,
                    "Let the dice stand",
                    partial(as_it_lies, test),
                    urgency="must" if test.roller in mine else "tool",
                    about=test.pairing or test.roller,
                    test=test.id,
                )

    def enact(self, play: Play[State], test: Test) -> None:
        settle(play, test.id)


DICE_ON_TABLE: Final = Part[State](Reroll, LetStand, Rolled, Rerolled, Settled)

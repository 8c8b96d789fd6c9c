"""Sides: standing beside somebody instead of against them, and against them after all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from moot.core import Line, Offered, Part, Refused, Seat
from moot.games.wicked_age.cast import called
from moot.games.wicked_age.conflict.acting import Found, InSequence
from moot.games.wicked_age.conflict.people import mine
from moot.games.wicked_age.conflict.phases import OfSequence
from moot.games.wicked_age.sequence import Sequence, pair
from moot.games.wicked_age.state import State


class StoodWith(OfSequence, tag="stood-with"):
    """Two do not oppose each other any more."""

    who: str
    other: str

    def unfold(self, sequence: Sequence) -> Sequence:
        return replace(sequence, allied=(*sequence.allied, pair(self.who, self.other)))

    def line(self, state: State) -> Line:
        return Line(kind="result", text=f"{called(state, self.who)} stands beside {called(state, self.other)}.")


class StandWith(InSequence, tag="stand-with"):
    """Stand beside another instead of against them."""

    rules, urgency, records = ("WA-RD-08",), "tool", StoodWith
    who: str
    other: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """One for each pair of opponents, one of whom is this seat's, until the first die is rolled."""
        if sequence.rolling:
            raise Refused("too-late", "Sides are taken before the first roll. You need not name them.")
        if len(sequence.standing) < 3:
            raise Refused("only-two", "With only two in it, standing together is giving in.")
        return _pairs(cls, state, seat, sequence, "beside", "Neither challenges the other.")


class StoodAgainst(OfSequence, tag="stood-against"):
    """Two oppose each other again."""

    who: str
    other: str

    def unfold(self, sequence: Sequence) -> Sequence:
        key = pair(self.who, self.other)
        return replace(sequence, allied=tuple(allied for allied in sequence.allied if allied != key))

    def line(self, state: State) -> Line:
        return Line(kind="result", text=f"{called(state, self.who)} stands against {called(state, self.other)}.")


class StandAgainst(InSequence, tag="stand-against"):
    """Stand against another after all."""

    rules, urgency, records = ("WA-RD-08",), "tool", StoodAgainst
    who: str
    other: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """One for each pair that does not oppose each other, one of whom is this seat's."""
        if not sequence.allied:
            raise Refused("all-opposed", "Everyone in it stands against everyone else already.")
        return _pairs(cls, state, seat, sequence, "against", "They may challenge each other again.")


def _pairs(
    kind: type[StandWith | StandAgainst], state: State, seat: Seat, sequence: Sequence, side: str, why: str
) -> Iterator[Offered]:
    """An offer for each pair of this seat's with somebody whom they oppose (to stand beside) or not (against)."""
    for who in mine(state, seat, sequence.standing, "Taking sides"):
        for other in sequence.standing:
            if other != who and sequence.opposed(who, other) == (side == "beside"):
                label = f"{called(state, who)} stands {side} {called(state, other)}"
                yield kind.offer_in(sequence, None, label, why, who=who, other=other)


SIDES: Final[Part[State]] = Part(StandWith, StandAgainst, StoodWith, StoodAgainst)

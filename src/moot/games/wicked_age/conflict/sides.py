"""Sides: standing beside somebody instead of against them, and against them after all."""

from __future__ import annotations

from typing import ClassVar, Final

from msgspec.structs import replace

from moot.core import Line, Part, Refused, Seat
from moot.games.wicked_age.conflict.acting import Found, InSequence
from moot.games.wicked_age.conflict.people import mine_among
from moot.games.wicked_age.conflict.phases import OfSequence
from moot.games.wicked_age.sequence import Sequence, pair
from moot.games.wicked_age.state import State


class _Stood(OfSequence):
    """Two changed how they stand to each other: `beside` or `against`."""

    side: ClassVar[str]

    who: str
    other: str

    def line(self, state: State) -> Line:
        return Line("result", f"{state.name(self.who)} stands {self.side} {state.name(self.other)}.")


class StoodWith(_Stood, tag="stood-with"):
    """Two do not oppose each other any more."""

    side: ClassVar[str] = "beside"

    def unfold(self, sequence: Sequence) -> Sequence:
        return replace(sequence, allied=(*sequence.allied, pair(self.who, self.other)))


class StoodAgainst(_Stood, tag="stood-against"):
    """Two oppose each other again."""

    side: ClassVar[str] = "against"

    def unfold(self, sequence: Sequence) -> Sequence:
        key = pair(self.who, self.other)
        return replace(sequence, allied=tuple(allied for allied in sequence.allied if allied != key))


class StandWith(InSequence, tag="stand-with"):
    """Stand beside another instead of against them."""

    rules, urgency = ("WA-RD-08",), "tool"
    records: ClassVar[type[_Stood]] = StoodWith
    who: str
    other: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """One for each pair of opponents that this seat plays one of, until the first die is rolled."""
        if sequence.rolling:
            raise Refused("too-late", "Sides are taken before the first roll. You need not name them.")
        if len(sequence.standing) < 3:
            raise Refused("only-two", "With only two in it, standing together is giving in.")
        return cls.pairs(state, seat, sequence, "Neither challenges the other.")

    @classmethod
    def pairs(cls, state: State, seat: Seat, sequence: Sequence, why: str) -> Found:
        """An offer for each pair of this seat's with somebody to whom they stand otherwise now."""
        side = cls.records.side
        for who in mine_among(state, seat, sequence.standing, "Taking sides"):
            for other in sequence.standing:
                if other != who and sequence.opposed(who, other) == (side == "beside"):
                    label = f"{state.name(who)} stands {side} {state.name(other)}"
                    yield cls.offer_in(sequence, None, label, why, who=who, other=other)


class StandAgainst(StandWith, tag="stand-against"):
    """Stand against another after all."""

    records: ClassVar[type[_Stood]] = StoodAgainst

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """One for each pair that does not oppose each other and that this seat plays one of."""
        if not sequence.allied:
            raise Refused("all-opposed", "Everyone in it stands against everyone else already.")
        return cls.pairs(state, seat, sequence, "They may challenge each other again.")


SIDES: Final[Part[State]] = Part(StandWith, StandAgainst, StoodWith, StoodAgainst)

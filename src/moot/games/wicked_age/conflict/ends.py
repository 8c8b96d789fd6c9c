"""Ways out without dice: giving in, carrying out what nobody stands against, and leaving it there."""

from __future__ import annotations

from typing import Final

from moot.core import Line, Part, Play, Refused, Seat, Write
from moot.games.wicked_age.conflict.acting import Found, InSequence
from moot.games.wicked_age.conflict.people import mine_among
from moot.games.wicked_age.conflict.phases import OfSequence
from moot.games.wicked_age.conflict.rounds import SequenceEnded
from moot.games.wicked_age.sequence import Sequence
from moot.games.wicked_age.state import State


class GaveIn(OfSequence, tag="gave-in"):
    """Somebody let it happen (the actor: let it go) before rolling a die."""

    who: str

    def unfold(self, sequence: Sequence) -> Sequence:
        return sequence.with_fighter(self.who, stands="withdrew")

    def line(self, state: State) -> Line:
        acting = state.sequences[self.sequence].actor == self.who
        return Line("result", f"{state.name(self.who)} {'lets it go' if acting else 'gives in'}.")


class GiveIn(InSequence, tag="give-in"):
    """Let it happen, or let it go, before your own first die is rolled (WA-ROLL-9, WA-RD-29)."""

    rules, records = ("WA-ROLL-9",), GaveIn
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """One for each of this seat's fighters who has not rolled yet."""
        late = Refused("too-late", "The dice have been rolled: the way out now is to agree on one.", "WA-NEG-04")
        if sequence.begun:
            raise late
        for who in mine_among(state, seat, sequence.standing, "Giving in"):
            if sequence.fighters[who].opening is not None:
                yield cls.barred(late, who=who)
                continue
            name, acting = state.characters[who].name, who == sequence.actor
            label = f"{name} {'lets it go' if acting else 'gives in'}"
            goes = "It comes to nothing" if acting else "It happens, as far as this one goes"
            yield cls.offer_in(sequence, None, label, f"{goes}, without dice.", who=who)


class CarryOut(InSequence, tag="carry-out"):
    """Do what nobody stands against any more, once nobody else steps in (WA-RD-29)."""

    rules, urgency = ("WA-RD-29", "WA-ROLL-9"), "must"
    stands_in = True
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For the actor, when no opponent is left in before the dice."""
        if sequence.contested:
            raise Refused("contested", "Somebody stands against it: they declare, or give in.", "WA-ROLL-00")
        for who in mine_among(state, seat, (sequence.actor,), "Carrying it out"):
            label = f"{state.characters[who].name} carries it out"
            yield cls.offer_in(sequence, None, label, "It happens, without dice.", who=who)

    def act(self, play: Play[State], of: None) -> None:
        """End the sequence without a roll."""
        play.record(SequenceEnded(sequence=self.sequence, how="no-roll", rules=("WA-ROLL-9", "WA-RD-29")))


class CutOff(InSequence, tag="cut-off"):
    """End a sequence that everyone agrees to leave; not while a result is being settled (WA-RD-08)."""

    rules, urgency = ("WA-RD-08",), "tool"
    reason: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For the GM."""
        if not seat.guides:
            raise Refused("guide-only", "The GM ends a conflict that everyone agrees to leave.")
        why = "Everyone in it agrees: no more dice, no harm, nothing owed."
        reason = Write(name="reason", label="Why does it end?")
        yield cls.offer_in(sequence, None, "Leave it there", why, reason)

    def act(self, play: Play[State], of: None) -> None:
        """End the sequence as it stands."""
        reason = self.reason.strip()
        play.record(SequenceEnded(sequence=self.sequence, how="cut-off", reason=reason, rules=self.rules))


ENDS: Final[Part[State]] = Part(CarryOut, GiveIn, CutOff, GaveIn)

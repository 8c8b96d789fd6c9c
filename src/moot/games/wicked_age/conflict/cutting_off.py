"""The GM ends a sequence that everyone agrees to leave."""

from __future__ import annotations

from moot.core import Play, Refused, Seat, Write
from moot.games.wicked_age.conflict.acting import Found, InSequence
from moot.games.wicked_age.conflict.rounds import SequenceEnded
from moot.games.wicked_age.sequence import Sequence
from moot.games.wicked_age.state import State


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

"""A full tie of opening rolls: back away together, or roll the lowest die again."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Line, Part, Play, Refused, Seat
from moot.games.wicked_age import book
from moot.games.wicked_age.conflict.acting import Found, InSequence
from moot.games.wicked_age.conflict.names import cash_in, names_field
from moot.games.wicked_age.conflict.people import mine_among
from moot.games.wicked_age.conflict.phases import OfSequence
from moot.games.wicked_age.conflict.pool import advantage
from moot.games.wicked_age.conflict.rolls import read, rolled
from moot.games.wicked_age.conflict.rounds import SequenceEnded, may_back_away
from moot.games.wicked_age.sequence import Rolled, Sequence
from moot.games.wicked_age.state import State


class BackAway(InSequence, tag="back-away"):
    """Agree to back away together after a full tie (WA-DICE-08)."""

    rules = ("WA-DICE-08", "WA-RD-02", "WA-RD-09")
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """One for each of this seat's fighters, as long as nobody has fought on."""
        if sequence.rerolled:
            raise Refused("fought-on", "Somebody fights on, so nobody can back away from this tie.")
        if not may_back_away(state, sequence):
            raise Refused("first-round-only", "This table backs away at the first opening only.", "WA-RD-09")
        why = "The opening rolls tie fully. If everyone still in agrees, all part without more dice."
        asked = [who for who in sequence.standing if who not in sequence.away]
        for who in mine_among(state, seat, asked, "Backing away", "WA-RD-02"):
            yield cls.offer_in(sequence, None, f"{state.characters[who].name} backs away", why, who=who)

    def act(self, play: Play[State], of: None) -> None:
        """Agree; with the last to agree all are out of it, and no name is written (WA-TRAP-07)."""
        play.record(BackedAway(sequence=self.sequence, who=self.who, rules=("WA-DICE-08",)))
        sequence = play.state.sequences[self.sequence]
        if set(sequence.standing) <= set(sequence.away):
            play.record(SequenceEnded(sequence=self.sequence, how="backed-away", rules=("WA-DICE-08", "WA-RD-02")))


class BackedAway(OfSequence, tag="backed-away"):
    """Somebody agreed to back away after a full tie."""

    sentence = ("result", "{who} would back away.")
    who: str

    def unfold(self, sequence: Sequence) -> Sequence:
        return replace(sequence, away=(*sequence.away, self.who))


class FightOn(InSequence, tag="fight-on"):
    """Roll the lowest die again after a full tie (WA-DICE-08)."""

    rules, urgency = ("WA-DICE-08", "WA-RD-02", "WA-RD-04"), "must"
    stands_in = True
    who: str
    names: tuple[str, ...] = ()

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """One for each of this seat's fighters who is tied and has not rolled again; it stands for the lying roll."""
        tied = [who for group in sequence.tied for who in group if who not in sequence.rerolled]
        for who in mine_among(state, seat, tied, "Fighting on from the tie"):
            lying = sequence.fighters[who].opening
            if lying is None or not lying.dice:
                continue
            size, _ = lying.dice[_lowest(lying)]
            yield cls.offer_in(
                sequence,
                lying,
                f"{state.characters[who].name} fights on: roll the d{size} again",
                f"{read(lying)} ties fully. The lowest die is rolled again and the rest stays.",
                *names_field(state, seat, sequence, who),
                rolls=(size,),
                who=who,
            )

    def act(self, play: Play[State], of: Rolled) -> None:
        """Roll the lowest die again, and dice bought for this roll with it; pips on the table stay (WA-RD-04)."""
        cash_in(play, self.sequence, self.who, self.names)
        more = advantage(play.state, play.state.sequences[self.sequence], self.who) - len(of.pips)
        place = _lowest(of)
        size, _ = of.dice[place]
        face, *pips = play.roll(size, *(book.ADVANTAGE_DIE,) * more)
        dice = (*of.dice[:place], (size, face), *of.dice[place + 1 :])
        roll = Rolled(dice=dice, pips=(*of.pips, *pips), strengths=of.strengths)
        play.record(TieRerolled(sequence=self.sequence, who=self.who, roll=roll, sides=size, rules=self.rules))


def _lowest(roll: Rolled) -> int:
    """Which die is rolled again: the lowest face; of equal faces the smaller die (WA-RD-02)."""
    return min(range(len(roll.dice)), key=lambda place: (roll.dice[place][1], roll.dice[place][0]))


class TieRerolled(OfSequence, tag="tie-rerolled"):
    """Somebody in a full tie rolled one die again: `roll` is how all their dice lie now, `sides` the die rolled."""

    who: str
    roll: Rolled
    sides: int

    def unfold(self, sequence: Sequence) -> Sequence:
        rerolled = (*sequence.rerolled, self.who)
        return replace(sequence.with_fighter(self.who, opening=self.roll), rerolled=rerolled, away=())

    def line(self, state: State) -> Line:
        text = f"fights on and rolls the d{self.sides} again: {read(self.roll)}."
        return rolled(state, self.who, text, self.roll)


TIES: Final[Part[State]] = Part(FightOn, BackAway, BackedAway, TieRerolled)

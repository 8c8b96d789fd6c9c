"""The opening of a round: everyone in it rolls the whole pool."""

from __future__ import annotations

from typing import Final

from moot.core import Line, Offered, Part, Play, Seat
from moot.games.wicked_age import book
from moot.games.wicked_age.conflict.acting import Found, InSequence
from moot.games.wicked_age.conflict.forms import strengths_field
from moot.games.wicked_age.conflict.names import names_field
from moot.games.wicked_age.conflict.people import mine_among, seen
from moot.games.wicked_age.conflict.phases import OfSequence, with_sequence
from moot.games.wicked_age.conflict.pool import PoolDie, dice_of, fitting, pool, sides, sure, throw
from moot.games.wicked_age.conflict.rolls import read, rolled
from moot.games.wicked_age.prepare.meeting import reveal
from moot.games.wicked_age.sequence import Rolled, Sequence
from moot.games.wicked_age.state import State


class RollOpening(InSequence, tag="roll-opening"):
    """Roll the whole pool as a round opens (WA-DICE-15), cashing in names first."""

    rules, urgency = ("WA-DICE-15", "WA-OWE-05"), "must"
    stands_in = True
    who: str
    names: tuple[str, ...] = ()
    strengths: tuple[str, ...] = ()

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """One for each of this seat's fighters yet to roll; it stands for the sure dice, and if more can be chosen."""
        waiting = [f.who for f in sequence.fighters.values() if f.stands == "in" and f.opening is None]
        for who in mine_among(state, seat, waiting, "The opening roll that is missing"):
            yield cls._by(state, seat, sequence, who)

    @classmethod
    def _by(cls, state: State, seat: Seat, sequence: Sequence, who: str) -> Offered:
        character, fighter = state.characters[who], sequence.fighters[who]
        again = _chosen_again(state, sequence)
        fits = fitting(state, character, fighter.forms) if again else ()
        dice = pool(state, sequence, who, strengths=not again)
        name = character.name
        return cls.offer_in(
            sequence,
            (dice, again),
            f"Roll {name}’s dice" if sequence.round == 1 else f"Roll {name}’s dice again",
            _why_roll(sequence, who),
            *strengths_field(character, fits, fighter.strengths),
            *names_field(state, seat, sequence, who),
            rolls=sides(dice), figures={} if fits else sure(dice),
            who=who,
        )

    def act(self, play: Play[State], of: tuple[tuple[PoolDie, ...], bool]) -> None:
        """Roll what was offered, and the strengths declared for this round (WA-RD-12)."""
        dice, again = of
        if again:
            reveal(play, *self.strengths)
            dice = (*dice, *dice_of(play.state, play.state.characters[self.who], (), self.strengths))
        roll = throw(play, self.sequence, self.who, dice, self.names)
        rules = ("WA-DICE-15", "WA-DICE-02")
        play.record(OpeningRolled(sequence=self.sequence, who=self.who, roll=roll, rules=rules))


def _chosen_again(state: State, sequence: Sequence) -> bool:
    """Whether strengths are declared as this round opens, the forms being kept (WA-RD-12)."""
    return sequence.round > 1 and state.options.forms == "per-sequence"


def _why_roll(sequence: Sequence, who: str) -> str:
    talks = any(who in (bargain.winner, bargain.loser) for bargain in sequence.bargains.values())
    return "It closes the talk about the last round." if talks else ""


class OpeningRolled(OfSequence, tag="opening-rolled"):
    """Somebody rolled their whole pool as the round opened; it closes their talk of the last one (WA-NEG-04)."""

    who: str
    roll: Rolled

    def evolve(self, state: State) -> State:
        sequence = state.sequences[self.sequence]
        first = sequence.fighters[self.who].first
        if sequence.round == book.ROUNDS.names:
            first = tuple(sorted(self.roll.sides, reverse=True))
        strengths = self.roll.strengths
        after = sequence.with_fighter(self.who, opening=self.roll, strengths=strengths, first=first)
        return with_sequence(seen(state, self.who, strengths), after.without_talk(self.who))

    def line(self, state: State) -> Line:
        text = f"opens round {state.sequences[self.sequence].round} with {read(self.roll)}."
        return rolled(state, self.who, text, self.roll)


OPENING: Final[Part[State]] = Part(RollOpening, OpeningRolled)

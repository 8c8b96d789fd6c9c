"""Turns: the first in order moves with the roll that stands, everyone else rerolls first; or passes."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from moot.core import Choice, Choose, Line, Part, Play, Refused, Seat, Write
from moot.games.wicked_age.cast import all_called
from moot.games.wicked_age.conflict.acting import Found, InSequence
from moot.games.wicked_age.conflict.names import names_field
from moot.games.wicked_age.conflict.people import mine_among
from moot.games.wicked_age.conflict.phases import OfSequence
from moot.games.wicked_age.conflict.pool import PoolDie, manner, pool, sides, sure, throw
from moot.games.wicked_age.conflict.rolls import read, rolled, thrown
from moot.games.wicked_age.sequence import Fighter, Move, Rolled, Sequence
from moot.games.wicked_age.state import State


def standing_roll(sequence: Sequence, who: str) -> Rolled | None:
    """The roll with which `who` would move now: their reroll, or the first in order's opening roll (WA-TRAP-01)."""
    if sequence.taken_up is not None:
        return sequence.taken_up
    return sequence.fighters[who].opening if sequence.order[0] == who else None


def loses_move(fighter: Fighter) -> bool:
    """Whether a challenge now would cost a fighter their move this round (WA-DICE-19, WA-TRAP-03)."""
    return not fighter.turned and not fighter.challenged


def _turn(state: State, seat: Seat, sequence: Sequence) -> str:
    """Whose turn it is. Raises Refused unless `seat` speaks for them."""
    who = sequence.next_turn()
    return mine_among(state, seat, () if who is None else (who,), "This turn", "WA-DICE-17")[0]


class TakeUp(InSequence, tag="take-up"):
    """Reroll on your turn, before the move (WA-DICE-17)."""

    rules, urgency = ("WA-DICE-17", "WA-TRAP-01", "WA-OWE-05"), "must"
    stands_in = True
    who: str
    names: tuple[str, ...] = ()

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For a turn that is not the first in order; it stands for the pool."""
        who = _turn(state, seat, sequence)
        if standing_roll(sequence, who) is not None:
            raise Refused("roll-stands", "The first in order moves with the roll that stands.", "WA-DICE-16")
        dice = pool(state, sequence, who)
        yield cls.offer_in(
            sequence,
            dice,
            f"Reroll for {state.characters[who].name}’s move",
            "The opening roll only set the order; this roll will stand for others to answer.",
            *names_field(state, seat, sequence, who),
            rolls=sides(dice), figures=sure(dice),
            who=who,
        )

    def act(self, play: Play[State], of: tuple[PoolDie, ...]) -> None:
        """Reroll the whole pool; it stands."""
        roll = throw(play, self.sequence, self.who, of, self.names)
        play.record(TakenUp(sequence=self.sequence, who=self.who, roll=roll, rules=("WA-DICE-17",)))


class TakenUp(OfSequence, tag="taken-up"):
    """Somebody rerolled on their turn, and this roll will stand."""

    who: str
    roll: Rolled

    def unfold(self, sequence: Sequence) -> Sequence:
        return replace(sequence, taken_up=self.roll)

    def line(self, state: State) -> Line:
        text = f"picks the dice up and rolls {read(self.roll)}, which stands."
        return rolled(state, self.who, text, self.roll, standing=True)


class Challenge(InSequence, tag="move"):
    """Make a move and name who must answer (WA-DICE-17); `got` is how far the actor's deed has got (WA-DICE-12)."""

    rules, urgency = ("WA-DICE-17", "WA-DICE-04", "WA-RD-20"), "must"
    stands_in = True
    who: str
    against: tuple[str, ...]
    deed: str = ""
    got: str = ""

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For the one whose turn it is; it stands for the roll that stands and the sequence."""
        who = _turn(state, seat, sequence)
        roll = standing_roll(sequence, who)
        if roll is None:
            raise Refused("roll-first", "Only the first in order moves with the opening roll: reroll first.")
        name, forms = state.characters[who].name, manner(sequence.fighters[who].forms)
        yield cls.offer_in(
            sequence,
            (roll, sequence),
            f"{name} makes a move",
            f"{read(roll)} stands. Say what {name} does, {forms}, and who has to answer it.",
            _against_field(state, sequence, who),
            Write(name="deed", label=f"What does {name} do?", hint=f"It should look like: {forms}.", least=0),
            *_got_field(state, sequence),
            who=who,
        )

    def act(self, play: Play[State], of: tuple[Rolled, Sequence]) -> None:
        """Challenge those named, in turn order; those who have had no turn yet lose it (WA-DICE-18, WA-DICE-19)."""
        roll, sequence = of
        against = tuple(who for who in sequence.order if who in self.against)
        play.record(
            Challenged(
                sequence=self.sequence,
                who=self.who,
                against=against,
                roll=roll,
                deed=self.deed.strip(),
                got=self.got.strip(),
                lost=tuple(who for who in against if loses_move(sequence.fighters[who])),
                rules=("WA-DICE-17", "WA-DICE-18", "WA-DICE-19"),
            )
        )


def _against_field(state: State, sequence: Sequence, who: str) -> Choose:
    """All opponents still in may be named, those too who have had their turn; nobody need be (WA-TRAP-10)."""
    costs = {other: loses_move(sequence.fighters[other]) for other in sequence.opponents(who)}
    choices = tuple(
        Choice(other, state.name(other), hint="loses their own move this round" if lost else "")
        for other, lost in costs.items()
    )
    only = (choices[0].value,) if len(choices) == 1 else ()
    hint = "Each rerolls and answers for themselves. Those who are not named keep their own move."
    return Choose(name="against", label="Who must answer?", hint=hint, choices=choices, many=True, default=only)


def _got_field(state: State, sequence: Sequence) -> tuple[Write, ...]:
    if sequence.round > 1 or sequence.exchanges or sequence.got:
        return ()
    hint = f"“{sequence.deed}” has begun: the first to move may interrupt it, and may not undo or forestall it."
    return (Write(name="got", label=f"How far has {state.name(sequence.actor)} got?", hint=hint, least=0),)


class Challenged(OfSequence, tag="challenged"):
    """Somebody moved: `against` must answer in this order, and `lost` of them have lost their move."""

    who: str
    against: tuple[str, ...]
    roll: Rolled
    deed: str = ""
    got: str = ""
    lost: tuple[str, ...] = ()

    def unfold(self, sequence: Sequence) -> Sequence:
        after = sequence.with_fighter(self.who, turned=True)
        for who in self.against:
            after = after.with_fighter(who, challenged=True)
        move = Move(self.who, self.roll, self.deed, self.against, self.against, self.lost)
        return replace(after, move=move, taken_up=None, got=self.got or sequence.got)

    def line(self, state: State) -> Line:
        parts = [f"moves on {all_called(state, self.against)} with {read(self.roll)} standing."]
        if self.lost and len(state.sequences[self.sequence].standing) > 2:
            loses = "loses" if len(self.lost) == 1 else "lose"
            parts.append(f"{all_called(state, self.lost)} {loses} the move of this round.")
        if self.got:
            parts.append(f"By now: {self.got}")
        throws = (thrown(self.roll, standing=True),)
        return Line(kind="move", who=state.name(self.who), text=" ".join(parts), quote=self.deed, throws=throws)


class Passed(OfSequence, tag="passed"):
    """Somebody let their turn go by."""

    sentence = ("move", "lets the turn go by.")
    who: str

    def unfold(self, sequence: Sequence) -> Sequence:
        return replace(sequence.with_fighter(self.who, turned=True), taken_up=None)


class Pass(InSequence, tag="pass"):
    """Make no move (WA-RD-08)."""

    rules, records = ("WA-RD-08",), Passed
    who: str

    @classmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Found:
        """For the one whose turn it is."""
        who = _turn(state, seat, sequence)
        why = "No move, and the roll that stands is gone."
        yield cls.offer_in(sequence, None, f"{state.characters[who].name} lets the turn go by", why, who=who)


TURNS: Final[Part[State]] = Part(TakeUp, Challenge, Pass, TakenUp, Challenged, Passed)

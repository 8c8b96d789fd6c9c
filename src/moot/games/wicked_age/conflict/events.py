"""What can have happened in a conflict. Dice are in the events that rolled them, so nothing need be rolled again."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from moot.core import Event, Item
from moot.games.wicked_age.sequence import Cut, Ending, Loss, Result, Rolled


class Undertaken(Event, tag="undertaken"):
    """Somebody set about something that others stand against; `dice` are those they declare, by their sides."""

    sequence: str
    actor: str
    deed: str
    against: tuple[str, ...]
    forms: tuple[str, ...]
    strengths: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


class FormsDeclared(Event, tag="forms-declared"):
    """Somebody said by which forms and strengths they act, with which `dice`; `beside` are those they do not oppose."""

    sequence: str
    who: str
    forms: tuple[str, ...]
    strengths: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    beside: tuple[str, ...] = ()


class Joined(Event, tag="joined"):
    """Somebody who was not named stepped in, and said what `FormsDeclared` says."""

    sequence: str
    who: str
    forms: tuple[str, ...]
    strengths: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    beside: tuple[str, ...] = ()


class GaveIn(Event, tag="gave-in"):
    """Somebody let it happen (the actor: let it go) before any die was rolled."""

    sequence: str
    who: str


class StoodWith(Event, tag="stood-with"):
    """Two do not oppose each other any more."""

    sequence: str
    who: str
    other: str


class StoodAgainst(Event, tag="stood-against"):
    """Two oppose each other again."""

    sequence: str
    who: str
    other: str


class NameCashed(Event, tag="name-cashed"):
    """A name on the owe list was struck for an advantage die: `entry`, of `character`, for `who` (WA-OWE-05)."""

    sequence: str
    who: str
    entry: str
    character: str


class OpeningRolled(Event, tag="opening-rolled"):
    """Somebody rolled their whole pool as the round opened."""

    sequence: str
    who: str
    roll: Rolled


class OrderSet(Event, tag="order-set"):
    """All have rolled: the order of turns, and the groups whose rolls tie fully (they roll again first)."""

    sequence: str
    order: tuple[str, ...]
    tied: tuple[tuple[str, ...], ...] = ()


class BackedAway(Event, tag="backed-away"):
    """Somebody agreed to back away after a full tie."""

    sequence: str
    who: str


class TieRerolled(Event, tag="tie-rerolled"):
    """Somebody in a full tie rolled one die again: `roll` is how all their dice lie now, `sides` the die rolled."""

    sequence: str
    who: str
    roll: Rolled
    sides: int


class TakenUp(Event, tag="taken-up"):
    """Somebody rerolled on their turn, and this roll will stand."""

    sequence: str
    who: str
    roll: Rolled


class Challenged(Event, tag="challenged"):
    """Somebody moved: `against` must answer in this order, and `lost` of them have lost their move."""

    sequence: str
    who: str
    against: tuple[str, ...]
    roll: Rolled
    deed: str = ""
    got: str = ""
    lost: tuple[str, ...] = ()


class AnswerClaimed(Event, tag="answer-claimed"):
    """Somebody not named will answer all the same, and is challenged by it."""

    sequence: str
    who: str
    due: tuple[str, ...]
    lost: bool = False


class Passed(Event, tag="passed"):
    """Somebody let their turn go by."""

    sequence: str
    who: str


class Answered(Event, tag="answered"):
    """A move met its answer: `exchange` is what the two are called now, `lapsed` who need not answer any more."""

    sequence: str
    exchange: str
    mover: str
    answerer: str
    roll: Rolled
    result: Result
    lapsed: tuple[str, ...] = ()


class Told(Event, tag="told"):
    """Somebody said what an exchange looked like."""

    sequence: str
    exchange: str
    who: str
    text: str


class Proposed(Event, tag="proposed"):
    """Terms lie on the table."""

    sequence: str
    bargain: str
    who: str
    terms: tuple[Item, ...]


class StoodOnDefault(Event, tag="stood-on-default"):
    """The loser closed the talk: it will be exhausted or injured."""

    sequence: str
    bargain: str
    who: str


class RolledOn(Event, tag="rolled-on"):
    """A pair closed its talk in mid-dice and rolls on."""

    sequence: str
    bargain: str
    who: str


class Agreed(Event, tag="agreed"):
    """Winner and loser settled on terms; `losses` are dice yet to be cut, `leaves` who goes out by it."""

    sequence: str
    bargain: str
    winner: str
    loser: str
    terms: tuple[Item, ...]
    losses: tuple[Loss, ...] = ()
    leaves: tuple[str, ...] = ()


class Harmed(Event, tag="harmed"):
    """The loser took the default harm; `losses` are what consequential strengths take on top."""

    sequence: str
    bargain: str
    who: str
    by: str
    harm: Literal["exhausted", "injured"]
    cuts: tuple[Cut, ...]
    losses: tuple[Loss, ...] = ()


class FormCut(Event, tag="form-cut"):
    """The next loss that a bargain owes was taken: `cuts` says off which dice (none if they were at 0 already)."""

    sequence: str
    bargain: str
    who: str
    loss: Loss
    cuts: tuple[Cut, ...] = ()


class SheetMarked(Event, tag="sheet-marked"):
    """An agreed change was written on a sheet."""

    who: str
    text: str


class StrengthLost(Event, tag="strength-lost"):
    """Somebody lost a particular strength by agreement."""

    who: str
    strength: str


class Died(Event, tag="died"):
    """Somebody died, as was agreed (WA-CQ-07)."""

    who: str


class LeftAction(Event, tag="left-action"):
    """Two dice at 0: somebody takes no further part in this chapter (WA-CQ-05)."""

    who: str


class Settled(Event, tag="settled"):
    """Nothing is open between winner and loser any more."""

    sequence: str
    bargain: str


class Name(msgspec.Struct, frozen=True):
    """A name for the owe list: the entry's id, the character, their player, and whose dice were bigger."""

    entry: str
    character: str
    player: str
    over: str


class NamesWritten(Event, tag="names-written"):
    """The names of round one were written at the end of the owe list (WA-OWE-01)."""

    sequence: str
    names: tuple[Name, ...] = ()


class RoundEnded(Event, tag="round-ended"):
    """A round is over and the next one opens; `talks` are the exchanges whose pairs may agree an end."""

    sequence: str
    round: int
    talks: tuple[str, ...] = ()


class SequenceEnded(Event, tag="sequence-ended"):
    """A sequence is over; `reason` is the GM's, if the GM cut it off."""

    sequence: str
    how: Ending
    reason: str = ""


ConflictEvent: TypeAlias = (
    Undertaken | FormsDeclared | Joined | GaveIn | StoodWith | StoodAgainst | NameCashed | OpeningRolled | OrderSet
    | BackedAway | TieRerolled | TakenUp | Challenged | AnswerClaimed | Passed | Answered | Told | Proposed
    | StoodOnDefault | RolledOn | Agreed | Harmed | FormCut | SheetMarked | StrengthLost | Died | LeftAction | Settled
    | NamesWritten | RoundEnded | SequenceEnded
)

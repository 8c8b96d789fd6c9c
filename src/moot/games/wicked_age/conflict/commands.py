"""What can be asked in a conflict. Each command but the first says which sequence it is about; `who` acts by it."""

from __future__ import annotations

from typing import Literal

from moot.core import Command, Item


class Undertake(Command, tag="undertake"):
    """Do something concrete that others can and would stand against (WA-ROLL-00)."""

    actor: str
    deed: str
    against: tuple[str, ...]
    forms: tuple[str, ...]
    strengths: tuple[str, ...] = ()


class Declare(Command, tag="declare"):
    """Stand against it: by which forms, with which strengths, beside whom."""

    sequence: str
    who: str
    forms: tuple[str, ...]
    strengths: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class Join(Command, tag="join"):
    """Step in, though not named (WA-ROLL-6)."""

    sequence: str
    who: str
    forms: tuple[str, ...]
    strengths: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class GiveIn(Command, tag="give-in"):
    """Let it happen, or let it go, before any die is rolled (WA-ROLL-9)."""

    sequence: str
    who: str


class StandWith(Command, tag="stand-with"):
    """Stand beside another instead of against them."""

    sequence: str
    who: str
    other: str


class StandAgainst(Command, tag="stand-against"):
    """Stand against another after all."""

    sequence: str
    who: str
    other: str


class RollOpening(Command, tag="roll-opening"):
    """Roll the whole pool as a round opens (WA-DICE-15), cashing in names first."""

    sequence: str
    who: str
    names: tuple[str, ...] = ()
    strengths: tuple[str, ...] = ()


class BackAway(Command, tag="back-away"):
    """Agree to back away together after a full tie (WA-DICE-08)."""

    sequence: str
    who: str


class FightOn(Command, tag="fight-on"):
    """Roll the lowest die again after a full tie (WA-DICE-08)."""

    sequence: str
    who: str
    names: tuple[str, ...] = ()


class TakeUp(Command, tag="take-up"):
    """Reroll on one's turn, before the move (WA-DICE-17)."""

    sequence: str
    who: str
    names: tuple[str, ...] = ()


class Challenge(Command, tag="move"):
    """Make a move and name who must answer (WA-DICE-17); `got` is how far the actor's deed has got (WA-DICE-12)."""

    sequence: str
    who: str
    against: tuple[str, ...]
    deed: str = ""
    got: str = ""


class Pass(Command, tag="pass"):
    """Make no move (WA-RD-08)."""

    sequence: str
    who: str


class Answer(Command, tag="answer"):
    """Reroll and answer the standing roll (WA-DICE-18)."""

    sequence: str
    who: str
    names: tuple[str, ...] = ()


class Claim(Command, tag="claim"):
    """Answer a move one was not named for, where the table allows it (WA-RD-20)."""

    sequence: str
    who: str


class Tell(Command, tag="tell"):
    """Say what an answer looked like (WA-DICE-22)."""

    sequence: str
    exchange: str
    text: str


class Inflict(Command, tag="inflict"):
    """Take the default: the loser is exhausted or injured (WA-CQ-01)."""

    sequence: str
    bargain: str
    harm: Literal["exhausted", "injured"]


class PickDie(Command, tag="pick-die"):
    """Say which die of an NPC's pair goes down (WA-RD-10, WA-RD-11)."""

    sequence: str
    bargain: str
    die: str


class Propose(Command, tag="propose"):
    """Put terms on the table, or other terms in their place (WA-NEG-07)."""

    sequence: str
    bargain: str
    who: str
    terms: tuple[Item, ...]


class Accept(Command, tag="accept"):
    """Take the terms that lie on the table."""

    sequence: str
    bargain: str
    who: str


class Insist(Command, tag="insist"):
    """End the talk: roll on in mid-dice, else stand on exhausted or injured (WA-NEG-02)."""

    sequence: str
    bargain: str
    who: str


class CutOff(Command, tag="cut-off"):
    """End a sequence that everyone agrees to leave."""

    sequence: str
    reason: str

"""What can be asked around the conflicts of a session."""

from __future__ import annotations

from typing import Literal

from moot.core import Command


class OpenSession(Command, tag="open-session"):
    """Sit down to play: everyone gets their Luck (SE-LUCK-01)."""


class EndSession(Command, tag="end-session"):
    """Stop playing: what Luck is left is lost (SE-RD-21)."""


class DrawLuck(Command, tag="draw-luck"):
    """Take the session's Luck, having come late."""


class FrameScene(Command, tag="frame-scene"):
    """Open a scene around one goal, out of one's preparation or not (SE-TERM-03); `ncs` are there from the start."""

    title: str
    goal: str = ""
    paper: str = ""
    ncs: tuple[str, ...] = ()


class EndScene(Command, tag="end-scene"):
    """The problem is overcome, driven off or dropped."""


class EndDay(Command, tag="end-day"):
    """A day of the story is over (SE-REC-03)."""


class EndWeek(Command, tag="end-week"):
    """A week of the story is over (SE-REC-04)."""


class AwardLuck(Command, tag="award-luck"):
    """Give a player Luck for something the table wants more of (SE-LUCK-02)."""

    seat: str
    luck: int
    reason: str = ""


class AllowUse(Command, tag="allow-use"):
    """Accept another use of Luck, for everyone from now on (SE-LUCK-06)."""

    text: str


class UseLuck(Command, tag="use-luck"):
    """Spend a Luck on a use that the GM accepted."""

    who: str
    use: str


class CashAdvancement(Command, tag="cash-advancement"):
    """Turn an Advancement into one Luck (SE-LUCK-07)."""

    who: str


class NcHeal(Command, tag="nc-heal"):
    """The GM's Luck takes one Stress off an NC that still stands (SE-RD-41)."""

    nc: str


class TouchPivot(Command, tag="touch-pivot"):
    """The scene touches a Pivot (SE-PIV-02)."""

    who: str
    pivot: str


class InvokeWeakness(Command, tag="invoke-weakness"):
    """Say that a Weakness bears on what its owner tries next (SE-WEAK-02)."""

    who: str
    weakness: str


class Tempt(Command, tag="tempt"):
    """Let a Weakness lead its owner astray (SE-WEAK-03)."""

    who: str
    weakness: str


class TellTemptation(Command, tag="tell-temptation"):
    """Say what the Weakness did."""

    temptation: str
    text: str


class TurnDown(Command, tag="turn-down"):
    """The GM turns an explanation down: the Quality does not apply in this scene (SE-TEST-02)."""

    who: str
    quality: str


class Accept(Command, tag="accept-quality"):
    """The GM lets a Quality apply after all."""

    who: str
    quality: str


class Grow(Command, tag="grow"):
    """Spend an Advancement on raising a Quality, or a Weakness (SE-ADV-04)."""

    who: str
    what: str


class Learn(Command, tag="learn-element"):
    """Spend an Advancement on a new Element, or an SFX Quality (SE-ADV-04)."""

    who: str
    name: str
    trait: Literal["physique", "charisma", "cunning"]
    sfx: bool = False
    fetish: str = ""


class ClearStress(Command, tag="clear-stress"):
    """Spend an Advancement at the session's end: every Penalty Rank goes (SE-REC-05)."""

    who: str


class LoseItem(Command, tag="lose-item"):
    """A signature item is away; another Quality stands in (SE-CRE-08)."""

    who: str
    what: str
    name: str


class ReturnItem(Command, tag="return-item"):
    """A signature item is back."""

    who: str
    what: str


class BringBack(Command, tag="bring-back"):
    """A character who was out for longer returns, with what a Doom left behind if that is still due (SE-DOOM-03)."""

    who: str
    mark: str = ""
    scar: str = ""
    scar_trait: str = ""

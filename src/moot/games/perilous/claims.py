"""What is kept until it is settled: wounds, ordeals, deeds to be nodded at, wishes to be priced, a session's end."""

from __future__ import annotations

from typing import Literal

import msgspec

from moot.games.perilous.rows import Offence
from moot.games.perilous.terms import Madness, Outcome, Severity, Weight


class Wound(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's fall to a wounded condition (GP-CORE-16, GP-CORE-17).

    `severity` is that of the Chaos Dice, later that of the Injury's table. stage `chaos`: its Chaos
    Dice are due; `injury`: a d12 is due; `fate`: an `injury`, or death where that is empty, is about to take hold.
    `mild`: never worse than a Moderate Injury. `of` is the procedure in which it came.
    """

    id: str
    who: str
    severity: Severity
    stage: Literal["chaos", "injury", "fate"] = "chaos"
    injury: str = ""
    mild: bool = False
    of: str = ""


class Ordeal(msgspec.Struct, frozen=True, kw_only=True):
    """Something that people have to withstand: its tier, what it is, who beholds it, and how each of them bore it
    (GP-MAD-01).

    It stands until all have, and is shown until something else begins or the session ends.
    """

    id: str
    tier: Madness
    what: str
    people: tuple[str, ...]
    bore: dict[str, Outcome] = {}

    @property
    def over(self) -> bool:
        """Whether all of them have borne it."""
        return all(who in self.bore for who in self.people)


class ClaimedOffence(msgspec.Struct, frozen=True, kw_only=True):
    """An offence that a player entered, as its list had it, until the guide nods at it (GP-CORR-02)."""

    id: str
    who: str
    deed: Offence
    times: int = 1


class WantedItem(msgspec.Struct, frozen=True, kw_only=True):
    """Something that somebody would buy with Reputation; `price` is 0 until the guide names one (GP-REP-02)."""

    id: str
    who: str
    tier: Weight
    what: str
    price: int = 0


class Conversion(msgspec.Struct, frozen=True, kw_only=True):
    """What a session's Corruption became: ranks, and the die that was thrown against a line, if there was one
    (GP-CORR-04, GP-CORR-05)."""

    corruption: int
    order: int
    chaos: int
    face: int = 0
    against: int = 0


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """A session that ends: what everybody's Corruption became, and who is owed a Disorder (GP-CORR-10)."""

    conversions: dict[str, Conversion] = {}
    owed: tuple[str, ...] = ()

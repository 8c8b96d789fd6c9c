"""What is kept until it is settled: deeds to be nodded at, wishes to be priced, a session that ends."""

from __future__ import annotations

import msgspec

from moot.games.perilous.rows import Offence
from moot.games.perilous.terms import Weight


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """An offence that a player entered, as its list had it, until the guide nods at it (GP-CORR-02)."""

    id: str
    who: str
    deed: Offence
    times: int = 1


class Wish(msgspec.Struct, frozen=True, kw_only=True):
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

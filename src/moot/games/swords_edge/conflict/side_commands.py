"""What can be asked beside the Tests of a conflict: the GM's arrangements, range, and powers."""

from __future__ import annotations

from moot.core import Command
from moot.games.swords_edge.book import Band


class Lead(Command, tag="lead"):
    """The GM says whose base TN a group uses (SE-SEIZE-04)."""

    pairing: str
    nc: str


class SetRange(Command, tag="set-range"):
    """The GM sets how far apart they are, and who shoots (SE-RNG-01)."""

    pairing: str
    band: Band
    we_shoot: bool = False
    they_shoot: bool = False


class Measure(Command, tag="measure"):
    """The GM sets the band by metres: the distance, and how far the weapon reaches (SE-RNG-03)."""

    pairing: str
    distance: int
    effective: int
    maximum: int
    we_shoot: bool = False
    they_shoot: bool = False


class CallStrike(Command, tag="call-strike"):
    """The GM lets one Action Test meet a whole group (SE-ACT-07)."""

    pairing: str


class CallOff(Command, tag="call-off"):
    """The GM takes an attack back."""

    attack: str


class CallOffSeize(Command, tag="call-off-seize"):
    """The GM takes an NC's Seize back."""

    pairing: str


class TradeBonus(Command, tag="trade-bonus"):
    """The GM grants another advantage in place of the level bonus (SE-MOM-05)."""

    pairing: str
    who: str
    advantage: str

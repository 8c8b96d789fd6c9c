"""What can be asked beside the Tests of a conflict: the GM's arrangements, range, and powers."""

from __future__ import annotations

from moot.core import Command
from moot.games.swords_edge.book import Band, Rank


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


class Cast(Command, tag="cast"):
    """Call on an SFX Quality (SE-SFX-04, SE-RD-42)."""

    who: str
    quality: str
    intent: str
    reach: Rank
    duration: Rank
    area: Rank
    energy: Rank
    targets: tuple[str, ...] = ()
    resists: str = ""


class Weigh(Command, tag="weigh"):
    """The GM says what else of the target stands against an SFX (SE-SFX-06)."""

    pairing: str
    concept: bool
    element: str = ""


class GiveUp(Command, tag="give-up"):
    """Let an SFX go (SE-SFX-07)."""

    pairing: str


class InvokeFlaw(Command, tag="invoke-flaw"):
    """An NC's flaw bears on its next TN, or on what waits to be met (SE-RD-46)."""

    nc: str
    on: str = ""


class NcExert(Command, tag="nc-exert"):
    """The GM's Luck adds a Trait or Element to an NC's next TN (SE-RD-41)."""

    nc: str
    what: str

"""What can have happened in a conflict. Dice, TNs and addends are in the events: nothing is reckoned again."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from moot.core import Event
from moot.games.swords_edge.book import Band, Level, TraitId
from moot.games.swords_edge.contest import Attack, Challenge, Pledge, Test
from moot.games.swords_edge.nc import NcFace
from moot.games.swords_edge.purse import Payment


class Faced(Event, tag="faced"):
    """PCs and NCs are set against each other."""

    pairing: str
    who: tuple[str, ...]
    foes: tuple[str, ...]
    faces: tuple[NcFace, ...] = ()


class LeftPairing(Event, tag="left-pairing"):
    """Somebody is out of a pairing."""

    pairing: str
    who: str


class PairingEnded(Event, tag="pairing-ended"):
    """One side is out: nothing is left to contest between them."""

    pairing: str
    won: bool


class LeadSet(Event, tag="lead-set"):
    """A group goes by the base TN of this NC."""

    pairing: str
    nc: str


class RangeSet(Event, tag="range-set"):
    """They are this far apart, and these shoot."""

    pairing: str
    band: Band
    we_shoot: bool
    they_shoot: bool


class StrikeCalled(Event, tag="strike-called"):
    """One Action Test may meet the whole group."""

    pairing: str


class Contributed(Event, tag="contributed"):
    """A PC put a share into a joint Test."""

    pairing: str
    who: str
    pledge: Pledge
    paid: tuple[Payment, ...] = ()


class Rolled(Event, tag="rolled"):
    """A Test was rolled. `spends` are Qualities that Momentum uses up, of PCs and of NCs; `acts` who has acted or
    reacted by it, `acted` on whom; `bound` the Traits that NCs are held to."""

    test: Test
    paid: tuple[Payment, ...] = ()
    spends: tuple[tuple[str, str], ...] = ()
    acts: tuple[str, ...] = ()
    acted: tuple[tuple[str, str], ...] = ()
    bound: dict[str, TraitId | Literal[""]] = msgspec.field(default_factory=dict)


class Rerolled(Event, tag="rerolled"):
    """A die was thrown again; `faces` are both dice as they stand now."""

    test: str
    who: str
    die: int
    face: int
    faces: tuple[int, int]
    paid: tuple[Payment, ...] = ()


class Settled(Event, tag="settled"):
    """A Test is decided: `level` is that of the success, or of the blow let through."""

    test: Test
    success: bool
    level: Level | None = None


class MomentumTaken(Event, tag="momentum-taken"):
    """PCs hold Momentum; `bonus` waits for their next Action Tests, `barred` keeps the NCs from Seizing, `follows`: an
    Action Test follows in the same act."""

    pairing: str
    who: tuple[str, ...]
    bonus: dict[str, int] = msgspec.field(default_factory=dict)
    barred: bool = False
    follows: bool = False


class MomentumLost(Event, tag="momentum-lost", kw_only=True):
    """The NCs hold Momentum over these PCs; `fumbled`: by a natural 2.

    `follows`: they seized it, and their Action follows in the same act.
    """

    pairing: str
    who: tuple[str, ...]
    fumbled: bool = False
    follows: bool = False
    v: int = 2


class SeizeFailed(Event, tag="seize-failed"):
    """PCs tried to Seize and did not; after a natural 2 they may not try again. `acted`: who had their act of the round
    on whom by answering (SE-RD-12)."""

    pairing: str
    who: tuple[str, ...]
    fumbled: bool = False
    acted: tuple[tuple[str, str], ...] = ()


class NcSeizeTried(Event, tag="nc-seize-tried", kw_only=True):
    """NCs try to Seize; the PCs must answer."""

    pairing: str
    challenge: Challenge
    v: int = 2


class NcSeizeFailed(Event, tag="nc-seize-failed"):
    """The NCs' Seize was beaten off, or the GM called it off. `acted`: who had their act of the round on whom by
    answering (SE-RD-12)."""

    pairing: str
    acted: tuple[tuple[str, str], ...] = ()
    called_off: bool = False


class Attacked(Event, tag="attacked"):
    """An NC, or a power, acts on a PC who must react."""

    attack: Attack
    bound: TraitId | Literal[""] = ""


class AttackOver(Event, tag="attack-over"):
    """An attack came to nothing: whoever made it, or bore it, is out."""

    attack: str


class Rewarded(Event, tag="rewarded"):
    """A good defence paid off for a PC: what the row reached brings (SE-LOS-04)."""

    pairing: str
    who: str
    level: Level
    carry: int = 0
    free_seize: bool = False
    riposte: int | None = None


class Waived(Event, tag="waived"):
    """Somebody let the rewards of a defence go."""

    pairing: str
    who: str


class BonusTraded(Event, tag="bonus-traded"):
    """Another advantage took the place of the level bonus."""

    pairing: str
    who: str
    advantage: str


class RoundBegun(Event, tag="round-begun"):
    """A new round: acts are counted anew, rewards not taken are gone."""

    round: int


class PassedRound(Event, tag="passed-round"):
    """Somebody does nothing more this round."""

    who: str


DiceEvent: TypeAlias = Rolled | Rerolled | Settled | Contributed

MomentumEvent: TypeAlias = MomentumTaken | MomentumLost | SeizeFailed | NcSeizeTried | NcSeizeFailed

PairingEvent: TypeAlias = (
    Faced | LeftPairing | PairingEnded | LeadSet | RangeSet | StrikeCalled | Attacked | AttackOver | Rewarded
    | Waived | BonusTraded | RoundBegun | PassedRound
)

ConflictEvent: TypeAlias = DiceEvent | MomentumEvent | PairingEvent

"""What can have happened in a conflict. Dice, TNs and addends are in the events: nothing is reckoned again."""

from __future__ import annotations

from typing import Literal, TypeAlias

from moot.core import Event
from moot.games.swords_edge.book import Band, TraitId
from moot.games.swords_edge.contest import Attack


class RangeSet(Event, tag="range-set"):
    """They are this far apart, and these shoot."""

    pairing: str
    band: Band
    we_shoot: bool
    they_shoot: bool


class Attacked(Event, tag="attacked"):
    """An NC, or a power, acts on a PC who must react."""

    attack: Attack
    bound: TraitId | Literal[""] = ""


ConflictEvent: TypeAlias = RangeSet | Attacked

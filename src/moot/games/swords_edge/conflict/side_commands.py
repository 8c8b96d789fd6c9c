"""What can be asked beside the Tests of a conflict: the GM's arrangements, range, and powers."""

from __future__ import annotations

from moot.core import Command
from moot.games.swords_edge.book import Band


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

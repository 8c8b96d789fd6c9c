"""Wounds that are not settled: what still has to be rolled, and whether Fate steps in (GP-CORE-16, GP-CORE-17)."""

from __future__ import annotations

from typing import Literal

import msgspec

from moot.games.perilous.terms import Severity


class Wound(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's fall to a wounded condition. `severity` is that of the Chaos Dice, later that of the Injury's table.

    stage `chaos`: its Chaos Dice are due; `injury`: a d12 is due; `fate`: an `injury`, or death where that is empty, is
    about to take hold. `mild`: never worse than a Moderate Injury. `of` is the procedure in which it came.
    """

    id: str
    who: str
    severity: Severity
    stage: Literal["chaos", "injury", "fate"] = "chaos"
    injury: str = ""
    mild: bool = False
    of: str = ""

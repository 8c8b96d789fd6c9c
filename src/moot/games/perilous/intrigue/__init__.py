"""Social intrigue: exchanges, their secret, Tactics and what comes of them (GP-SOC-01 to GP-SOC-09)."""

from __future__ import annotations

from typing import Final

from moot.games.perilous.intrigue.ending import ENDING, waiting
from moot.games.perilous.intrigue.framing import FRAMING
from moot.games.perilous.intrigue.tactics import TACTIC_PART

INTRIGUE: Final = (FRAMING, TACTIC_PART, ENDING)
"""The parts of intrigue."""

__all__ = ["INTRIGUE", "waiting"]

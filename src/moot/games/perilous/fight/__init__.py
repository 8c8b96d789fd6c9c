"""Fights as far as the rules go: turns, surprise, morale and inspiring words (GP-CORE-10, GP-MORALE-01)."""

from __future__ import annotations

from typing import Final

from moot.games.perilous.fight.bands import BANDS
from moot.games.perilous.fight.morale import MORALE_PART
from moot.games.perilous.fight.phases import INSPIRING, headline, waiting
from moot.games.perilous.fight.turns import TURNS

FIGHT: Final = (TURNS, INSPIRING, MORALE_PART, BANDS)
"""The parts of a fight."""

__all__ = ["FIGHT", "headline", "waiting"]

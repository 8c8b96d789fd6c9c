"""The parts of the evening, and what the place does, in the order of their offers."""

from __future__ import annotations

from typing import Final

from moot.games.modos.circumstances import CIRCUMSTANCES
from moot.games.modos.evening.days import DAYS
from moot.games.modos.evening.heroes import HEROES_PART
from moot.games.modos.evening.tending import TENDING

EVENING_PARTS: Final = (HEROES_PART, TENDING, DAYS, CIRCUMSTANCES)

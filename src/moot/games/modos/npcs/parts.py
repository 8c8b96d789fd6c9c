"""The topics of people whom nobody plays, in the order in which their commands are offered."""

from __future__ import annotations

from typing import Final

from moot.core import Part
from moot.games.modos.npcs.bringing import BRINGING
from moot.games.modos.npcs.coming import COMING
from moot.games.modos.npcs.shelf import SHELF
from moot.games.modos.state import State

NPCS: Final[tuple[Part[State], ...]] = (BRINGING, COMING, SHELF)

"""The topics of adventures, in the order in which their commands are offered."""

from __future__ import annotations

from typing import Final

from moot.core import Part
from moot.games.modos.adventures.keeping import DESK
from moot.games.modos.adventures.playing import ON_THE_WAY
from moot.games.modos.state import State

ADVENTURES: Final[tuple[Part[State], ...]] = (ON_THE_WAY, DESK)

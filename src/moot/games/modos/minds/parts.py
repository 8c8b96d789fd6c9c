"""The parts about minds, in the order of their offers."""

from __future__ import annotations

from typing import Final

from moot.games.modos.minds.awareness import AWARENESS
from moot.games.modos.minds.doubting import DOUBTING
from moot.games.modos.minds.swaying import SWAYING
from moot.games.modos.minds.watching import WATCHING

MINDS_PARTS: Final = (DOUBTING, SWAYING, WATCHING, AWARENESS)

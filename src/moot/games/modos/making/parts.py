"""The topics of making and growing characters, in the order in which their commands are offered."""

from __future__ import annotations

from typing import Final

from moot.core import Part
from moot.games.modos.making.beginning import BEGINNING
from moot.games.modos.making.bringing import BRINGING
from moot.games.modos.making.growing import GROWING
from moot.games.modos.making.leaving import LEAVING
from moot.games.modos.making.owning import OWNING
from moot.games.modos.making.quick import QUICK
from moot.games.modos.making.setting import SETTING
from moot.games.modos.state import State

MAKING: Final[tuple[Part[State], ...]] = (BEGINNING, QUICK, BRINGING, GROWING, OWNING, SETTING, LEAVING)

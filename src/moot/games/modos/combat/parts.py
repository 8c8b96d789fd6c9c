"""Commands and events of movement and of what has to be kept up, in the order in which they are offered."""

from __future__ import annotations

from typing import Final

from moot.games.modos.combat.fleeing import FLEEING, LEAVING
from moot.games.modos.combat.handling import HANDLING
from moot.games.modos.combat.moving import MOVING
from moot.games.modos.combat.riding import RIDING
from moot.games.modos.combat.sizing import SIZING
from moot.games.modos.conflict.keeping import KEEPING
from moot.games.modos.conflict.lapsing import LAPSING

UPKEEP_PARTS: Final = (KEEPING, RIDING, LAPSING)
MOVING_PARTS: Final = (MOVING, SIZING, FLEEING, LEAVING, HANDLING)

"""All commands and events of the magic module, in the order in which they are offered."""

from __future__ import annotations

from typing import Final

from moot.games.modos.magic.casting import CASTING
from moot.games.modos.magic.cost import COST
from moot.games.modos.magic.functions import FUNCTIONS_PART
from moot.games.modos.magic.keeping import KEPT
from moot.games.modos.magic.lasting import LASTING
from moot.games.modos.magic.taking import TAKING
from moot.games.modos.magic.using import USING
from moot.games.modos.magic.withstanding import WITHSTANDING

MAGIC_PARTS: Final = (CASTING, WITHSTANDING, KEPT, USING, LASTING, TAKING, COST, FUNCTIONS_PART)

"""Every command of creation."""

from __future__ import annotations

from typing import Any, Final

from moot.core import Verb
from moot.games.swords_edge.creation import drafting, pivots, qualities, ranks
from moot.games.swords_edge.state import State

VERBS: Final[tuple[Verb[State, Any], ...]] = (*drafting.VERBS, *ranks.VERBS, *qualities.VERBS, *pivots.VERBS)

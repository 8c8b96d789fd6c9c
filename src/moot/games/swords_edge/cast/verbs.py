"""Every command about NCs."""

from __future__ import annotations

from typing import Any, Final

from moot.core import Verb
from moot.games.swords_edge.cast import building, entering, tuning
from moot.games.swords_edge.state import State

VERBS: Final[tuple[Verb[State, Any], ...]] = (*entering.VERBS, *building.VERBS, *tuning.VERBS)

"""Every command of the preparation."""

from __future__ import annotations

from typing import Any, Final

from moot.core import Verb
from moot.games.swords_edge.prep import editing, keeping
from moot.games.swords_edge.state import State

VERBS: Final[tuple[Verb[State, Any], ...]] = (*keeping.VERBS, *editing.VERBS)

"""Every command around the conflicts of a session."""

from __future__ import annotations

from typing import Any, Final

from moot.core import Verb
from moot.games.swords_edge.session import growth, items, luck, recovery, scenes, sessions, weakness
from moot.games.swords_edge.state import State

VERBS: Final[tuple[Verb[State, Any], ...]] = (
    *recovery.VERBS,
    *sessions.VERBS,
    *scenes.VERBS,
    *luck.VERBS,
    *weakness.VERBS,
    *growth.VERBS,
    *items.VERBS,
)

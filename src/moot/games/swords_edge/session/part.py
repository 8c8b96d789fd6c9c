"""What lies around the conflicts of a session, as a part of the game."""

from __future__ import annotations

from typing import Final

from moot.core import Part
from moot.games.swords_edge.session import growth, items, luck, returning, scenes, sessions, weakness
from moot.games.swords_edge.session.events import SessionEvent
from moot.games.swords_edge.session.evolve import evolve
from moot.games.swords_edge.session.lines import line
from moot.games.swords_edge.state import State

SESSION: Final[Part[State]] = Part(
    events=SessionEvent,
    verbs=(
        *sessions.VERBS,
        *scenes.VERBS,
        *luck.VERBS,
        *weakness.VERBS,
        *growth.VERBS,
        *items.VERBS,
        *returning.VERBS,
    ),
    evolve=evolve,
    line=line,
)

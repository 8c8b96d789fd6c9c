"""Recovery, as a part of the game."""

from __future__ import annotations

from typing import Final

from moot.core import Part
from moot.games.swords_edge.session import recovery
from moot.games.swords_edge.session.events import RecoveryEvent
from moot.games.swords_edge.session.evolve import evolve
from moot.games.swords_edge.session.lines import line
from moot.games.swords_edge.state import State

RECOVERY: Final[Part[State]] = Part(events=RecoveryEvent, verbs=recovery.VERBS, evolve=evolve, line=line)

"""Making characters, as a part of the game."""

from __future__ import annotations

from typing import Final

from moot.core import Part
from moot.games.swords_edge.creation import drafting, pivots, qualities, ranks
from moot.games.swords_edge.creation.events import CreationEvent
from moot.games.swords_edge.creation.evolve import evolve
from moot.games.swords_edge.creation.lines import line
from moot.games.swords_edge.state import State

CREATION: Final[Part[State]] = Part(
    events=CreationEvent,
    verbs=(*drafting.VERBS, *ranks.VERBS, *qualities.VERBS, *pivots.VERBS),
    evolve=evolve,
    line=line,
)

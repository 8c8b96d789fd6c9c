"""NCs, as a part of the game."""

from __future__ import annotations

from typing import Final

from moot.core import Part, others_hear
from moot.games.swords_edge.cast import building, entering, readying, tuning
from moot.games.swords_edge.cast.events import CastEvent
from moot.games.swords_edge.cast.evolve import evolve
from moot.games.swords_edge.cast.lines import line
from moot.games.swords_edge.cast.told import told
from moot.games.swords_edge.state import State

CAST: Final[Part[State]] = Part(
    events=CastEvent,
    verbs=(*entering.VERBS, *readying.VERBS, *building.VERBS, *tuning.VERBS),
    evolve=evolve,
    line=line,
    told=others_hear(told),
)

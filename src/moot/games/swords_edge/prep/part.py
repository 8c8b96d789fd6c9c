"""The preparation, as a part of the game: nobody but the GM hears of it."""

from __future__ import annotations

from typing import Final

from moot.core import Part, guide_alone
from moot.games.swords_edge.prep import editing, keeping
from moot.games.swords_edge.prep.events import PrepEvent
from moot.games.swords_edge.prep.evolve import evolve
from moot.games.swords_edge.prep.lines import line
from moot.games.swords_edge.state import State

PREPARATION: Final[Part[State]] = Part(
    events=PrepEvent,
    verbs=(*keeping.VERBS, *editing.VERBS),
    evolve=evolve,
    line=line,
    told=guide_alone,
)

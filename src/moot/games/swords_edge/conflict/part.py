"""Conflicts as a part of the game: every command, what is urgent first."""

from __future__ import annotations

from typing import Final

from moot.core import Part
from moot.games.swords_edge.conflict import (
    acting,
    answering,
    defending,
    joining,
    momentum,
    opposing,
    ranging,
    riposting,
    rolling,
    rounds,
    seizing,
    sharing,
)
from moot.games.swords_edge.conflict.events import ConflictEvent
from moot.games.swords_edge.conflict.evolve import evolve
from moot.games.swords_edge.conflict.lines import line
from moot.games.swords_edge.state import State

CONFLICT: Final[Part[State]] = Part(
    events=ConflictEvent,
    verbs=(
        *rolling.VERBS,
        *defending.VERBS,
        *riposting.VERBS,
        *momentum.VERBS,
        *joining.VERBS,
        *acting.VERBS,
        *seizing.VERBS,
        *answering.VERBS,
        *opposing.VERBS,
        *sharing.VERBS,
        *rounds.VERBS,
        *ranging.VERBS,
    ),
    evolve=evolve,
    line=line,
)

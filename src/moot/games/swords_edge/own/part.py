"""The packs, as a part of the game."""

from __future__ import annotations

from typing import Final

from moot.core import Part, others_hear
from moot.games.swords_edge.own.events import PackEvent
from moot.games.swords_edge.own.evolve import evolve
from moot.games.swords_edge.own.lines import line
from moot.games.swords_edge.own.loading import VERBS
from moot.games.swords_edge.own.told import told
from moot.games.swords_edge.state import State

PACKS: Final[Part[State]] = Part(
    events=PackEvent, verbs=VERBS, evolve=evolve, line=line, told=others_hear(told)
)

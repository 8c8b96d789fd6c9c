"""Conflicts: sequences of at most three rounds, their moves and answers, harm, bargains and the owe list."""

from __future__ import annotations

from moot.games.wicked_age.conflict.events import EVENTS, ConflictEvent
from moot.games.wicked_age.conflict.evolve import evolve
from moot.games.wicked_age.conflict.lines import line
from moot.games.wicked_age.conflict.situation import situation, situations
from moot.games.wicked_age.conflict.verbs import VERBS

__all__ = ["EVENTS", "VERBS", "ConflictEvent", "evolve", "line", "situation", "situations"]

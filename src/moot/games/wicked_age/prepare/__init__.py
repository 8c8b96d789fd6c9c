"""Before a chapter is played: the oracle, the list of characters, sheets, strengths, best interests."""

from __future__ import annotations

from moot.games.wicked_age.prepare.events import EVENTS, PrepareEvent
from moot.games.wicked_age.prepare.tangle import warnings, web_of_interests
from moot.games.wicked_age.prepare.verbs import VERBS

__all__ = ["EVENTS", "VERBS", "PrepareEvent", "warnings", "web_of_interests"]

"""Every command of the preparation, in the order of play."""

from __future__ import annotations

from typing import Any

from moot.core import Verb
from moot.games.wicked_age.prepare import claims, interests, listing, npcs, oracle, sheets, showing, starting, strengths
from moot.games.wicked_age.state import State

VERBS: tuple[Verb[State, Any], ...] = (
    *oracle.VERBS,
    *listing.VERBS,
    *claims.VERBS,
    *sheets.VERBS,
    *npcs.VERBS,
    *showing.VERBS,
    *strengths.VERBS,
    *interests.VERBS,
    *starting.VERBS,
)

"""Conflicts: sequences of at most three rounds, their moves and answers, harm, bargains and the owe list.

The topics stand on `acting` (what their commands share), `rounds` (what follows by itself) and `phases` (what exists
when); `situation` says where each sequence stands.
"""

from __future__ import annotations

from typing import Final

from moot.core import Part
from moot.games.wicked_age.conflict.answers import ANSWERS
from moot.games.wicked_age.conflict.bargaining import BARGAINING
from moot.games.wicked_age.conflict.ends import ENDS
from moot.games.wicked_age.conflict.entering import ENTERING
from moot.games.wicked_age.conflict.harm import HARM
from moot.games.wicked_age.conflict.leaving import LEAVING
from moot.games.wicked_age.conflict.names import NAMES
from moot.games.wicked_age.conflict.opening import OPENING
from moot.games.wicked_age.conflict.rounds import ROUNDS
from moot.games.wicked_age.conflict.sides import SIDES
from moot.games.wicked_age.conflict.situation import situations
from moot.games.wicked_age.conflict.terms import CHANGES
from moot.games.wicked_age.conflict.ties import TIES
from moot.games.wicked_age.conflict.turns import TURNS
from moot.games.wicked_age.state import State

CONFLICT: Final[tuple[Part[State], ...]] = (
    OPENING, TIES, TURNS, HARM, BARGAINING, ANSWERS, SIDES, ENDS, ENTERING, NAMES, ROUNDS, LEAVING, CHANGES,
)
"""The topics of conflicts, in the order in which their commands are offered."""

__all__ = ["CONFLICT", "situations"]

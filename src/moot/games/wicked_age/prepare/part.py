"""The preparation, as three parts of the game, in the order of play."""

from __future__ import annotations

from typing import Final

from moot.core import Part, others_hear
from moot.games.wicked_age.prepare import claims, interests, listing, npcs, oracle, sheets, showing, starting, strengths
from moot.games.wicked_age.prepare.events import InterestEvent, ListEvent, SheetEvent
from moot.games.wicked_age.prepare.evolve import on_interests, on_list, on_sheets
from moot.games.wicked_age.prepare.lines import of_interests, of_list, of_sheets
from moot.games.wicked_age.prepare.told import told
from moot.games.wicked_age.state import State

LISTING: Final[Part[State]] = Part(
    events=ListEvent,
    verbs=(*oracle.VERBS, *listing.VERBS, *claims.VERBS),
    evolve=on_list,
    line=of_list,
)
"""The oracle, the list of characters and the claims: all in the open."""

SHEETS: Final[Part[State]] = Part(
    events=SheetEvent,
    verbs=(*sheets.VERBS, *npcs.VERBS, *showing.VERBS, *strengths.VERBS),
    evolve=on_sheets,
    line=of_sheets,
    told=others_hear(told),
)
"""Sheets and particular strengths: the GM's stay closed until they are shown."""

INTERESTS: Final[Part[State]] = Part(
    events=InterestEvent,
    verbs=(*interests.VERBS, *starting.VERBS),
    evolve=on_interests,
    line=of_interests,
)
"""The circle of best interests: all in the open."""

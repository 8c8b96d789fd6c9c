"""Everybody with a sheet as a row of the cast: who plays them, and how they stand."""

from __future__ import annotations

from moot.core import CastMember
from moot.games.wicked_age.state import State
from moot.games.wicked_age.view.fights import standing
from moot.games.wicked_age.view.seats import seat_of
from moot.games.wicked_age.view.sheets import away


def cast(state: State, guide: bool) -> tuple[CastMember, ...]:
    """Those whom the table knows (the GM: all), who is in this chapter first."""
    known = (who for who in state.characters.values() if who.known or guide)
    fighting = standing(state)
    return tuple(
        CastMember(
            id=who.id,
            name=who.name,
            seat=seat_of(state, who.id),
            state=away(who) or fighting.get(who.id, ""),
            here=who.here,
            out=who.gone or who.dead,
        )
        for who in sorted(known, key=lambda who: (not who.here, who.npc))
    )

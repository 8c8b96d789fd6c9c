"""Everybody with a sheet as a row of the cast: who plays them, and how they stand; and what has an emblem besides."""

from __future__ import annotations

from moot.core import CastMember
from moot.games.wicked_age.state import State
from moot.games.wicked_age.view.fights import standing
from moot.games.wicked_age.view.seats import seat_of
from moot.games.wicked_age.view.sheets import away
from moot.kit.remembered import remembered


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


@remembered(64, of=lambda state: (state.characters, state.strengths))
def things(state: State, guide: bool) -> tuple[CastMember, ...]:
    """The particular strengths that the table knows (the GM: all); one that a single player has is that player's."""
    return tuple(
        CastMember(id=one.id, name=one.name, seat=_whose(state, one.id), thing=True)
        for one in state.strengths.values()
        if one.known or guide
    )


def _whose(state: State, strength: str) -> str:
    """The seat of the one player whose characters have a strength; empty if there are several or none."""
    players = {who.player for who in state.characters.values() if who.here and who.player and strength in who.strengths}
    return players.pop() if len(players) == 1 else ""

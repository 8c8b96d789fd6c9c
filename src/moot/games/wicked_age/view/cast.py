"""Everybody with a sheet as a row of the cast: who plays them, and how they stand; and what has an emblem besides."""

from __future__ import annotations

from moot.core import CastMember
from moot.games.wicked_age.cast import sheet_of
from moot.games.wicked_age.oracles import card_name
from moot.games.wicked_age.state import OracleEntry, State
from moot.games.wicked_age.view.fights import standing
from moot.games.wicked_age.view.sheets import away
from moot.kit.remembered import TABLES, remembered


def cast(state: State, guide: bool) -> tuple[CastMember, ...]:
    """Those whom the table knows (the GM: all), who is in this chapter first."""
    known = (who for who in state.characters.values() if who.known or guide)
    fighting = standing(state)
    return tuple(
        CastMember(
            id=who.id, name=who.name, seat=state.played_by(who.id), state=away(state, who) or fighting.get(who.id, ""),
            here=who.here, out=who.gone or who.dead, was=who.figure,
        )
        for who in sorted(known, key=lambda who: (not who.here, who.npc))
    )


@remembered(TABLES, of=lambda state: (state.characters, state.strengths, state.figures, state.dealt))
def things(state: State, guide: bool) -> tuple[CastMember, ...]:
    """The dealt cards, the figures that have no sheet yet, and the particular strengths that the table knows (the GM:
    all). A figure that one player took, and a strength that a single player has, is that player's.
    """
    cards = (CastMember(id=card_id(entry), name=f"The {card_name(entry.card)}", thing=True) for entry in state.dealt)
    figures = (
        CastMember(id=one.id, name=one.name, seat=one.claims[0] if len(one.claims) == 1 else "")
        for one in state.figures.values()
        if not one.returns and sheet_of(state, one.id) is None
    )
    strengths = (
        CastMember(id=one.id, name=one.name, seat=_whose(state, one.id), thing=True)
        for one in state.strengths.values()
        if one.known or guide
    )
    return (*cards, *figures, *strengths)


def card_id(entry: OracleEntry) -> str:
    """A dealt card as a thing that people can point at."""
    return f"card-{entry.card}"


def _whose(state: State, strength: str) -> str:
    """The seat of the one player whose characters have a strength; empty if there are several or none."""
    players = {who.player for who in state.characters.values() if who.here and who.player and strength in who.strengths}
    return players.pop() if len(players) == 1 else ""

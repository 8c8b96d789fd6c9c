"""Everybody in the story as a row of the cast: who plays them, and how they stand; and what has an emblem besides."""

from __future__ import annotations

from msgspec.structs import replace

from moot.core import CastMember
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.state import State
from moot.kit.crowds import kind_of
from moot.kit.remembered import TABLES, remembered

_SAYS = {"in": "", "helpless": "helpless", "away": "out of this scene", "removed": "out of the game", "dead": "dead"}
_HOLDS = {"attacker": "holds Momentum", "defender": "defends", "": "no Momentum yet"}


@remembered(TABLES, of=lambda state: (state.seats, state.characters, state.ncs, state.pairings))
def cast(state: State, guide: bool) -> tuple[CastMember, ...]:
    """The players' characters, and the NCs that everybody may know of, or that the GM has."""
    gms = next((seat.id for seat in state.seats if seat.guides), "")
    fighting = {who: _HOLDS[stand.momentum] for one in state.pairings.values() for who, stand in one.stands.items()}
    ncs = (_nc(nc, gms, nc.seen or guide) for nc in state.ncs.values() if nc.visible or guide)
    return *(_character(who, fighting.get(who.id, "")) for who in state.characters.values()), *ncs


@remembered(TABLES, of=lambda state: (state.characters,))
def things(state: State, guide: bool) -> tuple[CastMember, ...]:
    """The powers of the players' characters: their SFX Qualities, which all sheets show."""
    return tuple(
        CastMember(id=power.id, name=power.name, seat=who.player, thing=True)
        for who in state.characters.values()
        for power in who.qualities
        if power.sfx
    )


def _character(who: Character, fights: str) -> CastMember:
    fate = "a Doom hangs over them" if who.doom else _SAYS[who.stands]
    said = ", ".join(filter(None, (fate or fights, "hurt" if who.penalties else ""))) if who.made else "in the making"
    out = who.stands in ("away", "removed", "dead")
    return CastMember(id=who.id, name=who.name, seat=who.player, state=said, here=who.here, out=out)


@remembered(4096)
def _nc(nc: NC, gms: str, seen: bool) -> CastMember:
    said = "out" if nc.out else f"{nc.stress} of {nc.stands} Stress" if seen and nc.stress else ""
    member = CastMember(id=nc.id, name=nc.name, seat=gms, state=said, here=nc.here, out=nc.out)
    return replace(member, thing=nc.kind == "obstacle", crowd=kind_of(nc.name))

"""Who is who at the table and in the chapter, and refusals that depend on who asks."""

from __future__ import annotations

from collections.abc import Iterable

from moot.core import Choice, Roles, Seat, listed
from moot.games.wicked_age.sequence import Sequence
from moot.games.wicked_age.state import Character, Figure, State

ROLES = Roles("GM")
needs_guide, needs_player, needs_part = ROLES.needs_guide, ROLES.needs_player, ROLES.needs_part
only_guide, only_players, no_watchers = ROLES.only_guide, ROLES.only_players, ROLES.no_watchers


def claimants(state: State, figure: Figure) -> tuple[str, ...]:
    """The players who want `figure`; two or more have yet to agree (WA-ORA-05)."""
    playing = {seat.id for seat in state.players}
    return tuple(seat for seat in figure.claims if seat in playing)


def claimed_by(state: State, seat: Seat) -> Figure | None:
    """The figure that `seat` wants or has, if any: the last one taken."""
    mine = [figure for figure in state.figures.values() if seat.id in figure.claims]
    return mine[-1] if mine else None


def sheet_of(state: State, figure: str) -> Character | None:
    """Who was made of a figure in this chapter, if anyone."""
    if not figure:
        return None
    return next((who for who in state.characters.values() if who.here and who.figure == figure), None)


def stock(state: State) -> tuple[Figure, ...]:
    """The GM's stock: figures that no player took and nobody has a sheet for (WA-ORA-06)."""
    return tuple(
        figure
        for figure in state.figures.values()
        if not claimants(state, figure) and not figure.returns and sheet_of(state, figure.id) is None
    )


def players_cast(state: State) -> tuple[Character, ...]:
    """The players' characters who can take part, of players who are at the table."""
    playing = {seat.id for seat in state.players}
    return tuple(who for who in state.cast() if who.player in playing)


def guides_cast(state: State) -> tuple[Character, ...]:
    """The NPCs with a sheet who can take part."""
    return tuple(who for who in state.cast() if who.npc)


def known(state: State) -> tuple[Character, ...]:
    """Everyone in this chapter that the table knows."""
    return tuple(who for who in state.characters.values() if who.here and who.known)


def open_sheet(who: Character) -> bool:
    """Whether everyone may see a sheet's dice and strengths: players' characters' always, NPCs' once shown."""
    return who.shown or not who.npc


def open_to(who: Character, seat: Seat) -> bool:
    """Whether `seat` may see a sheet's dice and strengths: the GM every one's."""
    return seat.guides or open_sheet(who)


def others_met(state: State, seat: Seat, who: Character) -> tuple[Choice, ...]:
    """Everyone in this chapter that `seat` knows, without `who`, to choose among."""
    return as_choices(tuple(one for one in state.cast() if one.id != who.id and (one.known or seat.guides)))


def as_choices(cast: tuple[Character, ...]) -> tuple[Choice, ...]:
    """Characters to choose among."""
    return tuple(Choice(who.id, who.name, group="NPCs" if who.npc else "Players’ characters") for who in cast)


def all_called(state: State, characters: Iterable[str]) -> str:
    """The names of characters, as people say them."""
    return listed(state.name(who) for who in characters)


def seat_of(state: State, who: str) -> Seat | None:
    """The seat that speaks and rolls for `who` in a conflict. Their player's; the GM's for an NPC, and for a character
    whose player has left the table, or only watches by now (WA-RD-30)."""
    player = state.characters[who].player
    sits = state.seat(player) if player else None
    return sits if sits and sits.role != "watcher" else next((seat for seat in state.seats if seat.guides), None)


def undertaking(state: State, sequence: Sequence) -> str:
    """Who set about what, in words: `Mekha: searches the camp`, or the deed alone where it begins with the name."""
    name, deed = state.characters[sequence.actor].name, sequence.deed.rstrip(". ")
    return deed if deed.casefold().startswith(name.casefold()) else f"{name}: {deed}"

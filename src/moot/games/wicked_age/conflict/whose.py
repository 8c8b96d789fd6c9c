"""Whose characters are whose, and refusing what is somebody else's."""

from __future__ import annotations

from collections.abc import Iterable

from moot.core import Refused, Seat
from moot.games.wicked_age.sequence import Sequence
from moot.games.wicked_age.state import State


def seat_of(state: State, who: str) -> Seat | None:
    """The seat that speaks and rolls for `who`: their player's, or the GM's for an NPC."""
    player = state.characters[who].player
    return next((seat for seat in state.seats if (seat.id == player if player else seat.guides)), None)


def whose(state: State, who: str) -> str:
    """A character and the person who plays them, in words."""
    name, seat = state.characters[who].name, seat_of(state, who)
    return f"{name}, who is {seat.name}’s" if seat else name


def undertaking(state: State, sequence: Sequence) -> str:
    """Who set about what, in words: `Mekha: searches the camp`, or the deed alone where it begins with the name."""
    name, deed = state.characters[sequence.actor].name, sequence.deed.rstrip(". ")
    return deed if deed.casefold().startswith(name.casefold()) else f"{name}: {deed}"


def mine(state: State, seat: Seat, among: Iterable[str], what: str, rule: str) -> list[str]:
    """Those `among` for whom `seat` speaks. Raises Refused, saying whose `what` is, if there is none."""
    among = tuple(among)
    owned = [who for who in among if state.owns(seat, who)]
    if not owned:
        people = "; ".join(whose(state, who) for who in among) or "nobody"
        raise Refused("not-yours", f"{what} is up to {people}; not to {seat.name}.", rule)
    return owned

"""Who speaks and rolls for a character in a conflict, and what the table has seen them use."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from moot.core import Refused, Seat
from moot.games.wicked_age.cast import seat_of
from moot.games.wicked_age.state import State
from moot.kit.keyed import put


def speaks(state: State, seat: Seat, who: str) -> bool:
    """Whether `seat` speaks and rolls for `who` in a conflict."""
    if state.owns(seat, who):
        return True
    return seat.guides and state.seat(state.characters[who].player) is None


def mine_among(state: State, seat: Seat, among: Iterable[str], what: str, rule: str | None = None) -> list[str]:
    """Those `among` for whom `seat` speaks. Raises Refused, saying whose `what` is, if there is nobody."""
    among = tuple(among)
    owned = [who for who in among if speaks(state, seat, who)]
    if not owned:
        people = "; ".join(_whose(state, who) for who in among) or "nobody"
        raise Refused("not-yours", f"{what} is up to {people}; not to {seat.name}.", rule)
    return owned


def _whose(state: State, who: str) -> str:
    name, seat = state.characters[who].name, seat_of(state, who)
    return f"{name}, who is {seat.name}’s" if seat else name


def seen(state: State, who: str, strengths: Iterable[str]) -> State:
    """`state` where the table has seen that `who` has `strengths`."""
    character = state.characters[who]
    new = tuple(id_ for id_ in strengths if id_ not in character.seen)
    if not new:
        return state
    return replace(state, characters=put(state.characters, replace(character, seen=(*character.seen, *new))))

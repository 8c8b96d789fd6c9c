"""Who may come to a table, and whether they sit down or wait at the door."""

from __future__ import annotations

import hashlib

from msgspec.structs import replace

from moot.core import Refused, Role, Seat
from moot.table.seating import HUES, NAME, Came, check_free, check_seats, free_hue
from moot.table.state import Standing, TableState
from moot.table.text_checks import person

ID = 6
"""Letters in a seat's id, after the `s`."""
MOST_WAITING = 16
"""How many can wait at its door."""
SALT = 12
"""Random bytes in what somebody's coming leaves in the log."""


def arrival(state: TableState, link: bytes, name: str, role: Role, claims: str = "", salt: str = "") -> Came:
    """Somebody called `name` comes when the log ends in `link`, which the id of their seat is drawn from.

    So the id tells neither how many came before, turned away at the door or not, nor how much of the log is hidden.
    They wait at the door if the guide admits each, or if they say that they are the one in the seat `claims`, who may
    have that name; the guide never waits. Raises Refused for an unusable name, and where there is no room.
    """
    name = person(name, NAME)
    straight_in = role == "guide" or (state.house.door == "open" and not claims)
    standing: Standing = "seated" if straight_in else "waiting"
    check_room(state, standing)
    if claims:
        check_claim(state, claims)
    check_free(state, name, claims)
    seat = Seat(id=_drawn(state, link), name=name, role=role)
    return Came(seat=seat, standing=standing, hue=free_hue(state), claims=claims, salt=salt)


def check_room(state: TableState, standing: Standing) -> None:
    """Raise Refused if the table, or its door, is full."""
    check_seats(state)
    if standing == "waiting" and len(state.waiting()) >= MOST_WAITING:
        raise Refused("door-full", "Many people are waiting at this door. Try again when some of them are in.")


def check_claim(state: TableState, seat: str) -> None:
    """Raise Refused unless somebody can ask for this seat: it is known, and not the guide's."""
    chair = state.chairs.get(seat)
    if chair is None or chair.standing == "waiting" or chair.seat.guides:
        raise Refused("no-such-seat", "Nobody can ask for that seat.", field="claims")


def numbered(came: Came, state: TableState, seq: int) -> Came:
    """`came` as older logs mean it: the id from the entry's number `seq`, the colour from the number of chairs."""
    seat = replace(came.seat, id=f"s{seq}")
    return replace(came, seat=seat, hue=len(state.chairs) % HUES + 1)


def _drawn(state: TableState, link: bytes) -> str:
    letters = hashlib.sha256(b"seat" + link).hexdigest()
    ids = (f"s{letters[at : at + ID]}" for at in range(len(letters) - ID))
    return next(id_ for id_ in ids if id_ not in state.chairs)

"""Who may come to a table, and how they stand when they do."""

from __future__ import annotations

import hashlib
from collections import Counter

from msgspec.structs import replace

from moot.core import Refused, Role, Seat
from moot.table.seating import NAME, Came, check_free
from moot.table.state import Standing, TableState
from moot.table.text_checks import person

HUES = 8
"""How many colours seats have."""
ID = 6
"""Letters in a seat's id, after the `s`."""
MOST_SEATS = 64
"""How many people can come to one table, those at the door included."""


def arrival(state: TableState, link: bytes, name: str, role: Role) -> Came:
    """Somebody called `name` comes when the log ends in `link`, which the id of their seat is drawn from.

    So the id tells neither how many came before, turned away at the door or not, nor how much of the log is hidden.
    They wait at the door if the guide admits each; the guide never waits. Raises Refused for an unusable name or a full
    table.
    """
    name = person(name, NAME)
    chairs = state.chairs.values()
    if len([chair for chair in chairs if chair.standing != "left"]) >= MOST_SEATS:
        raise Refused("table-full", "This table is full.")
    check_free(state, name)
    standing: Standing = "seated" if role == "guide" or state.house.door == "open" else "waiting"
    taken = Counter(chair.hue for chair in chairs if chair.standing != "left")
    hue = min(range(1, HUES + 1), key=lambda hue: taken[hue])
    return Came(seat=Seat(id=_drawn(state, link), name=name, role=role), standing=standing, hue=hue)


def numbered(came: Came, state: TableState, seq: int) -> Came:
    """`came` by entry `seq` as logs of old have it: the id counted entries, and the colour chairs."""
    seat = replace(came.seat, id=f"s{seq}")
    return replace(came, seat=seat, hue=len(state.chairs) % HUES + 1)


def _drawn(state: TableState, link: bytes) -> str:
    letters = hashlib.sha256(b"seat" + link).hexdigest()
    ids = (f"s{letters[at : at + ID]}" for at in range(len(letters) - ID))
    return next(id_ for id_ in ids if id_ not in state.chairs)

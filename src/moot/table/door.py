"""Who may come to a table, and how they stand when they do."""

from __future__ import annotations

from moot.core import Refused, Role, Seat
from moot.table.events import Came
from moot.table.state import Standing, TableState
from moot.table.verbs import NAME
from moot.table.words import person

HUES = 8
"""How many colours seats have."""
MOST_SEATS = 64
"""How many people can come to one table, those at the door included."""


def arrival(state: TableState, number: int, name: str, role: Role) -> Came:
    """Somebody called `name` comes, by log entry `number`, which their seat is named after.

    They wait at the door if the guide admits each; the guide never waits. Raises Refused for an unusable name or a full
    table.
    """
    name = person(name, NAME)
    chairs = state.chairs.values()
    if len([chair for chair in chairs if chair.standing != "left"]) >= MOST_SEATS:
        raise Refused("table-full", "This table is full.")
    if any(c.standing == "seated" and c.seat.name.casefold() == name.casefold() for c in chairs):
        raise Refused("name-taken", f"Somebody here is called {name} already: add an initial.", field="name")
    standing: Standing = "seated" if role == "guide" or state.house.door == "open" else "waiting"
    return Came(seat=Seat(id=f"s{number}", name=name, role=role), standing=standing, hue=len(chairs) % HUES + 1)

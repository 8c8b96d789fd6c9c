"""Sessions, their end, Corruption, Disorders and Reputation (GP-CORR, GP-DIS, GP-REP, GP-STABLE)."""

from __future__ import annotations

from typing import Final

from moot.core import Waiting
from moot.games.perilous.evening import closing, gifts, offending, requisitions
from moot.games.perilous.evening.closing import CLOSINGS
from moot.games.perilous.evening.disorders import PICKING
from moot.games.perilous.evening.gifts import GIFTS
from moot.games.perilous.evening.hours import HOURS
from moot.games.perilous.evening.offending import OFFENDING
from moot.games.perilous.evening.requisitions import REQUISITIONS
from moot.games.perilous.evening.sessions import SESSIONS
from moot.games.perilous.state import State

EVENING: Final = (OFFENDING, PICKING, GIFTS, HOURS, CLOSINGS, REQUISITIONS, SESSIONS)
"""The parts of an evening."""


def waiting(state: State) -> tuple[Waiting, ...]:
    """Whom it waits for."""
    return (*closing.waiting(state), *gifts.waiting(state), *offending.waiting(state), *requisitions.waiting(state))

"""What follows by itself after every command, in the order in which it is asked for."""

from __future__ import annotations

from typing import Final

from moot.games.perilous import trying
from moot.games.perilous.chase import turns as chases
from moot.games.perilous.evening import disorders, gifts, hours, offending, requisitions
from moot.games.perilous.fight import bands, morale, turns as fights
from moot.games.perilous.intrigue import ending, tactics
from moot.games.perilous.journey import resting
from moot.kit.follows import Flow

FOLLOWING: Final[tuple[Flow, ...]] = (
    gifts.gives_way, trying.fall_short, chases.chases_go_on, disorders.shows, hours.hours_end,
    bands.notice, morale.call_off, fights.fall_out, fights.go_round, ending.close_simple, tactics.carry_on,
    resting.keep_going, requisitions.lapse, offending.lapse,
)
"""What takes somebody over does so before they fall short of anything, and a test before a procedure goes on."""

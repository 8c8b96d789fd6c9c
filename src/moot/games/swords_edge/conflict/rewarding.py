"""What a good defence earns (SE-LOS-04, SE-LOS-06)."""

from __future__ import annotations

from moot.core import Play
from moot.games.swords_edge.book import REWARDS, Level
from moot.games.swords_edge.conflict import events as e
from moot.games.swords_edge.contest import Test
from moot.games.swords_edge.state import State


def reward(play: Play[State], test: Test, level: Level) -> None:
    """The row reached, and no other; after a natural 2 mostly that of Good (SE-LOS-04, SE-TRAP-15)."""
    stand = play.state.pairings[test.pairing].stands[test.roller]
    reached = REWARDS[level].after_natural_2 if stand.fumbled else level
    row = REWARDS[reached]
    if row.momentum:
        rules = ("SE-LOS-04", "SE-RD-33")
        play.record(e.MomentumTaken(pairing=test.pairing, who=(test.roller,), rules=rules))
    if row.bonus or row.free_seize or row.riposte is not None:
        play.record(
            e.Rewarded(
                pairing=test.pairing,
                who=test.roller,
                level=reached,
                carry=row.bonus,
                free_seize=row.free_seize,
                riposte=row.riposte,
                rules=("SE-LOS-04", "SE-LOS-05", "SE-SEIZE-08", "SE-RD-33"),
            )
        )

"""What follows by itself after every command, in the order in which it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from moot.core import Event, Play
from moot.games.modos import settling
from moot.games.modos.adventures import playing
from moot.games.modos.calling import ContestDropped
from moot.games.modos.combat import fallen, moving, riding
from moot.games.modos.combat.fallen import LuckTried
from moot.games.modos.conflict import beats, initiative, rounds
from moot.games.modos.conflict.beats import DeedCame
from moot.games.modos.conflict.opening import ConflictOpened, SideTaken
from moot.games.modos.evening import heroes
from moot.games.modos.injuries import Hurt
from moot.games.modos.isolation import aboard, alien, endings, finds, noticing
from moot.games.modos.magic import keeping, lasting, taking
from moot.games.modos.making.bringing import PersonGone
from moot.games.modos.making.growing import LevelGained
from moot.games.modos.marks import Marked
from moot.games.modos.minds import watching
from moot.games.modos.npcs import coming
from moot.games.modos.state import State
from moot.games.modos.throwing import ContestThrown, OneThrew
from moot.kit.follows import Flow

AFTER: Final[tuple[tuple[tuple[type[Event[State]], ...], tuple[Flow, ...]], ...]] = (
    ((ContestThrown, OneThrew), (heroes.lapse,)),
    ((ConflictOpened, SideTaken), (heroes.renew,)),
    ((DeedCame,), (watching.drawn,)),
    ((Marked, Hurt, LuckTried, ContestDropped, PersonGone), (settling.catch_up,)),
    ((LevelGained,), (playing.lose_lent,)),
    ((ConflictOpened, SideTaken), (coming.lurk, coming.size_up, lasting.unseen)),
)
"""Flows that only something of certain kinds gives rise to: they are asked once it has happened."""


def after(play: Play[State]) -> None:
    """Ask those that what has happened gives rise to."""
    for flow in _after(frozenset([type(event) for event, _ in play.moments])):
        flow(play)


@lru_cache(1024)
def _after(happened: frozenset[type[Event[State]]]) -> tuple[Flow, ...]:
    return tuple(flow for kinds, flows in AFTER if any(issubclass(one, kinds) for one in happened) for flow in flows)


@dataclass(frozen=True)
class Aboard:
    """Flows that are asked one by one where house rules bring a ship."""

    flows: tuple[Flow, ...]

    def __call__(self, play: Play[State]) -> None:
        for flow in self.flows if play.state.ship else ():
            flow(play)


FOLLOWING: Final[tuple[Flow, ...]] = (
    initiative.settle, rounds.lapse, taking.outpaced, rounds.turns, beats.come_out, after,
    fallen.drops,
    lasting.lapse, riding.drops, moving.outgrown, initiative.first_deed_over,
    Aboard((
        aboard.embark, aboard.run_off, noticing.hiss, alien.meet, alien.beaten_off, alien.hours_pass, alien.break_out,
        endings.die, endings.turn, endings.end, endings.walk_off, finds.spot,
    )),
    keeping.keeping_tells,
)
"""A turn ends when it is asked for again, after what its last deed brought: people fall, powers end (MO-412), and with
them whatever rests on them: who was carried falls (MO-X307), a size is no more (MO-E101). A deed by surprise is over
when all of that has come (MO-X209)."""

"""What follows by itself after every command, in the order in which it is asked for."""

from __future__ import annotations

from typing import Final

from moot.core import Event, Play
from moot.games.modos.combat import fallen, moving, riding
from moot.games.modos.conflict import beats, initiative, rounds
from moot.games.modos.conflict.beats import DeedCame
from moot.games.modos.conflict.opening import ConflictOpened, SideTaken
from moot.games.modos.evening import heroes
from moot.games.modos.isolation import aboard, alien, endings, finds, noticing
from moot.games.modos.magic import keeping, lasting
from moot.games.modos.minds import watching
from moot.games.modos.npcs import coming
from moot.games.modos.state import State
from moot.games.modos.throwing import ContestThrown, OneThrew
from moot.kit.follows import Flow


def _after(kinds: tuple[type[Event[State]], ...], *flows: Flow) -> Flow:
    """These, one by one, once something of these kinds has happened: nothing else gives rise to them."""

    def go_on(play: Play[State]) -> None:
        for event, _ in play.moments:
            if isinstance(event, kinds):
                for flow in flows:
                    flow(play)
                return

    return go_on


def _aboard(*flows: Flow) -> Flow:
    """These, one by one, where house rules bring a ship."""

    def go_on(play: Play[State]) -> None:
        for flow in flows if play.state.ship else ():
            flow(play)

    return go_on


FOLLOWING: Final[tuple[Flow, ...]] = (
    rounds.lapse, rounds.turns, beats.come_out,
    _after((ContestThrown, OneThrew), heroes.lapse), _after((ConflictOpened, SideTaken), heroes.renew),
    _after((DeedCame,), watching.drawn), _after((ConflictOpened, SideTaken), coming.lurk, coming.size_up), fallen.drops,
    lasting.lapse, riding.drops, moving.outgrown, initiative.first_deed_over,
    _aboard(
        aboard.embark, noticing.hiss, alien.beaten_off, alien.break_out, endings.die, endings.turn, endings.end,
        finds.spot,
    ),
    keeping.keeping_tells,
)
"""A turn ends when it is asked for again, after what its last deed brought: people fall, powers end (MO-412), and with
them whatever rests on them: who was carried falls (MO-X307), a size is no more (MO-E101). A deed by surprise is over
when all of that has come (MO-X209)."""

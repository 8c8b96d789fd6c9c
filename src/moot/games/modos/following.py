"""What follows by itself after every command, in the order in which it is asked for."""

from __future__ import annotations

from typing import Final

from moot.games.modos.combat import fallen, moving, riding
from moot.games.modos.conflict import beats, initiative, rounds
from moot.games.modos.evening import heroes
from moot.games.modos.isolation import aboard, alien, endings, finds, noticing
from moot.games.modos.magic import keeping, lasting
from moot.games.modos.minds import watching
from moot.games.modos.npcs import coming
from moot.kit.follows import Flow

FOLLOWING: Final[tuple[Flow, ...]] = (
    rounds.lapse, rounds.turns, beats.come_out,
    heroes.lapse, heroes.renew, watching.drawn, coming.lurk, coming.size_up, fallen.drops,
    lasting.lapse, riding.drops, moving.outgrown, initiative.first_deed_over,
    aboard.embark, noticing.hiss, alien.beaten_off, alien.break_out,
    endings.die, endings.turn, endings.end, finds.spot,
    keeping.keeping_tells,
)
"""A turn ends when it is asked for again, after what its last deed brought: people fall, powers end (MO-412), and with
them whatever rests on them: who was carried falls (MO-X307), a size is no more (MO-E101). A deed by surprise is over
when all of that has come (MO-X209)."""

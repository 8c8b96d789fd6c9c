"""What ends unless it is kept up: postures and powers that ask for an action at the start of each turn (MO-X415).

A topic registers by `KEEPINGS` what of its own has to be kept. What was not kept ends with the first other action, with
the turn, or when the turn is put off (MO-X208, MO-FQ23).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from moot.core import Event, Part, Play
from moot.games.modos.flow import goes_on
from moot.games.modos.state import State
from moot.games.modos.terms import Pool


@dataclass(frozen=True)
class Due:
    """Something that somebody has yet to keep up this turn.

    `on` names it in a deed, `title` for people; `pool` and `skill` are what it is thrown with if somebody hinders it.
    Bonus actions for the skill `pays` may pay for it too (MO-E36).
    """

    on: str
    title: str
    pool: Pool = "P"
    skill: str = ""
    pays: str = ""


Change: TypeAlias = Callable[[Play[State], str, Due], None]


@dataclass(frozen=True)
class Keeping:
    """A kind of thing that has to be kept up: what of it somebody has yet to keep this turn, what happens when it is
    kept, and what when it is let go."""

    due: Callable[[State, str], tuple[Due, ...]]
    kept: Change
    let_go: Change


KEEPINGS: Final[list[Keeping]] = []
"""All kinds of things that have to be kept up."""


def due(state: State, who: str) -> list[tuple[Keeping, Due]]:
    """What somebody has yet to keep up this turn."""
    return [(keeping, one) for keeping in KEEPINGS for one in keeping.due(state, who)]


class UpkeepClosed(Event[State], tag="upkeep-closed"):
    """Somebody does something else on their turn: what they have not kept by now ends (MO-X415)."""

    silent = True
    who: str

    def evolve(self, state: State) -> State:
        return state.with_entry(self.who, upkeep=False)


def close_upkeep(play: Play[State], who: str) -> None:
    """End the block of actions that opens somebody's turn, and with it what they have not kept."""
    one = play.state.entry(who)
    if one is not None and one.upkeep:
        play.record(UpkeepClosed(who=who, rules=("MO-X415",)))
        lapse(play)


@goes_on
def lapse(play: Play[State]) -> None:
    """What was not kept while it could be ends (MO-X415, MO-X208)."""
    now = play.state.conflict
    for who, one in now.listed.items() if now else ():
        if not one.upkeep:
            for keeping, each in due(play.state, who):
                keeping.let_go(play, who, each)


LAPSING: Final = Part(UpkeepClosed)

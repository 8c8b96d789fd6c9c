"""What no row can say of a power: it counters another, or puts somebody last in the order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from moot.core import Part, Play
from moot.games.modos.events import Happening
from moot.games.modos.magic.lasting import Reordered, end_power, title_of
from moot.games.modos.state import State
from moot.games.modos.vocabulary import Function

Called: TypeAlias = Callable[[Play[State], str, str, int], None]
"""What a function does with a power: the one that it is about by its id, a target, and the contest that is stored."""


class NotCountered(Happening, tag="not-countered"):
    """A counter did not beat the power that it was aimed at."""

    sentence = ("result", "{title} stands: {worth} does not beat {stored}.")
    power: str
    title: str
    stored: int
    worth: int


def counter(play: Play[State], on: str, target: str, stored: int) -> None:
    """End a power whose stored contest is beaten; it makes no difference if it is over already (MO-404)."""
    running = play.state.running.get(on)
    if running is None:
        return
    if stored > running.stored:
        end_power(play, on, "it is countered", "MO-404")
    else:
        title = title_of(play.state, running)
        play.record(NotCountered(power=on, title=title, stored=running.stored, worth=stored, rules=("MO-404",)))


def last_in_order(play: Play[State], on: str, target: str, stored: int) -> None:
    """Put somebody below everybody else in the order: a turn that is due slides to the end of the round (MO-E104)."""
    now = play.state.conflict
    if now is not None and target in now.people:
        lowest = min(one.initiative or 0 for who, one in now.listed.items() if who != target or len(now.people) == 1)
        play.record(Reordered(who=target, initiative=lowest - 1, power=on, rules=("MO-E104",)))


FUNCTIONS: Final[dict[Function, Called]] = {"counter": counter, "last-in-order": last_in_order}
"""What functions do as a power takes hold; the third shuts deeds while it lasts (`nearest`)."""

FUNCTIONS_PART: Final = Part(NotCountered, module="magic")

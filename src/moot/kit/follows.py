"""What follows by itself once something has happened anywhere: a turn ends, somebody is out, it is over.

A game has one list of `Flows`, in an order that it says. Every command is a `FlowCommand`: after what it does
it records all that follows, so that none need know in which procedure it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from moot.core import Command, GameState, Play

S = TypeVar("S", bound=GameState)

Flow: TypeAlias = Callable[[Play[Any]], None]
"""What follows by itself of one kind: it looks at the state, and records what is due."""


class Flows:
    """What follows by itself in a game: a function for each thing of the kind, in the order in which they are asked.

    Commands know their flows before there are any, for flows give rise to what commands do: a room names them last.
    """

    def __init__(self) -> None:
        self._flows: tuple[Flow, ...] = ()
        self._unless: Callable[[Play[Any]], bool] = lambda play: False

    def are(self, *flows: Flow, unless: Callable[[Play[Any]], bool] | None = None) -> None:
        """Say what follows by itself, in order. Raises ValueError if that is said twice.

        `unless` sees at a glance that nothing follows from what a command did: then no flow is asked.
        """
        if self._flows:
            raise ValueError("what follows by itself is said twice")
        self._flows = flows
        self._unless = unless or self._unless

    def go_on(self, play: Play[Any]) -> None:
        """Record all that follows by itself now, until each has been asked and nothing more does."""
        if self._unless(play):
            return
        moments, happened, quiet, every = play.moments, len(play.moments), 0, len(self._flows)
        for flow in cycle(self._flows):
            flow(play)
            quiet = quiet + 1 if len(moments) == happened else 0
            if quiet == every:
                return
            happened = len(moments)


class FlowCommand(Command[S], Generic[S]):
    """A command of a game with `flows`: `act` does it, and what follows by itself is recorded after it."""

    done_in = "act"
    flows: ClassVar[Flows]

    def enact(self, play: Play[S], of: Any) -> None:
        """Do it, and all that follows by itself."""
        self.act(play, of)
        type(self).flows.go_on(play)

    def act(self, play: Play[S], of: Any) -> None:
        """What it does: by itself, let the event of `records` have happened."""
        super().enact(play, of)

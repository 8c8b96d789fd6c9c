"""What all commands of a sequence share: where they are offered, and what follows them by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from moot.core import Offered, Play, Refused
from moot.games.wicked_age.conflict.phases import PHASES
from moot.games.wicked_age.conflict.rounds import go_on
from moot.games.wicked_age.state import State
from moot.kit.procedures import InProcedure

PLAY: Final = frozenset({"play"})
"""The phase of a chapter in which there are conflicts."""

Found: TypeAlias = Iterator[Offered | Refused]
"""Offers, and reasons why not."""


class InSequence(InProcedure[State]):
    """A command of a running sequence. `act` is what it does; what follows by itself is recorded after it."""

    when, done_in, procedure, about_any, phases = PLAY, "act", "sequence", "sequences", PHASES
    phase_at = staticmethod(lambda state, sequence: sequence.phase)
    nothing = ("no-conflict", "No conflict is under way.", "WA-ROLL-00")
    sequence: str

    def enact(self, play: Play[State], of: Any) -> None:
        """Do it, and record what follows by itself."""
        self.act(play, of)
        go_on(play, self.sequence)

    def act(self, play: Play[State], of: Any) -> None:
        """What it does: by itself, let the event of `records` have happened."""
        super().enact(play, of)

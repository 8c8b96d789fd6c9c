"""What all commands of a sequence share: where they are offered, and what follows them by itself."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

from moot.core import Command, NotNow, Offered, Play, Refused, Seat
from moot.core.events import name_of
from moot.games.wicked_age.conflict.phases import PHASES, RULES
from moot.games.wicked_age.conflict.rounds import go_on
from moot.games.wicked_age.sequence import Sequence
from moot.games.wicked_age.state import State

PLAY: Final = frozenset({"play"})
"""The phase of a chapter in which there are conflicts."""

Found: TypeAlias = Iterator[Offered | Refused]
"""Offers, and reasons why not."""


class InSequence(Command[State]):
    """A command of a running sequence: it exists in the phases of it that `PHASES` says. `offers_in` are its offers in
    one sequence, `act` is what it does; what follows by itself is recorded after it."""

    when, done_in, about_any = PLAY, "act", "sequences"
    sequence: str

    @classmethod
    def possible(cls, state: State) -> bool:
        """Whether a running sequence is in a phase of it."""
        name = name_of(cls)
        return any(name in PHASES[sequence.phase] for sequence in state.sequences.values())

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Found:
        """What `seat` may do by it in all running sequences; the reason nearest to the moment comes first."""
        name = name_of(cls)
        shut: Refused | None = None
        for sequence in state.running:
            if name not in PHASES[sequence.phase]:
                shut = shut or NotNow(rule=RULES[sequence.phase])
                continue
            try:
                yield from cls.offers_in(state, seat, sequence)
            except Refused as reason:
                yield reason
        yield shut or Refused("no-conflict", "No conflict is under way.", "WA-ROLL-00")

    @classmethod
    @abstractmethod
    def offers_in(cls, state: State, seat: Seat, sequence: Sequence) -> Iterable[Offered | Refused]:
        """What `seat` may do by it in `sequence`, whose phase knows it; a reason why not is yielded or raised."""

    @classmethod
    def offer_in(cls, sequence: Sequence, of: Any, label: str, why: str = "", *blanks: Any, **more: Any) -> Offered:
        """An offer in `sequence`; the rest as in `Command.offer`."""
        return cls.offer(of, label, why, *blanks, about=sequence.id, sequence=sequence.id, **more)

    def enact(self, play: Play[State], of: Any) -> None:
        """Do it, and record what follows by itself."""
        self.act(play, of)
        go_on(play, self.sequence)

    def act(self, play: Play[State], of: Any) -> None:
        """What it does: by itself, let the event of `records` have happened."""
        super().enact(play, of)

"""Tables of Grim & Perilous at which tests press buttons, with short ways for what tests do there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from moot import testing
from moot.core import Event
from moot.games.perilous.options import Options
from moot.games.perilous.person import Person
from moot.games.perilous.room import GAME
from moot.games.perilous.state import State
from moot.games.perilous.tests.people import person, pool
from moot.games.perilous.trial import Rolled, Trial
from moot.games.perilous.trying import TrialRolled

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
"""Who plays at a session: s3, s4, s5 and s6."""


class Sitting(testing.Sitting[State]):
    """A table with these options, before anybody is made: `Sitting("Ann", corruption_variant="official")`."""

    def __init__(self, *players: str, **options: Any) -> None:
        super().__init__(GAME, State(options=Options(**options)), *players)

    def happen(self, *events: Event[Any]) -> None:
        """Let events have happened; the GM is told all of each, and no id is ever given twice."""
        given = self.state.ids
        super().happen(*events)
        assert self.state.ids >= given
        assert self.heard["Gil"][len(self.heard["Gil"]) - len(events) :] == [*events]

    def pc(self, name: str, calling: str = "soldier", who: str = "", **sheet: Any) -> str:
        """A player makes a character; what else stands on the sheet is put there without a button."""
        self.do(name, "make-character", attributes="array", calling=calling, name=who or f"{name}’s own")
        return self.put(next(reversed(self.state.people)), **sheet)

    def npc(self, name: str = "A watchman", measure: str = "ordinary", **blanks: Any) -> str:
        """The GM makes somebody."""
        self.do("Gil", "quick-figures", **{"leans": "order"} | blanks, name=name, measure=measure)
        return next(reversed(self.state.people))

    def put(self, who: str, **sheet: Any) -> str:
        """Something stands on a sheet from now on."""
        if sheet:
            self.state = self.state.with_person(who, **sheet)
        return who

    def have(self, **changes: Any) -> None:
        """The table has this from now on."""
        self.state = msgspec.structs.replace(self.state, **changes)

    def begin(self) -> None:
        """The GM opens the session."""
        self.do("Gil", "open-session")

    def who(self, id_: str) -> Person:
        """A sheet as it stands."""
        return self.state.people[id_]

    def owns(self, name: str, who: str) -> bool:
        """Whether a person at the table plays somebody."""
        return self.state.owns(self.seats[name], who)

    def player(self, who: str) -> str:
        """Who at the table plays somebody."""
        return next(name for name in self.seats if self.owns(name, who))

    @property
    def trial(self) -> str:
        """The test that waits, of which there is one."""
        [found] = self.state.trials
        return found

    def trial_of(self, who: str) -> Trial:
        """The test that waits for somebody."""
        return next(one for one in self.state.trials.values() if one.who == who)

    def tested(self, who: str, skill: str, *digits: int, seat: str = "Gil", **more: Any) -> Rolled:
        """The guide asks for a test, and `seat` rolls these digits; what fell."""
        self.do("Gil", "call-trial", who=who, skill=skill, **more)
        self.do(seat, "roll", trial=self.trial, faces=faces(digits))
        assert self.rolled.faces == tuple(faces(digits))
        return self.rolled

    @property
    def rolled(self) -> Rolled:
        """What fell in the latest test."""
        rolled: Rolled = self.last(TrialRolled).rolled
        return rolled

    def last(self, kind: type[Event[Any]]) -> Any:
        """The latest event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))


class Session(Sitting):
    """A table in its first session: Ann plays `wen` (s3) and Ben `rusk` (s4) unless `people` says otherwise."""

    def __init__(self, *people: Person, fortune: int = 0, misfortune: int = 0, **options: Any) -> None:
        cast = people or (person("wen", player="s3"), person("rusk", player="s4"), person("joss"))
        super().__init__(*PLAYERS, **options)
        self.have(
            phase="session", session=1, people={who.id: who for who in cast}, fortune=pool(fortune),
            misfortune=pool(misfortune),
        )


def faces(digits: Iterable[int]) -> list[int]:
    """Digits that dice show as faces of a d10: a 0 is a 10."""
    return [digit or 10 for digit in digits]


def found(events: Iterable[Any], kind: type[Event[Any]]) -> Any:
    """The one event of a kind among these."""
    [one] = [event for event in events if isinstance(event, kind)]
    return one

"""Tables of Modos 2 at which tests press buttons, with short ways for what tests do there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from moot import testing
from moot.core import Event, Play
from moot.core.chance import Scripted
from moot.games.modos.conflicts import Conflict
from moot.games.modos.options import Options
from moot.games.modos.person import Mark, Person
from moot.games.modos.postures import band, steps_between
from moot.games.modos.room import GAME
from moot.games.modos.state import State
from moot.games.modos.throwing import ContestThrown
from moot.games.modos.view.moments import SeatQuestion, moment

T = TypeVar("T")

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
"""Who plays: s3, s4, s5 and s6; Gil is the guide."""


class Sitting(testing.Sitting[State]):
    """A table with these people and options: `Sitting(person("brolf", player="s3"), tie="neutral")`."""

    def __init__(self, *people: Person, **options: Any) -> None:
        super().__init__(GAME, State(options=Options(**options)), *PLAYERS)
        self.have(people={who.id: who for who in people})

    def have(self, **changes: Any) -> None:
        """The table has this from now on."""
        self.state = msgspec.structs.replace(self.state, **changes)

    def put(self, who: str, **sheet: Any) -> None:
        """Something stands on a sheet from now on."""
        self.state = self.state.with_person(who, **sheet)

    def who(self, id_: str) -> Person:
        """A sheet as it stands."""
        return self.state.people[id_]

    def player(self, who: str) -> str:
        """Who at the table throws for somebody."""
        return next(name for name in self.seats if self.state.owns(self.seats[name], who))

    def does(self, who: str, do: str, **blanks: Any) -> None:
        """Whoever plays somebody presses a button for them."""
        self.do(self.player(who), do, who=who, **blanks)

    def throws(self, who: str, *faces: int, **blanks: Any) -> Any:
        """Whoever plays somebody throws in the contest that waits for them; what came of it, if all have thrown."""
        contest = next(
            one.id for one in self.state.contests.values() for side in one.sides if side.who == who and not side.ready
        )
        self.does(who, "throw-contest", contest=contest, faces=[*faces], **blanks)
        return next((event for event in reversed(self.events) if isinstance(event, ContestThrown)), None)

    def befall(self, what: Callable[[Play[State]], T], *faces: int) -> T:
        """Something happens at the table without a button; dice fall as `faces` say, and all are used."""
        with Scripted(faces) as chance:
            play = Play(self.state, self.gm, chance, self.game.evolve)
            found = what(play)
        self.happen(*play.events)
        return found

    def mark(self, row: str, **more: Any) -> Mark:
        """A mark for a sheet."""
        return Mark(id=f"m-{row}", row=row, **more)

    @property
    def conflict(self) -> Conflict:
        """The conflict that runs."""
        assert self.state.conflict is not None
        return self.state.conflict

    def last(self, kind: type[Event[Any]]) -> Any:
        """The latest event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def far(self, one: str, other: str) -> str | None:
        """How far it is from one person to another; None if they cannot be made out."""
        steps = steps_between(self.state, one, other)
        return None if steps is None else band(steps)

    def fight(self, what: str = "A fight", **thrown: int) -> None:
        """A conflict is open, and everybody has thrown these faces for initiative, by id: players' characters on one
        side, the others on the other."""
        sides: dict[str, list[str]] = {"ours": [], "theirs": []}
        for who in thrown:
            sides["theirs" if self.who(who).npc else "ours"].append(who)
        self.do("Gil", "open-conflict", what=what, **sides)
        if "combat" in self.state.modules:
            self.do("Gil", "set-scene", more=("defensive", "flanking"))
        self.do("Gil", "call-order")
        for who, face in thrown.items():
            self.does(who, "throw-initiative", pool="P", faces=[face])

    def leaves(self, name: str) -> None:
        """Somebody leaves the table, whose character stays."""
        self.state = self.game.seated(self.state, tuple(seat for seat in self.state.seats if seat.name != name))

    def question(self, name: str) -> SeatQuestion:
        """What is asked of somebody now."""
        return moment(self.state, self.seats[name])

    def let_be(self) -> None:
        """Everybody who is asked lets the deed be."""
        while self.state.conflict and self.state.conflict.beat and self.state.conflict.beat.asked:
            self.does(self.state.conflict.beat.asked[0], "pass")

"""A table at which a chase runs, for tests: who is in it is said by `person`."""

from __future__ import annotations

from typing import Any

from moot.core import Event
from moot.games.perilous.chase.phases import phase_of, to_act
from moot.games.perilous.figures import DIFFICULTIES
from moot.games.perilous.person import Person
from moot.games.perilous.pursuit import Chase, Runner
from moot.games.perilous.tests.people import person
from moot.games.perilous.tests.table import Session, faces
from moot.games.perilous.trial import falling


def difficulty(points: int) -> str:
    """The difficulty of so many points."""
    return next(row.id for row in DIFFICULTIES.values() if row.value == points)


class Running(Session):
    """A chase among `fled` and `after`, ids of people; Ann plays `wen`, Ben `rusk`, the guide anybody else."""

    def __init__(self, *people: Person, fled: tuple[str, ...] = ("wen",), after: tuple[str, ...] = ("joss",),
                 fortune: int = 0, misfortune: int = 0, options: dict[str, Any] | None = None, **terms: Any) -> None:
        cast = people or (person("wen", player="s3"), person("rusk", player="s4"), person("joss"), person("ilse"))
        super().__init__(*cast, fortune=fortune, misfortune=misfortune, **(options or {}))
        self.do("Gil", "open-chase", escapees=fled, pursuers=after, **({"length": "medium"} | terms))

    def begin(self, *rolls: int) -> None:
        """Begin it; the Pursuers, all the guide's, roll these for their places, or 10, 9, 8 and so on."""
        self.do("Gil", "begin-chase", chase=self.chase.id)
        due = [one for one in self.chase.still("pursuers") if one.rolled is None]
        for name in self.seats:
            own = tuple(one.id for one in due if self.owns(name, one.driver))
            if own:
                fell = [rolls[n] if n < len(rolls) else 10 - n for n in range(len(own))]
                self.do(name, "roll-ladder", chase=self.chase.id, runners=own, faces=fell)

    @property
    def chase(self) -> Chase:
        """The chase."""
        return list(self.state.chases.values())[-1]

    @property
    def phase(self) -> str:
        """Where it stands."""
        return phase_of(self.state, self.chase)

    @property
    def values(self) -> dict[str, int]:
        """The values of those who are in."""
        return {one.id: one.value for one in self.chase.runners.values() if one.aboard}

    @property
    def now(self) -> Runner:
        """Whose turn it is."""
        assert self.chase.now is not None
        return self.chase.now

    def press(self, do: str, who: str = "", /, *, faces: Any = None, **blanks: Any) -> list[Event[Any]]:
        """A button of the chase, pressed by whoever plays `who`, or whose turn it is."""
        name = self.player(who or self.now.driver)
        return self.do(name, do, chase=self.chase.id, faces=faces, **blanks)

    def run(self, die: int, mode: str = "") -> None:
        """The one whose turn it is rolls the move."""
        self.press("run", mode=mode or self.now.mode, faces=[die])

    def hold(self) -> None:
        """All who may act let it be."""
        while self.phase == "acting" and self.chase.deed is None:
            [*who] = to_act(self.state, self.chase)
            self.press("hold", who[0], who=who[0])

    def turn(self, die: int, mode: str = "") -> None:
        """A turn with nothing but its roll."""
        self.run(die, mode)
        self.hold()

    def dice(self, who: str, *digits: int, then: tuple[int, ...] = (), again: tuple[int, ...] = ()) -> None:
        """Roll the test that waits; a failure stands, or is rolled `again` for a point. `then` are more faces."""
        name, trial, fell = self.player(who), self.trial, faces(digits)
        points = self.state.points(self.who(who))
        fails = self._fails(trial, fell)
        waits = fails and bool(points)
        self.do(name, "roll", trial=trial, faces=[*fell, *(() if waits else then)])
        if waits and again:
            self.do(name, "spend-fortune", trial=trial, faces=[*faces(again), *then])
        elif waits:
            self.do(name, "keep", trial=trial, faces=[*then] or None)

    def _fails(self, trial: str, fell: list[int]) -> bool:
        test = self.state.trials[trial]
        return falling(self.state.options, test, self.who(test.who), tuple(fell)).outcome == "failure"

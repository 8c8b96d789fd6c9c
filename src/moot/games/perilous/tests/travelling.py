"""A table of travellers at which tests press buttons."""

from __future__ import annotations

from typing import Any

from moot.games.perilous.figures import PERIL
from moot.games.perilous.person import Person
from moot.games.perilous.route import HardMoment, Journey, Passage, Stretch, phase_of
from moot.games.perilous.tests.people import skilled
from moot.games.perilous.tests.table import Session


def four() -> tuple[Person, ...]:
    """A Guide, a Survivalist, a Scout, and one who helps the Guide."""
    return (
        skilled("orsel", "s3", threshold=7, navigation=(44, 2), toughness=(41, 1)),
        skilled("tamsin", "s4", survival=(47, 1), toughness=(36, 1)),
        skilled("fenn", "s5", threshold=7, stealth=(43, 2), toughness=(38, 0)),
        skilled("dov", "s6", navigation=(35, 1), toughness=(50, 1)),
    )


class Road(Session):
    """A journey in the middle of a session; `options` are the table's."""

    def __init__(self, *people: Person, fortune: int = 0, provisions: int = 0, **options: Any) -> None:
        cast = people or four()
        super().__init__(*cast, fortune=fortune, **options)
        who = tuple(one.id for one in cast)
        self.do("Gil", "open-journey", title="To the pass", start="the coast", who=who, provisions=provisions)

    @property
    def journey(self) -> Journey:
        return next(iter(self.state.journeys.values()))

    @property
    def stretch(self) -> Stretch:
        assert self.journey.stretch is not None
        return self.journey.stretch

    @property
    def passage(self) -> Passage:
        assert self.stretch.passage is not None
        return self.stretch.passage

    @property
    def moment(self) -> HardMoment:
        return self.passage.moments[min(self.passage.at, len(self.passage.moments) - 1)]

    @property
    def phase(self) -> str:
        return phase_of(self.journey)

    def on(self, name: str, do: str, /, **blanks: Any) -> list[Any]:
        """Press a button of the journey."""
        return self.do(name, do, journey=self.journey.id, **blanks)

    def no(self, name: str, do: str, code: str, rule: str = "", /, **blanks: Any) -> None:
        """Press a button of the journey that must be refused."""
        self.refuses(name, do, code, rule, journey=self.journey.id, **blanks)

    def draw(self, name: str = "the moor", **more: Any) -> None:
        """The GM draws a Stretch at the end of the way."""
        plain = {"days": 5, "land": "marsh", "threat": "mild", "stretch": "", "place": len(self.journey.ahead) + 1}
        self.on("Gil", "draw-stretch", name=name, **plain | more)

    def take(self, **roles: str) -> None:
        """People take Roles: `orsel="guide"`, or `dov="helps guide"`."""
        for who, role in roles.items():
            part = "helps" if role.startswith("helps") else "rolls"
            self.on(self.player(who), "take-role", who=who, role=role.split()[-1], part=part)

    def roll(self, who: str, *faces: int, keep: bool = False) -> list[Any]:
        """Somebody rolls their test; with `keep` a failure stands, and the faces after its own are the Peril's."""
        trial, own = self.trial_of(who), faces
        if keep:
            own, faces = faces[: len(trial.dice)], faces[len(trial.dice):]
        events = self.do(self.player(who), "roll", trial=trial.id, faces=own)
        if keep:
            events += self.do(self.player(who), "keep", trial=trial.id, faces=faces)
        return events

    def peril(self, who: str) -> str:
        """Where somebody stands on the Peril track."""
        return [*PERIL][self.state.people[who].peril]

    def away(self, **stretch: Any) -> None:
        """Everybody has a Role and they set out on one Stretch, whose Role Checks are still to be made."""
        self.draw(**stretch)
        self.on("Gil", "set-out")
        self.take(orsel="guide", tamsin="survivalist", fenn="scout", dov="helps guide")
        self.on("Gil", "be-off")

    def found(self, guide: tuple[int, ...], survivalist: tuple[int, ...], scout: tuple[int, ...]) -> None:
        """The three Role Checks fall as these faces."""
        for who, faces in (("orsel", guide), ("tamsin", survivalist), ("fenn", scout)):
            self.roll(who, *faces)

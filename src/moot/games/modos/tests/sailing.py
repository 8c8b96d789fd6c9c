"""Tables of a game aboard: the house rules are on, and the crew is in the commissary."""

from __future__ import annotations

from dataclasses import replace as dataclass_replace
from typing import Any, Final

import msgspec

from moot.core import Module
from moot.core.state import seated
from moot.games.modos.house import READY
from moot.games.modos.options import SWITCHED
from moot.games.modos.person import Person
from moot.games.modos.room import GAME
from moot.games.modos.state import State
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting

RULES: Final = Module.read(READY[0])


LOCK: Final = "airlock|hold"
HOLD: Final = (LOCK, "commissary|hold", "hold|workshop", "hold|shuttle")
"""The junctions of the airlock, and of the hold."""


def board(table: Sitting) -> None:
    """The ship lies on the desk, and its game begins."""
    table.do("Gil", "take-adventure", adventure="isolation/isolation")
    table.do("Gil", "begin-adventure", paper=next(iter(table.state.papers)))


class Aboard(Sitting):
    """A table at which a crew is aboard; `at` says who is where, `lair` where the alien is."""

    def __init__(self, *people: Person, at: dict[str, str] | None = None, **ship: Any) -> None:
        crew = people or (person("ripley", player="s3"), person("dallas", player="s4"))
        super().__init__(*crew, magic="false")
        self.state = GAME.housed(self.state, (RULES,))
        board(self)
        self.have(ship=msgspec.structs.replace(self.ship, at=self.ship.at | (at or {}), **ship))

    @property
    def ship(self) -> Any:
        """How the game aboard stands."""
        return self.state.ship

    def blank(self, name: str, do: str) -> Any:
        """The first blank of an offer."""
        return self.offers(name, do)[0].fields[0]

    def seen(self, *, guide: bool) -> Any:
        """The ship as everybody sees it, or the guide."""
        stage: Any = GAME.stage(self.state, guide)
        return stage.ship

    def fate(self, **changes: Any) -> None:
        """Something is so aboard from now on."""
        self.have(ship=msgspec.structs.replace(self.ship, **changes))


def met(**more: Any) -> Aboard:
    """The alien has come to the crew in the hold, and initiative was thrown."""
    table = Aboard(at={"ripley": "hold", "dallas": "hold"}, lair="hold", **more)
    table.do("Gil", "hunt", who="ripley", how="loud")
    table.do("Gil", "call-order")
    for who, face in (("ripley", 20), ("dallas", 10), (table.ship.alien, 1)):
        table.does(who, "throw-initiative", pool="P", faces=[face])
    return table


def sit(state: State, seats: Any) -> State:
    """A crew of three is aboard as soon as anybody sits down."""
    if not state.people:
        crew = (person("ripley", player="s3"), person("dallas", player="s4"), person("ash", player="s5"))
        every = dict.fromkeys(SWITCHED, "true") | {"magic": "false"}
        options = msgspec.structs.replace(state.options, **every)
        state = msgspec.structs.replace(Aboard(*crew).state, options=options)
    return seated(state, seats)


SAILING: Final = dataclass_replace(GAME, seated=sit, housed=lambda state, modules: GAME.housed(state, (RULES,)))

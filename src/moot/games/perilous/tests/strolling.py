"""Random walks from a table that a test has prepared."""

from __future__ import annotations

from typing import Any

import msgspec

from moot.core import Part
from moot.games.perilous.fortune import FORTUNE
from moot.games.perilous.harm import HARM
from moot.games.perilous.making.beginning import BEGINNING
from moot.games.perilous.recovery import RECOVERY
from moot.games.perilous.room import GAME
from moot.games.perilous.sins import SINS
from moot.games.perilous.state import State
from moot.games.perilous.trying import TRYING
from moot.games.perilous.wounds import WOUNDS
from moot.testing import Sitting
from moot.testing.walk import Survey, Walk


def stroll(
    state: State, *parts: Part[State], seeds: range, steps: int, walk: type[Walk] = Walk, survey: Survey | None = None
) -> Survey:
    """Hold some parts of the room to the contract of every game, on random walks from a prepared state."""

    class Prepared(type(GAME)):  # type: ignore[misc]
        def start(self, settings: Any) -> State:
            return msgspec.structs.replace(state, options=super().start(settings).options)

    given = {name: getattr(GAME, name) for name in GAME.__dataclass_fields__ if name != "commands"}
    some = (TRYING, HARM, WOUNDS, FORTUNE, SINS, RECOVERY, BEGINNING, *parts)
    game, survey = Prepared(**{**given, "draws": {}, "parts": some}), survey or Survey()
    seats = Sitting(GAME, state, "Ann", "Ben", "Cleo").seats.values()
    for seed in seeds:
        walk(game, tuple(seats), seed, survey).run(steps)
    return survey

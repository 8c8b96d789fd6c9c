"""The encounter on a journey: whom its row brings, and what has come of it so far (GP-WILD-10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from moot.core import Part
from moot.games.perilous.packs import Foe, foe_of, foes, meetings
from moot.games.perilous.route import Journey, phase_of
from moot.games.perilous.state import State
from moot.kit.procedures import OfProcedure


class Met(NamedTuple):
    """An encounter that is played or held ready, on a journey, and whom its row brings: the key and figures, how many,
    and the ids of those it has brought."""

    journey: str
    told: bool
    key: str
    foe: Foe
    many: int
    there: tuple[str, ...]


def met(state: State) -> Met | None:
    """Whom the encounter that is played, or held ready, brings, if its row says (GP-WILD-10)."""
    for journey in (one for one in state.journeys.values() if one.stretch and not one.over):
        held = journey.passage.held
        row = meetings(state.packs).get(held.row) if held else None
        if held and row and (foe := foe_of(state.packs, held.row)):
            key = next(key for key, one in foes(state.packs).items() if one == foe)
            there = tuple(who for who in held.children if who in state.people)
            return Met(journey.id, held.told, key, foe, max(1, row.count), there)
    return None


def surprise(state: State) -> str:
    """Whose the Surprise Turn is in the encounter that is played: `party`, `enemy`, or empty (GP-WILD-08)."""
    played = (one.passage for one in state.journeys.values() if phase_of(one) == "encounter")
    return next((by for one in played if (by := one.effect("scout").surprise)), "")


def brought(state: State, people: Iterable[str]) -> tuple[str, ...]:
    """Those of these people whom the encounter has brought."""
    found = met(state)
    return tuple(who for who in people if found and who in found.there)


class EncounterGrew(OfProcedure[State, Journey], tag="encounter-grew"):
    """Something that was opened since belongs to the encounter, which waits for it; or somebody whom it brings."""

    heard_by, silent, procedure, among = "guide", True, "journey", "journeys"
    journey: str
    child: str

    def unfold(self, one: Journey) -> Journey:
        held = one.passage.held
        return one.with_held(children=(*held.children, self.child)) if held else one


MEETING: Final = Part(EncounterGrew)

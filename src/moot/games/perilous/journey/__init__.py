"""Journeys through the wilds: all their parts, and whom one waits for (GP-WILD-01 to GP-WILD-14)."""

from __future__ import annotations

from typing import Final

from moot.core import Part, Waiting
from moot.games.perilous.journey.camp import CAMPS
from moot.games.perilous.journey.days import HARDSHIP_PART, MILES
from moot.games.perilous.journey.facing import FACING
from moot.games.perilous.journey.mapping import MAPPING
from moot.games.perilous.journey.phases import engaged, leaders, running, travellers
from moot.games.perilous.journey.resting import RESTING
from moot.games.perilous.journey.roles import ROLE_PARTS
from moot.games.perilous.journey.trouble import TROUBLE, still_open
from moot.games.perilous.meeting import MEETING
from moot.games.perilous.route import Journey, JourneyPhase, phase_of
from moot.games.perilous.state import State
from moot.kit.people import guide_waits, waits_for

JOURNEYS: Final[tuple[Part[State], ...]] = (
    MILES, MAPPING, ROLE_PARTS, HARDSHIP_PART, TROUBLE, MEETING, FACING, CAMPS, RESTING,
)
"""Everything about journeys."""

_GUIDE: Final[dict[JourneyPhase, str]] = {
    "threat": "whether trouble finds them", "encounter": "what comes of the encounter", "arrived": "the journey’s end",
    "deserted": "the end of the journey, or somebody who goes on with it",
}


def headline(state: State) -> str:
    """Where the first running journey stands, in a few words; empty where nobody travels."""
    journey = next(iter(running(state)), None)
    if journey is None:
        return ""
    stretch = journey.stretch
    return stretch.name if stretch and phase_of(journey) != "mapping" else journey.title


def waiting(state: State) -> tuple[Waiting, ...]:
    """Whom the journeys wait for, beside their tests, and what for. What the Threat dice showed changes nothing."""
    return tuple(one for journey in running(state) for one in _waits(state, journey))


def _waits(state: State, journey: Journey) -> tuple[Waiting, ...]:
    phase = phase_of(journey)
    if engaged(state, journey):
        return ()
    if journey.hungry and phase in ("mapping", "arrived"):
        return guide_waits(state, "what hunger does")
    if phase == "mapping":
        return guide_waits(state, "the party to set out" if journey.ahead else "the way to be drawn")
    if phase == "roles":
        idle = [who for who in travellers(state, journey) if who.id not in journey.tasks]
        asked = [
            (state.played_by(who.id), f"a Role for {who.called}" if state.guided(who.id) else "a Role") for who in idle
        ]
        return waits_for(state, asked) or _leads(state, journey, "the party to go")
    if phase == "resting":
        if state.seen_wounds or any(not trial.sealed for trial in state.trials_of(journey.id)):
            return ()
        return _leads(state, journey, "a camp, or to go on")
    plays = phase == "encounter" and still_open(state, journey)
    return guide_waits(state, _GUIDE[phase]) if phase in _GUIDE and not plays else ()


def _leads(state: State, journey: Journey, what: str) -> tuple[Waiting, ...]:
    """Those whose word moves the party are waited for (GP-RD-29)."""
    seats = {state.played_by(who.id): None for who in leaders(state, journey)}
    return waits_for(state, ((seat, what) for seat in seats if seat)) or guide_waits(state, what)

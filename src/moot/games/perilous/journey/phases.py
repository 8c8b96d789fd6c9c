"""Where a journey stands, and what can be asked of it there.

`route.phase_of` reads the phase off what a journey holds; nothing sets it. Between the roll of the Threat dice and the
guide's word on it the phase stays `threat`, whatever fell, so that nothing gives the dice away.

    nobody is on the road                     deserted
    no Stretch begun, or between two          mapping
    Roles are not settled                     roles
    a Role has no result                      guide, survivalist, scout   in this order (GP-WILD-05)
    an encounter is being played              encounter
    a forced march has its tests              march      GP-OVER-02
    somebody has not tested in this moment    hardship   GP-WILD-09
    the guide has not said what comes         threat     GP-WILD-10
    the party has not gone on                 resting    GP-WILD-12
    no Stretch follows                        arrived    GP-WILD-13

Who dies, or is not played any more, is a traveller no more, so that nobody waits for them (GP-RD-26).
"""

from __future__ import annotations

from typing import Final, cast

from msgspec.structs import replace

from moot.core import Offered, Offers, Refused, Seat, Urgency
from moot.games.perilous.flow import Within
from moot.games.perilous.person import Person
from moot.games.perilous.route import Journey, JourneyPhase, phase_of
from moot.games.perilous.state import State
from moot.games.perilous.terms import so_many
from moot.kit.procedures import OfProcedure, PhaseRow

_MAP: Final = frozenset({
    "draw-stretch", "drop-stretch", "open-stretch", "set-travellers", "stock-up", "hunger", "end-journey",
})
_CAMP: Final = frozenset({"camp", "camp-doing"})
_MEETING: Final = frozenset({"draw-encounter", "open-encounter"})

PHASES: Final[dict[JourneyPhase, PhaseRow]] = {
    "mapping": PhaseRow("GP-WILD-01", _MAP | _CAMP | {"set-out"}),
    "roles": PhaseRow("GP-WILD-05", _MAP | {"take-role", "be-off"}),
    "guide": PhaseRow("GP-WILD-06", _MAP),
    "survivalist": PhaseRow("GP-WILD-07", _MAP | {"rule-role"}),
    "scout": PhaseRow("GP-WILD-08", _MAP | {"rule-role"}),
    "hardship": PhaseRow("GP-WILD-09", _MAP | {"rule-role", "waive", "all-endure", "march", "capsize"}),
    "march": PhaseRow("GP-OVER-02", _MAP | {"all-endure"}),
    "threat": PhaseRow("GP-WILD-10", _MAP | _MEETING | {"threat", "force-threat", "quiet-road"}),
    "encounter": PhaseRow("GP-WILD-10", _MAP | {"face-encounter", "close-encounter", "strike-encounter"}),
    "resting": PhaseRow("GP-WILD-12", _MAP | _CAMP | _MEETING | {"march", "go-on", "capsize"}),
    "arrived": PhaseRow("GP-WILD-13", _MAP | _CAMP),
    "deserted": PhaseRow("GP-WILD-01", frozenset({"set-travellers", "stock-up", "end-journey"})),
}
"""The phases of a journey that runs; `open-journey` and `reckon-miles` belong to none."""


def running(state: State) -> list[Journey]:
    """The journeys that are not over."""
    return [journey for journey in state.journeys.values() if not journey.over]


def travellers(state: State, journey: Journey) -> tuple[Person, ...]:
    """Those on the road."""
    return tuple(state.people[who] for who in journey.travellers)


def fellows(state: State, seat: Seat, journey: Journey) -> tuple[Person, ...]:
    """The travellers that a seat speaks for."""
    return tuple(who for who in travellers(state, journey) if state.owns(seat, who.id))


def needs_fellow(state: State, seat: Seat, journey: Journey, does: str) -> None:
    """Refuse all but the guide and those whose characters are on the road."""
    if not seat.guides and not fellows(state, seat, journey):
        raise Refused("not-travelling", f"Only travellers and the GM {does}.", PHASES[phase_of(journey)].rule)


def engaged(state: State, journey: Journey) -> bool:
    """Whether somebody on the road is in a chase, a talk, a fight or an ordeal, for which the journey waits."""
    inside = (
        *(who for one in state.chases.values() if not one.over for each in one.runners.values() for who in each.aboard),
        *(who for exchange in state.exchanges.values() for who in exchange.people),
        *(who for ordeal in state.ordeals.values() for who in ordeal.people if not ordeal.over),
        *(one.id for fight in state.fights.values() for one in fight.fighters),
    )
    return not set(inside).isdisjoint(journey.travellers)


def leaders(state: State, journey: Journey) -> tuple[Person, ...]:
    """Whose word moves the party: its Guide, played by somebody at the table beside a GM, or else all (GP-RD-29)."""
    people, guide = travellers(state, journey), journey.roller("guide") if state.guide_seat else ""
    return tuple(who for who in people if who.id == guide and not state.guided(guide)) or people


def moved_by(state: State, seat: Seat, journey: Journey) -> Urgency:
    """How much a seat is asked where the party may move. Raises Refused where others say it (GP-RD-29)."""
    needs_fellow(state, seat, journey, "say when the party moves")
    first = leaders(state, journey)
    if any(state.owns(seat, who.id) for who in first):
        return "must"
    if not seat.guides:
        raise Refused("not-leading", f"{first[0].name} guides the party, and says when it moves.", "GP-RD-29")
    return "may"


def fed(journey: Journey) -> None:
    """Raise Refused while the guide has yet to say what hunger does (GP-RD-13)."""
    if journey.hungry:
        message = f"The party is {so_many(journey.short, 'provision')} short: first the GM says what hunger does."
        raise Refused("hunger-first", message, "GP-RD-13", allowed=("Hunger bites",))


class OfJourney(OfProcedure[State, Journey]):
    """An event of one journey."""

    procedure, among = "journey", "journeys"
    journey: str


class InJourney(Within):
    """A command of a journey."""

    procedure, about_any, phases = "journey", "journeys", PHASES
    phase_at = staticmethod(lambda state, journey: phase_of(journey))
    nothing = ("no-journey", "Nobody is on the road.", "GP-WILD-01")
    journey: str

    @classmethod
    def offers(cls, state: State, seat: Seat) -> Offers:
        """What `seat` may do by it; it can wait while travellers are in something else."""
        waits = {journey.id for journey in running(state) if engaged(state, journey)}
        for one in super().offers(state, seat):
            waiting = isinstance(one, Offered) and one.urgency == "must" and one.about in waits
            yield replace(cast("Offered", one), urgency="may") if waiting else one

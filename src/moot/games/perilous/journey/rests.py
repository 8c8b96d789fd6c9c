"""What a camp now, a camp later or none is likely to bring, exactly (GP-WILD-12).

It looks to the end of the Stretch that they are on, or of the next one where nothing is left to bear on this. It
assumes that there is no other camp before that, that Roles stay as they are and that no Fortune is spent.
"""

from __future__ import annotations

from typing import Final

import msgspec

from moot.games.perilous.journey.bearing import NO_CAMP, Borne, Camping, bearing, borne, moments_due
from moot.games.perilous.journey.camp import camp_eats, camped, lowest
from moot.games.perilous.journey.odds import (
    TravellerAhead,
    eaten,
    endured,
    foreseeable,
    roads,
    short,
    still_open,
    to_come,
    traveller_ahead,
)
from moot.games.perilous.journey.phases import passing, travellers
from moot.games.perilous.person import Person
from moot.games.perilous.route import Journey, Passage, Stretch, phase_of
from moot.games.perilous.state import State

DAYS: Final = 1
"""The days of a camp that is weighed; more of them mend no more."""


class Rest(msgspec.Struct, frozen=True, kw_only=True):
    """One choice at a rest: what the camp in it eats, and how people come to the end of the Stretch. `short` is the
    chance that the stores do not last as far as the road is known; empty where nobody counts them."""

    says: str
    eats: int
    short: str
    travellers: tuple[TravellerAhead, ...]


class Rests(msgspec.Struct, frozen=True, kw_only=True):
    """What a party at rest can choose between, and the Stretch at whose end it is weighed."""

    stretch: str
    choices: tuple[Rest, ...]


def rests(state: State, journey: Journey, guide: bool) -> Rests | None:
    """What a camp now, a camp later or none may bring, as the guide or anybody may know it; None where nobody rests, or
    where what comes next is not known."""
    if phase_of(journey) != "resting":
        return None
    here, passage = passing(journey)
    left = to_come(here)
    stretch = here if left else next(iter(journey.ahead), None)
    if stretch is None or not (left or guide or foreseeable(state, journey, stretch)):
        return None
    now = camped(state, journey, passage, DAYS).evolve(state)
    choices = [
        _rest("Go on", state, journey, stretch, guide), _rest("Camp for a day now", now, journey, stretch, guide),
    ]
    if len(left) > 1:
        choices.append(_rest("Go on, and camp after the next moment", state, journey, stretch, guide, camp=1))
    return Rests(stretch=stretch.name, choices=tuple(choices))


def _rest(says: str, state: State, was: Journey, stretch: Stretch, guide: bool, camp: int = 0) -> Rest:
    """A choice after which the table stands at `state`, with a camp after so many moments more."""
    journey = state.journeys[was.id]
    known = [one for one in still_open(was) if guide or one.passage or foreseeable(state, journey, one)]
    later = camp_eats(journey, DAYS) if camp else 0
    law = {amount + later: share for amount, share in eaten(state, journey, known).items()}
    ways = () if stretch.passage else roads(state, journey, stretch)
    people = (
        (who, endured(state, journey, ways, who) if ways else along(state, journey, stretch, who, camp))
        for who in travellers(state, journey) if guide or not who.npc
    )
    return Rest(
        says=says, eats=was.left - journey.left + later, short=short(journey, law),
        travellers=tuple(traveller_ahead(ends, who.id, who.name) for who, ends in people),
    )


def along(state: State, journey: Journey, stretch: Stretch, who: Person, camp: int = 0) -> Borne:
    """How somebody bears what is left of the Stretch that they are on; with a camp after so many moments of hardship,
    or with none."""
    passage, law = stretch.passage or Passage(begun=state.day), bearing(state, journey, stretch, who)
    hardy = who.id in passage.hardy
    camping = Camping(camp, lowest(state, who, passage, DAYS), hardy) if camp else NO_CAMP
    return borne(law, who.peril, moments_due(stretch, who.id), camping)

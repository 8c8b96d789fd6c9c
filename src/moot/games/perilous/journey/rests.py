"""What a camp now, a camp later or none is likely to bring, exactly (GP-WILD-12).

It looks to the end of the Stretch that they are on, or of the next one where nothing is left to bear on this. It
assumes that there is no other camp before that, that Roles stay as they are and that no Fortune is spent.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from moot.games.perilous.journey.camp import camp_eats, camped, restored
from moot.games.perilous.journey.odds import (
    Law,
    TravellerAhead,
    borne,
    branches,
    eaten,
    endured,
    foreseeable,
    moments_due,
    short,
    still_open,
    traveller_ahead,
)
from moot.games.perilous.journey.phases import passing, travellers
from moot.games.perilous.person import LAST, Person
from moot.games.perilous.route import Journey, Passage, Stretch, phase_of
from moot.games.perilous.state import State

DAYS: Final = 1
"""The days of a camp that is weighed; more of them mend no more."""


class Stand(NamedTuple):
    """A place on the Peril track, whether a camp restores them altogether, and whether they have dropped by now."""

    peril: int
    hardy: bool
    dropped: bool


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
    left = [moment for moment in passage.moments[passage.at + 1:] if not moment.waived]
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
    ways = () if stretch.passage else tuple(branches(state, journey, stretch))
    people = []
    for who in travellers(state, journey):
        if guide or not who.npc:
            if ways:
                places = endured(state, journey, ways, who)
                drops = places.get(LAST, Fraction(0))
            else:
                places, drops = along(state, journey, stretch, who, camp)
            people.append(traveller_ahead(who, places, drops))
    return Rest(
        says=says, eats=was.left - journey.left + later, short=short(journey, law), travellers=tuple(people)
    )


def along(state: State, journey: Journey, stretch: Stretch, who: Person, camp: int = 0) -> tuple[Law, Fraction]:
    """Where somebody stands at the end of the Stretch that they are on, and the chance that they drop on the way there;
    with a camp after so many moments of hardship, or with none."""
    passage = stretch.passage or Passage(begun=state.day)
    law = {Stand(who.peril, who.id in passage.hardy, who.incapacitated): Fraction(1)}
    for number in range(moments_due(stretch, who.id)):
        after = defaultdict[Stand, Fraction](Fraction)
        for at, share in law.items():
            peril = _rested(state, passage, who, at) if number and number == camp else at.peril
            for (to, hardy), chance in borne(state, journey, stretch, replace(who, peril=peril)).items():
                dropped = at.dropped or replace(who, peril=to).incapacitated
                after[Stand(to, at.hardy or hardy, dropped)] += share * chance
        law = after
    places: Law = defaultdict(Fraction)
    for at, share in law.items():
        places[at.peril] += share
    return places, sum((share for at, share in law.items() if at.dropped), Fraction(0))


def _rested(state: State, passage: Passage, who: Person, at: Stand) -> int:
    hardy = (who.id,) if at.hardy else ()
    return restored(state, replace(who, peril=at.peril), replace(passage, hardy=hardy), DAYS)

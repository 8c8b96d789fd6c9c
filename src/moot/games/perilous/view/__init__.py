"""What each seat sees: the standing situation for everyone or the guide, and what is a seat's own."""

from __future__ import annotations

import msgspec

from moot.core import Seat
from moot.games.perilous import madness
from moot.games.perilous.chase import view as chase
from moot.games.perilous.chase.phases import running
from moot.games.perilous.evening import view as evening
from moot.games.perilous.intrigue import view as intrigue
from moot.games.perilous.intrigue.phases import phase_of
from moot.games.perilous.journey import view as journey
from moot.games.perilous.state import Phase, State
from moot.games.perilous.view import people as persons


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """The pictures of what goes on."""

    phase: Phase
    chases: tuple[chase.ChaseView, ...]
    journeys: tuple[journey.JourneyView, ...]
    exchanges: tuple[intrigue.SocialExchangeView, ...]
    evening: evening.EveningView
    fighting: bool


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What is a seat's own: its people, a player's sheets, and what their tests, Tactics, ordeals, moves may bring."""

    people: tuple[str, ...]
    prospects: tuple[persons.Prospect, ...]
    tactics: tuple[intrigue.ChanceView, ...]
    costs: tuple[madness.CostView, ...]
    ways: tuple[chase.Ahead, ...]
    sheets: tuple[persons.SheetView, ...]


def stage(state: State, guide: bool) -> Stage:
    """What goes on as everybody sees it, or the guide."""
    return Stage(
        phase=state.phase, chases=tuple(chase.seen(state, one, guide) for one in running(state)),
        journeys=tuple(journey.seen(state, one, guide) for one in state.journeys.values() if not one.over),
        exchanges=tuple(intrigue.seen(state, one, guide) for one in state.exchanges.values()),
        evening=evening.seen(state, guide), fighting=bool(state.fights),
    )


def own(state: State, seat: Seat) -> Own:
    """What is a seat's own: those who are played and alive come first."""
    owned = (who for who in state.people.values() if state.owns(seat, who.id))
    mine = sorted(owned, key=lambda who: who.dead or not who.active)
    ids = tuple(who.id for who in mine)
    tactics = tuple(
        chance for one in state.exchanges.values() if phase_of(state, one) == "tactics" for who in one.people
        if who in ids for chance in intrigue.weighed(state, one, who)
    )
    costs = tuple(
        madness.weighed(state, one, who) for one in state.ordeals.values() for who in one.people
        if who in ids and who not in one.bore
    )
    ways = tuple(way for one in running(state) for way in chase.ahead(state, one, seat))
    return Own(
        people=ids, prospects=persons.prospects(state, seat), tactics=tactics, costs=costs, ways=ways,
        sheets=tuple(persons.sheet(state, seat, who) for who in mine if not seat.guides),
    )

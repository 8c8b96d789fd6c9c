"""What each seat sees: the standing situation for everyone or the guide, and what is a seat's own."""

from __future__ import annotations

from typing import Final

import msgspec

from moot.core import BoardRow, Offered, Seat
from moot.core.commands import offered
from moot.games.modos.adventures.papers import Here
from moot.games.modos.combat.attacking import Attack
from moot.games.modos.combat.defending import Defend
from moot.games.modos.flow import FlowCommand
from moot.games.modos.magic.withstanding import Resist
from moot.games.modos.person import Person
from moot.games.modos.settling import ThrowContest
from moot.games.modos.state import Phase, State
from moot.games.modos.view import desk, fights
from moot.games.modos.view.aboard import ShipView, aboard
from moot.games.modos.view.moments import Kind, MeansView, SeatQuestion, moment, power_first
from moot.games.modos.view.sheets import SheetView, opened as opened_sheet, sheet
from moot.games.modos.view.stakes import StakesView, weighed
from moot.kit.remembered import remembered


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """The pictures of what goes on, and where the party is in an adventure."""

    phase: Phase
    fight: fights.ConflictView | None
    here: Here | None
    ship: ShipView | None = None


class Own(msgspec.Struct, frozen=True, kw_only=True):
    """What is a seat's own: a player's sheets, what there is to act with, what comes of what is asked, and what lies on
    the guide's desk."""

    sheets: tuple[SheetView, ...]
    means: MeansView | None
    stakes: StakesView | None
    desk: tuple[BoardRow, ...] = ()


def stage(state: State, guide: bool) -> Stage:
    """What goes on as everybody sees it, or the guide."""
    return Stage(phase=state.phase, fight=fights.seen(state), here=state.here, ship=aboard(state, guide))


def own(state: State, seat: Seat) -> Own:
    """What is a seat's own."""
    sheets = () if seat.guides else tuple([sheet(state, seat, who) for who in _mine(state, seat)])
    now = moment(state, seat)
    return Own(
        sheets=sheets, means=now.means, stakes=_first(state, seat, now), desk=desk.rows(state) if seat.guides else (),
    )


@remembered(256, lambda state: (state.people, state.seats))
def _mine(state: State, seat: Seat) -> tuple[Person, ...]:
    """The people of a seat, those in the making among them."""
    return tuple([who for who in state.people.values() if state.owns(seat, who.id)])


def opened(state: State, seat: Seat, what: str) -> SheetView | StakesView | desk.AdventureView | None:
    """What a seat sees once it opens somebody, an offer of its own, or the guide an adventure."""
    paper = desk.opened(state, what) if seat.guides else None
    return paper or opened_sheet(state, seat, what) or weighed(state, seat, what)


def _first(state: State, seat: Seat, now: SeatQuestion) -> StakesView | None:
    """What the offer may bring that stands open on the page: the first of its kind for the one who is asked."""
    first = now.lead or (power_first(state, seat, now.who) if now.kind == "turn" else "")
    if first and (going := weighed(state, seat, first)) is not None:
        return going
    kinds = (kind for kind in LEADING.get(now.kind, ()) if kind not in (Attack, Defend) or "combat" in state.modules)
    every = (one for kind in kinds for one in offered(kind, state, seat))
    found = (one for one in every if isinstance(one, Offered) and one.about == now.who)
    return weighed(state, seat, next((one.key for one in found), ""))


LEADING: Final[dict[Kind, tuple[type[FlowCommand], ...]]] = {
    "throw": (ThrowContest,), "turn": (Attack,), "react": (Defend, Resist),
}
"""What stands open on the page, by what is asked."""

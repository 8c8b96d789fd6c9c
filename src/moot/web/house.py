"""The rules that a table plays by, in a sheet: read by all; its guide changes them there, a press each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from moot import games
from moot.core import CastMember, Offered, Option, Rulebook
from moot.core.events import name_of
from moot.table.rules_here import WeighHouseRules, touched
from moot.table.touching import Touched
from moot.web.doors import opened
from moot.web.forms import Form, forms
from moot.web.house_rules import ready
from moot.web.moment import SeatMoment
from moot.web.pages import Pages
from moot.web.responses import AnyRequest
from moot.web.rules import Switch, house_switches

READINGS = ("reading", "erratum")
"""Kinds of rules that answer for a book which is silent, or contradicts itself."""


class TouchedPerson(msgspec.Struct, frozen=True):
    """A sentence about what a change does to somebody, and who that is, if it is one of the cast."""

    says: str
    member: CastMember | None


class WeighedChange(msgspec.Struct, frozen=True):
    """A change that is looked at, with all that it touches. `wait` is what comes first; empty if it can be now."""

    touched: Touched
    people: tuple[TouchedPerson, ...]
    wait: str


def by_heading(book: Rulebook, options: Iterable[Option]) -> tuple[tuple[str, tuple[Option, ...]], ...]:
    """Options under the two headings that pages have for them, without one that has none."""
    every = [*options]
    headings = (
        ("What the book leaves to each table", False), ("Where the book is silent, or contradicts itself", True),
    )
    groups = ((title, tuple(one for one in every if (book.rules[one.rule].kind in READINGS) == unclear))
              for title, unclear in headings)
    return tuple((title, found) for title, found in groups if found)


def drawer(pages: Pages, mine: SeatMoment) -> str:
    """The sheet with the rules in force, as this seat sees them."""
    state, book = mine.moment.state, games.find(mine.moment.game.name).rulebook
    switches = {switch.option.id: switch for switch in house_switches(book, state)}
    written = mine.table.found(mine.seat, do=name_of(WeighHouseRules)) if mine.seat.guides else ()
    here: dict[str, Any] = {"table": mine.table.id, "guide": mine.seat.guides, "game": mine.moment.game}
    here |= {"hue_of": mine.moment.chairs.hue_of, "groups": _groups(book, switches)}
    here |= {"switches": ready(state.game, state.modules), "written": _forms(mine, written)}
    here |= {"wait": mine.moment.game.unsettled(mine.moment.play), "weighed": weighed(mine)}
    here |= {"looked_at": _looked_at(mine), "changed": mine.table.ledger.rule_changes()}
    return pages.render("table/house.html", here)


def _forms(mine: SeatMoment, found: Iterable[Offered]) -> tuple[Form, ...]:
    return forms(found, mine.desk._replace(place="house"))


def _groups(book: Rulebook, switches: dict[str, Switch]) -> tuple[tuple[str, tuple[Switch, ...]], ...]:
    grouped = by_heading(book, (switch.option for switch in switches.values()))
    return tuple((title, tuple(switches[option.id] for option in options)) for title, options in grouped)


def weighed(mine: SeatMoment) -> WeighedChange | None:
    """What the guide weighs, for the guide."""
    state, ledger = mine.moment.state, mine.table.ledger
    if state.weighed is None or not mine.seat.guides:
        return None
    cast = tuple(mine.moment.cast(guide=True).values())
    people = tuple(TouchedPerson(says, named(says, cast)) for says in ledger.touches(state.weighed))
    return WeighedChange(touched(state, state.weighed), people, mine.moment.game.unsettled(mine.moment.play))


def _looked_at(mine: SeatMoment) -> frozenset[str]:
    """What the guide pressed to see what it touches: ways of options, as `option=way`, and ids of house rules."""
    change = mine.moment.state.weighed
    if change is None or not mine.seat.guides:
        return frozenset()
    modules = (change.drops, change.takes.id if change.takes else "")
    return frozenset((*(f"{name}={way}" for name, way in change.settings.items()), *filter(None, modules)))


def named(says: str, cast: Sequence[CastMember]) -> CastMember | None:
    """Whom a sentence begins with; with the longest name, since that of another one may begin it."""
    found = (member for member in cast if says.startswith(f"{member.name} "))
    return max(found, key=lambda member: len(member.name), default=None)


@get("/t/{table_id:str}/house")
async def house_page(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """The rules in force, and how to change them."""
    return await opened(request, table_id, drawer)

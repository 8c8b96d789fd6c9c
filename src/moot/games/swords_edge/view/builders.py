"""Tests as they can be built now, in numbers: what each Quality adds, the target number, and the chances beside it.

A page adds up what is tapped and looks the chances up by what the dice must show; it reckons nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec

from moot.core import Choose, Offer, Refused, Seat
from moot.games.swords_edge import odds
from moot.games.swords_edge.applying import base
from moot.games.swords_edge.conflict import acting, answering, defending, momentum, riposting, seizing
from moot.games.swords_edge.conflict.circumstances import circumstances
from moot.games.swords_edge.conflict.forms import Form, Forms, asked, given, variants
from moot.games.swords_edge.contest import Part, Sum
from moot.games.swords_edge.makings import TRAITS
from moot.games.swords_edge.people import Character
from moot.games.swords_edge.session import recovery
from moot.games.swords_edge.state import State

_TESTS: tuple[Forms, ...] = (
    defending.forms,
    answering.answers,
    riposting.forms,
    momentum.forms,
    acting.forms,
    seizing.forms,
    recovery.forms,
)
_PICKS = ("qualities", "element", "extra", "weaknesses")


class Pick(msgspec.Struct, frozen=True):
    """One Quality that can be tapped: what it adds, and in which blank."""

    id: str
    name: str
    worth: int
    blank: str


class Builder(msgspec.Struct, frozen=True, kw_only=True):
    """One Test that can be made, by one Trait. `key` is its offer's, `given` what is added before any tap.

    `aims` are the TNs of those it could be aimed at, where there is a choice.
    """

    key: str
    do: str
    who: str
    name: str
    kind: str
    trait: str
    opened: str
    given: int
    parts: tuple[Part, ...]
    tn: int
    sums: tuple[Sum, ...]
    picks: tuple[Pick, ...]
    luck: int
    table: odds.Asked
    aims: tuple[tuple[str, int, tuple[Sum, ...]], ...]


class Row(msgspec.Struct, frozen=True):
    """The chances, in hundredths and exact, when the dice must show `need` or more."""

    need: int
    success: int
    levels: dict[str, int]
    blows: dict[str, int]


def builders(state: State, seat: Seat) -> tuple[Builder, ...]:
    """Every Test that `seat` can make now."""
    return tuple(builder for form in open_tests(state, seat) for builder in _builders(state, form))


def open_tests(state: State, seat: Seat) -> list[Form]:
    """The Tests that `seat` can make now, those first that cannot wait."""
    found: list[Form] = []
    for forms in _TESTS:
        with suppress(Refused):
            found.extend(forms(state, seat))
    return found


def _builders(state: State, form: Form) -> Iterator[Builder]:
    for trait, opened, offer in variants(state, form):
        yield Builder(
            key=offer.key,
            do=form.do,
            who=form.who.id,
            name=form.who.name,
            kind=form.kind,
            trait=TRAITS[trait].title if trait else "",
            opened=opened,
            given=given(state, form, trait, opened),
            parts=tuple(addends(state, form, trait, opened)),
            tn=form.target.tn,
            sums=form.target.sums,
            picks=tuple(_picks(form.who, offer)),
            luck=len(opened.split("+")) if opened else 0,
            table=asked(state, form.kind),
            aims=tuple((aim, target.tn, target.sums) for aim, target in form.aims.items()),
        )


def addends(state: State, form: Form, trait: str, opened: str) -> Iterator[Part]:
    """What is added before anything is tapped, line by line."""
    if form.use != "recovery":
        own = base(form.who, trait, opened, form.power)
        label = " and ".join(TRAITS[each].title for each in (trait, *opened.split("+")) if each)
        yield Part(form.who.id, "traits", label or "No Trait", own)
    if form.pairing is not None:
        yield from circumstances(state, form.pairing, form.who.id, form.kind, free=form.free)
    yield from form.others


def _picks(who: Character, offer: Offer) -> Iterator[Pick]:
    for field in offer.fields:
        if isinstance(field, Choose) and field.name in _PICKS:
            for choice in field.choices:
                yield Pick(choice.value, choice.label, who.worth(who.quality(choice.value)), field.name)


def tables(made: tuple[Builder, ...]) -> dict[str, tuple[Row, ...]]:
    """The chances for everything that these Tests could come to, by how the dice are read."""
    found: dict[str, tuple[Row, ...]] = {}
    for table in dict.fromkeys(builder.table for builder in made):
        needs: set[int] = set()
        for builder in made:
            if builder.table == table:
                gains = [pick.worth for pick in {pick.id: pick for pick in builder.picks}.values()]
                low = builder.given + sum(worth for worth in gains if worth < 0)
                high = builder.given + sum(worth for worth in gains if worth > 0)
                for tn in (builder.tn, *(tn for _, tn, _ in builder.aims)):
                    needs.update(range(tn - high, tn - low + 1))
        found[table] = tuple(_row(table, need) for need in sorted(needs))
    return found


def _row(table: odds.Asked, need: int) -> Row:
    chances = odds.chances(table, 0, need)
    return Row(
        need,
        int(chances.success * 100),
        {level: int(chance * 100) for level, chance in chances.levels.items()},
        {level: int(chance * 100) for level, chance in chances.blows.items()},
    )

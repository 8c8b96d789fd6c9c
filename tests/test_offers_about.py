"""Asking for what is about one thing, or can be aimed at it, gives just what all offers have of that, wherever golden
tables stood."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from moot import games
from moot.core import Choose, Offered, Seat
from moot.table import Ledger
from moot.testing.golden import golden_tables

STATES = 12
"""States that are looked at in a golden log."""


def openable(ledger: Ledger, every: list[Offered]) -> set[str]:
    """All that somebody could open: whom and what people see, and what offers are about."""
    seen = (*ledger.cast(True), *ledger.game.things(ledger.game_state, True))
    return {one.about for one in every} | {member.id for member in seen} | {"", "nobody"}


def offered(name: str) -> Iterator[tuple[Ledger, Seat, list[Offered]]]:
    """Golden states of a game, with each seat and all that it is offered."""
    for ledger in golden_tables(games.find(name), STATES):
        for chair in ledger.table.chairs.values():
            yield ledger, chair.seat, list(ledger.found(chair.seat))


@pytest.mark.parametrize("name", games.names())
def test_offers_about_a_thing_are_those_of_all_that_are_about_it(name):
    looked = 0
    for ledger, seat, every in offered(name):
        for what in openable(ledger, every):
            some = [one.key for one in ledger.found(seat, about=what)]
            assert some == [one.key for one in every if one.about == what]
            looked += bool(some)
    assert looked > STATES


@pytest.mark.parametrize("name", games.names())
def test_offers_aimed_at_a_thing_are_all_that_let_choose_it(name):
    looked = 0
    for ledger, seat, every in offered(name):
        chosen = [(one.key, chosen_in(one)) for one in every]
        for what in openable(ledger, every) - {""}:
            some = [one.key for one in ledger.found(seat, at=what)]
            assert some == [key for key, values in chosen if what in values]
            looked += bool(some)
    assert looked > STATES


def chosen_in(one: Offered) -> set[str]:
    """All that can be chosen in a form as people read it."""
    choices = (field.choices for field in one.form().fields if isinstance(field, Choose))
    return {choice.value for each in choices for choice in each}

"""What is hidden from people is in nothing that they see, wherever golden tables stood."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from moot.core import Game, Seat
from moot.games.perilous.figures import DISORDERS
from moot.games.perilous.person import HeldDisorder, Person
from moot.games.perilous.room import GAME
from moot.games.perilous.state import State
from moot.games.perilous.tests.people import skilled
from moot.games.perilous.underway import Wound
from moot.testing.golden import golden_tables
from moot.testing.world import World

STATES = 5
"""States that are looked at in a golden log."""
RAT = replace(skilled("rat"), name="A rat", known=False)
"""Somebody whom the GM hides."""
BURDENS = [row.id for row in DISORDERS.values() if row.weighs and not row.triggered]
"""The Disorders that weigh on people while nothing shows."""


def tables() -> Iterator[tuple[Game[State], State, list[Seat]]]:
    """Golden states, with the seats of all but the GM."""
    for ledger in golden_tables(GAME, STATES):
        yield ledger.game, ledger.game_state, [seat for seat in ledger.table.seated() if not seat.guides]


def with_people(state: State, people: dict[str, Person]) -> State:
    """The table with these people besides."""
    return replace(state, people={**state.people, **people})


@pytest.mark.rule("GP-CORE-16")
def test_nobody_sees_anything_of_hidden_people_and_their_wounds():
    looked = 0
    for game, state, seats in tables():
        hidden = with_people(state, {RAT.id: RAT})
        wounded = replace(hidden, wounds={**state.wounds, "w": Wound(id="w", who=RAT.id, severity="moderate")})
        for seat in seats:
            sight = World(game, state).sight(seat)
            assert [World(game, now).sight(seat) == sight for now in (hidden, wounded)] == [True, True]
            looked += 1
    assert looked > STATES


@pytest.mark.rule("GP-DIS-01", "GP-WILD-12")
@pytest.mark.parametrize("row", BURDENS)
def test_nobody_else_sees_anything_of_a_disorder_that_its_owner_alone_knows_of(row):
    looked = 0
    for game, state, seats in tables():
        for who in state.party():
            now = with_people(state, {who.id: replace(who, disorders=(*who.disorders, HeldDisorder(row, hidden=True)))})
            for seat in seats:
                if seat.id != who.player:
                    assert World(game, now).sight(seat) == World(game, state).sight(seat), who.name
                    looked += 1
    assert looked > STATES

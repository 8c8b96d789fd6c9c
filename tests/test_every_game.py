"""Every installed game keeps the contract."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

from moot import games
from moot.testing import check_game


@pytest.mark.parametrize("name", sorted(point.name for point in entry_points(group="moot.games")))
def test_it_keeps_the_contract(name):
    survey = check_game(games.find(name), seeds=range(6), steps=100)
    assert survey.steps > 0

"""Asking for what is about one thing gives just what all offers have about it, wherever golden tables stood."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from moot import games
from moot.core import Game
from moot.table import Ledger
from moot.table.logfile import fold, read
from moot.testing.golden import golden_logs

STATES = 12
"""States that are looked at in a golden log, beside each other as far apart as can be."""


def ledgers(game: Game[Any]) -> Iterator[Ledger]:
    for path in golden_logs(game):
        _, records = read(path)
        every = -(-len(records) // STATES)
        yield from (fold(records[:upto]) for upto in range(every, len(records) + 1, every))


@pytest.mark.parametrize("name", games.names())
def test_offers_about_a_thing_are_those_of_all_that_are_about_it(name):
    looked = 0
    for ledger in ledgers(games.find(name)):
        for chair in ledger.table.chairs.values():
            every = list(ledger.found(chair.seat))
            for what in {one.about for one in every} | {"", "nobody"} | {member.id for member in ledger.cast(True)}:
                some = [one.key for one in ledger.found(chair.seat, about=what)]
                assert some == [one.key for one in every if one.about == what]
                looked += bool(some)
    assert looked > STATES

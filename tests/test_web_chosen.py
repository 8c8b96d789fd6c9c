"""Nothing that hurts or gives up stands chosen before somebody chooses it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.random_play import GAMES
from tests.test_web_morphing import Evening, beginning, evening

from moot.core import Choose, Confirm

pytestmark = pytest.mark.anyio

HURTS = re.compile(
    r"\b(?:give[sn]? (?:in|up|way)|giving (?:in|up)|yields?|surrenders?|concedes?|dies|die of|exhausted|injured|"
    r"lose[s]?|flee[s]?|retires?)\b",
    re.IGNORECASE,
)


def chosen(here: Evening) -> Iterator[tuple[str, str]]:
    """Each choice that stands chosen in a form that somebody has, with the name of its command."""
    for held, _, _ in here.pages:
        seat = here.table.ledger.table.chairs[held.id].seat
        for offered in here.table.found(seat):
            for field in offered.form().fields if offered.asks else ():
                if isinstance(field, Choose):
                    yield from ((offered.do, one.label) for one in field.choices if one.value in field.default)
                elif isinstance(field, Confirm) and field.default:
                    yield offered.do, field.label


@pytest.mark.parametrize("start", [evening, beginning])
@pytest.mark.parametrize("game", GAMES)
async def test_nothing_that_hurts_or_gives_up_stands_chosen(game, start):
    here, seen = await start(game, seed=31), set[tuple[str, str]]()
    for _ in range(20):
        await here.act()
        seen |= {*chosen(here)}
    assert seen, "something stands chosen, since some choices have a best one"
    assert [one for one in sorted(seen) if HURTS.search(one[1])] == []


def test_what_hurts_is_told_by_its_words():
    for words in ("Give in", "Gives up the fight", "Exhausted", "She yields", "Injured: a step down"):
        assert HURTS.search(words)
    for words in ("Stands against it", "Give Mekha a name", "No loss"):
        assert not HURTS.search(words)

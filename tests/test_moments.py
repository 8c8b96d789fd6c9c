"""At the wrong moment people read where the game is and what they can do now, and no name that only the code has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from moot import games
from moot.core import Game, Refused, Seat, Seeded
from moot.table import Entry, Ledger
from moot.table.logfile import read
from moot.testing.golden import golden_logs

NOT_NOW = {"wrong-phase", "wrong-moment"}


def told(game: Game[Any]) -> tuple[list[Any], dict[str, tuple[str, dict[str, Any]]]]:
    """A state in each phase that the golden logs of a game come through, and one command of each kind, by whom."""
    states, given = dict[tuple[str, str], Any](), dict[str, tuple[str, dict[str, Any]]]()
    for path in golden_logs(game):
        ledger = Ledger()
        for record in (one for one in read(path)[1] if isinstance(one, Entry)):
            ledger.take(record)
            if record.asked and record.asked.command["do"] in game.commands.by_name:
                state = ledger.game_state
                states.setdefault((game.phase(state), game.situation(state).phase), state)
                given.setdefault(record.asked.command["do"], (record.seat, record.asked.command))
    return list(states.values()), given


def refusals(game: Game[Any]) -> Iterator[tuple[Any, Seat, Refused]]:
    """What each command is refused with in each phase, if it is."""
    states, given = told(game)
    for state in states:
        seats = {seat.id: seat for seat in state.seats}
        for giver, plain in given.values():
            if giver in seats:
                try:
                    game.run(state, game.command(plain), seats[giver], Seeded(1))
                except Refused as refused:
                    yield state, seats[giver], refused


@pytest.mark.parametrize("name", [name for name in games.names() if name != "coin"])
def test_a_refusal_says_what_goes_on_and_names_nothing_of_the_code(name):
    game = games.find(name)
    phases = {phase for kind in game.commands.kinds for phase in kind.when}
    ids = {word for word in (*game.commands.by_name, *phases) if "-" in word}
    seen = Counter[str]()
    for state, seat, refused in refusals(game):
        seen[refused.code] += 1
        headline, alternatives = game.situation(state).headline, list(refused.allowed)
        if refused.code in NOT_NOW:
            assert refused.message == f"Not now: the game is at “{headline}”."
            urgent = {one.label for one in game.commands.found(state, seat) if one.urgency != "tool"}
            assert {*alternatives} <= urgent
        words = " ".join((refused.message.replace(headline, ""), *alternatives)).split()
        assert not ids.intersection(word.strip("“”.,:;()") for word in words), refused
    assert seen.keys() & NOT_NOW
    assert len(seen) > len(NOT_NOW)

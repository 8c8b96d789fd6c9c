"""Events as older versions wrote them are read as they are written now."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.perilous.figures import DISPOSITIONS, TACTICS
from moot.games.perilous.intrigue.odds import temperament
from moot.games.perilous.intrigue.tactics import Swayed
from moot.games.perilous.room import GAME


def token(**said: Any) -> Any:
    """The token in the event of a result as it was first written, of a test of Gamble."""
    told = {"who": "ada", "npc": "cor", "skill": "gamble", "round": 1, "rolled": said["outcome"], "blind": False} | said
    event = GAME.codec.read({"event": "swayed", "exchange": "n1", "v": 1, "token": told})
    assert isinstance(event, Swayed)
    assert event.v == 2
    return event.token


@pytest.mark.rule("GP-RD-27", "GP-SOC-07", "GP-SOC-08")
@pytest.mark.parametrize("outcome", ["critical-success", "success", "failure", "critical-failure"])
@pytest.mark.parametrize("column", DISPOSITIONS)
def test_a_result_that_did_not_say_whose_temperament_it_is_is_known_by_its_word(column, outcome):
    words = {tactic: temperament(tactic, outcome, column) for tactic in TACTICS}
    read = [token(outcome=outcome, column=column, word=word) for word in words.values()]
    assert {one.tactic: one.word for one in read} == words


def test_a_result_of_a_simple_exchange_is_of_no_tactic():
    assert token(outcome="success", column=None, word="").tactic is None

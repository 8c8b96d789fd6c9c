"""What a session, played once and kept, left behind."""

from __future__ import annotations

import pytest

from moot.games.swords_edge import GAME
from moot.table.logfile import fold, read
from moot.testing import golden_logs


@pytest.mark.rule("SE-RD-21", "SE-CRIT-03", "SE-LUCK-05", "SE-NC-11")
def test_what_the_cavern_and_the_troll_left_behind():
    path = next(path for path in golden_logs(GAME) if path.stem == "the_cavern")
    state = fold(read(path)[1]).game_state
    named = {who.name: who for who in state.characters.values()}
    assert (state.phase, state.session, state.scenes, state.luck) == ("between", 1, 2, {})
    assert named["Tella of Jost"].qualities[-1].name == "Stand and Deliver"
    assert named["Jyrell"].traits["cunning"] == "good"
    out = ["Uncover the Cavern’s Secrets", *(f"Shock Troops {n}" for n in range(1, 6)), "Leader of the Desert Acolytes"]
    assert [nc.name for nc in state.ncs.values() if nc.out] == out

"""Sessions that were played once and kept: their logs replay, and playing them again writes the same ones."""

from __future__ import annotations

import pytest

from moot.games.swords_edge import GAME
from moot.table.logfile import fold, read
from moot.table.script import load
from moot.testing import check_golden, golden_logs, golden_scripts, record_golden


def test_there_is_a_log_for_each_script():
    stems = [path.stem for path in golden_logs(GAME)]
    assert [path.stem for path in golden_scripts(GAME)] == stems
    assert stems


def test_the_logs_follow_entry_by_entry_and_every_die_is_rolled_again():
    check_golden(GAME)


@pytest.mark.parametrize("path", golden_logs(GAME), ids=lambda path: path.stem)
def test_a_log_replays_to_its_last_link(path):
    head, records = read(path)
    ledger = fold(records)
    assert ledger.link.hex() == head.link
    assert ledger.play.session == 1


@pytest.mark.parametrize("path", golden_logs(GAME), ids=lambda path: path.stem)
def test_playing_a_script_again_writes_the_same_log(path, tmp_path):
    again = tmp_path / path.name
    record_golden(again, GAME, load(path.with_suffix(".toml")))
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.rule("SE-RD-21", "SE-CRIT-03", "SE-LUCK-05", "SE-NC-11")
def test_what_the_cavern_and_the_troll_left_behind():
    path = next(path for path in golden_logs(GAME) if path.stem == "the_cavern")
    state = fold(read(path)[1]).play
    named = {who.name: who for who in state.characters.values()}
    assert (state.phase, state.session, state.scenes, state.luck) == ("between", 1, 2, {})
    assert named["Tella of Jost"].qualities[-1].name == "Stand and Deliver"
    assert named["Jyrell"].traits["cunning"] == "good"
    out = ["Uncover the Cavern's Secrets", *(f"Shock Troops {n}" for n in range(1, 6)), "Leader of the Desert Acolytes"]
    assert [nc.name for nc in state.ncs.values() if nc.out] == out

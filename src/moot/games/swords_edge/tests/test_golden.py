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

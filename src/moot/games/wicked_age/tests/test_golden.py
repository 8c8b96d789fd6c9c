"""Two chapters, played once and kept: their logs replay, and playing them again writes the same ones."""

from __future__ import annotations

import pytest

from moot.games.wicked_age import GAME
from moot.table.logfile import fold, read
from moot.table.script import load
from moot.testing import check_golden, golden_logs, golden_scripts, record_golden

NAMES = ["first_chapter", "second_chapter"]


def test_there_is_a_log_for_each_script():
    assert [path.stem for path in golden_scripts(GAME)] == [path.stem for path in golden_logs(GAME)] == NAMES


def test_the_logs_follow_entry_by_entry_and_every_die_is_rolled_again():
    check_golden(GAME)


@pytest.mark.parametrize("path", golden_logs(GAME), ids=lambda path: path.stem)
def test_the_logs_replay_to_their_last_link(path):
    head, records = read(path)
    ledger = fold(records)
    assert ledger.link.hex() == head.link
    assert len(records) == head.entries


@pytest.mark.rule("WA-RD-26", "WA-NEXT-04")
def test_what_the_chapters_left_behind():
    first, second = (fold(read(path)[1]).play for path in golden_logs(GAME))
    assert (first.chapter, first.phase, second.chapter, second.phase) == (1, "between", 2, "between")
    owed = [[(play.characters[one.character].name, one.struck) for one in play.owe] for play in (first, second)]
    assert owed == [
        [("Mekha", "advantage"), ("Bolu Ta", "")],
        [("Mekha", "advantage"), ("Bolu Ta", "chapter")],
    ]


@pytest.mark.parametrize("path", golden_scripts(GAME), ids=lambda path: path.stem)
def test_playing_a_script_again_writes_the_same_log(path, tmp_path):
    again = tmp_path / "again.jsonl"
    record_golden(again, GAME, load(path))
    assert again.read_bytes() == path.with_suffix(".jsonl").read_bytes()

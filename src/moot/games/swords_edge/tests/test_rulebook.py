"""The rulebook as data: its switches are the state's, every rule is cited where it is kept, and advice is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.games.swords_edge import GAME
from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, duel

BOOK = GAME.rulebook
ROOM = Path(__file__).parents[1]


def shown(table: Sitting) -> set[str]:
    """The ids of all advice that the present moment shows."""
    return {rule.id for place in GAME.situation(table.state).aids for rule in BOOK.aids(place)}


@pytest.mark.rule("SE-CRE-11", "SE-RANK-07", "SE-PIV-04", "SE-WEAK-04", "SE-GM-01", "SE-GM-04")
def test_over_the_sheets_what_ranks_feel_like_and_what_pivots_are_for():
    assert {"SE-CRE-11", "SE-RANK-07", "SE-PIV-04", "SE-WEAK-04", "SE-GM-01", "SE-GM-04"} <= shown(Sitting())


@pytest.mark.rule("SE-STR-03", "SE-STR-04", "SE-TERM-06", "SE-GM-05", "SE-GM-02", "SE-GM-03", "SE-NC-10")
def test_between_the_dice_when_to_roll_and_what_to_do_when_play_stalls():
    table = Sitting()
    table.pc("Ann", "Dara", **HERO)
    table.do("Gil", "open-session")
    assert {"SE-STR-04", "SE-GM-05", "SE-GM-01", "SE-TERM-06"} <= shown(table)
    table.play()
    assert {"SE-STR-03", "SE-STR-04", "SE-TERM-06", "SE-GM-05", "SE-GM-02", "SE-GM-03", "SE-NC-10"} <= shown(table)


@pytest.mark.rule("SE-TEST-08", "SE-ACT-03", "SE-LOS-03")
def test_over_a_conflict_how_to_argue_and_what_levels_bring():
    assert {"SE-TEST-08", "SE-ACT-03"} <= shown(duel())
    assert {"SE-TEST-08", "SE-ACT-03", "SE-LOS-03"} <= shown(attacking())


@pytest.mark.rule("SE-CRIT-02")
def test_after_a_natural_2_how_to_tell_it():
    table = attacking()
    table.test("Dara", "act", trait="physique", faces=(1, 1))
    assert "SE-CRIT-02" in shown(table)

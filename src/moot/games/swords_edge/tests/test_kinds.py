"""The kinds of Tests: rows of one table that no other place asks for by name, and numbers that are rolled as shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from moot.games.swords_edge.contest import TestKind
from moot.games.swords_edge.tests.sitting import Sitting, attacking, defending, duel, strike
from moot.games.swords_edge.trials.kinds import KINDS
from moot.kit.totals import explained

ROOM = Path(__file__).parents[1]
TABLE = {"contest.py", "verdict.py", "trials/kinds.py"}
"""Where kinds and the readings of their dice have their names."""


def test_every_kind_is_a_row():
    assert set(KINDS) == set(get_args(TestKind))
    assert all(kind.id == name for name, kind in KINDS.items())


def test_no_other_place_asks_for_a_kind_by_name():
    named = re.compile(r'"(?:free-seize|defence|undefended|answer)"')  # the others are words for other things too
    files = {str(file.relative_to(ROOM)): file for file in ROOM.rglob("*.py") if "tests" not in file.parts}
    assert {name for name, file in files.items() if named.search(file.read_text("utf-8"))} == TABLE


def seized() -> Sitting:
    table = attacking()
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    return table


def attacked() -> Sitting:
    table = defending()
    strike(table)
    return table


@pytest.mark.rule("SE-TRAP-07", "SE-SEIZE-02", "SE-SEIZE-05", "SE-MOM-01", "SE-ACT-02")
@pytest.mark.parametrize(
    ("begun", "do"),
    [(duel, "roll-momentum"), (attacking, "act"), (defending, "seize"), (attacked, "defend"), (seized, "answer-seize")],
)
def test_the_number_that_is_shown_is_the_one_that_is_rolled_against(begun, do):
    table = begun()
    shown, offer = table.bench("Dara", do), table.form("Dara", do)
    rolled = table.test("Dara", do, trait="physique", faces=(5, 6)).test
    assert (shown.tn, shown.sums) == (rolled.target.tn, rolled.target.sums)
    assert offer.why.startswith(f"{explained(rolled.target)}.")

"""The rulebook as data: whole, and its options the ones that the state knows."""

from __future__ import annotations

from itertools import groupby

import pytest

from moot.games.wicked_age import GAME

BOOK = GAME.rulebook
PARTS = {
    "MAT": 5, "ORA": 7, "EX": 3, "CHA": 5, "NPC": 4, "STR": 11, "BI": 11, "PLAY": 3, "SCENE": 6, "DET": 1, "CON": 3,
    "ROLL": 10, "DICE": 22, "CQ": 7, "NEG": 7, "OWE": 7, "FIGHT": 4, "ERR": 12, "RD": 36, "NEXT": 8, "TRAP": 17,
}


@pytest.mark.rule("WA-ERR-07")
def test_no_rule_was_lost_where_letters_are_missing_and_columns_are_mixed():
    parts = {part: list(ids) for part, ids in groupby(sorted(BOOK.rules), key=lambda id_: id_.split("-")[1])}
    assert {part: len(ids) for part, ids in parts.items()} == PARTS
    for part, ids in parts.items():
        numbers = sorted(int(id_.rsplit("-", 1)[1]) for id_ in ids)
        first = 0 if part == "ROLL" else 1
        assert numbers == list(range(first, first + len(ids))), part

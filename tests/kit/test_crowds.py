"""Several of a kind, as people speak of them."""

from __future__ import annotations

import pytest

from moot.kit.crowds import counted, kind_of, rollcall


def test_those_of_a_kind_are_counted():
    assert counted(["Troll", "Guard 1", "Guard 2", "Goblin 7"]) == ("Troll", "Guard × 2", "Goblin 7")
    assert kind_of("Guard 12") == "Guard"
    assert kind_of("Mark IV") == "Mark IV"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ([], "nobody"),
        (["Jyrell"], "Jyrell"),
        (["Jyrell", "Kyle", "Tella"], "Jyrell, Kyle and Tella"),
        (["Guard 4"], "Guard 4"),
        (["Guard 1", "Guard 2"], "Guard 1 and 2"),
        (["Guard 3", "Guard 1", "Guard 2"], "Guard 1, 2 and 3"),
        (["Guard 1", "Guard 2", "Guard 3", "Guard 4", "Guard 5"], "Guard 1 to 5"),
        (["Guard 8", "Guard 9", "Guard 10", "Guard 11", "Guard 2"], "Guard 2 and 8 to 11"),
        (["Guard 1", "Guard 2", "Guard 3", "Captain"], "Guard 1, 2 and 3, and Captain"),
        (["Guard 1", "Captain", "Guard 2", "Goblin 1"], "Guard 1 and 2, Captain, and Goblin 1"),
        (["Guard 1", "Guard 2", "Guard 3", "Guard 4", "Captain"], "Guard 1 to 4 and Captain"),
        (["Guard", "Guard 1"], "Guard and Guard 1"),
        (["Room 01", "Room 02"], "Room 01 and 02"),
    ],
)
def test_names_of_a_kind_are_said_in_one_breath(names, said):
    assert rollcall(names) == said

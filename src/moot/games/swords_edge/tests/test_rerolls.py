"""Dice that may be thrown again: which, what they must show, and what stands."""

from __future__ import annotations

import pytest

from moot.core import Choice
from moot.games.swords_edge.trials.rolling import improvable, thrown_again, which_die


def made(faces: tuple[int, int]) -> str:
    return "made" if sum(faces) >= 13 else "missed"


@pytest.mark.rule("SE-LUCK-04")
def test_a_die_at_its_highest_cannot_show_more():
    assert improvable((2, 10)) == (0,)
    assert improvable((10, 10)) == ()


@pytest.mark.rule("SE-LUCK-04")
def test_the_better_of_old_and_new_stands_and_the_other_lies_as_it_lay():
    assert thrown_again((2, 4), 1, 6) == (2, 6)
    assert thrown_again((2, 4), 1, 3) == (2, 4)
    assert thrown_again((2, 4), 0, 9) == (9, 4)


@pytest.mark.rule("SE-LUCK-04")
def test_the_blank_says_the_least_that_each_die_must_show_to_change_the_end():
    assert which_die((2, 3), made).choices == (
        Choice("first", "The 2", hint="10: made"), Choice("second", "The 3", hint="Alone it changes nothing"),
    )
    assert which_die((5, 10), made).choices == (Choice("first", "The 5", hint="Alone it changes nothing"),)
    assert [choice.hint for choice in which_die((4, 3), made).choices] == ["10: made", "9 or more: made"]
    assert [choice.hint for choice in which_die((2, 4), None).choices] == ["", ""]

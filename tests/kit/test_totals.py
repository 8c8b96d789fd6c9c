"""Totals against target numbers: sums, margins and levels, and how they are said."""

from __future__ import annotations

import pytest

from moot.kit.totals import Addend, Sum, Target, explained, in_numbers, level_of, plain, signed, total_of, worth

LEADER = Target((Sum("Leader", 12), Sum("Charisma", 2)))
ADDENDS = (Addend("n1", "charisma", "Charisma", 4), Addend("n1", "q2", "Limp", -2))
LEVELS = ("fair", "good", "great")


def test_a_target_number_is_the_sum_of_what_it_is_made_of():
    assert LEADER.tn == 14
    assert LEADER.plus(Sum("Cover", 3)).tn == 17
    assert LEADER.tn == 14


def test_a_total_is_dice_and_addends():
    assert worth(ADDENDS) == 2
    assert total_of((2, 4), ADDENDS) == 8


@pytest.mark.parametrize(("margin", "level"), [(0, "fair"), (6, "fair"), (7, "good"), (14, "great"), (99, "great")])
def test_each_whole_step_is_a_level_and_the_last_is_the_last(margin, level):
    assert level_of(margin, 7, LEVELS) == level


def test_below_the_target_there_is_no_level():
    with pytest.raises(ValueError, match="no success"):
        level_of(-1, 7, LEVELS)


def test_numbers_are_said_with_a_real_minus():
    assert (signed(2), signed(0), signed(-4)) == ("+2", "+0", "−4")
    assert (plain(2), plain(-4)) == ("2", "−4")


def test_a_target_is_explained_by_its_parts():
    assert explained(LEADER) == "TN 14 (Leader 12, Charisma +2)"
    assert explained(Target((Sum("Recovery", 17),))) == "TN 17 (Recovery)"


def test_a_roll_in_numbers():
    assert in_numbers((2, 4), ADDENDS, LEADER) == "2 + 4, Charisma +4, Limp −2: 8 against 14"

"""Penalties, boxes and ladders."""

from __future__ import annotations

import pytest

from moot.kit.tracks import Penalty, curable, healed, inflicted, penalties_on, stepped

OLD = (Penalty(3, "arm", "blow", 1), Penalty(7, "leg", "fall", 2))


def test_new_penalties_are_numbered_after_the_old_ones():
    more = inflicted(OLD, "arm", 2, "blow", 4)
    assert more == (Penalty(8, "arm", "blow", 4), Penalty(9, "arm", "blow", 4))
    assert penalties_on((*OLD, *more), "arm") == 3
    assert inflicted((), "arm", 1, "blow", 1) == (Penalty(1, "arm", "blow", 1),)


def test_healing_is_of_one_scene_or_of_any():
    assert curable(OLD, 2) == OLD[1:]
    assert curable(OLD) == OLD
    assert healed(OLD, (7, 12)) == OLD[:1]


@pytest.mark.parametrize(
    ("at", "by", "comes_to"), [(12, 1, 10), (12, 3, 6), (8, 9, 0), (0, 1, 0), (8, -1, 10), (10, -5, 12)]
)
def test_a_ladder_ends_at_its_ends(at: int, by: int, comes_to: int):
    assert stepped((12, 10, 8, 6, 4, 0), at, by) == comes_to


def test_what_is_no_step_of_a_ladder_is_an_error():
    with pytest.raises(ValueError, match="tuple"):
        stepped((12, 10), 7, 1)

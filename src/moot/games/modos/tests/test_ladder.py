"""The ladder of dice: places, steps, halves, and how a die is written."""

from __future__ import annotations

import pytest

from moot.games.modos.ladder import DICE, NO_DIE, Die, half_of


@pytest.mark.rule("MO-209")
def test_the_ladder_goes_from_none_by_the_dice_and_on_by_points():
    assert [str(Die(place)) for place in range(9)] == [
        "none", "d4", "d6", "d8", "d10", "d12", "d12+1", "d12+2", "d12+3",
    ]
    assert [(die.sides, die.plus) for die in (NO_DIE, *DICE)] == [(0, 0), (4, 0), (6, 0), (8, 0), (10, 0), (12, 0)]
    assert (Die.read("d12+2").sides, Die.read("d12+2").plus, Die.read("d12+2").top) == (12, 2, 14)


@pytest.mark.parametrize("place", range(10))
def test_what_is_written_is_read_again(place):
    assert Die.read(str(Die(place))) == Die(place)


@pytest.mark.parametrize("text", ["", "d7", "d20", "8", "2d6", "d8+1", "d12+0x", "D8", "d12-1"])
def test_what_is_no_die_of_the_ladder_is_refused(text):
    with pytest.raises(ValueError, match="no die of the ladder"):
        Die.read(text)


@pytest.mark.rule("MO-209", "MO-E116")
@pytest.mark.parametrize(
    ("die", "by", "found"),
    [("none", 1, "d4"), ("d8", 1, "d10"), ("d12", 1, "d12+1"), ("d12+1", 1, "d12+2"), ("d12+1", -1, "d12"),
     ("d6", -1, "d4"), ("d4", -1, "none"), ("d6", -9, "none")],
)
def test_protection_goes_up_by_steps_and_down_to_none(die, by, found):
    assert str(Die.read(die).step(by)) == found


@pytest.mark.rule("MO-012")
def test_half_of_a_die_is_half_of_its_highest_face():
    assert [(sides, half_of(sides)) for sides in (4, 6, 8, 10, 12, 20)] == [
        (4, 2), (6, 3), (8, 4), (10, 5), (12, 6), (20, 10),
    ]
    assert [Die.read(text).half for text in ("none", "d8", "d12", "d12+2")] == [0, 4, 6, 8]


def test_a_better_die_is_a_larger_one():
    assert max(Die.read("d8"), NO_DIE, Die.read("d12+1"), Die.read("d12")) == Die.read("d12+1")
    assert bool(DICE[0])
    assert not NO_DIE
    with pytest.raises(ValueError, match="no place below none"):
        Die(-1)

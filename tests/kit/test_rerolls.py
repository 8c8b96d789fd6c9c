"""Dice that may be thrown again: which, what they must show, and what stands."""

from __future__ import annotations

from moot.core import Choice
from moot.kit.rerolls import improvable, least_change, thrown_again, which_die


def made(faces: tuple[int, ...]) -> str:
    return "made" if sum(faces) >= 9 else "missed"


def test_a_die_at_its_highest_cannot_show_more():
    assert improvable((6, 2, 6), 6) == (1,)
    assert improvable((6, 6), 6) == ()


def test_the_better_of_old_and_new_stands_and_the_rest_lies_as_it_lay():
    assert thrown_again((2, 4, 1), 1, 6) == (2, 6, 1)
    assert thrown_again((2, 4, 1), 1, 3) == (2, 4, 1)


def test_the_least_face_that_changes_the_end_is_found_with_that_end():
    assert least_change((2, 4), 0, 6, made) == (5, "made")
    assert least_change((2, 4), 1, 6, made) is None
    assert least_change((5, 5), 0, 6, made) is None


def test_the_blank_names_dice_that_could_show_more_and_what_they_must_show():
    blank = which_die((3, 2, 6), 6, ("left", "middle", "right"), lambda faces: made(faces[:2]))
    assert blank.choices == (
        Choice("left", "The 3", hint="Alone it changes nothing"),
        Choice("middle", "The 2", hint="6: made"),
    )
    assert [choice.hint for choice in which_die((2, 4), 6, ("left", "right"), None).choices] == ["", ""]


def test_a_face_below_the_highest_is_said_with_those_above_it():
    (left, _) = which_die((2, 4), 6, ("left", "right"), made).choices
    assert left.hint == "5 or more: made"

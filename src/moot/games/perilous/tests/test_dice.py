"""Percentile dice: how they are read, flipped and helped, and the exact odds of it."""

from fractions import Fraction
from itertools import product

import pytest

from moot.core import outcomes
from moot.core.chance import roll
from moot.games.perilous.trial import candidates, digit, flipped, odds, read, result

CASES = [
    # chance, digits, flip, reads, outcome
    (62, (4, 7), 0, 47, "success"),
    (62, (5, 5), 0, 55, "critical-success"),
    (99, (9, 9), 0, 99, "critical-success"),
    (99, (0, 0), 0, 100, "critical-failure"),
    (1, (0, 1), 0, 1, "critical-success"),
    (1, (0, 2), 0, 2, "failure"),
    (34, (4, 4), 0, 44, "critical-failure"),
    (38, (9, 1), 1, 19, "success"),
    (52, (2, 5), -1, 52, "success"),
    (52, (1, 6), -1, 61, "failure"),
    (33, (8, 3, 3), 0, 33, "critical-success"),
    (48, (1, 4, 6), -1, 61, "failure"),
    (48, (2, 4, 1), -1, 14, "success"),
    (5, (1, 0), 1, 1, "critical-success"),
    (50, (1, 0), -1, 10, "success"),
]


@pytest.mark.rule("GP-CORE-01", "GP-CORE-02", "GP-CORE-04", "GP-CORE-06", "GP-RD-01")
@pytest.mark.parametrize(("chance", "digits", "flip", "reads", "outcome"), CASES)
def test_ten_cases_by_hand(chance, digits, flip, reads, outcome):
    assert result(chance, digits, flip) == (reads, outcome)


@pytest.mark.rule("GP-CORE-02", "GP-CORE-04")
@pytest.mark.parametrize("roll", [1, 11, 55, 99, 100])
@pytest.mark.parametrize("flip", [-1, 1])
def test_doubles_and_both_ends_never_flip(roll, flip):
    assert all(flipped(chance, roll, flip) == roll for chance in range(1, 100))


@pytest.mark.rule("GP-CORE-02")
@pytest.mark.parametrize("chance", [1, 50, 99])
def test_both_ends_are_critical_whatever_the_chance(chance):
    assert (read(chance, 1), read(chance, 100)) == ("critical-success", "critical-failure")


@pytest.mark.rule("GP-CORE-06")
def test_the_starter_edition_takes_the_lower_of_two_dice_as_tens():
    assert candidates((8, 3, 5), "starter-3d10") == (38, 35)


@pytest.mark.rule("GP-CORE-06")
def test_an_assisted_test_at_45():
    found = odds(45, assist=True)
    assert list(found.values()) == [Fraction(3, 500), Fraction(299, 1000), Fraction(301, 500), Fraction(93, 1000)]


@pytest.mark.rule("GP-CORE-05", "GP-RD-01")
def test_a_flip_to_fail_at_45():
    found = odds(45, -1)
    assert list(found.values()) == [Fraction(3, 50), Fraction(7, 10), Fraction(19, 100), Fraction(1, 20)]


@pytest.mark.rule("GP-CORE-04", "GP-CORE-06")
@pytest.mark.parametrize(("chance", "flip", "assist"), [*product((1, 34, 67, 99), (-1, 0, 1), (False, True))])
def test_odds_are_what_the_dice_do(chance, flip, assist):
    dice = (10, 10, 10) if assist else (10, 10)
    once = outcomes(lambda luck: result(chance, [digit(face) for face in roll(luck, *dice)], flip)[1])
    found = odds(chance, flip, assist=assist)
    assert {end: share for end, share in found.items() if share} == once

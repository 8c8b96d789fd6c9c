"""Chances as people read them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from moot.kit.bars import bar, percent


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "0\u00a0%"),
        (Fraction(1, 1000), "under 1\u00a0%"),
        (Fraction(1, 3), "33\u00a0%"),
        (Fraction(999, 1000), "over 99\u00a0%"),
        (Fraction(1), "100\u00a0%"),
    ],
)
def test_a_chance_is_never_called_sure_unless_it_is(chance, said):
    assert percent(chance) == said


def test_the_pieces_of_a_bar_follow_each_other_and_fill_it():
    ends = [("lose", "Lost", Fraction(1, 4)), ("none", "Never", Fraction(0)), ("win", "Won", Fraction(3, 4))]
    pieces = list(bar(ends))
    assert [(piece.mark, piece.start, piece.width) for piece in pieces] == [("lose", 0.0, 25.0), ("win", 25.0, 75.0)]

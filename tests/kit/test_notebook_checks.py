"""Faults of a pack that any game finds in the same way."""

from __future__ import annotations

from moot.kit.notebook.checks import between, fault


def test_a_figure_may_be_either_of_its_ends():
    assert [*between(1, 1, 5, ("level",), "IN-1"), *between(5, 1, 5, ("level",), "IN-1")] == []


def test_a_figure_that_is_too_low_or_too_high_is_a_fault_that_says_what_it_is_of():
    assert [*between(0, 1, 5, ("level",), "IN-1")] == [fault(("level",), "bad-figure", "1 to 5, not 0.", "IN-1")]
    assert [one.message for one in between(6, 1, 5, ("level",), "IN-1", "levels")] == ["levels: 1 to 5, not 6."]

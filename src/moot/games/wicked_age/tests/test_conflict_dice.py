"""Comparing rolls, against the table of the rules read the slow way, and against figures from the text."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from moot.games.wicked_age.conflict.rolls import compare, explain, key, ranked, read, smaller
from moot.games.wicked_age.sequence import Exchange, Rolled

DIE = st.sampled_from((4, 6, 8, 10, 12)).flatmap(lambda sides: st.tuples(st.just(sides), st.integers(1, sides)))
ROLL = st.builds(
    Rolled,
    dice=st.lists(DIE, min_size=1, max_size=4).map(tuple),
    pips=st.lists(st.integers(1, 6), max_size=3).map(tuple),
)


def rolled(*faces: int, pips: tuple[int, ...] = ()) -> Rolled:
    return Rolled(dice=tuple((12, face) for face in faces), pips=pips)


def slowly(standing: Rolled, answer: Rolled, final: bool) -> str:
    """The table of WA-DICE-05 with dice padded to the same length, highest first."""
    mover = [*sorted((face for _, face in standing.dice), reverse=True), 0, 0, 0, 0][:4]
    other = [*sorted((face for _, face in answer.dice), reverse=True), 0, 0, 0, 0][:4]
    mover[0] += sum(standing.pips)
    other[0] += sum(answer.pips)
    if not final and other[0] >= 2 * mover[0]:
        return "answerer-wins"
    if not final and other[0] + other[0] <= mover[0]:
        return "mover-wins"
    end = "wins" if final else "leads"
    return f"answerer-{end}" if other >= mover else f"mover-{end}"


@given(ROLL, ROLL, st.booleans())
@pytest.mark.rule("WA-DICE-05", "WA-DICE-06", "WA-DICE-07", "WA-DICE-02", "WA-RD-01", "WA-TRAP-06")
def test_every_answer_goes_by_the_table(standing, answer, final):
    assert compare(standing, answer, final) == slowly(standing, answer, final)


@pytest.mark.rule("WA-DICE-02")
def test_pips_lift_the_high_die_alone():
    assert rolled(5, 7, pips=(4,)).reading() == (11, 5)
    assert rolled(3, 5, 7, pips=(4, 2)).reading() == (13, 5, 3)


@pytest.mark.rule("WA-TRAP-04", "WA-DICE-11")
def test_half_of_nine_is_four_and_not_five():
    assert compare(rolled(9, 9), rolled(4, 4), final=False) == "mover-wins"
    assert compare(rolled(9, 1), rolled(5, 1), final=False) == "mover-leads"
    assert compare(rolled(5, 5), rolled(10, 1), final=False) == "answerer-wins"
    assert compare(rolled(6, 1), rolled(5, 1, pips=(6,)), final=False) == "answerer-leads"
    assert compare(rolled(5, 1), rolled(4, 1, pips=(6,)), final=False) == "answerer-wins"


@pytest.mark.rule("WA-TRAP-05", "WA-TRAP-06")
def test_lower_dice_decide_ties_and_never_a_doubling():
    assert compare(rolled(6, 1), rolled(12, 1), final=False) == "answerer-wins"
    assert compare(rolled(6, 1), rolled(11, 11), final=False) == "answerer-leads"
    assert compare(rolled(9, 6), rolled(9, 2), final=False) == "mover-leads"
    assert compare(rolled(9, 6), rolled(9, 2), final=True) == "mover-wins"
    assert compare(rolled(9, 6), rolled(9, 6), final=True) == "answerer-wins"
    assert compare(rolled(12, 1), rolled(2, 1), final=True) == "mover-wins"


@pytest.mark.rule("WA-RD-01")
def test_a_missing_die_is_nothing_and_the_switch_looks_at_two():
    standing, answer = rolled(9, 5, 3), rolled(9, 5)
    assert compare(standing, answer, final=False) == "mover-leads"
    assert compare(standing, answer, final=False, two=True) == "answerer-leads"
    assert key(standing, two=True) == (9, 5)


@pytest.mark.rule("WA-DICE-15", "WA-TRAP-09", "WA-DICE-08")
def test_turn_order_goes_by_the_high_with_pips_and_then_by_the_lower_dice():
    rolls = [("a", key(rolled(10, 1))), ("b", key(rolled(7, 2, pips=(3,)))), ("c", key(rolled(12, 1))), ("d", (10, 1))]
    order, tied = ranked(rolls)
    assert order == ("c", "b", "a", "d")
    assert tied == (("a", "d"),)


@given(st.lists(st.tuples(st.integers(1, 12), st.integers(1, 12)), min_size=1, max_size=6))
@pytest.mark.rule("WA-DICE-15")
def test_order_is_total_and_high_to_low(keys):
    order, tied = ranked((str(who), key) for who, key in enumerate(keys))
    fell = [keys[int(who)] for who in order]
    assert sorted(order) == sorted(str(who) for who in range(len(keys)))
    assert fell == sorted(fell, reverse=True)
    assert sum(len(group) for group in tied) == sum(keys.count(one) > 1 for one in keys)


@pytest.mark.rule("WA-OWE-02")
def test_dice_are_smaller_by_the_biggest_first():
    assert smaller((10, 8), (12, 4))
    assert not smaller((12, 4), (10, 8))
    assert all(smaller(dice, (10, 6)) for dice in ((8, 6), (10, 4), (6, 6)))
    assert not smaller((6, 10), (10, 6))
    assert smaller((10, 6), (10, 6, 8))


@given(ROLL, ROLL, st.booleans())
@pytest.mark.rule("WA-DICE-05")
def test_every_answer_is_explained(standing, answer, final):
    result = compare(standing, answer, final)
    words = explain(Exchange("x", 3 if final else 1, "m", "a", standing, answer, result), final)
    assert words.startswith(read(answer))
    assert ("wins outright" in words) == result.endswith("wins")
    assert ("the mover" in words) == result.startswith("mover")


def test_the_explanation_reads_well():
    exchange = Exchange("x", 2, "m", "a", rolled(9, 1, pips=(1,)), rolled(9, 2), "mover-leads")
    assert explain(exchange, final=False) == "9 & 2 is short of 10 and more than half: the mover takes the advantage."

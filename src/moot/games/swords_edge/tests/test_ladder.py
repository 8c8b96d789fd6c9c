"""Ranks, levels and what dice mean: the arithmetic under everything."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from moot.core import NotListed, outcomes, roll
from moot.games.swords_edge import figures, ladder, verdict
from moot.games.swords_edge.figures import Rank
from moot.kit.bars import percent

RANKS: list[Rank] = ["weak", "poor", "basic", "average", "good", "great", "exceptional", "legendary"]


@pytest.mark.rule("SE-RANK-01", "SE-RANK-02", "SE-RANK-03")
def test_the_ladder_as_it_is_printed():
    assert list(ladder.ORDER) == [*RANKS, "mythic"]
    assert [ladder.modifier(rank) for rank in RANKS] == [-6, -4, -2, 0, 2, 4, 6, 8]
    assert [ladder.tn(rank) for rank in ladder.ORDER] == [3, 5, 8, 12, 17, 23, 31, 40, 51]
    tns = [ladder.tn(rank) for rank in ladder.ORDER]
    assert [later - earlier for earlier, later in pairwise(tns)] == [2, 3, 4, 5, 6, 8, 9, 11]


@pytest.mark.rule("SE-RANK-04", "SE-ADV-06")
def test_nothing_rises_past_legendary_and_mythic_has_no_modifier_of_its_own():
    assert ladder.raised("exceptional") == "legendary"
    assert ladder.raised("legendary") is None
    assert figures.RANKS["mythic"].modifier is None
    with pytest.raises(NotListed):
        _ = figures.RANKS["divine"]


@pytest.mark.rule("SE-RANK-06", "SE-DMG-05")
@given(st.sampled_from(RANKS), st.integers(0, 12))
def test_each_penalty_rank_is_a_step_down_and_weak_is_the_lowest(rank, by):
    lowered = ladder.lowered(rank, by)
    assert ladder.modifier(lowered) == max(ladder.modifier(rank) - 2 * by, -6)


@pytest.mark.rule("SE-RANK-07")
def test_every_rank_of_a_trait_says_what_it_is_like():
    assert all(figures.RANKS[rank].trait for rank in RANKS)
    assert all(row.body and row.mind for row in figures.RANKS.values())


@pytest.mark.rule("SE-LOS-01", "SE-TRAP-01", "SE-RD-25")
@given(st.integers(0, 200))
def test_a_level_is_the_whole_sevens_of_the_margin_and_stops_at_legendary(margin):
    assert ladder.LEVELS.index(ladder.level(margin)) == min(4, margin // 7)


@pytest.mark.rule("SE-TRAP-01")
def test_there_is_no_level_below_the_tn():
    with pytest.raises(ValueError, match="no success"):
        ladder.level(-1)


@pytest.mark.rule("SE-STR-02", "SE-RD-01")
@given(st.integers(3, 19), st.integers(-10, 30), st.integers(3, 60))
def test_equal_or_above_succeeds(natural, modifier, tn):
    assert verdict.action(natural, natural + modifier, tn).success == (natural + modifier >= tn)


@pytest.mark.rule("SE-CRIT-01", "SE-CRIT-03", "SE-RD-05")
def test_natural_extremes_decide_an_action():
    assert verdict.action(2, 50, 10) == verdict.Verdict(False)
    assert verdict.action(20, 22, 40) == verdict.Verdict(True, "average")
    assert verdict.action(20, 40, 19).level == "exceptional"
    assert verdict.defence(2, 50, 10) == verdict.Verdict(False, "average")
    assert verdict.undefended(2, 50).level == "legendary"


@pytest.mark.rule("SE-RD-04")
def test_natural_extremes_do_not_decide_momentum():
    assert verdict.momentum(2, 20, 10).success
    assert not verdict.momentum(20, 20, 30).success


@pytest.mark.rule("SE-RD-02", "SE-ACT-04")
@pytest.mark.parametrize(
    ("short", "level"),
    [(1, "average"), (6, "average"), (7, "good"), (14, "great"), (21, "exceptional"), (28, "legendary")],
)
def test_a_failed_defence_goes_by_its_shortfall(short, level):
    assert verdict.defence(10, 20 - short, 20) == verdict.Verdict(False, level)


@pytest.mark.rule("SE-UND-02", "SE-SEIZE-06", "SE-RD-22")
def test_against_five_each_seven_is_a_level():
    for total, level in {5: "average", 12: "good", 19: "great", 26: "exceptional", 33: "legendary"}.items():
        assert verdict.failed_seize(total).level == level
        assert verdict.action(10, total, figures.NC_OPEN).level == level
    assert verdict.failed_seize(4) == verdict.Verdict(False)


@pytest.mark.rule("SE-ERR-08")
def test_below_the_printed_bands_they_go_on_by_sevens():
    levels = {4: "great", 2: "great", -3: "great", -4: "exceptional", -10: "exceptional", -11: "legendary"}
    for total, level in levels.items():
        assert verdict.undefended(10, total).level == level


@pytest.mark.parametrize("asked", ["action", "defence", "momentum", "undefended"])
@pytest.mark.parametrize(("modifier", "tn"), [(-4, 5), (0, 12), (6, 17), (14, 16), (18, 40)])
def test_the_odds_are_those_of_every_fall_of_the_dice(asked, modifier, tn):
    """The oracle is `outcomes`: the Test is played once for each of the hundred falls."""
    readings = {
        "action": verdict.action,
        "defence": verdict.defence,
        "momentum": verdict.momentum,
        "undefended": lambda natural, total, _: verdict.undefended(natural, total),
    }

    def play(chance):
        natural = sum(roll(chance, 10, 10))
        read = readings[asked](natural, natural + modifier, tn)
        return read.success, read.level

    ends = outcomes(play)
    found = verdict.chances(asked, modifier, tn)
    assert found.success == sum(chance for (success, _), chance in ends.items() if success)
    assert found.levels == {level: chance for (success, level), chance in ends.items() if success and level}
    assert found.blows == {level: chance for (success, level), chance in ends.items() if not success and level}
    assert found.fumble == found.triumph == Fraction(1, 100)


def test_a_chance_in_words_is_nought_or_all_only_if_it_is():
    assert percent(Fraction(0)) == "0\u00a0%"
    assert percent(Fraction(1)) == "100\u00a0%"
    assert percent(Fraction(1, 1000)) == "under 1\u00a0%"
    assert percent(Fraction(999, 1000)) == "over 99\u00a0%"
    assert percent(Fraction(55, 100)) == "55\u00a0%"

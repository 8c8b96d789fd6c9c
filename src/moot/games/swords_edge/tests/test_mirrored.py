"""NCs that have levels too, where the table mirrors them: bonuses, rewards, and what they cannot do (SE-RD-03)."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, defending, strike, two


def held(faces: tuple[int, int] = (1, 2), **options: Any) -> Sitting:
    """Dara holds Momentum over the guard, acted and fell short of 21 by 21 less the dice and 2."""
    table = attacking(nc_levels="mirrored", **options)
    table.test("Dara", "act", trait="physique", faces=faces)
    return table


@pytest.mark.rule("SE-RD-03", "SE-RD-04")
def test_a_momentum_test_that_extremes_decide_leaves_the_bonus_to_the_shortfall():
    table = defending(nc_levels="mirrored", momentum_criticals="decide-too")
    assert table.pairing("Dara").foes[table.id("Guard")].bonus == 2


@pytest.mark.rule("SE-LOS-06", "SE-UND-02")
def test_who_stands_undefended_earns_nothing_by_it():
    table = attacking(nc_levels="mirrored")
    table.do("Gil", "ready", nc=table.id("Guard"), trait="physique", open=True)
    table.change("Dara", traits={**table.who("Dara").traits, "physique": "weak"})
    assert not table.test("Dara", "act", trait="physique", faces=(1, 2)).success
    assert not table.happened("NcRewarded")


@pytest.mark.rule("SE-LOS-04", "SE-LOS-06")
def test_a_pc_who_holds_momentum_and_beats_a_riposte_off_earns_nothing_more():
    table = attacking(nc_levels="mirrored")
    table.do("Gil", "tune", nc=table.id("Guard"), what="rank", rank="great")
    table.test("Dara", "act", trait="physique", faces=(1, 2))
    attack = strike(table, riposte=True)
    table.do("Gil", "tune", nc=table.id("Guard"), what="rank", rank="weak")
    settled = table.test(
        "Dara",
        "defend",
        attack=attack,
        trait="physique",
        qualities=["Swordsman", "Soldier", "Fencing"],
        element="Parry",
        faces=(10, 10),
    )
    assert settled.success
    assert not table.happened("Rewarded")


@pytest.mark.rule("SE-RD-03", "SE-LOS-04", "SE-RD-33")
def test_goods_bonus_raises_an_ncs_first_action_of_the_next_round_be_it_a_defence():
    table = held(faces=(5, 6))
    (reward,) = table.happened("NcRewarded")
    assert (reward.level, reward.carry) == ("good", 2)
    table.do("Gil", "next-round")
    assert table.test("Dara", "act", trait="physique", faces=(9, 9)).test.target.tn == 21 + 2
    table.do("Gil", "next-round")
    assert table.test("Dara", "act", trait="physique", faces=(9, 9)).test.target.tn == 21


@pytest.mark.rule("SE-RD-03", "SE-RD-33")
def test_goods_bonus_of_an_nc_is_not_for_the_same_round_and_lapses_after_the_next():
    table = held(faces=(5, 6))
    foe = table.pairing("Dara").foes[table.id("Guard")]
    assert foe.carry == 2
    table.do("Gil", "next-round")
    table.do("Gil", "next-round")
    assert table.pairing("Dara").foes[table.id("Guard")].carry == 0


@pytest.mark.rule("SE-RD-03", "SE-ERR-30")
@pytest.mark.parametrize(("lasts", "second"), [("first-action", 0), ("first-round", 2)])
def test_an_ncs_momentum_bonus_lasts_as_a_pcs_does(lasts, second):
    table = defending(nc_levels="mirrored", momentum_bonus=lasts)
    first = strike(table)
    assert table.state.attacks[first].target.tn == 21 + 2
    table.do("Gil", "call-off", attack=first)
    # Its answer to a Seize is the second act of the round, at −2.
    assert f"TN {21 - 2 + second}" in table.form("Dara", "seize", {"trait": "physique"}).why
    table.do("Gil", "next-round")
    assert "TN 21" in table.form("Dara", "seize", {"trait": "physique"}).why


@pytest.mark.rule("SE-RD-03", "SE-SEIZE-07", "SE-MOM-09")
def test_who_lost_momentum_to_a_natural_20_has_no_free_seize_either():
    table = Sitting("Ann", nc_levels="mirrored")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    table.nc("Guard", type="regular", rank="good", concept=("Watchful", "good"), physique="good")
    table.face("Dara", "Guard")
    table.test("Dara", "roll-momentum", trait="physique", faces=(10, 10))
    table.test("Dara", "act", trait="", faces=(1, 2))
    (reward,) = table.happened("NcRewarded")
    assert (reward.level, reward.free_seize) == ("good", False)
    assert not table.offers("Gil", "nc-seize")


@pytest.mark.rule("SE-RD-03", "SE-LOS-04")
def test_an_ncs_lesser_reward_takes_none_away_that_was_not_used_yet():
    table = two(nc_levels="mirrored")
    table.nc("Guard", type="regular", rank="good", concept=("Watchful", "good"), physique="good")
    table.face(["Dara", "Eskil"], "Guard")
    table.test("Dara", "contribute", purpose="momentum", trait="physique", wait=True)
    table.test("Eskil", "roll-momentum", trait="physique", faces=(9, 8))
    table.test("Dara", "act", trait="physique", faces=(1, 2))
    table.test("Eskil", "act", trait="physique", faces=(5, 4))
    assert [event.level for event in table.happened("NcRewarded")] == ["great", "good"]
    assert table.pairing("Dara").foes[table.id("Guard")].free_seize

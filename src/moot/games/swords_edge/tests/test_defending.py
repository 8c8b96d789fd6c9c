"""Defences, their rewards, ripostes, and standing Undefended (parts 13 and 14)."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.swords_edge.character import Penalty
from moot.games.swords_edge.tests.sitting import Sitting, attacking, defending, open_up, strike, struck

MIGHTY = {
    "physique": "legendary",
    "concept": [("Champion", "great")],
    "background": [("Soldier", "good")],
    "faculty": [("Fencing", "great", "physique")],
    "element": [("Parry", "great", "physique"), ("Lunge", "good", "physique")],
}
ALL = {"qualities": ["Champion", "Soldier", "Fencing"], "element": "Parry"}
"""+22 with Physique +8."""


def pressed(faces: tuple[int, int] = (1, 2), **options: Any) -> Sitting:
    """Dara the mighty lost Momentum to a guard, Momentum 31 and Action 19."""
    table = Sitting("Ann", **options)
    table.pc("Ann", "Dara", **MIGHTY)
    table.play()
    table.purse("Ann", 0)
    table.nc(
        "Guard", type="hero", rank="good", physique="good", elements=[("Quick", "legendary", "physique", "momentum")]
    )
    table.face("Dara", "Guard")
    table.test("Dara", "roll-momentum", trait="physique", faces=faces)
    assert table.stand("Dara").momentum == "defender"
    return table


def defend(table: Sitting, faces: tuple[int, int], **blanks: Any) -> Any:
    """The guard acts, and Dara defends."""
    attack = strike(table)
    return table.test("Dara", "defend", attack=attack, trait="physique", faces=faces, **blanks)


@pytest.mark.rule("SE-ACT-01", "SE-ACT-04", "SE-RD-02", "SE-DMG-01", "SE-DMG-02")
def test_a_failed_defence_is_stress_on_the_bound_trait_by_the_shortfall():
    table = struck()
    settled = table.test("Dara", "defend", trait="physique", faces=(5, 4))
    assert (settled.test.total, settled.test.target.tn, settled.level) == (11, 21, "good")
    assert table.who("Dara").hurt("physique") == 2
    assert table.who("Dara").trait("physique") == -2


@pytest.mark.rule("SE-RD-31", "SE-DMG-01")
def test_stress_lands_on_the_bound_trait_even_if_it_was_left_out():
    table = struck()
    table.test("Dara", "defend", trait="", faces=(5, 4))
    assert table.who("Dara").hurt("physique") == 2


@pytest.mark.rule("SE-LOS-04", "SE-RD-33")
def test_average_earns_nothing_and_good_two_on_the_first_action_of_the_next_round():
    table = pressed()
    assert defend(table, (5, 6)).level == "average"
    assert not table.happened("Rewarded")
    table = pressed()
    assert defend(table, (8, 10)).level == "good"
    table.do("Gil", "next-round")
    attack = strike(table)
    test = table.test("Dara", "defend", attack=attack, trait="physique", faces=(5, 6)).test
    assert [part.worth for part in test.parts if part.what == "bonus"] == [2]
    table.do("Gil", "next-round")
    test = defend(table, (5, 6)).test
    assert not [part for part in test.parts if part.what == "bonus"]


@pytest.mark.rule("SE-RD-33")
def test_goods_bonus_is_not_for_the_same_round_and_lapses_after_the_next():
    table = pressed()
    defend(table, (8, 10))
    table.do("Gil", "next-round")
    table.do("Gil", "next-round")
    assert table.state.scene is not None
    assert table.state.scene.carry == {}


@pytest.mark.rule("SE-LOS-04", "SE-SEIZE-08", "SE-RD-33", "SE-RD-32")
def test_great_earns_a_free_seize_at_once_which_is_no_act():
    table = pressed()
    assert defend(table, (7, 7), **ALL).level == "great"
    assert table.stand("Dara").free_seize
    assert table.stand("Dara").riposte is None
    acts = table.state.acts(table.id("Dara"))
    settled = table.test("Dara", "seize", free=True, trait="physique", faces=(9, 8))
    assert settled.success
    assert table.state.acts(table.id("Dara")) == acts
    assert not table.stand("Dara").follows
    assert table.stand("Dara").momentum == "attacker"


@pytest.mark.rule("SE-SEIZE-08")
def test_a_free_seize_that_fails_does_no_harm():
    table = pressed()
    defend(table, (7, 7), **ALL)
    table.test("Dara", "seize", free=True, trait="physique", faces=(2, 3))
    assert table.who("Dara").penalties == ()
    assert not table.stand("Dara").free_seize


@pytest.mark.rule("SE-LOS-04", "SE-LOS-05", "SE-RD-33", "SE-RD-32")
def test_exceptional_earns_both_in_any_order_and_a_riposte_after_the_seize_takes_its_bonus():
    table = pressed()
    table.change("Dara", windfall=0)
    assert _exceptional(table).level == "exceptional"
    assert (table.stand("Dara").free_seize, table.stand("Dara").riposte) == (True, 0)
    table.test("Dara", "seize", free=True, trait="physique", element="Parry", faces=(9, 10))
    assert table.stand("Dara").bonus == 2
    acts = table.state.acts(table.id("Dara"))
    test = table.test("Dara", "riposte", trait="physique", faces=(2, 3)).test
    assert sum(part.worth for part in test.parts if part.what == "bonus") == 2
    assert table.state.acts(table.id("Dara")) == acts
    assert table.stand("Dara").bonus == 0


def _exceptional(table: Sitting) -> Any:
    """A defence 21 or more over the TN, with a carried bonus that makes it possible."""
    scene = table.state.scene
    assert scene is not None
    table.put(scene=type(scene)(number=scene.number, title=scene.title, carry={table.id("Dara"): (1, 2)}))
    return defend(table, (9, 8), **ALL)


@pytest.mark.rule("SE-LOS-05")
def test_a_failed_riposte_costs_nothing():
    table = pressed()
    _exceptional(table)
    table.test("Dara", "riposte", trait="physique", faces=(2, 3))
    assert table.who("Dara").penalties == ()
    assert table.npc("Guard").stress == 0
    assert not table.offers("Ann", "riposte")


@pytest.mark.rule("SE-LOS-04")
def test_rewards_may_be_let_go_and_are_gone_with_the_round():
    table = pressed()
    _exceptional(table)
    table.do("Ann", "waive", pairing=table.pairing("Dara").id, who=table.id("Dara"))
    assert not table.offers("Ann", "riposte")
    table = pressed()
    _exceptional(table)
    table.do("Gil", "next-round")
    assert not table.stand("Dara").free_seize
    assert table.stand("Dara").riposte is None


def legendary(table: Sitting) -> Any:
    """A Legendary defence: the guard's TN is low for once."""
    table.do("Gil", "tune", nc=table.id("Guard"), what="rank", rank="poor")
    return defend(table, (9, 8), **ALL)


@pytest.mark.rule("SE-LOS-04", "SE-RD-33")
def test_legendary_takes_momentum_without_a_test_and_strikes_back_at_two():
    table = pressed()
    assert legendary(table).level == "legendary"
    stand = table.stand("Dara")
    assert (stand.momentum, stand.bonus, stand.riposte, stand.free_seize) == ("attacker", 0, 2, False)
    test = table.test("Dara", "riposte", trait="physique", faces=(2, 3)).test
    assert sum(part.worth for part in test.parts if part.what == "bonus") == 2


@pytest.mark.rule("SE-LOS-04", "SE-TRAP-15")
def test_who_lost_by_a_natural_2_has_only_goods_reward_or_legendarys_in_full():
    table = pressed(faces=(1, 1))
    assert table.stand("Dara").fumbled
    assert defend(table, (7, 7), **ALL).level == "great"
    (reward,) = table.happened("Rewarded")
    assert (reward.level, reward.carry, reward.free_seize) == ("good", 2, False)
    table = pressed(faces=(1, 1))
    legendary(table)
    assert table.stand("Dara").momentum == "attacker"


@pytest.mark.rule("SE-LOS-06", "SE-RD-03")
def test_ncs_have_neither_bonus_nor_rewards():
    table = attacking()
    table.test("Dara", "act", trait="physique", faces=(1, 2))
    assert not table.happened("Rewarded")
    table = defending()
    attack = strike(table)
    assert table.state.attacks[attack].target.tn == 21


# ---------------------------------------------------------------- Undefended


@pytest.mark.rule("SE-UND-03", "SE-UND-04", "SE-RD-10", "SE-UND-01", "SE-TRAP-03")
@pytest.mark.parametrize(
    ("faces", "level", "ranks"), [((9, 9), "", 0), ((9, 8), "average", 1), ((5, 5), "good", 2), ((2, 1), "great", 3)]
)
def test_an_undefended_pc_rolls_against_17_and_a_tie_hits(faces, level, ranks):
    table = struck()
    settled = open_up(table, faces=faces)
    assert settled.test.target.tn == 17
    assert settled.test.parts == ()
    assert (settled.level or "") == level
    assert table.who("Dara").hurt("physique") == ranks
    assert table.state.acts(table.id("Dara")) == 0


@pytest.mark.rule("SE-RD-10", "SE-ERR-08")
def test_only_penalty_ranks_on_the_last_trait_count():
    table = struck()
    dara = table.who("Dara")
    table.change("Dara", penalties=(Penalty(1, "physique", "stress", 1), Penalty(2, "cunning", "stress", 1)))
    assert dara.trait("physique") == 2
    assert open_up(table, faces=(5, 4)).test.total == 7


@pytest.mark.rule("SE-ERR-08")
def test_the_bands_are_the_printed_ones():
    assert open_up(struck(), faces=(3, 1)).level == "great"


@pytest.mark.rule("SE-RD-05", "SE-RD-08", "SE-RD-23", "SE-CRIT-01")
def test_natural_extremes_while_undefended():
    table = struck()
    assert open_up(table, faces=(1, 1)).level == "legendary"
    assert not table.who("Dara").lessons
    assert table.happened("LessonLapsed")
    table = struck()
    assert open_up(table, faces=(10, 10)).success
    (stunt,) = table.who("Dara").stunts
    assert stunt.trait == ""
    table.do("Ann", "name-stunt", who=table.id("Dara"), test=stunt.test, name="Rolls with it", trait="cunning")
    assert table.who("Dara").qualities[-1].trait == "cunning"


@pytest.mark.rule("SE-RD-10", "SE-LUCK-04")
def test_luck_rerolls_an_undefended_roll_and_adds_nothing_to_it():
    table = struck()
    table.purse("Ann", 1)
    (offer,) = table.offers("Ann", "stand-open")
    assert offer.fields == ()
    table.do("Ann", "stand-open", attack=offer.fixed["attack"], who=table.id("Dara"), faces=(2, 9))
    (test,) = table.state.tests.values()
    table.do("Ann", "reroll", test=test.id, who=table.id("Dara"), die="first", faces=(9,))
    assert table.settled().success


@pytest.mark.rule("SE-DMG-03", "SE-UND-01", "SE-TRAP-22")
def test_exceptional_stress_leaves_one_helpless_and_undefended_for_the_scene():
    table = struck()
    settled = table.test("Dara", "defend", trait="", faces=(1, 1))
    assert settled.level == "great"
    table.change("Dara", stands="helpless", lessons=())
    assert not table.offers("Ann", "seize")
    strike_after = table.offers("Gil", "next-round")
    assert strike_after
    table.do("Gil", "next-round")
    strike(table)
    table.refuses(
        "Ann",
        "defend",
        "not-offered",
        "SE-ACT-01",
        attack=next(iter(table.state.attacks)),
        who=table.id("Dara"),
        trait="physique",
    )
    assert table.offers("Ann", "stand-open")[0].urgency == "must"
    table.do("Gil", "call-off", attack=next(iter(table.state.attacks)))
    table.do("Gil", "end-scene")
    assert table.who("Dara").stands == "in"

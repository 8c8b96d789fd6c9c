"""Seizing the Momentum, from both sides (part 10)."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.swords_edge import GAME
from moot.games.swords_edge.character import Penalty
from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, defending, strike


def seize(table: Sitting, who: str = "Dara", faces: tuple[int, int] = (9, 9), **blanks: Any) -> Any:
    """A PC tries to Seize by Physique."""
    return table.test(who, "seize", trait="physique", faces=faces, **blanks)


@pytest.mark.rule("SE-SEIZE-01", "SE-SEIZE-02", "SE-SEIZE-03", "SE-RD-12")
def test_a_won_seize_turns_the_tables_spends_and_its_action_follows_in_the_same_act():
    table = defending()
    settled = seize(table, qualities=["Swordsman"], element="Parry")
    assert settled.test.target.tn == 17 + 2 + 2
    assert settled.test.total == 18 + 2 + 4 + 4
    assert table.stand("Dara").momentum == "attacker"
    assert table.stand("Dara").bonus == 2
    assert table.stand("Dara").follows
    assert set(table.who("Dara").spent) == {table.quality("Dara", "Swordsman"), table.quality("Dara", "Parry")}
    follow = table.test("Dara", "act", trait="physique", faces=(2, 3)).test
    assert follow.total - follow.natural == 2 + 2
    assert table.state.acts(table.id("Dara")) == 1
    table.refuses("Ann", "act", "acted-already", "SE-ACT-05", pairing=table.pairing("Dara").id, who=table.id("Dara"),
                  trait="physique", target=table.id("Guard"))


@pytest.mark.rule("SE-RD-12", "SE-RD-48")
def test_all_wait_for_the_action_that_follows_a_won_seize():
    table = defending()
    seize(table, qualities=["Swordsman"], element="Parry")
    waiting = GAME.situation(table.state).waiting
    assert [(wait.who, wait.what) for wait in waiting] == [("Ann", "the Action that follows")]
    assert [offer.urgency for offer in table.offers("Gil", "next-round")] == ["tool"]
    table.test("Dara", "act", trait="physique", faces=(2, 3))
    assert [offer.urgency for offer in table.offers("Gil", "next-round")] == ["must"]


@pytest.mark.rule("SE-SEIZE-03", "SE-RD-31")
def test_a_seize_may_use_another_trait_which_binds_from_then_on_even_if_it_fails():
    table = defending()
    table.test("Dara", "seize", trait="charisma", faces=(3, 4))
    assert table.stand("Dara").trait == "charisma"
    assert table.who("Dara").hurt("charisma") == 3
    assert table.who("Dara").hurt("physique") == 0


@pytest.mark.rule("SE-SEIZE-06", "SE-UND-01", "SE-UND-04", "SE-TRAP-22", "SE-ERR-32", "SE-ERR-35")
def test_a_failed_seize_is_answered_by_the_tn_against_five_without_a_roll():
    table = defending()
    rolled = len(table.happened("Rolled"))
    seize(table, faces=(3, 4))
    assert len(table.happened("Rolled")) == rolled + 1
    # 21 against 5 is 16 over: Great, three Penalty Ranks, and then defended as ever.
    assert table.who("Dara").hurt("physique") == 3
    assert table.who("Dara").stands == "in"
    table.do("Gil", "next-round")
    strike(table)
    assert table.offers("Ann", "defend")


@pytest.mark.rule("SE-RD-22", "SE-UND-02", "SE-SEIZE-06")
def test_one_who_leaves_defences_out_gives_no_answer_to_a_failed_seize():
    table = defending()
    table.do("Gil", "ready", nc=table.id("Guard"), trait="physique", open=True)
    table.change("Dara", penalties=(Penalty(1, "physique", "stress", 0),))
    seize(table, faces=(1, 2))
    assert (table.settled().test.target.tn, table.settled().success) == (5, False)
    assert (len(table.who("Dara").penalties), table.state.attacks) == (1, {})
    assert table.stand("Dara").momentum == "defender"


@pytest.mark.rule("SE-RD-22")
def test_against_a_tn_below_five_a_failed_seize_does_no_harm():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", physique="weak", concept=[("Meek", "good")])
    table.play()
    table.purse("Ann", 0)
    table.nc("Rat", rank="weak")
    table.face("Dara", "Rat")
    table.test("Dara", "roll-momentum", trait="physique", faces=(1, 2))
    assert table.stand("Dara").momentum == "defender"
    seize(table, faces=(2, 2))
    assert table.who("Dara").penalties == ()


@pytest.mark.rule("SE-RD-12", "SE-SEIZE-01")
def test_the_answer_is_the_ncs_act_on_the_seizer_for_the_round():
    table = defending()
    seize(table, faces=(3, 4))
    assert table.state.acts(table.id("Guard")) == 1
    assert not table.offers("Gil", "nc-act")
    table.do("Gil", "next-round")
    assert len(table.offers("Gil", "nc-act")) == 1


@pytest.mark.rule("SE-RD-12", "SE-ACT-05")
def test_one_seize_a_round_is_all():
    table = defending()
    seize(table, faces=(3, 4))
    assert not table.offers("Ann", "seize")
    table.do("Gil", "next-round")
    assert table.offers("Ann", "seize")


@pytest.mark.rule("SE-RD-12", "SE-RD-24")
def test_an_ncs_action_follows_its_won_seize_in_the_same_act():
    table = attacking()
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    table.test("Dara", "answer-seize", trait="physique", faces=(3, 2))
    attack = strike(table)
    assert table.state.attacks[attack].target.tn == 21
    assert table.state.acts(table.id("Guard")) == 1
    table.test("Dara", "defend", attack=attack, trait="physique", faces=(10, 9))
    assert not table.offers("Gil", "nc-act")
    table.do("Gil", "next-round")
    assert table.offers("Gil", "nc-act")


@pytest.mark.rule("SE-RD-32")
def test_a_seize_is_an_act():
    table = defending()
    seize(table)
    assert table.state.acts(table.id("Dara")) == 1


@pytest.mark.rule("SE-SEIZE-07")
def test_after_a_natural_2_on_the_seize_itself_there_is_no_other():
    table = defending()
    seize(table, faces=(1, 1))
    table.do("Gil", "next-round")
    assert not table.offers("Ann", "seize")


def two_guards(**options: Any) -> Sitting:
    """Dara lost Momentum to two minions at once."""
    table = Sitting("Ann", "Ben", **options)
    table.pc("Ann", "Dara", **HERO)
    table.play()
    for player in ("Ann", "Ben"):
        table.purse(player, 0)
    table.nc(
        "Big",
        rank="average",
        type="regular",
        physique="good",
        charisma="basic",
        cunning="average",
        concept=("Guard", "good"),
    )
    table.nc("Small", rank="poor", concept=("Guard", "good"))
    table.face("Dara", "Big", "Small")
    return table


@pytest.mark.rule("SE-SEIZE-04", "SE-TRAP-07")
def test_from_several_the_tn_is_one_base_and_everybodys_qualities():
    table = two_guards()
    table.test("Dara", "roll-momentum", trait="physique", faces=(2, 3))
    form = table.form("Dara", "seize", {"trait": "physique"})
    assert f"TN {12 + 2 + 2 + 2}" in form.why
    table.do("Gil", "lead", pairing=table.pairing("Dara").id, nc=table.id("Small"))
    assert f"TN {5 + 2 + 2 + 2}" in table.form("Dara", "seize", {"trait": "physique"}).why


@pytest.mark.rule("SE-SEIZE-05", "SE-RD-35", "SE-SEIZE-06")
def test_several_ncs_seize_together_and_the_player_says_who_bears_the_failure():
    table = two_guards()
    table.test("Dara", "roll-momentum", trait="physique", element="Lunge", faces=(8, 7))
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    challenge = table.pairing("Dara").challenge
    assert challenge is not None
    assert challenge.target.tn == 12 + 2
    # 10 + 2 + 4 + 2 + 2 = 20: 15 over five is Great.
    settled = table.test(
        "Dara",
        "answer-seize",
        trait="physique",
        bearer="Big",
        qualities=["Swordsman", "Soldier", "Fencing"],
        faces=(4, 6),
    )
    assert settled.success
    assert table.npc("Big").stress == 3
    assert table.npc("Big").out
    assert not table.npc("Small").out
    assert table.stand("Dara").momentum == "attacker"
    assert {table.state.acts(table.id(name)) for name in ("Dara", "Big", "Small")} == {1}
    acted = {offer.fixed.get("target") for offer in table.offers("Ann", "act")}
    assert acted == set()


@pytest.mark.rule("SE-SEIZE-05")
def test_an_nc_that_seizes_holds_momentum_and_nothing_more():
    table = attacking()
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    table.test("Dara", "answer-seize", trait="physique", faces=(3, 2))
    assert table.stand("Dara").momentum == "defender"
    assert table.who("Dara").penalties == ()


@pytest.mark.rule("SE-SEIZE-05", "SE-CRIT-01", "SE-CRIT-03")
@pytest.mark.parametrize(("faces", "lost"), [((1, 1), True), ((10, 10), False)])
def test_natural_extremes_decide_the_answer_to_a_seize(faces, lost):
    table = attacking()
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    everything = ["Swordsman", "Soldier", "Fencing"]
    table.test("Dara", "answer-seize", trait="physique", qualities=everything, element="Parry", faces=faces)
    assert bool(table.happened("MomentumLost")) == lost


def lost_together() -> Sitting:
    """Dara, Eskil and Frey lost to one giant."""
    table = Sitting("Ann", "Ben", "Cleo")
    for player, name in (("Ann", "Dara"), ("Ben", "Eskil"), ("Cleo", "Frey")):
        table.pc(player, name, **HERO)
    table.play()
    for player in ("Ann", "Ben", "Cleo"):
        table.purse(player, 0)
    table.nc("Giant", type="hero", rank="great", physique="great", charisma="good", cunning="average")
    table.face(["Dara", "Eskil", "Frey"], "Giant")
    table.test("Dara", "contribute", purpose="momentum", trait="physique", wait=True)
    table.test("Eskil", "contribute", purpose="momentum", trait="physique", wait=True)
    table.test("Frey", "roll-momentum", trait="physique", faces=(3, 2))
    return table


@pytest.mark.rule("SE-RD-35")
def test_some_of_the_losers_may_seize_together_and_the_rest_stay_as_they_were():
    table = lost_together()
    table.test("Dara", "contribute", purpose="seize", trait="physique", element="Parry", wait=True)
    settled = table.test("Eskil", "seize", trait="physique", element="Parry", faces=(8, 8))
    assert settled.test.who == (table.id("Eskil"), table.id("Dara"))
    assert [table.pairing("Dara").stands[table.id(who)].momentum for who in ("Dara", "Eskil", "Frey")] == [
        "attacker",
        "attacker",
        "defender",
    ]


@pytest.mark.rule("SE-RD-35")
def test_who_took_part_in_a_failed_joint_seize_takes_the_full_stress_each():
    table = lost_together()
    table.test("Dara", "contribute", purpose="seize", trait="physique", wait=True)
    table.test("Eskil", "seize", trait="physique", faces=(2, 3))
    assert [table.who(who).hurt("physique") for who in ("Dara", "Eskil", "Frey")] == [4, 4, 0]


@pytest.mark.rule("SE-RD-13")
def test_a_seize_takes_one_trait_and_one_element_unless_luck_adds_more():
    table = defending()
    who, pairing = table.id("Dara"), table.pairing("Dara").id
    lunge, parry = table.quality("Dara", "Lunge"), table.quality("Dara", "Parry")
    seize = {"pairing": pairing, "who": who, "trait": "physique", "element": lunge, "extra": [parry]}
    table.refuses("Ann", "seize", "no-such-field", "SE-SEIZE-01", **seize)
    table.purse("Ann", 1)
    table.refuses("Ann", "seize", "too-dear", "SE-SEIZE-01", **{**seize, "extra": [lunge, parry]})
    settled = table.test("Dara", "seize", trait="physique", element="Lunge", extra=["Parry"], faces=(5, 4))
    assert settled.test.total - settled.test.natural == 2 + 2 + 4
    assert table.state.luck[table.seats["Ann"].id] == 0


@pytest.mark.rule("SE-RD-34", "SE-TEST-05", "SE-DMG-05")
def test_a_share_counts_as_it_stands_when_the_dice_fall():
    table = lost_together()
    table.test("Dara", "contribute", purpose="seize", trait="physique", element="Parry", wait=True)
    table.nc("Rat", rank="weak")
    table.face("Dara", "Rat")
    rat = table.pairing("Dara").id
    table.test("Dara", "roll-momentum", pairing=rat, trait="physique", element="Parry", faces=(1, 2))
    table.change("Dara", penalties=(Penalty(1, "physique", "stress", 1),))
    test = table.test("Eskil", "seize", trait="physique", faces=(8, 8)).test
    assert [(part.label, part.worth) for part in test.parts if part.who == table.id("Dara")] == [("Physique", 0)]


@pytest.mark.rule("SE-ACT-07", "SE-RD-35")
def test_a_group_strike_that_was_called_is_for_one_test():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    for name in ("One", "Two", "Three"):
        table.nc(name, rank="weak", concept=("Thug", "good"))
    table.face("Dara", "One", "Two", "Three")
    pairing = table.pairing("Dara").id
    table.test("Dara", "roll-momentum", trait="physique", faces=(9, 4))
    table.do("Gil", "call-strike", pairing=pairing)
    table.do("Gil", "nc-seize", pairing=pairing, free=False)
    table.test("Dara", "answer-seize", trait="physique", qualities=["Swordsman"], faces=(4, 6))
    assert [table.npc(name).out for name in ("One", "Two", "Three")] == [True, True, False]
    assert not table.pairing("Dara").strike


@pytest.mark.rule("SE-RD-35", "SE-ACT-05", "SE-RD-12")
def test_nobody_joins_a_seize_who_has_tried_in_this_round_or_has_to_react_first():
    table = lost_together()
    table.do("Gil", "tune", nc=table.id("Giant"), what="rank", rank="basic")
    table.test("Dara", "seize", trait="physique", faces=(2, 3))
    assert not [o for o in table.offers("Ann", "contribute") if o.fixed["purpose"] == "seize"]
    strike(table, "Giant", "Frey")
    assert not [o for o in table.offers("Cleo", "contribute") if o.fixed["purpose"] == "seize"]
    table.do("Gil", "call-off", attack=next(iter(table.state.attacks)))
    table.do("Gil", "next-round")
    for player in ("Ann", "Cleo"):
        assert [o for o in table.offers(player, "contribute") if o.fixed["purpose"] == "seize"]


@pytest.mark.rule("SE-SEIZE-07", "SE-RD-35")
def test_a_natural_20_shields_whoever_rolled_it_and_not_the_others_of_a_side():
    table = lost_together()
    table.test("Dara", "seize", trait="physique", qualities=["Swordsman", "Soldier"], faces=(10, 10))
    table.test("Eskil", "seize", trait="physique", qualities=["Swordsman", "Soldier"], element="Parry", faces=(9, 10))
    stands = table.pairing("Dara").stands
    assert [stands[table.id(who)].momentum for who in ("Dara", "Eskil")] == ["attacker", "attacker"]
    table.do("Gil", "next-round")
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    assert not table.offers("Ann", "answer-seize")
    table.test("Eskil", "answer-seize", trait="physique", faces=(1, 2))
    stands = table.pairing("Dara").stands
    assert [stands[table.id(who)].momentum for who in ("Dara", "Eskil")] == ["attacker", "defender"]

"""Momentum: who acts and who reacts, alone and together, and what it costs (part 9)."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.swords_edge.cast.targets import joint_step
from moot.games.swords_edge.figures import Rank
from moot.games.swords_edge.nc import NC
from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, defending, duel, strike, two


@pytest.mark.rule("SE-MOM-01", "SE-MOM-02", "SE-TEST-03", "SE-TEST-07", "SE-TERM-07", "SE-TEST-01")
def test_the_winner_acts_and_the_trait_rolled_binds():
    table = duel()
    settled = table.test("Dara", "roll-momentum", trait="charisma", faces=(10, 9))
    assert settled.success
    assert (table.stand("Dara").momentum, table.stand("Dara").trait) == ("attacker", "charisma")
    traits = table.traits("Dara", "act")
    assert traits == {"charisma", ""}


@pytest.mark.rule("SE-MOM-03", "SE-ACT-01")
def test_a_defender_cannot_act_and_an_attacker_is_not_acted_on():
    table = defending()
    table.refuses(
        "Ann",
        "act",
        "no-momentum",
        "SE-MOM-03",
        pairing=table.pairing("Dara").id,
        who=table.id("Dara"),
        trait="physique",
        target=table.id("Guard"),
    )
    table = attacking()
    assert not table.offers("Gil", "nc-act")


@pytest.mark.rule("SE-STR-01")
def test_an_nc_sets_a_number_and_never_rolls():
    table = duel()
    table.test("Dara", "roll-momentum", trait="physique", faces=(3, 2))
    table.do("Gil", "nc-seize" if table.stand("Dara").momentum == "attacker" else "nc-act", **_act(table))
    assert all(not offer.rolls for offer in table.offers("Gil"))
    assert {event.test.roller for event in table.happened("Rolled")} == {table.id("Dara")}


def _act(table: Sitting) -> dict[str, Any]:
    return {"pairing": table.pairing("Dara").id, "nc": table.id("Guard"), "who": table.id("Dara"), "riposte": False}


@pytest.mark.rule("SE-TEST-05", "SE-ERR-02", "SE-LUCK-08", "SE-TRAP-05")
@pytest.mark.parametrize("spent_for", ["scene", "next-action"])
def test_what_momentum_uses_is_spent_for_the_scene_or_for_the_next_action(spent_for):
    table = duel(spent_for=spent_for)
    table.purse("Ann", 3)
    table.test("Dara", "roll-momentum", trait="physique", qualities=["Swordsman"], element="Parry", faces=(6, 5))
    named = table.open("Dara", "act", trait="physique")
    assert "Swordsman" not in named
    assert "Parry" not in named
    table.test("Dara", "act", trait="physique", faces=(2, 3))
    assert table.who("Dara").trait("physique") == 2
    assert bool(table.who("Dara").spent) == (spent_for == "scene")


@pytest.mark.rule("SE-TEST-06", "SE-TEST-04", "SE-TRAP-06")
def test_within_a_test_all_qualities_share_one_trait():
    table = duel()
    charisma = _labels(table, "charisma")
    assert charisma == {"Swordsman", "Soldier", "Taunt"}
    assert _labels(table, "physique") == {"Swordsman", "Soldier", "Fencing", "Lunge", "Parry"}
    assert _labels(table, "cunning") == {"Swordsman", "Soldier"}


def _labels(table: Sitting, trait: str, *opened: str) -> set[str]:
    return table.open("Dara", "roll-momentum", trait=trait, opened=opened)


@pytest.mark.rule("SE-LUCK-03", "SE-RD-14", "SE-RD-13")
def test_luck_opens_traits_and_pays_for_elements():
    table = duel()
    assert "opened" not in {field.name for field in table.form("Dara", "roll-momentum").fields}
    table.purse("Ann", 2)
    assert table.choices("Dara", "roll-momentum", "opened", trait="charisma") == {"physique", "cunning"}
    assert "Fencing" not in _labels(table, "charisma")
    assert "Fencing" in _labels(table, "charisma", "physique")
    settled = table.test(
        "Dara",
        "roll-momentum",
        trait="charisma",
        opened=["physique"],
        qualities=["Fencing"],
        element="Taunt",
        extra=["Parry"],
        faces=(4, 3),
    )
    # Charisma 0 + Physique 2 + Fencing 2 + Taunt 2 + Parry 4: a Luck for the Trait, one for its Element.
    assert settled.test.total - settled.test.natural == 10
    assert table.state.luck[table.seats["Ann"].id] == 0
    assert table.stand("Dara").trait == "charisma"


@pytest.mark.rule("SE-LUCK-03", "SE-RD-31")
def test_a_second_element_of_the_trait_is_a_luck_and_binds_nothing():
    table = duel()
    table.purse("Ann", 2)
    settled = table.test("Dara", "roll-momentum", trait="physique", element="Lunge", extra=["Parry"], faces=(6, 6))
    assert settled.test.total - settled.test.natural == 8
    assert table.state.luck[table.seats["Ann"].id] == 1
    assert table.traits("Dara", "act") == {"physique", ""}


@pytest.mark.rule("SE-RD-31", "SE-TEST-07")
def test_an_action_may_leave_the_trait_out_and_all_that_goes_with_it():
    table = attacking()
    assert table.open("Dara", "act", trait="") == {"Swordsman", "Soldier"}


@pytest.mark.rule("SE-TEST-08")
def test_any_trait_may_be_argued_for_any_activity():
    table = duel()
    assert table.traits("Dara", "roll-momentum") == {"physique", "charisma", "cunning"}


@pytest.mark.rule("SE-TEST-02")
def test_the_gm_turns_an_explanation_down_for_the_scene():
    table = duel()
    table.do("Gil", "turn-down", who=table.id("Dara"), quality=table.quality("Dara", "Soldier"))
    assert "Soldier" not in _labels(table, "physique")
    table.do("Gil", "accept-quality", who=table.id("Dara"), quality=table.quality("Dara", "Soldier"))
    assert "Soldier" in _labels(table, "physique")


@pytest.mark.rule("SE-MOM-04", "SE-TRAP-19", "SE-RD-48")
def test_each_pairing_has_its_own_momentum_and_any_order_will_do():
    table = duel()
    table.pc("Ben", "Eskil", **HERO)
    table.nc("Second", type="regular", rank="basic", physique="average")
    table.face("Eskil", "Second")
    assert table.offers("Ann", "roll-momentum")
    assert table.offers("Ben", "roll-momentum")
    table.test("Eskil", "roll-momentum", trait="physique", faces=(5, 5))
    assert table.stand("Dara").momentum == ""
    assert table.stand("Eskil").momentum == "attacker"


@pytest.mark.rule("SE-MOM-05", "SE-ERR-30")
def test_a_level_above_average_is_two_on_the_first_action_alone():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    for name in ("One", "Two"):
        table.nc(name, rank="weak", type="regular", concept=("Thug", "good"))
    table.face("Dara", "One", "Two")
    settled = table.test("Dara", "roll-momentum", trait="physique", faces=(5, 4))
    assert (settled.test.target.tn, settled.level) == (5, "average")
    table.change("Dara")
    pairing = table.pairing("Dara")
    table.do("Gil", "leave-off", pairing=pairing.id, who=table.id("Dara"))
    table.face("Dara", "One", "Two")
    assert table.test("Dara", "roll-momentum", trait="physique", faces=(6, 4)).level == "good"
    assert table.stand("Dara").bonus == 2
    first = table.test("Dara", "act", trait="physique", target="One", faces=(4, 5)).test
    assert first.total - first.natural == 2 + 2
    then = table.test("Dara", "act", trait="physique", target="Two", faces=(4, 6)).test
    assert then.total - then.natural == 0
    table.do("Gil", "next-round")
    assert table.stand("Dara").bonus == 0


@pytest.mark.rule("SE-MOM-05", "SE-LOS-03")
def test_another_advantage_takes_the_bonus_place():
    table = duel()
    table.test("Dara", "roll-momentum", trait="physique", qualities=["Swordsman"], element="Parry", faces=(9, 10))
    assert table.stand("Dara").bonus == 2
    table.do("Gil", "trade-bonus", pairing=table.pairing("Dara").id, who=table.id("Dara"), advantage="High ground")
    assert table.stand("Dara").bonus == 0


def nc(rank: Rank) -> NC:
    """A minion of a Rank."""
    return NC(id=rank, name=rank, kind="character", type="minion", rank=rank)


@pytest.mark.rule("SE-MOM-06", "SE-TRAP-09", "SE-ERR-34", "SE-RD-20")
@pytest.mark.parametrize(
    ("rank", "adds"), [("weak", 2), ("poor", 2), ("good", 2), ("great", 4), ("legendary", 8), ("mythic", 8)]
)
def test_each_further_nc_adds_its_ranks_modifier_and_never_less_than_two(rank, adds):
    assert joint_step(nc(rank)) == adds


@pytest.mark.rule("SE-ERR-04", "SE-MOM-06")
def test_a_groups_momentum_counts_ranks_and_not_the_leads_trait():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.nc("Warrior", type="regular", rank="average", physique="good", concept=("Sword", "good"))
    for name in ("One", "Two"):
        table.nc(name, rank="basic", concept=("Villager", "good"))
    table.face("Dara", "Warrior", "One", "Two")
    assert table.bench("Dara", "roll-momentum").tn == 16


def together(**options: Any) -> Sitting:
    """Dara and Eskil against one NC, both about to put their share in."""
    table = two(**options)
    table.nc(
        "Giant",
        type="hero",
        rank="great",
        physique="great",
        charisma="good",
        cunning="average",
        concept=("Giant", "great"),
    )
    table.face(["Dara", "Eskil"], "Giant")
    return table


@pytest.mark.rule("SE-MOM-07", "SE-RD-34")
def test_several_roll_once_with_everything_added_up_and_each_pays_for_their_own():
    table = together()
    assert not table.offers("Ann", "roll-momentum")
    table.test("Dara", "contribute", purpose="momentum", trait="physique", element="Parry", wait=True)
    settled = table.test("Eskil", "roll-momentum", trait="charisma", qualities=["Swordsman"], faces=(9, 9))
    assert settled.test.total == 18 + 2 + 4 + 0 + 4
    assert table.stand("Dara").trait == "physique"
    assert table.stand("Eskil").trait == "charisma"
    assert table.who("Dara").spent == (table.quality("Dara", "Parry"),)
    assert table.who("Eskil").spent == (table.quality("Eskil", "Swordsman"),)
    assert table.stand("Dara").momentum == table.stand("Eskil").momentum == "attacker"
    table.test("Dara", "act", trait="physique", qualities=["Swordsman"], element="Lunge", faces=(2, 3))


@pytest.mark.rule("SE-RD-26")
def test_the_bonus_of_a_joint_momentum_is_each_ones():
    table = together()
    table.test("Dara", "contribute", purpose="momentum", trait="physique", element="Parry", wait=True)
    settled = table.test(
        "Eskil", "roll-momentum", trait="physique", qualities=["Swordsman", "Soldier"], element="Parry", faces=(9, 9)
    )
    assert settled.level == "good"
    assert table.stand("Eskil").bonus == 2
    assert table.stand("Dara").bonus == 2


@pytest.mark.rule("SE-RD-34")
def test_a_joint_natural_2_teaches_the_roller_and_bars_all():
    table = together()
    table.test("Dara", "contribute", purpose="momentum", trait="physique", qualities=["Soldier"], wait=True)
    table.test("Eskil", "roll-momentum", trait="physique", qualities=["Soldier"], faces=(1, 1))
    assert len(table.who("Eskil").lessons) == 1
    assert not table.who("Dara").lessons
    assert table.stand("Dara").barred == table.stand("Eskil").barred == "pc"


@pytest.mark.rule("SE-RD-34", "SE-LUCK-04")
def test_any_engaged_player_may_pay_for_a_reroll():
    table = together()
    table.purse("Ann", 1)
    table.test("Dara", "contribute", purpose="momentum", trait="physique", wait=True)
    test = table.test("Eskil", "roll-momentum", trait="physique", faces=(3, 4), wait=True)
    table.do("Ann", "reroll", test=test.id, who=table.id("Dara"), die="first", faces=(8,))
    assert table.settled().test.faces == (8, 4)


@pytest.mark.rule("SE-MOM-08", "SE-NC-05", "SE-NC-14", "SE-ERR-03", "SE-TRAP-20")
def test_an_ncs_momentum_takes_a_trait_and_an_element_which_is_spent_and_never_the_concept():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    table.nc(
        "Captain",
        type="hero",
        rank="good",
        physique="great",
        concept=("Captain", "great"),
        elements=[("Sabre", "great", "physique"), ("Boots", "good", "physique"), ("Charm", "good", "charisma")],
    )
    table.face("Dara", "Captain")
    assert table.bench("Dara", "roll-momentum").tn == 17 + 4 + 2
    table.test(
        "Dara", "roll-momentum", trait="physique", qualities=["Swordsman", "Soldier"], element="Parry", faces=(9, 9)
    )
    captain = table.npc("Captain")
    assert captain.spent == (captain.elements[1].id,)
    assert table.pairing("Dara").foes[captain.id].trait == "physique"
    assert table.bench("Dara", "act").tn == 17 + 4 + 4 + 4


@pytest.mark.rule("SE-NC-14")
def test_the_gm_may_ready_an_nc_otherwise():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.nc("Captain", type="hero", rank="good", physique="great", charisma="good",
             elements=[("Sabre", "great", "physique"), ("Charm", "good", "charisma")])
    charm = table.npc("Captain").elements[1].id
    table.do("Gil", "ready", nc=table.id("Captain"), trait="charisma", momentum=charm, action="none", open=False)
    table.face("Dara", "Captain")
    assert table.bench("Dara", "roll-momentum").tn == 17 + 2 + 2


@pytest.mark.rule("SE-MOM-09", "SE-SEIZE-07", "SE-RD-04")
def test_a_lost_natural_2_bars_the_pc_from_seizing_and_a_natural_20_the_nc():
    table = duel()
    table.test("Dara", "roll-momentum", trait="physique", faces=(1, 1))
    table.learn("Dara")
    assert table.stand("Dara").barred == "pc"
    table.refuses(
        "Ann",
        "seize",
        "barred",
        "SE-SEIZE-07",
        pairing=table.pairing("Dara").id,
        who=table.id("Dara"),
        trait="physique",
        free=False,
    )
    table = duel()
    table.test("Dara", "roll-momentum", trait="physique", faces=(10, 10))
    assert table.stand("Dara").barred == "nc"
    assert not table.offers("Gil", "nc-seize")


@pytest.mark.rule("SE-RD-04")
def test_two_tens_do_not_decide_momentum():
    table = duel()
    table.nc("Titan", rank="exceptional")
    table.face("Dara", "Titan")
    table.test("Dara", "roll-momentum", trait="cunning", faces=(10, 10))
    assert table.stand("Dara").momentum == "defender"


@pytest.mark.rule("SE-MOM-10", "SE-ACT-08")
def test_momentum_stays_from_round_to_round():
    table = attacking()
    table.test("Dara", "act", trait="physique", faces=(2, 3))
    table.do("Gil", "next-round")
    assert table.stand("Dara").momentum == "attacker"
    assert table.offers("Ann", "act")
    assert not table.offers("Ann", "roll-momentum")


@pytest.mark.rule("SE-MOM-11", "SE-RD-36")
def test_fresh_opposition_takes_a_momentum_test_of_its_own_and_changes_nobody_elses():
    table = attacking()
    table.nc("Reserve", rank="basic")
    table.face("Dara", "Reserve")
    assert table.stand("Dara").momentum == ""
    assert [pairing.stands[table.id("Dara")].momentum for pairing in table.state.pairings.values()] == ["attacker", ""]
    table.pc("Ben", "Eskil", **HERO)
    table.face("Eskil", "Guard")
    assert table.stand("Eskil").momentum == ""
    assert len(table.state.pairings) == 3


@pytest.mark.rule("SE-MOM-11")
def test_leaving_off_ends_it_and_turning_back_is_a_new_test():
    table = attacking()
    table.do("Ann", "leave-off", pairing=table.pairing("Dara").id, who=table.id("Dara"))
    assert not table.state.pairings
    table.face("Dara", "Guard")
    assert table.stand("Dara").momentum == ""


@pytest.mark.rule("SE-RD-48", "SE-TERM-04")
def test_a_round_ends_when_the_gm_says_and_everyone_may_pass():
    table = defending()
    (offer,) = table.offers("Gil", "next-round")
    assert offer.urgency == "tool"
    table.do("Ann", "let-pass", who=table.id("Dara"))
    (offer,) = table.offers("Gil", "next-round")
    assert offer.urgency == "must"
    strike(table)
    table.refuses("Gil", "next-round", "unsettled", "SE-RD-48")

"""Whom a reward, a blow or a Trait falls on, and when what was won or learned has its time."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, defending, strike, two
from moot.games.swords_edge.tests.test_powers import PLAIN, cast, mage

ALL = {"trait": "physique", "qualities": ["Swordsman", "Soldier", "Fencing"], "element": "Parry"}
"""Everything of Dara's: +14."""


def two_rats(momentum: tuple[int, int], *, luck: int = 0) -> Sitting:
    """Dara against two Basic minions at TN 10, Momentum rolled with +2."""
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    for name in ("Rat", "Mouse"):
        table.nc(name, rank="basic")
    table.face("Dara", "Rat", "Mouse")
    table.test("Dara", "roll-momentum", trait="physique", faces=momentum)
    table.purse("Ann", luck)
    return table


def fall(table: Sitting, *names: str) -> None:
    """NCs are out, by what others do."""
    for name in names:
        table.state = table.state.with_nc(replace(table.npc(name), out=True))


@pytest.mark.rule("SE-LOS-05", "SE-RD-33")
def test_a_riposte_goes_against_the_one_whose_attack_was_met():
    table = two_rats((1, 2))
    attack = strike(table, "Mouse")
    assert table.test("Dara", "defend", attack=attack, faces=(9, 8), **ALL).level == "exceptional"  # 31 against 8
    (offer,) = table.offers("Ann", "riposte")
    assert offer.fixed["target"] == table.id("Mouse")
    assert "target" not in {field.name for field in offer.fields}
    table.test("Dara", "riposte", trait="physique", faces=(5, 6))
    assert (table.npc("Mouse").out, table.npc("Rat").out) == (True, False)


@pytest.mark.rule("SE-LOS-05")
def test_a_riposte_is_over_with_the_one_it_would_go_against():
    table = two_rats((1, 2))
    attack = strike(table, "Mouse")
    table.test("Dara", "defend", attack=attack, faces=(9, 8), **ALL)
    fall(table, "Mouse")
    assert not table.offers("Ann", "riposte")


def newcomer(table: Sitting) -> Any:
    """Dara is helpless, and somebody comes to strike her; the attack."""
    table.nc("Thug", rank="good")
    table.face("Dara", "Thug")
    table.change("Dara", stands="helpless")
    attack = strike(table, "Thug")
    return table.state.attacks[attack]


@pytest.mark.rule("SE-RD-10")
def test_the_trait_of_momentum_is_remembered_when_its_pairing_is_over():
    table = two()
    table.nc("Rat", rank="weak")
    table.face("Dara", "Rat")
    table.test("Dara", "roll-momentum", trait="cunning", faces=(5, 6))
    table.test("Dara", "act", trait="cunning", faces=(5, 6))
    assert table.npc("Rat").out
    assert not table.state.pairings
    assert newcomer(table).trait == "cunning"


@pytest.mark.rule("SE-RD-10")
def test_of_several_traits_the_one_used_last_counts_wherever_it_was_used():
    table = two()
    for name in ("Rat", "Mouse"):
        table.nc(name, rank="good")
        table.face("Dara", name)
    rat, mouse = table.state.pairings
    table.test("Dara", "roll-momentum", pairing=rat, trait="physique", faces=(2, 3))
    table.test("Dara", "roll-momentum", pairing=mouse, trait="charisma", faces=(2, 3))
    table.test("Dara", "seize", pairing=rat, trait="cunning", faces=(2, 3))
    assert newcomer(table).trait == "cunning"


@pytest.mark.rule("SE-SEIZE-06", "SE-RD-35")
def test_the_stress_of_a_beaten_seize_goes_to_another_if_its_bearer_has_fallen():
    table = two_rats((9, 8), luck=1)
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    table.test("Dara", "answer-seize", bearer="Rat", faces=(5, 6), wait=True, **ALL)
    fall(table, "Rat")
    table.do("Ann", "let-stand", test=next(iter(table.state.tests)))
    assert table.npc("Mouse").out


@pytest.mark.rule("SE-SEIZE-06", "SE-RD-35", "SE-RD-22")
def test_the_fallen_answer_no_seize():
    table = defending()
    table.purse("Ann", 1)
    table.test("Dara", "seize", trait="physique", faces=(2, 3), wait=True)
    fall(table, "Guard")
    table.do("Ann", "let-stand", test=next(iter(table.state.tests)))
    assert table.happened("SeizeFailed")
    assert table.who("Dara").penalties == ()


@pytest.mark.rule("SE-MOM-06", "SE-RD-51")
def test_nobody_escapes_the_joint_number_by_facing_them_one_by_one():
    table = two()
    dara = table.id("Dara")
    for name in ("One", "Two", "Three"):
        table.nc(name, rank="poor")
    table.do("Ann", "face", who=[dara], foes=[table.id("One")])
    table.refuses("Ann", "face", "facing-already", "SE-RD-51", who=[dara], foes=[table.id("Two")])
    assert table.offers("Ben", "face")
    table.do("Gil", "face", who=[dara], foes=[table.id("Two")])  # who steps in
    fall(table, "One", "Two")
    table.do("Ann", "face", who=[dara], foes=[table.id("Three")])


@pytest.mark.rule("SE-RD-11", "SE-DMG-06")
def test_a_hero_who_is_hit_as_hard_as_can_be_takes_stress_and_goes_on_defending():
    table = attacking()
    table.nc("Duke", type="hero", rank="great")
    table.face("Dara", "Duke")
    table.test("Dara", "roll-momentum", trait="physique", element="Parry", faces=(10, 8))
    table.do("Gil", "tune", nc=table.id("Duke"), what="rank", rank="poor")
    assert table.state.scene is not None
    table.put(scene=replace(table.state.scene, carry={table.id("Dara"): (1, 4)}))
    settled = table.test("Dara", "act", qualities=["Swordsman", "Soldier", "Fencing"], trait="physique", faces=(9, 8))
    assert settled.level == "exceptional"
    assert not table.npc("Duke").defenceless


@pytest.mark.rule("SE-ERR-30", "SE-MOM-05")
def test_a_level_bonus_is_the_first_rounds():
    table = two_rats((9, 6))
    assert table.stand("Dara").bonus == 2
    table.do("Gil", "next-round")
    assert table.stand("Dara").bonus == 0


@pytest.mark.rule("SE-ERR-30", "SE-RD-33")
def test_who_had_their_act_already_has_the_bonus_in_the_round_after():
    table = two_rats((1, 2))
    dara = table.id("Dara")
    attack = strike(table, "Mouse")
    table.test("Dara", "defend", attack=attack, faces=(9, 8), **ALL)
    assert table.state.scene is not None
    acted = tuple((dara, table.id(name)) for name in ("Rat", "Mouse"))
    table.put(scene=replace(table.state.scene, acted=acted))
    table.test("Dara", "seize", free=True, trait="physique", faces=(9, 8))
    assert table.stand("Dara").bonus == 2
    table.do("Gil", "next-round")
    assert table.stand("Dara").bonus == 2
    table.do("Gil", "next-round")
    assert table.stand("Dara").bonus == 0


@pytest.mark.rule("SE-RD-39", "SE-ADV-02")
def test_what_a_natural_2_taught_is_chosen_before_the_next_test():
    table = attacking()
    table.test("Dara", "act", trait="physique", qualities=["Swordsman"], faces=(1, 1))
    table.do("Gil", "next-round")
    pairing = table.pairing("Dara").id
    table.refuses(
        "Ann", "act", "not-now", "SE-RD-39", pairing=pairing, who=table.id("Dara"), trait="physique",
        target=table.id("Guard"),
    )
    table.learn("Dara")
    assert table.offers("Ann", "act")


@pytest.mark.rule("SE-RD-39")
def test_nor_does_a_defence_come_before_it():
    table = defending()
    table.test("Dara", "seize", trait="physique", element="Parry", faces=(1, 1))
    table.do("Gil", "next-round")
    attack = strike(table)
    table.refuses("Ann", "stand-open", "not-now", "SE-RD-39", attack=attack, who=table.id("Dara"))
    table.learn("Dara")
    assert table.offers("Ann", "defend")


@pytest.mark.rule("SE-MOM-09", "SE-SEIZE-07", "SE-RD-52")
def test_a_natural_2_on_the_answer_bars_seizing_the_momentum_back():
    table = attacking()
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    table.test("Dara", "answer-seize", trait="physique", qualities=["Swordsman"], faces=(1, 1))
    table.learn("Dara")
    table.do("Gil", "next-round")
    fixed = {"pairing": table.pairing("Dara").id, "who": table.id("Dara"), "free": False}
    table.refuses("Ann", "seize", "barred", "SE-SEIZE-07", trait="physique", **fixed)


@pytest.mark.rule("SE-RD-52", "SE-MOM-09")
def test_a_natural_20_on_the_answer_bars_nobody():
    table = attacking()
    table.nc("Titan", type="hero", rank="exceptional")
    table.face("Dara", "Titan")
    table.test("Dara", "roll-momentum", trait="physique", faces=(10, 9), qualities=["Swordsman", "Soldier"])
    assert table.stand("Dara").momentum == "defender"
    table.do("Gil", "tune", nc=table.id("Titan"), what="rank", rank="great")
    table.test("Dara", "seize", trait="physique", element="Parry", faces=(10, 9))
    assert table.stand("Dara").momentum == "attacker"
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    table.test("Dara", "answer-seize", trait="physique", faces=(10, 10))
    assert table.stand("Dara").barred == ""
    table.do("Gil", "next-round")
    assert table.offers("Gil", "nc-seize")


@pytest.mark.rule("SE-RD-33", "SE-SFX-04")
def test_nobody_calls_on_a_power_while_a_reaction_is_due():
    table = mage()
    table.nc("Rat", rank="good")
    table.face("Myr", "Rat")
    table.test("Myr", "roll-momentum", trait="cunning", faces=(1, 2))
    strike(table, "Rat", "Myr")
    wish = {**PLAIN, "who": table.id("Myr"), "quality": table.quality("Myr", "Bolt of Fire")}
    table.refuses("Ann", "cast", "not-now", "SE-SFX-04", **wish)


@pytest.mark.rule("SE-RD-33", "SE-RD-42")
def test_a_powers_momentum_waits_for_the_reaction_that_is_due():
    table = mage()
    table.nc("Rat", rank="good")
    table.face("Myr", "Rat")
    table.test("Myr", "roll-momentum", trait="cunning", faces=(1, 2))
    rat = table.pairing("Myr").id
    cast(table)
    power = table.pairing("Myr").id
    table.do("Gil", "nc-act", pairing=rat, nc=table.id("Rat"), who=table.id("Myr"), riposte=False)
    table.refuses(
        "Ann", "roll-momentum", "not-now", "SE-RD-33", pairing=power, who=table.id("Myr"), trait="cunning"
    )

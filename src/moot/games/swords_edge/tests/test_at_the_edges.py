"""What somebody who knows every rule would try: shares overtaken, Seizes answered, Momentum dropped."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.games.swords_edge.character import Penalty
from moot.games.swords_edge.tests.sitting import CLUMSY, HERO, Sitting, attacking, captain, defending, duel, strike, two
from moot.testing import choices


def pair(**options: Any) -> Sitting:
    """Dara, who is clumsy, and Eskil against one giant, Momentum not yet rolled."""
    table = two(CLUMSY, **options)
    table.nc("Giant", type="hero", rank="great", physique="great", charisma="good", cunning="average")
    table.face(["Dara", "Eskil"], "Giant")
    return table


def lost(**options: Any) -> Sitting:
    """Both have lost Momentum to the giant."""
    table = pair(**options)
    table.test("Dara", "contribute", purpose="momentum", trait="physique", wait=True)
    table.test("Eskil", "roll-momentum", trait="physique", faces=(3, 2))
    return table


def invoke(table: Sitting) -> None:
    """The GM brings Dara's Weakness up, and leaves her without Luck."""
    table.do("Gil", "invoke-weakness", who=table.id("Dara"), weakness=table.quality("Dara", "Clumsy"))
    table.purse("Ann", 0)


def shares(test: Any, table: Sitting, who: str) -> dict[str, int]:
    """What a PC had in a Test."""
    return {part.label: part.worth for part in test.parts if part.who == table.id(who)}


# ---------------------------------------------------------------- shares in joint Tests


@pytest.mark.rule("SE-RD-30", "SE-WEAK-02", "SE-WEAK-01", "SE-MOM-07")
@pytest.mark.parametrize("first", [True, False])
def test_a_weakness_invoked_before_or_after_the_share_counts_and_is_not_spent(first):
    table = pair()
    if first:
        invoke(table)
    table.test("Dara", "contribute", purpose="momentum", trait="physique", element="Parry", wait=True)
    if not first:
        invoke(table)
    test = table.test("Eskil", "roll-momentum", trait="physique", faces=(9, 9)).test
    assert shares(test, table, "Dara") == {"Physique": 2, "Parry": 4, "Clumsy": -4}
    assert table.who("Dara").invoked == ()
    assert table.who("Dara").spent == (table.quality("Dara", "Parry"),)


@pytest.mark.rule("SE-RD-30")
def test_who_puts_a_share_in_and_then_rolls_alone_still_bears_the_weakness():
    table = lost()
    invoke(table)
    table.test("Dara", "contribute", purpose="seize", trait="physique", wait=True)
    test = table.test("Dara", "seize", trait="physique", faces=(3, 4)).test
    assert shares(test, table, "Dara") == {"Physique": 2, "Clumsy": -4}


@pytest.mark.rule("SE-TEST-05", "SE-MOM-07")
def test_a_quality_in_a_share_does_not_serve_in_another_momentum_test_as_well():
    table = pair()
    table.test("Dara", "contribute", purpose="momentum", trait="physique", element="Parry", wait=True)
    table.nc("Imp")
    imp = table.face("Dara", "Imp")
    table.test("Dara", "roll-momentum", pairing=imp.id, trait="physique", element="Parry", faces=(9, 9))
    test = table.test("Eskil", "roll-momentum", trait="physique", faces=(9, 9)).test
    assert shares(test, table, "Dara") == {"Physique": 2}


@pytest.mark.rule("SE-DMG-05", "SE-TEST-02", "SE-RD-34")
def test_a_share_counts_as_things_are_when_the_dice_fall():
    table = pair()
    table.test("Dara", "contribute", purpose="momentum", trait="physique", qualities=["Soldier"], wait=True)
    table.do("Gil", "turn-down", who=table.id("Dara"), quality=table.quality("Dara", "Soldier"))
    table.change("Dara", penalties=(Penalty(1, "physique", "stress", 1),))
    test = table.test("Eskil", "roll-momentum", trait="physique", faces=(9, 9)).test
    assert shares(test, table, "Dara") == {"Physique": 0}
    assert table.who("Dara").spent == ()


@pytest.mark.rule("SE-RD-12", "SE-ACT-05")
def test_who_has_tried_to_seize_this_round_joins_in_no_other_attempt():
    table = lost()
    table.test("Dara", "seize", trait="physique", faces=(2, 3))
    assert table.who("Dara").hurt("physique") == 4
    table.change("Dara", stands="in")
    assert [o.fixed["purpose"] for o in table.offers("Ann", "contribute")] == []
    table.do("Gil", "next-round")
    assert [o.fixed["purpose"] for o in table.offers("Ann", "contribute")] == ["seize"]


@pytest.mark.rule("SE-SEIZE-05", "SE-RD-35")
def test_a_share_for_a_seize_that_was_not_made_is_gone_once_momentum_is_won_otherwise():
    table = lost()
    table.test("Dara", "contribute", purpose="seize", trait="physique", wait=True)
    table.state = table.state.with_nc(replace(table.npc("Giant"), rank="weak", traits={"physique": "average"}))
    everything = {"qualities": ["Swordsman", "Soldier", "Fencing"], "element": "Parry"}
    attack = strike(table, "Giant")
    # 19 + 14 against 3: Legendary.
    table.test("Dara", "defend", attack=attack, trait="physique", faces=(10, 9), **everything)
    stands = table.pairing("Dara").stands
    assert [who for who, stand in stands.items() if stand.momentum == "attacker"] == [table.id("Dara")]
    assert not table.pairing("Dara").pledges


# ---------------------------------------------------------------- Seizes and their answers


@pytest.mark.rule("SE-RD-12", "SE-SEIZE-01")
def test_an_answer_that_did_not_hold_leaves_the_act_to_seize_back():
    table = defending()
    table.test("Dara", "seize", trait="physique", qualities=["Swordsman"], element="Parry", faces=(9, 8))
    assert table.stand("Dara").momentum == "attacker"
    table.test("Dara", "act", trait="physique", faces=(1, 2))
    assert table.offers("Gil", "nc-seize")
    table = attacking()
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    table.test("Dara", "answer-seize", trait="physique", faces=(3, 2))
    assert table.stand("Dara").momentum == "defender"
    assert table.offers("Ann", "seize")


@pytest.mark.rule("SE-RD-12")
def test_an_answer_that_beat_the_seize_off_was_the_pcs_act_on_it():
    table = captain()
    table.test("Dara", "roll-momentum", trait="physique", faces=(8, 8))
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    table.test("Dara", "answer-seize", trait="physique", faces=(8, 8))
    assert table.stand("Dara").momentum == "attacker"
    assert not table.offers("Ann", "act")


@pytest.mark.rule("SE-RD-12", "SE-ACT-05")
def test_a_second_seize_in_a_round_is_refused_for_that_reason():
    table = defending()
    seize = {"pairing": table.pairing("Dara").id, "who": table.id("Dara"), "free": False, "trait": "physique"}
    table.test("Dara", "seize", trait="physique", faces=(3, 4))
    table.refuses("Ann", "seize", "acted-already", "SE-RD-12", **seize)
    assert not table.offers("Ann", "seize")


@pytest.mark.rule("SE-RD-32", "SE-RD-24")
def test_acts_lower_an_ncs_seize():
    table = attacking()
    table.pc("Ben", "Eskil", **HERO)
    table.purse("Ben", 0)
    other = table.face("Eskil", "Guard")
    table.test("Eskil", "roll-momentum", pairing=other.id, trait="physique", faces=(10, 9))
    table.test("Eskil", "act", trait="physique", faces=(1, 2))
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    challenge = table.pairing("Dara").challenge
    assert challenge is not None
    assert challenge.target.tn == 19 - 2


@pytest.mark.rule("SE-RD-03", "SE-SEIZE-03", "SE-MOM-05")
def test_an_nc_that_seizes_well_has_no_bonus():
    table = attacking()
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    # 3 + 2 against 19: short by 14, Great.
    table.test("Dara", "answer-seize", trait="", faces=(3, 2))
    attack = strike(table)
    assert table.state.attacks[attack].target.tn == 21


@pytest.mark.rule("SE-DMG-03", "SE-SEIZE-05", "SE-MOM-10")
def test_momentum_of_one_who_can_no_longer_react_is_seized_without_a_test():
    table = attacking()
    table.change("Dara", stands="helpless")
    assert not table.offers("Gil", "nc-act")
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    assert table.stand("Dara").momentum == "defender"
    assert not table.state.tests
    strike(table)
    assert [offer.do for offer in table.offers("Ann") if offer.do in ("defend", "stand-open")] == ["stand-open"]


@pytest.mark.rule("SE-DMG-03", "SE-SEIZE-05")
def test_what_a_joint_answer_loses_is_lost_for_the_helpless_too():
    table = pair()
    table.test("Dara", "contribute", purpose="momentum", trait="physique", element="Parry", wait=True)
    table.test("Eskil", "roll-momentum", trait="physique", element="Parry", faces=(9, 8))
    table.change("Dara", stands="helpless")
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    table.test("Eskil", "answer-seize", trait="physique", faces=(2, 3))
    assert all(stand.momentum != "attacker" for stand in table.pairing("Dara").stands.values())


# ---------------------------------------------------------------- Momentum dropped to be rolled anew


@pytest.mark.rule("SE-MOM-03", "SE-MOM-10", "SE-MOM-09")
def test_a_defender_does_not_walk_away_from_momentum_without_the_gm():
    table = defending()
    leave = {"pairing": table.pairing("Dara").id, "who": table.id("Dara")}
    table.refuses("Ann", "leave-off", "held", "SE-MOM-03", **leave)
    table.do("Gil", "leave-off", **leave)
    assert not table.state.pairings


@pytest.mark.rule("SE-MOM-10")
def test_who_leaves_off_turns_back_only_when_the_gm_says():
    table = attacking()
    table.nc("Reserve")
    table.do("Ann", "leave-off", pairing=table.pairing("Dara").id, who=table.id("Dara"))
    (offer,) = table.offers("Ann", "face")
    assert set(choices(offer, "foes").values()) == {"Reserve"}
    table.face("Dara", "Reserve")
    table.refuses("Ann", "face", "left-off", "SE-MOM-10", who=[table.id("Dara")], foes=[table.id("Guard")])
    table.face("Dara", "Guard")
    assert table.stand("Dara").momentum == ""


# ---------------------------------------------------------------- how it is told


@pytest.mark.rule("SE-SEIZE-05", "SE-GM-01")
def test_the_journal_tells_a_seize_called_off_from_one_beaten_off():
    table = attacking()
    pairing = table.pairing("Dara").id
    table.do("Gil", "nc-seize", pairing=pairing, free=False)
    table.do("Gil", "call-off-seize", pairing=pairing)
    assert any(line.startswith("Guard: no Seize after all.") for line in table.read["Ann"])
    table.do("Gil", "nc-seize", pairing=pairing, free=False)
    table.test("Dara", "answer-seize", trait="physique", faces=(9, 9))
    assert any(line.startswith("Guard: the Seize is beaten off.") for line in table.read["Ann"])


@pytest.mark.rule("SE-MOM-09")
def test_the_journal_says_who_may_not_seize():
    table = duel()
    table.test("Dara", "roll-momentum", trait="physique", faces=(10, 10))
    assert any("No Seizing it back." in line for line in table.read["Ann"])
    table = defending()
    table.test("Dara", "seize", trait="physique", faces=(1, 1))
    assert any("No trying again." in line for line in table.read["Ann"])

"""Actions, several in one round, groups, Stress on NCs (parts 11, 13 and 18)."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.swords_edge.nc import Clue
from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, defending, strike, two
from moot.testing import choices


def crowd(count: int = 4, **options: Any) -> Sitting:
    """Dara holds Momentum over some weak minions."""
    table = Sitting("Ann", **options)
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    names = [f"Thug {n}" for n in range(1, count + 1)]
    for name in names:
        table.nc(name, rank="weak", concept=("Thug", "good"))
    table.face("Dara", *names)
    table.test("Dara", "roll-momentum", trait="physique", faces=(8, 2))
    table.change("Dara")
    return table


@pytest.mark.rule("SE-ACT-02", "SE-NC-04", "SE-TEST-04")
def test_an_action_in_numbers():
    table = attacking()
    settled = table.test(
        "Dara", "act", trait="physique", qualities=["Swordsman", "Soldier", "Fencing"], element="Parry", faces=(4, 3)
    )
    assert settled.test.total == 7 + 2 + 4 + 2 + 2 + 4
    assert settled.test.target.tn == 17 + 2 + 2


@pytest.mark.rule("SE-ACT-03")
def test_what_the_dice_mean_is_the_players_to_tell():
    table = attacking()
    table.test("Dara", "act", trait="physique", how="She feints and lunges", faces=(4, 3))
    assert table.happened("Rolled")[-1].test.how == "She feints and lunges"


@pytest.mark.rule("SE-ACT-04", "SE-NC-07", "SE-DMG-06")
def test_success_is_stress_by_level_and_failure_nothing():
    table = attacking()
    table.test("Dara", "act", trait="physique", faces=(2, 3))
    assert table.npc("Guard").stress == 0
    table.do("Gil", "next-round")
    settled = table.test(
        "Dara", "act", trait="physique", qualities=["Swordsman", "Soldier", "Fencing"], element="Parry", faces=(8, 6)
    )
    assert (settled.level, table.npc("Guard").stress) == ("good", 2)
    assert not table.npc("Guard").out
    table.do("Gil", "next-round")
    table.test(
        "Dara", "act", trait="physique", qualities=["Swordsman", "Soldier", "Fencing"], element="Parry", faces=(5, 4)
    )
    assert table.npc("Guard").out
    assert not table.state.pairings


@pytest.mark.rule("SE-NC-07")
def test_one_great_success_puts_a_regular_out():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    table.nc("Guard", type="regular", rank="weak", physique="average")
    table.face("Dara", "Guard")
    table.test("Dara", "roll-momentum", trait="physique", faces=(2, 3))
    assert table.test("Dara", "act", trait="physique", faces=(8, 7)).level == "great"
    assert table.npc("Guard").out


@pytest.mark.rule("SE-ACT-05", "SE-ACT-06")
def test_each_further_act_of_a_round_is_a_rank_harder_and_nobody_acts_twice_on_one():
    table = crowd()
    penalties = []
    for number in range(1, 5):
        test = table.test("Dara", "act", trait="physique", target=f"Thug {number}", faces=(1, 2)).test
        penalties.append(sum(part.worth for part in test.parts if part.what == "acts"))
    assert penalties == [0, -2, -4, -6]
    assert not table.offers("Ann", "act")
    table.do("Gil", "next-round")
    assert table.offers("Ann", "act")


@pytest.mark.rule("SE-RD-24", "SE-ACT-05")
def test_an_nc_that_reacts_often_has_a_lower_tn():
    table = two()
    table.nc("Guard", type="regular", rank="average", physique="good")
    for who in ("Dara", "Eskil"):
        table.face(who, "Guard")
        table.test(who, "roll-momentum", trait="physique", faces=(9, 4))
    tns = [table.test(who, "act", trait="physique", faces=(1, 2)).test.target.tn for who in ("Dara", "Eskil")]
    assert tns == [14, 12]


@pytest.mark.rule("SE-ACT-06", "SE-UND-02")
def test_an_nc_that_leaves_a_defence_out_stands_at_five_and_does_not_react():
    table = attacking()
    table.do("Gil", "ready", nc=table.id("Guard"), trait="physique", open=True)
    settled = table.test("Dara", "act", trait="physique", faces=(4, 6))
    assert (settled.test.target.tn, settled.level) == (5, "good")
    assert table.state.acts(table.id("Guard")) == 0


@pytest.mark.rule("SE-ACT-06")
def test_foes_not_acted_on_do_not_act_on_who_holds_momentum():
    table = crowd()
    table.test("Dara", "act", trait="physique", target="Thug 1", faces=(5, 5))
    assert not table.offers("Gil", "nc-act")


@pytest.mark.rule("SE-ACT-06")
def test_a_lone_defender_is_acted_on_by_each_foe_and_may_leave_defences_out_without_an_act():
    table = defending()
    table.nc("Second", rank="basic", concept=("Thug", "good"))
    table.face("Dara", "Second")
    second = table.test("Dara", "roll-momentum", trait="physique", faces=(1, 2))
    assert not second.success
    strike(table, "Second")
    table.do("Ann", "stand-open", attack=next(iter(table.state.attacks)), who=table.id("Dara"), faces=(10, 9))
    assert table.state.acts(table.id("Dara")) == 0


@pytest.mark.rule("SE-ACT-07", "SE-ERR-16")
def test_one_roll_meets_a_group_when_the_gm_calls_it():
    table = crowd(3)

    def offered() -> bool:
        return "all" in choices(table.form("Dara", "act", {"trait": "physique"}), "target")

    assert not offered()
    table.do("Gil", "call-strike", pairing=table.pairing("Dara").id)
    assert offered()
    settled = table.test("Dara", "act", trait="physique", target="all", qualities=["Soldier"], faces=(7, 7))
    assert settled.test.target.tn == 3 + 2 + 2 + 2
    assert [table.npc(f"Thug {n}").out for n in (1, 2, 3)] == [True, True, False]


@pytest.mark.rule("SE-NC-06", "SE-TRAP-17")
def test_a_minion_is_out_at_any_success_and_has_no_trait():
    table = crowd(1)
    settled = table.test("Dara", "act", trait="physique", faces=(2, 2))
    assert settled.test.target.tn == 5
    assert table.npc("Thug 1").out


@pytest.mark.rule("SE-NC-08", "SE-EX-63", "SE-EX-64", "SE-ERR-25", "SE-TRAP-08", "SE-NC-03", "SE-RANK-05", "SE-NC-02")
def test_a_hero_falls_a_rank_with_each_stress_and_its_tn_with_it_at_once():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **{**HERO, "physique": "legendary", "element": [("Hew", "legendary", "physique")]})
    table.play()
    table.purse("Ann", 0)
    table.nc(
        "Runner",
        type="hero",
        rank="exceptional",
        physique="average",
        elements=[("Super-fast", "exceptional", "physique")],
    )
    table.face("Dara", "Runner")
    table.test(
        "Dara", "roll-momentum", trait="physique", element="Hew", qualities=["Swordsman", "Soldier"], faces=(9, 8)
    )
    assert table.bench("Dara", "act").tn == 31 + 6
    table.test("Dara", "act", trait="physique", qualities=["Fencing"], faces=(10, 10))
    runner = table.npc("Runner")
    assert (runner.stress, runner.now, runner.left) == (1, "great", 6)
    assert "TN 23" in table.form("Dara", "act", {"trait": "physique"}).why if table.offers("Ann", "act") else True
    assert table.stage("Gil").people[0].figures.tn == 23


@pytest.mark.rule("SE-NC-12")
@pytest.mark.parametrize(
    ("rank", "stress"), [("weak", 1), ("poor", 2), ("average", 4), ("legendary", 8), ("mythic", 9)]
)
def test_how_much_a_hero_stands(rank, stress):
    table = Sitting("Ann")
    table.nc("Hero", type="hero", rank=rank, here=False)
    assert table.npc("Hero").stands == stress


@pytest.mark.rule("SE-NC-09", "SE-ERR-27")
def test_each_stress_yields_a_clue_and_what_is_left_comes_free():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    clues = tuple(Clue(text) for text in ("A wolf", "On four legs", "400 kg", "It dragged him"))
    table.nc("Tracks", type="regular", kind="obstacle", rank="weak", cunning="average", clues=clues)
    table.face("Dara", "Tracks")
    table.test("Dara", "roll-momentum", trait="cunning", faces=(2, 3))
    table.test("Dara", "act", trait="cunning", faces=(4, 2))
    assert [clue.known for clue in table.npc("Tracks").clues] == [True, False, False, False]
    assert table.stage("Ann").people[0].clues == ("A wolf",)
    table.do("Gil", "next-round")
    table.test("Dara", "act", trait="cunning", faces=(6, 5))
    assert [clue.known for clue in table.npc("Tracks").clues] == [True] * 4
    assert table.npc("Tracks").out


@pytest.mark.rule("SE-NC-09")
def test_an_obstacle_may_attack():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    table.nc("A code", type="regular", kind="obstacle", rank="good", cunning="great", concept=("Conundrum", "good"))
    table.face("Dara", "A code")
    table.test("Dara", "roll-momentum", trait="cunning", faces=(3, 4))
    attack = strike(table, "A code")
    table.test("Dara", "defend", attack=attack, trait="cunning", faces=(4, 5))
    assert table.who("Dara").hurt("cunning") == 3


@pytest.mark.rule("SE-RANK-08", "SE-RD-43")
def test_a_bare_task_has_one_tn_for_both_and_one_success_settles_it():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    table.do("Gil", "set-task", name="Climb the wall", rank="average")
    table.face("Dara", "Climb the wall")
    momentum = table.test("Dara", "roll-momentum", trait="physique", faces=(6, 5))
    action = table.test("Dara", "act", trait="physique", faces=(6, 5))
    assert momentum.test.target.tn == action.test.target.tn == 12
    assert table.npc("Climb the wall").out


@pytest.mark.rule("SE-RD-47")
@pytest.mark.parametrize(("after", "stress"), [("restored", 0), ("kept", 2)])
def test_an_ncs_stress_lasts_for_the_scene_or_is_kept(after, stress):
    table = attacking(nc_stress_after_scene=after)
    table.test(
        "Dara", "act", trait="physique", qualities=["Swordsman", "Soldier", "Fencing"], element="Parry", faces=(8, 6)
    )
    assert table.npc("Guard").stress == 2
    table.do("Gil", "end-scene")
    assert table.npc("Guard").stress == stress
    if stress:
        table.do("Gil", "restore", nc=table.id("Guard"))
        assert table.npc("Guard").stress == 0


@pytest.mark.rule("SE-RD-46", "SE-NC-15")
def test_an_ncs_flaw_comes_off_its_next_tn_without_luck():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.nc("Troll", sample="obstacles/troll")
    table.refuses("Ann", "invoke-flaw", "no-flaw", "SE-RD-46", nc=table.id("Troll"))
    table.face("Dara", "Troll")
    luck = dict(table.state.luck)
    assert table.bench("Dara", "roll-momentum").tn == 18
    table.do("Ann", "invoke-flaw", nc=table.id("Troll"))
    assert table.bench("Dara", "roll-momentum").tn == 14
    assert table.state.luck == luck
    table.test("Dara", "roll-momentum", trait="physique", faces=(9, 9))
    assert not table.npc("Troll").flawed


@pytest.mark.rule("SE-NC-11", "SE-EX-65")
def test_in_sunlight_the_troll_falls_to_8_5_3_and_then_to_stone():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    troll = table.nc("Troll", sample="obstacles/troll")
    tns = []
    for _ in range(3):
        table.do("Gil", "wear-down", nc=troll)
        tns.append(table.stage("Gil").people[0].figures.tn)
    assert tns == [8, 5, 3]
    table.do("Gil", "wear-down", nc=troll)
    assert table.npc("Troll").out


@pytest.mark.rule("SE-ACT-02")
def test_the_target_number_that_is_shown_is_the_one_that_is_rolled():
    table = attacking()
    (offer,) = table.offers("Ann", "act")
    settled = table.test("Dara", "act", trait="physique", faces=(4, 3))
    assert offer.figures == {"test.target.tn": settled.test.target.tn}

"""Rare cases of what is spent, pressed, paid and learned: Elements, flaws, Luck, Advancements, criticals."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moot.games.swords_edge.character import Lesson, Penalty
from moot.games.swords_edge.purse import total
from moot.games.swords_edge.tests.sitting import CLUMSY, HERO, Sitting, attacking, captain, duel

# ---------------------------------------------------------------- spent, pressed


@pytest.mark.rule("SE-ERR-02", "SE-MOM-08")
@pytest.mark.parametrize(("spent_for", "spent"), [("scene", 1), ("next-action", 0)])
def test_an_ncs_element_is_spent_as_long_as_a_pcs(spent_for, spent):
    table = captain(spent_for=spent_for)
    table.test("Dara", "roll-momentum", trait="physique", faces=(8, 8))
    assert len(table.npc("Captain").spent) == 1
    table.test("Dara", "act", trait="physique", faces=(1, 2))
    assert len(table.npc("Captain").spent) == spent


@pytest.mark.rule("SE-RD-46", "SE-RD-41", "SE-MOM-06")
def test_what_is_pressed_on_one_of_a_group_is_kept_for_the_first_test_that_counts_it():
    table = captain(communal_luck="on")
    table.put(chest=1)
    before = total(table.state)
    table.nc("Troll", type="regular", rank="poor", physique="good", flaw=("Light", "poor"))
    table.do("Gil", "leave-off", pairing=table.pairing("Dara").id, who=table.id("Dara"))
    table.face("Dara", "Captain", "Troll")
    table.do("Ann", "invoke-flaw", nc=table.id("Troll"))
    table.do("Gil", "nc-exert", nc=table.id("Captain"), what=table.npc("Captain").elements[1].id)
    momentum = table.test("Dara", "roll-momentum", trait="physique", faces=(8, 8)).test
    assert momentum.target.tn == 12 + 2
    assert table.npc("Troll").flawed
    assert table.npc("Captain").exerted
    # 5 + 2 − 4, a Weak troll by daylight.
    troll = table.test("Dara", "act", trait="physique", target="Troll", faces=(1, 2)).test
    assert troll.target.tn == 5 + 2 - 4
    assert not table.npc("Troll").flawed
    assert total(table.state) == before


@pytest.mark.rule("SE-RD-41", "SE-SEIZE-05")
def test_what_the_gms_luck_adds_once_a_seize_is_called_waits_for_the_next_number():
    table = attacking(communal_luck="on")
    table.put(chest=2)
    table.do("Gil", "tune", nc=table.id("Guard"), what="cunning", rank="good")
    table.do("Gil", "nc-exert", nc=table.id("Guard"), what="cunning")
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    challenge = table.pairing("Dara").challenge
    assert challenge is not None
    assert challenge.target.tn == 17 + 2 + 2
    assert table.npc("Guard").exerted == ()
    table.do("Gil", "nc-exert", nc=table.id("Guard"), what="cunning")
    table.test("Dara", "answer-seize", trait="", faces=(3, 2))
    assert table.npc("Guard").exerted == ("cunning",)


# ---------------------------------------------------------------- Luck and Advancements


@pytest.mark.rule("SE-LUCK-07", "SE-LUCK-04", "SE-ADV-04")
def test_an_advancement_in_hand_holds_the_dice_and_pays_for_a_reroll_once_they_are_seen():
    table = duel()
    table.advance("Dara")
    test = table.test("Dara", "roll-momentum", trait="physique", faces=(1, 1), wait=True)
    assert test is not None
    table.do("Ann", "cash-advancement", who=table.id("Dara"))
    table.do("Ann", "reroll", test=test.id, who=table.id("Dara"), die="first", faces=(9,))
    assert table.settled().test.faces == (9, 1)
    assert not table.who("Dara").lessons
    assert table.who("Dara").advancements == 0


@pytest.mark.rule("SE-LUCK-05", "SE-LUCK-01", "SE-RD-21")
def test_a_new_sessions_luck_heals_nothing_of_the_last_session():
    table = duel()
    table.change("Dara", penalties=(Penalty(1, "physique", "stress", 1),))
    table.do("Gil", "end-scene")
    table.purse("Ann", 1)
    assert table.offers("Ann", "heal-with-luck")
    table.do("Gil", "end-session")
    table.do("Gil", "open-session")
    table.refuses("Ann", "heal-with-luck", "too-late", "SE-LUCK-05", who=table.id("Dara"), ranks=["1"])


@pytest.mark.rule("SE-RD-39", "SE-RD-08")
def test_what_a_failure_taught_is_chosen_before_anything_else_grows():
    table = duel()
    table.advance("Dara")
    table.purse("Ann", 0)
    table.test("Dara", "roll-momentum", trait="physique", element="Parry", faces=(1, 1))
    (lesson,) = table.who("Dara").lessons
    who, parry = table.id("Dara"), table.quality("Dara", "Parry")
    table.refuses("Ann", "grow", "lesson-first", "SE-RD-39", who=who, what=parry)
    table.refuses(
        "Ann", "learn-element", "lesson-first", "SE-RD-39", who=who, sfx=False, name="Feint", trait="cunning"
    )
    table.do("Ann", "take-lesson", who=who, test=lesson.test, what=parry)
    table.do("Ann", "grow", who=who, what=parry)
    assert table.who("Dara").quality(parry).rank == "legendary"


@pytest.mark.rule("SE-RD-38", "SE-ADV-06")
def test_a_second_lesson_lapses_when_the_first_has_brought_all_it_could_raise_to_legendary():
    table = attacking()
    parry = table.quality("Dara", "Parry")
    who = table.who("Dara")
    high = tuple(
        replace(q, rank="exceptional") if q.id == parry else q for q in who.qualities
    )
    table.change("Dara", qualities=high, lessons=(Lesson("t1", (parry,)), Lesson("t2", (parry,))))
    table.do("Ann", "take-lesson", who=who.id, test="t1", what=parry)
    assert table.who("Dara").lessons == ()
    assert [event.test for event in table.happened("LessonLapsed")] == ["t2"]


# ---------------------------------------------------------------- numbers whose order or sign could hide a slip


@pytest.mark.rule("SE-MOM-06", "SE-SEIZE-04", "SE-TRAP-07")
def test_the_highest_rank_leads_a_group_wherever_it_stands_in_it():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    table.nc("Small", rank="poor", concept=("Guard", "good"))
    table.nc("Big", rank="great", type="regular", physique="good", concept=("Guard", "great"))
    table.nc("Second", rank="great", concept=("Guard", "good"))
    table.face("Dara", "Small", "Big", "Second")
    momentum = table.test("Dara", "roll-momentum", trait="physique", faces=(3, 4)).test
    assert momentum.target.tn == 23 + 2 + 4
    seize = table.test("Dara", "seize", trait="physique", faces=(3, 4)).test
    assert seize.target.tn == 23 + 2 + (4 + 2) + 2


@pytest.mark.rule("SE-SEIZE-02", "SE-MOM-08", "SE-TRAP-20")
def test_an_element_spent_on_momentum_is_left_out_of_the_answer_to_a_seize():
    table = captain()
    momentum = table.test("Dara", "roll-momentum", trait="physique", faces=(3, 4)).test
    assert momentum.target.tn == 12 + 2 + 2
    table.do("Gil", "ready", nc=table.id("Captain"), trait="physique", momentum="", action="", open=False)
    assert "TN 18" in table.form("Dara", "seize").why
    boots = table.npc("Captain").elements[1].id
    assert table.npc("Captain").spent == (boots,)
    table.do("Gil", "ready", nc=table.id("Captain"), trait="physique", action=boots, open=False)
    assert "TN 14" in table.form("Dara", "seize").why


@pytest.mark.rule("SE-MOM-09", "SE-RD-04", "SE-CRIT-01", "SE-CRIT-03")
@pytest.mark.parametrize(
    ("faces", "rank", "momentum", "barred"),
    [
        ((1, 1), "weak", "attacker", ""),
        ((1, 1), "good", "defender", "pc"),
        ((10, 10), "good", "attacker", "nc"),
        ((10, 10), "exceptional", "defender", ""),
    ],
)
def test_a_critical_bars_only_the_side_that_it_went_against(faces, rank, momentum, barred):
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    table.nc("Foe", rank=rank)
    table.face("Dara", "Foe")
    table.test("Dara", "roll-momentum", trait="physique", faces=faces)
    assert (table.stand("Dara").momentum, table.stand("Dara").barred) == (momentum, barred)
    assert bool(table.who("Dara").lessons) == (faces == (1, 1))
    assert bool(table.who("Dara").stunts) == (faces == (10, 10))


@pytest.mark.rule("SE-ADV-03", "SE-RD-38")
@pytest.mark.parametrize(
    ("opened", "weaknesses", "raises"), [((), (), {"physique"}), (["cunning"], (), set()), ((), ["Clumsy"], {"Clumsy"})]
)
def test_a_trait_rises_only_if_nothing_at_all_stood_beside_it(opened, weaknesses, raises):
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **CLUMSY)
    table.play()
    table.purse("Ann", len(opened))
    table.nc("Foe", rank="good")
    table.face("Dara", "Foe")
    table.test("Dara", "roll-momentum", trait="physique", opened=opened, weaknesses=weaknesses, faces=(1, 1))
    taught = [what for lesson in table.who("Dara").lessons for what in lesson.choices]
    names = {"physique": "physique"} | {quality.id: quality.name for quality in table.who("Dara").qualities}
    assert {names[what] for what in taught} == raises


@pytest.mark.rule("SE-LUCK-03")
@pytest.mark.parametrize(
    ("element", "extra", "opened", "cost"),
    [
        ("Lunge", [], [], 0),
        ("Lunge", ["Parry"], [], 1),
        ("Lunge", ["Parry", "Hew"], [], 2),
        ("Lunge", [], ["charisma"], 1),
        ("Lunge", ["Taunt"], ["charisma"], 2),
        ("", ["Parry"], [], 0),
        ("", ["Taunt"], ["charisma"], 2),
    ],
)
def test_each_trait_and_each_element_beyond_the_first_is_one_luck(element, extra, opened, cost):
    table = Sitting("Ann")
    hew = ("Hew", "good", "physique")
    table.pc("Ann", "Dara", **{**HERO, "element": [*HERO["element"], hew]})
    table.play()
    table.purse("Ann", 3)
    table.nc("Foe")
    table.face("Dara", "Foe")
    chosen = {"element": element} if element else {}
    table.test("Dara", "roll-momentum", trait="physique", extra=extra, opened=opened, faces=(9, 9), **chosen)
    assert table.state.luck[table.seats["Ann"].id] == 3 - cost

"""Stress on PCs, Dooms and what they leave, criticals (parts 12 and 15)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from moot.core import Play, Scripted
from moot.games.swords_edge import ladder
from moot.games.swords_edge.figures import Level
from moot.games.swords_edge.harm.hits import hurt, wound
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, defending, duel, open_up, strike


def hit(table: Sitting, level: Level, who: str = "Dara") -> None:
    """A blow of a level lands on Physique."""
    play = Play(table.state, table.gm, Scripted(()), GAME.evolve)
    wound(play, table.id(who), "physique", level)
    table.happen(*play.events)


def hero(**sheet: Any) -> Sitting:
    """Ann's Dara, in a scene."""
    table = Sitting("Ann", **sheet.pop("options", {}))
    table.pc("Ann", "Dara", **{**HERO, **sheet})
    return table.play()


@pytest.mark.rule("SE-DMG-02", "SE-DMG-05", "SE-TRAP-11")
@pytest.mark.parametrize(("level", "ranks"), [("average", 1), ("good", 2), ("great", 3)])
def test_a_level_is_so_many_penalty_ranks_each_with_its_tag(level, ranks):
    table = hero()
    hit(table, level)
    dara = table.who("Dara")
    assert (dara.hurt("physique"), dara.trait("physique")) == (ranks, 2 - 2 * ranks)
    assert {(penalty.on, penalty.source, penalty.scene) for penalty in dara.penalties} == {("physique", "stress", 1)}
    assert len({penalty.id for penalty in dara.penalties}) == ranks


@pytest.mark.rule("SE-DMG-03", "SE-TRAP-13", "SE-DOOM-01")
def test_one_exceptional_blow_dooms_an_average_trait():
    table = hero(physique="good")
    hit(table, "exceptional")
    assert (table.who("Dara").stands, table.who("Dara").doom) == ("helpless", None)
    table = hero(physique="average")
    hit(table, "exceptional")
    assert table.who("Dara").doom is not None
    assert table.who("Dara").hurt("physique") == 3


@pytest.mark.rule("SE-RD-37", "SE-DMG-05")
def test_what_would_go_below_weak_is_dropped():
    table = hero(physique="average")
    hit(table, "exceptional")
    dara = table.who("Dara")
    assert (len(dara.penalties), dara.hurt("physique")) == (3, 3)
    assert dara.trait("physique") == -6
    table.change("Dara", penalties=dara.penalties[1:])
    assert table.who("Dara").trait("physique") == -4


@pytest.mark.rule("SE-DMG-04", "SE-DOOM-01", "SE-RD-09")
def test_legendary_damage_is_one_doom_even_if_the_trait_sinks_as_well():
    table = hero(physique="average")
    hit(table, "legendary")
    doom = table.who("Dara").doom
    assert doom is not None
    assert (doom.trait, doom.legendary) == ("physique", True)
    assert len(table.happened("DoomCame")) == 1


@pytest.mark.rule("SE-DMG-04", "SE-DOOM-01", "SE-DOOM-04")
@pytest.mark.parametrize(("do", "blanks"), [("meet-doom", {"fate": "scene", "mark": "Limp"}), ("avoid-doom", {})])
def test_a_blow_that_waits_behind_a_doom_comes_to_nothing(do, blanks):
    table = defending()
    table.advance("Dara")
    table.nc("Second")
    table.face("Dara", "Second")
    waiting = table.state.pairings[list(table.state.pairings)[-1]].id
    table.test("Dara", "roll-momentum", pairing=waiting, trait="physique", faces=(3, 2))
    for offer in table.offers("Gil", "nc-act"):
        table.do("Gil", "nc-act", **offer.fixed)
    assert len(table.state.attacks) == 2
    hit(table, "legendary")
    who, stress, attack = table.id("Dara"), table.who("Dara").penalties, list(table.state.attacks)[-1]
    table.refuses("Ann", "stand-open", "doom-open", "SE-DOOM-01", attack=attack, who=who)
    assert not table.offers("Gil", "nc-act")
    table.do("Ann", do, who=who, scar="Fear of Blades", scar_trait="cunning", **blanks)
    assert (table.state.attacks, table.who("Dara").penalties) == ({}, stress)
    assert len(table.happened("DoomCame")) == 1


@pytest.mark.rule("SE-DOOM-02", "SE-DOOM-03", "SE-DMG-04", "SE-RD-49", "SE-WEAK-05")
def test_who_survives_a_legendary_doom_gains_a_poor_and_a_basic_weakness():
    table = hero()
    hit(table, "legendary")
    table.do(
        "Ann",
        "meet-doom",
        who=table.id("Dara"),
        fate="scene",
        mark="One Arm",
        scar="Fear of Blades",
        scar_trait="cunning",
    )
    assert [(w.name, w.rank, w.trait) for w in table.who("Dara").counting("invoked")] == [
        ("One Arm", "poor", "physique"), ("Fear of Blades", "basic", "cunning"),
    ]
    assert table.who("Dara").stands == "away"
    table.do("Gil", "end-scene")
    assert table.who("Dara").stands == "in"


@pytest.mark.rule("SE-DOOM-03")
def test_a_doom_of_a_sunk_trait_leaves_the_poor_weakness_alone():
    table = hero(physique="average")
    hit(table, "exceptional")
    table.do("Gil", "meet-doom", who=table.id("Dara"), fate="longer", mark="Limp")
    assert [(w.name, w.rank) for w in table.who("Dara").counting("invoked")] == [("Limp", "poor")]
    assert table.who("Dara").stands == "removed"
    table.do("Gil", "end-scene")
    table.do("Gil", "bring-back", who=table.id("Dara"))
    assert table.who("Dara").stands == "in"


@pytest.mark.rule("SE-DOOM-02")
def test_a_doom_may_be_death_and_then_there_is_another_character():
    table = hero()
    hit(table, "legendary")
    table.do("Ann", "meet-doom", who=table.id("Dara"), fate="dead")
    assert not table.who("Dara").here
    assert table.offers("Ann", "take-sample")


@pytest.mark.rule("SE-DOOM-04", "SE-ADV-04", "SE-TRAP-14")
def test_an_advancement_averts_the_doom_and_the_poor_weakness_and_not_the_basic_one():
    table = defending()
    table.advance("Dara")
    hit(table, "legendary")
    stress = table.who("Dara").hurt("physique")
    assert not table.offers("Gil", "nc-act")
    table.do("Ann", "avoid-doom", who=table.id("Dara"), scar="Scarred", scar_trait="physique")
    dara = table.who("Dara")
    assert [(w.name, w.rank) for w in dara.counting("invoked")] == [("Scarred", "basic")]
    assert (dara.advancements, dara.stands, dara.hurt("physique")) == (0, "away", stress)
    assert not table.state.pairings
    assert not [offer for offer in table.offers("Gil", "face") if offer.fixed.get("who") == dara.id]
    table.do("Gil", "end-scene")
    assert table.who("Dara").stands == "in"
    assert table.offers("Ann", "recover")


@pytest.mark.rule("SE-DOOM-04")
def test_without_an_advancement_there_is_no_averting():
    table = hero()
    hit(table, "legendary")
    table.refuses("Ann", "avoid-doom", "no-advancement", "SE-DOOM-04", who=table.id("Dara"))
    table.refuses("Gil", "end-scene", "doom-open", "SE-DOOM-01")
    assert table.who("Dara").doom is not None
    assert not table.offers("Ann", "avoid-doom")


@pytest.mark.rule("SE-DMG-05", "SE-RD-37", "SE-RANK-06")
@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(ladder.TRAITS), st.integers(1, 5)), max_size=8))
def test_whatever_falls_on_a_pc_every_rank_stays_on_the_ladder(blows):
    table = hero()
    for trait, ranks in blows:
        play = Play(table.state, table.gm, Scripted(()), GAME.evolve)
        before = table.who("Dara").hurt(trait)
        sank = hurt(play, table.id("Dara"), trait, ranks, "stress")
        table.happen(*play.events)
        dara = table.who("Dara")
        assert dara.trait(trait) >= -6
        assert dara.hurt(trait) == min(before + ranks, ladder.steps(dara.traits[trait]))
        assert sank == (before + ranks > ladder.steps(dara.traits[trait]))


# ---------------------------------------------------------------- criticals


@pytest.mark.rule("SE-CRIT-01", "SE-ADV-02", "SE-ADV-01", "SE-RD-07", "SE-RD-08", "SE-TRAP-12")
def test_a_natural_2_raises_something_used_in_that_very_test_outside_the_cap():
    table = attacking()
    table.test("Dara", "act", trait="physique", qualities=["Soldier"], element="Parry", faces=(1, 1))
    (lesson,) = table.who("Dara").lessons
    assert {table.who("Dara").quality(q).name for q in lesson.choices} == {"Soldier", "Parry"}
    assert table.who("Dara").advancements == 0
    table.do("Ann", "take-lesson", who=table.id("Dara"), test=lesson.test, what=table.quality("Dara", "Soldier"))
    assert table.who("Dara").quality(table.quality("Dara", "Soldier")).rank == "great"
    assert table.state.grown == {}
    table.advance("Dara")
    table.do("Ann", "grow", who=table.id("Dara"), what=table.quality("Dara", "Soldier"))


@pytest.mark.rule("SE-ADV-03")
def test_a_trait_rises_only_if_it_was_all_there_was():
    table = attacking()
    table.test("Dara", "act", trait="physique", faces=(1, 1))
    (lesson,) = table.who("Dara").lessons
    assert lesson.choices == ("physique",)
    table.do("Ann", "take-lesson", who=table.id("Dara"), test=lesson.test, what="physique")
    assert table.who("Dara").traits["physique"] == "great"


@pytest.mark.rule("SE-RD-38")
def test_an_invoked_weakness_is_a_quality_of_the_test_and_may_rise_by_it():
    table = duel()
    table.change(
        "Dara",
        qualities=(
            *table.who("Dara").qualities,
            *Sitting("Zoe").pc("Zoe", "Z", weakness=[("Clumsy", "basic", "physique")]).qualities,
        ),
    )
    table.do("Gil", "invoke-weakness", who=table.id("Dara"), weakness=table.quality("Dara", "Clumsy"))
    table.purse("Ann", 0)
    table.test("Dara", "roll-momentum", trait="physique", faces=(1, 1))
    (lesson,) = table.who("Dara").lessons
    assert lesson.choices == (table.quality("Dara", "Clumsy"),)


@pytest.mark.rule("SE-RD-38", "SE-RD-08")
def test_where_all_that_was_used_is_legendary_there_is_nothing_to_learn():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", physique="legendary")
    table.play()
    table.purse("Ann", 0)
    table.nc("Guard", rank="weak")
    table.face("Dara", "Guard")
    table.test("Dara", "roll-momentum", trait="physique", faces=(1, 1))
    assert table.happened("LessonLapsed")


@pytest.mark.rule("SE-CRIT-03", "SE-CRIT-04", "SE-TRAP-12")
def test_a_natural_20_brings_a_stunt_at_good_with_the_trait_that_was_used():
    table = duel()
    table.test("Dara", "roll-momentum", trait="cunning", faces=(10, 10))
    (stunt,) = table.who("Dara").stunts
    table.do("Ann", "name-stunt", who=table.id("Dara"), test=stunt.test, name="Footwork", trait="cunning")
    footwork = table.who("Dara").quality(table.quality("Dara", "Footwork"))
    assert (footwork.kind, footwork.rank, footwork.trait) == ("element", "good", "cunning")
    assert (table.who("Dara").advancements, table.state.grown) == (0, {})


@pytest.mark.rule("SE-RD-05", "SE-CRIT-01")
def test_a_forced_failure_of_a_defence_is_an_average_hit():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    table.nc("Rat", rank="weak")
    table.face("Dara", "Rat")
    table.test("Dara", "roll-momentum", trait="cunning", faces=(1, 1))
    table.learn("Dara")
    attack = strike(table, "Rat")
    settled = table.test("Dara", "defend", attack=attack, trait="cunning", qualities=["Swordsman"], faces=(1, 1))
    assert (settled.success, settled.level) == (False, "average")
    assert table.who("Dara").hurt("cunning") == 1


@pytest.mark.rule("SE-CRIT-02")
def test_the_lesson_and_the_stunt_are_the_players_to_take():
    table = attacking()
    table.test("Dara", "act", trait="physique", faces=(1, 1))
    assert table.offers("Ann", "take-lesson")
    assert not table.offers("Gil", "take-lesson")
    assert "critical" in GAME.situation(table.state).aids


@pytest.mark.rule("SE-UND-03", "SE-DMG-04")
def test_a_natural_2_while_undefended_is_legendary_and_a_doom():
    table = defending()
    strike(table)
    open_up(table, faces=(1, 1))
    assert table.who("Dara").doom is not None

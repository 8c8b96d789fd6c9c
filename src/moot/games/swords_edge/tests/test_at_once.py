"""Several things at once: attacks that wait while something else happens, Seizes that cross, powers under pressure."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.games.swords_edge.character import Penalty
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.tests.sitting import HERO, Sitting, attacking, defending, strike, struck, two
from moot.games.swords_edge.tests.test_defending import MIGHTY
from moot.games.swords_edge.tests.test_powers import PLAIN, cast, mage, momentum


def two_at_once(*ranks: str) -> Sitting:
    """Two foes who hold Momentum over Dara the mighty have both acted on her."""
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **MIGHTY)
    table.play()
    table.purse("Ann", 0)
    for name, rank in zip(("One", "Two"), ranks, strict=True):
        table.nc(name, type="regular", rank=rank, physique="good")
    table.face("Dara", "One", "Two")
    table.test("Dara", "roll-momentum", trait="cunning", faces=(1, 2))
    table.change("Dara")
    for name in ("One", "Two"):
        strike(table, name)
    return table


def defend(table: Sitting, nc: str, faces: tuple[int, int], **blanks: Any) -> Any:
    """Dara defends against one of those who acted on her."""
    attack = next(a.id for a in table.state.attacks.values() if a.nc == table.id(nc))
    return table.test("Dara", "defend", attack=attack, trait="cunning", faces=faces, **blanks)


SOME = {"qualities": ["Champion", "Soldier"]}
"""+6 with Cunning +0."""


@pytest.mark.rule("SE-RD-33", "SE-LOS-04", "SE-SEIZE-08")
def test_a_reward_comes_at_once_though_another_attack_waits():
    table = two_at_once("poor", "good")
    assert defend(table, "One", (8, 7), **SOME).level == "great"
    assert {offer.fixed["free"] for offer in table.offers("Ann", "seize")} == {True}
    assert defend(table, "Two", (10, 9), **SOME).level == "average"
    assert table.stand("Dara").free_seize


@pytest.mark.rule("SE-LOS-04")
def test_a_lesser_reward_takes_none_away_that_was_not_used_yet():
    table = two_at_once("poor", "poor")
    defend(table, "One", (8, 7), **SOME)
    assert defend(table, "Two", (6, 7), **SOME).level == "good"
    assert table.stand("Dara").free_seize


@pytest.mark.rule("SE-ACT-06", "SE-MOM-03", "SE-LOS-04")
def test_whoever_takes_momentum_is_not_acted_on_by_those_who_had_it():
    table = two_at_once("weak", "weak")
    assert defend(table, "One", (9, 9), **SOME).level == "great"
    table.test("Dara", "seize", free=True, trait="physique", faces=(9, 9))
    assert table.stand("Dara").momentum == "attacker"
    assert table.state.attacks == {}


@pytest.mark.rule("SE-DOOM-01", "SE-DOOM-04")
def test_a_doom_comes_before_any_other_attack_and_averted_it_ends_that_too():
    table = two_at_once("good", "good")
    sunk = tuple(Penalty(n, "cunning", "stress", 0) for n in range(3))
    table.change("Dara", penalties=sunk)
    table.advance("Dara")
    defend(table, "One", (1, 2))
    assert table.who("Dara").doom is not None
    attack = next(iter(table.state.attacks))
    table.refuses("Ann", "stand-open", "doom-open", "SE-DOOM-01", attack=attack, who=table.id("Dara"))
    table.do("Ann", "avoid-doom", who=table.id("Dara"))
    assert (table.state.attacks, table.state.pairings) == ({}, {})


@pytest.mark.rule("SE-DMG-03", "SE-UND-01")
def test_who_becomes_helpless_while_another_attack_waits_is_undefended_for_it():
    table = two_at_once("exceptional", "good")
    table.change("Dara", traits={**table.who("Dara").traits, "cunning": "great"})
    settled = defend(table, "One", (2, 3))
    assert (settled.level, table.who("Dara").stands) == ("exceptional", "helpless") or settled.level == "great"
    table.change("Dara", stands="helpless")
    assert not table.offers("Ann", "defend")
    (offer,) = table.offers("Ann", "stand-open")
    assert offer.urgency == "must"


# ---------------------------------------------------------------- helpless with Momentum


@pytest.mark.rule("SE-DMG-03", "SE-SEIZE-05")
def test_a_seize_that_nobody_can_answer_any_more_is_won():
    table = attacking()
    table.nc("Second", type="regular", rank="exceptional", physique="great")
    table.face("Dara", "Second")
    table.test("Dara", "roll-momentum", trait="physique", faces=(1, 2))
    first, second = table.state.pairings.values()
    attack = strike(table, "Second")
    table.do("Gil", "nc-seize", pairing=first.id, free=False)
    table.change("Dara", traits={**table.who("Dara").traits, "physique": "great"})
    settled = table.test("Dara", "defend", attack=attack, trait="physique", faces=(4, 5))
    assert (settled.level, table.who("Dara").stands) == ("exceptional", "helpless")
    seized = table.state.pairings[first.id]
    assert (seized.challenge, seized.stands[table.id("Dara")].momentum) == (None, "defender")
    assert second.id in table.state.pairings


# ---------------------------------------------------------------- Seizes that cross


@pytest.mark.rule("SE-RD-12", "SE-ACT-05")
def test_an_answer_is_an_act_on_the_seizer_only_when_the_seize_fails():
    table = defending()
    table.test("Dara", "seize", trait="physique", qualities=["Swordsman"], element="Parry", faces=(9, 9))
    table.test("Dara", "act", trait="physique", faces=(2, 3))
    # The guard has answered and defended: its own Seize is its third act of the round.
    (offer,) = table.offers("Gil", "nc-seize")
    assert "TN 15" in offer.why
    table = attacking()
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    table.test("Dara", "answer-seize", trait="physique", faces=(3, 2))
    assert table.stand("Dara").momentum == "defender"
    parts = table.test("Dara", "seize", trait="physique", faces=(3, 2)).test.parts
    assert [part.worth for part in parts if part.what == "acts"] == [-2]


@pytest.mark.rule("SE-NC-14", "SE-SEIZE-03")
def test_an_ncs_seize_may_be_by_another_trait_which_binds_from_then_on():
    table = attacking()
    table.do("Gil", "tune", nc=table.id("Guard"), what="cunning", rank="great")
    assert table.pairing("Dara").foes[table.id("Guard")].trait == "physique"
    table.do("Gil", "ready", nc=table.id("Guard"), trait="cunning", open=False)
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    challenge = table.pairing("Dara").challenge
    assert challenge is not None
    assert challenge.target.tn == 17 + 4
    table.test("Dara", "answer-seize", trait="physique", faces=(3, 2))
    attack = strike(table)
    assert table.state.attacks[attack].target.tn == 17 + 2 + 4


@pytest.mark.rule("SE-RD-35", "SE-ACT-07", "SE-ERR-16")
def test_a_failed_seize_of_a_group_that_is_struck_as_one_hits_them_all():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    for name in ("One", "Two", "Three"):
        table.nc(name, rank="weak", concept=("Thug", "good"))
    table.face("Dara", "One", "Two", "Three")
    table.test("Dara", "roll-momentum", trait="physique", faces=(9, 4))
    table.do("Gil", "call-strike", pairing=table.pairing("Dara").id)
    table.do("Gil", "nc-seize", pairing=table.pairing("Dara").id, free=False)
    # 10 + 2 + 4 = 16: 11 over five is Good, two of Stress.
    table.test("Dara", "answer-seize", trait="physique", qualities=["Swordsman"], faces=(4, 6))
    assert [table.npc(name).out for name in ("One", "Two", "Three")] == [True, True, False]


# ---------------------------------------------------------------- TNs that wait


@pytest.mark.rule("SE-TRAP-08", "SE-NC-08")
def test_a_hero_that_falls_a_rank_has_a_lower_tn_in_an_attack_that_waits():
    table = two()
    table.nc("Captain", type="hero", rank="good", physique="average")
    for who, faces in (("Dara", (1, 2)), ("Eskil", (9, 8))):
        table.face(who, "Captain")
        table.test(who, "roll-momentum", trait="physique", faces=faces)
    attack = strike(table, "Captain")
    assert table.state.attacks[attack].target.tn == 17
    # 17 less 2, since its attack was an act already.
    assert table.test("Eskil", "act", trait="physique", faces=(8, 5)).level == "average"
    assert table.state.attacks[attack].target.tn == 12


@pytest.mark.rule("SE-NC-08", "SE-ERR-15")
def test_a_hero_lowered_by_hand_is_still_defeated_by_stress_at_weak():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    table.nc("Captain", type="hero", rank="good", physique="average")
    table.face("Dara", "Captain")
    table.test("Dara", "roll-momentum", trait="physique", faces=(9, 8))
    table.test("Dara", "act", trait="physique", qualities=["Swordsman"], element="Parry", faces=(8, 9))
    assert table.npc("Captain").stress == 2
    table.do("Gil", "tune", nc=table.id("Captain"), what="rank", rank="weak")
    table.do("Gil", "next-round")
    table.test("Dara", "act", trait="physique", faces=(2, 3))
    assert table.npc("Captain").out


def lit(*, attacks: bool) -> Sitting:
    """A troll with Momentum over Dara, which has acted on her or not."""
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    table.nc("Troll", sample="obstacles/troll")
    table.face("Dara", "Troll")
    table.test("Dara", "roll-momentum", trait="cunning", faces=(1, 2))
    if attacks:
        strike(table, "Troll")
    return table


@pytest.mark.rule("SE-RD-46", "SE-NC-15", "SE-RD-30")
def test_a_flaw_comes_off_an_attack_that_waits_and_once_a_test():
    table = lit(attacks=True)
    (attack,) = table.state.attacks.values()
    table.do("Ann", "invoke-flaw", nc=table.id("Troll"), on=attack.id)
    assert table.state.attacks[attack.id].target.tn == attack.target.tn - 4
    table.refuses("Ann", "invoke-flaw", "no-flaw", "SE-RD-46", nc=table.id("Troll"), on=attack.id)
    table.test("Dara", "defend", attack=attack.id, trait="cunning", faces=(5, 6))
    assert table.offers("Ann", "invoke-flaw")


@pytest.mark.rule("SE-RD-46", "SE-RD-41")
def test_what_is_pressed_on_the_next_tn_waits_for_it():
    table = lit(attacks=False)
    table.nc("Other", rank="poor")
    table.face("Dara", "Other")
    table.do("Ann", "invoke-flaw", nc=table.id("Troll"), on="")
    table.test("Dara", "roll-momentum", trait="cunning", faces=(5, 6))
    troll = next(p for p in table.state.pairings.values() if table.id("Troll") in p.foes)
    table.do("Gil", "nc-act", pairing=troll.id, nc=table.id("Troll"), who=table.id("Dara"), riposte=False)
    (attack,) = table.state.attacks.values()
    assert attack.target.tn == 12 + 4 + 6 - 4
    assert not table.npc("Troll").flawed


@pytest.mark.rule("SE-RD-41")
def test_luck_spent_for_an_nc_whose_attack_waits_is_not_lost_by_the_defence():
    table = struck(communal_luck="on")
    table.put(chest=1)
    table.do("Gil", "tune", nc=table.id("Guard"), what="cunning", rank="good")
    table.do("Gil", "nc-exert", nc=table.id("Guard"), what="cunning")
    table.test("Dara", "defend", trait="physique", faces=(10, 9))
    assert table.npc("Guard").exerted == ("cunning",)
    table.do("Gil", "next-round")
    assert table.state.attacks == {}
    attack = strike(table)
    assert table.state.attacks[attack].target.tn == 21 + 2


# ---------------------------------------------------------------- powers under pressure


@pytest.mark.rule("SE-SFX-10", "SE-SEIZE-01")
def test_whoever_prepares_a_power_loses_a_seize_too_and_with_it_the_power():
    table = mage(casting_time="on")
    table.nc("Guard", type="regular", rank="poor", physique="good")
    table.face("Myr", "Guard")
    table.test("Myr", "roll-momentum", trait="physique", faces=(1, 2))
    cast(table, reach="good")
    guard = next(p for p in table.state.pairings.values() if p.sfx is None)
    settled = table.test("Myr", "seize", pairing=guard.id, trait="cunning", faces=(9, 9))
    assert settled.success
    assert table.state.pairings[guard.id].stands[table.id("Myr")].momentum == "defender"
    assert all(pairing.sfx is None for pairing in table.state.pairings.values())


@pytest.mark.rule("SE-SFX-08")
def test_a_power_whose_quality_sinks_to_weak_cannot_be_used_any_more():
    table = mage()
    cast(table, energy="mythic", reach="mythic")
    bolt = table.quality("Myr", "Bolt of Fire")
    table.change("Myr", penalties=(Penalty(1, bolt, "sfx", 1),))
    pairing = table.pairing("Myr")
    table.change("Myr", traits={**table.who("Myr").traits, "cunning": "legendary"})
    momentum(table, (9, 9))
    assert table.stand("Myr").momentum == "attacker"
    table.test("Myr", "act", trait="cunning", faces=(2, 3))
    assert table.who("Myr").rank(table.who("Myr").quality(bolt)) == "weak"
    table.do("Gil", "next-round")
    table.refuses("Ann", "act", "weak-power", "SE-SFX-08", pairing=pairing.id, who=table.id("Myr"), trait="cunning")
    table.do("Ann", "give-up", pairing=pairing.id)
    table.refuses("Ann", "cast", "no-power", "SE-SFX-08", who=table.id("Myr"), quality=bolt, **PLAIN)


@pytest.mark.rule("SE-RD-09", "SE-DMG-04", "SE-RD-17")
def test_a_failed_seize_from_a_mighty_power_is_one_doom_and_legendary_if_the_answer_is():
    table = mage()
    cast(table, energy="legendary", reach="legendary")
    table.change("Myr", penalties=tuple(Penalty(n, "cunning", "stress", 0) for n in range(4)))
    momentum(table, (1, 2))
    assert table.who("Myr").trait("cunning") == -6
    table.test("Myr", "seize", trait="cunning", faces=(2, 3))
    doom = table.who("Myr").doom
    assert doom is not None
    assert doom.legendary


@pytest.mark.rule("SE-LOS-05", "SE-RD-33", "SE-RD-42", "SE-SFX-08")
@pytest.mark.parametrize(("faces", "done"), [((9, 9), True), ((1, 2), False)])
def test_a_riposte_at_a_power_is_an_action_with_it_and_costs_nothing_if_it_fails(faces, done):
    table = mage()
    cast(table)
    momentum(table, (1, 2))
    pairing = table.pairing("Myr")
    table.do("Gil", "nc-act", pairing=pairing.id, nc=pairing.id, who=table.id("Myr"), riposte=False)
    table.change("Myr", traits={**table.who("Myr").traits, "cunning": "legendary"})
    everything = {"qualities": ["Mage", "Academic", "Arcane Knowledge"], "element": "Ancient Tongues"}
    assert table.test("Myr", "defend", trait="cunning", faces=(9, 7), **everything).level == "exceptional"
    strained = len(table.who("Myr").penalties)
    test = table.test("Myr", "riposte", trait="cunning", faces=faces).test
    assert "Bolt of Fire" in {part.label for part in test.parts}
    assert bool(table.happened("SfxEnded")) == done
    assert len(table.who("Myr").penalties) == strained


@pytest.mark.rule("SE-RD-10", "SE-RD-31")
def test_who_is_helpless_bears_a_newcomers_blow_on_the_trait_used_last():
    table = defending()
    table.test("Dara", "seize", trait="charisma", faces=(9, 2))
    assert table.stand("Dara").trait == "charisma"
    table.change("Dara", stands="helpless")
    table.nc("Second", rank="poor")
    table.face("Dara", "Second")
    attack = strike(table, "Second")
    assert table.state.attacks[attack].trait == "charisma"


@pytest.mark.rule("SE-CRE-08", "SE-SFX-08")
def test_a_stand_in_goes_with_the_strain_on_it_and_not_in_the_middle_of_a_power():
    table = mage()
    who, bolt = table.id("Myr"), table.quality("Myr", "Bolt of Fire")
    table.do("Gil", "lose-item", who=who, what=bolt, name="A borrowed wand")
    wand = table.quality("Myr", "A borrowed wand")
    table.do("Ann", "cast", who=who, quality=wand, **{k: v for k, v in PLAIN.items() if k != "resists"})
    momentum(table, (1, 2))
    assert wand in {penalty.on for penalty in table.who("Myr").penalties}
    table.refuses("Gil", "return-item", "power-running", "SE-CRE-08", who=who, what=bolt)
    table.do("Ann", "give-up", pairing=table.pairing("Myr").id)
    table.do("Gil", "return-item", who=who, what=bolt)
    assert {penalty.on for penalty in table.who("Myr").penalties} == {"cunning"}
    table.do("Gil", "end-scene")
    table.purse("Ann", 1)
    assert table.offers("Ann", "heal-with-luck")


@pytest.mark.rule("SE-ADV-06", "SE-RD-38")
def test_a_lesson_that_can_raise_nothing_any_more_keeps_nobody_waiting():
    table = attacking()
    table.test("Dara", "act", trait="physique", qualities=["Soldier"], faces=(1, 1))
    assert "what was learned" in {wait.what for wait in GAME.situation(table.state).waiting}
    dara = table.who("Dara")
    top = tuple(replace(q, rank="legendary") if q.name == "Soldier" else q for q in dara.qualities)
    table.change("Dara", qualities=top)
    assert "what was learned" not in {wait.what for wait in GAME.situation(table.state).waiting}
    assert not table.offers("Ann", "take-lesson")


@pytest.mark.rule("SE-RD-41", "SE-LUCK-05", "SE-RD-47")
def test_the_gms_luck_heals_no_older_stress_of_an_nc():
    table = attacking(communal_luck="on", nc_stress_after_scene="kept")
    table.put(chest=2)
    table.test("Dara", "act", trait="physique", qualities=["Swordsman", "Soldier", "Fencing"], faces=(5, 6))
    assert table.npc("Guard").stress == 1
    table.do("Gil", "end-scene")
    assert table.offers("Gil", "nc-heal")
    table.play("The next")
    table.do("Gil", "end-scene")
    table.refuses("Gil", "nc-heal", "nobody-hurt", "SE-RD-41", nc=table.id("Guard"))

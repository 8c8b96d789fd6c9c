"""What is asked of somebody who has acted, and how it is put: named choices with their price and their chance."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moot.games.swords_edge import GAME
from moot.games.swords_edge.situation import QUIET
from moot.games.swords_edge.tests.sitting import Sitting, attacking, defending, duel, strike, two
from moot.games.swords_edge.tests.test_acting import crowd
from moot.games.swords_edge.tests.test_defending import ALL, defend, legendary, pressed
from moot.games.swords_edge.view.asking import (
    AFTER,
    AGAINST,
    ASKS,
    CHARACTERS,
    ENDS,
    NO_MORE,
    QUIET_GUIDE,
    SAYS,
    STEPS,
)


def defended() -> Sitting:
    """Dara has met the guard's attack, and defends still: one act of hers is done."""
    table = defending()
    attack = strike(table)
    table.test("Dara", "defend", attack=attack, faces=(8, 7))
    return table


@pytest.mark.rule("SE-RD-48", "SE-SEIZE-01", "SE-ACT-05")
def test_who_has_reacted_is_asked_what_now_and_reads_the_price_and_the_chance_of_each_way():
    ask = defended().asked("Ann")
    assert (ask.title, ask.lead) == ("What now, Dara?", "")
    seize, out = ask.ways[:2]
    assert (seize.text, out.text, out.quiet) == ("Seize the Momentum, at −2", "Hold out", True)
    assert seize.effect == "From Guard. Won, your Action follows; failed, you are hit."
    assert seize.chance.endswith("\N{NO-BREAK SPACE}%")


@pytest.mark.rule("SE-RD-48", "SE-SEIZE-01")
def test_who_defends_and_did_nothing_yet_chooses_before_any_form_opens():
    table = defending()
    assert not table.state.acts(table.id("Dara"))
    ask = table.asked("Ann")
    assert (ask.title, ask.lead) == ("What now, Dara?", "")
    assert [way.text for way in ask.ways[:2]] == ["Seize the Momentum", "Hold out"]


@pytest.mark.rule("SE-SEIZE-08", "SE-RD-33", "SE-RD-48")
def test_all_wait_for_who_earned_a_free_seize_and_what_now_is_asked_though_they_had_passed():
    table = pressed()
    table.do("Ann", "let-pass", who=table.id("Dara"))
    assert defend(table, (7, 7), **ALL).level == "great"
    assert [one.what for one in GAME.situation(table.state).waiting] == ["what the defence earned"]
    assert [one.urgency for one in table.offers("Gil", "next-round")] == ["tool"], "or it would be gone with the round"
    ask = table.asked("Ann")
    free, dear, out = ask.ways[:3]
    assert (ask.title, ask.lead, free.text) == ("What now, Dara?", "", "Seize the Momentum")
    assert free.effect == "From Guard. At once, and a failure costs nothing."
    assert (dear.text, out.text) == ("Seize the Momentum, at −2", "Hold out")
    table.do("Ann", "let-pass", who=table.id("Dara"))
    assert [one.what for one in GAME.situation(table.state).waiting] == ["the next round, or the scene’s end"]
    assert [one.urgency for one in table.offers("Gil", "next-round")] == ["must"]


@pytest.mark.rule("SE-LOS-05", "SE-RD-33", "SE-RD-48")
def test_all_wait_for_who_may_strike_back_and_then_no_more():
    table = pressed()
    assert legendary(table).level == "legendary"
    table.test("Dara", "act", trait="physique", target="Guard", faces=(2, 3))
    assert [one.key.partition(":")[0] for one in table.asked("Ann").ways] == ["riposte", "let-pass"]
    assert [one.what for one in GAME.situation(table.state).waiting] == ["what the defence earned"]
    table.do("Ann", "let-pass", who=table.id("Dara"))
    assert [one.what for one in GAME.situation(table.state).waiting] == ["the next round, or the scene’s end"]


@pytest.mark.rule("SE-SEIZE-01", "SE-RD-48")
def test_who_stands_in_several_fights_chooses_what_to_do_before_any_form_opens():
    table = defending()
    table.nc("Rider", rank="weak")
    table.face("Dara", "Rider")
    test = next(one for one in table.offers("Ann", "roll-momentum"))
    table.test("Dara", "roll-momentum", pairing=test.fixed["pairing"], trait="physique", faces=(2, 1))
    assert not table.state.acts(table.id("Dara"))
    ask = table.asked("Ann")
    assert (ask.title, ask.lead) == ("What now, Dara?", "")
    assert [way.text for way in ask.ways] == ["Act", "Seize the Momentum", "Hold out"]
    assert [way.effect.partition(".")[0] for way in ask.ways] == ["On Rider", "From Guard", ""]


@pytest.mark.rule("SE-ACT-05", "SE-ACT-06")
def test_who_has_acted_on_one_of_several_may_act_again_on_the_others():
    table = crowd(3)
    assert table.asked("Ann").title == "Dara acts on Thug 1, 2 and 3", "the first act is the only Test there is"
    table.test("Dara", "act", trait="physique", target="Thug 1", faces=(5, 5))
    ask = table.asked("Ann")
    again, out = ask.ways[:2]
    assert (ask.title, again.text, out.text) == ("What now, Dara?", "Act again, at −2", "Hold out")
    assert again.effect == "On Thug 2 or Thug 3. Failed, it achieves nothing."
    assert again.chance.endswith("\N{NO-BREAK SPACE}%")


@pytest.mark.rule("SE-RD-48")
def test_who_holds_out_is_asked_no_more_and_the_journal_says_so():
    table = defended()
    table.do("Ann", "let-pass", who=table.id("Dara"))
    assert table.read["Gil"][-1].startswith("Dara holds out.")
    ask = table.asked("Ann")
    assert (ask.title, ask.lead) == ("", ""), "no Test stands open to somebody who does nothing more"
    assert not table.offers("Ann", "let-pass")
    assert table.offers("Ann", "seize"), "who has said so may still change their mind"


@pytest.mark.rule("SE-RD-48")
def test_an_attacker_with_nobody_left_to_act_on_is_asked_nothing():
    table = attacking()
    table.test("Dara", "act", faces=(3, 4))
    assert table.asked("Ann").title == ""
    assert not table.offers("Ann", "let-pass")


def test_every_command_that_a_question_is_about_is_there():
    assert {*AFTER, *ASKS, *CHARACTERS, *ENDS, *NO_MORE, *SAYS, *STEPS, "nc-act"} <= set(GAME.commands.by_name)


@pytest.mark.rule("SE-TERM-05", "SE-LUCK-01")
def test_who_comes_late_into_a_scene_is_asked_whom_they_play_before_their_luck():
    table = two()
    late = Sitting("Ann", "Ben", "Cleo")
    late.state = replace(table.state, seats=late.state.seats)
    ask = late.asked("Cleo")
    assert (ask.title, ask.text, ask.lead) == ("Whom do you play?", "You can take part at once.", "take-sample")
    assert [way.key.partition(":")[0] for way in ask.ways] == ["begin-character", "bring-character"]
    late.do("Cleo", "take-sample", sample="western/gunfighter")
    assert late.asked("Cleo").title != "Whom do you play?"
    assert late.offers("Cleo", "draw-luck")


@pytest.mark.rule("SE-LUCK-04", "SE-RD-48")
def test_while_dice_lie_nobody_is_asked_whether_they_want_nothing_more():
    table = duel()
    table.purse("Ann", 1)
    table.test("Dara", "roll-momentum", trait="physique", faces=(3, 2), wait=True)
    (out,) = table.offers("Ann", "let-pass")
    assert out.key in table.asked("Ann").elsewhere


@pytest.mark.rule("SE-TERM-03")
def test_the_gm_is_asked_whether_the_scene_is_over_when_nobody_stands_against_anybody_any_more():
    table = crowd(2)
    table.test("Dara", "act", trait="physique", target="Thug 1", faces=(5, 5))
    asked = table.asked("Gil")
    assert (asked.title, asked.tools) == ("Does an NC still act?", ("end-scene",))
    table.test("Dara", "act", trait="physique", target="Thug 2", faces=(8, 8))
    ask, (offer,) = table.asked("Gil"), table.offers("Gil", "end-scene")
    assert (ask.title, ask.lead, offer.urgency) == ("Is the scene over?", offer.key, "must")
    assert table.asked("Ann").title != "What happens next?", "players wait for the GM"
    assert [one.what for one in GAME.situation(table.state).waiting] == ["the scene’s end"]
    table.nc("Rider")
    assert [one.urgency for one in table.offers("Gil", "end-scene")] == ["tool"], "somebody new stands against them"


@pytest.mark.rule("SE-RD-48", "SE-ACT-06")
def test_a_round_is_not_the_main_thing_while_an_nc_could_still_act_in_it():
    table = defending()
    table.do("Ann", "let-pass", who=table.id("Dara"))
    ask, (act,), (end,) = table.asked("Gil"), table.offers("Gil", "nc-act"), table.offers("Gil", "next-round")
    assert (ask.title, ask.lead, end.urgency) == ("Does an NC still act?", "", "must")
    assert [(way.key, way.quiet) for way in ask.ways] == [(act.key, True), (end.key, True)]
    strike(table)
    table.test("Dara", "defend", attack=next(iter(table.state.attacks)), faces=(8, 7))
    assert table.asked("Gil").title == "On to the next round?"


@pytest.mark.rule("SE-RD-48", "SE-SEIZE-05")
def test_a_round_is_not_the_main_thing_while_an_nc_could_still_seize_in_it():
    table = attacking()
    table.test("Dara", "act", faces=(3, 4))
    ask, (seize,), (end,) = table.asked("Gil"), table.offers("Gil", "nc-seize"), table.offers("Gil", "next-round")
    assert (ask.title, ask.lead) == ("Does an NC still act?", "")
    assert [(way.key, way.quiet) for way in ask.ways] == [(seize.key, True), (end.key, True)]


@pytest.mark.rule("SE-LUCK-04")
def test_where_two_tests_lie_each_is_asked_about_their_own_by_name():
    table = two()
    table.nc("Guard")
    table.face("Dara", "Guard")
    table.purse("Ann", 1)
    table.test("Dara", "roll-momentum", trait="physique", faces=(3, 2), wait=True)
    alone = table.asked("Ann").title
    table.nc("Rider")
    table.face("Eskil", "Rider")
    table.purse("Ben", 1)
    table.test("Eskil", "roll-momentum", trait="physique", faces=(3, 2), wait=True)
    assert table.asked("Ann").title == f"Dara: {alone}"


@pytest.mark.rule("SE-SEIZE-05", "SE-NC-15")
def test_who_is_down_is_named_no_more_where_people_act():
    table = crowd(2)
    table.test("Dara", "act", trait="physique", target="Thug 1", faces=(5, 5))
    assert [offer.label for offer in table.offers("Gil", "nc-seize")] == ["Thug 2: Seize the Momentum"]


@pytest.mark.rule("SE-MOM-06")
def test_in_a_fight_who_faces_whom_stands_behind_a_word_for_the_gm():
    table = two()
    for name in ("Guard", "Rider"):
        table.nc(name)
    assert table.asked("Gil").later == ()
    table.face("Dara", "Guard")
    ask, faces = table.asked("Gil"), table.offers("Gil", "face")
    assert (ask.word, {*ask.later}) == ("Who faces whom?", {one.key for one in faces})
    assert len(faces) > 1
    assert table.asked("Ben").later == ()


@pytest.mark.rule("SE-TERM-01", "SE-TERM-03")
def test_between_scenes_the_gm_frames_the_next_or_ends_the_session():
    table = two()
    table.do("Gil", "end-scene")
    ask, (scene,), (end,) = table.asked("Gil"), table.offers("Gil", "frame-scene"), table.offers("Gil", "end-session")
    assert (ask.title, ask.lead, end.urgency) == ("What comes next?", scene.key, "may")
    table.do("Gil", "end-session")
    table.do("Gil", "open-session")
    assert table.offers("Gil", "end-session")[0].urgency == "tool", "not before the first scene"


@pytest.mark.rule("SE-STR-03", "SE-TERM-05")
def test_a_scene_with_nothing_against_anybody_says_what_to_do_next():
    table = Sitting("Ann")
    table.pc("Ann", "Dara")
    table.play()
    told, tells = table.asked("Ann"), table.asked("Gil")
    assert (told.title, told.text, told.tools) == ("What happens next?", QUIET, ())
    assert (tells.title, tells.text, tells.tools) == ("What happens next?", QUIET_GUIDE, AGAINST)
    table.do("Gil", "take-nc", sample="fantasy/giant", count=1)
    assert table.asked("Gil").tools == AGAINST, "the giant is not on stage yet"
    table.do("Gil", "bring-in", ncs=list(table.state.ncs))
    assert table.asked("Gil").tools == table.asked("Ann").tools == ()


@pytest.mark.rule("SE-TERM-03")
def test_a_scene_in_which_nobody_can_act_is_not_said_to_go_on():
    table = Sitting("Ann")
    table.pc("Ann", "Dara")
    table.play()
    table.change("Dara", stands="out")
    asked = table.asked("Gil")
    assert (asked.text, "end-scene" in asked.tools) == (None, True)

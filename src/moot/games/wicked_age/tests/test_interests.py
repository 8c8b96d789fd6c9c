"""Best interests: the GM begins, turns hop about, play waits for enough of them."""

from __future__ import annotations

import pytest

from moot.games.wicked_age import GAME, book
from moot.games.wicked_age.book import DICE
from moot.games.wicked_age.cast import known
from moot.games.wicked_age.oracles import free_names
from moot.games.wicked_age.prepare.interests import suggested
from moot.games.wicked_age.prepare.tangle import ties, warnings
from moot.games.wicked_age.tests.sitting import Sitting, in_interests, in_play, in_sheets
from moot.testing import choices


def begun() -> Sitting:
    table = in_interests()
    table.name("Gil", "Shahu Seen", ("Mekha", "His heart"), ("Bolu Ta", "His death"))
    return table


def aimed(table: Sitting, *about: str) -> list[dict[str, str]]:
    return [{"kind": "aimed", "target": table.who(name).id, "detail": "Something"} for name in about]


@pytest.mark.rule("WA-BI-01", "WA-BI-10")
def test_the_gm_begins_with_two_that_strike_at_players_characters():
    table = in_interests()
    table.npc("the priest", "Fa Il Shar")
    spirit = table.who("Shahu Seen").id
    amek, one = table.who("Amek").id, aimed(table, "Mekha")
    table.refuses("Ann", "name-interests", "gm-first", "WA-BI-01", who=amek, interests=one)
    table.refuses("Gil", "begin-play", "gm-first", "WA-BI-01")
    table.refuses("Gil", "name-interests", "wrong-number", "WA-BI-01", who=spirit, interests=aimed(table, "Mekha"))
    at_an_npc = aimed(table, "Mekha", "Fa Il Shar")
    table.refuses("Gil", "name-interests", "not-a-choice", "WA-BI-01", who=spirit, interests=at_an_npc)
    wordless = [one | {"detail": " "} for one in aimed(table, "Mekha", "Mekha")]
    table.refuses("Gil", "name-interests", "too-short", "WA-BI-01", who=spirit, interests=wordless)
    table.do("Gil", "name-interests", who=spirit, interests=aimed(table, "Mekha", "Mekha"))
    table.refuses("Ann", "name-interests", "too-short", "WA-BI-02", who=amek, interests=[one[0] | {"detail": ""}])
    assert book.OPENING_INTERESTS == len(table.who("Shahu Seen").interests) == 2


@pytest.mark.rule("WA-BI-01", "WA-RD-33")
def test_without_an_npc_who_wants_two_things_nobody_goes_on():
    table = in_sheets()
    table.make("Ann", "the chief", "Amek")
    table.make("Ben", "the exorcist", "Bolu Ta")
    table.make("Cleo", "the youth", "Mekha")
    table.do("Gil", "begin-interests")
    mekha = table.who("Mekha").id
    table.refuses("Cleo", "name-interests", "gm-first", "WA-BI-01", who=mekha, interests=aimed(table, "Amek"))
    table.refuses("Gil", "begin-play", "gm-first", "WA-BI-01")
    assert {offer.urgency for offer in table.offers("Gil", "quick-npc") if offer.fixed["figure"]} == {"must"}
    assert table.asked("Gil").title == "Who is one of your strongest NPCs?"
    spirit = table.npc("the spirit", "Shahu Seen")
    table.name("Gil", "Shahu Seen", ("Mekha", "His heart"), ("Amek", "His death"))
    for player, name in (("Ann", "Amek"), ("Ben", "Bolu Ta"), ("Cleo", "Mekha")):
        table.name(player, name, ("", "Water"), ("", "Bread"))
    assert table.offers("Gil", "begin-play")
    table.do("Gil", "drop-interest", interest=table.who("Shahu Seen").interests[0].id)
    table.refuses("Gil", "begin-play", "gm-first", "WA-BI-01")
    table.name("Gil", "Shahu Seen", ("Amek", "His tent"))
    table.do("Gil", "begin-play")
    assert len(table.state.characters[spirit.id].interests) == 2


@pytest.mark.rule("WA-BI-03", "WA-RD-33")
def test_a_character_made_late_is_waited_for_until_they_have_two_interests():
    table = in_play()
    table.sit("Dan")
    table.do("Dan", "take-figure", figure=table.figure("the priest"))
    table.make("Dan", "the priest", "Fa Il Shar")
    waiting = {one.who: one.what for one in GAME.situation(table.state).waiting}
    assert waiting == {"Dan": "Fa Il Shar’s best interests"}
    assert table.offers("Dan", "name-interests")[0].urgency == "must"
    acts = {"deed": "curses him", "against": [table.who("Mekha").id], "forms": ["directly", "covertly"]}
    late = table.who("Fa Il Shar").id
    there = table.state.seats
    [asked] = [offer for offer in table.offers("Dan", "name-interests") if offer.about == late]
    table.state = table.game.seated(table.state, tuple(seat for seat in there if seat.name != "Dan"))
    [unasked] = [offer for offer in table.offers("Gil", "name-interests") if offer.about == late]
    assert (asked.urgency, unasked.urgency) == ("must", "may"), "the GM can go on with them, and need not"
    table.state = table.game.seated(table.state, there)
    table.refuses("Dan", "undertake", "interests-first", "WA-RD-33", actor=late, **acts)
    assert late not in choices(table.offers("Cleo", "undertake")[0], "against")
    table.name("Dan", "Fa Il Shar", ("Mekha", "His shame"), ("", "The harvest"))
    assert not GAME.situation(table.state).waiting
    table.do("Dan", "undertake", actor=late, **acts)


@pytest.mark.rule("WA-CHA-01", "WA-CHA-03", "WA-RD-33")
def test_who_comes_late_is_asked_one_thing_after_the_other_and_finds_a_name_and_dice_there():
    table = in_play()
    table.sit("Dan")
    asked = [table.asked("Dan").title]
    table.do("Dan", "take-figure", figure=table.figure("the priest"))
    asked += [table.asked("Dan").title]
    ready = table.offers("Dan", "make-character")[0].by_itself()
    assert ready["name"] in free_names(table.state, table.seats["Dan"])
    assert sorted(ready["forms"].values()) == sorted(DICE)
    table.do("Dan", ready.pop("do"), **ready)
    asked += [table.asked("Dan").title]
    assert asked == ["Whom do you play?", "Who is it, and how do they act?", f"What is {ready['name']} after?"]
    assert table.asked("Dan").text == ""


@pytest.mark.rule("WA-BI-02", "WA-BI-10")
def test_anyone_may_take_a_turn_and_the_next_who_lacks_some_is_proposed():
    table = begun()
    seats = {seat.id: name for name, seat in table.seats.items()}
    assert seats[suggested(table.state)] == "Ann"
    urgency = {who: table.offers(who, "name-interests")[0].urgency for who in ("Ann", "Ben", "Cleo")}
    assert urgency == {"Ann": "must", "Ben": "may", "Cleo": "may"}
    for who in ("Ann", "Ben", "Cleo"):
        assert table.asked(who).lead == table.offers(who, "name-interests")[0].key, "all who lack some are asked"
    table.name("Cleo", "Mekha", ("Amek", "To be rid of him"), ("Bolu Ta", "His teaching"))
    assert seats[suggested(table.state)] == "Ann"
    table.name("Ann", "Amek", ("Mekha", "To win him"))
    assert seats[suggested(table.state)] == "Ben"
    table.npc("the priest", "Fa Il Shar")
    table.name("Gil", "Fa Il Shar", ("Mekha", "To shame him"))
    assert [seats[turn.seat] for turn in table.state.circle] == ["Gil", "Cleo", "Ann", "Gil"]
    table.name("Ben", "Bolu Ta", ("Amek", "x"), ("Mekha", "y"))
    table.name("Ann", "Amek", ("", "Water"))
    assert suggested(table.state) == ""
    assert [waiting.who for waiting in GAME.situation(table.state).waiting] == ["Gil"]


@pytest.mark.rule("WA-BI-03", "WA-RD-15")
def test_two_need_not_be_named_together_but_both_before_play():
    table = begun()
    table.name("Ann", "Amek", ("Mekha", "To win him"))
    table.name("Ben", "Bolu Ta", ("Amek", "x"), ("Mekha", "y"))
    table.name("Cleo", "Mekha", ("Amek", "x"), ("Bolu Ta", "y"))
    refusal = table.refuses("Gil", "begin-play", "interests-missing", "WA-BI-03")
    assert "Amek" in refusal.message
    assert "Mekha" not in refusal.message
    table.refuses("Ann", "begin-play", "guide-only", "WA-BI-02")
    table.name("Ann", "Amek", ("", "Water"))
    table.do("Gil", "begin-play")
    assert table.state.phase == "play"


@pytest.mark.rule("WA-RD-25", "WA-BI-02")
def test_every_npc_with_a_sheet_needs_one_before_play_and_none_made_in_play_does():
    table = begun()
    for player, name in (("Ann", "Amek"), ("Ben", "Bolu Ta"), ("Cleo", "Mekha")):
        table.name(player, name, ("", "Water"), ("", "Bread"))
    table.npc("the priest", "Fa Il Shar")
    table.refuses("Gil", "begin-play", "interests-missing", "WA-RD-25")
    table.name("Gil", "Fa Il Shar", ("Mekha", "To shame him"))
    table.do("Gil", "begin-play")
    table.npc("", "Esan")
    table.name("Gil", "Esan", ("Mekha", "To see him safe"))
    assert len(table.who("Esan").interests) == 1


@pytest.mark.rule("WA-RD-15", "WA-ERR-08")
def test_an_npc_has_two_at_most_and_a_players_character_three_or_more():
    table = begun()
    spirit = table.who("Shahu Seen").id
    table.refuses("Gil", "name-interests", "interests-enough", "WA-RD-15", who=spirit, interests=aimed(table, "Mekha"))
    table.name("Ann", "Amek", ("Mekha", "a"), ("Bolu Ta", "b"), ("Shahu Seen", "c"))
    assert warnings(table.state) == ()
    table.name("Ann", "Amek", ("Mekha", "d"))
    assert len(table.who("Amek").interests) == 4
    assert [hint.code for hint in warnings(table.state)] == ["more-than-three"]


@pytest.mark.rule("WA-BI-11")
def test_the_table_hints_and_refuses_nothing():
    table = begun()
    table.npc("the priest", "Fa Il Shar")
    table.name("Gil", "Fa Il Shar", ("Shahu Seen", "To bind it"))
    table.name("Ann", "Amek", ("", "Water"), ("Mekha", "To win him"))
    hints = {(hint.code, hint.character) for hint in warnings(table.state)}
    assert hints == {("npcs-only", table.who("Fa Il Shar").id), ("names-nobody", table.who("Amek").id)}
    assert {hint.rule for hint in warnings(table.state)} == {"WA-BI-11"}
    assert GAME.situation(table.state).detail in {hint.text for hint in warnings(table.state)}


@pytest.mark.rule("WA-BI-05")
def test_an_interest_is_put_otherwise_or_taken_back_before_play():
    table = begun()
    first, second = table.who("Shahu Seen").interests
    table.do("Gil", "restate-interest", interest=first.id, text="His mind", about=[table.who("Amek").id])
    table.do("Gil", "drop-interest", interest=second.id)
    (left,) = table.who("Shahu Seen").interests
    assert (left.id, left.text, left.about) == (first.id, "His mind", (table.who("Amek").id,))
    table.refuses("Ann", "drop-interest", "no-interest", "WA-BI-02", interest=first.id)
    play = in_play()
    play.refuses("Gil", "drop-interest", "wrong-phase", interest=play.who("Shahu Seen").interests[0].id)


@pytest.mark.rule("WA-BI-05")
def test_an_interest_in_somebody_who_is_out_is_put_otherwise_and_still_about_them():
    table = begun()
    mekha = table.who("Mekha").id
    first = next(one for one in table.who("Shahu Seen").interests if mekha in one.about)
    table.do("Gil", "correct-part", who=mekha, gone=True, reason="he left with the caravan")
    (offer,) = [one for one in table.offers("Gil", "restate-interest") if one.fixed["interest"] == first.id]
    wish = offer.by_itself() | {"text": "His whole heart"}
    table.do("Gil", wish.pop("do"), **wish)
    said = {one.text: one.about for one in table.who("Shahu Seen").interests}
    assert said["His whole heart"] == (mekha,)


def test_whoever_is_named_in_the_words_is_in_the_picture():
    table = begun()
    table.name("Ann", "Amek", ("Mekha", "To win Mekha from Bolu Ta"))
    (interest,) = table.who("Amek").interests
    assert interest.about == (table.who("Mekha").id, table.who("Bolu Ta").id)


@pytest.mark.rule("WA-BI-09")
def test_the_web_shows_who_is_after_whom():
    table = in_play()
    table.npc("", "Neshume")
    names = {who.id: who.name for who in known(table.state)}
    assert set(names.values()) == {"Amek", "Bolu Ta", "Mekha", "Shahu Seen"}
    assert ("Amek", "Mekha", "To win him") in {(names[e.holder], names[e.about], e.text) for e in ties(table.state)}
    assert "Water" not in {tie.text for tie in ties(table.state)}


@pytest.mark.rule("WA-BI-02")
def test_in_play_only_those_who_came_late_name_more():
    table = in_play()
    interests = aimed(table, "Mekha")
    amek = table.who("Amek").id
    table.refuses("Ann", "name-interests", "interests-enough", "WA-BI-03", who=amek, interests=interests)
    table.sit("Dora")
    table.do("Dora", "take-figure", figure=table.figure("the priest"))
    priest = table.make("Dora", "the priest", "Fa Il Shar")
    table.name("Dora", "Fa Il Shar", ("Mekha", "His sermon heard"), ("", "His laughter"))
    assert [one.text for one in table.who("Fa Il Shar").interests] == ["His sermon heard", "His laughter"]
    more = aimed(table, "Amek")
    table.refuses("Dora", "name-interests", "interests-enough", "WA-BI-03", who=priest.id, interests=more)


@pytest.mark.rule("WA-ROLL-00", "WA-NPC-01")
def test_in_play_the_gm_acts_for_somebody_and_finds_all_else_behind_a_word():
    table = in_play()
    ask, acts = table.asked("Gil"), table.offers("Gil", "undertake")
    assert [way.key for way in ask.ways] == [one.key for one in acts] != []
    assert table.offers("Gil", "quick-npc")[0].key in ask.later

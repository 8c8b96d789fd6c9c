"""What the GM puts right at any time, and says why."""

from __future__ import annotations

import pytest

from moot.games.wicked_age.chapters.corrections import NameOwed
from moot.games.wicked_age.tests.later import hurt, owing, struck
from moot.games.wicked_age.tests.sitting import DICE, in_play, in_sheets
from moot.testing import choices


def test_a_die_is_set_with_a_reason_that_everyone_reads():
    table = in_play()
    hurt(table, "Mekha", "covertly", 8)
    assert table.who("Mekha").forms["covertly"] == (8,)
    assert table.who("Mekha").unhurt["covertly"] == (12,)
    assert "from d12 to d8" in table.read["Wim"][-1]
    assert "a wound" in table.read["Wim"][-1]
    correction = {"who": table.who("Mekha").id, "slot": "covertly:0", "die": "6", "lasting": False}
    table.refuses("Cleo", "correct-die", "guide-only", "WA-CQ-04", **correction, reason="x")
    table.refuses("Gil", "correct-die", "too-short", "WA-CQ-04", **correction, reason=" ")
    table.refuses("Gil", "correct-die", "not-a-choice", "WA-CQ-04", **correction | {"die": "7"}, reason="x")


@pytest.mark.rule("WA-CHA-03", "WA-CQ-04")
def test_who_changes_a_sheet_has_the_dice_as_the_gm_corrected_them():
    table = in_sheets()
    table.make("Ann", "the chief", "Amek")
    hurt(table, "Amek", "with-violence", 0, lasting=True)
    (offer,) = table.offers("Ann", "make-character")
    wish = offer.by_itself() | {"name": "Amek the Old"}
    table.do("Ann", wish.pop("do"), **wish)
    changed = table.who("Amek the Old")
    assert changed.unhurt == {form: (die,) for form, die in (DICE | {"with-violence": 0}).items()}


@pytest.mark.rule("WA-CQ-05", "WA-RD-23")
def test_a_die_set_to_a_second_zero_puts_somebody_out():
    table = in_play()
    hurt(table, "Mekha", "covertly", 0)
    assert table.who("Mekha").able
    hurt(table, "Mekha", "directly", 0)
    assert not table.who("Mekha").able
    assert "two dice at 0" in table.read["Ann"][-1]


@pytest.mark.rule("WA-CQ-05", "WA-RD-23")
def test_of_somebody_unknown_the_gm_alone_hears_it():
    table = in_play()
    table.npc("", "Esan")
    hurt(table, "Esan", "action", 0)
    table.do("Gil", "correct-die", who=table.who("Esan").id, slot="action:1", die="0", lasting=False, reason="a wound")
    assert not table.who("Esan").able
    assert "two dice at 0" in table.read["Gil"][-1]
    assert not any("two dice at 0" in line for line in table.read["Ann"])


def test_a_hidden_npcs_die_is_set_in_secret():
    table = in_play()
    hurt(table, "Shahu Seen", "action", 10)
    assert table.who("Shahu Seen").forms["action"] == (10, 8)
    assert "a wound" in table.read["Gil"][-1]
    assert not any("a wound" in line for line in table.read["Ann"])


def test_somebody_is_put_out_of_the_chapter_and_back():
    table = in_play()
    mekha = table.who("Mekha").id
    table.do("Gil", "correct-part", who=mekha, gone=True, reason="he left with the caravan")
    assert not table.who("Mekha").able
    table.refuses("Gil", "correct-part", "not-offered", "WA-CQ-05", who=mekha, gone=True, reason="x")
    table.do("Gil", "correct-part", who=mekha, gone=False, reason="he came back")
    assert table.who("Mekha").able


def test_words_are_put_right():
    table = in_play()
    words = {"name": "Mekka", "description": "A youth"}
    table.do("Gil", "correct-words", who=table.who("Mekha").id, **words, reason="his spelling")
    assert table.who("Mekka").description == "A youth"
    assert "who is now Mekka" in table.read["Ann"][-1]


@pytest.mark.rule("WA-OWE-03")
def test_the_owe_list_is_put_right():
    table = owing("Mekha", "Amek")
    npcs = set(choices(table.offers("Gil", "owe-name")[0], "who").values())
    assert npcs == {"Amek", "Bolu Ta", "Mekha"}
    table.do("Gil", "strike-name", owed=table.state.owe[0].id, reason="he was beaten outright")
    assert struck(table) == [("Mekha", "corrected"), ("Amek", "")]
    assert isinstance(table.events[-2], NameOwed)
    table.do("Gil", "strike-name", owed=table.state.owe[1].id, reason="so was he")
    table.refuses("Gil", "strike-name", "owe-list-empty", "WA-OWE-04", owed=table.state.owe[0].id, reason="x")

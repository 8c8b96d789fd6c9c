"""Names on sheets, and another one at any time in a chapter."""

from __future__ import annotations

import pytest

from moot.games.wicked_age.tests.sitting import DICE, STRONG, in_play, in_sheets

pytestmark = pytest.mark.rule("WA-RD-36")

UNFORESEEN = {"figure": "", "description": "", "arrangement": STRONG}


def test_a_player_renames_their_own_character_in_the_middle_of_play():
    table = in_play()
    mekha = table.who("Mekha")
    table.do("Cleo", "rename-character", who=mekha.id, name=" Mekha the Free ")
    assert table.who("Mekha the Free").id == mekha.id
    assert table.who("Mekha the Free").interests == mekha.interests
    assert table.read["Wim"][-1].strip() == "Mekha is called Mekha the Free now."


def test_the_gm_renames_an_npc_and_no_players_character():
    table = in_play()
    table.do("Gil", "rename-character", who=table.who("Shahu Seen").id, name="Shahu the Seen")
    assert table.read["Ann"][-1].strip() == "Shahu Seen is called Shahu the Seen now."
    for other, somebody in (("Gil", "Amek"), ("Ann", "Mekha"), ("Cleo", "Shahu the Seen")):
        table.refuses(other, "rename-character", "not-offered", "WA-RD-36", who=table.who(somebody).id, name="Nobody")


def test_a_name_is_refused_that_cannot_be_read_or_told_from_anothers():
    table = in_play()
    mekha = table.who("Mekha").id
    for name, code in (
        (" ", "too-short"),
        ("x" * 61, "too-long"),
        ("\u200b\u2060", "unseen-name"),
        ("Mekha", "name-as-before"),
        ("AMEK", "name-taken"),
        ("Shahu\u200b Seen", "name-taken"),
    ):
        table.refuses("Cleo", "rename-character", code, "WA-RD-36", who=mekha, name=name)
    assert table.who("Mekha").id == mekha


def test_of_an_npc_whom_the_table_does_not_know_no_name_is_told():
    table = in_play()
    esan = table.npc("", "Esan")
    heard = list(table.read["Ann"])
    table.do("Gil", "rename-character", who=esan.id, name="Esan the Grey")
    assert table.read["Ann"] == heard
    assert table.read["Gil"][-1].strip() == "Esan is called Esan the Grey now."
    table.refuses("Gil", "rename-character", "name-taken", "WA-RD-36", who=esan.id, name="Mekha")
    table.do("Cleo", "rename-character", who=table.who("Mekha").id, name="Esan the Grey")  # a refusal would tell of him


def test_nobody_is_renamed_before_there_are_sheets_nor_by_a_watcher():
    table = in_sheets()
    table.refuses("Ann", "rename-character", "nobody-to-rename", "WA-RD-36", who="", name="Amek")
    amek = table.make("Ann", "the chief", "Amek")
    table.refuses("Wim", "rename-character", "only-watching", "WA-RD-36", who=amek.id, name="Amak")
    table.do("Ann", "rename-character", who=amek.id, name="Amak")
    assert table.who("Amak").id == amek.id


def test_no_sheet_is_made_with_a_name_that_cannot_be_read_or_told_from_anothers():
    table = in_sheets()
    table.make("Ann", "the chief", "Amek")
    exorcist = {"figure": table.figure("the exorcist"), "description": "", "forms": DICE}
    for who, do, sheet in (("Ben", "make-character", exorcist), ("Gil", "make-npc", UNFORESEEN)):
        table.refuses(who, do, "name-taken", "WA-RD-36", **sheet, name=" AMEK\u200b")
        table.refuses(who, do, "unseen-name", "WA-RD-36", **sheet, name="\u200b")
    table.make("Ben", "the exorcist", "Tajie")
    table.refuses("Ben", "make-character", "name-taken", "WA-RD-36", **exorcist, name="amek")
    table.do("Ben", "make-character", **exorcist, name="Tajie")


def test_a_name_that_only_the_gm_knows_is_free_to_players_and_not_to_the_gm():
    table = in_sheets()
    esan = table.npc("", "Esan")
    table.refuses("Gil", "make-npc", "name-taken", "WA-RD-36", **UNFORESEEN, name="esan")
    table.make("Ann", "the chief", "Esan")  # a refusal would tell of him
    table.do("Gil", "remake-npc", who=esan.id, name="Esan", description="Grey", arrangement=STRONG)
    over = {"who": esan.id, "description": "", "arrangement": STRONG}
    table.refuses("Gil", "remake-npc", "name-taken", "WA-RD-36", **over, name="ESAN")


def test_the_gm_words_no_sheet_so_that_two_go_by_one_name():
    table = in_play()
    mekha = table.who("Mekha")
    words = {"who": mekha.id, "description": "Young", "reason": "as we said"}
    for name, code in (("Amek\u2060", "name-taken"), ("shahu seen", "name-taken"), ("\u200b", "unseen-name")):
        table.refuses("Gil", "correct-words", code, "WA-RD-36", **words, name=name)
    table.do("Gil", "correct-words", **words, name="Mekha")
    assert table.who("Mekha").description == "Young"

"""Particular strengths: one sheet each, shared by their holders."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moot.games.wicked_age import book, samples
from moot.games.wicked_age.tests.later import opened, owe
from moot.games.wicked_age.tests.sitting import DICE, SLY, STRENGTH, Sitting, in_play, in_sheets
from moot.testing import choices

KINDS = ["potent", "broad", "consequential", "unique", "far-reaching"]


def with_exorcism(**options: str) -> Sitting:
    table = in_sheets(**options)
    table.make("Ben", "the exorcist", "Bolu Ta", new_strength="Exorcism")
    return table


@pytest.mark.rule("WA-CHA-04", "WA-STR-01")
def test_a_new_strength_is_only_named_until_somebody_makes_it():
    table = with_exorcism()
    exorcism = table.strength("Exorcism")
    assert (exorcism.made, exorcism.options, table.who("Bolu Ta").strengths) == (False, (), (exorcism.id,))
    table.make("Ann", "the chief", "Amek")
    table.make("Cleo", "the youth", "Mekha")
    table.refuses("Gil", "begin-interests", "strengths-unfinished", "WA-STR-01")
    ask = table.asked("Cleo")
    assert (ask.title, ask.text) == ("What is “Exorcism”?", "")
    table.refuses("Wim", "make-strength", "only-watching", "WA-STR-01", strength=exorcism.id, **STRENGTH)
    table.do("Cleo", "make-strength", strength=exorcism.id, **STRENGTH)
    table.refuses("Gil", "begin-interests", "strengths-unfinished", "WA-STR-01")
    ask, ways = table.asked("Ann"), table.offers("Ann", "pick-option")
    assert (ask.title, ask.lead) == ("What is special about “Exorcism”?", ""), "none stands open before the others"
    assert {way.key for way in ask.ways} == {offer.key for offer in ways}
    text = "Choose one of these. It stands on the sheet of Bolu Ta."
    assert (ask.text, ask.ways[0].text) == (text, "Potent"), "the question has the strength’s name"
    assert ask.ways[0].effect == ways[0].why, "and what each does stands beside it"
    table.do("Ann", "pick-option", strength=exorcism.id, kind="potent")
    table.do("Gil", "begin-interests")
    assert table.state.phase == "interests"


@pytest.mark.rule("WA-STR-01")
def test_interests_wait_for_every_players_sheet():
    table = with_exorcism()
    table.strengthen("Exorcism")
    table.refuses("Gil", "begin-interests", "sheets-unfinished", "WA-STR-01")
    table.refuses("Ann", "begin-interests", "guide-only", "WA-STR-01")
    table.make("Ann", "the chief", "Amek")
    table.make("Cleo", "the youth", "Mekha")
    table.do("Gil", "begin-interests")
    assert table.state.phase == "interests"


@pytest.mark.rule("WA-STR-01")
def test_whoever_is_done_is_asked_first_to_make_the_strengths():
    table = with_exorcism()
    urgency = {who: table.offers(who, "make-strength")[0].urgency for who in ("Ann", "Ben", "Gil")}
    assert urgency == {"Ann": "may", "Ben": "must", "Gil": "may"}


@pytest.mark.rule("WA-STR-02", "WA-STR-03", "WA-STR-07", "WA-STR-08", "WA-STR-09", "WA-STR-10", "WA-STR-11")
def test_a_new_strength_takes_one_of_five_options():
    assert list(book.STRENGTH_OPTIONS) == KINDS
    assert book.FIRST_SIGNIFICANCE == 1
    table = with_exorcism()
    exorcism = table.strength("Exorcism").id
    table.do("Ben", "make-strength", strength=exorcism, **STRENGTH)
    assert [offer.fixed["kind"] for offer in table.offers("Ben", "pick-option")] == KINDS
    table.do("Ben", "pick-option", strength=exorcism, kind="unique")
    table.refuses("Ben", "pick-option", "options-full", "WA-STR-03", strength=exorcism, kind="potent")
    made = table.strength("Exorcism")
    assert (made.description, made.takes, made.form, made.npc_form) == ("Of old", "A word", "covertly", "action")
    assert (made.significance, len(made.options), made.die) == (1, 1, 8)


@pytest.mark.rule("WA-STR-07")
def test_potent_makes_the_die_a_d10():
    table = with_exorcism()
    assert table.strengthen("Exorcism", "potent").die == 10


@pytest.mark.rule("WA-STR-08", "WA-ERR-02")
def test_broad_names_a_second_form_and_never_the_same():
    table = with_exorcism()
    exorcism = table.strength("Exorcism").id
    table.do("Ben", "make-strength", strength=exorcism, **STRENGTH | {"form": "for-others"})
    table.refuses("Ben", "pick-option", "not-a-choice", "WA-STR-08", strength=exorcism, kind="broad", form="for-others")
    broad = {"strength": exorcism, "kind": "broad", "form": "directly"}
    table.refuses("Ben", "pick-option", "no-such-field", "WA-STR-08", **broad, npc_form="action")
    table.do("Ben", "pick-option", strength=exorcism, kind="broad", form="for-myself")
    assert table.strength("Exorcism").forms == ("for-others", "for-myself")


@pytest.mark.rule("WA-STR-09")
def test_consequential_names_a_form_and_an_npc_form():
    table = with_exorcism()
    exorcism = table.strength("Exorcism").id
    table.do("Ben", "make-strength", strength=exorcism, **STRENGTH)
    half = {"strength": exorcism, "kind": "consequential", "form": "directly"}
    table.refuses("Ben", "pick-option", "wrong-number", "WA-STR-09", **half)
    table.do("Ben", "pick-option", strength=exorcism, kind="consequential", form="directly", npc_form="maneuvering")
    (consequence,) = table.strength("Exorcism").taken("loss")
    assert (consequence.form, consequence.npc_form) == ("directly", "maneuvering")


@pytest.mark.rule("WA-STR-10", "WA-CHA-04")
def test_a_unique_strength_stands_on_one_sheet():
    table = with_exorcism()
    exorcism = table.strengthen("Exorcism", "unique", "Ben").id
    chief = {"figure": table.figure("the chief"), "name": "Amek", "description": "", "forms": _dice(table)}
    table.refuses("Ann", "make-character", "no-such-field", "WA-CHA-01", **chief, strength=exorcism)
    table.refuses("Ann", "make-character", "strength-taken", "WA-STR-10", **chief, new_strength="exorcism")
    npc = {"figure": "", "name": "x", "description": "", "arrangement": SLY}
    table.refuses("Gil", "make-npc", "strength-taken", "WA-STR-10", **npc, new_strength="Exorcism ")
    table.make("Ben", "the exorcist", "Bolu Ta", strength=exorcism)
    table.make("Ben", "the exorcist", "Bolu Ta")
    assert table.make("Ann", "the chief", "Amek", strength=exorcism).strengths == (exorcism,)


def _dice(table: Sitting) -> dict[str, int]:
    return {form: die for form, (die,) in table.who("Bolu Ta").forms.items()}


@pytest.mark.rule("WA-STR-10", "WA-RD-28")
def test_what_two_have_cannot_become_unique():
    table = with_exorcism()
    exorcism = table.strength("Exorcism").id
    table.make("Ann", "the chief", "Amek", strength=exorcism)
    table.do("Ben", "make-strength", strength=exorcism, **STRENGTH)
    table.refuses("Ben", "pick-option", "held-by-several", "WA-STR-10", strength=exorcism, kind="unique")
    assert {"potent", "broad"} <= {offer.fixed["kind"] for offer in table.offers("Ben", "pick-option")}


@pytest.mark.rule("WA-STR-10")
def test_a_hidden_sheet_gives_way_and_gives_nothing_away():
    table = with_exorcism()
    exorcism = table.strength("Exorcism").id
    spirit = table.npc("the spirit", "Shahu Seen", strength=exorcism)
    priest = table.npc("the priest", "Fa Il Shar")
    table.do("Ben", "make-strength", strength=exorcism, **STRENGTH)
    offered = [offer.fixed["kind"] for offer in table.offers("Ben", "pick-option")]
    assert offered == KINDS
    assert "unique" not in [offer.fixed["kind"] for offer in table.offers("Gil", "pick-option")]
    table.do("Ben", "pick-option", strength=exorcism, kind="unique")
    assert table.state.characters[spirit.id].strengths == ()
    assert table.who("Bolu Ta").strengths == (exorcism,)
    assert not any("Shahu Seen" in line and "unique" in line for line in table.read["Ben"])
    assert any("Shahu Seen" in line and "unique" in line for line in table.read["Gil"])
    assert priest.strengths == ()


@pytest.mark.rule("WA-RD-28")
def test_what_is_not_unique_stays_on_a_hidden_sheet_too():
    table = with_exorcism()
    spirit = table.npc("the spirit", "Shahu Seen", strength=table.strength("Exorcism").id)
    table.strengthen("Exorcism", "potent", "Ben")
    assert table.state.characters[spirit.id].strengths == table.who("Bolu Ta").strengths


@pytest.mark.rule("WA-STR-10")
def test_what_the_table_has_seen_somebody_have_stays_theirs_though_the_sheet_is_closed():
    table = in_sheets()
    spirit = table.npc("the spirit", "Shahu Seen", new_strength="Second sight")
    table.strengthen("Second sight", "unique", "Gil")
    table.do("Gil", "show-npc", who=spirit.id)
    table.do("Gil", "hide-npc", who=spirit.id)
    chief = {"figure": table.figure("the chief"), "name": "Amek", "description": "", "forms": DICE}
    table.refuses("Ann", "make-character", "strength-taken", "WA-STR-10", **chief, new_strength="second sight")
    assert table.who("Shahu Seen").strengths == (table.strength("Second sight").id,)


@pytest.mark.rule("WA-RD-28")
def test_a_strength_has_one_sheet_whoever_lists_it():
    table = with_exorcism()
    exorcism = table.strength("Exorcism").id
    table.make("Ann", "the chief", "Amek", new_strength="EXORCISM")
    assert table.who("Amek").strengths == (exorcism,)
    table.strengthen("Exorcism", "potent")
    assert len(table.state.strengths) == 1


def test_a_name_dropped_from_its_only_sheet_is_forgotten():
    table = with_exorcism()
    table.make("Ben", "the exorcist", "Bolu Ta")
    assert table.state.strengths == {}


def test_a_strength_can_be_made_over_while_sheets_are_made():
    table = with_exorcism()
    exorcism = table.strengthen("Exorcism", "potent").id
    table.do("Ann", "make-strength", strength=exorcism, **STRENGTH | {"takes": "Salt"})
    made = table.strength("Exorcism")
    assert (made.takes, made.options) == ("Salt", ())
    table.do("Ann", "pick-option", strength=exorcism, kind="far-reaching", note="Among spirits")
    assert table.strength("Exorcism").options[0].note == "Among spirits"


@pytest.mark.rule("WA-STR-06", "WA-STR-04", "WA-STR-11")
@pytest.mark.parametrize("name", ["exorcism", "inflame-passions"])
def test_the_books_strengths_can_be_made(name):
    book_s = samples.strength(name)
    (option,) = book_s.options
    table = in_sheets()
    table.make("Ben", "the exorcist", "Bolu Ta", new_strength=book_s.name)
    id_ = table.strength(book_s.name).id
    sheet = {key: getattr(book_s, key) for key in STRENGTH}
    table.do("Ann", "make-strength", strength=id_, **sheet)
    blanks = {"form": option.form, "npc_form": option.npc_form} if option.form else {}
    table.do("Ann", "pick-option", strength=id_, kind=option.kind, **blanks)
    made = table.strength(book_s.name)
    assert (made.options, made.forms, made.npc_form, made.die) == ((option,), book_s.forms, book_s.npc_form, 8)


@pytest.mark.rule("WA-CHA-04")
def test_a_strength_is_chosen_or_named_and_never_both():
    table = with_exorcism()
    exorcism = table.strength("Exorcism").id
    both = {"strength": exorcism, "new_strength": "Herb-lore"}
    chief = {"figure": table.figure("the chief"), "name": "Amek", "description": "", "forms": DICE, **both}
    refusal = table.refuses("Ann", "make-character", "not-open", "WA-CHA-04", **chief)
    assert refusal.field == "new_strength"
    assert "left empty" in refusal.message
    npc = {"figure": "", "name": "x", "description": "", "arrangement": SLY, **both}
    table.refuses("Gil", "make-npc", "not-open", "WA-CHA-04", **npc)


@pytest.mark.rule("WA-STR-09", "WA-NEXT-08")
def test_consequential_again_names_another_form_of_npcs_too():
    table = with_exorcism()
    exorcism = table.strength("Exorcism").id
    table.do("Ben", "make-strength", strength=exorcism, **STRENGTH)
    first = {"strength": exorcism, "kind": "consequential", "form": "directly", "npc_form": "action"}
    table.do("Ben", "pick-option", **first)
    grown = replace(table.strength("Exorcism"), significance=2)
    table.state = replace(table.state, strengths=table.state.strengths | {exorcism: grown})
    again = next(o for o in table.offers("Ben", "pick-option") if o.fixed["kind"] == "consequential")
    assert set(choices(again, "npc_form")) == {"maneuvering", "self-protection"}
    table.refuses("Ben", "pick-option", "not-a-choice", "WA-NEXT-07", **first | {"form": "with-love"})


@pytest.mark.rule("WA-RD-34", "WA-CHA-04")
def test_a_strength_is_written_on_a_made_sheet_and_taken_off_with_a_reason():
    table = in_play()
    mekha = table.who("Mekha").id
    gains = {"who": mekha, "lost": False, "reason": "he stole it"}
    table.refuses("Cleo", "correct-strength", "guide-only", "WA-RD-34", **gains, new_strength="An amulet")
    table.refuses("Gil", "correct-strength", "too-short", "WA-CHA-04", **gains)
    table.do("Gil", "correct-strength", **gains, new_strength="An amulet")
    amulet = table.strength("An amulet")
    assert table.who("Mekha").strengths == (amulet.id,)
    assert "writes An amulet on the sheet of Mekha. he stole it" in table.read["Ann"][-1]
    table.strengthen("An amulet", "unique", "Cleo")
    taken = {"who": table.who("Amek").id, "lost": False, "strength": amulet.id}
    table.refuses("Gil", "correct-strength", "no-such-field", "WA-RD-34", **taken, reason="x")
    table.do("Gil", "correct-strength", who=mekha, lost=True, strength=amulet.id, reason="it broke")
    assert table.who("Mekha").strengths == ()
    assert "takes An amulet off the sheet of Mekha" in table.read["Wim"][-1]
    table.do("Gil", "correct-strength", **taken, reason="he mended it")
    assert table.who("Amek").strengths == (amulet.id,)


@pytest.mark.rule("WA-RD-34")
def test_what_a_closed_sheet_gains_or_loses_is_heard_by_the_gm_alone():
    table = in_play()
    spirit = {"who": table.who("Shahu Seen").id, "reason": "born with it"}
    table.do("Gil", "correct-strength", **spirit, lost=False, new_strength="Whispers")
    assert not table.strength("Whispers").known
    table.do("Gil", "correct-strength", **spirit, lost=True, strength=table.strength("Whispers").id)
    assert not any("Whispers" in line for line in table.read["Ann"])
    assert sum("Whispers" in line for line in table.read["Gil"]) == 3


@pytest.mark.rule("WA-STR-10", "WA-RD-32", "WA-NEXT-06")
@pytest.mark.parametrize("taker", ["Bolu Ta", "Shahu Seen"])
def test_a_unique_strength_has_one_holder_though_a_dead_one_comes_back(taker):
    table = owe(in_play(), "Mekha")
    table.do("Gil", "correct-strength", who=table.who("Mekha").id, lost=False, new_strength="Sight", reason="a gift")
    sight = table.strengthen("Sight", "unique").id
    dead = replace(table.who("Mekha"), dead=True)
    table.state = replace(table.state, characters=table.state.characters | {dead.id: dead})
    table.do("Gil", "correct-strength", who=table.who(taker).id, lost=False, strength=sight, reason="an heirloom")
    table.do("Gil", "close-chapter")
    opened(table, "Cleo", when="before")
    has = {who.name for who in table.state.characters.values() if sight in who.strengths}
    assert has == {"Bolu Ta" if taker == "Bolu Ta" else "Mekha"}
    assert table.strength("Sight").significance == (1 if taker == "Bolu Ta" else 2)


@pytest.mark.rule("WA-STR-10", "WA-RD-32")
def test_somebody_put_back_into_the_chapter_alive_takes_nothing_from_its_new_holder():
    table = in_play()
    mekha = table.who("Mekha").id
    table.do("Gil", "correct-strength", who=mekha, lost=False, new_strength="Sight", reason="a gift")
    sight = table.strengthen("Sight", "unique").id
    dead = replace(table.who("Mekha"), dead=True)
    table.state = replace(table.state, characters=table.state.characters | {dead.id: dead})
    table.do("Gil", "correct-strength", who=table.who("Amek").id, lost=False, strength=sight, reason="an heirloom")
    table.do("Gil", "correct-part", who=mekha, gone=False, reason="he was not dead")
    assert [who.name for who in table.state.characters.values() if sight in who.strengths] == ["Amek"]

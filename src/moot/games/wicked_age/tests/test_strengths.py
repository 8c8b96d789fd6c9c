"""Particular strengths: one sheet each, shared by their holders."""

from __future__ import annotations

import pytest

from moot.games.wicked_age import book, samples
from moot.games.wicked_age.tests.sitting import DICE, SLY, STRENGTH, Sitting, in_sheets

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
    table.refuses("Wim", "make-strength", "only-watching", "WA-STR-01", strength=exorcism.id, **STRENGTH)
    table.do("Cleo", "make-strength", strength=exorcism.id, **STRENGTH)
    table.refuses("Gil", "begin-interests", "strengths-unfinished", "WA-STR-01")
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
    (consequence,) = table.strength("Exorcism").consequences
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
    table.refuses("Ben", "pick-option", "not-offered", "WA-STR-07", strength=exorcism, kind="unique")
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

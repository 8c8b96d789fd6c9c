"""Characters taken along as files, and brought to other tables as somebody on their list."""

from __future__ import annotations

import pytest

from moot.games.wicked_age import GAME
from moot.games.wicked_age.tests.sitting import DICE, STRENGTH, Sitting, in_play, in_sheets


def written(table, who):
    """The one file that a person has."""
    (document,) = GAME.documents(table.state, table.seats[who])
    return document.write()


def strong():
    """A table where Ann plays Amek, who has Second sight, and the text of his file."""
    table = in_sheets()
    table.make("Ann", "the chief", "Amek", new_strength="Second sight")
    table.strengthen("Second sight", "far-reaching", note="In dreams")
    return table, written(table, "Ann")


def brings(table, who, figure, text):
    table.do(who, "bring-character", figure=table.figure(figure), text=text)


@pytest.mark.rule("WA-RD-35", "WA-CHA-01", "WA-CHA-04")
def test_a_character_comes_as_somebody_on_the_list_with_dice_and_strength():
    before, text = strong()
    table = in_sheets()
    brings(table, "Ben", "the exorcist", text)
    was, now = before.who("Amek"), table.who("Amek")
    assert (now.player, now.description, now.forms, now.figure) == (
        table.seats["Ben"].id, was.description, was.forms, table.figure("the exorcist"),
    )
    old, new = before.strength("Second sight"), table.strength("Second sight")
    assert now.strengths == (new.id,)
    for name in ("description", "takes", "form", "npc_form", "options", "significance", "made"):
        assert getattr(new, name) == getattr(old, name)
    table.refuses("Ben", "bring-character", "nobody-to-bring", figure=table.figure("the exorcist"), text=text)


@pytest.mark.rule("WA-RD-35")
def test_marks_come_as_words_and_harm_and_interests_stay_behind():
    table = in_play()
    text = written(table, "Ann")
    assert "Water" not in text
    assert {f"{form} = {die}" for form, die in DICE.items()} <= set(text.splitlines())
    for other in ("Gil", "Wim"):
        assert GAME.documents(table.state, table.seats[other]) == ()


@pytest.mark.rule("WA-RD-35", "WA-RD-28")
def test_a_strength_that_the_table_knows_is_the_one_of_the_table():
    _, text = strong()
    table = in_sheets()
    table.make("Ann", "the chief", "Esan", new_strength="second SIGHT")
    table.do("Cleo", "make-strength", strength=table.strength("second SIGHT").id, **STRENGTH)
    brings(table, "Ben", "the exorcist", text)
    assert table.who("Amek").strengths == table.who("Esan").strengths
    assert len(table.state.strengths) == 1
    assert table.strength("second SIGHT").description == STRENGTH["description"]


@pytest.mark.rule("WA-RD-35", "WA-RD-36")
def test_nobody_is_brought_under_the_name_of_another():
    table = in_sheets()
    table.make("Ann", "the chief", "Amek")
    file = {"figure": table.figure("the exorcist"), "text": written(table, "Ann")}
    assert table.refuses("Ben", "bring-character", "name-taken", "WA-RD-36", **file).field == "text"


@pytest.mark.rule("WA-STR-10", "WA-RD-35")
def test_a_unique_one_that_somebody_has_is_refused():
    table = in_sheets()
    table.make("Ann", "the chief", "Amek", new_strength="Second sight")
    table.strengthen("Second sight", "unique")
    text = written(table, "Ann").replace("Amek", "Tajie")
    refusal = table.refuses(
        "Ben", "bring-character", "strength-taken", "WA-STR-10", figure=table.figure("the exorcist"), text=text
    )
    assert refusal.field == "text"


@pytest.mark.parametrize(
    ("old", "new", "code", "says", "rule"),
    [
        ("covertly = 12", "covertly = 10", "wrong-dice", "Line 4", "WA-CHA-03"),
        ("covertly = 12", 'covertly = "d12"', "wrong-kind", "Line 4", "WA-RD-35"),
        ("covertly = 12\n", "", "field-missing", "covertly", "WA-RD-35"),
        ('npc_form = "action"', 'npc_form = "love"', "no-form", "Line 16", "WA-STR-02"),
        ('takes = "A word"\n', "", "field-missing", "Line 11", "WA-STR-02"),
        ('kind = "far-reaching"', 'kind = "broad"', "no-such-field", "broad", "WA-STR-08"),
        ('game = "wicked-age"', 'game = "swords-edge"', "no-such-value", "Line 1", "WA-RD-35"),
    ],
)
def test_what_no_new_character_may_have_is_refused_by_its_line_and_rule(old, new, code, says, rule):
    _, text = strong()
    assert old in text
    table = in_sheets()
    at = {"figure": table.figure("the exorcist"), "text": text.replace(old, new)}
    assert says in table.refuses("Ben", "bring-character", code, rule, **at).message


@pytest.mark.rule("WA-CHA-04", "WA-STR-03", "WA-RD-35")
def test_what_a_strength_gained_and_a_second_one_stay_behind():
    _, text = strong()
    table = in_sheets()
    at = {"figure": table.figure("the exorcist")}
    option = text.replace("option = [", 'option = [\n    { kind = "potent" },')
    refusal = table.refuses("Ben", "bring-character", "options-full", "WA-STR-03", **at, text=option)
    assert refusal.message.startswith("Line 19, ")
    strength = text[text.index("[[strength]]"):].replace("Second", "Third")
    refusal = table.refuses("Ben", "bring-character", "strength-too-many", "WA-CHA-04", **at, text=text + strength)
    assert refusal.message.startswith("Line 20, strength “Third sight”")


def test_the_format_tells_who_is_in_a_file():
    _, text = strong()
    assert GAME.formats["wicked-age-sheet"].read(text) == ("Amek",)


def test_it_is_for_players():
    table = Sitting()
    table.refuses("Gil", "bring-character", "wrong-phase", figure="x", text="x")

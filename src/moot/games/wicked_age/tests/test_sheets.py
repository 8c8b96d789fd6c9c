"""Sheets: players' six dice, NPCs' three pairs, and what of them is hidden."""

from __future__ import annotations

from itertools import permutations

import msgspec
import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from moot.core import Spread
from moot.games.wicked_age import book, samples
from moot.games.wicked_age.oracles import ORACLES
from moot.games.wicked_age.state import Figure
from moot.games.wicked_age.tests.examples import blank
from moot.games.wicked_age.tests.sitting import DICE, SLY, STRENGTH, Sitting, in_interests, in_play, in_sheets
from moot.kit.keyed import put

SHEET = {"name": "Amek", "description": "Chief of the riders", "forms": DICE}


@pytest.mark.rule("WA-CHA-02", "WA-NPC-02", "WA-MAT-02")
def test_the_forms_and_their_dice_are_the_books():
    assert list(book.FORMS) == ["covertly", "directly", "for-myself", "for-others", "with-love", "with-violence"]
    assert list(book.NPC_FORMS) == ["action", "maneuvering", "self-protection"]
    assert book.LADDER == (12, 10, 8, 6, 4, 0)
    assert {*book.DICE, *(die for pair in book.PAIRS for die in pair)} <= {4, 6, 8, 10, 12}


@pytest.mark.rule("WA-CHA-01", "WA-MAT-05", "WA-MAT-04")
def test_a_sheet_begins_with_what_the_story_sheet_says():
    table = in_sheets()
    (offer,) = table.offers("Ann", "make-character")
    name, description, dice, strength = (blank(offer, field.name) for field in offer.fields)
    assert description.default == "The chief"
    assert set(name.suggestions) <= set(ORACLES["blood-and-sex"].names)
    assert (dice.dice, [slot.value for slot in dice.slots]) == (book.DICE, list(book.FORMS))
    assert strength.least == 0
    amek = table.make("Ann", "the chief", "Amek")
    assert (amek.description, amek.strengths, amek.interests) == ("the chief", (), ())
    assert amek.forms == {form: (die,) for form, die in DICE.items()} == amek.unhurt


@pytest.mark.rule("WA-CHA-03")
@pytest.mark.parametrize(
    ("forms", "code"),
    [
        (DICE | {"covertly": 10}, "wrong-dice"),
        (DICE | {"with-violence": 6}, "wrong-dice"),
        ({form: die for form, die in DICE.items() if form != "directly"}, "not-spread"),
        (DICE | {"with-grace": 6}, "not-spread"),
    ],
)
def test_any_other_set_of_dice_is_refused(forms, code):
    table = in_sheets()
    sheet = SHEET | {"figure": table.figure("the chief"), "forms": forms}
    refusal = table.refuses("Ann", "make-character", code, "WA-CHA-03", **sheet)
    assert refusal.field == "forms"


@pytest.mark.rule("WA-CHA-03")
@settings(deadline=None)
@given(st.permutations(book.DICE))
def test_every_way_to_spread_the_dice_is_legal(dice):
    table = in_sheets()
    table.make("Ann", "the chief", "Amek", forms=dict(zip(book.FORMS, dice, strict=True)))
    assert [table.who("Amek").forms[form] for form in book.FORMS] == [(die,) for die in dice]


@pytest.mark.rule("WA-CHA-05", "WA-CHA-04", "WA-STR-06")
def test_the_books_characters_can_be_made():
    table = in_sheets()
    for player, figure, name in (("Ann", "the chief", "amek"), ("Ben", "the exorcist", "bolu-ta")):
        book_s = samples.character(name)
        strength = samples.strength(book_s.strengths[0]).name if book_s.strengths else ""
        forms = {form: die for form, (die,) in book_s.forms.items()}
        made = table.make(player, figure, book_s.name, forms=forms, new_strength=strength)
        assert made.forms == book_s.forms
        assert [table.state.strengths[id_].name for id_ in made.strengths] == ([strength] if strength else [])
    assert table.who("Amek").strengths == ()
    assert table.who("Bolu Ta").forms["for-myself"] == (10,)


def test_only_the_one_who_took_a_figure_makes_it():
    table = in_sheets()
    for who, code in (("Gil", "players-only"), ("Ben", "not-offered")):
        table.refuses(who, "make-character", code, "WA-CHA-01", figure=table.figure("the chief"), **SHEET)
    assert table.make("Ann", "the chief", "Amek").player == table.seats["Ann"].id


def test_a_sheet_is_made_over_until_interests_begin():
    table = in_sheets()
    table.make("Ann", "the chief", "Amek")
    table.make("Ann", "the chief", "Amek the Younger", forms=DICE | {"covertly": 4, "with-violence": 12})
    assert [who.name for who in table.state.characters.values()] == ["Amek the Younger"]
    assert table.who("Amek the Younger").forms["with-violence"] == (12,)
    after = in_interests()
    after.refuses("Ann", "make-character", "made-already", "WA-CHA-01", figure=after.figure("the chief"), **SHEET)


@pytest.mark.rule("WA-CHA-01")
def test_names_that_are_taken_are_suggested_no_more():
    table = in_sheets()
    first = blank(table.offers("Ann", "make-character")[0], "name").suggestions[0]
    table.make("Ann", "the chief", first)
    assert first not in blank(table.offers("Ben", "make-character")[0], "name").suggestions


@pytest.mark.rule("WA-NPC-02", "WA-NPC-03")
def test_an_npc_has_one_of_six_arrangements():
    table = in_sheets()
    offer = table.offers("Gil", "make-npc")[0]
    made = set()
    for number, choice in enumerate(blank(offer, "arrangement").choices):
        npc = table.npc("", f"Rider {number}", arrangement=choice.value)
        assert tuple(die for dice in npc.forms.values() for die in dice) == choice.dice
        made.add(tuple(npc.forms.values()))
    assert made == set(permutations(((12, 8), (10, 6), (6, 4))))
    sheet = {"figure": "", "name": "x", "description": "", "arrangement": "strong"}
    table.refuses("Gil", "make-npc", "not-a-choice", "WA-NPC-01", **sheet)


@pytest.mark.rule("WA-NPC-04", "WA-NPC-01")
def test_the_books_npcs_can_be_made():
    table = in_sheets()
    spirit = table.npc("the spirit", "Shahu Seen", new_strength="Power to inflame passions")
    priest = table.npc("the priest", "Fa Il Shar", arrangement="maneuvering-then-self-protection-then-action")
    assert spirit.forms == samples.character("shahu-seen").forms
    assert priest.forms == samples.character("fa-il-shar").forms
    assert (len(spirit.strengths), priest.strengths) == (1, ())


@pytest.mark.rule("WA-NPC-01")
def test_one_press_makes_a_legal_npc_even_in_mid_play():
    table = in_play()
    table.do("Gil", "quick-npc", figure="", faces=(3, 5))
    npc = list(table.state.characters.values())[-1]
    assert npc.npc
    assert npc.name in ORACLES["blood-and-sex"].names
    assert sorted(npc.forms.values(), reverse=True) == [(12, 8), (10, 6), (6, 4)]
    assert not npc.known
    table.do("Gil", "remake-npc", who=npc.id, name="Esan", description="A rider", arrangement=SLY)
    assert table.who("Esan").forms["maneuvering"] == (12, 8)
    table.refuses("Ann", "quick-npc", "guide-only", "WA-NPC-01", figure="")


def test_a_hurt_npc_is_corrected_and_not_made_over():
    table = in_play()
    spirit = table.who("Shahu Seen")
    table.do("Gil", "correct-die", who=spirit.id, slot="action:1", die="6", lasting=False, reason="it was hit")
    sheet = {"name": "x", "description": "", "arrangement": SLY}
    table.refuses("Gil", "remake-npc", "no-fresh-sheet", "WA-NPC-01", who=spirit.id, **sheet)
    assert table.who("Shahu Seen").forms["action"] == (12, 6)


@pytest.mark.rule("WA-RD-31")
def test_an_npc_who_was_in_a_conflict_is_corrected_and_not_made_over():
    table = in_play()
    spirit = table.who("Shahu Seen")
    sheet = {"who": spirit.id, "name": "x", "description": "", "arrangement": SLY}
    assert table.offers("Gil", "remake-npc")
    acts = {"deed": "comes near", "against": [table.who("Mekha").id], "forms": ["action"]}
    table.do("Gil", "undertake", actor=spirit.id, **acts)
    table.refuses("Gil", "remake-npc", "sheet-in-use", "WA-RD-31", **sheet)
    fight = list(table.state.sequences)[-1]
    table.do("Gil", "give-in", sequence=fight, who=spirit.id)
    table.refuses("Gil", "remake-npc", "sheet-in-use", "WA-RD-31", **sheet)
    mekha = {"deed": "runs", "against": [table.who("Amek").id], "forms": ["covertly", "directly"]}
    table.do("Cleo", "undertake", actor=table.who("Mekha").id, **mekha)
    assert fight not in table.state.sequences
    table.refuses("Gil", "remake-npc", "sheet-in-use", "WA-RD-31", **sheet)


def heard(hidden: int) -> bytes:
    """What a player hears and sees at a table where the GM hides so many people and what they can do."""
    table = in_sheets()
    for number in range(hidden):
        table.npc("", f"Somebody {number}", new_strength=f"Something {number}")
        table.do("Gil", "quick-npc", figure="")
    table.npc("the spirit", "Shahu Seen", **({"new_strength": "Whispers"} if hidden else {}))
    table.make("Ann", "the chief", "Amek", new_strength="Herb-lore")
    table.do("Gil", "add-figure", name="a late guest")
    return msgspec.json.encode((table.heard["Ben"], table.stage("Ben"), table.own("Ben")))


@pytest.mark.rule("WA-NPC-01")
def test_ids_do_not_tell_how_much_the_gm_hides():
    assert heard(0) == heard(1) == heard(3)


@pytest.mark.rule("WA-ORA-06", "WA-RD-25")
def test_a_sheet_nobody_uses_is_thrown_away():
    table = in_sheets()
    priest = table.npc("the priest", "Fa Il Shar")
    table.do("Gil", "unmake-npc", who=priest.id)
    assert table.state.characters == {}
    assert table.figure("the priest") in {offer.fixed["figure"] for offer in table.offers("Gil", "make-npc")}
    later = in_interests()
    later.name("Gil", "Shahu Seen", ("Mekha", "His heart"), ("Amek", "His pride"))
    later.refuses("Gil", "unmake-npc", "all-in-use", "WA-ORA-06", who=later.who("Shahu Seen").id)


def secrets(table: Sitting, *words: str) -> dict[str, bool]:
    """Whether each seat has heard or read any of these words."""
    return {
        name: any(word in str(table.heard[name]) or word in str(table.read[name]) for word in words)
        for name in table.seats
    }


HIDDEN = {"Gil": True, "Wim": False, "Ann": False, "Ben": False, "Cleo": False}


def test_of_an_npc_off_the_list_the_others_know_the_words_and_not_the_dice():
    table = in_sheets()
    spirit = table.npc("the spirit", "Shahu Seen", description="It whispers", new_strength="Kindling")
    assert set(secrets(table, "Shahu Seen").values()) == {True}
    assert set(secrets(table, "It whispers").values()) == {True}
    assert secrets(table, "(12, 8)") == HIDDEN
    assert secrets(table, "Kindling") == HIDDEN
    table.strengthen("Kindling", "consequential", "Gil", form="with-love", npc_form="self-protection")
    assert secrets(table, "Kindling", table.strength("Kindling").id, "consequential") == HIDDEN
    assert not table.strength("Kindling").known
    kindling = table.strength("Kindling").id
    table.refuses("Ann", "make-strength", "no-strength-named", "WA-STR-01", strength=kindling, **STRENGTH)
    table.do("Gil", "show-npc", who=spirit.id)
    assert table.strength("Kindling").known
    table.do("Gil", "hide-npc", who=spirit.id)
    assert not table.who("Shahu Seen").shown
    table.refuses("Ann", "show-npc", "guide-only", "WA-MAT-05", who=spirit.id)


def test_of_one_unforeseen_nobody_else_knows_anything():
    table = in_sheets()
    table.npc("", "Neshume", description="A creditor")
    sheet = {"name": "Neshume", "description": "A creditor with dogs", "arrangement": SLY}
    table.do("Gil", "remake-npc", who=table.who("Neshume").id, **sheet)
    assert secrets(table, "Neshume", "creditor") == HIDDEN
    table.do("Gil", "unmake-npc", who=table.who("Neshume").id)
    assert secrets(table, "Neshume", "creditor") == HIDDEN


def test_the_dice_that_lie_ready_for_a_latecomer_tell_nothing_of_hidden_npcs():
    table = in_play()
    figures = put(table.state.figures, Figure(id="late", name="A late guest", claims=(table.seats["Ben"].id,)))
    table.state = replace(table.state, figures=figures)

    def ready() -> tuple[int, ...]:
        return next(
            field.default for offer in table.offers("Ben", "make-character") for field in offer.fields
            if isinstance(field, Spread) and offer.fixed["figure"] == "late"
        )

    dice = ready()
    npc = table.npc("", "Neshume")
    assert ready() == dice
    table.do("Gil", "introduce", who=npc.id)
    assert ready() != dice


def test_introduced_they_are_known():
    table = in_play()
    npc = table.npc("", "Neshume", description="A creditor")
    assert npc.name not in str(table.offers("Ann"))
    table.do("Gil", "introduce", who=npc.id)
    assert table.who("Neshume").known
    assert set(secrets(table, "creditor").values()) == {True}
    table.refuses("Gil", "introduce", "all-known", "WA-NPC-01", who=npc.id)


def test_named_in_an_interest_they_are_known():
    table = in_interests()
    table.npc("", "Neshume")
    table.npc("", "Harguth")
    table.name("Gil", "Shahu Seen", ("Mekha", "His heart"), ("Amek", "His pride"))
    assert table.who("Neshume").id not in str(table.offers("Ann", "name-interests"))
    table.name("Gil", "Neshume", ("Harguth", "His silence"))
    assert table.who("Neshume").known
    assert table.who("Harguth").known

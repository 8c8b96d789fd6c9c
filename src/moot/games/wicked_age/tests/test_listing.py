"""The list of characters, and who takes whom."""

from __future__ import annotations

import pytest

from moot.games.wicked_age import GAME
from moot.games.wicked_age.tests.examples import blank
from moot.games.wicked_age.tests.sitting import Sitting, in_play, in_sheets


def dealt() -> Sitting:
    return Sitting().deal()


@pytest.mark.rule("WA-ORA-02", "WA-MAT-05")
def test_everyone_lists_and_the_gm_writes():
    table = dealt()
    table.do("Ann", "add-figure", name="the hidden woman")
    table.do("Gil", "add-figure", name="the god")
    table.refuses("Wim", "add-figure", "only-watching", "WA-ORA-02", name="me")
    table.refuses("Ann", "list-figures", "guide-only", "WA-ORA-02", which="named")
    table.refuses("Ann", "open-claims", "guide-only", "WA-ORA-02")
    assert [figure.name for figure in table.state.figures.values()] == ["the hidden woman", "the god"]


@pytest.mark.rule("WA-ORA-02")
def test_one_press_lists_everyone_named_and_another_everyone_implied():
    table = dealt()
    named = [name for entry in table.state.dealt for name in entry.named]
    implied = [name for entry in table.state.dealt for name in entry.implied]
    suggested = blank(table.offers("Ann", "add-figure")[0]).suggestions
    assert set(suggested) == {*named, *implied}
    table.do("Gil", "list-figures", which="named")
    assert [figure.name for figure in table.state.figures.values()] == named
    assert set(blank(table.offers("Ann", "add-figure")[0]).suggestions) == set(implied)
    table.do("Gil", "list-figures", which="implied")
    assert {figure.card for figure in table.state.figures.values()} == {"KD", "10S", "10C", "9H"}
    table.refuses("Gil", "list-figures", "all-listed", "WA-ORA-02", which="named")


def test_a_suggestion_remembers_its_card_and_own_words_do_not():
    table = dealt()
    phrase = table.state.dealt[0].named[0]
    table.do("Ann", "add-figure", name=phrase.upper())
    table.do("Ann", "add-figure", name="an aunt")
    assert [figure.card for figure in table.state.figures.values()] == ["KD", ""]


@pytest.mark.rule("WA-ORA-02")
def test_nobody_chooses_from_an_empty_list():
    table = dealt()
    table.refuses("Gil", "open-claims", "list-empty", "WA-ORA-02")
    table.do("Ann", "add-figure", name="an aunt")
    table.do("Gil", "open-claims")
    assert table.state.phase == "choosing"


@pytest.mark.rule("WA-ORA-03")
def test_the_list_grows_and_shrinks_while_people_choose():
    table = dealt().listed("the chief", "demons")
    table.do("Cleo", "add-figure", name="a local youth")
    table.do("Cleo", "claim-figure", figure=table.figure("a local youth"))
    table.do("Gil", "strike-figure", figure=table.figure("demons"))
    assert [figure.name for figure in table.state.figures.values()] == ["the chief", "a local youth"]
    table.refuses("Gil", "strike-figure", "not-offered", "WA-ORA-03", figure=table.figure("a local youth"))
    table.refuses("Ann", "strike-figure", "guide-only", "WA-ORA-02", figure=table.figure("the chief"))


def test_the_gm_rewords_a_figure():
    table = dealt().listed("the cheif")
    table.do("Gil", "rename-figure", figure=table.figure("the cheif"), name="the chief")
    assert table.state.figures[table.figure("the chief")].name == "the chief"
    table.refuses("Ann", "rename-figure", "guide-only", "WA-ORA-02", figure=table.figure("the chief"), name="x")


@pytest.mark.rule("WA-ORA-04")
def test_a_player_makes_two_figures_one_if_one_is_theirs():
    table = dealt().listed("the girl", "the hidden woman", "the chief")
    girl, woman, chief = (table.figure(name) for name in ("the girl", "the hidden woman", "the chief"))
    table.refuses("Ann", "merge-figures", "not-yours", "WA-ORA-04", figure=girl, other=woman)
    table.do("Ann", "claim-figure", figure=girl)
    table.do("Ben", "claim-figure", figure=chief)
    table.refuses("Ann", "merge-figures", "not-a-choice", "WA-ORA-04", figure=girl, other=chief)
    table.refuses("Ann", "merge-figures", "not-offered", "WA-ORA-04", figure=woman, other=girl)
    table.do("Ann", "merge-figures", figure=girl, other=woman)
    assert woman not in table.state.figures
    assert table.state.figures[girl].also == ("the hidden woman",)
    assert table.state.figures[girl].claims == (table.seats["Ann"].id,)


@pytest.mark.rule("WA-ORA-04")
def test_the_gm_makes_two_unclaimed_figures_one():
    table = dealt()
    for name in ("the god", "the stone"):
        table.do("Gil", "add-figure", name=name)
    table.do("Gil", "merge-figures", figure=table.figure("the god"), other=table.figure("the stone"))
    assert [(f.name, f.also) for f in table.state.figures.values()] == [("the god", ("the stone",))]


@pytest.mark.rule("WA-ORA-05", "WA-ORA-02")
def test_two_who_want_the_same_agree_before_anything_goes_on():
    table = dealt().listed("the chief", "the exorcist", "the youth")
    chief = table.figure("the chief")
    table.refuses("Gil", "claim-figure", "players-only", "WA-ORA-02", figure=chief)
    table.refuses("Gil", "begin-sheets", "not-all-chosen", "WA-ORA-02")
    for who, figure in (("Ann", "the chief"), ("Ben", "the chief"), ("Cleo", "the youth")):
        table.do(who, "claim-figure", figure=table.figure(figure))
    table.refuses("Gil", "begin-sheets", "contested", "WA-ORA-05")
    assert {waiting.who for waiting in GAME.situation(table.state).waiting} == {"Ann", "Ben"}
    table.do("Ben", "let-go", figure=chief)
    table.refuses("Gil", "begin-sheets", "not-all-chosen", "WA-ORA-02")
    table.do("Ben", "claim-figure", figure=table.figure("the exorcist"))
    table.do("Gil", "begin-sheets")
    assert table.state.phase == "sheets"


def test_whoever_takes_another_lets_go_of_the_first():
    table = dealt().listed("the chief", "the exorcist")
    table.do("Ann", "claim-figure", figure=table.figure("the chief"))
    table.do("Ann", "claim-figure", figure=table.figure("the exorcist"))
    assert table.state.figures[table.figure("the chief")].claims == ()
    table.refuses("Ben", "let-go", "nothing-claimed", "WA-ORA-05", figure=table.figure("the exorcist"))


@pytest.mark.rule("WA-ORA-06")
def test_all_the_rest_is_the_gms_and_needs_no_sheet():
    table = in_sheets()
    offered = {offer.fixed["figure"] for offer in table.offers("Gil", "make-npc")}
    assert offered == {table.figure("the spirit"), table.figure("the priest"), ""}
    table.do("Gil", "add-figure", name="any rider")
    assert table.figure("any rider") in {offer.fixed["figure"] for offer in table.offers("Gil", "quick-npc")}
    table.refuses("Ann", "add-figure", "guide-only", "WA-ORA-06", name="my brother")


def out_of_the_chapter(table: Sitting, name: str) -> None:
    """The GM puts somebody out of the chapter, as two dice at 0 would."""
    table.do("Gil", "correct-part", who=table.who(name).id, gone=True, reason="two dice at nothing")


@pytest.mark.rule("WA-RD-14")
def test_a_character_out_of_the_chapter_is_not_replaced():
    table = in_play()
    priest = table.figure("the priest")
    table.refuses("Ann", "take-figure", "has-a-character", "WA-RD-14", figure=priest)
    out_of_the_chapter(table, "Amek")
    table.refuses("Ann", "take-figure", "not-replaced", "WA-RD-14", figure=priest)
    assert table.offers("Ann", "take-figure") == []


@pytest.mark.rule("WA-RD-14")
def test_by_the_switch_their_player_takes_another_figure():
    table = in_play(out_of_chapter="new-figure")
    priest = table.figure("the priest")
    table.refuses("Ann", "take-figure", "has-a-character", "WA-RD-14", figure=priest)
    out_of_the_chapter(table, "Amek")
    table.do("Ann", "take-figure", figure=priest)
    table.refuses("Ann", "take-figure", "has-a-character", "WA-RD-14", figure=priest)
    table.make("Ann", "the priest", "Fa Il Shar")
    table.name("Ann", "Fa Il Shar", ("Mekha", "His sermon heard"), ("Bolu Ta", "His laughter"))
    assert [who.name for who in table.state.cast() if who.player == table.seats["Ann"].id] == ["Fa Il Shar"]
    table.refuses("Ann", "take-figure", "has-a-character", "WA-RD-14", figure=priest)


def awaited(table: Sitting) -> dict[str, str]:
    """Whom the game waits for, and what for."""
    return {one.who: one.what for one in GAME.situation(table.state).waiting}


def test_who_comes_late_before_play_is_waited_for_beside_the_others():
    table = in_sheets()
    before = awaited(table)
    table.sit("Dora")
    assert awaited(table) == before | {"Dora": "a character to play"}
    table.do("Dora", "take-figure", figure=table.figure("the priest"))
    assert awaited(table)["Dora"] == "a character sheet"
    table.sit("Eve")
    table.do("Eve", "take-figure", figure=table.figure("the spirit"))
    table.sit("Finn")
    assert not table.offers("Finn", "take-figure")
    assert "Finn" not in awaited(table)


def test_who_comes_late_takes_what_is_left():
    table = in_play()
    late = table.sit("Dora")
    assert awaited(table) == {"Dora": "a character to play"}
    table.do("Dora", "take-figure", figure=table.figure("the priest"))
    assert awaited(table) == {"Dora": "a character sheet"}
    table.make("Dora", "the priest", "Fa Il Shar")
    assert table.state.owns(late, table.who("Fa Il Shar").id)


@pytest.mark.rule("WA-ORA-02", "WA-ORA-05")
def test_who_has_chosen_waits_and_may_choose_again_behind_a_word():
    table = dealt().listed("a widow", "a priest", "a thief", "a spirit")
    assert table.asked("Ann").lead == table.offers("Ann", "claim-figure")[0].key
    table.do("Ann", "claim-figure", figure=table.figure("a widow"))
    ask = table.asked("Ann")
    assert (ask.lead, ask.ways) == ("", ())
    assert {one.key for one in table.offers("Ann", "claim-figure")} <= {*ask.later}

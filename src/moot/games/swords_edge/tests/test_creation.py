"""Characters made in a few taps, and the legality check that stands beside them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st
from tests.scale import examples

from moot.games.swords_edge import GAME, ladder, packs
from moot.games.swords_edge.character import Character
from moot.games.swords_edge.creation.legality import SheetReport, check
from moot.games.swords_edge.figures import BUDGET, PRICES, STEPS
from moot.games.swords_edge.library import character_of
from moot.games.swords_edge.state import Options
from moot.games.swords_edge.tests.sitting import Sitting
from moot.testing import choices

SARAH: dict[str, Any] = {
    "name": "Sarah X",
    "concept": "Bounty Hunter",
    "background": "Military",
    "faculty": "Hunting",
    "trait": "cunning",
}


def begun(**options: Any) -> Sitting:
    """Ann has begun Sarah X."""
    table = Sitting(**options)
    table.do("Ann", "begin-character", **SARAH)
    return table


def spend(table: Sitting, what: str, times: int = 1) -> None:
    """Ann spends Ranks on a Trait, or on a Quality by name."""
    who = table.who("Sarah X")
    for _ in range(times):
        on = what if what in ladder.TRAITS else table.quality("Sarah X", what)
        table.do("Ann", "spend-rank", who=who.id, what=on)


def report(table: Sitting) -> Any:
    """The check of Ann's sheet."""
    return check(table.who("Sarah X"), table.state.options)


def printed_pc(key: str) -> Character:
    """A sample character as somebody takes it."""
    return character_of(packs.PCS[key], key, "s3", "x")


def legal(found: SheetReport) -> bool:
    """Whether a sheet keeps the rules."""
    return not found.over and not found.faults


@pytest.mark.rule("SE-EX-01", "SE-CRE-01", "SE-CRE-02", "SE-CRE-03", "SE-CRE-05", "SE-CRE-12", "SE-CRE-13")
def test_sarah_x_is_made_as_the_book_makes_her():
    table = begun()
    spend(table, "cunning", 3)
    spend(table, "Bounty Hunter", 2)
    table.do("Ann", "add-element", who=table.id("Sarah X"), sfx=False, name="Sharp Eyes", trait="cunning")
    assert (report(table).spent, report(table).left, report(table).over) == (6, 0, 0)
    table.do("Ann", "finish-character", who=table.id("Sarah X"))
    sarah = table.who("Sarah X")
    assert sarah.made
    assert sarah.trait("cunning") == 6
    assert {q.name: ladder.modifier(q.rank) for q in sarah.qualities} == {
        "Bounty Hunter": 6, "Military": 2, "Hunting": 2, "Sharp Eyes": 2,
    }
    printed = printed_pc("western/sarah-x") if "western/sarah-x" in packs.PCS else sarah
    assert check(printed, Options()).spent == 6


@pytest.mark.rule("SE-CRE-01")
def test_what_is_left_to_spend_stands_beside_every_choice_and_no_more_can_be_spent():
    table = begun()
    for left in range(6, 0, -1):
        (offer,) = table.offers("Ann", "spend-rank")
        assert f"{left} left" in offer.label
        assert table.stage("Ann").sheets[0].report.left == left
        spend(table, "charisma" if left > 3 else "physique")
    table.refuses("Ann", "spend-rank", "nothing-left", "SE-CRE-01", who=table.id("Sarah X"), what="cunning")
    table.refuses(
        "Ann", "add-element", "nothing-left", "SE-CRE-05", who=table.id("Sarah X"), sfx=False, name="X", trait="cunning"
    )


@pytest.mark.rule("SE-CRE-12")
def test_under_is_legal_but_unfinished_and_over_is_neither():
    table = begun()
    assert legal(report(table))
    (offer,) = table.offers("Ann", "finish-character")
    assert "6 left" in offer.why
    table.do("Ann", "add-weakness", who=table.id("Sarah X"), name="Let It Ride", trait="cunning")
    spend(table, "cunning", 4)
    spend(table, "charisma", 3)
    table.do("Ann", "drop-quality", who=table.id("Sarah X"), what=table.quality("Sarah X", "Let It Ride"))
    assert (report(table).left, report(table).over) == (0, 1)
    table.refuses("Ann", "finish-character", "over-budget", "SE-CRE-12", who=table.id("Sarah X"))
    table.do("Ann", "take-rank", who=table.id("Sarah X"), what="charisma")
    table.do("Ann", "finish-character", who=table.id("Sarah X"))


@pytest.mark.rule("SE-CRE-09", "SE-RD-19", "SE-TRAP-21", "SE-WEAK-05")
def test_a_weakness_costs_nothing_and_gives_one_rank_and_there_is_one_at_most():
    table = begun()
    table.do("Ann", "add-weakness", who=table.id("Sarah X"), name="Let It Ride", trait="cunning")
    assert (report(table).spent, report(table).budget) == (0, 7)
    weakness = table.who("Sarah X").counting("invoked")[0]
    assert (weakness.rank, ladder.modifier(weakness.rank)) == ("basic", -2)
    table.refuses(
        "Ann", "add-weakness", "two-weaknesses", "SE-RD-19", who=table.id("Sarah X"), name="Y", trait="cunning"
    )
    for name in ("One", "Two", "Three", "Four", "Five", "Six", "Seven"):
        table.do("Ann", "add-element", who=table.id("Sarah X"), sfx=False, name=name, trait="cunning")
    assert legal(report(table))


@pytest.mark.rule("SE-CRE-07")
def test_the_gm_charges_more_for_what_covers_too_much_or_refuses_it():
    table = begun()
    who = table.id("Sarah X")
    table.do("Ann", "add-element", who=who, sfx=False, name="Fighting", trait="physique")
    fighting = table.quality("Sarah X", "Fighting")
    table.do("Gil", "judge-quality", who=who, what=fighting, ruling="two-more")
    assert report(table).spent == 3
    table.do("Gil", "judge-quality", who=who, what=fighting, ruling="refused")
    table.refuses("Ann", "finish-character", "too-broad", "SE-CRE-07", who=who)
    table.do("Ann", "reword", who=who, what=fighting, name="Quarterstaff")
    table.do("Ann", "finish-character", who=who)
    table.refuses("Ann", "judge-quality", "guide-only", "SE-CRE-07", who=who, what=fighting, ruling="refused")


@pytest.mark.rule("SE-CRE-07")
def test_a_sheet_with_words_that_are_too_broad_is_waited_for_in_a_scene_too():
    table = begun()
    table.do("Ben", "take-sample", sample="fantasy/crag")
    who = table.id("Sarah X")
    table.do("Ann", "add-element", who=who, sfx=False, name="Fighting", trait="physique")
    table.play()
    assert GAME.situation(table.state).waiting == ()
    table.do("Gil", "judge-quality", who=who, what=table.quality("Sarah X", "Fighting"), ruling="refused")
    assert [(wait.who, wait.what) for wait in GAME.situation(table.state).waiting] == [("Ann", "a Quality’s new words")]


@pytest.mark.rule("SE-CRE-11")
def test_how_many_lines_the_printed_sheet_has_is_no_rule():
    table = begun()
    for name in ("One", "Two", "Three", "Four", "Five", "Six"):
        table.do("Ann", "add-element", who=table.id("Sarah X"), sfx=False, name=name, trait="cunning")
    assert legal(report(table))
    assert ladder.steps("legendary") == 7


@pytest.mark.rule("SE-CRE-13")
def test_ranks_may_go_in_at_any_step_and_back():
    table = begun()
    spend(table, "Hunting", 2)
    table.do("Ann", "tie-faculty", who=table.id("Sarah X"), trait="physique")
    table.do("Ann", "take-rank", who=table.id("Sarah X"), what=table.quality("Sarah X", "Hunting"))
    assert report(table).spent == 1
    assert [step.id for step in STEPS] == ["concept", "background", "faculty", "traits", "elements", "pivots"]


@pytest.mark.rule("SE-ERR-22")
def test_no_trait_goes_below_average():
    table = begun()
    table.refuses("Ann", "take-rank", "nothing-raised", "SE-CRE-02", who=table.id("Sarah X"), what="physique")


@pytest.mark.rule("SE-SFX-02", "SE-SFX-11", "SE-RD-18", "SE-RD-44", "SE-ERR-23")
def test_an_sfx_quality_begins_at_basic_and_its_fetish_is_no_free_rank():
    table = begun(sfx="qualities", fetishes="on")
    who = table.id("Sarah X")
    table.do("Ann", "add-element", who=who, sfx=True, name="Bolt of Fire", trait="cunning", fetish="Burnt Hand")
    power, fetish = table.who("Sarah X").counting("one", "always")
    assert (power.rank, fetish.rank, fetish.bound, fetish.trait) == ("basic", "basic", power.id, "cunning")
    assert (report(table).spent, report(table).budget) == (1, 6)
    spend(table, "Bolt of Fire", 2)
    assert report(table).spent == 3
    table.do("Ann", "add-weakness", who=who, name="Proud", trait="charisma")
    assert legal(report(table))
    table.do("Ann", "drop-quality", who=who, what=power.id)
    assert not table.who("Sarah X").counting("always")


@pytest.mark.rule("SE-SFX-01")
def test_where_sfx_are_simple_there_is_no_other_kind_of_quality():
    table = begun()
    assert all(not offer.fixed["sfx"] for offer in table.offers("Ann", "add-element"))


@pytest.mark.rule("SE-CRE-10", "SE-PIV-01", "SE-PIV-03", "SE-PIV-04")
def test_a_goal_a_quirk_and_a_style_at_most_and_a_new_one_replaces_the_old():
    table = begun()
    who = table.id("Sarah X")
    for kind, text in (("goal", "Find him"), ("quirk", "Whistles"), ("style", "Flamboyant"), ("goal", "Kill him")):
        table.do("Ann", "set-pivot", who=who, kind=kind, text=text)
    assert {p.kind: p.text for p in table.who("Sarah X").pivots} == {
        "goal": "Kill him", "quirk": "Whistles", "style": "Flamboyant",
    }
    before = table.who("Sarah X").qualities
    table.do("Ann", "drop-pivot", who=who, pivot=table.who("Sarah X").pivots[0].id)
    assert len(table.who("Sarah X").pivots) == 2
    assert table.who("Sarah X").qualities == before


@pytest.mark.rule("SE-CRE-04")
def test_once_play_has_begun_the_sheet_is_not_made_again():
    table = begun()
    table.do("Ann", "finish-character", who=table.id("Sarah X"))
    table.do("Ann", "reopen-character", who=table.id("Sarah X"))
    table.do("Ann", "finish-character", who=table.id("Sarah X"))
    table.do("Gil", "open-session")
    assert not table.offers("Ann", "reopen-character")
    table.do("Gil", "end-session")
    table.refuses("Ann", "reopen-character", "session-begun", "SE-CRE-04", who=table.id("Sarah X"))


OVER = {"cavern/jyrell": 1, "fantasy/myrrdin": 1}


@pytest.mark.rule("SE-ERR-PC", "SE-ERR-21", "SE-ERR-22", "SE-RD-27")
@pytest.mark.parametrize("key", packs.PCS)
def test_every_sample_character_spends_what_it_should(key):
    made = check(printed_pc(key), Options())
    budget = BUDGET.ranks + (BUDGET.for_weakness if packs.PCS[key].weakness else 0)
    assert (made.spent, made.budget, made.over) == (budget + OVER.get(key, 0), budget, OVER.get(key, 0))


@pytest.mark.rule("SE-ERR-PC")
def test_there_are_twenty_three_of_them_from_five_genres_and_the_cavern():
    assert len(packs.PCS) == 23
    assert set(packs.GENRES) <= {key.split("/")[0] for key in packs.PCS}


@pytest.mark.rule("SE-ERR-20", "SE-ERR-23")
def test_a_voice_of_command_is_legal_as_simple_sfx_and_two_over_otherwise():
    tella = printed_pc("cavern/tella-of-jost")
    assert legal(check(tella, Options()))
    assert check(tella, Options(sfx="qualities")).over == 2


@pytest.mark.rule("SE-RD-27", "SE-CRE-12")
def test_a_sample_is_taken_as_printed_and_only_once():
    table = Sitting()
    table.do("Gil", "choose-genre", genre="fantasy")
    (offer,) = table.offers("Ann", "take-sample")
    assert next(iter(choices(offer, "sample"))).startswith("fantasy/")
    table.do("Ann", "take-sample", sample="fantasy/crag")
    assert table.who("Crag").made
    assert all(pivot.kind == "" for pivot in table.who("Crag").pivots)
    assert "fantasy/crag" not in choices(table.offers("Ben", "take-sample")[0], "sample")


@pytest.mark.rule("SE-TERM-05")
def test_only_players_make_characters_and_one_at_a_time():
    table = begun()
    table.refuses("Gil", "begin-character", "players-only", "SE-TERM-05", **SARAH)
    table.refuses("Ann", "begin-character", "begun-already", "SE-CRE-01", **SARAH)
    table.do("Ann", "finish-character", who=table.id("Sarah X"))
    table.refuses("Ann", "take-sample", "has-character", "SE-TERM-05", sample="fantasy/crag")
    assert [who.name for who in table.state.cast()] == ["Sarah X"]
    table.do("Ann", "set-aside", who=table.id("Sarah X"))
    table.do("Ann", "take-sample", sample="fantasy/crag")
    assert [who.name for who in table.state.cast()] == ["Crag"]


@pytest.mark.rule("SE-CRE-12", "SE-RANK-04")
@examples(60)
@given(st.lists(st.integers(0, 12), max_size=14))
def test_whatever_is_tapped_the_sheet_stays_legal(taps):
    """Ranks, Elements and a Weakness in any order: offers never lead over the budget or off the ladder."""
    table = begun()
    for tap in taps:
        who = table.id("Sarah X")
        offers = [o for o in table.offers("Ann") if o.do in ("spend-rank", "add-element", "add-weakness")]
        if not offers:
            break
        offer = offers[tap % len(offers)]
        if offer.do == "spend-rank":
            left = list(choices(offer, "what"))
            table.do("Ann", "spend-rank", who=who, what=left[tap % len(left)])
        else:
            extra: dict[str, Any] = {"sfx": False} if offer.do == "add-element" else {}
            table.do("Ann", offer.do, who=who, name="New", trait=ladder.TRAITS[tap % 3], **extra)
        made = report(table)
        assert legal(made)
        assert made.spent + made.left == made.budget
        assert all(ladder.modifier(q.rank) <= 8 for q in table.who("Sarah X").qualities)


@pytest.mark.rule("SE-CRE-02", "SE-CRE-05", "SE-CRE-12")
def test_the_check_names_what_is_wrong_by_its_rule():
    table = Sitting()
    odd = table.pc(
        "Ann", "Odd", concept=[("A", "good"), ("B", "good")], physique="mythic", element=[("Knack", "basic", "cunning")]
    )
    found = {(flaw.code, flaw.rule) for flaw in check(odd, Options()).faults}
    assert ("one-concept", "SE-CRE-02") in found
    assert ("above-legendary", "SE-RANK-04") in found
    assert ("rank-out-of-range", "SE-CRE-12") in found
    assert PRICES["element"].start == "good"


@pytest.mark.rule("SE-CRE-12")
def test_a_ready_made_character_is_renamed_at_any_time():
    table = Sitting()
    table.do("Ann", "take-sample", sample="fantasy/crag")
    (who,) = table.state.characters.values()
    table.do("Ann", "reword", who=who.id, what=who.id, name="Oda of the Fens")
    assert table.state.characters[who.id].name == "Oda of the Fens"
    assert any("Crag is now Oda of the Fens." in line for line in table.read["Ben"])
    table.refuses("Ben", "reword", "nothing-to-reword", who=who.id, what=who.id, name="Mine")

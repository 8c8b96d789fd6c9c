"""Openings: full ties, backing away, strengths and forms by the round."""

from __future__ import annotations

import pytest

from moot.games.wicked_age import GAME
from moot.games.wicked_age.conflict import situations
from moot.games.wicked_age.samples import camp
from moot.games.wicked_age.state import Options
from moot.games.wicked_age.tests.examples import Game, blank, changed, fight, move, owed, roll, stands, with_name

DUEL = {"amek": "with-violence directly", "mekha": "for-myself directly"}
THREE = {**DUEL, "tajie": "for-myself covertly"}


def tied(options: Options | None = None) -> Game:
    game = fight(options, **DUEL)
    roll(game, amek=[6, 2], mekha=[2, 6])
    assert game.sequence.phase == "tied"
    return game


@pytest.mark.rule("WA-DICE-08", "WA-TRAP-07", "WA-OWE-07", "WA-RD-19")
def test_both_may_back_away_from_a_full_tie_and_no_name_is_written():
    game = tied()
    game.act("back-away", "amek")
    assert game.sequence.phase == "tied"
    game.act("back-away", "mekha")
    assert game.sequence.ended == "backed-away"
    assert stands(game) == {"amek": "in", "mekha": "in"}
    assert owed(game) == []


@pytest.mark.rule("WA-DICE-08", "WA-RD-02")
def test_if_either_fights_on_both_reroll_the_lower_die():
    game = tied()
    game.act("back-away", "amek")
    game.act("fight-on", "mekha", [8])
    assert game.refused("back-away", "amek").code == "fought-on"
    assert game.sequence.away == ()
    assert game.offers("amek", "fight-on")[0].rolls == (10,)
    game.act("fight-on", "amek", [1])
    assert game.sequence.order == ("mekha", "amek")
    assert game.sequence.fighters["mekha"].opening.reading() == (8, 6)


@pytest.mark.rule("WA-RD-02")
def test_a_tie_again_is_rerolled_again():
    game = tied()
    game.act("fight-on", "amek", [1])
    game.act("fight-on", "mekha", [1])
    assert game.sequence.phase == "tied"
    game.act("fight-on", "amek", [3])
    game.act("fight-on", "mekha", [4])
    assert game.sequence.order == ("mekha", "amek")


@pytest.mark.rule("WA-RD-02")
def test_of_equal_faces_the_smaller_die_is_rerolled():
    game = fight(**DUEL)
    roll(game, amek=[5, 5], mekha=[5, 5])
    assert game.offers("amek", "fight-on")[0].rolls == (10,)
    assert game.offers("mekha", "fight-on")[0].rolls == (8,)


@pytest.mark.rule("WA-RD-02")
def test_a_lone_die_is_rerolled_itself():
    state = camp()
    forms = {**state.characters["mekha"].forms, "with-violence": (0,)}
    others = {**state.characters["amek"].forms, "for-myself": (0,)}
    state = changed(changed(state, "mekha", forms=forms), "amek", forms=others)
    game = fight(state, mekha="with-violence directly", amek="for-myself directly")
    roll(game, mekha=[4], amek=[4])
    game.act("fight-on", "mekha", [1])
    game.act("fight-on", "amek", [2])
    assert game.sequence.order == ("amek", "mekha")


@pytest.mark.rule("WA-RD-02")
@pytest.mark.parametrize(
    ("reroll", "order"), [("rebuild", ("mekha", "tajie", "amek")), ("among-tied", ("tajie", "mekha", "amek"))]
)
def test_a_rerolled_tie_may_overtake_the_untied_or_only_the_tied(reroll, order):
    game = fight(Options(tie_reroll=reroll), **THREE)
    roll(game, amek=[5, 2], mekha=[5, 2], tajie=[6, 1])
    assert game.sequence.tied == (("amek", "mekha"),)
    assert game.sequence.order[0] == "tajie"
    game.act("fight-on", "amek", [3])
    game.act("fight-on", "mekha", [8])
    assert game.sequence.order == order


@pytest.mark.rule("WA-RD-02")
def test_the_reroll_among_the_tied_goes_on_among_those_still_tied():
    game = fight(Options(tie_reroll="among-tied"), **THREE)
    roll(game, amek=[5, 2], mekha=[5, 2], tajie=[5, 2])
    for who, face in (("amek", 3), ("mekha", 3), ("tajie", 4)):
        game.act("fight-on", who, [face])
    assert game.sequence.tied == (("amek", "mekha"),)
    game.act("fight-on", "amek", [1])
    game.act("fight-on", "mekha", [8])
    assert game.sequence.order == ("tajie", "mekha", "amek")


@pytest.mark.rule("WA-RD-02")
def test_backing_away_needs_everyone_still_in():
    game = fight(**THREE)
    roll(game, amek=[5, 2], mekha=[5, 2], tajie=[8, 1])
    game.act("back-away", "amek")
    game.act("back-away", "mekha")
    assert game.sequence.phase == "tied"
    game.act("back-away", "tajie")
    assert game.sequence.ended == "backed-away"


@pytest.mark.rule("WA-RD-09")
@pytest.mark.parametrize(("when", "possible"), [("every-round", True), ("first-round", False)])
def test_a_later_opening_tie_may_offer_backing_away(when, possible):
    game = fight(Options(backing_away=when), **DUEL)
    roll(game, amek=[6, 5], mekha=[9, 6])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [9, 2])
    roll(game, amek=[6, 2], mekha=[5, 2, 1])
    assert game.sequence.phase == "tied"
    said = (GAME.line(game.state, game.events[-1]), *situations(game.state)[0].waiting)
    assert ["back away" in str(words) for words in said] == [possible] * 3
    if possible:
        assert game.offers("amek", "back-away")
    else:
        assert game.refused("back-away", "amek").rule == "WA-RD-09"


@pytest.mark.rule("WA-RD-04", "WA-RD-02")
def test_pips_stay_in_a_tie_and_a_die_bought_for_it_is_rolled_along():
    game = fight(with_name(camp(), "mekha", "s2"), **DUEL)
    roll(game, amek=[6, 2], mekha=[6, 2])
    game.act("fight-on", "amek", [10])
    game.act("fight-on", "mekha", [3, 5], names=["mekha"])
    opening = game.sequence.fighters["mekha"].opening
    assert opening is not None
    assert opening.pips == (5,)
    assert opening.reading() == (11, 3)
    assert game.sequence.order == ("mekha", "amek")


@pytest.mark.rule("WA-RD-02", "WA-RD-04")
def test_a_die_won_before_is_not_rolled_again_in_a_tie():
    game = fight(**DUEL)
    roll(game, amek=[6, 5], mekha=[9, 6])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [9, 2])
    roll(game, amek=[6, 2], mekha=[5, 2, 1])
    game.act("fight-on", "mekha", [4])
    assert game.sequence.fighters["mekha"].opening.reading() == (6, 4)


@pytest.mark.rule("WA-RD-01")
def test_under_the_switch_two_dice_make_a_full_tie():
    state = changed(camp(Options(compare="two")), "amek", strengths=("exorcism",))
    game = Game(state)
    game.act("undertake", "amek", deed="x", against=["mekha"], forms=["for-others", "directly"], strengths=["exorcism"])
    game.act("declare", "mekha", forms=["for-myself", "directly"])
    roll(game, amek=[6, 5, 3], mekha=[6, 5])
    assert game.sequence.tied == (("amek", "mekha"),)


@pytest.mark.rule("WA-RD-12", "WA-STR-05")
def test_forms_are_kept_and_strengths_declared_anew_as_a_round_opens():
    state = changed(camp(), "amek", strengths=("exorcism",))
    game = Game(state)
    game.act("undertake", "amek", deed="x", against=["mekha"], forms=["for-others", "directly"])
    game.act("declare", "mekha", forms=["for-myself", "directly"])
    assert game.offers("amek", "roll-opening")[0].fields == ()
    roll(game, amek=[6, 10], mekha=[9, 6])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [8, 7])
    assert game.refused("declare", "amek", forms=["directly", "covertly"]).code == "wrong-moment"
    (offer,) = game.offers("amek", "roll-opening")
    assert (offer.rolls, blank(offer, "strengths").choices[0].dice) == ((6, 10, 6), (8,))
    game.act("roll-opening", "amek", [3, 9, 1, 8], strengths=["exorcism"])
    assert game.sequence.fighters["amek"].opening.dice == ((6, 3), (10, 9), (8, 8))
    assert game.sequence.fighters["amek"].opening.pips == (1,)
    game.act("roll-opening", "mekha", [3, 3])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [8, 8])
    game.act("roll-opening", "amek", [3, 9, 2])
    assert game.sequence.fighters["amek"].strengths == ()


@pytest.mark.rule("WA-RD-12")
def test_under_the_switch_forms_are_chosen_anew_each_round():
    game = fight(Options(forms="per-round"), **DUEL)
    roll(game, amek=[6, 5], mekha=[9, 6])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [9, 2])
    assert game.sequence.phase == "declaring"
    assert game.refused("roll-opening", "amek").code == "wrong-moment"
    game.act("declare", "amek", forms=["covertly", "for-others"])
    game.act("declare", "mekha", forms=["with-love", "covertly"])
    assert game.offers("amek", "roll-opening")[0].rolls == (8, 6)
    assert game.offers("mekha", "roll-opening")[0].rolls == (12, 6, 6)


@pytest.mark.rule("WA-DICE-15", "WA-DICE-16")
def test_nobody_rolls_twice_and_only_the_first_roll_stands():
    game = fight(**THREE)
    roll(game, amek=[5, 2])
    assert game.refused("roll-opening", "amek").code == "not-yours"
    roll(game, mekha=[9, 2], tajie=[6, 1])
    assert game.sequence.order == ("mekha", "tajie", "amek")
    assert game.refused("take-up", "mekha").code == "roll-stands"
    game.act("pass", "mekha")
    assert game.refused("move", "tajie", against=["amek"]).code == "roll-first"

"""Advantage dice: won from a pair, bought with a name, and when they are rolled."""

from __future__ import annotations

import pytest

from moot.games.wicked_age.conflict.pool import advantage, pool
from moot.games.wicked_age.samples import camp
from moot.games.wicked_age.state import Options
from moot.games.wicked_age.tests.examples import Game, blank, fight, move, roll, with_name

DUEL = {"amek": "with-violence directly", "mekha": "for-myself directly"}
THREE = {**DUEL, "tajie": "for-myself covertly"}


def holds(game: Game, who: str) -> int:
    return advantage(game.state, game.sequence, who)


@pytest.mark.rule("WA-DICE-09", "WA-ERR-04", "WA-RD-03")
def test_the_winner_of_an_exchange_holds_one_die_and_it_passes():
    game = fight(**DUEL)
    roll(game, amek=[6, 5], mekha=[9, 6])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [9, 2])
    assert (holds(game, "mekha"), holds(game, "amek")) == (1, 0)
    roll(game, amek=[3, 3], mekha=[9, 1, 1])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [12, 10])
    assert (holds(game, "mekha"), holds(game, "amek")) == (0, 1)


@pytest.mark.rule("WA-DICE-09")
def test_winning_again_keeps_the_die_and_adds_none():
    game = fight(**DUEL)
    roll(game, amek=[6, 5], mekha=[9, 6])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [9, 2])
    roll(game, amek=[3, 3], mekha=[9, 1, 1])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [9, 7])
    assert holds(game, "mekha") == 1
    assert [die.kind for die in pool(game.state, game.sequence, "mekha")] == ["form", "form", "pips"]


@pytest.mark.rule("WA-RD-16")
@pytest.mark.parametrize(("when", "dice"), [("next-round", 0), ("at-once", 1)])
def test_won_dice_change_hands_as_the_next_round_opens_or_at_once(when, dice):
    game = fight(Options(won_dice_change_hands=when), **THREE)
    roll(game, amek=[9, 8], mekha=[8, 4], tajie=[7, 3])
    move(game, "amek", "mekha", "tajie")
    game.act("answer", "mekha", [10, 3])
    assert holds(game, "mekha") == dice
    game.act("answer", "tajie", [12, 1])
    assert game.sequence.round == 2
    assert (holds(game, "mekha"), holds(game, "tajie")) == (1, 1)


@pytest.mark.rule("WA-RD-16")
@pytest.mark.parametrize(("when", "pips"), [("next-round", 1), ("at-once", 0)])
def test_an_old_holder_still_rolls_the_die_until_it_changes_hands(when, pips):
    game = fight(Options(won_dice_change_hands=when), **THREE)
    roll(game, amek=[9, 8], mekha=[8, 4], tajie=[7, 3])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [10, 3])
    game.act("take-up", "tajie", [1, 1])
    game.act("pass", "tajie")
    roll(game, amek=[9, 8], mekha=[3, 3, 1], tajie=[7, 3])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [6, 6, 1])
    assert holds(game, "mekha") == pips


@pytest.mark.rule("WA-TRAP-14", "WA-RD-03", "WA-DICE-10")
@pytest.mark.parametrize(("cap", "dice"), [("per-pair", 2), ("per-character", 1)])
def test_dice_are_held_per_pair_and_stack_or_one_for_each_character(cap, dice):
    game = fight(Options(won_dice=cap), **THREE)
    roll(game, amek=[9, 8], mekha=[8, 4], tajie=[7, 3])
    move(game, "amek", "mekha", "tajie")
    game.act("answer", "mekha", [8, 3])
    game.act("answer", "tajie", [8, 1])
    assert game.sequence.won == {"amek|mekha": "amek", "amek|tajie": "amek"}
    assert holds(game, "amek") == dice
    assert game.offers("amek", "roll-opening")[0].rolls == (12, 10, *(6,) * dice)


@pytest.mark.rule("WA-TRAP-14", "WA-RD-03")
def test_a_holder_keeps_the_die_when_beaten_by_another_and_when_the_pairs_other_goes_out():
    game = fight(**THREE)
    roll(game, amek=[9, 8], mekha=[8, 4], tajie=[7, 3])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [8, 3])
    game.act("take-up", "tajie", [12, 1])
    move(game, "tajie", "amek")
    game.act("answer", "amek", [8, 2])
    assert game.sequence.won == {"amek|mekha": "amek", "amek|tajie": "tajie"}
    roll(game, amek=[12, 8, 1], mekha=[5, 4], tajie=[7, 3, 1])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [2, 2])
    game.act("inflict", "amek", harm="injured")
    assert holds(game, "amek") == 1


@pytest.mark.rule("WA-DICE-10")
def test_an_absolute_win_brings_no_die():
    game = fight(**THREE)
    roll(game, amek=[9, 8], mekha=[8, 4], tajie=[7, 3])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [2, 1])
    game.act("inflict", "amek", harm="injured")
    game.act("take-up", "tajie", [1, 1])
    game.act("pass", "tajie")
    assert holds(game, "amek") == 0


@pytest.mark.rule("WA-OWE-05", "WA-RD-04", "WA-ERR-05", "WA-DICE-10", "WA-MAT-02")
def test_bought_dice_are_rolled_at_once_stack_and_stay_to_the_end():
    state = with_name(with_name(camp(), "mekha", "s2", "one"), "mekha", "s2", "two")
    game = fight(state, **DUEL)
    roll(game, amek=[6, 5])
    game.send(
        game.seat("mekha"),
        {"do": "roll-opening", "sequence": game.sequence.id, "who": "mekha", "names": ["one", "two"]},
        [4, 4, 6, 5],
    )
    assert game.sequence.fighters["mekha"].opening.reading() == (15, 4)
    move(game, "mekha", "amek")
    game.act("answer", "amek", [8, 1])
    assert holds(game, "mekha") == 3


@pytest.mark.rule("WA-RD-04")
def test_under_the_switch_one_name_a_sequence():
    state = with_name(with_name(camp(Options(names_per_sequence="one")), "mekha", "s2", "one"), "mekha", "s2", "two")
    game = fight(state, **DUEL)
    (offer,) = game.offers("mekha", "roll-opening")
    assert blank(offer).most == 1
    game.act("roll-opening", "mekha", [4, 4, 6], names=["mekha"])
    roll(game, amek=[6, 5])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [9, 1])
    (offer,) = game.offers("mekha", "roll-opening")
    assert offer.fields == ()

"""The owe list: whose name is written, and cashing it in."""

from __future__ import annotations

import pytest

from moot.games.wicked_age.samples import camp
from moot.games.wicked_age.state import Options
from moot.games.wicked_age.tests.examples import Game, blank, changed, fight, move, owed, roll, stands, with_name

DUEL = {"amek": "with-violence directly", "mekha": "for-myself directly"}


def round_one(options: Options | None = None, **forms: str) -> Game:
    """The first mover challenges everyone, and everybody answers without a double."""
    game = fight(options, **forms)
    first, *rest = forms
    game.act("roll-opening", first, [8, 4])
    for at, who in enumerate(rest):
        game.act("roll-opening", who, [4 - at, 1])
    move(game, first, *rest)
    for _ in rest:
        due = game.sequence.move.due[0]
        game.act("answer", due, [6, 1])
    return game


@pytest.mark.rule("WA-OWE-01", "WA-OWE-02", "WA-OWE-03")
def test_a_name_is_written_for_smaller_dice_at_the_end_of_round_one():
    game = round_one(mekha="for-myself directly", amek="with-violence directly")
    assert owed(game) == ["mekha"]
    entry = game.state.owe[-1]
    assert (entry.player, entry.chapter) == ("s2", 1)


@pytest.mark.rule("WA-OWE-01")
def test_several_names_of_one_fight_are_entries_of_their_own():
    game = round_one(amek="with-violence directly", mekha="for-myself directly", tajie="with-love for-others")
    assert owed(game) == ["mekha", "tajie"]
    assert len({entry.id for entry in game.state.owe}) == 2
    assert game.state.next_id not in {entry.id for entry in game.state.owe}


@pytest.mark.rule("WA-OWE-02")
def test_equal_dice_are_not_smaller():
    game = round_one(mekha="for-myself directly", tajie="with-love covertly")
    assert owed(game) == []


@pytest.mark.rule("WA-OWE-01")
def test_an_npcs_dice_count_and_an_npc_has_no_name():
    game = round_one(mekha="for-myself directly", esan="action")
    assert owed(game) == ["mekha"]
    game = round_one(tajie="for-myself covertly", esan="maneuvering")
    assert owed(game) == []


@pytest.mark.rule("WA-OWE-01")
def test_later_rounds_write_nothing():
    game = round_one(mekha="for-myself directly", amek="with-violence directly")
    roll(game, mekha=[3, 2, 1], amek=[6, 1])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [5, 4, 1])
    assert game.sequence.round == 3
    assert owed(game) == ["mekha"]


@pytest.mark.rule("WA-OWE-03")
def test_a_name_goes_at_the_end_and_may_stand_there_often():
    state = with_name(with_name(camp(), "mekha", "s2"), "tajie", "s3", "older")
    game = fight(state, **DUEL)
    roll(game, amek=[6, 5], mekha=[9, 6])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [9, 2])
    assert owed(game) == ["mekha", "tajie", "mekha"]


@pytest.mark.rule("WA-RD-05")
def test_who_stands_beside_one_is_no_opponent_however_big_their_dice():
    game = Game(camp(Options(smaller_than="opposed")))
    game.act("undertake", "mekha", deed="x", against=["esan", "amek"], forms=["for-myself", "directly"])
    game.act("declare", "esan", forms=["self-protection"])
    game.act("declare", "amek", forms=["with-violence", "directly"], beside=["mekha"])
    roll(game, mekha=[8, 4], esan=[3, 1], amek=[2, 2])
    move(game, "mekha", "esan")
    game.act("answer", "esan", [6, 1])
    game.act("take-up", "amek", [4, 1])
    game.act("pass", "amek")
    assert owed(game) == []


@pytest.mark.rule("WA-OWE-07", "WA-TRAP-07")
def test_out_before_the_end_of_round_one_means_no_name():
    game = fight(mekha="for-myself directly", amek="with-violence directly", tajie="for-myself covertly")
    roll(game, mekha=[1, 1], amek=[12, 5], tajie=[7, 7])
    game.act("move", "amek", against=["mekha", "tajie"])
    game.act("answer", "tajie", [9, 1])
    game.act("answer", "mekha", [6, 1])
    game.act("inflict", "amek", harm="injured")
    assert owed(game) == ["tajie"]


@pytest.mark.rule("WA-RD-19", "WA-TRAP-07")
@pytest.mark.parametrize(("switch", "names"), [("no", []), ("yes", ["mekha"])])
def test_a_round_one_double_one_on_one_leaves_no_name_unless_switched(switch, names):
    game = fight(Options(duel_winner_named=switch), **DUEL)
    roll(game, amek=[4, 3], mekha=[3, 3])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [9, 1])
    assert stands(game)["amek"] == "beaten"
    game.act("inflict", "mekha", harm="injured")
    assert owed(game) == names


@pytest.mark.rule("WA-RD-19")
def test_the_loser_of_a_round_one_double_is_never_written():
    game = fight(Options(duel_winner_named="yes"), **DUEL)
    roll(game, amek=[10, 3], mekha=[3, 3])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [5, 1])
    game.act("inflict", "amek", harm="injured")
    assert owed(game) == []


@pytest.mark.rule("WA-RD-19")
def test_among_several_who_is_still_in_is_written_even_if_the_bigger_opponent_is_out():
    game = fight(mekha="for-myself directly", amek="with-violence directly", tajie="for-others covertly")
    roll(game, mekha=[9, 8], amek=[8, 5], tajie=[1, 1])
    game.act("move", "mekha", against=["amek"])
    game.act("answer", "amek", [2, 1])
    game.act("inflict", "mekha", harm="injured")
    game.act("take-up", "tajie", [1, 1])
    game.act("pass", "tajie")
    assert owed(game) == ["mekha"]


@pytest.mark.rule("WA-RD-19")
def test_among_several_the_last_one_standing_in_round_one_is_written_too():
    game = fight(mekha="for-myself directly", amek="with-violence directly", tajie="for-others covertly")
    roll(game, mekha=[9, 8], amek=[8, 5], tajie=[1, 1])
    game.act("move", "mekha", against=["amek", "tajie"])
    game.act("answer", "amek", [2, 1])
    game.act("inflict", "mekha", harm="injured")
    game.act("answer", "tajie", [2, 1])
    game.act("inflict", "mekha", harm="injured")
    assert game.sequence.ended == "settled"
    assert owed(game) == ["mekha"]


@pytest.mark.rule("WA-RD-05", "WA-ERR-12")
@pytest.mark.parametrize(("against", "names"), [("exchanged", []), ("opposed", ["tajie", "mekha"])])
def test_smaller_than_someone_one_met_or_anyone_opposed(against, names):
    game = fight(
        Options(smaller_than=against),
        tajie="with-love covertly",
        mekha="for-myself directly",
        amek="with-violence directly",
    )
    roll(game, tajie=[9, 8], mekha=[8, 7], amek=[1, 1])
    move(game, "tajie", "mekha")
    game.act("answer", "mekha", [8, 1])
    game.act("take-up", "amek", [1, 1])
    game.act("pass", "amek")
    assert owed(game) == names


@pytest.mark.rule("WA-RD-05")
def test_one_name_a_character_a_fight():
    game = fight(mekha="for-myself directly", amek="with-violence directly", tajie="for-myself covertly", esan="action")
    roll(game, mekha=[9, 8], amek=[8, 7], tajie=[7, 7], esan=[1, 1])
    game.act("move", "mekha", against=["amek", "tajie", "esan"])
    for who in ("amek", "tajie", "esan"):
        game.act("answer", who, [8, 1])
    assert owed(game) == ["mekha"]


@pytest.mark.rule("WA-RD-06")
def test_strength_dice_count_and_advantage_dice_do_not():
    state = changed(with_name(camp(), "mekha", "s2"), "amek", strengths=("exorcism",))
    game = Game(state)
    by = ["for-others", "directly"]
    game.act("undertake", "amek", deed="x", against=["mekha"], forms=by, strengths=["exorcism"])
    game.act("declare", "mekha", forms=["for-myself", "directly"])
    game.act("roll-opening", "mekha", [9, 1, 1], names=["mekha"])
    roll(game, amek=[6, 6, 6])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [6, 6, 6])
    assert owed(game) == ["mekha"]


@pytest.mark.rule("WA-OWE-05", "WA-TRAP-08")
def test_a_name_of_any_character_of_ones_own_may_be_cashed_in_and_of_nobody_elses():
    state = changed(camp(), "fa-il-shar", here=False)
    state = with_name(with_name(state, "fa-il-shar", "s2", "gone"), "tajie", "s3", "theirs")
    game = fight(state, **DUEL)
    (offer,) = game.offers("mekha", "roll-opening")
    assert [choice.value for choice in blank(offer).choices] == ["gone"]
    assert game.offers("amek", "roll-opening")[0].fields == ()
    game.act("roll-opening", "mekha", [9, 6, 3], names=["fa-il-shar"])
    assert [entry.struck for entry in game.state.owe] == ["advantage", ""]
    assert game.offers("mekha", "tell") == []


@pytest.mark.rule("WA-OWE-05", "WA-OWE-06")
@pytest.mark.parametrize("at", ["opening", "move", "answer"])
def test_before_any_roll_of_ones_own(at):
    game = fight(with_name(camp(), "mekha", "s2"), **DUEL)
    if at == "opening":
        game.act("roll-opening", "mekha", [9, 6, 1], names=["mekha"])
    elif at == "move":
        roll(game, amek=[10, 9], mekha=[9, 6])
        game.act("pass", "amek")
        game.act("take-up", "mekha", [9, 6, 1], names=["mekha"])
    else:
        roll(game, amek=[10, 9], mekha=[9, 6])
        move(game, "amek", "mekha")
        game.act("answer", "mekha", [9, 6, 1], names=["mekha"])
    assert game.sequence.fighters["mekha"].bought == 1
    assert game.state.owe[0].struck == "advantage"

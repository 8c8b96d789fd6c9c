"""Turns, moves and answers."""

from __future__ import annotations

import pytest

from moot.core import Refused
from moot.games.wicked_age import GAME
from moot.games.wicked_age.conflict.situation import situation
from moot.games.wicked_age.samples import camp
from moot.games.wicked_age.state import Options
from moot.games.wicked_age.tests.examples import Game, blank, fight, move, roll, stands, with_name

THREE = {"amek": "with-violence directly", "mekha": "for-myself directly", "tajie": "for-myself covertly"}


def three(options: Options | None = None) -> Game:
    """Amek 9 & 8, Mekha 8 & 4, Tajie 7 & 3: that is the order."""
    game = fight(options, **THREE)
    roll(game, amek=[9, 8], mekha=[8, 4], tajie=[7, 3])
    return game


def may_name(game: Game, who: str) -> set[str]:
    (offer,) = game.offers(who, "move")
    return {choice.value for choice in blank(offer).choices}


@pytest.mark.rule("WA-TRAP-01", "WA-DICE-16", "WA-DICE-17")
def test_the_first_moves_with_the_standing_roll_and_the_others_reroll():
    game = three()
    game.act("pass", "amek")
    game.act("take-up", "mekha", [2, 1])
    move(game, "mekha", "amek")
    assert game.sequence.move.roll.reading() == (2, 1)
    assert situation(game.state, game.sequence).headline == "Amek must answer Mekha"


@pytest.mark.rule("WA-TRAP-02", "WA-DICE-18", "WA-DICE-19", "WA-TRAP-03")
def test_everyone_rerolls_for_each_answer_and_a_challenge_before_ones_turn_costs_it():
    game = three()
    move(game, "amek", "mekha")
    assert game.offers("mekha", "answer")[0].rolls == (10, 8)
    game.act("answer", "mekha", [10, 3])
    assert game.sequence.next_turn() == "tajie"
    game.act("take-up", "tajie", [9, 1])
    assert may_name(game, "tajie") == {"amek", "mekha"}
    move(game, "tajie", "mekha", "amek")
    assert game.sequence.move.due == ("amek", "mekha")
    assert game.sequence.move.lost == ()
    game.act("answer", "amek", [6, 6])
    game.act("answer", "mekha", [5, 1])
    assert [x.result for x in game.sequence.exchanges] == ["answerer-leads", "mover-leads", "mover-leads"]


@pytest.mark.rule("WA-DICE-18")
def test_those_named_answer_in_turn_order():
    game = three()
    move(game, "amek", "tajie", "mekha")
    refusal = game.refused("answer", "tajie")
    assert refusal.rule == "WA-DICE-18"
    assert "Mekha, who is Martha’s" in refusal.message


@pytest.mark.rule("WA-TRAP-10", "WA-RD-20")
def test_one_left_unnamed_keeps_their_move_and_one_named_must_roll():
    game = three()
    move(game, "amek", "tajie")
    assert game.refused("claim", "mekha").rule == "WA-RD-20"
    assert game.refused("pass", "tajie").code == "wrong-moment"
    game.act("answer", "tajie", [6, 6])
    assert game.sequence.next_turn() == "mekha"


@pytest.mark.rule("WA-RD-20", "WA-DICE-19")
def test_under_the_switch_an_opponent_may_claim_an_answer_and_has_been_challenged():
    game = three(Options(who_answers="opposers-may-claim"))
    move(game, "amek", "tajie")
    game.act("claim", "mekha")
    assert game.sequence.move.due == ("mekha", "tajie")
    game.act("answer", "mekha", [6, 6])
    game.act("answer", "tajie", [6, 6])
    assert game.sequence.round == 2


@pytest.mark.rule("WA-RD-08")
def test_a_player_may_pass_and_the_standing_roll_is_gone():
    game = three()
    game.act("pass", "amek")
    game.act("take-up", "mekha", [8, 8])
    game.act("pass", "mekha")
    game.act("take-up", "tajie", [1, 1])
    game.act("pass", "tajie")
    assert game.sequence.round == 2
    assert game.sequence.exchanges == ()


@pytest.mark.rule("WA-RD-08", "WA-DICE-14")
def test_after_round_three_those_who_did_not_meet_part_without_consequences():
    game = three()
    for _ in range(3):
        if game.sequence.phase == "opening":
            roll(game, amek=[9, 8], mekha=[8, 4], tajie=[7, 3])
        game.act("pass", "amek")
        for who in ("mekha", "tajie"):
            game.act("take-up", who, [1, 1])
            game.act("pass", who)
    assert game.sequence.ended == "third-round"
    assert set(stands(game).values()) == {"in"}
    assert game.state.characters["mekha"].forms == game.state.characters["mekha"].unhurt


@pytest.mark.rule("WA-DICE-20", "WA-RD-13")
def test_an_absolute_result_is_settled_before_anyone_else_answers_and_the_rest_go_on():
    game = three()
    move(game, "amek", "mekha", "tajie")
    game.act("answer", "mekha", [4, 3])
    assert game.sequence.phase == "settling"
    assert game.refused("answer", "tajie").code == "wrong-moment"
    game.act("inflict", "amek", harm="injured")
    assert game.sequence.phase == "answering"
    game.act("answer", "tajie", [9, 1])
    assert stands(game) == {"amek": "in", "mekha": "beaten", "tajie": "in"}


@pytest.mark.rule("WA-RD-07")
@pytest.mark.parametrize(("lapsed", "turn"), [("lose-move", None), ("keep-move", "tajie")])
def test_if_the_mover_is_doubled_answers_still_due_lapse(lapsed, turn):
    game = fight(Options(lapsed_answers=lapsed), **THREE, esan="action")
    roll(game, amek=[5, 4], mekha=[5, 3], tajie=[5, 2], esan=[1, 1])
    move(game, "amek", "mekha", "tajie")
    game.act("answer", "mekha", [10, 1])
    assert game.events[-1].lapsed == ("tajie",)
    game.act("inflict", "mekha", harm="exhausted")
    assert game.sequence.move is None
    assert game.sequence.next_turn() == (turn or "esan")
    assert stands(game)["amek"] == "beaten"


@pytest.mark.rule("WA-RD-07")
def test_a_move_lost_to_an_earlier_challenge_stays_lost_when_a_later_one_lapses():
    game = fight(Options(lapsed_answers="keep-move"), **THREE, esan="action")
    roll(game, amek=[9, 8], mekha=[8, 8], tajie=[7, 3], esan=[6, 6])
    move(game, "amek", "esan")
    game.act("answer", "esan", [8, 3])
    game.act("take-up", "mekha", [3, 3])
    move(game, "mekha", "tajie", "esan")
    game.act("answer", "tajie", [6, 6])
    game.act("inflict", "tajie", harm="exhausted")
    assert game.sequence.round == 2


@pytest.mark.rule("WA-TRAP-16")
def test_a_pair_meets_at_most_once_a_round():
    game = three()
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [10, 3])
    game.act("take-up", "tajie", [9, 1])
    game.act("pass", "tajie")
    assert game.sequence.round == 2


@pytest.mark.rule("WA-DICE-12")
def test_only_the_first_mover_of_round_one_says_how_far_the_deed_has_got():
    game = three()
    game.act("move", "amek", against=["mekha"], got="one hand on his collar")
    assert game.sequence.got == "one hand on his collar"
    game.act("answer", "mekha", [10, 3])
    game.act("take-up", "tajie", [9, 1])
    (offer,) = game.offers("tajie", "move")
    assert "got" not in {field.name for field in offer.fields}


@pytest.mark.rule("WA-DICE-22")
def test_whoever_answered_may_tell_what_it_looked_like():
    game = three()
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [7, 3])
    (offer,) = game.offers("mekha", "tell")
    assert offer.why.startswith("The mover takes the advantage. ")
    assert game.offers("amek", "tell") == []
    exchange = game.sequence.exchanges[-1].id
    game.act("tell", "mekha", exchange=exchange, text="rolls away, winded")
    assert game.sequence.exchanges[-1].told == "rolls away, winded"
    assert game.offers("mekha", "tell") == []


@pytest.mark.rule("WA-DICE-22")
def test_of_several_answers_each_is_told_by_its_own():
    game = three()
    move(game, "amek", "mekha", "tajie")
    game.act("answer", "mekha", [7, 3])
    game.act("answer", "tajie", [7, 3])
    first, second = game.sequence.exchanges
    game.act("tell", "tajie", exchange=second.id, text="ducks")
    assert game.events[-1].who == "tajie"
    assert [exchange.told for exchange in game.sequence.exchanges] == ["", "ducks"]
    assert game.refused("tell", "tajie", exchange=first.id, text="x").code == "not-yours"


@pytest.mark.rule("WA-ERR-10", "WA-DICE-04")
def test_forms_are_shown_beside_a_move_and_its_wording_is_never_refused():
    game = fight(mekha="with-love covertly", amek="with-violence directly")
    roll(game, mekha=[9, 5], amek=[3, 2])
    (offer,) = game.offers("mekha", "move")
    assert "with love and covertly" in offer.why
    game.act("move", "mekha", against=["amek"], deed="kicks him twice and stabs him")
    said = GAME.line(game.state, game.events[-1])
    assert said is not None
    assert said.quote == "kicks him twice and stabs him"


@pytest.mark.rule("WA-DICE-17")
def test_nobody_who_is_out_can_be_named():
    game = three()
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [2, 1])
    game.act("inflict", "amek", harm="exhausted")
    game.act("take-up", "tajie", [5, 5])
    assert may_name(game, "tajie") == {"amek"}
    assert game.refused("move", "tajie", against=["mekha"]).field == "against"


@pytest.mark.rule("WA-RD-08", "WA-CQ-01", "WA-DICE-20")
def test_nobody_is_spared_by_leaving_it_there_while_a_result_is_settled():
    game = three()
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [2, 1])
    assert game.sequence.phase == "settling"
    leave = {"do": "cut-off", "sequence": game.sequence.id, "reason": "they get away"}
    with pytest.raises(Refused, match="Not now: the game is at “") as refusal:
        game.send(game.state.seats[0], leave)
    assert refusal.value.rule == "WA-DICE-20"
    game.act("inflict", "amek", harm="injured")
    game.send(game.state.seats[0], leave)
    assert game.sequence.ended == "cut-off"


@pytest.mark.rule("WA-RD-30")
def test_the_gm_answers_for_somebody_whose_player_left_and_keeps_their_names():
    game = fight(with_name(camp(), "mekha", "s2"), **THREE)
    roll(game, amek=[9, 8], mekha=[8, 4], tajie=[7, 3])
    move(game, "amek", "mekha")
    assert [field.name for field in game.offers("mekha", "answer")[0].fields] == ["names"]
    everyone = game.state.seats
    game.state = GAME.seated(game.state, tuple(seat for seat in everyone if seat.id != "s2"))
    assert [waiting.seat for waiting in situation(game.state, game.sequence).waiting] == ["s1"]
    (offer,) = game.offers("mekha", "answer")
    assert offer.fields == ()
    game.act("answer", "mekha", [7, 3])
    game.state = GAME.seated(game.state, everyone)
    assert game.offers("mekha", "tell")
    assert GAME.offers(game.state, everyone[0], do="tell") == ()


def test_the_gm_may_leave_it_there():
    game = three()
    assert game.refused("cut-off", "amek", reason="x").code == "guide-only"
    game.send(game.state.seats[0], {"do": "cut-off", "sequence": game.sequence.id, "reason": "we all go to bed"})
    assert game.sequence.ended == "cut-off"
    said = GAME.line(game.state, game.events[-1])
    assert said is not None
    assert said.quote == "we all go to bed"

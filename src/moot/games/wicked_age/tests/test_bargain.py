"""Talk between winner and loser."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from moot.games.wicked_age.book import FORMS, HARM, NPC_FORMS, STRENGTH_OPTIONS, TERMS
from moot.games.wicked_age.conflict.situation import situation
from moot.games.wicked_age.room import GAME
from moot.games.wicked_age.samples import camp, character
from moot.games.wicked_age.state import Options
from moot.games.wicked_age.tests.examples import Game, blank, changed, fight, move, owed, roll, stands
from moot.games.wicked_age.view.fights import bargain_view

DUEL = {"amek": "with-violence directly", "mekha": "for-myself directly"}
THREE = {**DUEL, "tajie": "for-myself covertly"}


def fact(detail: str = "he is let go") -> dict[str, str]:
    return {"kind": "fact", "detail": detail}


def beaten(options: Options | None = None, state=None) -> Game:
    """Amek has doubled Mekha in round one."""
    game = fight(state or options, **DUEL)
    roll(game, amek=[12, 5], mekha=[9, 6])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [6, 6])
    return game


def led(options: Options | None = None, forms: dict[str, str] | None = None) -> Game:
    """Mekha has the advantage over Amek after round one, and nobody else has met."""
    game = fight(options, **(forms or DUEL))
    if "tajie" in (forms or {}):
        roll(game, amek=[6, 5], mekha=[9, 6], tajie=[1, 1])
    else:
        roll(game, amek=[6, 5], mekha=[9, 6])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [9, 2])
    if "tajie" in (forms or {}) and game.sequence.phase == "turn":
        game.act("take-up", "tajie", [1, 1])
        game.act("pass", "tajie")
    return game


@pytest.mark.rule("WA-NEG-01", "WA-NEG-07", "WA-CQ-01")
def test_both_must_agree_and_either_may_counter():
    game = beaten()
    game.act("propose", "amek", terms=[fact("Mekha is bound"), {"kind": "form-loss", "target": "with-love"}])
    assert game.refused("accept", "amek").code == "no-terms"
    game.act("propose", "mekha", terms=[{"kind": "form-loss", "target": "with-love"}])
    (bargain,) = game.sequence.bargains.values()
    assert bargain_view(game.state, bargain).terms == ("Mekha loses a die size off with love",)
    ask = GAME.asked(game.state, game.seat("amek"))
    assert (ask.title, ask.text) == ("Do you take what Mekha offers?", ""), "the terms say all beside it"
    game.act("accept", "amek")
    assert game.state.characters["mekha"].forms == {**character("mekha").forms, "with-love": (10,)}
    assert game.sequence.ended == "settled"


@pytest.mark.rule("WA-NEG-07")
def test_terms_on_the_table_are_the_question_of_those_to_whom_they_were_offered():
    game = beaten()
    amek, mekha = (game.seat(who) for who in ("amek", "mekha"))
    assert GAME.asked(game.state, amek).lead.startswith("inflict:")
    game.act("propose", "mekha", terms=[{"kind": "form-loss", "target": "with-love"}])
    ask = GAME.asked(game.state, amek)
    assert (ask.title, ask.lead.partition(":")[0]) == ("Do you take what Mekha offers?", "accept")
    assert GAME.asked(game.state, mekha).lead == ""


@pytest.mark.rule("WA-NEG-01", "WA-CQ-04")
def test_more_steps_are_more_items():
    game = beaten()
    game.act("propose", "mekha", terms=[{"kind": "form-loss", "target": "with-love"}] * 3)
    game.act("accept", "amek")
    assert game.state.characters["mekha"].forms["with-love"] == (6,)


@pytest.mark.rule("WA-NEG-01", "WA-TRAP-13", "WA-CQ-07")
def test_every_legal_kind_comes_true():
    game = beaten(state=changed(camp(), "mekha", strengths=("exorcism",)))
    terms = [
        {"kind": "lose-strength", "target": "exorcism"},
        {"kind": "sheet-change", "detail": "lame in one leg"},
        {"kind": "promise", "detail": "never to come back"},
        {"kind": "death"},
        fact("his body is never found"),
    ]
    game.act("propose", "amek", terms=terms)
    game.act("accept", "mekha")
    mekha = game.state.characters["mekha"]
    assert (mekha.strengths, mekha.marks, mekha.dead, mekha.able) == ((), ("lame in one leg",), True, False)


@pytest.mark.rule("WA-NEG-03", "WA-NEG-07")
@pytest.mark.parametrize("kind", ["third-party", "winner-improvement"])
def test_banned_kinds_are_refused_with_what_would_do(kind):
    game = beaten()
    refusal = game.refused("propose", "amek", terms=[fact(), {"kind": kind, "detail": "x"}])
    assert (refusal.code, refusal.rule, refusal.field) == (f"barred-{kind}", "WA-NEG-03", "terms")
    assert refusal.allowed
    (offer,) = game.offers("amek", "propose")
    assert kind not in {one.value for one in blank(offer).kinds}


@pytest.mark.rule("WA-RD-24", "WA-ERR-11", "WA-NEG-03")
def test_future_actions_are_refused_with_a_hint_or_allowed_under_the_switch():
    terms = [{"kind": "future-action", "detail": "guards the camp tomorrow"}]
    refusal = beaten().refused("propose", "amek", terms=terms)
    assert refusal.rule == "WA-RD-24"
    assert "promise" in refusal.allowed[0]
    game = beaten(Options(future_actions="warned"))
    (offer,) = game.offers("amek", "propose")
    assert any("sour" in kind.hint for kind in blank(offer).kinds)
    game.act("propose", "amek", terms=terms)
    game.act("accept", "mekha")
    assert game.sequence.ended == "settled"


@pytest.mark.rule("WA-NEG-02")
def test_the_loser_may_stand_on_the_default_and_the_winner_still_picks():
    game = beaten()
    game.act("propose", "amek", terms=[fact()])
    assert "the winner picks" in game.offers("mekha", "insist")[0].why
    game.act("insist", "mekha")
    assert game.refused("propose", "amek", terms=[fact()]).code == "no-talk"
    assert game.refused("accept", "mekha").code == "no-talk"
    game.act("inflict", "amek", harm="injured")
    assert game.sequence.ended == "settled"


@pytest.mark.rule("WA-NEG-02")
def test_the_winner_may_pick_at_any_time_and_only_the_winner():
    game = beaten()
    game.act("propose", "mekha", terms=[fact()])
    assert game.refused("inflict", "mekha", harm="injured").rule == "WA-CQ-01"
    assert game.refused("insist", "amek").code == "pick-instead"
    game.act("inflict", "amek", harm="injured")
    assert game.sequence.ended == "settled"


@pytest.mark.rule("WA-NEG-07")
def test_whoever_has_no_part_in_it_has_no_say():
    refusal = beaten().refused("propose", "tajie", bargain="n1x1", terms=[fact()])
    assert refusal.rule == "WA-NEG-07"


@pytest.mark.rule("WA-RD-11")
@pytest.mark.parametrize(
    ("target", "pick", "left"),
    [("maneuvering", "0", (8, 6)), ("maneuvering:10", None, (8, 6)), ("maneuvering:6", None, (10, 4))],
)
def test_of_an_npcs_pair_the_loser_picks_unless_it_is_agreed(target, pick, left):
    game = fight(tajie="for-myself covertly", esan="maneuvering")
    roll(game, tajie=[12, 8], esan=[1, 1])
    move(game, "tajie", "esan")
    game.act("answer", "esan", [1, 1])
    game.act("propose", "tajie", terms=[{"kind": "form-loss", "target": target}])
    game.act("accept", "esan")
    if pick is not None:
        assert situation(game.state, game.sequence).waiting[0].seat == "s1"
        assert game.refused("pick-die", "tajie", die=pick).rule == "WA-RD-11"
        game.act("pick-die", "esan", die=pick)
    assert game.state.characters["esan"].forms["maneuvering"] == left
    assert game.sequence.ended == "settled"


# ---------------------------------------------------------------- mid-dice


@pytest.mark.rule("WA-NEG-01", "WA-STR-05")
def test_a_strength_lost_in_mid_sequence_is_rolled_no_more():
    game = Game(changed(camp(), "amek", strengths=("exorcism",)))
    game.act("undertake", "amek", deed="x", against=["mekha", "tajie"], forms=["for-others", "directly"],
             strengths=["exorcism"])
    for who in ("mekha", "tajie"):
        game.act("declare", who, forms=["for-myself", "directly"])
    roll(game, amek=[6, 5, 4], mekha=[9, 6], tajie=[1, 1])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [6, 2, 1])
    game.act("take-up", "tajie", [1, 1])
    game.act("pass", "tajie")
    (offer,) = game.offers("amek", "roll-opening")
    assert blank(offer, "strengths").default == ("exorcism",)
    terms = [{"kind": "lose-strength", "target": "exorcism"}, {"kind": "leaves", "target": "mekha"}]
    game.act("propose", "mekha", terms=terms)
    game.act("accept", "amek")
    (offer,) = game.offers("amek", "roll-opening")
    assert (offer.rolls, offer.fields) == ((6, 10), ())


@pytest.mark.rule("WA-NEG-04", "WA-RD-18", "WA-RD-27", "WA-ERR-06")
def test_after_a_round_a_pair_may_agree_an_end_and_the_names_stay():
    game = led()
    assert owed(game) == ["mekha"]
    game.act("propose", "amek", terms=[fact("Mekha walks off with Tajie's veil")])
    game.act("accept", "mekha")
    assert game.sequence.ended == "settled"
    assert stands(game) == {"amek": "left", "mekha": "in"}
    assert owed(game) == ["mekha"]


@pytest.mark.rule("WA-RD-27")
def test_under_the_switch_talk_comes_first_and_leaves_no_names():
    game = led(Options(names_and_talk="talk-first"))
    assert owed(game) == []
    game.act("propose", "amek", terms=[fact()])
    game.act("accept", "mekha")
    assert owed(game) == []


@pytest.mark.rule("WA-RD-27")
@pytest.mark.parametrize("by", ["insist", "roll"])
def test_under_the_switch_names_are_written_once_the_talk_is_over(by):
    game = led(Options(names_and_talk="talk-first"))
    if by == "insist":
        game.act("insist", "mekha")
    else:
        roll(game, amek=[1, 1])
    assert owed(game) == ["mekha"]


@pytest.mark.rule("WA-NEG-04", "WA-NEG-02")
def test_either_may_roll_on():
    game = led()
    game.act("propose", "amek", terms=[fact()])
    game.act("insist", "mekha")
    assert game.sequence.bargains == {}
    assert game.refused("inflict", "mekha", harm="injured").code == "wrong-moment"
    roll(game, amek=[3, 3], mekha=[9, 1, 1])
    assert game.sequence.phase == "turn"


@pytest.mark.rule("WA-NEG-04", "WA-RD-18")
def test_rolling_the_next_opening_is_rolling_on():
    game = led()
    assert game.offers("amek", "roll-opening")[0].why.endswith("It closes the talk about the last round.")
    roll(game, amek=[3, 3])
    assert game.refused("propose", "mekha", terms=[fact()]).code == "no-talk"


@pytest.mark.rule("WA-RD-18")
def test_among_several_the_loser_of_the_last_exchange_leaves_and_the_rest_roll_on():
    game = led(forms=THREE)
    game.act("propose", "amek", terms=[fact()])
    game.act("accept", "mekha")
    assert stands(game) == {"amek": "left", "mekha": "in", "tajie": "in"}
    roll(game, mekha=[5, 5, 1], tajie=[3, 3])
    assert game.sequence.order == ("mekha", "tajie")


@pytest.mark.rule("WA-RD-18")
@pytest.mark.parametrize("leaves", [("mekha",), ("amek", "mekha")])
def test_an_agreed_end_may_say_who_leaves(leaves):
    game = led(forms=THREE)
    game.act("propose", "amek", terms=[{"kind": "leaves", "target": who} for who in leaves])
    game.act("accept", "mekha")
    assert {who for who, how in stands(game).items() if how == "left"} == set(leaves)
    assert (game.sequence.ended == "settled") == (len(leaves) == 2)


@pytest.mark.rule("WA-RD-18", "WA-NEG-04")
def test_under_the_switch_talk_comes_right_after_each_exchange_and_before_names():
    game = fight(Options(talk="each-exchange"), **THREE)
    roll(game, amek=[6, 5], mekha=[9, 6], tajie=[1, 1])
    game.act("move", "mekha", against=["amek", "tajie"])
    game.act("answer", "amek", [9, 2])
    assert game.sequence.phase == "talking"
    assert game.refused("answer", "tajie").code == "wrong-moment"
    game.act("propose", "mekha", terms=[fact()])
    game.act("accept", "amek")
    assert game.sequence.phase == "answering"
    assert owed(game) == []
    game.act("answer", "tajie", [9, 1])
    game.act("insist", "tajie")
    assert game.sequence.round == 2
    assert game.sequence.bargains == {}
    assert owed(game) == ["mekha"]


@pytest.mark.rule("WA-NEG-04", "WA-DICE-06")
def test_there_is_no_mid_dice_talk_in_round_three():
    game = led()
    roll(game, amek=[3, 3], mekha=[9, 1, 1])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [9, 7])
    roll(game, amek=[3, 3], mekha=[9, 1, 1])
    move(game, "mekha", "amek")
    assert game.sequence.round == 3
    game.act("answer", "amek", [9, 7])
    assert all(bargain.absolute for bargain in game.sequence.bargains.values())


@pytest.mark.rule("WA-RD-23", "WA-CQ-05")
def test_two_zeros_by_agreement_put_out_in_mid_sequence():
    state = changed(camp(), "amek", forms={**character("amek").forms, "for-myself": (0,), "with-love": (4,)})
    game = fight(state, **THREE)
    roll(game, amek=[6, 5], mekha=[9, 6], tajie=[1, 1])
    move(game, "mekha", "amek")
    game.act("answer", "amek", [9, 2])
    game.act("take-up", "tajie", [1, 1])
    game.act("pass", "tajie")
    terms = [{"kind": "form-loss", "target": "with-love"}, {"kind": "leaves", "target": "mekha"}]
    game.act("propose", "mekha", terms=terms)
    game.act("accept", "amek")
    assert stands(game) == {"amek": "spent", "mekha": "left", "tajie": "in"}
    assert game.state.characters["amek"].gone
    assert game.sequence.ended == "settled"


@pytest.mark.rule("WA-RD-11", "WA-RD-18")
def test_a_die_to_be_picked_holds_up_the_next_round():
    game = fight(tajie="for-myself covertly", esan="maneuvering", amek="with-violence directly")
    roll(game, tajie=[9, 8], esan=[8, 1], amek=[1, 1])
    move(game, "tajie", "esan")
    game.act("answer", "esan", [8, 1])
    game.act("take-up", "amek", [1, 1])
    game.act("pass", "amek")
    game.act("propose", "tajie", terms=[{"kind": "form-loss", "target": "maneuvering"}])
    game.act("accept", "esan")
    assert game.sequence.phase == "settling"
    assert game.refused("roll-opening", "amek").code == "wrong-moment"
    game.act("pick-die", "esan", die="1")
    assert game.sequence.phase == "opening"
    roll(game, tajie=[3, 2, 1], amek=[1, 1])
    assert game.sequence.begun == 3
    assert game.sequence.order == ("tajie", "amek")


@pytest.mark.rule("WA-NEG-04", "WA-RD-18")
def test_only_pairs_that_met_in_the_round_may_talk_at_its_end():
    game = led(forms=THREE)
    roll(game, amek=[3, 3], mekha=[9, 1, 1], tajie=[2, 1])
    game.act("pass", "mekha")
    for who in ("amek", "tajie"):
        game.act("take-up", who, [1, 1])
        game.act("pass", who)
    assert game.sequence.round == 3
    assert game.sequence.bargains == {}


def test_other_talk_with_somebody_who_left_is_over():
    game = fight(**THREE)
    roll(game, amek=[9, 8], mekha=[8, 4], tajie=[7, 3])
    game.act("move", "amek", against=["mekha", "tajie"])
    game.act("answer", "mekha", [8, 3])
    game.act("answer", "tajie", [8, 1])
    first, second = game.sequence.bargains
    game.act("propose", "tajie", bargain=second, terms=[fact()])
    game.act("propose", "amek", bargain=first, terms=[{"kind": "leaves", "target": "amek"}])
    game.act("accept", "mekha", bargain=first)
    assert game.sequence.bargains == {}
    assert stands(game) == {"amek": "left", "mekha": "in", "tajie": "in"}


@pytest.mark.rule("WA-NEG-05", "WA-NEG-06")
def test_offers_say_what_each_side_should_look_for():
    game = beaten()
    assert "what you were after" in game.offers("amek", "propose")[0].why
    assert "likes better than your dice" in game.offers("mekha", "propose")[0].why
    assert "death" not in game.offers("amek", "propose")[0].why
    game = fight(tajie="for-myself covertly", esan="maneuvering")
    roll(game, tajie=[12, 8], esan=[1, 1])
    move(game, "tajie", "esan")
    game.act("answer", "esan", [1, 1])
    assert "death is often the kinder end" in game.offers("tajie", "propose")[0].why


@pytest.mark.parametrize("kinds", [TERMS, STRENGTH_OPTIONS, HARM, FORMS, NPC_FORMS])
def test_no_place_asks_for_a_kind_by_name(kinds):
    room = Path(__file__).parents[1]
    found = set()
    for file in (file for file in room.rglob("*.py") if "tests" not in file.parts):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Compare | ast.match_case | ast.Subscript):
                part = node.pattern if isinstance(node, ast.match_case) else node
                words = {one.value for one in ast.walk(part) if isinstance(one, ast.Constant)}
                if not ast.unparse(part).startswith("Literal["):
                    found |= {(file.name, word) for word in words & set(kinds)}
    assert found == set()

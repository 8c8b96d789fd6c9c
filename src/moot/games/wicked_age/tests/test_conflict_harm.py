"""Consequences: harm, the ladder, zeros, consequential strengths."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.games.wicked_age.conflict.harm import lowered
from moot.games.wicked_age.conflict.leaving import LeftAction
from moot.games.wicked_age.samples import camp, character
from moot.games.wicked_age.state import Options, State, StrengthOption
from moot.games.wicked_age.tests.examples import Game, blank, changed, fight, move, roll, stands

DUEL = {"amek": "with-violence directly", "mekha": "for-myself directly"}


def beaten(options: Options | None = None, *, state: State | None = None) -> Game:
    """Amek has doubled Mekha in round one."""
    game = fight(state or options, **DUEL)
    roll(game, amek=[12, 5], mekha=[9, 6])
    move(game, "amek", "mekha")
    game.act("answer", "mekha", [6, 6])
    return game


def npc_beaten(state: State, form: str = "maneuvering", faces: tuple[int, int] = (1, 1)) -> Game:
    """Tajie has doubled Esan."""
    game = fight(state, tajie="for-myself covertly", esan=form)
    game.act("roll-opening", "tajie", [12, 8])
    game.act("roll-opening", "esan", faces)
    move(game, "tajie", "esan")
    game.act("answer", "esan", faces)
    return game


@pytest.mark.rule("WA-CQ-04", "WA-RD-23")
def test_the_ladder():
    assert [lowered(die) for die in (12, 10, 8, 6, 4, 0)] == [10, 8, 6, 4, 0, 0]


@pytest.mark.rule("WA-CQ-01", "WA-CQ-02", "WA-TRAP-11")
@pytest.mark.parametrize(
    ("harm", "lost"),
    [("exhausted", {"directly": (6,), "with-violence": (0,)}), ("injured", {"covertly": (4,), "for-others": (4,)})],
)
def test_a_players_character_loses_one_die_of_two_forms(harm, lost):
    game = beaten()
    hints = {choice.value: choice.hint for choice in blank(game.offers("amek", "inflict")[0]).choices}
    assert hints == {
        "exhausted": "directly d8 to d6; with violence d4 to nothing",
        "injured": "covertly d6 to d4; for others d6 to d4",
    }
    game.act("inflict", "amek", harm=harm)
    assert game.state.characters["mekha"].forms == {**character("mekha").forms, **lost}


@pytest.mark.rule("WA-CQ-03", "WA-TRAP-11")
@pytest.mark.parametrize(("harm", "lost"), [("exhausted", {"action": (10, 6)}), ("injured", {"maneuvering": (8, 4)})])
def test_an_npc_loses_two_dice_of_one_form(harm, lost):
    game = npc_beaten(camp())
    game.act("inflict", "tajie", harm=harm)
    assert game.state.characters["esan"].forms == {**character("esan").forms, **lost}


@pytest.mark.rule("WA-CQ-05", "WA-TRAP-12", "WA-RD-14")
def test_zeros_are_counted_and_not_wounds():
    state = camp()
    game = Game(changed(state, "fa-il-shar", forms=character("fa-il-shar").forms))
    for left, gone in (((4, 0), False), ((0, 0), True)):
        game.act("undertake", "tajie", deed="x", against=["fa-il-shar"], forms=["for-myself", "covertly"])
        game.act("declare", "fa-il-shar", forms=["maneuvering"])
        roll(game, tajie=[12, 8])
        game.act("roll-opening", "fa-il-shar", [1, 1])
        move(game, "tajie", "fa-il-shar")
        game.act("answer", "fa-il-shar", [1, 1])
        game.act("inflict", "tajie", harm="exhausted")
        assert game.state.characters["fa-il-shar"].forms["action"] == left
        assert game.state.characters["fa-il-shar"].gone is gone
        assert game.state.characters["fa-il-shar"].able is not gone


@pytest.mark.rule("WA-TRAP-15", "WA-RD-14")
def test_reduced_dice_are_rolled_in_the_next_sequence():
    game = beaten()
    game.act("inflict", "amek", harm="exhausted")
    game.act("undertake", "mekha", deed="again", against=["amek"], forms=["directly", "with-violence"])
    game.act("declare", "amek", forms=["directly", "covertly"])
    assert game.offers("mekha", "roll-opening")[0].rolls == (6,)


@pytest.mark.rule("WA-RD-23")
def test_a_form_at_nothing_that_is_cut_again_stays_at_nothing():
    state = changed(camp(), "mekha", forms={**character("mekha").forms, "with-violence": (0,)})
    game = beaten(state=state)
    game.act("inflict", "amek", harm="exhausted")
    mekha = game.state.characters["mekha"]
    assert (mekha.forms["with-violence"], mekha.forms["directly"], mekha.gone) == ((0,), (6,), False)


def inflamed(options: Options, *, using: bool = True, consequences: int = 1) -> State:
    """Tajie has the spirit's power, which takes a die size off for others or self-protection."""
    state = camp(options)
    power = state.strengths["inflame-passions"]
    taken = tuple(StrengthOption("consequential", "for-others", "self-protection") for _ in range(consequences))
    state = replace(state, strengths={"inflame-passions": replace(power, options=taken)})
    return changed(state, "tajie", strengths=("inflame-passions",) if using else ())


def won_with_power(state: State, loser: str, forms: str, strengths: tuple[str, ...] = ("inflame-passions",)) -> Game:
    game = Game(state)
    by = ["for-myself", "covertly"]
    blanks: dict[str, Any] = {"deed": "x", "against": [loser], "forms": by}
    if state.characters["tajie"].strengths:
        blanks["strengths"] = list(strengths)
    game.act("undertake", "tajie", **blanks)
    game.act("declare", loser, forms=forms.split())
    dice = [12, 8, 8] if strengths else [12, 8]
    game.act("roll-opening", "tajie", dice)
    game.act("roll-opening", loser, [2, 1])
    move(game, "tajie", loser)
    game.act("answer", loser, [2, 1])
    return game


@pytest.mark.rule("WA-CQ-06", "WA-STR-09", "WA-RD-17")
def test_a_consequential_strength_that_was_rolled_takes_a_die_size_on_top():
    game = won_with_power(inflamed(Options()), "mekha", "with-love directly")
    game.act("inflict", "tajie", harm="injured")
    assert game.state.characters["mekha"].forms["for-others"] == (0,)
    assert game.state.characters["mekha"].forms["covertly"] == (4,)
    assert game.sequence.ended == "settled"


@pytest.mark.rule("WA-CQ-06", "WA-RD-17")
def test_it_comes_also_when_the_rest_was_negotiated():
    game = won_with_power(inflamed(Options()), "mekha", "with-love directly")
    game.act("propose", "mekha", terms=[{"kind": "fact", "detail": "he runs off"}])
    game.act("accept", "tajie")
    assert game.state.characters["mekha"].forms == {**character("mekha").forms, "for-others": (4,)}


@pytest.mark.rule("WA-RD-17")
def test_a_strength_whose_die_was_not_rolled_takes_nothing():
    game = won_with_power(inflamed(Options()), "mekha", "with-love directly", strengths=())
    game.act("inflict", "tajie", harm="exhausted")
    assert game.state.characters["mekha"].forms["for-others"] == (6,)


@pytest.mark.rule("WA-RD-10")
@pytest.mark.parametrize(("pick", "left"), [("0", (4, 4)), ("1", (6, 0))])
def test_of_an_npc_it_takes_one_die_the_larger_unless_the_gm_prefers_the_other(pick, left):
    game = won_with_power(inflamed(Options()), "esan", "maneuvering")
    game.act("inflict", "tajie", harm="injured")
    (offer,) = game.offers("esan", "pick-die")
    assert blank(offer).default == ("0",)
    game.act("pick-die", "esan", die=pick)
    assert game.state.characters["esan"].forms["self-protection"] == left
    assert game.sequence.ended == "settled"


@pytest.mark.rule("WA-RD-10")
def test_under_the_switch_it_takes_both_dice_of_an_npc():
    game = won_with_power(inflamed(Options(consequential_npc="both-dice")), "esan", "maneuvering")
    game.act("inflict", "tajie", harm="injured")
    assert game.state.characters["esan"].forms["self-protection"] == (4, 0)
    assert game.sequence.ended == "settled"


@pytest.mark.rule("WA-CQ-05", "WA-RD-23", "WA-CQ-06")
def test_two_zeros_by_a_consequential_loss_put_out_of_the_chapter():
    state = inflamed(Options(), consequences=2)
    state = changed(state, "mekha", forms={**character("mekha").forms, "with-violence": (0,), "for-others": (6,)})
    game = won_with_power(state, "mekha", "with-love directly")
    game.act("inflict", "tajie", harm="exhausted")
    mekha = game.state.characters["mekha"]
    assert (mekha.forms["for-others"], mekha.gone) == ((0,), True)


@pytest.mark.rule("WA-CQ-05", "WA-RD-23")
def test_somebody_goes_out_of_the_chapter_once():
    state = inflamed(Options(), consequences=2)
    state = changed(state, "mekha", forms={**character("mekha").forms, "for-others": (4,)})
    game = won_with_power(state, "mekha", "with-love directly")
    game.act("inflict", "tajie", harm="exhausted")
    assert sum(isinstance(event, LeftAction) for event in game.events) == 1
    assert game.sequence.ended == "settled"


@pytest.mark.rule("WA-RD-17")
@pytest.mark.parametrize(("after", "left"), [("absolute-win", (6,)), ("agreed-end-too", (4,))])
def test_an_end_agreed_in_mid_dice_has_consequential_losses_under_the_switch_only(after, left):
    game = Game(inflamed(Options(consequential_after=after)))
    by = ["for-myself", "covertly"]
    game.act("undertake", "tajie", deed="x", against=["mekha"], forms=by, strengths=["inflame-passions"])
    game.act("declare", "mekha", forms=["with-love", "directly"])
    roll(game, tajie=[12, 8, 8], mekha=[2, 1])
    move(game, "tajie", "mekha")
    game.act("answer", "mekha", [8, 1])
    game.act("propose", "mekha", terms=[{"kind": "promise", "detail": "to leave her be"}])
    game.act("accept", "tajie")
    assert game.sequence.ended == "settled"
    assert game.state.characters["mekha"].forms["for-others"] == left


@pytest.mark.rule("WA-CQ-07")
def test_dice_alone_never_kill():
    game = beaten()
    game.act("inflict", "amek", harm="exhausted")
    assert not game.state.characters["mekha"].dead
    assert stands(game)["mekha"] == "beaten"

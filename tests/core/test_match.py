"""A match is played on in a script: offers pressed, what is fixed filled in, lines read."""

from __future__ import annotations

import pytest
from tests.core.test_game import BETS, SEATS
from tests.toy import TOY, Guessed, Hidden, Hide, Purse

from moot.core import Match, Refused


def begun() -> Match[Purse]:
    match = Match(TOY, TOY.seated(TOY.start({}), SEATS))
    match.press("Gil", "hide", value=4)
    return match


def test_what_is_pressed_happens_and_is_told():
    match = begun()
    [line] = match.press("Ann", "toss", dice=2, faces=[5, 2])
    assert str(line) == "Ann tosses"
    assert [str(line) for line in match.lines] == ["A number is hidden.", "Ann tosses"]
    assert match.state.tossed == {"s3": (5, 2)}
    assert TOY.replay(TOY.seated(TOY.start({}), SEATS), match.events) == match.state


def test_it_is_a_line_in_a_terminal_and_a_table_in_a_notebook():
    match = begun()
    assert repr(match) == "Match('coin', 'guessing', 1 event)"
    match.press("Ann", "toss", dice=2, faces=[5, 2])
    assert repr(match).endswith("2 events)")
    shown = match._repr_html_()
    assert shown.startswith("<table><caption>Coin</caption><tr><th>now</th><td>")
    assert "<tr><th></th><td>Ann tosses</td></tr>" in shown
    assert "<tr><th>Ann (player)</th><td>toss, guess, stake</td></tr>" in shown


def test_a_notebook_shows_the_last_lines_alone():
    match = begun()
    for _ in range(12):
        match.press("Ann", "toss", dice=1)
    assert match._repr_html_().count("Ann tosses") == 10


def test_people_are_named_by_seat_id_or_name():
    match = begun()
    assert match.seat("s3") == match.seat("Ann") == match.seat(SEATS[1])
    with pytest.raises(Refused, match="Nobody called “Eve” sits here"):
        match.seat("Eve")


def test_dice_that_nobody_rolls_are_a_fault_and_nothing_happens():
    match = begun()
    with pytest.raises(ValueError, match="never rolled"):
        match.press("Ann", "toss", dice=1, faces=[5, 2])
    assert match.state.tossed == {}


def test_a_refusal_is_the_games_own():
    match = begun()
    with pytest.raises(Refused) as refused:
        match.press("Gil", "hide", value=3)
    assert refused.value.code == "wrong-phase"
    assert str(refused.value).startswith("wrong-phase: Not now: ")


def test_what_is_fixed_is_filled_in_where_it_is_plain_which_offer_is_meant():
    match = Match(BETS, begun().state)
    with pytest.raises(Refused, match="“bet” is offered 2 times: say which"):
        match.press("Ann", "bet", coins=2)
    match.press("Ann", "bet", whom="s5", coins=2)
    assert isinstance(guessed := match.events[-1], Guessed)
    assert guessed.who == "s5"
    match.press("Ann", "guess", value=1)


def test_a_command_can_be_asked_for_as_it_is():
    match = Match(TOY, TOY.seated(TOY.start({}), SEATS))
    [hidden] = match.ask("Gil", Hide(value=2))
    assert hidden == Hidden(value=2, rules=("CO-01",))


def test_offers_are_those_of_a_seat_and_a_command():
    assert [offer.do for offer in begun().offers("Ann")] == ["toss", "guess", "stake"]
    assert [offer.label for offer in begun().offers("Ann", "toss")] == ["Toss"]

"""Answers that are all but hopeless: the page says so, and what would help."""

from __future__ import annotations

from fractions import Fraction

import pytest

from moot.core import Match
from moot.games.wicked_age import GAME
from moot.games.wicked_age.conflict.odds import answer
from moot.games.wicked_age.samples import duel
from moot.games.wicked_age.tests.examples import with_name
from moot.games.wicked_age.view.answers import answers
from moot.kit.bars import percent


def answering(state, high):
    """Mekha must answer Amek, whose highest die shows `high`."""
    match = Match(GAME, state)
    amek, mekha = state.seats[3], state.seats[1]
    (sequence,) = state.sequences
    for seat, who, faces in ((amek, "amek", (high, 9)), (mekha, "mekha", (1, 2))):
        match.ask(seat, {"do": "roll-opening", "sequence": sequence, "who": who}, faces=faces)
    move = {"do": "move", "sequence": sequence, "who": "amek", "against": ["mekha"], "deed": "strikes"}
    match.ask(amek, move)
    (due,) = answers(match.state, mekha)
    return match.state, due


@pytest.mark.rule("WA-DICE-18", "WA-OWE-05")
def test_it_says_what_a_name_would_buy_with_its_chance():
    state, due = answering(with_name(duel(), "amek", duel().seats[1].id), 12)
    move = next(iter(state.sequences.values())).move
    chances = answer(move.roll, tuple(sides for sides, _ in due.dice), 1, False)
    ahead = sum((chances.get(one, Fraction(0)) for one in ("answerer-wins", "answerer-leads")), Fraction(0))
    assert due.slim == f"Cash in a name: {percent(ahead)} to get ahead."


@pytest.mark.rule("WA-DICE-18")
def test_without_a_name_nothing_is_promised_and_a_fair_chance_says_nothing():
    assert answering(duel(), 12)[1].slim.startswith("You have nothing that adds a die now")
    assert answering(duel(), 5)[1].slim == ""

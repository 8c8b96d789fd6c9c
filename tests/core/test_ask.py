"""The question of a seat: what is waited for first, and where all other offers stand."""

from __future__ import annotations

import pytest

from moot.core import Ask, Command, Offered, Way, Write
from moot.core.ask import asked_first, forms_of, in_order, keys, leading, plainly
from moot.testing import Fault
from moot.testing.fault import Spot
from moot.testing.shape import check_ask


class Speak(Command, tag="speak"):
    """Say something."""

    to: str
    words: str = ""


class Nod(Command, tag="nod"):
    """Nod."""

    to: str


WORDS = Write(name="words", label="Words")
SPEAK = Speak.offer(None, "Speak to Ann", "", WORDS, about="ann", to="ann")
OTHER = Speak.offer(None, "Speak to Ben", "", WORDS, about="ben", to="ben")
NOD = Nod.offer(None, "Nod to Ann", about="ann", to="ann")
ANSWER = Nod.offer(None, "Nod to Cleo", about="ann", urgency="must", to="cleo")


def test_what_is_waited_for_comes_first_and_the_rest_keeps_its_order():
    assert asked_first([SPEAK, ANSWER, NOD]) == [ANSWER, SPEAK, NOD]
    assert leading([SPEAK, ANSWER]) is ANSWER
    assert leading([SPEAK]) is None


def test_plainly_what_leads_stands_open_and_what_is_about_something_else_can_wait():
    ask = plainly([ANSWER, SPEAK, OTHER, NOD])
    assert (ask.lead, ask.later, ask.ways) == (ANSWER.key, (OTHER.key,), ())
    assert ask.named == (ANSWER.key, OTHER.key)


def test_plainly_what_only_needs_a_press_is_quiet_where_nothing_is_waited_for():
    ask = plainly([SPEAK, NOD])
    assert ask.ways == (Way(key=SPEAK.key), Way(key=NOD.key, quiet=True))
    assert (ask.lead, ask.presses) == ("", 2)


def test_offers_are_put_into_the_order_of_good_sense():
    assert in_order([SPEAK, NOD, OTHER], ("nod", "speak")) == [NOD, SPEAK, OTHER]
    assert in_order([SPEAK, NOD], ("nod",)) == [NOD]
    assert keys([NOD, SPEAK]) == ("nod:ann", "speak:ann")


def test_presses_of_one_command_about_one_thing_share_a_form():
    assert forms_of([NOD, ANSWER]) == 1
    assert forms_of([NOD, SPEAK, OTHER]) == 3


@pytest.mark.parametrize(("ask", "fault"), [
    (Ask(lead="nod:nobody"), "names 'nod:nobody', which is not offered"),
    (Ask(later=(ANSWER.key,)), "puts 'nod:cleo' off"),
    (Ask(ways=(Way(key=NOD.key), Way(key=NOD.key))), "names 'nod:ann' twice"),
])
def test_a_question_that_misses_what_is_offered_is_a_fault(ask, fault):
    there: list[Offered] = [SPEAK, NOD, ANSWER]
    with pytest.raises(Fault, match=fault):
        check_ask(Spot("talk"), ask, [one.form() for one in there])
    check_ask(Spot("talk"), plainly(asked_first(there)), [one.form() for one in there])

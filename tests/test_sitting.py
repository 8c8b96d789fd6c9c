"""The table at which a game's own tests sit tells what it sees, and faults what it should."""

from __future__ import annotations

import pytest
from tests.toy import TOY, Guessed, Hidden, Purse, Tossed

from moot.testing import Fault, Sitting, choices


def hidden() -> Sitting[Purse]:
    table = Sitting(TOY, Purse(), "Ann", "Bea")
    table.do("Gil", "hide", value=4, hint="like the winds")
    return table


def test_buttons_lead_to_events_that_each_hears_in_their_way():
    table = hidden()
    assert table.do("Ann", "toss", dice=2, faces=(5, 2)) == [Tossed(who="s3", faces=(5, 2), rules=("CO-02",))]
    assert table.state.tossed == {"s3": (5, 2)}
    assert [type(event) for event in table.events] == [Hidden, Tossed]
    assert table.heard["Gil"][0] == table.events[0]
    assert table.heard["Bea"][0] == table.heard["Wim"][0] == Hidden(rules=("CO-01",))
    assert any("like the winds" in line for line in table.read["Gil"])
    assert not any("like the winds" in line for line in table.read["Bea"])
    assert (table.stage("Gil").secret, table.stage("Ann").secret) == (4, None)
    assert TOY.replay(table.start, table.events) == table.state


def test_dice_that_nobody_rolls_are_a_fault():
    with pytest.raises(ValueError, match="never rolled"):
        hidden().do("Ann", "toss", dice=1, faces=(5, 2))


def test_who_comes_late_sits_with_the_others():
    table = hidden()
    table.sit("Cleo")
    table.happen(Guessed(who="s5", value=1, right=False))
    assert [type(event) for event in table.heard["Cleo"]] == [Guessed]
    assert table.state.players[-1].name == "Cleo"


def test_offers_are_found_by_name_and_their_choices_by_blank():
    table = hidden()
    assert [offer.do for offer in table.offers("Ann")] == ["toss", "guess", "stake"]
    (stake,) = table.offers("Ann", "stake")
    assert choices(stake, "against") == {"s1": "Gil", "s2": "Wim", "s4": "Bea"}
    with pytest.raises(Fault, match="no blank “words” with choices"):
        choices(stake, "words")


def test_a_refusal_is_given_back():
    refusal = hidden().refuses("Ann", "hide", "wrong-phase", "CO-01", value=3)
    assert refusal.message.startswith("Not now: ")


@pytest.mark.parametrize(
    ("code", "rule", "says"),
    [("out-of-range", "", "and not as out-of-range"), ("wrong-phase", None, "refused by CO-01, and not as")],
)
def test_a_refusal_of_another_kind_is_a_fault(code, rule, says):
    with pytest.raises(Fault, match=says):
        hidden().refuses("Ann", "hide", code, rule, value=3)


def test_what_is_done_though_it_must_be_refused_is_a_fault():
    with pytest.raises(Fault, match="toss was to be refused as wrong-phase, and was done"):
        hidden().refuses("Ann", "toss", "wrong-phase", dice=1)


def test_a_rule_that_is_not_there_is_a_fault():
    with pytest.raises(Fault, match="cites the rule 'CO-99'"):
        hidden().happen(Tossed(who="s3", faces=(1,), rules=("CO-99",)))

"""Joint Tests: who is waited for, who can still put a share in, who may roll, and what is left afterwards."""

from __future__ import annotations

from moot.games.swords_edge.pairings import Pledge
from moot.games.swords_edge.trials.joint import Joint, unused

LIFT, PUSH = Pledge("momentum", "", ()), Pledge("answer", "", ())


def lift(*engaged: str, **shares: Pledge) -> Joint:
    return Joint("momentum", engaged, shares)


def test_those_engaged_without_a_share_for_this_purpose_are_waited_for():
    test = lift("a", "b", "c", a=LIFT, b=PUSH)
    assert test.waiting == ("b", "c")
    assert [who for who in "abc" if test.shared(who)] == ["a"]


def test_a_share_of_one_who_is_engaged_no_more_does_not_count():
    assert lift("a", "b", b=LIFT, c=LIFT).partners("a") == ("b",)


def test_a_share_can_be_put_in_while_another_could_still_roll():
    assert lift("a", "b").may_join("a")
    assert not lift("a").may_join("a")
    assert not lift("a", "b", b=LIFT).may_join("a")
    assert not lift("a", "b", "c", b=LIFT).may_join("b")
    assert not lift("a", "b").may_join("x")


def test_who_is_last_to_be_waited_for_rolls_or_anyone_once_all_have_put_something_in():
    assert lift("a", "b", b=LIFT).may_roll("a")
    assert not lift("a", "b", b=LIFT).may_roll("b")
    assert lift("a", "b", a=LIFT, b=LIFT).may_roll("b")


def test_a_test_uses_up_the_shares_of_those_who_made_it_and_no_others():
    shares = {"a": LIFT, "b": PUSH, "c": LIFT}
    assert unused(shares, "momentum", ("a", "b")) == {"b": PUSH, "c": LIFT}

"""What is for some roles only."""

from __future__ import annotations

import pytest
from tests.toy import TOY

from moot.core import Refused, Roles, Seat
from moot.core.match import Match

GIL, ANN, WIM = Seat(id="s1", name="Gil", role="guide"), Seat(id="s2", name="Ann"), Seat("s3", "Wim", "watcher")
ROLES = Roles("Holder")


@pytest.mark.parametrize(
    ("needs", "may", "code", "sentence"),
    [
        (ROLES.needs_guide, [GIL], "guide-only", "Only the Holder deals."),
        (ROLES.needs_player, [ANN], "players-only", "Only a player deals."),
        (ROLES.needs_part, [GIL, ANN], "only-watching", "Those who only watch cannot deal."),
    ],
)
def test_what_is_for_some_roles_is_refused_to_the_others(needs, may, code, sentence):
    does = "deal" if code == "only-watching" else "deals"
    for seat in may:
        needs(seat, does, "CO-01")
    for seat in {GIL, ANN, WIM} - set(may):
        with pytest.raises(Refused) as caught:
            needs(seat, does, "CO-01")
        assert (caught.value.code, caught.value.message, caught.value.rule) == (code, sentence, "CO-01")


@pytest.mark.parametrize(("allows", "may"), [(ROLES.only_guide, [GIL]), (ROLES.only_players, [ANN])])
def test_commands_say_who_may_give_them(allows, may):
    giver = allows("deals", "CO-01")
    assert {seat for seat in (GIL, ANN, WIM) if seat.role in giver.roles} == set(may)


def test_nobody_is_offered_what_others_alone_may_give():
    table = Match(TOY, TOY.seated(TOY.start({}), (GIL, ANN, WIM)))
    table.press("Gil", "hide", value=3)
    assert table.offers("Ann", "toss")
    assert not table.offers("Gil", "toss")
    with pytest.raises(Refused, match=r"Only a player tosses\."):
        table.press("Gil", "toss", dice=1)

"""What is for some roles only."""

from __future__ import annotations

import pytest

from moot.core import Refused, Roles, Seat

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

"""What of a Disorder is offered to whom and when, and what it leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.perilous.evening.gifts import waiting
from moot.games.perilous.person import LAST, HeldDisorder
from moot.games.perilous.tests.table import Sitting

AWAKE = ("moon-fever", "the-hunger", "host-to-the-abyss")


def living(*rows: str, woken: bool = False, **sheet: Any) -> tuple[Sitting, str]:
    """Ann in a session with these Disorders, and Ben."""
    table = Sitting("Ann", "Ben")
    ann = table.pc("Ann", disorders=tuple(HeldDisorder(row, woken=woken) for row in rows), **sheet)
    table.pc("Ben")
    table.begin()
    return table, ann


def offered(table: Sitting, name: str, do: str) -> list[str]:
    """The Disorders about which somebody may do this."""
    return [offer.fixed["row"] for offer in table.offers(name, do)]


@pytest.mark.rule("GP-DIS-02")
def test_a_gift_is_its_owners_and_helps_in_their_own_test_before_its_dice():
    table, ann = living("gamblers-lament")
    ben = table.put(next(who.id for who in table.state.party() if who.id != ann))
    table.do("Gil", "call-trial", who=ben, skill="gamble")
    assert offered(table, "Ann", "use-gift") == []
    table.do("Gil", "call-trial", who=ann, skill="gamble", modifiers=10)
    assert (offered(table, "Ann", "use-gift"), offered(table, "Gil", "use-gift")) == (["gamblers-lament"], [])
    table.do("Ann", "roll", trial=table.trial_of(ann).id, faces=[9, 8])
    assert offered(table, "Ann", "use-gift") == []


@pytest.mark.rule("GP-DIS-02")
@pytest.mark.parametrize(("row", "modifiers", "flip"), [("deranged-hero", 30, 0), ("hophead", 10, 0)])
def test_a_gift_for_once_adds_to_what_the_gm_gave_and_holds_no_longer(row, modifiers, flip):
    table, ann = living(row)
    table.do("Gil", "call-trial", who=ann, skill="simple-melee", modifiers=10)
    trial = table.trial if row == "deranged-hero" else ""
    table.do("Ann", "use-gift", who=ann, row=row, trial=trial)
    [test] = table.state.trials.values()
    assert (test.modifiers, test.flip, table.who(ann).disorders[0].using) == (modifiers, flip, False)
    assert offered(table, "Ann", "let-gift-go") == []


@pytest.mark.rule("GP-DIS-02", "GP-CORE-18")
def test_without_a_point_no_gift_rolls_twice():
    table, ann = living("clawing-obsession")
    table.do("Gil", "call-trial", who=ann, skill="charm")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 8])
    assert offered(table, "Ann", "use-gift") == ["clawing-obsession"]
    table.have(fortune=())
    assert offered(table, "Ann", "use-gift") == []


@pytest.mark.rule("GP-DIS-02")
def test_a_gift_that_holds_is_used_once_and_let_go():
    table, ann = living("bound-to-the-bottle")
    assert offered(table, "Ann", "let-gift-go") == []
    table.do("Ann", "use-gift", who=ann, row="bound-to-the-bottle", trial="")
    assert offered(table, "Ann", "use-gift") == []
    table.do("Gil", "let-gift-go", who=ann, row="bound-to-the-bottle")
    assert offered(table, "Ann", "use-gift") == ["bound-to-the-bottle"]
    assert offered(table, "Ann", "refuse-burden") == []


@pytest.mark.rule("GP-DIS-02")
def test_only_what_is_awake_and_gnaws_is_yielded_to_and_held_off():
    table, ann = living(*AWAKE, woken=True)
    assert offered(table, "Ann", "use-gift") == ["the-hunger"]
    assert offered(table, "Ann", "yield-to") == offered(table, "Ann", "try-remedy") == ["moon-fever"]
    table.do("Ann", "yield-to", who=ann, row="moon-fever")
    assert offered(table, "Ann", "try-remedy") == ["moon-fever"]
    asleep, _ = living(*AWAKE)
    assert [offered(asleep, "Ann", do) for do in ("use-gift", "yield-to", "try-remedy")] == [[], [], []]


@pytest.mark.rule("GP-DIS-02")
def test_a_remedy_is_for_once_a_day_whatever_day_it_is():
    table, ann = living("moon-fever", woken=True)
    table.do("Gil", "pass-days", days=3)
    table.do("Ann", "try-remedy", who=ann, row="moon-fever")
    table.do("Ann", "roll", trial=table.trial, faces=[9, 9])
    table.refuses("Ann", "try-remedy", "tried", "GP-DIS-02", who=ann, row="moon-fever")
    table.do("Gil", "pass-days", days=1)
    assert offered(table, "Ann", "try-remedy") == ["moon-fever"]


@pytest.mark.rule("GP-DIS-02")
def test_a_host_is_found_once_and_gone_when_it_sleeps():
    table, ann = living("host-to-the-abyss", woken=True)
    assert [one.what for one in waiting(table.state)] == ["who has moved into Ann’s own"]
    [offer] = table.offers("Ann", "roll-host")
    assert offer.urgency == "must"
    table.do("Ann", "roll-host", who=ann, row="host-to-the-abyss", faces=[2])
    assert (table.who(ann).disorders[0].host, offered(table, "Ann", "roll-host")) == ("decay", [])
    table.do("Gil", "set-awake", who=ann, row="host-to-the-abyss")
    assert table.who(ann).disorders[0] == HeldDisorder("host-to-the-abyss", since=table.state.day)


@pytest.mark.rule("GP-DIS-02")
def test_nobody_waits_for_a_host_of_the_gms_or_once_the_session_ends():
    table, _ = living("host-to-the-abyss", woken=True)
    table.put(table.npc("A rat"), disorders=(HeldDisorder("host-to-the-abyss", woken=True),))
    assert [offer.urgency for offer in table.offers("Gil", "roll-host")] == ["may"]
    table.do("Gil", "end-session")
    assert waiting(table.state) == ()


@pytest.mark.rule("GP-DIS-02")
@pytest.mark.parametrize(("woken", "dead", "turned"), [
    (True, False, "changed"), (False, False, ""), (True, True, ""),
])
def test_only_what_is_awake_in_the_living_gives_way(woken, dead, turned):
    table, ann = living("possessed", woken=woken, peril=LAST, dead=dead)
    assert table.who(ann).disorders[0].turned == turned


@pytest.mark.rule("GP-DIS-02")
def test_who_was_brought_round_before_the_hour_was_over_stays_as_they_are():
    table, ann = living("moon-fever", woken=True)
    table.do("Ann", "yield-to", who=ann, row="moon-fever")
    table.do("Ann", "turn-back", who=ann, row="moon-fever")
    table.do("Gil", "set-track", who=ann, track="peril", now="ignore-1")
    table.do("Gil", "hour-passes")
    assert (table.who(ann).peril, table.who(ann).disorders[0].turned) == (2, "over")

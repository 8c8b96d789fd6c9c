"""Corruption as it is gathered: deeds and nods, gifts and burdens, and what wakes at ten."""

from __future__ import annotations

from typing import Any

import pytest

from moot.core.frames import merged
from moot.games.perilous.evening.offending import GRAVITY, deeds, worth
from moot.games.perilous.figures import DISORDER, DISORDERS, OFFENCE_TIERS
from moot.games.perilous.person import LAST, HeldDisorder, LedgerLine
from moot.games.perilous.sins import DisorderWoke, SinGained
from moot.games.perilous.tests.table import Sitting
from moot.games.perilous.trial import chance_of, flips
from moot.testing import choices


def running(*disorders: str, **sheet: Any) -> tuple[Sitting, str]:
    """Ann in a session, with these Disorders."""
    table = Sitting("Ann", "Ben")
    ann = table.pc("Ann", disorders=tuple(map(HeldDisorder, disorders)), **sheet)
    table.pc("Ben")
    table.begin()
    return table, ann


def entered(table: Sitting, who: str) -> list[tuple[int, str]]:
    """The ledger of somebody's Corruption."""
    return [(line.points, line.rule) for line in table.who(who).sins]


@pytest.mark.rule("GP-CORR-01", "GP-CORR-02")
def test_every_deed_is_worth_what_is_printed_or_a_place_in_its_tier():
    for row in deeds({}).values():
        tier = OFFENCE_TIERS[row.tier]
        found = [worth(row, 1, weight) for weight in (GRAVITY[0], "", GRAVITY[1])]
        assert found == ([row.points] * 3 if row.points is not None else [tier.least, tier.usual, tier.most])
        assert all(tier.least <= points <= tier.most for points in found)
    assert [OFFENCE_TIERS[tier].usual for tier in ("minor", "middling", "major")] == [2, 5, 8]
    assert sum("/" not in key for key in deeds({})) == 38 - 7
    assert sum("/" in key for key in deeds({})) == 6
    bleeding, channelling = deeds({})["bleeding"], deeds({})["channelling"]
    assert (worth(bleeding, 4), worth(channelling, 2), worth(channelling, 5)) == (4, 2, 3)


@pytest.mark.rule("GP-CORR-09")
def test_ten_points_make_no_rank_before_the_session_ends():
    table, ann = running()
    for _ in range(2):
        table.do("Gil", "offend", who=ann, offence="pact", weight="grave")
    assert (table.who(ann).corruption, table.who(ann).chaos) == (18, 0)


@pytest.mark.rule("GP-CORR-01", "GP-CORR-02", "GP-RD-09")
def test_the_gm_enters_what_somebody_did():
    table, ann = running()
    rat = table.npc("A rat")
    table.do("Gil", "offend", who=ann, offence="bullying", weight="grave")
    table.do("Gil", "offend", who=ann, offence="bleeding", times=3)
    table.do("Gil", "offend", who=rat, offence="pact")
    assert entered(table, ann) == [(3, "GP-CORR-02"), (3, "GP-CORR-02")]
    assert table.who(rat).corruption == 8
    assert {event.who for event in table.heard["Ann"] if isinstance(event, SinGained)} == {ann}
    gained = [event.line(table.state) for event in table.events if isinstance(event, SinGained)]
    cards = merged(fact for line in gained for fact in line.facts)
    assert [card.text.partition(": ")[2] for card in cards[:2]] == ["bullying", "bleeding"]
    table.refuses("Gil", "offend", "not-open", who=ann, offence="elixir", weight="grave")
    table.refuses("Gil", "offend", "not-open", who=ann, offence="bullying", times=2)
    table.refuses("Gil", "offend", "not-a-choice", who=ann, offence="fear")
    table.refuses("Ann", "offend", "guide-only", who=ann, offence="bullying")


@pytest.mark.rule("GP-CORR-02")
def test_what_a_player_owns_to_counts_once_the_gm_has_nodded():
    table, ann = running()
    table.do("Ann", "confess", who=ann, offence="grave-robbery")
    table.do("Ann", "confess", who=ann, offence="channelling", times=2)
    table.do("Ann", "confess", who=ann, offence="gaslighting")
    assert table.who(ann).corruption == 0
    table.refuses("Gil", "end-session", "not-settled")
    first, second, third = table.state.claims
    table.refuses("Gil", "nod", "out-of-range", claim=first, points=4)
    table.do("Gil", "nod", claim=first, points=1)
    table.refuses("Gil", "nod", "not-offered", claim=second, points=3)
    table.do("Gil", "nod", claim=second, points=2)
    table.do("Gil", "wave-away", claim=third)
    assert [points for points, _ in entered(table, ann)] == [1, 2]
    assert not table.state.claims


@pytest.mark.rule("GP-DIS-02", "GP-CORR-02")
def test_ten_in_a_session_wake_what_sleeps_at_once():
    table, ann = running("host-to-the-abyss", "moon-fever", "hophead")
    table.put(ann, sins=(LedgerLine(7, "", ""),))
    table.do("Gil", "offend", who=ann, offence="bullying")
    assert not any(one.woken for one in table.who(ann).disorders)
    table.do("Gil", "offend", who=ann, offence="intoxicated")
    assert table.who(ann).burdens == ()
    table.do("Ann", "roll-host", who=ann, row="host-to-the-abyss", faces=[2])
    host, fever, hophead = table.who(ann).disorders
    assert (host.woken, host.host, fever.woken, hophead.woken) == (True, "decay", True, False)
    before = len(table.events)
    table.do("Gil", "terrify", by="hand", tier="stress", what="The light goes out.", people=[ann])
    table.do("Ann", "roll", trial=table.trial, faces=[9, 9])
    assert not any(isinstance(event, DisorderWoke) for event in table.events[before:])


@pytest.mark.rule("GP-DIS-02", "GP-CORE-04")
@pytest.mark.parametrize(
    ("row", "skill", "other", "flip", "more", "cost"),
    [("gamblers-lament", "gamble", "charm", 1, 0, 3), ("mana-junkie", "incantation", "resolve", 0, 0, 6),
     ("sticky-fingers", "skulduggery", "stealth", 0, 0, 3), ("prophecy-of-doom", "intimidate", "athletics", 1, 0, 3),
     ("deranged-hero", "simple-melee", "charm", 0, 20, 3)],
)
def test_gifts_turn_a_test_before_its_dice(row, skill, other, flip, more, cost):
    table, ann = running(row)
    table.put(ann, ranks={})
    table.refuses("Ann", "use-gift", "no-gift", who=ann, row=row)
    table.do("Gil", "call-trial", who=ann, skill=other)
    table.refuses("Ann", "use-gift", "no-gift", who=ann, row=row, trial=next(iter(table.state.trials)))
    table.do("Gil", "call-trial", who=ann, skill=skill)
    trial = list(table.state.trials)[-1]
    before = chance_of(table.state.trials[trial], table.who(ann))
    table.do("Ann", "use-gift", who=ann, row=row, trial=trial)
    after = table.state.trials[trial]
    assert flips(table.state.options, after, table.who(ann)) == flip
    assert chance_of(after, table.who(ann)) - before == more
    assert entered(table, ann) == [(cost, "GP-DIS-02")]


@pytest.mark.rule("GP-DIS-02")
def test_other_gifts_hold_until_they_are_let_go_or_are_told():
    table, ann = running("dreadful-phobia", "pyromania")
    table.put(ann, disorders=tuple(HeldDisorder(row, hidden=True) for row in ("dreadful-phobia", "pyromania")))
    usual = table.who(ann).movement("on-foot")
    table.do("Ann", "use-gift", who=ann, row="dreadful-phobia")
    table.do("Ann", "use-gift", who=ann, row="pyromania")
    assert table.who(ann).movement("on-foot") == 2 * usual
    assert [one.hidden for one in table.who(ann).disorders] == [False, False]
    assert table.who(ann).corruption == 6
    table.do("Ann", "let-gift-go", who=ann, row="dreadful-phobia")
    assert table.who(ann).movement("on-foot") == usual


@pytest.mark.rule("GP-DIS-02")
def test_not_giving_in_has_its_price():
    table, ann = running("deranged-hero", "hophead", "dark-passenger")
    refusable = {offer.fixed["row"] for offer in table.offers("Ann", "refuse-burden")}
    assert refusable == {"deranged-hero", "hophead"}
    assert {row.id: row.refuse for row in DISORDERS.values() if row.refuse} == {
        "deranged-hero": 6, "gamblers-lament": 6, "hophead": 1, "pyromania": 1, "sticky-fingers": 6,
        "wytchstone-addiction": 6,
    }
    table.do("Ann", "refuse-burden", who=ann, row="deranged-hero")
    assert entered(table, ann) == [(6, "GP-DIS-02")]


@pytest.mark.rule("GP-DIS-02")
def test_a_hidden_disorder_shows_when_its_owner_does_not_give_in():
    table, ann = running()
    table.put(ann, disorders=(HeldDisorder("deranged-hero", hidden=True),))
    table.do("Ann", "refuse-burden", who=ann, row="deranged-hero")
    assert not table.who(ann).disorders[0].hidden
    assert "shows what it is: Deranged hero." in table.read["Ben"][-2]


@pytest.mark.rule("GP-DIS-02")
def test_a_hidden_disorder_shows_when_its_burden_weighs():
    table, ann = running()
    table.put(ann, disorders=(HeldDisorder("prophecy-of-doom", hidden=True),))
    table.do("Gil", "set-track", who=ann, track="peril", now="ignore-1")
    assert table.who(ann).disorders[0].hidden
    table.do("Gil", "set-track", who=ann, track="peril", now="ignore-2")
    assert not table.who(ann).disorders[0].hidden
    assert "shows what it is: Prophecy of doom." in table.read["Ben"][-1]


@pytest.mark.rule("GP-DIS-02", "GP-CORR-02")
def test_what_is_awake_gnaws_by_the_hour_until_one_yields():
    table, ann = running("moon-fever", "the-flesh-revolts")
    table.do("Gil", "set-awake", who=ann, row="the-flesh-revolts")
    table.refuses("Gil", "hour-passes", "nothing-awake")
    table.do("Gil", "set-awake", who=ann, row="moon-fever")
    for _ in range(4):
        table.do("Gil", "hour-passes")
    assert (table.who(ann).peril, table.who(ann).corruption) == (4, 0)
    table.do("Gil", "hour-passes")
    assert (table.who(ann).peril, table.who(ann).corruption) == (LAST, 6)
    table.do("Ann", "yield-to", who=ann, row="moon-fever")
    assert (table.who(ann).peril, table.who(ann).corruption) == (0, 12)
    assert table.who(ann).disorders[0] == HeldDisorder("moon-fever", turned="changed")
    table.do("Gil", "hour-passes")
    assert (table.who(ann).peril, table.who(ann).disorders[0].hours) == (0, 1)
    table.do("Ann", "turn-back", who=ann, row="moon-fever")
    assert (table.who(ann).peril, table.who(ann).corruption) == (LAST, 12)
    table.do("Gil", "hour-passes")
    assert table.who(ann).peril == 0
    table.refuses("Gil", "hour-passes", "nothing-awake")


def changed() -> tuple[Sitting, str]:
    """Ann has yielded to what was awake in her."""
    table, ann = running("moon-fever")
    table.do("Gil", "pass-days", days=3)
    table.do("Gil", "set-awake", who=ann, row="moon-fever")
    table.do("Ann", "yield-to", who=ann, row="moon-fever")
    return table, ann


@pytest.mark.rule("GP-DIS-02")
@pytest.mark.parametrize(("days", "turned", "peril"), [(1, "spent", LAST), (2, "over", 0)])
def test_nobody_stays_changed_for_more_than_a_day(days, turned, peril):
    table, ann = changed()
    table.do("Gil", "pass-days", days=days)
    assert (table.who(ann).disorders[0].turned, table.who(ann).peril) == (turned, peril)
    table.refuses("Ann", "turn-back", "nobody-changed", who=ann, row="moon-fever")
    table.do("Gil", "pass-days", days=1)
    assert (table.who(ann).disorders[0].turned, table.who(ann).peril) == ("over", 0)


@pytest.mark.rule("GP-DIS-02")
def test_hours_that_the_gm_lets_pass_count_towards_the_day_of_being_changed():
    table, ann = changed()
    for _ in range(DISORDER.changed_hours - 1):
        table.do("Gil", "hour-passes")
    assert (table.who(ann).disorders[0].turned, table.who(ann).peril) == ("changed", 0)
    table.do("Gil", "hour-passes")
    assert (table.who(ann).disorders[0].turned, table.who(ann).peril) == ("spent", LAST)
    table.do("Gil", "hour-passes")
    assert (table.who(ann).disorders[0].turned, table.who(ann).peril) == ("over", 0)


@pytest.mark.rule("GP-DIS-02", "GP-CORR-10")
def test_the_hour_after_yielding_is_over_as_the_session_ends():
    table, ann = changed()
    table.do("Ann", "turn-back", who=ann, row="moon-fever")
    assert table.who(ann).peril == LAST
    table.do("Gil", "end-session")
    assert (table.who(ann).disorders[0].turned, table.who(ann).peril) == ("over", 0)


@pytest.mark.rule("GP-DIS-02", "GP-CORE-13")
def test_the_hour_after_yielding_is_over_once_and_ends_no_other_fall():
    table, ann = running("moon-fever", "the-hunger")
    for row in ("moon-fever", "the-hunger"):
        table.do("Gil", "set-awake", who=ann, row=row)
    table.do("Ann", "yield-to", who=ann, row="moon-fever")
    table.do("Ann", "turn-back", who=ann, row="moon-fever")
    table.do("Gil", "hour-passes")
    assert table.who(ann).peril == 0
    table.do("Gil", "set-track", who=ann, track="peril", now="incapacitated")
    table.do("Gil", "hour-passes")
    assert table.who(ann).peril == LAST
    table.do("Gil", "offend", who=ann, offence="pact", weight="grave")
    assert not table.who(ann).disorders[0].woken


@pytest.mark.rule("GP-DIS-02")
def test_what_a_remedy_holds_off_is_not_woken_by_the_next_point():
    table, ann = running("taint-of-chaos")
    table.have(fortune=())
    table.put(ann, sins=(LedgerLine(9, "", ""),))
    table.do("Gil", "offend", who=ann, offence="intoxicated")
    assert (table.who(ann).corruption, table.who(ann).disorders[0].woken) == (10, True)
    table.do("Ann", "try-remedy", who=ann, row="taint-of-chaos")
    table.do("Ann", "roll", trial=table.trial, faces=[10, 1])
    table.do("Gil", "offend", who=ann, offence="intoxicated")
    assert not table.who(ann).disorders[0].woken


@pytest.mark.rule("GP-DIS-02")
def test_what_wakes_is_hidden_no_longer():
    table, ann = running()
    table.do("Gil", "pick-disorder", who=ann, row="moon-fever", hidden=True)
    for _ in range(2):
        table.do("Gil", "offend", who=ann, offence="pact", weight="grave")
    [fever] = table.who(ann).disorders
    assert (fever.woken, fever.hidden) == (True, False)


@pytest.mark.rule("GP-DIS-02", "GP-DIS-01")
@pytest.mark.parametrize(("row", "weight", "woken"), [
    ("moon-fever", "grave", True), ("moon-fever", "light", False), ("hophead", "grave", False),
])
def test_a_mutation_that_comes_to_somebody_who_has_ten_already_is_awake_at_once(row, weight, woken):
    table, ann = running()
    table.do("Gil", "offend", who=ann, offence="pact", weight=weight)
    table.do("Gil", "offend", who=ann, offence="intoxicated")
    table.do("Gil", "pick-disorder", who=ann, row=row, hidden=False)
    assert table.who(ann).disorders[0].woken is woken


@pytest.mark.rule("GP-DIS-02")
def test_what_sleeps_gives_nothing():
    table, ann = running("the-flesh-revolts")
    table.refuses("Ann", "use-gift", "no-gift", who=ann, row="the-flesh-revolts", trial="")
    table.do("Gil", "set-awake", who=ann, row="the-flesh-revolts")
    table.do("Ann", "use-gift", who=ann, row="the-flesh-revolts", trial="")
    assert (table.who(ann).corruption, table.who(ann).disorders[0].using) == (6, True)


@pytest.mark.rule("GP-DIS-02")
def test_who_is_possessed_gives_way_at_the_end_of_the_track():
    table, ann = running("possessed", peril=4)
    table.do("Gil", "set-awake", who=ann, row="possessed")
    table.do("Gil", "hour-passes")
    assert (table.who(ann).peril, table.who(ann).corruption) == (0, 12)
    assert table.who(ann).disorders[0].turned == "changed"


@pytest.mark.rule("GP-DIS-02")
def test_the_hunger_takes_damage_without_injury_and_then_the_soul():
    table, ann = running("the-hunger", damage=LAST - 2)
    table.do("Gil", "set-awake", who=ann, row="the-hunger")
    table.do("Gil", "hour-passes")
    assert (table.who(ann).damage, table.who(ann).corruption) == (LAST - 1, 0)
    table.do("Gil", "hour-passes")
    assert (table.who(ann).damage, table.who(ann).corruption, table.state.wounds) == (LAST - 1, 1, {})
    table.do("Gil", "set-awake", who=ann, row="the-hunger")
    assert not table.who(ann).disorders[0].woken


@pytest.mark.rule("GP-DIS-02")
def test_a_remedy_may_be_tried_once_a_day():
    table, ann = running("taint-of-chaos")
    table.do("Gil", "set-awake", who=ann, row="taint-of-chaos")
    table.put(ann, attributes={**table.who(ann).attributes, "brawn": 40}, ranks={})
    table.have(fortune=())
    table.do("Ann", "try-remedy", who=ann, row="taint-of-chaos")
    assert table.state.trials[next(iter(table.state.trials))].skill == "toughness"
    table.do("Ann", "roll", trial=next(iter(table.state.trials)), faces=[9, 1])
    assert table.who(ann).disorders[0].woken
    table.refuses("Ann", "try-remedy", "tried", "GP-DIS-02", who=ann, row="taint-of-chaos")
    table.do("Gil", "pass-days", days=1)
    table.do("Ann", "try-remedy", who=ann, row="taint-of-chaos")
    table.do("Ann", "roll", trial=next(iter(table.state.trials)), faces=[3, 1])
    assert not table.who(ann).disorders[0].woken


@pytest.mark.rule("GP-DIS-01")
def test_twenty_disorders_of_three_kinds_each_with_its_face():
    table, ann = running()
    offer = next(offer for offer in table.offers("Gil", "pick-disorder") if offer.fixed["who"] == ann)
    assert len(choices(offer, "row")) == 20
    kinds = {kind: {row.place for row in DISORDERS.values() if row.kind == kind} for kind in
             ("addiction", "insanity", "mutation")}
    assert kinds == {"addiction": {*range(1, 7), 20}, "insanity": {*range(7, 13)}, "mutation": {*range(13, 20)}}
    table.do("Gil", "pick-disorder", who=ann, row="hophead", hidden=False)
    table.do("Gil", "heal-disorder", who=ann, row="hophead")
    assert table.who(ann).disorders == ()

"""What Reputation buys: asked for, priced, paid, and not too soon again."""

from __future__ import annotations

import pytest

from moot.games.perilous.packs import requisitions
from moot.games.perilous.person import LedgerLine
from moot.games.perilous.tests.table import Sitting
from moot.testing import choices


def known(points: int = 20, **options: str) -> tuple[Sitting, str]:
    """Ann with so much Reputation."""
    table = Sitting("Ann", "Ben", **options)
    ann = table.pc("Ann", fame=(LedgerLine(points, "deeds", "GP-REP-01"),))
    table.pc("Ben")
    return table, ann


def buy(table: Sitting, ann: str, tier: str, price: int) -> None:
    table.do("Ann", "request", who=ann, tier=tier, words="a favour")
    wish = next(iter(table.state.wishes))
    table.do("Gil", "price", wish=wish, price=price)
    table.do("Ann", "pay", wish=wish)


@pytest.mark.rule("GP-REP-03")
def test_there_are_nine_samples_of_each_tier_and_some_of_ours():
    printed = [row for key, row in requisitions({}).items() if "/" not in key]
    assert [sum(row.tier == tier for row in printed) for tier in ("minor", "middling", "major")] == [9, 9, 9]
    assert len(requisitions({})) == 27 + 9
    assert all(row.origin == "ours" for key, row in requisitions({}).items() if "/" in key)


@pytest.mark.rule("GP-REP-02")
@pytest.mark.parametrize(
    ("tier", "least", "most", "days"), [("minor", 1, 3, 1), ("middling", 4, 6, 7), ("major", 7, 9, 30)]
)
def test_each_tier_has_its_price_and_its_days(tier, least, most, days):
    table, ann = known()
    table.do("Gil", "pass-days", days=3)
    table.do("Ann", "request", who=ann, tier=tier, words="a favour")
    wish = next(iter(table.state.wishes))
    table.refuses("Gil", "price", "out-of-range", wish=wish, price=most + 1)
    table.refuses("Gil", "price", "out-of-range", wish=wish, price=least - 1)
    table.refuses("Ann", "pay", "nothing-priced", wish=wish)
    table.do("Gil", "price", wish=wish, price=most)
    table.do("Ann", "pay", wish=wish)
    assert table.who(ann).reputation == 20 - most
    assert table.who(ann).fame[-1] == LedgerLine(-most, "a favour", "GP-REP-02")
    reason = table.refuses("Ann", "request", "too-soon", "GP-REP-02", who=ann, tier=tier, words="another")
    assert reason.allowed == (f"day {3 + days}",)
    table.do("Gil", "pass-days", days=days)
    table.do("Ann", "request", who=ann, tier=tier, words="another")


@pytest.mark.rule("GP-REP-02")
def test_who_asked_for_something_is_asked_whether_they_pay_or_told_why_they_cannot():
    table, ann = known()
    table.begin()
    assert table.asked("Ann").text == "Say what your character does. Where it is uncertain, the GM asks for a test."
    table.do("Ann", "request", who=ann, tier="minor", words="a cloak")
    assert table.game.situation(table.state).headline == "What does “a cloak” cost Ann’s own?"
    assert (table.asked("Ann").text, table.asked("Ben").text) == (None, None)
    table.do("Gil", "price", wish=next(iter(table.state.wishes)), price=3)
    assert table.game.situation(table.state).headline == "Does Ann’s own pay 3 Reputation for “a cloak”?"
    pays, drops = (table.offers("Ann", do)[0].key for do in ("pay", "drop-wish"))
    assert (table.asked("Ann").lead, table.asked("Ann").beside) == (pays, drops)
    table.put(ann, fame=(LedgerLine(2, "deeds", "GP-REP-01"),))
    assert table.asked("Ann").text == "Ann’s own has 2 Reputation; it costs 3."
    assert [way.key for way in table.asked("Ann").ways] == [drops]


@pytest.mark.rule("GP-REP-03", "GP-REP-04")
def test_an_assist_die_is_bought_at_its_roll_and_not_asked_for():
    table, _ann = known()
    offers = {offer.fixed["tier"]: choices(offer, "sample") for offer in table.offers("Ann", "request")}
    ours = {tier: sum("/" in key for key in found) for tier, found in offers.items()}
    assert {tier: len(found) - ours[tier] for tier, found in offers.items()} == {"minor": 8, "middling": 9, "major": 9}
    assert "help-in-an-intrigue" not in offers["minor"]


@pytest.mark.rule("GP-REP-02")
def test_what_was_asked_for_twice_is_paid_once():
    table, ann = known(3)
    for words in ("one", "two"):
        table.do("Ann", "request", who=ann, tier="minor", words=words)
    one, two = table.state.wishes
    table.do("Gil", "price", wish=one, price=1)
    table.do("Gil", "price", wish=two, price=1)
    table.do("Ann", "pay", wish=one)
    table.refuses("Ann", "pay", "too-soon", "GP-REP-02", wish=two)
    table.refuses("Ben", "drop-wish", "nothing-asked", wish=two)
    table.do("Ann", "drop-wish", wish=two)
    assert table.who(ann).reputation == 2


@pytest.mark.rule("GP-REP-02")
def test_nobody_pays_what_they_do_not_have_and_the_gm_may_decline():
    table, ann = known(5)
    table.do("Ann", "request", who=ann, tier="middling", sample="bodyguard")
    wish = next(iter(table.state.wishes))
    table.do("Gil", "price", wish=wish, price=6)
    table.refuses("Ann", "pay", "too-dear", "GP-REP-02", wish=wish)
    table.do("Gil", "drop-wish", wish=wish)
    assert not table.state.wishes
    assert table.who(ann).bought == {}


@pytest.mark.rule("GP-REP-02")
def test_all_the_reputation_that_somebody_has_can_be_spent():
    table, ann = known(6)
    buy(table, ann, "middling", 6)
    assert table.who(ann).reputation == 0


@pytest.mark.rule("GP-REP-02")
def test_where_the_gm_prices_freely_only_minor_ones_keep_their_range():
    table, ann = known(requisition_prices="gm")
    table.do("Ann", "request", who=ann, tier="minor", words="a favour")
    table.refuses("Gil", "price", "out-of-range", wish=next(iter(table.state.wishes)), price=4)
    table.do("Gil", "price", wish=next(iter(table.state.wishes)), price=3)
    table.do("Ann", "pay", wish=next(iter(table.state.wishes)))
    buy(table, ann, "major", 2)
    buy(table, ann, "middling", 12)
    assert table.who(ann).reputation == 3


@pytest.mark.rule("GP-REP-02", "GP-WILD-14")
def test_days_pass_by_a_button_off_the_road():
    table, _ann = known()
    table.do("Gil", "pass-days", days=7)
    assert table.state.day == 7
    table.refuses("Ann", "pass-days", "guide-only", days=1)


@pytest.mark.rule("GP-REP-02", "GP-CORR-10")
def test_nothing_that_somebody_asked_for_or_owned_to_waits_once_they_are_dead():
    table, ann = known()
    table.put(ann, fate=0)
    table.begin()
    table.do("Ann", "request", who=ann, tier="minor", words="a favour")
    table.do("Ann", "confess", who=ann, offence="bigotry")
    assert table.offers("Gil", "price")
    assert table.offers("Gil", "nod")
    table.do("Gil", "deal-harm", how="mishap", who=(ann,), points=60)
    assert (table.state.wishes, table.state.claims) == ({}, {})
    assert "cannot get it. " in table.read["Ben"]
    assert not any("nothing that counts" in line for line in table.read["Ben"])

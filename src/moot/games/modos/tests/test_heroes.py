"""Hero points: stock, awards, what is over, villains, hints."""

from __future__ import annotations

import pytest

from moot.core import Choose
from moot.games.modos.evening.heroes import HeroesChanged, HintGiven, refill
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting


def pair(level: int = 3, heroes: int = 1, **options: str) -> Sitting:
    brolf = person("brolf", player="s3", level=level, heroes=heroes, flaws=("honest to a fault",), goals=("a crown",))
    return Sitting(brolf, person("baker", level=2), **options)


def award(table: Sitting, reason: str = "flaw") -> None:
    table.do("Gil", "award-hero", who="brolf", reason=reason)


@pytest.mark.rule("MO-114")
def test_a_hero_point_adds_its_die_and_is_gone():
    """The nail: 11, less 1, and 3 by the hero die, against Arduous."""
    table = Sitting(person("hax", player="s3", P=8, level=3, heroes=3))
    table.do("Gil", "call-contest", who="hax", pool="P", against="fate", difficulty=12)
    thrown = table.throws("hax", 11, 3, 10, hero=True)
    assert (thrown.first.worth, thrown.second.worth, thrown.outcome) == (13, 22, "con")
    assert table.who("hax").heroes == 2


@pytest.mark.rule("MO-116")
def test_the_guide_gives_points_for_playing_the_flaw_against_the_goal():
    table = pair()
    table.put("brolf", flaws=("Honest to a fault.",))
    [offer] = [one for one in table.offers("Gil", "award-hero") if one.about == "brolf"]
    hints = [choice.hint for field in offer.fields if isinstance(field, Choose) for choice in field.choices]
    assert hints[0].endswith("Flaw: Honest to a fault. Goal: a crown.")
    award(table)
    assert table.who("brolf").heroes == 2
    assert table.last(HeroesChanged).rules == ("MO-116",)
    table.refuses("Ann", "award-hero", "guide-only", "MO-116", who="brolf", reason="flaw")
    table.refuses("Gil", "award-hero", "not-a-choice", "MO-X127", who="brolf", reason="luck")


@pytest.mark.rule("MO-X127")
def test_other_awards_are_advice_that_is_kept_with_the_point():
    table = pair()
    award(table, "notes")
    assert (table.last(HeroesChanged).why, table.last(HeroesChanged).rules) == ("Kept notes", ("MO-X127",))
    table.fight(brolf=10, baker=5)
    [offer] = table.offers("Gil", "award-hero")
    assert "more hurt" in offer.why


@pytest.mark.rule("MO-X002")
def test_a_point_that_was_spent_can_come_back():
    table = pair()
    award(table, "returned")
    assert table.last(HeroesChanged).rules == ("MO-X002",)


@pytest.mark.rule("MO-115", "MO-E48")
def test_a_point_too_many_goes_into_the_next_throw_or_is_lost():
    table = pair(heroes=3)
    table.refuses("Ann", "let-point-go", "none-over", "MO-115", who="brolf")
    award(table)
    assert table.who("brolf").heroes == 4
    table.refuses("Gil", "award-hero", "full", "MO-115", who="brolf", reason="flaw")
    table.do("Gil", "call-contest", who="brolf", pool="P", against="fate")
    table.throws("brolf", 9, 5, 10, hero=True)
    assert table.who("brolf").heroes == 3
    award(table)
    table.do("Gil", "call-contest", who="brolf", pool="P", against="fate")
    table.throws("brolf", 9, 10)
    assert table.who("brolf").heroes == 3
    award(table)
    seats, label = table.state.seats, "Let the point go"
    assert [offer.label for offer in table.offers("Ann", "let-point-go")] == [label]
    table.leaves("Ann")
    named = f"{table.who('brolf').name}: {label[0].lower()}{label[1:]}"
    assert [offer.label for offer in table.offers("Gil", "let-point-go")] == [named]
    table.state = table.game.seated(table.state, seats)
    table.does("brolf", "let-point-go")
    assert table.who("brolf").heroes == 3


@pytest.mark.rule("MO-E48")
@pytest.mark.parametrize("limit", ["one", "any"])
def test_the_form_of_a_throw_says_that_a_point_too_many_is_lost_otherwise(limit):
    table = pair(heroes=3, hero_points_per_roll=limit)
    table.do("Gil", "call-contest", who="brolf", pool="P", against="fate")

    def said() -> str:
        return next(blank.hint for blank in table.offers("Ann", "throw-contest")[0].fields if blank.name == "hero")

    assert (said(), table.question("Ann").text) == ("3 left.", "")
    award(table)
    over = "One hero point is more than you can keep: add it to your next throw, or it is lost."
    assert (said(), table.question("Ann").text) == (f"4 left. {over}", over)


@pytest.mark.rule("MO-E48", "MO-115")
@pytest.mark.parametrize("hero", [False, True])
def test_a_throw_for_a_power_is_a_throw_too(hero):
    table = Sitting(person("ann", player="s3", MP=12, heroes=2, points={"magic:lamp-1": 1}))
    more = {"faces": [3]} if hero else {}
    table.does("ann", "cast", power="lamp-1", half=True, cost_half=True, targets=("ann",), hero=hero, **more)
    assert table.who("ann").heroes == 1


@pytest.mark.rule("MO-E48")
def test_a_table_may_give_no_point_above_the_limit():
    table = pair(heroes=3, hero_surplus="never")
    table.refuses("Gil", "award-hero", "full", "MO-115", who="brolf", reason="flaw")
    table.put("brolf", heroes=2)
    award(table)
    assert table.who("brolf").heroes == 3


@pytest.mark.rule("MO-115", "MO-116")
@pytest.mark.parametrize("before", [0, 2, 4])
def test_a_day_of_the_story_begins_with_as_many_points_as_levels(before):
    table = pair(heroes=before)
    table.befall(refill)
    assert table.who("brolf").heroes == 3
    assert table.who("baker").heroes == 0


@pytest.mark.rule("MO-116", "MO-X310")
def test_no_day_begins_for_the_dead():
    table = pair(heroes=0)
    table.put("brolf", marks=(table.mark("dead"),))
    table.do("Gil", "pass-time", unit="days", count=1)
    assert table.who("brolf").heroes == 0


@pytest.mark.rule("MO-X105", "MO-E49")
@pytest.mark.parametrize(("option", "points"), [("level", 4), ("one", 1), ("none", 0)])
def test_a_villain_has_points_at_each_encounter(option, points):
    table = Sitting(person("ann", player="s3"), person("baron", level=4), villain_points=option)
    table.do("Gil", "set-nature", who="baron", villain=True)
    assert table.who("baron").heroes == 0
    for _ in range(2):
        table.fight(ann=12, baron=4)
        assert table.who("baron").heroes == points
        table.do("Gil", "end-conflict")
        table.put("baron", heroes=0)
    assert not any(isinstance(event, HeroesChanged) for event in table.heard["Ann"])
    table.put("baron", heroes=2)
    table.do("Gil", "set-nature", who="baron", villain=False)
    assert table.who("baron").heroes == 0
    table.fight(ann=12, baron=4)
    assert table.who("baron").heroes == 0


@pytest.mark.rule("MO-X105")
def test_the_guides_people_are_given_no_hero_points():
    table = pair()
    table.refuses("Gil", "award-hero", "no-hero", "MO-X105", who="baker", reason="flaw")
    table.do("Gil", "set-heroes", who="brolf", now=0)
    assert table.who("brolf").heroes == 0


@pytest.mark.rule("MO-E50")
def test_no_dead_oracle_asks_for_a_hint():
    table = Sitting(person("ann", player="s3", perks=("oracle",), heroes=1))
    table.put("ann", marks=(table.mark("dead"),))
    table.refuses("Ann", "ask-hint", "no-hint", "MO-E50", who="ann", question="Where is the key?")


@pytest.mark.rule("MO-E50")
def test_an_oracle_pays_a_point_for_a_hint_that_nobody_else_reads():
    table = Sitting(person("ann", player="s3", perks=("oracle",), heroes=1), person("ben", player="s4", heroes=1))
    table.refuses("Ben", "ask-hint", "no-hint", "MO-E50", who="ben", question="Where to?")
    table.does("ann", "ask-hint", question="Where is the key?")
    assert table.who("ann").heroes == 0
    table.refuses("Ann", "ask-hint", "no-hint", "MO-E50", who="ann", question="And the door?")
    table.do("Gil", "give-hint", who="ann", words="Under the bread")
    heard = {name: [one.words for one in table.heard[name] if isinstance(one, HintGiven)] for name in ("Ann", "Ben")}
    assert heard == {"Ann": ["Under the bread"], "Ben": [""]}
    assert not table.state.hints

"""Readings that a table plays otherwise: each value of an option as a worked example."""

from __future__ import annotations

from typing import Any

import pytest

from moot.core import Confirm, Count
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown, said, shown

# ---------------------------------------------------------------- hero points


def nail(**options: Any) -> Sitting:
    """Hax has three hero points, P 8, and is asked to drive in a nail against fate."""
    table = Sitting(person("hax", player="s3", P=8, level=3, heroes=3), person("foe"), **options)
    table.do("Gil", "call-contest", who="hax", pool="P", against="fate", difficulty=8)
    return table


@pytest.mark.rule("MO-E83", "MO-114")
def test_one_hero_point_goes_into_a_roll():
    table = nail()
    [blank] = [field for field in table.offers("Ann", "throw-contest")[0].fields if field.name == "hero"]
    assert isinstance(blank, Confirm)
    came = table.throws("hax", 11, 3, 10, hero=True)
    assert (came.first.worth, came.first.heroes, table.who("hax").heroes) == (13, (3,), 2)


@pytest.mark.rule("MO-E83", "MO-114")
def test_as_many_hero_points_as_one_has_go_into_a_roll_where_the_table_plays_it_so():
    """11, less 1, and 3 and 6 by two hero dice; each lies there by itself."""
    table = nail(hero_points_per_roll="any")
    [blank] = [field for field in table.offers("Ann", "throw-contest")[0].fields if field.name == "hero"]
    assert isinstance(blank, Count)
    assert (blank.least, blank.most, blank.default) == (0, 3, 0)
    [contest] = table.state.contests
    table.refuses("Ann", "throw-contest", "out-of-range", "MO-E83", who="hax", contest=contest, hero=4)
    came = table.throws("hax", 11, 3, 6, 10, hero=2)
    assert (came.first.worth, came.first.heroes, table.who("hax").heroes) == (19, (3, 6), 1)
    assert [(die.sides, die.face) for die in shown(came.first).dice] == [(20, 11), (6, 3), (6, 6)]
    assert said(came.first) == "19 (11 + 3 + 6 − 1)"


@pytest.mark.rule("MO-E83", "MO-012")
def test_hero_points_beside_half_of_the_die_and_none_at_all():
    """10 for certain, less 1, and 2, 4 and 5; then a plain throw."""
    table = nail(hero_points_per_roll="any")
    came = table.throws("hax", 2, 4, 5, 1, half=True, hero=3)
    assert (came.first.worth, table.who("hax").heroes) == (20, 0)
    table.do("Gil", "call-contest", who="hax", pool="P", against="fate", difficulty=8)
    assert table.throws("hax", 11, 10).first.worth == 10


@pytest.mark.rule("MO-E83", "MO-114")
def test_who_says_nothing_of_hero_points_spends_none_where_several_may_be_said():
    table = nail(hero_points_per_roll="any")
    [contest] = table.state.contests
    table.do("Ann", "throw-contest", who="hax", contest=contest, faces=[11, 10])
    assert table.who("hax").heroes == 3


@pytest.mark.rule("MO-114", "MO-E83")
@pytest.mark.parametrize("option", ["one", "any"])
def test_a_point_that_waits_for_its_dice_is_not_spent_on_another_contest(option):
    table = Sitting(person("hax", player="s3", heroes=1), person("foe"), hero_points_per_roll=option)
    for pool in ("P", "M"):
        table.do("Gil", "call-contest", who="hax", pool=pool, against="foe")
    first, second = table.state.contests
    table.do("Ann", "throw-contest", contest=first, who="hax", hero=1 if option == "any" else True)
    [offer] = [one for one in table.offers("Ann", "throw-contest") if one.fixed["contest"] == second]
    assert "hero" not in [field.name for field in offer.fields]
    table.do("Ann", "throw-contest", contest=second, who="hax")
    for contest, faces in ((first, [11, 3, 10]), (second, [11, 10])):
        table.do("Gil", "throw-contest", contest=contest, who="foe", faces=faces)
    assert table.who("hax").heroes == 0


@pytest.mark.rule("MO-114", "MO-115")
def test_a_stock_that_shrinks_while_a_contest_waits_is_not_overdrawn():
    table = Sitting(person("hax", player="s3", heroes=1), person("foe"))
    table.do("Gil", "call-contest", who="hax", pool="P", against="foe")
    [contest] = table.state.contests
    table.do("Ann", "throw-contest", contest=contest, who="hax", hero=True)
    table.put("hax", heroes=0)
    table.do("Gil", "throw-contest", contest=contest, who="foe", faces=[11, 10])
    assert table.who("hax").heroes == 0


@pytest.mark.rule("MO-114", "MO-E83", "MO-E50")
def test_a_point_that_was_said_with_a_deed_is_not_spent_on_a_hint():
    table = Sitting(person("hax", player="s3", perks=("oracle",), heroes=1), person("foe"))
    table.fight(hax=15, foe=5)
    assert table.offers("Ann", "ask-hint")
    table.does("hax", "attack", tool="natural", target="foe", hero=True)
    assert not table.offers("Ann", "ask-hint")
    table.does("foe", "defend", against="hax", skill="parry", faces=[3, 4, 5, 1])
    assert (table.who("hax").heroes, table.last(ContestThrown).first.worth) == (0, 7)


@pytest.mark.rule("MO-E83", "MO-E50")
def test_a_point_for_protection_comes_after_those_of_the_throw_and_says_so():
    hax = person("hax", player="s3", gear=("mail",), perks=("diehard",), level=2, heroes=2)
    table = Sitting(hax, person("foe"), hero_points_per_roll="any")
    table.do("Gil", "open-conflict", what="A fight", ours=("hax",), theirs=("foe",))
    table.do("Gil", "call-order")
    table.does("hax", "throw-initiative", pool="P", hero=0, faces=[3])
    table.does("foe", "throw-initiative", pool="P", faces=[15])
    table.does("foe", "attack", tool="natural", target="hax")
    [offer] = table.offers("Ann", "defend")
    [hint] = [field.hint for field in offer.fields if field.name == "guard_hero"]
    assert hint == "One for each blow that lands. If one is left by then."
    guarded = {"who": "hax", "against": "foe", "skill": "parry", "guard_hero": True}
    table.do("Ann", "defend", hero=2, faces=[14, 2, 1, 1, 4, 6], **guarded)
    assert (table.who("hax").hurt("P"), table.who("hax").heroes) == (1, 0)


@pytest.mark.rule("MO-E83", "MO-212", "MO-X001")
def test_several_hero_points_of_a_conflict_are_paid_once():
    """Initiative 9 and hero dice 2 and 5; a blow of 10 and 4 is a Tie with 14, and all of it is thrown again."""
    table = Sitting(person("hax", player="s3", gear=("club",), level=5, heroes=5), person("foe", P=10, asking="always"),
                  hero_points_per_roll="any")
    table.do("Gil", "open-conflict", what="A fight", ours=("hax",), theirs=("foe",))
    table.do("Gil", "call-order")
    table.does("hax", "throw-initiative", pool="P", hero=2, faces=[9, 2, 5])
    table.does("foe", "throw-initiative", pool="P", faces=[3])
    assert (table.conflict.people["hax"].initiative, table.who("hax").heroes) == (16, 3)
    table.does("hax", "attack", tool="hax-club", target="foe", hero=2)
    table.does("foe", "defend", against="hax", skill="parry", faces=[7, 3, 4, 14, 8, 1, 6, 20])
    thrown = [event for event in table.events if isinstance(event, ContestThrown)]
    assert [(one.first.worth, one.second.worth, one.outcome) for one in thrown] == [(14, 14, "tie"), (15, 20, "con")]
    assert table.who("hax").heroes == 1


@pytest.mark.rule("MO-204")
def test_the_journal_does_not_call_a_number_that_is_kept_a_half():
    table = Sitting(person("ann", player="s3", P=15, points={"movement": 2}), person("foe"))
    table.fight(ann=15, foe=5)
    deed = {"words": "vaults", "pool": "P", "skill": "movement"}
    table.does("ann", "work", **deed)
    table.do("Gil", "set-fate", sure=False, difficulty=8, faces=[17, 18])
    table.does("ann", "work", **deed, keep=True)
    table.do("Gil", "set-fate", sure=False, difficulty=8, faces=[12])
    assert said(table.last(ContestThrown).first) == "21 (17 + 4)"

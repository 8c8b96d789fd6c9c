"""What holds of any contest and any round: attributes, skills that help, sides, the sequence of a round, its card."""

from __future__ import annotations

import pytest

from moot.games.modos.catalog import SKILLS
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown


def thrown(table: Sitting) -> ContestThrown:
    found: ContestThrown = table.last(ContestThrown)
    return found


@pytest.mark.rule("MO-105", "MO-106", "MO-107", "MO-X004")
@pytest.mark.parametrize(("pool", "bonus"), [("P", 2), ("M", -1), ("MP", 4)])
def test_the_deed_decides_which_attribute_counts(pool: str, bonus: int):
    table = Sitting(person("hax", player="s3", P=15, M=8, MP=18))
    table.do("Gil", "call-contest", who="hax", pool=pool, against="fate", difficulty=0, why="a deed")
    table.do("Ann", "throw-contest", who="hax", contest=next(iter(table.state.contests)), faces=[9, 3])
    assert thrown(table).first.worth == 9 + bonus


@pytest.mark.rule("MO-X013")
def test_any_skill_may_help_with_any_attribute_but_one_at_most():
    table = Sitting(person("hax", player="s3", MP=12, points={"detect": 2, "persuade": 1}))
    table.do("Gil", "call-contest", who="hax", pool="MP", against="fate", difficulty=0, why="rubbing elbows")
    contest = next(iter(table.state.contests))
    table.refuses("Ann", "throw-contest", "malformed", who="hax", contest=contest, skill=("detect", "persuade"))
    table.do("Ann", "throw-contest", who="hax", contest=contest, skill="detect", faces=[9, 3])
    assert thrown(table).first.worth == 9 + 1 + 2


@pytest.mark.rule("MO-X005")
def test_characters_of_players_can_stand_against_each_other():
    table = Sitting(person("hax", player="s3"), person("brolf", player="s4"))
    table.do("Gil", "call-contest", who="hax", pool="P", against="brolf", theirs="M", why="a wager")
    contest = next(iter(table.state.contests))
    table.do("Ann", "throw-contest", who="hax", contest=contest)
    table.do("Ben", "throw-contest", who="brolf", contest=contest, faces=[14, 6])
    assert (thrown(table).first.who, thrown(table).second.who, thrown(table).outcome) == ("hax", "brolf", "pro")


@pytest.mark.rule("MO-X003")
def test_one_conflict_runs_at_a_time():
    table = Sitting(person("hax", player="s3"), person("bomber"))
    table.fight(hax=15, bomber=5)
    table.refuses("Gil", "open-conflict", "wrong-phase", what="Another", ours=("hax",), theirs=())


@pytest.mark.rule("MO-X107")
def test_each_pool_has_a_skill_that_defends_it():
    found = {row.defends: row.id for row in SKILLS.values() if row.group == "defend"}
    assert found == {"P": "parry", "M": "concentrate", "MP": "willpower"}
    assert {row.id for row in SKILLS.values() if row.group == "fight"} == {"armed", "unarmed"}


@pytest.mark.rule("MO-X201")
def test_what_is_left_of_a_round_is_gone_with_it():
    table = Sitting(person("hax", player="s3"), person("bomber"))
    table.fight(hax=15, bomber=5)
    table.does("hax", "work", words="digs", pool="P")
    table.do("Gil", "set-fate", sure=True)
    table.let_be()
    assert table.conflict.people["hax"].actions == 2
    table.does("hax", "end-turn")
    table.does("bomber", "end-turn")
    assert table.conflict.round == 2
    assert {who: one.actions for who, one in table.conflict.people.items()} == {"hax": 3, "bomber": 3}


@pytest.mark.rule("MO-X318")
def test_the_card_has_everybody_by_initiative_with_the_actions_they_have_left():
    table = Sitting(person("hax", player="s3"), person("brolf", player="s4"), person("bomber"))
    table.fight(hax=9, brolf=14, bomber=11)
    table.does("brolf", "work", words="draws", pool="P")
    table.do("Gil", "set-fate", sure=True)
    table.let_be()
    assert [(row.of, row.figure, row.meters[-1].now) for row in table.board("Ann")["order"].rows] == [
        ("brolf", 14, 2), ("bomber", 11, 3), ("hax", 9, 3),
    ]

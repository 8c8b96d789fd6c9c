"""Time that passes, and tending."""

from __future__ import annotations

from typing import Any

import pytest

from moot.core import Choose
from moot.games.modos.harm import mend
from moot.games.modos.injuries import Mended, Told
from moot.games.modos.marks import put_mark
from moot.games.modos.terms import Pool
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting

HURT: dict[Pool, int] = {"P": 5, "M": 4, "MP": 9}


def hurt_one(options: dict[str, str] | None = None, **more: Any) -> Sitting:
    return Sitting(person("ann", player="s3", damage=HURT, **more), person("ben", player="s4"), **options or {})


def passes(table: Sitting, unit: str, count: int, *rest: str) -> dict[Pool, int]:
    table.do("Gil", "pass-time", unit=unit, count=count, rest=rest)
    return table.who("ann").damage


@pytest.mark.rule("MO-315")
@pytest.mark.parametrize(("start", "unit", "count", "left"), [
    (0, "hours", 1, (5, 4, 8)), (0, "hours", 23, (5, 4, 0)), (20, "hours", 8, (4, 3, 1)), (0, "days", 1, (4, 3, 0)),
    (12, "days", 4, (1, 0, 0)), (0, "days", 300, (0, 0, 0)),
])
def test_body_and_mind_heal_by_the_day_and_the_spirit_by_the_hour(start, unit, count, left):
    table = hurt_one()
    table.have(hours=start)
    damage = passes(table, unit, count)
    assert (damage["P"], damage["M"], damage["MP"]) == left


@pytest.mark.rule("MO-315", "MO-X310", "MO-X323")
def test_nobody_who_is_disabled_loses_any_damage():
    table = hurt_one(points={"healer": 1})
    table.befall(lambda play: put_mark(play, "ann", "mostly-dead"))
    assert passes(table, "days", 2) == HURT
    table.refuses("Ann", "tend", "nobody-to-tend", who="ann", skill="healer", pool="M", target="ann")
    table.befall(lambda play: mend(play, "ann", "M", 2, "a draught"))
    assert table.who("ann").damage == HURT


@pytest.mark.rule("MO-315")
@pytest.mark.parametrize("kind", ["trap", "object"])
def test_what_does_not_live_does_not_heal(kind):
    assert passes(hurt_one(kinds=(kind,)), "days", 2) == HURT


@pytest.mark.rule("MO-X313")
def test_who_rests_with_willpower_loses_two_an_hour():
    table = hurt_one()
    assert passes(table, "hours", 3, "ann")["MP"] == 3
    assert table.last(Mended).rules == ("MO-315", "MO-X313")
    assert passes(table, "hours", 1)["MP"] == 2


@pytest.mark.rule("MO-001")
def test_people_heal_faster_where_the_campaign_says_so():
    damage = passes(hurt_one({"healing": "quick"}), "days", 1)
    assert (damage["P"], damage["M"]) == (3, 2)
    assert passes(hurt_one({"healing": "quick"}), "hours", 2)["MP"] == 5


@pytest.mark.rule("MO-116")
def test_a_new_day_fills_hero_points_and_an_hour_does_not():
    table = hurt_one(level=3, heroes=1)
    passes(table, "hours", 5)
    assert table.who("ann").heroes == 1
    passes(table, "hours", 20)
    assert table.who("ann").heroes == 3


def test_sleepless_people_say_so_when_they_rest():
    table = hurt_one(perks=("sleepless",))
    passes(table, "hours", 4)
    assert not [event for event in table.events if isinstance(event, Told)]
    passes(table, "hours", 4, "ann")
    assert table.last(Told).text == "Sleepless: Needs no more than half a night."


def test_nobody_hears_how_somebody_hidden_heals():
    table = hurt_one()
    table.have(people={**table.state.people, "shade": person("shade", "Shade", known=False, damage={"MP": 5})})
    passes(table, "hours", 1)
    assert table.who("shade").hurt("MP") == 4
    assert "Shade" not in str(table.heard["Ann"])


@pytest.mark.rule("MO-X311", "MO-FQ02", "MO-001", "MO-012")
@pytest.mark.parametrize(("options", "half", "faces", "left"), [
    ({}, {}, [14, 6, 3], 2), ({}, {"hurt_half": True}, [14, 6], 2), ({"healer": "points"}, {}, [14, 6], 3),
])
def test_a_healer_takes_damage_off_a_body_or_a_mind_at_the_rate_of_the_campaign(options, half, faces, left):
    table = hurt_one(options)
    table.refuses("Ben", "tend", "nobody-to-tend", "MO-X311", who="ben", skill="healer", pool="P", target="ann")
    table.put("ben", points={"healer": 1})
    table.refuses("Ben", "tend", "not-offered", "", who="ben", skill="healer", pool="MP", target="ann")
    table.does("ben", "tend", skill="healer", pool="P", target="ann", **half)
    [contest] = table.state.contests
    table.do("Gil", "answer-contest", contest=contest, difficulty=4, die="roll")
    table.throws("ben", *faces)
    assert table.who("ann").hurt("P") == left


@pytest.mark.rule("MO-FQ19")
@pytest.mark.parametrize("damage", [{}, {"P": 3}])
def test_who_can_be_tended_does_not_tell_what_players_are_not_told(damage: dict[str, int]):
    table = Sitting(person("ben", player="s4", points={"healer": 1}), person("guest", damage=damage),
                  health_told="secret")
    [body, _] = [offer for offer in table.offers("Ben") if offer.do == "tend"]
    [whom] = [field for field in body.fields if isinstance(field, Choose) and field.name == "target"]
    assert [choice.value for choice in whom.choices] == ["guest"]


@pytest.mark.rule("MO-X311")
def test_tending_in_a_conflict_is_an_action_and_a_con_does_nothing():
    table = hurt_one()
    table.put("ben", points={"healer": 1})
    table.fight(ben=15, ann=5)
    table.does("ben", "tend", skill="healer", pool="M", target="ann")
    table.do("Gil", "set-fate", sure=False, difficulty=8)
    table.does("ann", "pass", faces=[5, 9])
    assert table.who("ann").hurt("M") == 4
    assert table.conflict.people["ben"].actions == 2
    table.does("ben", "tend", skill="healer", pool="M", target="ann")
    table.do("Gil", "set-fate", sure=True)
    table.does("ann", "pass", faces=[3])
    assert table.who("ann").hurt("M") == 1

"""What a press may bring, as people read it before they press."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.modos.person import Gear
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.view.stakes import StakeView, weighed

SWORD = Gear(id="g1", name="Sword", row="sword-bastard", at="held")


def fight(foe: dict[str, Any] | None = None, **options: str) -> Sitting:
    table = Sitting(
        person("ann", player="s3", gear=(SWORD,), heroes=1), person("ben", player="s4", asking="mine"),
        person("foe", **foe or {}), **options,
    )
    table.fight(ann=12, foe=9, ben=3)
    return table


def row(table: Sitting, seat: str, key: str, of: str) -> StakeView:
    found = weighed(table.state, table.seats[seat], key)
    assert found is not None
    return found.rows[found.keys[of]]


@pytest.mark.rule("MO-003", "MO-012", "MO-114", "MO-X309")
def test_an_attack_is_weighed_against_the_best_defense_of_each_whom_it_reaches():
    table = fight()
    found = row(table, "Ann", "attack:ann:g1:False", "foe")
    # Ties are thrown again: 190 of 380; by half 9 of 19 (10 against 1 to 9, and a 10 again)
    assert found.against == "Sure, unless Foe defends; against Parry +0:"
    assert found.ways == (("roll", "50\u00a0%"), ("half", "47\u00a0%"), ("with a hero point", "66\u00a0%"))
    assert found.brings == "If it lands: 1 to 8, usually 4. 10 left."
    assert row(table, "Ann", "attack:ann:g1:False", "ben").against.startswith("Sure, unless Ben")


@pytest.mark.rule("MO-204")
def test_a_number_that_can_be_kept_is_weighed_after_the_throw_that_the_button_makes():
    table = fight()
    table.do("Ann", "attack", who="ann", tool="g1", thrown=False, target="foe")
    table.do("Gil", "defend", who="foe", against="ann", skill="parry", faces=[15, 18])
    found = row(table, "Ann", "attack:ann:g1:False", "foe").ways
    assert (found[0], found[-1]) == (("roll", "50\u00a0%"), ("keep the 15", "70\u00a0%"))


@pytest.mark.rule("MO-006", "MO-X202")
def test_who_has_no_action_left_cannot_defend():
    table = fight()
    table.state = table.state.with_entry("foe", actions=0)
    found = row(table, "Ann", "attack:ann:g1:False", "foe")
    assert (found.against, found.ways) == ("Foe cannot defend: it lands", ())


@pytest.mark.rule("MO-X507", "MO-010")
def test_a_hidden_trap_is_weighed_against_fate():
    table = fight({"traits": ("bear-trap",), "kinds": ("trap",)})
    table.put("ann", marks=())
    found = row(table, "Ann", "attack:ann:g1:False", "foe")
    assert found.against == "It lands with −4 against fate, since Foe is hidden:"
    # Ties are thrown again: 120 of 384
    assert found.ways[0] == ("roll", "31\u00a0%")


@pytest.mark.rule("MO-X205", "MO-X309")
def test_where_nobody_answers_nobody_defends():
    table = fight()
    table.have(apart=True)
    assert row(table, "Ann", "attack:ann:g1:False", "foe").against == "Foe cannot defend: it lands"


@pytest.mark.rule("MO-306", "MO-X309")
def test_who_has_left_and_is_still_in_reach_cannot_defend():
    table = fight()
    table.put("ann", gear=(Gear(id="g1", name="Rifle", row="rifle", at="held"),))
    table.do("Gil", "take-out", who="foe")
    assert row(table, "Ann", "attack:ann:g1:False", "foe").against == "Foe cannot defend: it lands"


@pytest.mark.rule("MO-FQ19")
@pytest.mark.parametrize(("option", "says"), [
    ("told", "If it lands: 1 to 8, usually 4. 2 left, and 75\u00a0% that it is more."),
    ("hinted", "If it lands: 1 to 8, usually 4."), ("secret", "If it lands: 1 to 8, usually 4."),
])
def test_how_much_a_foe_can_take_is_weighed_only_where_it_is_told(option, says):
    table = fight({"damage": {"P": 8}}, health_told=option)
    assert row(table, "Ann", "attack:ann:g1:False", "foe").brings == says


@pytest.mark.rule("MO-012")
def test_what_somebody_does_as_a_rule_is_weighed_for_them_and_the_guide_alone():
    worn = person("ben", player="s4", gear=("mail",), half=True)
    table = Sitting(person("ann", player="s3", gear=(SWORD,)), worn, person("foe", gear=(SWORD,)))
    table.fight(ann=12, foe=9, ben=3)
    by_dice = row(table, "Ann", "attack:ann:g1:False", "ben").brings
    table.put("ben", half=False)
    assert row(table, "Ann", "attack:ann:g1:False", "ben").brings == by_dice
    by_guide = row(table, "Gil", "attack:foe:g1:False", "ben").brings
    table.put("ben", half=True)
    assert row(table, "Gil", "attack:foe:g1:False", "ben").brings != by_guide


@pytest.mark.rule("MO-005", "MO-X217", "MO-X321")
def test_a_defense_is_weighed_against_the_attack_as_it_was_declared():
    table = fight({"gear": ("mail",)})
    table.do("Ann", "attack", who="ann", tool="g1", thrown=False, target="foe", half=True, hurt_half=True)
    found = row(table, "Gil", "defend:foe:ann", "parry")
    assert found.against == "Parry −1 against 10 undoes it:"
    assert found.ways == (("roll", "47\u00a0%"), ("half", "0\u00a0%"))
    assert found.brings == "If it lands: 1 to 3, usually 1. 8 left."


@pytest.mark.rule("MO-010", "MO-X013")
def test_a_contest_is_weighed_with_every_skill():
    table = Sitting(person("ann", player="s3", points={"movement": 3}))
    table.do("Gil", "call-contest", who="ann", pool="P", against="fate", difficulty=4, why="The wall")
    [offer] = table.offers("Ann", "throw-contest")
    found = weighed(table.state, table.seats["Ann"], offer.key)
    assert found == table.own("Ann").stakes
    assert found is not None
    assert (found.look, found.rows[found.keys[""]].against) == ("skill", "You win with +0 against Challenging (4):")
    assert found.rows[found.keys["movement"]].ways == (("roll", "45\u00a0%"), ("half", "42\u00a0%"))
    assert found.keys["parry"] == found.keys[""]


@pytest.mark.rule("MO-010", "MO-X312")
def test_a_throw_against_a_skill_that_is_settled_is_not_said_to_be_without_one():
    table = Sitting(person("ann", player="s3", points={"sneak": 2}), person("foe"))
    table.do("Ann", "sneak", who="ann", skill="sneak", targets=("foe",))
    [offer] = table.offers("Gil", "throw-contest")
    found = weighed(table.state, table.seats["Gil"], offer.key)
    assert found is not None
    assert {one.against for one in found.rows} == {"You win with +0 against Ann +2:"}


@pytest.mark.rule("MO-403", "MO-407")
def test_a_power_is_weighed_by_its_throw_and_its_cost():
    table = Sitting(person("ann", player="s3", MP=12, points={"magic:fire-1": 1}))
    [offer] = table.offers("Ann", "cast")
    found = row(table, "Ann", offer.key, "")
    assert (found.against, found.ways) == ("It works for certain.", ())
    assert found.brings == "Costs 2 to 9, by half 5. 12 left."
    table.put("ann", damage={"MP": 9})
    assert row(table, "Ann", offer.key, "").brings == "Costs 2 to 9, by half 5. 3 left, and 75\u00a0% that it is more."


@pytest.mark.rule("MO-011", "MO-403")
def test_a_power_that_can_fail_says_how_likely_it_works():
    table = Sitting(person("ann", player="s3", MP=12, level=5, heroes=0, points={"magic:cure-5": 1}))
    # d20 + 1 + 1 − 12, and + 2 without protection, is at least 1 with 9 or more; half of the die is 10
    found = row(table, "Ann", "cast:ann:cure-5:False", "")
    assert found.against == "It works with −8:"
    assert found.ways == (("roll", "60\u00a0%"), ("half", "100\u00a0%"))


@pytest.mark.rule("MO-403")
def test_a_power_that_was_begun_stands_open_and_is_weighed_by_what_was_thrown():
    ann = person("ann", player="s3", MP=16, level=3, points={"magic:ice-2": 2, "magic:fire-1": 1})
    table = Sitting(ann, person("foe"))
    table.fight(ann=20, foe=1)
    table.does("ann", "cast", power="ice-2", keep=False, faces=[15])
    now, stakes = table.question("Ann"), table.own("Ann").stakes
    assert "Ice 2 is under way" in now.text
    assert stakes is not None
    assert stakes.key == now.lead == "cast:ann:ice-2:True"
    assert stakes.rows[0].against == "It works for certain."


@pytest.mark.parametrize("key", [
    "attack:foe:natural:False", "attack:ann:g1", "attack", "pass:ann", "", "defend:ann:foe", "throw-contest:n1:ann",
    "cast:ann:fire-1:False", "attack:nobody:g1:False",
])
def test_nobody_is_told_of_what_is_not_theirs_or_is_no_offer(key):
    table = fight()
    found = weighed(table.state, table.seats["Ann"], key)
    assert found is None or not found.rows
    assert weighed(table.state, table.seats["Wim"], key) is None


@pytest.mark.rule("MO-406", "MO-X407", "MO-X405")
def test_resisting_a_power_is_weighed_against_its_contest_as_it_takes_hold_and_while_it_lasts():
    table = fight({"P": 14, "points": {"magic:fire-1": 1, "magic:fear-1": 1, "magic:harm-1": 1}})
    table.put("ann", points={"magic:hold-3": 8})
    table.does("ann", "cast", power="hold-3", keep=False, faces=[15])
    [total] = {term.total for who in table.conflict.people.values() if (term := who.chain)}
    table.does("ann", "cast", power="hold-3", keep=True)
    table.does("ann", "cast", power="hold-3", keep=True, targets=("foe",))
    found = row(table, "Gil", "resist:foe::False", "")
    least = total + 1 - 2
    chance = f"{5 * (21 - least)}\u00a0%"
    assert found.against == f"Physical +2 against {total} wins:"
    assert found.ways[0] == ("roll", chance)
    assert found.brings.startswith("If Foe wins, only a part of it gets through.")
    table.does("foe", "pass", faces=[3])
    [hold] = table.state.running
    while table.conflict.whose != "foe":
        table.do(table.player(table.conflict.whose), "end-turn", who=table.conflict.whose)
    while_it_lasts = row(table, "Gil", f"resist:foe:{hold}:False", "")
    assert while_it_lasts.ways[0] == ("roll", chance)
    assert while_it_lasts.brings.startswith("If Foe wins, only a part of it stays. Until then: −12 to contests")
    ways = [way.key.partition(":")[0] for way in table.asked("Gil").ways]
    assert ways[1:4] == ["attack", "resist", "cast"], "after the power that bare hands open with, what holds somebody"

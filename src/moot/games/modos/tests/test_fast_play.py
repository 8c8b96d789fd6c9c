"""Fast play: characters of level 2 with 14, 10 and 8, and each rule of the short game once (MO-FP08 to MO-FP17)."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.modos.conflict.beats import DeedCame
from moot.games.modos.magic.casting import MagicThrown
from moot.games.modos.magic.cost import CostRolled
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown

FAST: dict[str, Any] = {"level": 2, "heroes": 2, "P": 14, "M": 10, "MP": 8}
SWORD, DIRK = "ann-sword-bastard", "foe-dagger"


def fast(foe: dict[str, Any] | None = None, *others: Any, options: dict[str, str] | None = None, **ann: Any) -> Sitting:
    """Ann of fast play, and somebody against her."""
    sheet = FAST | {"points": {"armed": 2}, "gear": ("sword-bastard",)} | ann
    return Sitting(person("ann", player="s3", **sheet), person("foe", **(foe or {})), *others, **(options or {}))


@pytest.mark.rule("MO-FP08")
@pytest.mark.parametrize(("faces", "totals", "outcome"), [
    ([10, 13], (14, 13), "pro"), ([8, 13], (12, 13), "con"), ([9, 13], (13, 13), "tie"),
])
def test_a_contest_is_a_die_the_attribute_and_a_skill_against_the_guides_total(faces, totals, outcome):
    table = fast(options={"tie": "neutral"})
    table.do("Gil", "call-contest", who="ann", pool="P", against="fate")
    came = table.throws("ann", *faces, skill="armed")
    assert (came.first.worth, came.second.worth, came.outcome) == (faces[0] + 4, faces[1], outcome)
    assert totals == (came.first.worth, came.second.worth)


@pytest.mark.rule("MO-FP08")
def test_a_tie_goes_well_for_who_plays_well():
    table = fast(options={"tie": "ask"})
    table.do("Gil", "call-contest", who="ann", pool="MP", against="fate")
    table.throws("ann", 9, 8)
    [contest] = table.state.contests
    table.do("Gil", "rule-tie", contest=contest, ruling="pro", why="with feeling")
    assert "a Pro" in table.read["Ann"][-1]


@pytest.mark.rule("MO-FP09")
@pytest.mark.parametrize(("pool", "worth"), [("P", 12), ("M", 10), ("MP", 9)])
def test_initiative_is_a_die_and_one_bonus_and_no_skill(pool, worth):
    table = fast(points={"movement": 2, "detect": 2, "willpower": 2})
    table.do("Gil", "open-conflict", what="A brawl", ours=("ann",), theirs=("foe",))
    table.do("Gil", "call-order")
    table.does("ann", "throw-initiative", pool=pool, faces=[10])
    assert table.conflict.people["ann"].initiative == worth


@pytest.mark.rule("MO-FP10", "MO-X207", "MO-213")
def test_three_actions_first_ones_own_and_on_other_turns_after_those_who_are_quicker():
    table = fast({"gear": ("dagger",), "asking": "always"}, person("ben", player="s4", gear=("club",)),
                 person("cleo", player="s5", gear=("club",)))
    table.fight(foe=18, cleo=15, ben=12, ann=1)
    assert {one.left for one in table.conflict.people.values()} == {3}
    table.does("foe", "attack", tool=DIRK, target="ann")
    table.does("ben", "attack", tool="ben-club", target="foe")
    table.does("cleo", "attack", tool="cleo-club", target="foe")
    table.does("ann", "pass", faces=[1, 2, 3])
    assert (table.who("ann").hurt("P"), table.who("foe").hurt("P")) == (1, 5)
    struck = [event.who for event in table.events if isinstance(event, DeedCame)]
    assert struck == ["foe", "cleo", "ben"]
    assert {who: one.left for who, one in table.conflict.people.items()} == {"foe": 2, "cleo": 2, "ben": 2, "ann": 3}


@pytest.mark.rule("MO-FP11")
@pytest.mark.parametrize(("parried", "faces", "taken"), [(False, [6], 6), (True, [10, 13, 6], 6), (True, [9, 14], 0)])
def test_damage_lands_on_a_pro_or_without_a_defense(parried, faces, taken):
    table = fast()
    table.fight(ann=15, foe=5)
    table.does("ann", "attack", tool=SWORD, target="foe")
    if parried:
        table.does("foe", "defend", against="ann", skill="parry", faces=faces)
        assert table.last(ContestThrown).first.worth == faces[0] + 4
    else:
        table.does("foe", "pass", faces=faces)
    assert table.who("foe").hurt("P") == taken
    assert table.conflict.people["ann"].left == 2


@pytest.mark.rule("MO-FP12")
@pytest.mark.parametrize(("face", "guard", "taken"), [(9, [], 0), (7, [2, 8], 1)])
def test_a_parry_undoes_the_blow_or_lets_at_least_one_through(face, guard, taken):
    table = fast({"gear": ("dagger",), "P": 12}, points={"parry": 2}, gear=("mail",), P=16)
    table.fight(foe=15, ann=1)
    table.does("foe", "attack", tool=DIRK, target="ann")
    table.does("ann", "defend", against="foe", skill="parry", faces=[11, face, *guard])
    assert (table.who("ann").hurt("P"), table.conflict.people["ann"].left) == (taken, 2)


@pytest.mark.rule("MO-FP13")
@pytest.mark.parametrize(("already", "out"), [(11, False), (12, True)])
def test_more_than_the_score_takes_all_actions_until_it_is_settled(already, out):
    """8 less a protection of 5 is 3, and 14 is what the pool holds."""
    table = fast({"gear": ("sword-bastard",)}, gear=("mail",), P=16, damage={"P": already},
                 options={"disabled": "all"})
    table.fight(foe=15, ann=1)
    table.does("foe", "attack", tool="foe-sword-bastard", target="ann")
    table.does("ann", "pass", faces=[8, 5])
    assert (table.who("ann").hurt("P"), table.who("ann").has_mark("mostly-dead")) == (14, out)
    table.does("foe", "end-turn")
    assert (table.conflict.whose == "ann") is not out


@pytest.mark.rule("MO-FP14")
@pytest.mark.parametrize(("unit", "left"), [("days", (4, 3, 0)), ("hours", (5, 4, 2))])
def test_body_and_mind_heal_by_the_day_the_spirit_by_the_hour_the_disabled_not(unit, left):
    table = fast(damage={"P": 5, "M": 4, "MP": 3})
    table.do("Gil", "pass-time", unit=unit, count=1)
    damage = table.who("ann").damage
    assert tuple(damage[pool] for pool in ("P", "M", "MP")) == left
    table.put("ann", damage={"P": 14}, marks=(table.mark("mostly-dead"),))
    table.do("Gil", "pass-time", unit="days", count=3)
    assert table.who("ann").hurt("P") == 14


@pytest.mark.rule("MO-FP15")
@pytest.mark.parametrize(("power", "level", "worth"), [("fire-1", 1, 15), ("stun-2", 2, 11), ("fear-3", 3, 7)])
def test_a_power_takes_an_action_a_level_and_costs_four_and_its_level(power, level, worth):
    """d20 10, -1 for an MP of 8, the points, the power's difficulty; +2 without armor."""
    table = fast({"asking": "never"}, points={f"magic:{power}": 2}, gear=())
    table.fight(ann=15, foe=5)
    for stage in range(1, level + 1):
        last = {"targets": ("foe",), "cost_half": True, "hurt_half": True} if stage == level else {}
        if power == "fear-3":
            last.pop("hurt_half", None)
        table.does("ann", "cast", power=power, half=True, **last)
    assert table.last(CostRolled).points == 4 + level
    [thrown, *_] = [event for event in table.events if isinstance(event, MagicThrown)]
    assert (thrown.total.worth, table.conflict.people["ann"].left if level < 3 else 0) == (worth + 2, 3 - level)


@pytest.mark.rule("MO-FP16")
@pytest.mark.parametrize(("power", "level", "pool"), [("fear-1", 1, "M"), ("hold-3", 3, "P")])
def test_one_pro_frees_of_level_one_and_higher_powers_lessen_first(power, level, pool):
    table = fast({"asking": "never", pool: 18}, points={f"magic:{power}": 2}, gear=(), asking="never")
    table.fight(ann=15, foe=5)
    for stage in range(1, level + 1):
        last: dict[str, Any] = {"targets": ("foe",), "cost_half": True} if stage == level else {}
        table.does("ann", "cast", power=power, half=True, **last)
    if level < 3:
        table.does("ann", "end-turn")
    [running] = table.state.running
    for pros in range(1, level + 1):
        table.does("foe", "resist", on=running, faces=[20])
        left = table.state.running.get(running)
        assert (left.pros if left else None) == ({"foe": pros} if pros < level else None)


@pytest.mark.rule("MO-FP17", "MO-T05")
def test_half_can_be_taken_of_any_die_before_it_and_of_each_by_itself():
    """d20 10, a hero die, the blade's d8 4; against mail's d8 4."""
    table = fast({"gear": ("mail",), "half": True, "asking": "never"}, options={"tie": "neutral"})
    table.do("Gil", "call-contest", who="ann", pool="P", against="fate", die="half")
    came = table.throws("ann", 6, half=True, hero=True, skill="armed")
    assert (came.first.worth, came.first.hero, came.second.worth) == (10 + 6 + 4, 6, 10)
    table.do("Gil", "open-conflict", what="A brawl", ours=("ann",), theirs=("foe",))
    table.do("Gil", "call-order")
    table.does("ann", "throw-initiative", pool="P", half=True)
    table.does("foe", "throw-initiative", pool="P", half=True)
    assert [one.initiative for one in table.conflict.people.values()] == [12, 9]
    table.does("ann", "attack", tool=SWORD, target="foe", hurt_half=True)
    assert table.who("foe").hurt("P") == 1

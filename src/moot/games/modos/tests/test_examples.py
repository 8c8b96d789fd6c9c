"""Longer examples of the book that no other topic plays: initiative, cuffs, a vault, a cannon, a speeder, a race."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.modos.conflict.working import Progressed
from moot.games.modos.terms import Pool
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown, Graded

HERO: dict[str, Any] = {"level": 3, "heroes": 3}


def order(table: Sitting, *thrown: tuple[str, Pool, list[int], bool]) -> None:
    """A conflict in which these throw for initiative: by which attribute, with what faces, with a hero point or not."""
    people = [who for who, *_ in thrown]
    theirs = [who for who in people if table.who(who).npc]
    ours = [who for who in people if who not in theirs]
    table.do("Gil", "open-conflict", what="The street", ours=ours, theirs=theirs)
    table.do("Gil", "set-scene", more=("defensive", "flanking", "mounted"))
    table.do("Gil", "call-order")
    for who, pool, faces, hero in thrown:
        table.does(who, "throw-initiative", pool=pool, faces=faces, **({"hero": True} if hero else {}))


@pytest.mark.rule("MO-212", "MO-114")
def test_hax_goes_first_brolf_spends_a_hero_point_and_blawesome_uses_the_body():
    """EX10: 19, 14 with a hero point, 9 by P."""
    table = Sitting(person("hax", player="s3", M=15, **HERO), person("brolf", player="s4", **HERO),
                  person("blawesome", player="s5", P=15, points={"movement": 3}, **HERO))
    order(table, ("hax", "M", [17], False), ("brolf", "P", [10, 4], True), ("blawesome", "P", [7], False))
    assert [one.initiative for one in table.conflict.listed.values()] == [19, 14, 9]
    assert [*table.conflict.order] == ["hax", "brolf", "blawesome"]
    assert table.who("brolf").heroes == 2


@pytest.mark.rule("MO-202", "MO-205", "MO-X205")
def test_hax_wriggles_out_of_the_cuffs():
    """EX11: a P of 8 and a hero point come to 5, a Con; the next try is sure; the third action is kept."""
    table = Sitting(person("hax", player="s3", P=8, **HERO), person("bomber", gear=("dagger",)))
    order(table, ("hax", "M", [19], False), ("bomber", "P", [5], False))
    table.does("hax", "work", words="slips a hand out", pool="P", hero=True)
    table.let_be()
    table.do("Gil", "set-fate", sure=False, difficulty=0, faces=[4, 2, 9])
    assert (table.last(ContestThrown).first.worth, table.last(ContestThrown).outcome) == (5, "con")
    table.does("hax", "work", words="slips the other out", pool="P")
    table.let_be()
    thrown = len([event for event in table.events if isinstance(event, ContestThrown)])
    table.do("Gil", "set-fate", sure=True)
    assert thrown == len([event for event in table.events if isinstance(event, ContestThrown)])
    table.does("hax", "end-turn")
    table.does("bomber", "attack", tool="bomber-dagger", target="hax")
    table.does("hax", "defend", against="bomber", skill="parry", faces=[5, 15])
    assert (table.conflict.people["hax"].left, table.who("hax").hurt("P")) == (0, 0)


@pytest.mark.rule("MO-204", "MO-E21", "MO-008", "MO-X218")
@pytest.mark.parametrize(("face", "outcome"), [(12, "pro"), (13, "tie"), (17, "con")])
def test_a_pole_vault_in_three_actions(face, outcome):
    """EX14: 8 with bonuses of 4 for a start; then a fresh 21 is kept, which a 13 of fate ties at Difficult and more
    beats; fate is thrown once. A third action lands with the same 21."""
    table = Sitting(person("blawesome", player="s3", P=15, points={"movement": 2}), person("bomber"), tie="neutral")
    order(table, ("blawesome", "P", [15], False), ("bomber", "P", [5], False))
    deed = {"words": "vaults over the pool", "pool": "P", "skill": "movement"}
    table.does("blawesome", "work", **deed)
    table.let_be()
    table.do("Gil", "put-fate-off", faces=[4])
    assert table.last(Graded).total.worth == 8
    table.does("blawesome", "work", **deed)
    table.let_be()
    table.do("Gil", "set-fate", sure=False, difficulty=8, faces=[17, face])
    [came] = [event for event in table.events if isinstance(event, ContestThrown)]
    assert (came.first.worth, came.second.worth, came.outcome) == (21, face + 8, outcome)
    table.does("blawesome", "work", **deed, keep=True)
    table.let_be()
    table.refuses("Gil", "put-fate-off", "nothing-goes-on", "MO-204")
    table.do("Gil", "set-fate", sure=False, difficulty=0, faces=[20])
    assert table.last(ContestThrown).first.worth == 21
    assert table.conflict.people["blawesome"].left == 0


@pytest.mark.rule("MO-204", "MO-X218", "MO-206")
def test_a_number_is_kept_over_actions_that_nothing_stands_against_yet_and_only_the_last_gains_anything():
    table = Sitting(person("hax", player="s3"), person("bomber"))
    order(table, ("hax", "M", [19], False), ("bomber", "P", [5], False))
    table.do("Gil", "set-goal", goal="", what="Across", side="ours", most=9, die="d8", regress="none")
    [goal] = table.conflict.goals
    deed = {"words": "runs up", "pool": "P", "goal": goal}
    for keep, faces in ((False, [18]), (True, [])):
        table.does("hax", "work", **deed, keep=keep)
        table.let_be()
        table.do("Gil", "put-fate-off", faces=faces)
    assert table.conflict.goals[goal].gained == 0
    table.does("hax", "work", **deed, keep=True)
    table.let_be()
    table.do("Gil", "set-fate", sure=False, difficulty=4, faces=[10, 6])
    assert (table.last(ContestThrown).first.worth, table.conflict.goals[goal].gained) == (18, 6)


@pytest.mark.rule("MO-003", "MO-X004")
@pytest.mark.parametrize(("points", "skill", "face", "worth"), [({"persuade": 1}, "persuade", 10, 10),
                                                                ({}, "", 7, 6)])
def test_inside_the_mainframe_deeds_of_the_body_are_thrown_with_the_mind(points, skill, face, worth):
    """EX17 and EX18: 10, less 1 for an M of 8, and a point; the cannon's 6 is a Tie with fate's 6, and well told."""
    table = Sitting(person("brolf", player="s3", M=8, points=points, **HERO), tie="ask")
    table.do("Gil", "call-contest", who="brolf", pool="M", against="fate", why="a cannon grows")
    table.throws("brolf", face, worth if not skill else 11, **({"skill": skill} if skill else {}))
    assert table.last(ContestThrown).first.worth == worth
    if skill:
        assert table.last(ContestThrown).outcome == "con"
        return
    [contest] = table.state.contests
    table.do("Gil", "rule-tie", contest=contest, ruling="pro", why="vividly told")
    assert not table.state.contests


@pytest.mark.rule("MO-307", "MO-X306", "MO-X415", "MO-E28", "MO-305")
def test_a_rider_of_a_speeder_takes_up_a_duel_and_mounts_again():
    """EX23: ducks, shoots, mounts; keeps it up with M, fails to run somebody over, gets off for nothing, parries a
    flanker; mounting in answer to somebody costs an action, and keeping it up on the turn another."""
    rider = person("rider", player="s3", M=14, points={"pilot": 1}, gear=("pistol",))
    trooper, chaser = person("trooper"), person("chaser", gear=("sword-short",))
    table = Sitting(rider, trooper, chaser)
    order(table, ("trooper", "P", [19], False), ("rider", "P", [12], False), ("chaser", "P", [5], False))
    speeder = {"posture": "mounted", "by": "craft", "means": "the speeder"}

    def stands() -> tuple[str, int]:
        entry = table.conflict.people["rider"]
        return entry.place.posture, entry.left

    table.does("trooper", "work", words="fires blindly", pool="P")
    table.does("rider", "move", posture="defensive")
    table.does("chaser", "pass")
    table.do("Gil", "set-fate", sure=True)
    assert stands() == ("defensive", 2)
    table.does("trooper", "end-turn")
    table.does("rider", "attack", tool="rider-pistol", thrown=False, target="trooper")
    table.does("trooper", "pass", faces=[3])
    table.does("rider", "move", **speeder)
    assert stands() == ("mounted", 0)
    assert (table.far("trooper", "rider"), table.far("chaser", "rider")) == ("short", "short")
    table.does("chaser", "end-turn")
    assert (table.who("trooper").hurt("P"), stands()) == (3, ("mounted", 3))
    table.does("trooper", "end-turn")
    table.does("rider", "keep", on="posture")
    table.does("rider", "attack", tool="natural", thrown=False, target="trooper", posture="offensive")
    table.does("trooper", "defend", against="rider", skill="parry", faces=[4, 15])
    assert (table.who("trooper").hurt("P"), stands()) == (3, ("mounted", 1))
    table.does("rider", "dismount")
    table.does("rider", "end-turn")
    assert stands() == ("defensive", 1)
    table.does("chaser", "move", posture="flanking")
    table.does("rider", "pass")
    assert table.far("chaser", "rider") == "close"
    table.does("chaser", "attack", tool="chaser-sword-short", thrown=False, target="rider")
    table.does("rider", "defend", against="chaser", skill="parry", faces=[5, 15])
    assert (table.who("rider").hurt("P"), stands()) == (0, ("defensive", 0))
    table.does("chaser", "end-turn")
    table.does("trooper", "work", words="aims", pool="P")
    table.does("rider", "move", **speeder)
    table.do("Gil", "set-fate", sure=True)
    assert stands() == ("mounted", 2)
    table.does("trooper", "end-turn")
    table.does("rider", "keep", on="posture")
    assert stands() == ("mounted", 1)


@pytest.mark.rule("MO-X206", "MO-FQ20")
@pytest.mark.parametrize("able", [True, False])
def test_a_remote_is_swatted_across_the_room_by_telekinesis_alone(able):
    """EX28: a level 1 power is one action, and so can answer."""
    points = {"magic:telekinesis-1": 1} if able else {}
    table = Sitting(person("mage", player="s3", MP=14, points=points), person("foe"), house_powers="true")
    order(table, ("foe", "P", [18], False), ("mage", "P", [5], False))
    table.does("foe", "work", words="presses the button", pool="P")
    if not able:
        assert table.offers("Ann", "cast") == []
        return
    table.does("mage", "cast", power="telekinesis-1", half=True, cost_half=True, targets=("foe",))
    table.do("Gil", "set-fate", sure=True)
    assert [one.row for one in table.state.running.values()] == ["telekinesis-1"]


@pytest.mark.rule("MO-X214", "MO-206", "MO-208")
def test_a_chariot_race_is_about_ten_rounds_of_one_contest():
    """EX30: 4.5 times 1 times 10 is a maximum of 45; the quicker team has a d10."""
    table = Sitting(person("brolf", player="s3"), person("foe", asking="never"))
    table.do("Gil", "open-conflict", what="The race", ours=("brolf",), theirs=("foe",))
    for side, die in (("ours", "d8"), ("theirs", "d10")):
        table.do("Gil", "set-goal", goal="", what=f"the laurel, {side}", side=side, most=45, die=die, regress="none")
    table.do("Gil", "call-order")
    for who, face in (("brolf", 15), ("foe", 5)):
        table.does(who, "throw-initiative", pool="P", faces=[face])
    ours, theirs = table.conflict.goals
    for number in range(1, 11):
        table.does("brolf", "work", words="drives", pool="M", goal=ours)
        table.do("Gil", "set-fate", sure=True, faces=[5])
        table.does("brolf", "end-turn")
        table.does("foe", "work", words="drives", pool="M", goal=theirs)
        table.does("brolf", "pass")
        table.do("Gil", "set-fate", sure=True, faces=[3])
        table.does("foe", "end-turn")
        assert [table.conflict.goals[goal].gained for goal in (ours, theirs)] == [5 * number, 3 * number]
    wins = [event.goal for event in table.events if isinstance(event, Progressed) and event.won]
    assert wins == [ours]

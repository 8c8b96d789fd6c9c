"""Rulings and readings that no other topic has, what the rulebook keeps of the print, and advice at its moments."""

from __future__ import annotations

from typing import Any

import pytest

from moot.core import Confirm, Count
from moot.games.modos.catalog import ARMORS, SHIELDS, WEAPONS
from moot.games.modos.conflict.beats import DeedCame, DeedDeclared
from moot.games.modos.conflict.working import Progressed
from moot.games.modos.conflicts import Running
from moot.games.modos.injuries import BlowRolled
from moot.games.modos.magic.cost import CostRolled
from moot.games.modos.room import GAME
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown
from moot.testing import choices

RULES = GAME.rulebook.rules


def duel(foe: dict[str, Any] | None = None, options: dict[str, str] | None = None, **ann: Any) -> Sitting:
    """Ann has the turn, with a sword; the foe can answer, with a dagger."""
    table = Sitting(person("ann", player="s3", **{"gear": ("sword-bastard",)} | ann),
                  person("foe", **{"gear": ("dagger",)} | (foe or {})), **(options or {}))
    table.fight(ann=18, foe=5)
    return table


def attack(table: Sitting, **more: Any) -> None:
    table.does("ann", "attack", tool="ann-sword-bastard", target="foe", **more)


# ---------------------------------------------------------------- contests


@pytest.mark.rule("MO-102")
def test_difficulties_are_judged_from_an_average_person():
    table = Sitting(person("ann", player="s3"))
    [blank] = [one for one in table.offers("Gil", "call-contest")[0].fields if isinstance(one, Count)]
    assert blank.hint.startswith("For an average person: Easy 0")


@pytest.mark.rule("MO-E63", "MO-X006")
@pytest.mark.parametrize(("who", "difficulty", "totals"), [("ann", 2, (15, 15)), ("foe", -2, (13, 13))])
def test_difficulty_can_be_on_either_side_and_comes_to_the_same(who, difficulty, totals):
    """13 against 15: with 2 more for one, or 2 less for the other, it is a Tie."""
    table = Sitting(person("ann", player="s3"), person("foe"), tie="neutral")
    table.do("Gil", "call-contest", who="ann", pool="P", against="foe", theirs="P")
    [contest] = table.state.contests
    table.do("Gil", "adjust", contest=contest, who=who, difficulty=difficulty, played=False)
    table.throws("ann")
    came = table.throws("foe", 13, 15)
    assert (came.first.worth, came.second.worth, came.outcome) == (*totals, "tie")


@pytest.mark.rule("MO-E83", "MO-E85")
def test_hero_point_and_skill_are_said_with_the_throw_and_not_after_it():
    table = Sitting(person("ann", player="s3", heroes=2, points={"movement": 1}))
    table.do("Gil", "call-contest", who="ann", pool="P", against="fate")
    [offer] = table.offers("Ann", "throw-contest")
    kinds = {field.name: type(field) for field in offer.fields}
    assert kinds["hero"] is Confirm
    assert "movement" in choices(offer, "skill")
    came = table.throws("ann", 9, 4, 20, hero=True, skill="movement")
    assert (came.first.worth, table.who("ann").heroes) == (14, 1)
    assert not table.offers("Ann", "throw-contest")


# ---------------------------------------------------------------- beats


@pytest.mark.rule("MO-E87", "MO-213", "MO-X207")
def test_answers_are_declared_before_any_die_and_the_deed_comes_first():
    table = duel()
    attack(table)
    assert table.last(DeedDeclared).rules == ("MO-200", "MO-213")
    assert not any(isinstance(event, BlowRolled | ContestThrown) for event in table.events)
    table.does("foe", "attack", tool="foe-dagger", target="ann", faces=[3, 2])
    assert [event.who for event in table.events if isinstance(event, DeedCame)] == ["ann", "foe"]


@pytest.mark.rule("MO-201", "MO-E16")
def test_what_happens_in_a_beat_happens_together_and_two_can_fell_each_other():
    table = duel({"damage": {"P": 9}}, {"reaction_order": "always_together"}, damage={"P": 9})
    attack(table)
    table.does("foe", "attack", tool="foe-dagger", target="ann", faces=[3, 4])
    assert all(table.who(who).has_mark("mostly-dead") for who in ("ann", "foe"))


@pytest.mark.rule("MO-E16")
def test_one_point_of_damage_knocks_nobody_down_however_good_the_throw():
    table = duel({"gear": ("mail",), "P": 12}, P=20)
    attack(table)
    table.does("foe", "defend", against="ann", skill="parry", faces=[20, 4, 2, 8])
    assert (table.last(ContestThrown).first.worth, table.who("foe").hurt("P"), table.who("foe").marks) == (25, 1, ())


@pytest.mark.rule("MO-207", "MO-208")
def test_progress_gathers_in_a_pool():
    table = duel()
    table.do("Gil", "set-goal", goal="", what="the gate", side="ours", most=9, die="d8", regress="none")
    [goal] = table.conflict.goals
    for face, gained in ((4, 4), (3, 7)):
        table.does("ann", "work", words="pushes", pool="P", goal=goal)
        table.let_be()
        table.do("Gil", "set-fate", sure=True, faces=[face])
        assert table.conflict.goals[goal].gained == gained
        assert "MO-207" in table.last(Progressed).rules


@pytest.mark.rule("MO-FQ13")
@pytest.mark.parametrize("aim", ["disarm:foe-dagger", "mark:tangled", "mark:beset"])
def test_an_attack_can_be_for_something_else_than_harm(aim):
    table = duel()
    assert aim in choices(table.offers("Ann", "attack")[0], "aim")
    attack(table, aim=aim)
    table.does("foe", "pass")
    foe = table.who("foe")
    assert foe.hurt("P") == 0
    assert (foe.gear[0].at == "away") is (aim == "disarm:foe-dagger")
    assert [mark.row for mark in foe.marks] == ([] if "disarm" in aim else [aim.partition(":")[2]])


@pytest.mark.rule("MO-FQ20")
@pytest.mark.parametrize("moment", [True, False])
def test_whether_keeping_a_power_leaves_a_moment_to_react_is_the_guides(moment):
    table = Sitting(person("foe", asking="always", gear=("dagger",)), person("mage", player="s3", MP=15))
    table.fight(foe=18, mage=5)
    table.have(running={"r": Running(id="r", row="hold-3", caster="mage", stored=13, pros={"foe": 0})})
    table.does("foe", "end-turn")
    table.does("mage", "keep", on="r")
    if moment:
        table.does("foe", "attack", tool="foe-dagger", target="mage", faces=[3])
    else:
        table.do("Gil", "go-on")
        assert table.state.phase == "turn"
        assert table.offers("Gil", "attack") == []
    assert table.who("mage").hurt("P") == (3 if moment else 0)
    assert [*table.state.running] == ["r"]


# ---------------------------------------------------------------- magic


@pytest.mark.rule("MO-E93")
@pytest.mark.parametrize("order", [("posture", "r"), ("r", "posture")])
def test_postures_and_powers_open_the_turn_together_in_any_order(order):
    rider = person("rider", player="s3", MP=15, asking="never")
    table = Sitting(rider, person("foe", asking="never"))
    table.do("Gil", "open-conflict", what="A chase", ours=("rider",), theirs=("foe",))
    table.do("Gil", "set-scene", more=("defensive", "flanking", "mounted"))
    table.do("Gil", "call-order")
    for who, face in {"rider": 15, "foe": 5}.items():
        table.does(who, "throw-initiative", pool="P", faces=[face])
    table.does("rider", "move", posture="mounted", by="animal", means="a mare")
    table.let_be()
    table.have(running={"r": Running(id="r", row="hold-3", caster="rider", stored=13, pros={"foe": 0})})
    table.does("rider", "end-turn")
    table.does("foe", "end-turn")
    for on in order:
        table.does("rider", "keep", on=on)
    table.does("rider", "end-turn")
    assert (table.conflict.people["rider"].place.posture, [*table.state.running]) == ("mounted", ["r"])


@pytest.mark.rule("MO-FQ09")
@pytest.mark.parametrize(("heaped", "faces", "taken"), [("no", (7, 5), 2), ("yes", (7, 5, 1, 8, 8, 2), 2 + 1 + 6)])
def test_a_power_for_many_hurts_one_foe_once_or_once_a_level_each_less_protection(heaped, faces, taken):
    table = Sitting(person("mage", player="s3", MP=16, level=5, points={"magic:fire-3": 1}),
                  person("foe", P=20, asking="never", gear=("mail",)), heaped=heaped)
    table.fight(mage=18, foe=5)
    for _ in range(2):
        table.does("mage", "cast", power="fire-3", half=True)
    table.does("mage", "cast", power="fire-3", half=True, cost_half=True, targets=("foe",), faces=[*faces])
    assert table.who("foe").hurt("P") == taken
    assert table.last(CostRolled).points == 7


# ---------------------------------------------------------------- the print


@pytest.mark.rule("MO-E02")
@pytest.mark.parametrize(("weapon", "die"), [("dagger", 4), ("club", 6), ("axe-battle", 8), ("sword-great", 10)])
def test_the_damage_column_is_the_die_of_a_weapon(weapon, die):
    table = duel({"P": 18, "asking": "never"}, gear=(weapon,))
    table.does("ann", "attack", tool=f"ann-{weapon}", target="foe", faces=[die])
    assert table.last(BlowRolled).damage.dice == ((die, die),)


@pytest.mark.rule("MO-E03")
def test_what_can_be_read_of_the_tables_is_there_and_no_more():
    assert (len(SHIELDS) + len(ARMORS), len(WEAPONS)) == (14, 30)
    assert not [row for row in ARMORS.values() if row.era == "future"]


@pytest.mark.rule("MO-E18")
def test_the_catalog_is_no_appendix_d():
    numbered = [rule for id_, rule in RULES.items() if id_[3:].isdigit()]
    assert all(rule.source.startswith("catalog") for rule in numbered)
    assert [rule.id for rule in RULES.values() if "appendix D" in rule.text] == ["MO-E18"]


@pytest.mark.rule("MO-E20")
@pytest.mark.parametrize(("rule", "missing"), [
    ("113", "103 108 109 112"), ("114", "007 008 100"), ("303", "200 301 302"), ("314", "315"), ("404", "407"),
    ("410", "319"), ("412", "404 411"),
])
def test_printed_dependencies_are_kept_without_those_that_are_missing(rule, missing):
    assert not {f"MO-{each}" for each in missing.split()} & {*RULES[f"MO-{rule}"].needs}


@pytest.mark.rule("MO-E59", "MO-212")
def test_the_order_of_a_conflict_is_that_of_the_throws():
    table = Sitting(person("blawesome", player="s3"), person("brolf", player="s4"), person("hax", player="s5"))
    table.fight(blawesome=9, brolf=14, hax=19)
    assert table.conflict.order == ("hax", "brolf", "blawesome")
    assert [row.of for row in table.board("Ann")["order"].rows] == ["hax", "brolf", "blawesome"]


@pytest.mark.rule("MO-E61")
def test_isolations_rules_stand_on_others_than_themselves():
    disabled, anger, tension = (RULES[f"MO-M{number}"] for number in ("314", "322", "013"))
    assert disabled.id not in disabled.needs
    assert tension.id in anger.needs


# ---------------------------------------------------------------- advice


ADVICE = {
    "free": {"MO-X011", "MO-FP07", "MO-FQ22", "MO-FQ24"}, "opening": {"MO-X204", "MO-FQ22"}, "initiative": {"MO-X204"},
    "turn": {"MO-X012", "MO-X114", "MO-FQ17"}, "reaction": {"MO-FQ18"},
}


@pytest.mark.rule("MO-X011", "MO-X012", "MO-X114", "MO-X204", "MO-FP07", "MO-FQ17", "MO-FQ18", "MO-FQ22", "MO-FQ24")
def test_advice_is_shown_at_its_moments():
    table = Sitting(person("ann", player="s3"), person("foe", asking="always"))
    seen: dict[str, set[str]] = {}

    def looks() -> None:
        now = GAME.situation(table.state)
        seen[now.phase] = {rule.id for place in now.aids for rule in GAME.rulebook.aids(place)}

    looks()
    table.do("Gil", "open-conflict", what="A brawl", ours=("ann",), theirs=("foe",))
    looks()
    table.do("Gil", "call-order")
    looks()
    for who, face in {"ann": 15, "foe": 5}.items():
        table.does(who, "throw-initiative", pool="P", faces=[face])
    looks()
    table.does("ann", "attack", tool="natural", target="foe")
    looks()
    assert seen == ADVICE

"""What a module removes cannot be reached: random walks at tables that play without it."""

from __future__ import annotations

from dataclasses import replace as dataclass_replace
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Module
from moot.games.modos.catalog import EVERYTHING
from moot.games.modos.house import READY
from moot.games.modos.options import SWITCHED, Options
from moot.games.modos.person import Mark
from moot.games.modos.room import GAME
from moot.games.modos.ruling import touched
from moot.games.modos.tests.left_out import LeftOut, crowd
from moot.games.modos.tests.people import person
from moot.games.modos.tests.sailing import Aboard
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown
from moot.testing import SEATS
from moot.testing.walk import Survey, Walk

ISOLATION = Module.read(READY[0])
STEPS = 32

LEAVES_OUT: list[dict[str, Any]] = [
    {"magic": "false"}, {"combat": "false"}, {"combat": "false", "magic": "false"}, {"house_powers": "false"},
    {"extended": "false"}, {"character": "false"}, {"core": "false"}, {"core": "false", "character": "false"},
]


def without(*house: Module, **options: str) -> LeftOut:
    """A table whose people had all of it, and which plays by these rules from now on."""
    table = crowd()
    table.state = GAME.ruled(table.state, GAME.rulebook.settings({"health_told": "told", **options}), house)
    return LeftOut(table)


@pytest.mark.rule("MO-X602", "MO-E55")
@pytest.mark.parametrize("options", LEAVES_OUT, ids=" ".join)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)], ids=str)
def test_what_is_left_out_is_named_nowhere_and_cannot_be_reached(options, seed):
    table = without(**options)
    table.walk(seed, STEPS)
    assert not table.found
    assert len(table.done) > STEPS // 3, "too little was tried"


@pytest.mark.rule("MO-X602")
def test_the_ship_is_nowhere_at_a_table_without_the_house_rules_that_bring_it():
    table = without()
    assert {"go", "hunt", "crew-went"} <= table.kinds
    table.walk(3, STEPS)
    assert not table.found


@pytest.mark.rule("MO-X602", "MO-E60")
def test_aboard_there_is_no_magic():
    table = LeftOut(Aboard(at={"ripley": "hold"}))
    table.walk(4, STEPS)
    assert not table.found
    assert {"go", "use-pad", "hunt", "move-alien"} & {*table.done}


@pytest.mark.rule("MO-X602")
@pytest.mark.parametrize(("out", "gone"), [
    ({"core"}, {"extended", "combat", "magic"}), ({"character"}, {"combat", "magic"}), ({"extended"}, {"combat"}),
    ({"combat"}, set()), ({"magic"}, set()), ({"core", "character"}, {"extended", "combat", "magic"}),
], ids=lambda modules: " ".join(sorted(modules)))
def test_what_stands_on_a_module_that_is_left_out_goes_with_it(out, gone):
    now = crowd().state
    then = GAME.ruled(now, GAME.rulebook.settings(dict.fromkeys(out, "false")), ())
    assert {*SWITCHED} - {*then.modules} == out | gone
    said = [says.partition(" goes along")[0] for says in touched(now, then) if "goes along" in says]
    assert said == [SWITCHED[module] for module in SWITCHED if module in gone]


@pytest.mark.rule("MO-X602")
@pytest.mark.parametrize("out", [
    *combinations(SWITCHED, 1), ("core", "character"), ("character", "extended"), ("extended", "magic"),
], ids=" ".join)
def test_a_table_without_some_modules_opens_and_goes_on(out):
    """Its house rules leave them out: nobody is offered or waits for what cannot be."""
    house = Module(id="less", title="Less", options=dict.fromkeys(out, "false"))
    survey = Survey()
    Walk(dataclass_replace(GAME, rulebook=GAME.rulebook.with_module(house)), SEATS, 0, survey).run(STEPS)
    assert survey.steps == STEPS


# ---------------------------------------------------------------- the walk sees what is broken


@pytest.mark.parametrize(("where", "name", "broken"), [
    ("moot.games.modos.making.setting", "played", lambda catalog, skill: True),
    ("moot.games.modos.making.setting", "catalog_of", lambda state: EVERYTHING),
    ("moot.games.modos.state.State", "modules", ("combat", "magic")),
], ids=["a skill to name", "points to set", "a module that comes back"])
def test_a_walk_finds_what_a_broken_line_lets_through(monkeypatch, where, name, broken):
    table = without(magic="false", combat="false")
    monkeypatch.setattr(f"{where}.{name}", broken)
    table.walk(1, 1)
    assert table.found


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))])
def test_with_all_modules_and_other_options_at_random_the_contract_is_kept(seed):
    """Where each module is a switch, few random tables have all of them."""
    book = GAME.rulebook
    others = {id_: option for id_, option in book.options.items() if id_ not in SWITCHED}
    survey = Survey()
    Walk(dataclass_replace(GAME, rulebook=replace(book, options=others)), SEATS, seed, survey).run(2 * STEPS)
    assert survey.steps == 2 * STEPS


@pytest.mark.rule("MO-X602", "MO-102")
def test_who_comes_in_without_a_sheet_is_there_at_once_and_chooses_what_levels_bring_once_there_are_any():
    table = Sitting()
    table.have(options=Options(character="false"))
    table.do("Ann", "begin-character", name="Ada", concept="Keeps the lamps")
    [ada] = table.state.cast()
    assert (ada.name, ada.concept, ada.goals, [*ada.scores.values()]) == ("Ada", "Keeps the lamps", (), [10, 10, 10])
    assert not [one for one in GAME.situation(table.state).waiting if one.who == "Ann"]
    table.do("Gil", "call-contest", who=ada.id, against="fate", difficulty=4)
    assert table.throws(ada.id, 12, 7).outcome == "pro", "12 to 11: a d20 each, and the difficulty"
    assert [term.label for term in table.last(ContestThrown).first.terms] == ["d20"]
    table.have(options=Options())
    assert [one.what for one in GAME.situation(table.state).waiting if one.who == "Ann"] == ["Ada’s new level"]


@pytest.mark.rule("MO-X602")
def test_a_sheet_in_the_making_can_be_played_without_sheets_and_is_gone_on_with_once_there_are_any():
    table = Sitting()
    table.do("Ann", "begin-character", name="Ada", concept="Keeps the lamps", goal="Light", flaw="Afraid")
    made = [who.made for who in table.state.people.values()]
    for character in ("false", "true"):
        settings = GAME.rulebook.settings({"character": character})
        table.state = GAME.ruled(table.state, settings, ())
        made += [who.made for who in table.state.people.values()]
    assert made == [False, True, False]


@pytest.mark.rule("MO-X602", "MO-E95", "MO-E105")
@pytest.mark.parametrize("out", ["character", "core"])
def test_nobody_waits_for_luck_or_a_doubt_where_there_can_be_none(out):
    belief = Mark(id="b", row="belief", source="skill:persuade", words="Goal: to go home", stored=9, doubted=True)
    fall = Mark(id="m", row="mostly-dead", asks=True)
    table = Sitting(person("vael", player="s3", heroes=1, perks=("lucky-day",), marks=(belief, fall)), person("troll"))
    waits = {one.what for one in GAME.situation(table.state).waiting if one.who == "Ann"}
    assert waits == {"a doubt", "Vael’s luck"}
    table.state = GAME.ruled(table.state, GAME.rulebook.settings({out: "false"}), ())
    assert not [one for one in GAME.situation(table.state).waiting if one.who == "Ann"]
    if out == "character":
        table.fight(vael=15, troll=9)
        table.does("vael", "work", words="looks around")
        table.do("Gil", "set-fate", sure=True)
        assert table.conflict.beat is None, "the deed is over"


@pytest.mark.rule("MO-X602", "MO-X312")
def test_whom_somebody_knew_nothing_of_does_not_matter_where_nobody_can_hide():
    table = Sitting(person("vael", player="s3"), person("troll"))
    table.do("Gil", "set-unaware", who=("troll",), of=("vael",))
    table.state = GAME.ruled(table.state, GAME.rulebook.settings({"character": "false"}), ())
    table.fight(vael=15, troll=9)
    table.does("vael", "work", words="looks around")
    table.do("Gil", "set-fate", sure=True)
    assert table.conflict.beat is None


@pytest.mark.rule("MO-X602")
@pytest.mark.parametrize(("do", "out", "left"), [
    ({"do": "cast", "power": "fire-1", "targets": ("troll",), "on": ""}, "magic", "turn"),
    ({"do": "attack", "tool": "natural", "target": "troll"}, "combat", "turn"),
    ({"do": "sway", "skill": "persuade", "target": "troll", "words": "Go home."}, "character", "turn"),
    ({"do": "work", "words": "looks around"}, "magic", "reaction"),
    ({"do": "work", "words": "looks around"}, "extended", "free"),
    ({"do": "work", "words": "looks around"}, "core", "free"),
], ids=lambda one: one if isinstance(one, str) else one["do"])
def test_an_undo_into_a_deed_that_the_rules_of_now_do_not_have_calls_it_off(do, out, left):
    table = Sitting(person("vael", player="s3", points={"magic:fire-1": 1}), person("troll"))
    table.fight(vael=15, troll=9)
    table.does("vael", **do)
    assert table.conflict.beat
    table.state = GAME.ruled(table.state, GAME.rulebook.settings({out: "false"}), ())
    assert table.state.phase == left
    if left == "turn":
        table.does("vael", "end-turn")
        assert table.conflict.whose == "troll"


@pytest.mark.rule("MO-X602", "MO-002")
def test_an_undo_to_a_contest_drops_it_where_there_are_no_contests():
    table = Sitting(person("vael", player="s3"))
    table.do("Gil", "call-contest", who="vael", against="fate", difficulty=4)
    table.state = GAME.ruled(table.state, GAME.rulebook.settings({"core": "false"}), ())
    assert not table.state.contests
    assert not [one for one in GAME.situation(table.state).waiting if one.who == "Ann"]


@pytest.mark.rule("MO-X602")
def test_the_journal_names_no_power_where_there_is_no_magic():
    table = crowd()
    table.have(options=Options(magic="false"))
    table.do("Gil", "set-points", who="hax", skill="parry", points=3)
    assert "3 in Parry" in table.read["Ann"][-1]
    assert "fire" not in table.read["Ann"][-1]


@pytest.mark.rule("MO-X602", "MO-315", "MO-X313")
@pytest.mark.parametrize(("out", "left"), [
    (("combat",), {"P": 5, "MP": 0}), (("combat", "magic"), {"P": 5, "MP": 6}), (("core",), {"P": 5, "MP": 6}),
], ids=" ".join)
def test_damage_of_a_pool_that_is_not_played_with_neither_heals_nor_is_told_of(out, left):
    table = Sitting(person("vael", player="s3", damage={"P": 5, "MP": 6}))
    table.state = GAME.ruled(table.state, GAME.rulebook.settings(dict.fromkeys(out, "false")), ())
    blanks = {field.name for offer in table.offers("Gil", "pass-time") for field in offer.fields}
    assert ("rest" in blanks) is (left["MP"] == 0)
    table.do("Gil", "pass-time", unit="days", count=2)
    assert table.who("vael").damage == left
    assert any("damage" in line for line in table.read["Ann"]) is (left["MP"] == 0)


@pytest.mark.rule("MO-X602", "MO-E96")
@pytest.mark.parametrize("out", ["combat", "core"])
def test_nobody_is_disabled_by_a_pool_that_is_not_played_with(out):
    table = Sitting(person("vael", player="s3", damage={"P": 5}))
    table.state = GAME.ruled(table.state, GAME.rulebook.settings({out: "false", "max_drop": "at_once"}), ())
    table.do("Gil", "set-figures", who="vael", level=1, body=3, mind=10, spirit=10)
    assert not table.who("vael").marks


@pytest.mark.rule("MO-X602")
def test_damage_and_habits_that_are_not_asked_for_stay_as_they_are():
    table = crowd()
    table.put("hax", damage={"P": 3}, half=True)
    table.have(options=Options(magic="false", combat="false"))
    table.do("Gil", "set-figures", who="hax", level=2, body=10, mind=10, spirit=10)
    table.do("Ann", "set-habits", who="vael", asking="never")
    table.do("Ben", "set-habits", who="hax", asking="never")
    hax = table.who("hax")
    assert (hax.level, hax.damage, hax.half, hax.asking) == (2, {"P": 3}, True, "never")

"""People whom nobody plays come in: from sheets, quickly built, under another name; known to players or not."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from moot.core import Refused
from moot.games.modos.arms import arms_of
from moot.games.modos.live import catalog_of
from moot.games.modos.npcs.coming import PeopleCame
from moot.games.modos.npcs.people import PersonShown, person_of
from moot.games.modos.npcs.sheets import SHEETS
from moot.games.modos.npcs.shelf import SheetsLoaded, read
from moot.games.modos.person import Person
from moot.games.modos.reckoning import bonus_actions, guard, most, skill_total, weapon_die
from moot.games.modos.terms import PACKAGE
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.view.sheets import sheet
from moot.testing import choices

EXAMPLE = files(PACKAGE).joinpath("example_pack.toml").read_text(encoding="utf-8")


def called(table: Sitting, name: str) -> Person:
    [found] = [who for who in table.state.people.values() if who.name == name]
    return found


def names(table: Sitting) -> list[str]:
    return [who.name for who in table.state.people.values()]


@pytest.mark.rule("MO-X501", "MO-X504")
def test_several_of_a_kind_are_numbered_on_and_on():
    table = Sitting()
    table.do("Gil", "bring-in", sheets=("people/guard", "creatures/guard-dog"), count=2)
    assert names(table) == ["Guard 1", "Guard 2", "Guard dog 1", "Guard dog 2"]
    table.do("Gil", "bring-in", sheets=("people/guard",))
    table.do("Gil", "bring-in", sheets=("people/knight",))
    table.do("Gil", "bring-in", sheets=("people/knight",), name="Sir Ector")
    assert names(table)[4:] == ["Guard 3", "Knight", "Sir Ector"]
    assert {who.heroes for who in table.state.people.values()} == {0}
    assert table.last(PeopleCame).line(table.state).text == "Sir Ector is here."


@pytest.mark.rule("MO-E55", "MO-X602")
@pytest.mark.parametrize(("house", "gone"), [("false", True), ("true", False)])
def test_a_sheet_strikes_the_power_that_the_table_leaves_out_and_perks_for_it(house, gone):
    table = Sitting(person_of(SHEETS["traps/sleep-trap"], "sign"), house_powers=house)
    seen = sheet(table.state, table.gm, table.who("sign"))
    assert [one.gone for one in seen.skills if one.title == "Sleep 4"] == [gone]
    assert [perk.now for perk in seen.perks if perk.choice == "Sleep 4"] == [not gone] * 4


def test_a_name_is_for_people_of_one_sheet_and_eight_of_one_come_at_once():
    table = Sitting()
    two = ("people/guard", "people/extra")
    table.do("Gil", "bring-in", sheets=two, name="Bob")
    assert names(table) == ["Guard", "Extra"]
    table.refuses("Gil", "bring-in", "out-of-range", sheets=two, count=9)
    table.refuses("Ann", "bring-in", "guide-only", sheets=two)


@pytest.mark.rule("MO-X501")
def test_players_hear_of_whom_they_know_alone_and_numbers_tell_nothing_of_the_rest():
    table = Sitting()
    table.do("Gil", "bring-in", sheets=("people/guard",), count=3, hidden=True)
    assert not table.board("Ann")
    assert not table.read["Ann"]
    table.do("Gil", "bring-in", sheets=("people/guard",))
    assert [row.name for row in table.board("Ann")["people"].rows] == ["Guard"]
    told = table.last(PeopleCame).told(table.state, table.seats["Ann"])
    assert [who.scores for who in told.people] == [{}]
    hidden = called(table, "Guard 2")
    table.do("Gil", "show-person", who=hidden.id)
    assert [row.name for row in table.board("Ann")["people"].rows] == ["Guard 2", "Guard"]
    assert table.last(PersonShown).seen.health["P"] == (12, 12)


@pytest.mark.rule("MO-X501")
def test_who_is_shown_is_numbered_in_that_order_so_that_nobody_counts_the_rest():
    table = Sitting()
    table.do("Gil", "bring-in", sheets=("people/guard",), count=3, hidden=True)
    first, second, third = table.state.people
    table.do("Gil", "show-person", who=third)
    assert table.read["Ann"] == ["is here. "]
    assert [row.name for row in table.board("Ann")["people"].rows] == ["Guard"]
    table.do("Gil", "show-person", who=first)
    named = {id_: who.name for id_, who in table.state.people.items()}
    assert named == {first: "Guard 2", second: "Guard 1", third: "Guard"}, "two of one name nobody could tell apart"
    table.do("Gil", "show-person", who=second)
    assert table.who(second).name == "Guard 3"


@pytest.mark.rule("MO-X501")
def test_a_name_that_happens_to_end_in_a_number_stays():
    table = Sitting(*(person(id_, name, known=False) for id_, name in (("a", "Agent 7"), ("b", "Agent 9"))))
    table.do("Gil", "show-person", who="b")
    assert table.who("b").name == "Agent 9"


def test_players_hear_how_somebody_stands_in_a_contest_as_soon_as_they_are_shown():
    table = Sitting(person("maren", player="s3"))
    table.do("Gil", "bring-in", sheets=("people/guard",), hidden=True)
    guard_ = called(table, "Guard")
    table.do("Gil", "call-contest", who="maren", pool="P", against=guard_.id, theirs="P", why="A race")
    [contest] = table.state.contests.values()
    table.do("Gil", "throw-contest", contest=contest.id, who=guard_.id, half=True)
    table.do("Gil", "show-person", who=guard_.id)
    shown = table.last(PersonShown).told(table.state, table.seats["Ann"])
    assert shown.contests == tuple(table.state.contests.values())
    assert shown.contests[0].sides[1].half


def test_whoever_is_shown_bears_a_name_that_nobody_else_has():
    table = Sitting()
    table.do("Gil", "bring-in", sheets=("people/sage",), hidden=True)
    table.do("Gil", "bring-in", sheets=("people/sage",))
    table.do("Gil", "show-person", who=next(iter(table.state.people)))
    assert sorted(names(table)) == ["Sage", "Sage 2"]
    table.refuses("Gil", "show-person", "all-known", who=next(iter(table.state.people)))


@pytest.mark.parametrize(("told", "health", "hint"), [("told", True, False), ("hinted", False, True),
                                                      ("secret", False, False)])
def test_what_players_see_of_somebody_new_is_as_the_table_tells_health(told, health, hint):
    table = Sitting(health_told=told)
    table.do("Gil", "bring-in", sheets=("people/guard",))
    [seen] = table.last(PeopleCame).seen
    assert (bool(seen.health), bool(seen.hint)) == (health, hint)


@pytest.mark.rule("MO-X219")
def test_while_a_conflict_is_set_up_people_come_in_on_a_side():
    table = Sitting(person("ann", player="s3"), person("foe"))
    table.do("Gil", "open-conflict", what="A fight", ours=("ann",), theirs=("foe",))
    table.do("Gil", "bring-in", sheets=("creatures/mountain-wolf",), count=2)
    table.do("Gil", "bring-in", sheets=("creatures/guard-dog",), side="ours")
    sides = {table.state.name(who): one.side for who, one in table.conflict.people.items()}
    assert sides == {"Ann": "ours", "Foe": "theirs", "Mountain wolf 1": "theirs", "Mountain wolf 2": "theirs",
                     "Guard dog": "ours"}
    assert all(who.known for who in table.state.people.values())


@pytest.mark.rule("MO-X105", "MO-E49")
def test_a_main_villain_has_villain_points_at_each_encounter():
    table = Sitting(person("ann", player="s3"))
    table.do("Gil", "bring-in", sheets=("people/evil-villain",), villain=True)
    villain = called(table, "Evil villain").id
    assert table.who(villain).heroes == 0
    table.do("Gil", "open-conflict", what="A fight", ours=("ann",), theirs=(villain,))
    assert table.who(villain).heroes == 4


# ---------------------------------------------------------------- quick builds


def figures(table: Sitting, name: str) -> tuple[Any, ...]:
    who, state = called(table, name), table.state
    [(_, row), *_] = arms_of(catalog_of(state), who).weapons
    return who.scores, str(weapon_die(state, who.id, row)), str(guard(state, who.id, "P")), bonus_actions(state, who.id)


@pytest.mark.rule("MO-EX29", "MO-X502")
def test_the_jungle_toad_is_built_from_a_level_an_attribute_and_a_skill():
    table = Sitting()
    table.do("Gil", "bring-in", sheets=("examples/jungle-toad",))
    toad = {"name": "Another toad", "level": 5, "main": "P", "skill": "movement", "bonus": "unarmed"}
    table.do("Gil", "quick-build", **toad, strikes="unarmed", guard="d4")
    for name in ("Jungle toad", "Another toad"):
        assert figures(table, name) == ({"P": 15, "M": 10, "MP": 10}, "d8", "d4", {"unarmed": 1})
        assert skill_total(table.state, called(table, name).id, "movement") == 7


@pytest.mark.rule("MO-X502", "MO-E79")
@pytest.mark.parametrize(("level", "bonus", "actions"), [(4, "usual", 0), (5, "usual", 1), (9, "usual", 2),
                                                         (9, "none", 0)])
def test_a_quick_build_has_dice_of_eight_and_the_bonus_actions_that_are_usual_at_its_level(level, bonus, actions):
    table = Sitting()
    table.do("Gil", "quick-build", name="Ogre", level=level, main="P", skill="armed", bonus=bonus)
    scores, weapon, protection, found = figures(table, "Ogre")
    assert (scores, weapon, protection) == ({"P": 10 + level, "M": 10, "MP": 10}, "d8", "d8")
    assert sum(found.values()) == actions


@pytest.mark.rule("MO-X507")
def test_a_trap_can_be_built_quickly_too():
    table = Sitting()
    table.do("Gil", "quick-build", name="Pit", level=1, main="P", skill="armed", trap=True)
    assert called(table, "Pit").kinds == ("trap",)


# ---------------------------------------------------------------- reskins


@pytest.mark.rule("MO-X503")
def test_the_squire_is_an_aristocrat_with_deceit_swapped_for_arms():
    table = Sitting()
    table.do("Gil", "bring-in", sheets=("examples/squire",))
    table.do("Gil", "reskin", of="people/aristocrat", name="Page", goal="Honor.", swap="deceive", to="armed")
    for name in ("Squire", "Page"):
        squire = called(table, name)
        assert squire.points == {"armed": 3, "engage": 2, "knowledge:scholarship": 1}
        assert "deceive" not in [taken.choice for taken in squire.perks]
        assert squire.scores == {"P": 8, "M": 11, "MP": 14}
    assert called(table, "Page").goals == ("Honor.",)
    assert called(table, "Page").flaws == ("Looks down on everybody.",)


@pytest.mark.rule("MO-X503", "MO-110")
@pytest.mark.parametrize(("name", "do"), [("Gil", "reskin"), ("Ann", "play-sheet")])
def test_points_that_are_swapped_onto_others_keep_to_the_level(name, do):
    table = Sitting(start_level="3")
    for to in ("armed", "engage"):
        table.do("Gil" if to == "armed" else name, "reskin" if to == "armed" else do,
                 of="people/aristocrat", name=f"Page, {to}", swap="deceive", to=to)
    armed, engage = (called(table, f"Page, {to}") for to in ("armed", "engage"))
    assert (armed.points["armed"], armed.owed.points) == (3, 0), "2 and 1, at level 3"
    assert (engage.points["engage"], engage.owed.points) == (3, 1), "2 and 2: one is left to choose"


# ---------------------------------------------------------------- packs of a group's own


@pytest.mark.rule("MO-X501", "MO-X502", "MO-X503")
def test_sheets_of_ones_own_lie_beside_those_of_the_book():
    table = Sitting()
    table.do("Gil", "load-sheets", text=EXAMPLE)
    assert not table.read["Ann"]
    mill = ("miller", "thing-in-the-flour", "miller-s-wife")
    table.do("Gil", "bring-in", sheets=tuple(f"the-old-mill/{id_}" for id_ in mill))
    assert called(table, "The miller’s wife").points == {"deceive": 2, "engage": 2, "movement": 1,
                                                         "knowledge:scholarship": 1}
    [document] = table.game.documents(table.state, table.seats["Gil"])
    assert "Thing in the flour" in document.write()
    table.do("Gil", "drop-sheets", pack="the-old-mill")
    table.refuses("Gil", "bring-in", "not-a-choice", sheets=("the-old-mill/miller",))
    assert "Miller" in names(table)


@pytest.mark.rule("MO-X501", "MO-110", "MO-X502", "MO-X503", "MO-E42", "MO-FQ04")
@pytest.mark.parametrize(
    ("right", "wrong", "rule"),
    [
        ("armed = 2", "armed = 3", "MO-110"),
        ("P = 14", "P = 15", "MO-X102"),
        ('"tough"', '"ruff"', "MO-112"),
        ('row = "club"', 'row = "clubb"', "MO-X111"),
        ('kind = "armor", die = "d4", penalty = -1', 'kind = "armor", die = "d4"', "MO-FQ12"),
        ("penalty = -1", "penalty = -2, natural = true", "MO-E42"),
        ('skill = "sneak"', 'skill = "sneaking"', "MO-108"),
        ('of = "people/aristocrat"', 'of = "people/aristo"', "MO-X503"),
        ('from = "armed"', 'from = "parry"', "MO-X503"),
        ("level = 2", 'level = "two"', "MO-X501"),
    ],
)
def test_a_pack_is_refused_with_the_line_and_the_rule(right, wrong, rule):
    assert EXAMPLE.count(right) == 1
    line = EXAMPLE[: EXAMPLE.index(right)].count("\n") + 1
    with pytest.raises(Refused) as refused:
        read(EXAMPLE.replace(right, wrong))
    assert (refused.value.rule, f"Line {line}," in str(refused.value)) == (rule, True)


# ---------------------------------------------------------------- heroes that are ready


@pytest.mark.rule("MO-X501", "MO-X101", "MO-E81")
@pytest.mark.parametrize(("hero", "health", "weapon"), [("Blawesome", 15, "d6"), ("Hax420", 8, "d10"),
                                                        ("Sir Brolf", 10, "d10")])
def test_a_player_takes_a_hero_of_the_book_as_it_stands(hero, health, weapon):
    table = Sitting()
    [key] = [offer.fixed["sheet"] for offer in table.offers("Ann", "play-hero") if hero in offer.label]
    table.do("Ann", "play-hero", sheet=key)
    who = called(table, hero)
    assert (who.player, who.kinds, who.heroes, who.made) == ("s3", ("pc",), 3, True)
    assert (most(table.state, who.id, "P"), figures(table, hero)[1]) == (health, weapon)
    assert hero not in [offer.label.removeprefix("Play ") for offer in table.offers("Ben", "play-hero")]
    table.refuses("Gil", "play-hero", "players-only", sheet=key)


@pytest.mark.rule("MO-X501")
def test_players_may_take_heroes_of_a_pack_and_hear_of_nobody_else_in_it():
    table = Sitting()
    text = EXAMPLE.replace('name = "Miller"', 'name = "Miller"\nhero = true')
    table.do("Gil", "load-sheets", text=text)
    told = table.last(SheetsLoaded).told(table.state, table.seats["Ann"])
    assert [sheet.name for sheet in told.pack.sheet] == ["Miller"]
    assert (told.pack.quick, told.pack.reskin) == ((), ())
    table.do("Ann", "play-hero", sheet="the-old-mill/miller")
    assert called(table, "Miller").player == "s3"


@pytest.mark.rule("MO-X503", "MO-X501")
def test_a_player_borrows_a_sheet_of_the_partys_level_with_a_concept_of_their_own():
    table = Sitting(person("brolf", player="s4", level=3), start_level="2")
    [offer] = table.offers("Ann", "play-sheet")
    found = choices(offer, "of")
    assert {"people/aristocrat", "people/knight", "people/guard"} <= {*found}
    assert not {"people/extra", "people/evil-mutant", "traps/green-slime", "heroes/sir-brolf"} & {*found}
    table.do("Ann", "play-sheet", of="people/aristocrat", name="Tom", concept="A squire", flaw="Drops things",
             swap="deceive", to="armed")
    who = called(table, "Tom")
    assert (who.player, who.kinds, who.heroes, who.made, who.concept) == ("s3", ("pc",), 3, True, "A squire")
    assert (who.points["armed"], "deceive" in who.points) == (3, False)
    assert (who.flaws, len(who.goals)) == (("Drops things",), 1)
    table.refuses("Gil", "play-sheet", "players-only", of="people/knight", name="Ted")

"""The sheets of the book: every printed total against the reckoned one, and each of its errata."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from moot.games.modos.arms import natural
from moot.games.modos.combat.means import all_means
from moot.games.modos.contests import Facts
from moot.games.modos.figures import advised_actions
from moot.games.modos.harm import Blow, strike
from moot.games.modos.ladder import Die
from moot.games.modos.npcs.judging import faults
from moot.games.modos.npcs.people import SOMEBODY, looked_at, person_of, reckoned
from moot.games.modos.npcs.sheets import OURS, PACKS, SHEETS, Sheet, Thing
from moot.games.modos.npcs.shelf import faults as pack_faults
from moot.games.modos.person import Unspent
from moot.games.modos.reading import SIZES
from moot.games.modos.reckoning import bonus_actions, score, skill_terms
from moot.games.modos.terms import POOLS
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting

BLOW = Blow(title="blow", by="ann", on="trap", die=Die.read("d8"))
WRONG = {
    ("creatures/aquan-alien", "parry"): (1, 2, "MO-E64"),
    ("creatures/sapphire-dragon", "max:P"): (19, 20, "MO-E65"),
    ("people/dwarf-miner", "craftsman:stonework"): (1, 3, "MO-E66"),
    ("creatures/bridge-troll", "magic:cure-1"): (5, 7, "MO-E67"),
    ("machines/program-agent", "magic:alter-1"): (4, 6, "MO-E68"),
    ("people/sidekick", "detect"): (1, 0, "MO-E69"),
    ("people/street-urchin", "larceny"): (2, 1, "MO-E70"),
}
"""Printed totals that are errata, each with what is reckoned instead."""


def sheet(id_: str) -> Sheet:
    return next(each for key, each in OURS.items() if key.endswith(f"/{id_}"))


def codes(one: Sheet, **changes: Any) -> list[tuple[str, str]]:
    return [(each.code, each.rule) for each in faults(replace(one, **changes), ())]


@pytest.mark.rule("MO-X504")
def test_the_book_has_fifty_five_sheets():
    assert len(SHEETS) == 55
    assert [len(PACKS[name].sheet) for name in ("heroes", "traps")] == [3, 3]


@pytest.mark.rule("MO-X504", "MO-E64", "MO-E65", "MO-E66", "MO-E67", "MO-E68", "MO-E69", "MO-E70", "MO-E81")
@pytest.mark.parametrize("key", SHEETS)
def test_every_printed_total_is_reckoned_but_for_errata(key):
    one = SHEETS[key]
    for figure, printed in one.printed.items():
        right = reckoned(one, figure)
        if (key, figure) in WRONG:
            assert (printed, right) == WRONG[key, figure][:2]
            assert WRONG[key, figure][2] in one.errata
        else:
            assert (figure, right) == (figure, printed)


@pytest.mark.rule("MO-X501", "MO-X102", "MO-113", "MO-110", "MO-112")
def test_every_sheet_keeps_to_the_rules_that_characters_are_made_by():
    assert [each for pack in PACKS.values() for each in pack_faults(pack) if each.code != "pack-id-taken"] == []
    assert {key for key, one in SHEETS.items() if one.bends} == {"creatures/mist-dragon"}


# ---------------------------------------------------------------- what a sheet may not have


@pytest.mark.rule("MO-X501")
@pytest.mark.parametrize(
    ("changes", "code", "rule"),
    [
        ({"scores": {"P": 13, "M": 12, "MP": 8}}, "scores-sum", "MO-X102"),
        ({"scores": {"P": 22, "M": 5, "MP": 5}}, "bad-figure", "MO-X102"),
        ({"points": {"movement": 1, "detect": 1}}, "points-sum", "MO-113"),
        ({"points": {"detect": 3}}, "bad-figure", "MO-110"),
        ({"points": {"movement": 1, "flying": 2}}, "no-such-skill", "MO-108"),
        ({"perks": ("off-the-mark",)}, "perks-sum", "MO-113"),
        ({"perks": ("skill-point:detect", "wings")}, "no-such-perk", "MO-112"),
        ({"perks": ("skill-point:detect", "armor-training:spear")}, "no-such-choice", "MO-112"),
        ({"perks": ("skill-point:detect", "legendary-hero")}, "level-too-low", "MO-X103"),
        ({"level": 3, "perks": ("skill-point:detect", "fearless", "fearless")}, "perk-taken", "MO-E44"),
        ({"goals": ()}, "no-goals", "MO-101"),
        ({"traits": ("wings",)}, "no-such-trait", "MO-X501"),
        ({"tactic": "panic"}, "no-such-tactic", "MO-X506"),
        ({"gear": (Thing(row="bow-long"), Thing(row="shield-large"))}, "no-hand", "MO-X129"),
        ({"gear": (Thing(row="bow"),)}, "no-such-gear", "MO-X111"),
        ({"bends": ("MO-110",)}, "nothing-bent", "MO-000"),
    ],
)
def test_what_no_character_could_have_no_sheet_has(changes, code, rule):
    assert (code, rule) in codes(sheet("guard"), **changes)


@pytest.mark.rule("MO-X102", "MO-113")
@pytest.mark.parametrize(("body", "perk", "wrong"), [
    (16, "fearless", False), (17, "attribute-point:P", False), (18, "attribute-point:P", True),
    (17, "attribute-point:M", True),
])
def test_a_score_is_what_dice_levels_and_perks_can_give(body, perk, wrong):
    more = perk.startswith("attribute")
    scores = {"P": body, "M": 31 + more - body - 6, "MP": 6}
    found = codes(sheet("guard"), level=1, scores=scores, points={"detect": 1}, perks=(perk,))
    assert (("bad-figure", "MO-X102") in found) is wrong


@pytest.mark.rule("MO-FQ12", "MO-X122")
def test_gear_without_size_or_penalty_is_natural_and_has_its_die_from_perks():
    wolf = sheet("mountain-wolf")
    assert [thing.bodily for thing in wolf.gear] == [True, True]
    assert reckoned(replace(wolf, perks=()), "weapon:bite") == "d4"
    assert reckoned(wolf, "weapon:bite") == "d8"
    assert ("bodily-die", "MO-FQ12") in codes(wolf, gear=(Thing(name="Bite", kind="weapon", die="d8"),))
    assert ("no-die", "MO-FQ12") in codes(wolf, gear=(Thing(name="Bite", kind="weapon", size="heavy"),))


@pytest.mark.rule("MO-E42", "MO-FQ04", "MO-X123", "MO-E75")
def test_armor_that_is_skin_costs_a_point_for_each_die_step_but_for_the_mist_dragon():
    mist, sapphire = sheet("mist-dragon"), sheet("sapphire-dragon")
    hide = sapphire.gear[0]
    assert (reckoned(sapphire, "P"), reckoned(sapphire, "guard:P")) == (16, "d10")
    assert codes(sapphire, gear=(replace(hide, penalty=-2), *sapphire.gear[1:])) == [("natural-penalty", "MO-E42")]
    assert codes(mist, bends=()) == [("natural-penalty", "MO-E42")]
    assert reckoned(mist, "P") == 9


@pytest.mark.rule("MO-E42")
@pytest.mark.parametrize(("natural_pp", "worth"), [("gear_only", 18), ("always", 16)])
def test_natural_armor_of_perks_can_cost_as_much(natural_pp, worth):
    table = Sitting(person_of(sheet("bridge-troll"), "troll"), natural_pp=natural_pp)
    assert score(table.state, "troll", "P") == worth


# ---------------------------------------------------------------- sheets that are torn


def splits(total: int) -> Iterable[dict[str, int]]:
    for first in range(6, total):
        for second in range(6, total - first - 5):
            yield {"P": first, "M": second, "MP": total - first - second}


@pytest.mark.rule("MO-E08")
def test_one_set_of_scores_alone_fits_the_insect_alien():
    alien = sheet("insect-alien")
    fit = [
        scores for scores in splits(sum(alien.scores.values()))
        if all(reckoned(replace(alien, scores=scores), name) == worth for name, worth in alien.printed.items())
    ]
    assert fit == [alien.scores]


@pytest.mark.rule("MO-E09", "MO-E10")
@pytest.mark.parametrize(("name", "level"), [("ghost", 4), ("knight", 3)])
def test_one_level_alone_fits_a_sheet_without_a_heading(name, level):
    assert [number for number in range(1, 16) if not codes(sheet(name), level=number)] == [level]


@pytest.mark.rule("MO-E11")
def test_three_attribute_points_of_the_agent_are_sure_and_seven_perks_are_left_to_choose():
    agent = sheet("program-agent")
    assert sum(agent.scores.values()) == 30 + 10 + 3
    assert (len(agent.perks), agent.owed.perks) == (3, 7)
    assert person_of(agent, "a").owed.perks == 7
    assert codes(agent, perks=agent.perks[:2], owed=Unspent(perks=8)) == [("scores-sum", "MO-X102")]


@pytest.mark.rule("MO-E12")
def test_the_villain_is_off_the_mark():
    state = looked_at(sheet("evil-villain"))
    terms = skill_terms(state, SOMEBODY, "M", "", Facts(deed="initiative"))
    assert [term.worth for term in terms] == [2, 4]


@pytest.mark.rule("MO-E69", "MO-E70")
@pytest.mark.parametrize(("name", "skill"), [("sidekick", "detect"), ("street-urchin", "larceny")])
def test_two_points_are_too_many_for_level_one_and_the_second_is_left_to_choose(name, skill):
    one = sheet(name)
    assert codes(one, points={skill: 2}, owed=Unspent()) == [("bad-figure", "MO-110")]
    assert person_of(one, "a").owed.points == 1


@pytest.mark.rule("MO-E71")
def test_the_werebull_has_no_bonus_action_and_no_power():
    bull = sheet("werebull")
    assert "bonus-action:concentrate" in bull.perks
    assert reckoned(bull, "bonus") == 0
    assert not [skill for skill in bull.points if skill.startswith("magic")]


@pytest.mark.rule("MO-E72")
def test_the_villain_was_trained_in_deceit_and_not_in_persuasion():
    villain = sheet("evil-villain")
    perks = ("skill-point:persuade", *villain.perks[1:])
    assert codes(villain, perks=perks) == [("point-missing", "MO-E44")]


@pytest.mark.rule("MO-E73", "MO-E74", "MO-E76")
@pytest.mark.parametrize(
    ("name", "thing", "die", "norm"),
    [("green-slime", "acid", "d8", "d4"), ("transforming-android", "punch", "d8", "d6"),
     ("transforming-android", "pulse-rifle", "d8", "d10"), ("dwarf-miner", "pick", "d8", "d10")],
)
def test_dice_that_are_not_the_norm_of_their_size_stay(name, thing, die, norm):
    one = next(each for each in sheet(name).gear if each.key == thing)
    assert (one.die, str(SIZES[one.size].die)) == (die, norm)
    assert reckoned(sheet(name), f"weapon:{thing}") == die


@pytest.mark.rule("MO-E77")
def test_three_machines_know_science_or_vehicles_without_saying_which():
    blank = {key for key, one in SHEETS.items() for skill in ("scientist", "pilot") if skill in one.points}
    assert blank == {key for key, one in SHEETS.items() if "MO-E77" in one.errata}
    assert len(blank) == 3


@pytest.mark.rule("MO-E78", "MO-X122")
@pytest.mark.parametrize("name", ["cyborg", "liquid-metal-android", "transforming-android", "sapphire-dragon"])
def test_natural_weapons_can_be_used_with_armed_where_the_sheet_does(name):
    one = sheet(name)
    assert "MO-E78" in one.errata
    means = [each for each in all_means(looked_at(one), SOMEBODY) if each.thing and natural(each.thing)]
    assert means
    assert all({"armed", "unarmed"} <= {*each.skills} for each in means)


@pytest.mark.rule("MO-E74", "MO-X122", "MO-X129")
def test_an_arm_that_is_treated_as_gear_takes_its_hand():
    android = sheet("transforming-android")
    assert [thing.name for thing in android.gear if thing.at == "stowed"] == ["Pulse rifle"]
    ready = replace(android, gear=tuple(replace(thing, at="held") for thing in android.gear))
    assert ("no-hand", "MO-X129") in codes(ready)
    assert [each.tool for each in all_means(looked_at(android), SOMEBODY) if each.thing] == ["somebody-punch"]


@pytest.mark.rule("MO-E79", "MO-X502")
def test_the_number_of_bonus_actions_is_advice_and_no_check():
    great = {
        key for key, one in SHEETS.items()
        if sum(bonus_actions(looked_at(one), SOMEBODY).values()) < advised_actions(one.level)
    }
    assert great == {key for key, one in SHEETS.items() if "MO-E79" in one.errata}
    assert not [key for key in great if list(faults(SHEETS[key], ()))]


@pytest.mark.rule("MO-E80", "MO-X507")
@pytest.mark.parametrize(("name", "pools"), [("bear-trap", ["MP"]), ("green-slime", []), ("sleep-trap", ["P"])])
def test_traps_have_scores_that_dice_cannot_give_and_what_they_lack_cannot_be_hurt(name, pools):
    trap = sheet(name)
    assert "MO-X102" in {rule for _, rule in codes(trap, kinds=())}
    assert codes(trap) == []
    table = Sitting(person("ann", player="s3"), person_of(trap, "trap"))
    for pool in POOLS:
        faces = [] if pool in pools else [1, 1] if reckoned(trap, f"guard:{pool}") != "none" else [1]
        assert table.befall(partial(strike, blow=replace(BLOW, pool=pool)), *faces) == (0 if pool in pools else 1)


@pytest.mark.rule("MO-E81")
@pytest.mark.parametrize(
    ("name", "called", "row"),
    [("knight", "Long sword", "sword-bastard"), ("elf-huntsman", "Knife", "dagger"),
     ("street-urchin", "Shiv", "dagger")],
)
def test_some_gear_is_in_the_lists_by_another_name(name, called, row):
    assert called in [thing.name for thing in sheet(name).gear if thing.row == row]


@pytest.mark.rule("MO-E115", "MO-X125")
def test_perks_for_physical_gear_raise_the_mental_gear_of_hax():
    hax = sheet("hax420")
    bare = replace(hax, perks=())
    assert [reckoned(one, "guard:M") for one in (bare, hax)] == ["d6", "d8"]
    assert [reckoned(one, "weapon:pin-key") for one in (bare, hax)] == ["d8", "d10"]
    assert reckoned(hax, "M") == 13

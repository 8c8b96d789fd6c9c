"""What a table without combat or without magic has left."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moot.games.modos.catalog import EVERYTHING, HOUSE_POWERS, POWERS
from moot.games.modos.effects import Add, Condition, DeedWord, Guard, InWords, Shift
from moot.games.modos.modules import left_of, modules_of, under
from moot.games.modos.vocabulary import standing
from moot.games.modos.wording import said


def without(*out, house=False):
    return under(frozenset(standing(frozenset(out))), house=house)


EVERY = frozenset(standing(frozenset()))
ALL = without()
NO_COMBAT = without("combat")
NO_MAGIC = without("magic")
NEITHER = without("combat", "magic")

FIGHTERS = {
    "armor-training", "backstabber", "diehard", "dual-wielder", "karma", "large-size", "lucky-day", "mana",
    "martial-artist", "mystic-ward", "rage", "set-to-stun", "small-size", "special-move", "stubborn",
    "thought-shield", "tough", "weapon-training",
}
CASTERS = {"mass-destruction", "power-implement", "power-upgrade"}


def gone(kind, catalog):
    return set(ALL.of(kind)) - set(catalog.of(kind))


@pytest.mark.rule("MO-X602")
def test_with_every_module_all_entries_are_there_and_house_powers_if_asked_for():
    assert set(ALL.powers) == set(POWERS)
    assert set(without(house=True).powers) == set(POWERS) | set(HOUSE_POWERS)
    assert len(list(ALL.entries)) == len(list(EVERYTHING.entries)) - len(HOUSE_POWERS)
    assert {entry.ref for entry in ALL.entries if entry.effects != EVERYTHING.of(entry.kind)[entry.id].effects} == set()


@pytest.mark.rule("MO-X602")
def test_magic_takes_all_powers_its_skill_and_three_perks():
    assert NO_MAGIC.powers == {}
    assert gone("skill", NO_MAGIC) == {"magic"}
    assert gone("perk", NO_MAGIC) == CASTERS
    assert gone("weapon", NO_MAGIC) == gone("state", NO_MAGIC) == set()


@pytest.mark.rule("MO-X602")
def test_combat_takes_gear_and_the_perks_of_fighters():
    assert not any((NEITHER.weapons, NEITHER.shields, NEITHER.armors, NO_COMBAT.weapons))
    assert gone("perk", NEITHER) == FIGHTERS | CASTERS
    assert gone("state", NO_COMBAT) == {"tangled", "unready"}
    assert gone("trait", NO_COMBAT) == {"protozoan", "sapphire-dragon", "troll"}


@pytest.mark.rule("MO-407")
def test_magic_needs_the_pool_of_the_spirit_even_without_combat():
    assert NO_COMBAT.perks["lucky-day"].effects == ALL.perks["lucky-day"].effects
    assert gone("perk", NO_COMBAT) == FIGHTERS - {"mana", "mystic-ward", "lucky-day"}
    assert len(NO_COMBAT.skills["willpower"].effects) == 1
    assert NEITHER.skills["willpower"].effects == ()
    assert "shell-2" not in without("combat", house=True).powers


def test_powers_that_only_hurt_heal_or_guard_go_with_combat():
    assert gone("power", NO_COMBAT) == {
        "anti-fire-2", "anti-ice-2", "anti-lightning-2", "armor-1", "awaken-2", "cure-1", "cure-4", "fire-1", "fire-3",
        "harm-1", "harm-3", "holy-5", "lightning-1", "poison-4", "psych-4", "pure-4", "size-2", "stun-2",
    }


def test_what_is_left_of_a_power_is_what_does_not_need_combat():
    assert [type(effect) for effect in NO_COMBAT.powers["float-4"].effects] == [InWords]
    assert [type(effect) for effect in NO_COMBAT.powers["ice-2"].effects] == [Add, Add]
    (leap,) = NO_COMBAT.powers["exit-4"].effects
    assert isinstance(leap, Shift)
    assert leap.metres == 25


@pytest.mark.rule("MO-X602")
@pytest.mark.parametrize(("kind", "entry"), [
    ("power", "hold-3"), ("power", "exit-4"), ("power", "exit-5"), ("trait", "bear-trap"), ("trait", "green-slime"),
])
def test_nothing_that_is_left_speaks_of_postures_and_flight_without_combat(kind, entry):
    assert "posture" in said(ALL.of(kind)[entry])
    assert not {"posture", "flee"} & {word.strip(".,") for word in said(NO_COMBAT.of(kind)[entry]).split()}


@pytest.mark.rule("MO-X602")
@pytest.mark.parametrize(("left_out", "state", "does"), [
    (("combat",), "mostly-dead", ["attribute:P"]), (("extended", "combat"), "unaware", ["defend"]),
    (("magic",), "catatonic", ["attribute:MP"]),
])
def test_a_state_shuts_only_deeds_that_there_are(left_out, state, does):
    [shut] = without(*left_out).states[state].effects
    assert [str(deed) for deed in shut.deeds] == does


@pytest.mark.rule("MO-X602")
def test_a_state_goes_with_all_the_deeds_that_it_shuts():
    tangled = EVERYTHING.states["tangled"]
    [shut] = tangled.effects
    held = replace(tangled, effects=(replace(shut, deeds=(DeedWord("flee"), DeedWord("hinder"))),))
    house = replace(EVERYTHING, states={held.id: held})
    for out, stays in (({"combat"}, {"tangled"}), ({"extended"}, {"tangled"}), ({"combat", "extended"}, set())):
        assert left_of(house, EVERY - out).states.keys() == stays


def test_skills_stay_for_their_points():
    assert set(NEITHER.skills) == set(ALL.skills) - {"magic"}
    assert NEITHER.skills["armed"].effects == ()


@pytest.mark.parametrize(
    ("kind", "entry", "word"),
    [("skill", "magic", "unarmoured"), ("perk", "owls-eye", "range"), ("power", "fear-1", "posture")],
)
def test_some_conditions_hold_by_themselves_where_combat_is_off(kind, entry, word):
    (with_combat,), (without,) = ALL.of(kind)[entry].effects, NO_COMBAT.of(kind)[entry].effects
    assert word in {condition.word for condition in with_combat.when}
    assert word not in {condition.word for condition in without.when}
    assert {*without.when} < {*with_combat.when}


@pytest.mark.parametrize(
    ("effect", "needs"),
    [
        (Add(figure="contest", by=2), {"core"}),
        (Add(figure="contest", by=2, when=(Condition("posture", ("mounted",)),)), {"combat", "core"}),
        (Add(figure="contest", by=2, when=(Condition("posture", ("mounted",), negated=True),)), {"core"}),
        (Add(figure="contest", by=2, when=(Condition("range", ("close",)),)), {"core"}),
        (Add(figure="contest", by=2, when=(Condition("range", ("close",), negated=True),)), {"combat", "core"}),
        (Add(figure="contest", by=2, when=(Condition("deed", ("flee",)),)), {"combat", "core"}),
        (Add(figure="contest", by=2, when=(Condition("deed", ("flee", "hinder")),)), {"core"}),
        (Add(figure="damage", by=2, when=(Condition("multi"),)), {"combat", "magic"}),
        (Guard(pool="MP", die=ALL.armors["mail"].die, made="power"), {"combat"}),
        (Shift(move=2, metres=25), set()),
        (Shift(reads="offensive"), {"combat"}),
    ],
)
def test_an_effect_needs_the_modules_of_its_words(effect, needs):
    assert modules_of(effect) == needs


def test_a_reaction_goes_with_its_conditions_and_with_what_it_reacts_by():
    (acid,) = NO_COMBAT.traits["bioweapon"].reacts
    assert acid.when == ()
    assert NO_COMBAT.traits["bioweapon"].preset == {}
    assert ALL.traits["bioweapon"].preset == {"special-move": 3}
    assert "troll" not in NO_MAGIC.traits


def test_the_same_modules_are_worked_out_once():
    assert without("combat") is NO_COMBAT

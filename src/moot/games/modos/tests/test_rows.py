"""The entries as the book has them: how many, their columns, and what columns do."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from moot.games.modos.catalog import (
    ARMORS,
    BODY,
    HOUSE_POWERS,
    PERKS,
    POWERS,
    SHIELDS,
    SKILLS,
    STATES,
    TRAITS,
    WEAPONS,
)
from moot.games.modos.effects import Add, Condition, Guard, Harm, Set
from moot.games.modos.ladder import NO_DIE, Die
from moot.games.modos.reading import BANDS, SIZES, difficulty_of

PRINTED = tomllib.loads((Path(__file__).parent / "printed.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("table", "rows"),
    [(SKILLS, 20), (PERKS, 36), (POWERS, 47), (HOUSE_POWERS, 11), (WEAPONS, 30), (SHIELDS, 6), (ARMORS, 8),
     (TRAITS, 13), (STATES, 11)],
)
def test_every_table_has_all_its_entries(table, rows):
    assert len(table) == rows


# ---------------------------------------------------------------- printed columns


def test_skills_are_as_printed():
    assert [
        [row.title, row.attribute, row.locked, row.typed, ", ".join(row.answers).replace("-", " "), row.group or ""]
        for row in SKILLS.values()
    ] == PRINTED["skills"]


@pytest.mark.rule("MO-E44")
def test_perks_are_as_printed_and_points_can_be_had_again():
    assert [[row.title, bool(row.takes), row.again or "", row.level] for row in PERKS.values()] == PRINTED["perks"]
    assert [row.id for row in PERKS.values() if row.again == "points"] == ["attribute-point", "skill-point"]


@pytest.mark.parametrize(("table", "printed"), [(POWERS, "powers"), (HOUSE_POWERS, "house_powers")])
def test_powers_are_as_printed(table, printed):
    assert [
        [row.title, row.range, row.target, row.difficulty, row.keep, row.half] for row in table.values()
    ] == PRINTED[printed]


def test_protection_is_as_printed():
    assert [[row.title, row.era, row.units, row.penalty, row.parry] for row in SHIELDS.values()] == PRINTED["shields"]
    assert [[row.title, row.era, row.units, row.penalty, str(row.die)] for row in ARMORS.values()] == PRINTED["armors"]


def test_weapons_are_as_printed():
    special = {"flamethrower": "special"}  # its power hurts, and no die of its own
    assert [
        [row.title, row.era, row.units, "/".join(SIZES[form.size].letter for form in row.forms),
         special.get(row.id, "/".join(str(form.die) for form in row.forms)), row.range, row.reload]
        for row in WEAPONS.values()
    ] == PRINTED["weapons"]


# ---------------------------------------------------------------- powers


@pytest.mark.rule("MO-401", "MO-408")
@pytest.mark.parametrize("power", [*POWERS.values(), *HOUSE_POWERS.values()], ids=lambda power: power.id)
def test_difficulty_follows_from_level(power):
    assert power.difficulty == difficulty_of(power.level) == 8 - 4 * power.level
    assert power.title.endswith(f" {power.level}")
    assert 1 <= power.level <= 5


@pytest.mark.rule("MO-405", "MO-406", "MO-X414", "MO-E39")
@pytest.mark.parametrize(
    ("power", "stages"),
    [
        ("fear-3", ["full", "half", "half", "over"]),
        ("fear-1", ["full", "over"]),
        ("clairvoyance-3", ["full", "over", "over", "over"]),
        ("telepathy-4", ["full", "half", "half", "half", "over"]),
        ("size-2", ["full", "half", "over"]),
        ("ice-2", ["full", "half", "over"]),
        ("anti-fire-2", ["full", "over"]),
    ],
)
def test_each_defense_takes_a_lasting_power_further(power, stages):
    assert [POWERS[power].stage(pros) for pros in range(len(stages))] == stages


@pytest.mark.rule("MO-E38")
@pytest.mark.parametrize(
    ("power", "stage"),
    [("fire-1", "over"), ("stun-2", "over"), ("poison-4", "half"), ("rub-5", "half"), ("psych-4", "half"),
     ("holy-5", "half")],
)
def test_one_defense_against_an_instant_power_leaves_its_half(power, stage):
    assert (POWERS[power].stage(0), POWERS[power].stage(1)) == ("full", stage)


@pytest.mark.rule("MO-E38")
def test_a_defense_takes_the_harm_of_its_attribute_out_of_holy():
    assert [(effect.pool, effect.answer) for effect in POWERS["holy-5"].effects if isinstance(effect, Harm)] == [
        ("P", "P"), ("M", "M"), ("MP", "MP"),
    ]


@pytest.mark.rule("MO-E13")
def test_ice_hinders_less_after_a_defense():
    hindered = {effect.at: effect.by for effect in POWERS["ice-2"].effects if isinstance(effect, Add)}
    assert hindered == {"full": -2, "half": -1}


def test_effects_of_a_power_are_on_its_target_when_it_is_cast():
    (harm,) = POWERS["fire-1"].effects
    assert (harm.who, harm.on) == ("target", ("cast",))
    blinded, _ = POWERS["blind-3"].effects
    assert (blinded.who, blinded.on) == ("target", ("standing",))
    assert POWERS["cure-5"].picks == ("raise", "restore")


# ---------------------------------------------------------------- gear


HELD = Condition("held")


@pytest.mark.rule("MO-317")
def test_a_shield_adds_to_parry_and_costs_body():
    parry, penalty = SHIELDS["shield-large"].effects
    assert parry == Add(figure="contest", by=4, when=(Condition("skill", ("parry",)), HELD), rule="MO-317")
    assert penalty == Add(figure="score", of=("P",), by=-1, when=(HELD,), rule="MO-317")
    assert len(SHIELDS["shield-force"].effects) == 1


@pytest.mark.rule("MO-E86")
def test_only_the_buckler_leaves_the_hand_free():
    assert {row.id for row in SHIELDS.values() if not row.hands} == {"buckler"}


@pytest.mark.rule("MO-316", "MO-E43")
def test_armor_guards_and_costs_body():
    guard, penalty = ARMORS["plate"].effects
    assert guard == Guard(pool="P", die=Die.read("d10"), made="worn", when=(HELD,), rule="MO-316")
    assert penalty == Add(figure="score", of=("P",), by=-3, when=(HELD,), rule="MO-316")
    assert len(ARMORS["vest-flak"].effects) == 1


@pytest.mark.rule("MO-318")
def test_a_weapon_gives_its_die_and_each_form_its_own():
    (club,) = WEAPONS["club"].effects
    assert club == Set(figure="weapon-die", of=("club",), to=Die.read("d6"), when=(HELD,), rule="MO-318")
    mounted = Condition("posture", ("mounted",))
    assert [(effect.die, effect.when) for effect in WEAPONS["lance"].effects if isinstance(effect, Set)] == [
        (Die.read("d10"), (HELD, mounted)),
        (Die.read("d8"), (HELD, Condition("posture", ("mounted",), negated=True))),
    ]


@pytest.mark.rule("MO-X122")
def test_everybody_has_a_body_to_fight_with():
    (die,) = BODY.effects
    assert isinstance(die, Set)
    assert (str(die.die), BODY.range, BODY.forms[0].hands) == ("d4", "close", 0)


@pytest.mark.rule("MO-X120")
def test_sizes_take_hands_and_have_a_usual_die():
    assert [(row.letter, row.hands, str(row.die), row.stays_ready) for row in SIZES.values()] == [
        ("T", 1, "d4", True), ("L", 1, "d6", True), ("S", 1, "d8", False), ("H", 2, "d10", False),
    ]
    assert [form.hands for form in WEAPONS["spear"].forms] == [1, 2]
    assert WEAPONS["laser-pod"].forms[0].hands == 0


@pytest.mark.rule("MO-319", "MO-X302")
def test_beyond_its_range_a_weapon_does_one_point_and_then_nothing():
    assert BANDS["close"] == ("full", 1, 0, 0) == WEAPONS["sword-great"].bands
    assert BANDS["short"] == ("full", "full", 1, 0) == WEAPONS["bow-long"].bands
    assert BANDS["medium"] == ("full", "full", "full", 1) == WEAPONS["rifle"].bands
    assert BANDS["long"] == ("full",) * 4 == WEAPONS["railgun"].bands


@pytest.mark.rule("MO-E25")
def test_the_pike_is_too_long_for_what_is_close():
    assert WEAPONS["pike"].bands == (1, "full", 0, 0)


@pytest.mark.rule("MO-E113")
def test_what_is_thrown_is_gone():
    assert {row.id for row in WEAPONS.values() if row.thrown} == {
        "blackjack", "bolas", "dagger", "javelin", "switchblade",
    }


def test_weapons_that_are_unlike_the_others():
    stun_gun = WEAPONS["stun-gun"]
    assert (stun_gun.pool, stun_gun.guards) == ("M", ("P", "M"))
    assert {row.id for row in WEAPONS.values() if row.pierces} == {"arquebus"}
    assert {row.id: row.tag for row in WEAPONS.values() if row.tag} == {"stun-gun": "electricity", "laser-pod": "heat"}
    assert {row.id for row in WEAPONS.values() if row.dual} == {"spear"}
    assert {row.id for row in WEAPONS.values() if row.forms[0].die == NO_DIE} == {"flamethrower", "bfg"}


# ---------------------------------------------------------------- states


@pytest.mark.rule("MO-314")
def test_a_full_pool_has_a_state_of_its_own():
    assert {row.pool: row.id for row in STATES.values() if row.pool} == {
        "P": "mostly-dead", "M": "unconscious", "MP": "catatonic",
    }

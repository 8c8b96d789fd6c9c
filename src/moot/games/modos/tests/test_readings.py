"""What rows say where the book is damaged, contradicts itself or leaves a gap: the readings that they hold to."""

from __future__ import annotations

import pytest

from moot.games.modos.catalog import EVERYTHING, HOUSE_POWERS, PERKS, POWERS, SHIELDS, STATES, TRAITS, WEAPONS
from moot.games.modos.effects import Actions, Add, Condition, Grant, Mend, PutMark, Set, Shift, Shut, Trade


def entries_with(kind, holds):
    """The ids of entries with such an effect."""
    return {
        entry.id
        for entry in EVERYTHING.entries
        if any(isinstance(effect, kind) and holds(effect) for effect in entry.effects)
    }


# ---------------------------------------------------------------- what the print has lost


@pytest.mark.rule("MO-E04")
def test_the_shield_without_a_penalty_cell_has_none():
    assert SHIELDS["shield-force"].penalty == 0


@pytest.mark.rule("MO-E05")
@pytest.mark.parametrize(
    ("size", "weapons"),
    [("heavy", {"machine-gun", "rifle", "shotgun", "flamethrower"}), ("light", {"baton"}),
     ("tiny", {"blackjack", "pistol", "stun-gun", "switchblade"})],
)
def test_modern_weapons_have_the_size_that_fits_them(size, weapons):
    modern = {row.id for row in WEAPONS.values() if row.era == "modern" and row.forms[0].size == size}
    assert modern == weapons


@pytest.mark.rule("MO-E06")
def test_a_machine_gun_costs_what_most_of_its_rows_say():
    assert WEAPONS["machine-gun"].units == 40000


@pytest.mark.rule("MO-E07")
def test_a_flamethrower_unlocks_fire_and_may_be_given_a_bonus():
    grant, bonus = WEAPONS["flamethrower"].effects
    assert isinstance(grant, Grant)
    assert isinstance(bonus, Add)
    assert (str(grant.row), grant.points) == ("power:fire-3", 0)
    assert bonus.guide == (0, 20)


@pytest.mark.rule("MO-E14", "MO-E15")
def test_halves_and_names_that_were_mixed_up():
    assert (POWERS["lamp-1"].half, POWERS["lightning-1"].half) == ("MP", "P")
    assert POWERS["psych-4"].title == "Psych 4"


@pytest.mark.rule("MO-E55", "MO-E56")
def test_powers_without_an_entry_are_of_the_house():
    assert {id_ for id_, row in HOUSE_POWERS.items() if "MO-E56" in row.rules} == {"lightning-3", "drain-3", "sleep-4"}
    assert {id_ for id_, row in HOUSE_POWERS.items() if "MO-E55" in row.rules} == {
        "breathing-1", "repair-1", "temper-2", "berserk-2", "telekinesis-1", "curse-2", "ruse-1", "shell-2",
    }
    assert not HOUSE_POWERS.keys() & POWERS.keys()


# ---------------------------------------------------------------- perks


@pytest.mark.rule("MO-E45")
def test_small_weapons_for_a_backstab_are_tiny_or_light():
    (stab,) = PERKS["backstabber"].effects
    assert Condition("size", ("tiny", "light")) in stab.when


@pytest.mark.rule("MO-E46")
def test_bonus_actions_come_for_every_four_points_over_eleven():
    (bonus,) = PERKS["bonus-action"].effects
    assert isinstance(bonus, Actions)
    assert (bonus.over, bonus.each, bonus.fits, bonus.on) == (11, 4, "chosen", ("round",))


@pytest.mark.rule("MO-E50")
def test_four_perks_spend_one_hero_point_elsewhere():
    spent = entries_with(Trade, lambda trade: trade.give == "hero" and trade.most == 1)
    assert spent == {"diehard", "lucky-day", "oracle", "rage"}


@pytest.mark.rule("MO-E100")
def test_stunning_takes_a_fight_skill_and_rage_and_karma_do_not():
    (stun,), (rage,), (karma,) = (PERKS[perk].effects for perk in ("set-to-stun", "rage", "karma"))
    assert Condition("skill", ("fight",)) in stun.when
    assert rage.when == karma.when == ()


@pytest.mark.rule("MO-E101")
@pytest.mark.parametrize(("perk", "seen", "reads"), [
    ("large-size", ("defensive", "mounted"), "offensive"), ("small-size", ("offensive",), "defensive"),
])
def test_size_moves_one_opponent_for_one_action(perk, seen, reads):
    (place,) = PERKS[perk].effects
    assert isinstance(place, Shift)
    assert (place.reads, place.asks, place.who) == (reads, 1, "target")
    assert place.when == (Condition("target-posture", seen),)
    assert place.until == ("another", "target-movement")


@pytest.mark.rule("MO-X103")
def test_better_hero_dice_need_a_title():
    assert [(perk, PERKS[perk].level) for perk in PERKS if PERKS[perk].level > 1] == [
        ("legendary-hero", 5), ("mythical-hero", 9),
    ]


@pytest.mark.rule("MO-X411", "MO-E57", "MO-E58")
def test_implements_and_specialties_unlock_without_points():
    (implement,), (_, specialty) = PERKS["power-implement"].effects, PERKS["specialize"].effects
    assert isinstance(implement, Grant)
    assert isinstance(specialty, Grant)
    assert (str(implement.row), implement.points, implement.asks) == ("power:chosen", 0, 1)
    assert (str(specialty.row), specialty.points) == ("skill:chosen", 0)


# ---------------------------------------------------------------- powers


@pytest.mark.rule("MO-E39")
def test_powers_that_go_on_after_a_defense_make_the_next_ones_easier():
    eased = entries_with(Add, lambda add: add.at == "half" and add.when == (Condition("deed", ("resist",)),))
    assert eased == {"alter-4", "alter-5", "size-2", "telepathy-2", "telepathy-4", "berserk-2"}


@pytest.mark.rule("MO-E53")
def test_another_mind_resists_telepathy_though_it_targets_its_caster():
    assert (POWERS["telepathy-4"].target, POWERS["telepathy-4"].half) == ("self", "M")


@pytest.mark.rule("MO-E62")
def test_a_great_cure_lifts_what_disables_before_it_heals():
    lifted, healed = (effect for effect in POWERS["cure-5"].effects if effect.pick == "restore")
    assert isinstance(lifted, PutMark)
    assert isinstance(healed, Mend)
    assert (lifted.state, lifted.lift) == ("disabled", True)
    assert (healed.pools, healed.amount) == (("P",), "all")


@pytest.mark.rule("MO-E103")
@pytest.mark.parametrize(("power", "steps", "metres"), [("exit-4", 2, 25), ("exit-5", 5, 50)])
def test_a_leap_is_of_steps_in_a_conflict_and_of_metres_elsewhere(power, steps, metres):
    (leap,) = POWERS[power].effects
    assert isinstance(leap, Shift)
    assert (leap.move, leap.metres) == (steps, metres)


@pytest.mark.rule("MO-E104")
def test_who_is_slowed_keeps_the_last_action_for_a_defense():
    _, hindered, shut = POWERS["slow-4"].effects
    assert isinstance(hindered, Add)
    assert isinstance(shut, Shut)
    assert (hindered.by, hindered.at) == (-2, "full")
    assert [str(deed) for deed in shut.but] == ["resist"]
    assert [str(condition) for condition in shut.when] == ["last-action", "unresisted:round"]


@pytest.mark.rule("MO-X404", "MO-X313")
def test_bonuses_that_skills_have_of_their_own():
    (magic,), (rest,) = EVERYTHING.skills["magic"].effects, EVERYTHING.skills["willpower"].effects
    assert isinstance(magic, Add)
    assert isinstance(rest, Add)
    assert (magic.by, [str(condition) for condition in magic.when]) == (2, ["skill:magic", "unarmoured"])
    assert (rest.by, rest.figure, rest.of) == (1, "recovery", ("MP",))


# ---------------------------------------------------------------- traits and states


@pytest.mark.rule("MO-E34")
def test_the_evil_mutant_loses_ties_to_heroes():
    (tie,) = TRAITS["evil-mutant"].effects
    assert isinstance(tie, Set)
    assert (tie.figure, tie.to, tie.when) == ("tie", "con", (Condition("kind", ("pc",)),))


@pytest.mark.rule("MO-E47")
def test_the_troll_is_offered_its_cure_and_given_no_action_for_it():
    (react,) = TRAITS["troll"].reacts
    hurt, last = Condition("hurt", ("P",)), Condition("last-action", ())
    assert (react.to, str(react.by), react.when) == (("turn",), "power:cure-1", (hurt, last))
    assert TRAITS["troll"].effects == ()


@pytest.mark.rule("MO-X323")
@pytest.mark.parametrize(
    ("state", "shut"),
    [("mostly-dead", ["attribute:P", "posture", "attack:armed", "attack:unarmed"]),
     ("unconscious", ["attribute:M", "aware", "keep"]), ("catatonic", ["attribute:MP", "cast"])],
)
def test_the_disabled_lose_the_deeds_of_one_attribute(state, shut):
    (effect,) = STATES[state].effects
    assert isinstance(effect, Shut)
    assert [str(deed) for deed in effect.deeds] == shut

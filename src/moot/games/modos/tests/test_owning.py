"""Sheets beside the steps: the short way, gear, words and figures set right, leaving, files."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Choose, Play, Seeded
from moot.games.modos.arms import gear_row, own_row
from moot.games.modos.conflict.beats import DeedDeclared
from moot.games.modos.conflicts import Running
from moot.games.modos.contests import Facts
from moot.games.modos.live import catalog_of
from moot.games.modos.making.bringing import PersonGone, enter, read, text_of
from moot.games.modos.making.choices import plain_gear
from moot.games.modos.making.setting import BearingSet
from moot.games.modos.npcs.coming import LookChanged
from moot.games.modos.person import Does, Gear, Mark, OwnItem, Taken, Unspent
from moot.games.modos.reckoning import added, bonus, guard, hero_die, most, score, skill_terms, skill_total, weapon_die
from moot.games.modos.rows import Weapon
from moot.games.modos.terms import POOLS
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.view.sheets import opened
from moot.testing import choices

CONCEPT = {"name": "Vael", "concept": "A gish", "goal": "to find the tower", "flaw": "trusts nobody"}


def owes(table, who, **owed):
    """The guide leaves something to choose on a sheet whose figures stay as they are."""
    now, names = table.who(who), {"body": "P", "mind": "M", "spirit": "MP"}
    figures = {name: now.scores[pool] for name, pool in names.items()}
    damage = {f"{name}_damage": now.hurt(pool) for name, pool in names.items()}
    table.do("Gil", "set-figures", who=who, level=now.level, heroes=now.heroes, **figures, **damage, **owed)


def brolf(**more: Any) -> Sitting:
    """Ann plays Brolf; a troll is the guide's."""
    return Sitting(person("brolf", player="s3", **more), person("troll"))


def thing(table: Sitting, name: str, who: str = "brolf") -> Gear:
    return next(one for one in table.who(who).gear if one.name == name)


def die_of(table: Sitting, name: str) -> str:
    row = gear_row(catalog_of(table.state), thing(table, name))
    assert isinstance(row, Weapon)
    return str(weapon_die(table.state, "brolf", row))


# ---------------------------------------------------------------- fast play


@pytest.mark.rule("MO-FP01", "MO-FP02", "MO-FP03", "MO-FP04", "MO-FP05", "MO-FP06")
def test_the_short_way_leaves_two_perks_to_choose():
    table = Sitting()
    table.refuses("Ann", "fast-character", "not-a-choice", "MO-FP02", **CONCEPT, layout="12-10-8", skill="armed")
    table.do("Ann", "fast-character", **CONCEPT, layout="14-8-10", skill="armed", plain=True,
             design="Something heroic")
    for perk in ("tough", "mana"):
        table.do("Ann", "take-perk", who="n1", perk=perk)
    table.refuses("Ann", "take-perk", "not-this-step", who="n1", perk="rage")
    assert table.state.people["n1"].design == "Something heroic"
    table.do("Ann", "finish-character", who="n1")
    vael = table.who("n1")
    assert (vael.level, vael.points, vael.heroes, vael.asking) == (2, {"armed": 2}, 2, "foes")
    assert [bonus(table.state, "n1", pool) for pool in POOLS] == [2, -1, 0]
    assert (str(guard(table.state, "n1", "P")), [one.own.die for one in vael.gear if one.own]) == ("d8", ["d8", "d8"])
    assert [one.at for one in vael.gear] == ["held", "worn"]


@pytest.mark.rule("MO-FP06", "MO-X111")
def test_the_weapon_and_armor_of_fast_play_are_the_same_at_another_table():
    table = brolf(gear=plain_gear("brolf"))
    [document] = table.game.documents(table.state, table.seats["Ann"])
    table.do("Ben", "bring-character", text=document.write())
    [brought] = [who for who in table.state.people.values() if who.player == "s4"]
    rows = [gear_row(catalog_of(table.state), one) for one in brought.gear]
    weapon = next(row for row in rows if isinstance(row, Weapon))
    assert str(weapon_die(table.state, brought.id, weapon)) == "d8"
    assert weapon.forms[0].hands == 1
    assert str(guard(table.state, brought.id, "P")) == "d8"


@pytest.mark.rule("MO-FP03")
def test_the_skill_of_fast_play_can_be_a_craft():
    table = Sitting()
    fast = {**CONCEPT, "layout": "14-8-10"}
    table.refuses("Ann", "fast-character", "not-open", **fast, skill="armed", what="Smith")
    table.do("Ann", "fast-character", **fast, skill="craftsman:", what="Smith")
    assert table.who("n1").points == {"craftsman:smith": 2}


# ---------------------------------------------------------------- gear


def test_who_takes_gear_reads_what_each_thing_does():
    [items] = next(one.fields for one in brolf().offers("Ann", "take-gear"))
    assert isinstance(items, Choose)
    hints = {choice.label: choice.hint for choice in items.choices}
    assert hints["Axe, battle"] == "Standard, close range. d8 damage."
    assert hints["Mail"] == "d8 physical protection. −2 to the physical score."
    assert all(hints.values())


@pytest.mark.rule("MO-X111")
def test_people_own_what_their_concept_would():
    table = brolf()
    table.do("Ann", "take-gear", who="brolf", items=("sword-bastard", "plate", "shield-large", "vest-flak"))
    at = {one.name: one.at for one in table.who("brolf").gear}
    assert at == {"Sword, bastard": "held", "Plate": "worn", "Shield, large": "stowed", "Vest, flak": "stowed"}
    table.do("Ann", "use-gear", who="brolf", worn=thing(table, "Plate").id,
             held=(thing(table, "Sword, bastard").id, thing(table, "Shield, large").id))
    assert score(table.state, "brolf", "P") == 6
    table.refuses("Ben", "take-gear", "nobody-there", who="brolf", items=("club",))


@pytest.mark.rule("MO-X120")
def test_nobody_holds_more_than_two_hands_can():
    table = brolf()
    table.do("Ann", "take-gear", who="brolf", items=("sword-great", "shield-small", "buckler"))
    great, small, buckler = (one.id for one in table.who("brolf").gear)
    table.refuses("Ann", "use-gear", "too-dear", "MO-X120", who="brolf", held=(great, small))
    table.do("Ann", "use-gear", who="brolf", held=(small, buckler))


CANNON = Gear(id="cannon", name="Arm-cannon", own=OwnItem(kind="weapon", size="heavy", die="d12", natural=True))
CLAW = Gear(id="claw", name="Claw", own=OwnItem(kind="weapon", die="d6", natural=True))


@pytest.mark.rule("MO-X122", "MO-X120", "MO-X129")
@pytest.mark.parametrize(("gear", "able"), [
    ((CANNON, "shield-small"), False), ((CLAW, "sword-great"), True), (("spear", "shield-large"), True),
    (("lance", "shield-small"), False), (("dagger", "club", "buckler"), True), (("dagger", "club", "torch"), False),
    (("dagger", "club", Gear(id="ring", name="A ring", lends=(Taken("tough"),))), True),
])
def test_outside_a_conflict_hands_hold_what_they_could_in_one(gear, able):
    table = brolf(gear=gear)
    held = tuple(one.id for one in table.who("brolf").gear)
    table.do("Ann", "use-gear", who="brolf")
    if able:
        table.do("Ann", "use-gear", who="brolf", held=held)
    else:
        table.refuses("Ann", "use-gear", "too-dear", "MO-X120", who="brolf", held=held)
    assert all(one.used is able for one in table.who("brolf").gear)


@pytest.mark.rule("MO-X122", "MO-X129")
def test_a_second_part_of_the_body_that_takes_both_hands_waits_until_the_first_is_lowered():
    table = brolf()
    for name in ("Left claw", "Right claw"):
        table.do("Ann", "own-gear", who="brolf", name=name, kind="weapon", die="d10", size="heavy", natural=True)
    assert [one.at for one in table.who("brolf").gear] == ["held", "stowed"]


@pytest.mark.rule("MO-E86")
@pytest.mark.parametrize(("option", "both"), [("no", False), ("yes", True)])
def test_a_weapon_for_both_hands_and_a_buckler_go_together_where_the_table_plays_so(option, both):
    table = Sitting(person("brolf", player="s3", gear=("sword-great", "buckler")), buckler_heavy=option)
    [blank] = [field for field in table.offers("Ann", "use-gear")[0].fields if field.name == "held"]
    assert bool(blank.hint) is not both
    table.do("Ann", "use-gear", who="brolf", held=tuple(one.id for one in table.who("brolf").gear))
    assert [one.used for one in table.who("brolf").gear] == [True, both]


@pytest.mark.rule("MO-X123", "MO-X129")
def test_a_hide_is_worn_whatever_else_is():
    hide = Gear(id="hide", name="Scales", own=OwnItem(kind="armor", die="d8", natural=True), at="worn")
    table = brolf(gear=[hide, "mail"])
    [worn] = [field for offer in table.offers("Ann", "use-gear") for field in offer.fields if field.name == "worn"]
    assert isinstance(worn, Choose)
    assert [choice.label for choice in worn.choices] == ["mail"]
    table.do("Ann", "use-gear", who="brolf")
    assert {one.name: one.used for one in table.who("brolf").gear} == {"Scales": True, "mail": False}


@pytest.mark.rule("MO-112", "MO-X113")
def test_a_perk_for_a_thing_of_ones_own_is_for_no_other_and_waits_until_it_is_back():
    table = brolf(perks=[("weapon-training", "brolf-g1")])
    table.do("Ann", "own-gear", who="brolf", name="Blade", kind="weapon", die="d6")
    assert die_of(table, "Blade") == "d8"
    table.do("Ann", "lose-gear", who="brolf", items=(thing(table, "Blade").id,), to="troll")
    table.do("Ann", "own-gear", who="brolf", name="Club", kind="weapon", die="d6")
    sheet = opened(table.state, table.seats["Ann"], "brolf")
    assert sheet
    assert [perk.choice for perk in sheet.perks] == ["Blade"]
    assert die_of(table, "Club") == "d6"
    table.do("Gil", "lose-gear", who="troll", items=(thing(table, "Blade", "troll").id,), to="brolf")
    assert (die_of(table, "Blade"), die_of(table, "Club")) == ("d8", "d6")


@pytest.mark.rule("MO-X125", "MO-X111")
def test_one_armor_is_worn_for_each_pool():
    wall = Gear(id="wall", name="Firewall", own=OwnItem(kind="armor", die="d6", pool="M"), at="worn")
    table = brolf(gear=[wall])
    table.do("Ann", "take-gear", who="brolf", items=("mail", "plate"))
    table.do("Ann", "own-gear", who="brolf", name="Helm", kind="armor", pool="M")
    table.do("Ann", "own-gear", who="brolf", name="Charm", kind="armor", pool="MP")
    at = {one.name: one.at for one in table.who("brolf").gear}
    assert at == {"Firewall": "worn", "Mail": "worn", "Plate": "stowed", "Helm": "stowed", "Charm": "worn"}
    [offer] = table.offers("Ann", "use-gear")
    assert [[*choices(offer, name).values()] for name in ("worn", "mind", "spirit")] == [
        ["Mail", "Plate"], ["Firewall", "Helm"], ["Charm"],
    ]
    table.do("Ann", "use-gear", who="brolf", worn=thing(table, "Plate").id, mind="wall")
    assert [one.name for one in table.who("brolf").gear if one.used] == ["Firewall", "Plate"]


@pytest.mark.rule("MO-X602", "MO-316")
def test_armor_stays_on_the_body_while_the_table_plays_without_it():
    table = brolf(gear=["mail", Gear(id="robe", name="Robe", row="robe", at="worn"), "dagger"])
    table.have(options=replace(table.state.options, combat="false"))
    [offer] = table.offers("Ann", "use-gear")
    assert [*choices(offer, "held").values()] == ["dagger"]
    table.do("Ann", "use-gear", who="brolf", worn="brolf-mail")
    assert [one.at for one in table.who("brolf").gear] == ["worn", "stowed", "stowed"]


@pytest.mark.rule("MO-X111", "MO-FP06")
def test_gear_without_figures_counts_as_d8():
    table = brolf()
    table.do("Ann", "own-gear", who="brolf", name="Mace of somebody", kind="weapon")
    assert die_of(table, "Mace of somebody") == "d8"
    table.do("Ann", "own-gear", who="brolf", name="Coral", kind="armor", penalty="0")
    assert str(guard(table.state, "brolf", "P")) == "d8"


@pytest.mark.rule("MO-X123", "MO-X124", "MO-E43")
@pytest.mark.parametrize(("die", "penalty"), [("d4", 1), ("d6", 2), ("d8", 3), ("d10", 4)])
@pytest.mark.parametrize("natural", [False, True])
def test_new_armor_and_hides_cost_a_point_for_each_step(die, penalty, natural):
    table = brolf()
    table.do("Ann", "own-gear", who="brolf", name="Shell", kind="armor", die=die, natural=natural)
    assert (score(table.state, "brolf", "P"), str(guard(table.state, "brolf", "P"))) == (10 - penalty, die)
    assert thing(table, "Shell").at == "worn"


@pytest.mark.rule("MO-X123")
def test_natural_protection_from_a_perk_costs_nothing():
    table = brolf(perks=[("armor-training", "natural")])
    assert (score(table.state, "brolf", "P"), str(guard(table.state, "brolf", "P"))) == (10, "d4")


@pytest.mark.rule("MO-X125")
def test_gear_can_guard_the_mind_and_weigh_on_it():
    table = brolf()
    table.do("Ann", "own-gear", who="brolf", name="Firewall", kind="armor", die="d6", pool="M")
    state = table.state
    assert (score(state, "brolf", "M"), score(state, "brolf", "P")) == (8, 10)
    assert (str(guard(state, "brolf", "M")), str(guard(state, "brolf", "P"))) == ("d6", "none")


@pytest.mark.rule("MO-E115")
def test_training_with_gear_of_the_mind_is_the_guides_to_allow():
    table = brolf()
    table.do("Ann", "own-gear", who="brolf", name="Firewall", kind="armor", die="d6", pool="M")
    owes(table, "brolf", perks=1)
    firewall = {"who": "brolf", "perk": "armor-training", "choice": thing(table, "Firewall").id}
    table.refuses("Ann", "take-perk", "not-open", **firewall)
    table.do("Gil", "take-perk", **firewall)
    assert str(guard(table.state, "brolf", "M")) == "d8"


@pytest.mark.rule("MO-E115")
def test_so_is_training_with_a_stun_gun_which_hurts_the_mind():
    table = brolf(gear=("stun-gun",))
    owes(table, "brolf", perks=1)
    shocks = {"who": "brolf", "perk": "weapon-training", "choice": "stun-gun"}
    table.refuses("Ann", "take-perk", "not-a-choice", **shocks)
    table.do("Gil", "take-perk", **shocks)
    assert die_of(table, "stun-gun") == "d6"


@pytest.mark.rule("MO-X112", "MO-X108")
def test_a_special_thing_lends_a_perk_while_it_is_in_use():
    table = brolf()
    lent = {"who": "brolf", "name": "Singing blade", "like": "sword-bastard", "perk": "weapon-training"}
    table.refuses("Ann", "special-gear", "guide-only", **lent, choice="sword-bastard")
    table.do("Gil", "special-gear", **lent, choice="sword-bastard")
    table.do("Gil", "special-gear", who="brolf", name="Exo-suit", perk="tough")
    blade, suit = (one.id for one in table.who("brolf").gear)
    table.do("Ann", "use-gear", who="brolf", held=())
    assert (die_of(table, "Singing blade"), most(table.state, "brolf", "P")) == ("d8", 10)
    table.do("Ann", "use-gear", who="brolf", held=(blade, suit))
    assert (die_of(table, "Singing blade"), most(table.state, "brolf", "P")) == ("d10", 14)
    table.do("Ann", "lose-gear", who="brolf", items=(suit,))
    assert most(table.state, "brolf", "P") == 10


@pytest.mark.rule("MO-E44", "MO-X112")
@pytest.mark.parametrize(("option", "times"), [("stated_and_points", 1), ("free", 2)])
def test_a_perk_that_is_lent_to_who_has_it_counts_twice_only_if_it_adds_up(option, times):
    lent = Gear(id="ring", name="Ring", at="held", lends=tuple(map(Taken, ("off-the-mark", "dual-wielder", "tough"))))
    coat = Gear(id="coat", name="Coat", row="mail", at="worn", lends=(Taken("armor-training", "mail"),))
    perks = ["off-the-mark", "dual-wielder", "tough", ("armor-training", "mail")]
    ann = person("ann", player="s3", P=12, perks=perks, gear=[lent, "dagger", "club", coat])
    table = Sitting(ann, perk_repeat=option)
    first = added(table.state, "ann", "contest", "", Facts(deed="initiative"))
    assert [term.worth for term in first] == [4] * times
    assert skill_total(table.state, "ann", "parry") == 2 * times
    assert (str(guard(table.state, "ann", "P")), most(table.state, "ann", "P")) == (("d10", "d12")[times - 1], 18)


@pytest.mark.rule("MO-E44", "MO-E100")
def test_a_stunning_weapon_in_a_hand_that_stuns_anyway_stuns_once():
    club = Gear(id="club", name="Stun club", row="club", at="held", lends=(Taken("set-to-stun"),))
    table = Sitting(person("ann", player="s3", perks=["set-to-stun"], gear=[club]), person("foe", asking="never"))
    table.fight(ann=15, foe=5)
    table.does("ann", "attack", tool="club", target="foe", claims=("perk:set-to-stun",), faces=[3])
    assert table.who("foe").damage == {"P": 3, "M": 1}


@pytest.mark.rule("MO-X103", "MO-X112")
@pytest.mark.parametrize(("level", "sides"), [(4, 6), (5, 8)])
def test_a_crown_that_makes_a_legend_does_so_from_its_level_on(level, sides):
    crown = Gear(id="crown", name="Crown", at="held", lends=(Taken("legendary-hero"),))
    table = Sitting(person("ann", player="s3", level=level, gear=[crown]))
    assert hero_die(table.state, "ann") == sides


@pytest.mark.rule("MO-X112", "MO-X108", "MO-104")
def test_a_special_thing_lends_points_of_skills_and_attributes():
    """The grappling boomerang that climbs 8 better, and the suit with 4 more of the physical attribute."""
    table = brolf()
    boomerang = {"who": "brolf", "name": "Grappling boomerang", "perk": "skill-point", "choice": "movement", "times": 8}
    table.do("Gil", "special-gear", **boomerang)
    table.do("Gil", "special-gear", who="brolf", name="Exo-suit", perk="attribute-point", choice="P", times=4)
    table.refuses("Gil", "special-gear", "not-open", who="brolf", name="Lucky hat", perk="lucky-day", times=2)
    hook, suit = (one.id for one in table.who("brolf").gear)
    totals = []
    for held in ((), (hook,), (hook, suit)):
        table.do("Ann", "use-gear", who="brolf", held=held)
        totals.append((skill_total(table.state, "brolf", "movement"), most(table.state, "brolf", "P")))
    assert totals == [(0, 10), (8, 10), (10, 14)]
    assert table.who("brolf").points.get("movement") is None


@pytest.mark.rule("MO-X112", "MO-X108", "MO-110")
def test_a_special_thing_lends_what_its_bearer_could_not_take():
    table = brolf(points={"parry": 1}, perks=[("weapon-training", "club")])
    table.do("Gil", "special-gear", who="brolf", name="Lucky buckler", perk="skill-point", choice="parry")
    club = {"name": "Good club", "like": "club", "perk": "weapon-training", "choice": "club"}
    table.do("Gil", "special-gear", who="brolf", **club)
    buckler = thing(table, "Lucky buckler").id
    table.do("Ann", "use-gear", who="brolf", held=(buckler,))
    assert skill_total(table.state, "brolf", "parry") == 2
    assert thing(table, "Good club").lends == (Taken("weapon-training", "club"),)


@pytest.mark.rule("MO-X112", "MO-X401", "MO-111")
def test_points_on_loan_open_what_is_locked():
    table = brolf()
    for name, choice in (("Ring", "magic:fire-1"), ("Lancet", "healer")):
        table.do("Gil", "special-gear", who="brolf", name=name, perk="skill-point", choice=choice)
    ring, lancet = (one.id for one in table.who("brolf").gear)
    assert not table.offers("Ann", "cast")
    table.do("Ann", "use-gear", who="brolf", held=(ring, lancet))
    table.put("brolf", damage={"P": 2})
    assert [one.fixed["power"] for one in table.offers("Ann", "cast")] == ["fire-1"]
    assert [one.fixed["skill"] for one in table.offers("Ann", "tend")] == ["healer"]
    assert skill_total(table.state, "brolf", "magic:fire-1") == 4 + 1 + 2
    sheet = opened(table.state, table.seats["Ann"], "brolf")
    assert sheet is not None
    assert {"Fire 1", "Healer"} <= {one.title for one in sheet.skills}


@pytest.mark.rule("MO-X112", "MO-111", "MO-E58")
def test_a_special_thing_opens_a_craft_that_is_named_for_it():
    table = brolf()
    table.do("Gil", "special-gear", who="brolf", name="Forge hammer", perk="specialize", choice="craftsman:",
             words="Smith")
    [hammer] = table.who("brolf").gear
    assert hammer.lends == (Taken("specialize", "craftsman:smith"),)


@pytest.mark.rule("MO-X113", "MO-006")
def test_things_are_given_to_others_whom_their_owner_knows():
    table = Sitting(*(person(who, known=who != "shade", gear=("club",)) for who in ("troll", "shade")),
                    person("brolf", player="s3", gear=("club",)))
    assert choices(table.offers("Ann", "lose-gear")[0], "to").keys() == {"troll"}
    [offer] = [one for one in table.offers("Gil", "lose-gear") if one.fixed["who"] == "shade"]
    assert "to" not in {field.name for field in offer.fields}


@pytest.mark.rule("MO-X113")
def test_other_things_are_names_and_can_be_given_on():
    table = brolf()
    table.do("Ann", "own-gear", who="brolf", name="A lute", kind="item")
    before = [skill_total(table.state, "brolf", skill) for skill in ("parry", "persuade")]
    table.do("Ann", "lose-gear", who="brolf", items=(thing(table, "A lute").id,), to="troll")
    assert [skill_total(table.state, "brolf", skill) for skill in ("parry", "persuade")] == before
    assert (table.who("brolf").gear, thing(table, "A lute", "troll").id) == ((), "troll-g1")


def test_in_a_conflict_gear_is_for_deeds():
    table = brolf(gear=["club"])
    table.fight(brolf=9, troll=5)
    table.refuses("Ann", "use-gear", "in-conflict", "MO-X120", who="brolf")
    lent = {"name": "Exo-suit", "perk": "tough"}
    table.refuses("Gil", "special-gear", "in-conflict", "MO-X120", who="brolf", **lent)
    table.refuses("Gil", "use-gear", "in-conflict", "MO-X120", who="brolf")


@pytest.mark.rule("MO-X113", "MO-000")
def test_in_a_conflict_all_hear_which_weapon_a_foe_has_no_more():
    table = brolf()
    table.put("troll", gear=(Gear(id="axe", name="Axe", row="axe-battle", at="held"),))
    table.do("Gil", "own-gear", who="troll", name="Net", kind="item")
    table.fight(brolf=9, troll=5)
    table.do("Gil", "lose-gear", who="troll", items=("axe",))
    assert table.read["Ann"][-1].strip() == "no longer has Axe."


@pytest.mark.rule("MO-X113", "MO-000", "MO-X120")
def test_in_a_conflict_the_gm_hands_on_what_somebody_takes_up_from_another_who_then_readies_it():
    table = brolf()
    table.put("troll", gear=(Gear(id="axe", name="Axe", row="axe-battle", at="held"),))
    table.fight(brolf=9, troll=5)
    table.refuses("Ann", "lose-gear", "in-conflict", "MO-X120", who="brolf", items=())
    table.do("Gil", "lose-gear", who="troll", items=("axe",), to="brolf")
    table.do("Ann", "handle", who="brolf", how="ready", thing="brolf-g1")
    assert [one.fixed["tool"] for one in table.offers("Ann", "attack")] == ["brolf-g1", "natural"]


def test_whoever_has_an_implement_says_which_powers_are_in_it():
    table = brolf(perks=[("power-implement", "spell book")])
    table.do("Ann", "own-gear", who="brolf", name="Spell book", kind="item", powers=("fire-3", "sleep-1"))
    assert thing(table, "Spell book").powers == ("fire-3", "sleep-1")
    table.do("Ann", "own-gear", who="brolf", name="Spell book", kind="weapon", die="d6", powers=("fire-1",))
    staff = table.who("brolf").gear[-1]
    assert (staff.own and staff.own.die, staff.powers) == ("d6", ("fire-1",))
    plain = brolf()
    plain.refuses("Ann", "own-gear", "no-such-field", who="brolf", name="Book", kind="item", powers=("fire-3",))


# ---------------------------------------------------------------- words and figures


@pytest.mark.rule("MO-X126")
def test_a_name_of_ones_own_changes_no_figure():
    table = brolf(points={"deceive": 1})
    before = skill_total(table.state, "brolf", "deceive")
    table.do("Ann", "set-label", who="brolf", thing="deceive", label="Forgery")
    table.do("Ann", "set-label", who="brolf", thing="MP", label="Gnomish charm")
    terms = skill_terms(table.state, "brolf", "MP", "deceive")
    assert [term.label for term in terms] == ["Gnomish charm 10", "Forgery points"]
    assert skill_total(table.state, "brolf", "deceive") == before
    table.do("Ann", "set-label", who="brolf", thing="MP", label="")
    assert table.who("brolf").labels == {"deceive": "Forgery"}


@pytest.mark.rule("MO-101", "MO-X104")
def test_words_of_a_sheet_can_change_but_a_goal_and_a_flaw_remain():
    table = brolf()
    words = {"who": "brolf", "name": "Sir Brolf", "concept": "A knight", "goals": "honour\na horse", "flaws": "pride"}
    table.do("Ann", "set-details", **words, design="what gnomes excel at")
    sir = table.who("brolf")
    assert (sir.name, sir.goals, sir.flaws) == ("Sir Brolf", ("honour", "a horse"), ("pride",))
    table.refuses("Ann", "set-details", "too-short", "MO-101", **words | {"flaws": " "})
    table.refuses("Ben", "set-details", "nobody-there", **words)


@pytest.mark.rule("MO-000")
def test_the_guide_sets_any_figure_and_the_journal_says_so():
    table = brolf(points={"parry": 1}, perks=["tough"])
    figures = {"level": 3, "body": 16, "mind": 9, "spirit": 10, "body_damage": 4, "heroes": 2}
    table.refuses("Ann", "set-figures", "guide-only", who="brolf", **figures)
    table.do("Gil", "set-figures", who="brolf", **figures)
    sir = table.who("brolf")
    assert (sir.level, sir.scores, sir.damage, sir.heroes) == (3, {"P": 16, "M": 9, "MP": 10}, {"P": 4}, 2)
    assert any("physical 16" in text for text in table.read["Wim"])
    table.do("Gil", "set-points", who="brolf", skill="parry", points=0)
    table.do("Gil", "set-nature", who="brolf", loses=("0",))
    assert (table.who("brolf").points, table.who("brolf").perks) == ({}, ())
    owes(table, "brolf", scores=1, points=2, perks=1)
    table.do("Ann", "train", who="brolf", skills=("parry", "armed"))
    assert table.who("brolf").points == {"parry": 1, "armed": 1}


@pytest.mark.rule("MO-000", "MO-313", "MO-314", "MO-E96")
def test_damage_that_the_guide_sets_above_the_most_disables_and_a_score_below_the_damage_does_not():
    table = brolf(damage={"M": 8})
    table.do("Gil", "set-figures", who="brolf", level=1, body=10, mind=6, spirit=10, body_damage=11, mind_damage=8)
    sir = table.who("brolf")
    assert (sir.damage, [mark.row for mark in sir.marks]) == ({"P": 10, "M": 8}, ["mostly-dead"])
    table.do("Gil", "set-figures", who="troll", level=1, body=10, mind=10, spirit=10, body_damage=10)
    assert not table.who("troll").marks


@pytest.mark.parametrize(("level", "spirit"), [(2, 14), (1, 10)])
def test_a_pet_and_what_it_is(level, spirit):
    table = brolf(perks=["familiar-spirit"], level=level)
    table.do("Gil", "set-nature", who="troll", kinds=("undead",), bond="pet", master="brolf")
    assert table.who("troll").kinds == ("undead",)
    assert score(table.state, "troll", "MP") == spirit
    fields = {offer.about: {field.name: field for field in offer.fields} for offer in table.offers("Gil", "set-nature")}
    kept = {name: fields["troll"][name] for name in ("bond", "master")}
    assert [field.default for field in kept.values() if isinstance(field, Choose)] == [("pet",), ("brolf",)]


@pytest.mark.rule("MO-X506")
def test_somebody_stays_bound_to_a_master_of_whom_players_do_not_know():
    table = Sitting(person("boss", known=False), person("imp", bond="pet", master="boss"), person("owl"))
    [imp] = [one for one in table.offers("Gil", "set-nature") if one.about == "imp"]
    assert [(one.name, one.default) for one in imp.fields if one.name in ("bond", "master") and isinstance(one, Choose)
            ] == [("bond", ("pet",)), ("master", ("boss",))]
    [owl] = [one for one in table.offers("Gil", "set-nature") if one.about == "owl"]
    assert "boss" not in choices(owl, "master")
    table.do("Gil", "set-nature", who="imp", bond="pet", master="boss", kinds=("undead",))
    assert (table.who("imp").bond, table.who("imp").master) == ("pet", "boss")


@pytest.mark.rule("MO-100", "MO-X506")
def test_a_players_character_stays_one_and_a_bearing_is_told_only_if_it_changed():
    table = brolf()
    table.do("Gil", "set-nature", who="brolf", kinds=("undead",))
    assert table.who("brolf").kinds == ("pc", "undead")
    table.do("Gil", "set-nature", who="troll", kinds=("undead",))
    assert not [event for event in table.events if isinstance(event, BearingSet)]
    table.put("brolf", tactic="solo-aggressive")
    table.do("Gil", "set-nature", who="brolf")
    assert table.who("brolf").tactic == "solo-aggressive", "players’ characters are asked no tactics"
    assert not [event for event in table.events if isinstance(event, BearingSet)]
    table.do("Gil", "set-nature", who="troll", kinds=("undead",), villain=True)
    assert table.last(BearingSet).villain
    table = Sitting(person("troll", villain=True, tactic="solo-aggressive"), core="false")
    table.do("Gil", "set-nature", who="troll")
    assert table.who("troll").villain, "where nobody has hero points, who is a villain is not asked"


@pytest.mark.rule("MO-115", "MO-X105", "MO-E49")
@pytest.mark.parametrize(("who", "before", "villain", "after"), [
    ("brolf", 1, False, 2), ("brolf", 3, False, 3), ("troll", 0, False, 0), ("troll", 0, True, 2),
])
def test_the_guide_sets_no_more_hero_points_than_there_are_levels(who, before, villain, after):
    table = brolf()
    table.put(who, heroes=before, villain=villain)
    table.do("Gil", "set-figures", who=who, level=2, body=10, mind=10, spirit=10, heroes=9)
    assert table.who(who).heroes == after


@pytest.mark.rule("MO-FQ19")
@pytest.mark.parametrize("told", ["told", "hinted", "secret"])
def test_of_a_sheet_of_the_guides_others_learn_what_they_see_of_health(told):
    table = Sitting(person("brolf", player="s3"), person("troll"), health_told=told)
    table.do("Gil", "set-figures", who="troll", level=3, body=16, mind=10, spirit=10, body_damage=12)
    owes(table, "troll", perks=1)
    table.do("Gil", "take-perk", who="troll", perk="tough")
    heard = [event for event in table.heard["Ann"] if isinstance(event, LookChanged)]
    assert table.heard["Ann"] == heard
    healths = [event.seen.health.get("P") for event in heard]
    assert healths == {"told": [(4, 16), (8, 20)], "hinted": [None], "secret": []}[told]


@pytest.mark.rule("MO-X106")
def test_what_the_guides_people_add_is_told_in_a_conflict_as_all_see_it_in_the_chances():
    table = Sitting(person("brolf", player="s3"), person("troll", P=16), health_told="secret")
    points = {"who": "troll", "skill": "parry", "points": 1}
    table.do("Gil", "set-points", **points)
    assert table.heard["Ann"] == []
    table.do("Gil", "open-conflict", what="A toll", ours=("brolf",), theirs=("troll",))
    assert table.last(LookChanged).seen.adds["parry"] == 4
    table.do("Gil", "set-points", **points | {"points": 0})
    [heard] = (event for event in table.heard["Ann"][-1:] if isinstance(event, LookChanged))
    assert (heard.who, heard.seen.adds["P"], heard.seen.adds["parry"]) == ("troll", 3, 3)


@pytest.mark.rule("MO-X106", "MO-X212")
def test_what_the_guides_people_hold_is_told_in_a_conflict_as_all_can_knock_it_out_of_their_hands():
    table = Sitting(person("brolf", player="s3"), person("troll", gear=("club", "dagger")))
    table.fight(brolf=20, troll=1)
    table.do("Gil", "lose-gear", who="troll", items=("troll-dagger",))
    [heard] = [event for event in table.heard["Ann"][-1:] if isinstance(event, LookChanged)]
    [attack] = [offer for offer in table.offers("Ann", "attack") if offer.fixed["tool"] == "natural"]
    aims = {aim.removeprefix("disarm:"): says for aim, says in choices(attack, "aim").items() if "disarm:" in aim}
    assert aims == {"troll-club": "To knock club out of the hand"}
    assert heard.seen.holds == {"troll-club": "club"}


@pytest.mark.rule("MO-X120")
def test_a_thing_that_was_not_in_hand_is_named_to_all_when_somebody_readies_it():
    table = Sitting(person("brolf", player="s3"), person("troll", gear=("club", "dagger")))
    table.fight(brolf=1, troll=20)
    table.does("troll", "handle", how="stow", thing="troll-dagger")
    table.does("brolf", "pass")
    table.does("troll", "handle", how="ready", thing="troll-dagger")
    [heard] = [event for event in table.heard["Ann"] if isinstance(event, DeedDeclared) and event.deed.kind == "ready"]
    assert (heard.deed.called, table.read["Ann"][-1]) == ("dagger", "readies dagger. ")


def test_what_a_player_is_asked_for_is_theirs_to_say():
    table = brolf()
    table.do("Ann", "set-habits", who="brolf", asking="never", half=True)
    assert (table.who("brolf").asking, table.who("brolf").half) == ("never", True)
    table.fight(brolf=3, troll=9)
    table.does("troll", "work", words="digs", pool="P")
    beat = table.conflict.beat
    assert beat is not None
    assert "brolf" not in beat.asked


# ---------------------------------------------------------------- leaving


def test_who_leaves_takes_along_what_hung_on_them():
    table = brolf()
    table.put("troll", marks=(Mark(id="m1", row="unaware", toward="brolf"),), master="brolf", bond="pet")
    table.do("Gil", "call-contest", who="brolf", pool="P", against="fate")
    table.have(running={"r1": Running(id="r1", row="fear-1", caster="brolf", stored=9, pros={"troll": 0}),
                        "r2": Running(id="r2", row="fear-1", caster="troll", stored=9, pros={"brolf": 0})},
               waking={"brolf": "The orchard"}, hints={"brolf": "Where to?", "troll": "Who?"})
    table.refuses("Ben", "retire", "nobody-there", who="brolf")
    table.do("Ann", "retire", who="brolf")
    line = table.last(PersonGone).line(table.state)
    assert (line.kind, line.text) == ("story", "Brolf leaves the story."), "told under no name"
    state = table.state
    assert ([*state.people], state.contests, state.running) == (["troll"], {}, {})
    assert (table.who("troll").marks, table.who("troll").master) == ((), "")
    assert (state.waking, state.hints) == ({}, {"troll": "Who?"}), "the GM is not asked for what nobody waits for"


# ---------------------------------------------------------------- files and templates


FILE = """
game = "modos"
name = "Hax"
concept = "A hacker"
goals = ["to be free"]
flaws = ["vain"]
level = 2
scores = { P = 10, M = 14, MP = 8 }
points = { "magic:stun-2" = 1, "knowledge:first-person shooters" = 1 }
perks = ["armor-training:wall", "bonus-action:detect"]
labels = { detect = "Scan" }

[[gear]]
id = "wall"
name = "Firewall"
kind = "armor"
die = "d4"
pool = "M"
penalty = -2

[[gear]]
row = "pistol"
at = "stowed"
lends = ["weapon-training:pistol"]
"""


@pytest.mark.rule("MO-X101")
def test_a_character_comes_with_its_sheet_and_goes_as_a_text():
    table = Sitting()
    table.do("Ann", "bring-character", text=FILE)
    [hax] = table.state.people.values()
    assert (hax.player, hax.made, hax.heroes, hax.kinds) == ("s3", True, 2, ("pc",))
    assert (str(guard(table.state, hax.id, "M")), hax.labels) == ("d6", {"detect": "Scan"})
    [document] = table.game.documents(table.state, table.seats["Ann"])
    assert document.name == "hax-n1.character.toml"
    again = read(document.write()).person()
    assert again.gear[0].own == hax.gear[0].own
    assert again.perks[0].choice == again.gear[0].id
    assert again.gear[1].lends == (Taken("weapon-training", "pistol"),)
    assert text_of(again) == document.write()
    spoken = read(text_of(replace(again, name="Hax\n420", kinds=("pc", "undead"), tactic="solo-aggressive")))
    assert (spoken.name, spoken.kinds, spoken.tactic) == ("Hax 420", ("undead",), "")
    assert not table.game.documents(table.state, table.seats["Ben"])


@pytest.mark.rule("MO-X101", "MO-113")
def test_what_is_left_to_choose_goes_along_with_a_character():
    table = Sitting()
    table.do("Ben", "bring-character", text=FILE + "[owed]\nscores = 1\nperks = 1\n")
    [hax] = [who for who in table.state.people.values() if who.player == "s4"]
    assert hax.owed == Unspent(scores=1, perks=1)
    assert table.question("Ben").title == "Where does Hax grow?"


@pytest.mark.rule("MO-X112")
def test_what_a_thing_does_when_it_is_used_goes_along_with_a_character():
    table = Sitting(person("vael", player="s3", concept="A ferryman", goals=("home",), flaws=("vain",)))
    table.do("Gil", "give-device", who="vael", name="Draught", power="cure-1", asks=2, uses=3)
    [document] = table.game.documents(table.state, table.seats["Ann"])
    table.do("Ben", "bring-character", text=document.write())
    [draught] = [thing.does for who in table.state.people.values() if who.player == "s4" for thing in who.gear]
    assert draught == Does(power="cure-1", asks=2, uses=3)


def test_what_the_guide_set_rules_aside_for_stands_in_the_file():
    table = brolf(points={"parry": 3}, concept="A knight")
    [document] = table.game.documents(table.state, table.seats["Ann"])
    assert 'bends = [\n    "MO-110",\n]' in document.write()
    table.do("Ben", "bring-character", text=document.write())
    assert [who.points for who in table.state.people.values() if who.player == "s4"] == [{"parry": 3}]


@pytest.mark.parametrize(
    ("was", "now", "code", "place", "rule"),
    [
        ('"bonus-action:detect"', '"flight"', "no-such-perk", "Line 10", "MO-112"),
        ('"bonus-action:detect"', '"legendary-hero"', "level-too-low", "Line 10", "MO-X103"),
        ("M = 14, ", "", "score-missing", "Line 8", "MO-103"),
        ('"magic:stun-2" = 1', '"magic:stun-9" = 1', "no-such-skill", "Line 9", "MO-108"),
        ('"magic:stun-2" = 1', '"magic:stun-2" = 3', "bad-figure", "Line 9", "MO-110"),
        ("level = 2", "level = 99", "bad-figure", "Line 7", "MO-113"),
        ('row = "pistol"', 'row = "pistols"', "no-such-gear", "Line 22", "MO-X111"),
        ('die = "d4"', 'die = "d5"', "no-such-die", "Line 17", "MO-209"),
        ('at = "stowed"', 'does = "cure-9"', "no-such-power", "Line 23", "MO-X411"),
        ('at = "stowed"', 'does = "cure-1"\nasks = 9', "bad-figure", "Line 24", "MO-X112"),
        ('name = "Hax"', "", "field-missing", "“name”", "MO-X101"),
    ],
)
def test_what_a_file_may_not_have_is_refused_with_its_place(was, now, code, place, rule):
    table = Sitting()
    refusal = table.refuses("Ann", "bring-character", code, rule, text=FILE.replace(was, now))
    assert place in refusal.message


def test_a_ready_sheet_is_played_unhurt_with_new_ids():
    table = Sitting()
    lent = Taken("weapon-training", "blade")
    blade = Gear(id="blade", name="Blade", own=OwnItem(kind="weapon", die="d6"), at="held", lends=(lent,))
    ready = person("like", perks=[("weapon-training", "blade")], damage={"P": 3}, level=3, gear=[blade])
    play = Play(table.state, table.seats["Ann"], Seeded(1), lambda state, event: event.evolve(state))
    who = enter(play, ready, "MO-X101", player="s3")
    made = play.state.people[who]
    assert (made.id, made.player, made.damage, made.heroes) == ("n1", "s3", {}, 3)
    assert {made.gear[0].id, made.perks[0].choice, made.gear[0].lends[0].choice} == {"n1-g1"}




def test_of_things_that_people_make_no_more_are_remembered_than_tables_need():
    own_row.cache_clear()
    for number in range(5000):
        own_row(f"n{number}", "Ladle", OwnItem(kind="weapon", die="d4"))
    assert own_row.cache_info().currsize < 5000

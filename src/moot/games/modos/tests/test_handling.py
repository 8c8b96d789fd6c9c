"""Gear: readied, put away, dropped, picked up, reloaded, thrown; what hands can hold."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moot.core import Offered
from moot.core.commands import offered
from moot.games.modos.catalog import WEAPONS
from moot.games.modos.combat.handling import Reload
from moot.games.modos.figures import COSTS
from moot.games.modos.person import Gear, Mark, OwnItem, Taken
from moot.games.modos.reckoning import weapon_die
from moot.games.modos.terms import Where
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.testing import choices


def thing(row: str, at: Where = "stowed", spent: int = 0) -> Gear:
    return Gear(id=row, name=row.replace("-", " "), row=row, at=at, spent=spent)


def fight(*gear: Gear, perks: tuple[str, ...] = (), **options: str) -> Sitting:
    """Ann's soldier with this gear, who has the first turn, against a raider who hinders nothing."""
    soldier = person("soldier", player="s3", gear=gear, perks=perks)
    table = Sitting(soldier, person("raider", asking="never"), **options)
    table.fight(soldier=19, raider=9)
    return table


def where(table: Sitting, row: str) -> str:
    item = table.who("soldier").item(row)
    assert item
    return item.at


def left(table: Sitting) -> int:
    return table.conflict.people["soldier"].actions


@pytest.mark.rule("MO-X120", "MO-X129", "MO-X215")
def test_readying_and_putting_away_takes_an_action_and_dropping_none():
    table = fight(thing("sword-bastard"), thing("dagger", "held"))
    table.does("soldier", "handle", how="ready", thing="sword-bastard")
    assert (where(table, "sword-bastard"), left(table)) == ("held", 2)
    table.does("soldier", "handle", how="drop", thing="dagger")
    assert (where(table, "dagger"), left(table)) == ("away", 2)
    table.does("soldier", "handle", how="stow", thing="sword-bastard")
    assert (where(table, "sword-bastard"), left(table)) == ("stowed", 1)
    table.does("soldier", "handle", how="pick-up", thing="dagger")
    assert where(table, "dagger") == "held"
    assert table.conflict.whose == "raider"


@pytest.mark.rule("MO-X215", "MO-205")
def test_the_costs_of_the_rules():
    printed = {"drink": 1, "quaff": 2, "ready-potion": 1, "draw": 1, "drop": 0, "shoot": 1, "reload": 1, "see": 0,
               "spot": 1, "aim": 0, "close-in": 0, "shelter": 1, "cut-off": 1, "shout": 0, "radio": 1, "power-3": 3}
    assert {cost.id: cost.actions for cost in COSTS.values()} == printed


@pytest.mark.rule("MO-205")
def test_with_quick_draw_readying_a_weapon_is_no_action_and_works_on_any_turn():
    table = fight(thing("sword-bastard"), thing("shield-small"), perks=("quick-draw",))
    table.does("soldier", "handle", how="ready", thing="sword-bastard")
    assert left(table) == 3
    table.does("soldier", "handle", how="stow", thing="sword-bastard")
    table.does("soldier", "end-turn")
    table.does("soldier", "handle", how="ready", thing="sword-bastard")
    assert (where(table, "sword-bastard"), left(table)) == ("held", 2)
    table.refuses("Ann", "handle", "no-action", "MO-X120", who="soldier", how="ready", thing="shield-small")


@pytest.mark.rule("MO-006", "MO-X206")
def test_nobody_readies_a_weapon_against_what_they_do_not_know_of():
    soldier = person("soldier", player="s3", gear=(thing("sword-bastard"),))
    table = Sitting(soldier, person("mate", player="s4"), person("raider"))
    table.fight(raider=19, soldier=9, mate=8)
    table.state = table.state.with_conflict(unaware=(("soldier", "raider"),))
    table.does("raider", "attack", tool="natural", target="soldier")
    assert table.conflict.beat
    table.refuses("Ann", "handle", "no-action", "MO-X120", who="soldier", how="ready", thing="sword-bastard")


@pytest.mark.rule("MO-X120", "MO-X129")
def test_two_hands_hold_no_more_than_they_can():
    table = fight(thing("sword-great", "held"), thing("shield-small"), thing("dagger"))
    for row in ("shield-small", "dagger"):
        refused = table.refuses("Ann", "handle", "no-hand", "MO-X129", who="soldier", how="ready", thing=row)
        assert refused.allowed == ("sword great",)
    table.does("soldier", "handle", how="stow", thing="sword-great")
    table.does("soldier", "handle", how="ready", thing="shield-small")
    assert where(table, "shield-small") == "held"


@pytest.mark.rule("MO-X120")
def test_a_spear_leaves_a_hand_for_a_shield():
    table = fight(thing("spear", "held"), thing("shield-large"))
    table.does("soldier", "handle", how="ready", thing="shield-large")
    assert where(table, "shield-large") == "held"


@pytest.mark.rule("MO-X120", "MO-E86", "MO-318")
@pytest.mark.parametrize(("other", "bucklers", "die"), [
    ("", "no", "d10"), ("dagger", "no", "d8"), ("torch", "no", "d8"), ("buckler", "no", "d8"),
    ("buckler", "yes", "d10"),
])
def test_a_spear_is_for_both_hands_unless_the_other_is_taken_or_bears_a_buckler(other, bucklers, die):
    suit = replace(thing("suit", "held"), lends=(Taken("tough"),))
    gear = (thing("spear", "held"), suit, *((thing(other, "held"),) if other else ()))
    table = fight(*gear, buckler_heavy=bucklers)
    assert str(weapon_die(table.state, "soldier", WEAPONS["spear"])) == die


@pytest.mark.rule("MO-E86")
def test_a_buckler_leaves_its_hand_free_but_for_a_heavy_weapon():
    table = fight(thing("sword-bastard", "held"), thing("dagger", "held"), thing("buckler"))
    table.does("soldier", "handle", how="ready", thing="buckler")
    assert where(table, "buckler") == "held"
    table = fight(thing("sword-great", "held"), thing("buckler"))
    table.refuses("Ann", "handle", "no-hand", "MO-E86", who="soldier", how="ready", thing="buckler")
    table = fight(thing("sword-great", "held"), thing("buckler"), buckler_heavy="yes")
    table.does("soldier", "handle", how="ready", thing="buckler")
    assert where(table, "buckler") == "held"


@pytest.mark.rule("MO-X122", "MO-X129")
def test_the_warmech_stows_its_cannon_before_it_raises_its_barrier():
    """An arm-cannon is natural gear, heavy, d12: an action to raise it, one to stow it, one for the shield."""
    cannon = Gear(id="cannon", name="arm-cannon", own=OwnItem(kind="weapon", size="heavy", die="d12", natural=True))
    table = fight(cannon, thing("shield-force"))
    table.does("soldier", "handle", how="ready", thing="cannon")
    assert left(table) == 2
    table.refuses("Ann", "handle", "no-hand", "MO-X129", who="soldier", how="ready", thing="shield-force")
    table.refuses("Ann", "handle", "part-of-the-body", "MO-X122", who="soldier", how="drop", thing="cannon")
    table.does("soldier", "handle", how="stow", thing="cannon")
    assert left(table) == 1
    table.does("soldier", "handle", how="ready", thing="shield-force")
    assert where(table, "shield-force") == "held"
    assert table.conflict.whose == "raider"


@pytest.mark.rule("MO-X122")
def test_the_bare_body_is_neither_readied_nor_put_away():
    table = fight(Gear(id="claws", name="claws", row="natural", at="held"))
    table.refuses("Ann", "handle", "nothing-there", "MO-X120", who="soldier", how="stow", thing="claws")


@pytest.mark.rule("MO-X214")
def test_readying_can_be_hindered():
    table = fight(thing("sword-bastard"))
    table.put("raider", asking="always")
    table.does("soldier", "handle", how="ready", thing="sword-bastard", half=True)
    table.does("raider", "hinder", words="kicks it away", pool="P", faces=[11])
    assert (where(table, "sword-bastard"), left(table)) == ("stowed", 2)


@pytest.mark.rule("MO-X120")
def test_what_fell_asleep_in_the_hand_is_readied_again():
    table = fight(thing("sword-bastard", "held"))
    table.put("soldier", marks=(Mark(id="m1", row="unready"),))
    table.does("soldier", "handle", how="ready", thing="sword-bastard")
    assert not table.who("soldier").marks
    assert left(table) == 2


@pytest.mark.rule("MO-X323", "MO-314")
@pytest.mark.parametrize(("do", "blanks"), [
    ("handle", {"how": "ready", "thing": "sword-bastard"}), ("reload", {"thing": "laser-pod"}),
])
def test_the_mostly_dead_handle_no_weapons(do, blanks):
    table = fight(thing("sword-bastard"), thing("laser-pod", "held", spent=2))
    table.put("soldier", marks=(Mark(id="m1", row="mostly-dead"),))
    table.refuses("Ann", do, "disabled", "MO-X323", who="soldier", **blanks)


@pytest.mark.rule("MO-X121")
def test_outside_a_fight_there_is_time_to_reload():
    table = Sitting(person("soldier", player="s3", gear=(thing("crossbow", "held", spent=2),)))
    [offer] = table.offers("Ann", "reload")
    assert (offer.urgency, offer.why, offer.fields) == ("tool", "", ())
    [found] = [one for one in offered(Reload, table.state, table.seats["Ann"]) if isinstance(one, Offered)]
    assert not found.asks, "one press is enough"
    table.does("soldier", "reload", thing="crossbow")
    table.refuses("Ann", "reload", "all-loaded", "MO-X324", who="soldier", thing="crossbow")


@pytest.mark.rule("MO-X121", "MO-X324", "MO-E107")
def test_actions_to_reload_add_up_over_turns():
    table = fight(thing("crossbow", "held"))
    shoot = {"tool": "crossbow", "thrown": False, "target": "raider"}
    table.does("soldier", "attack", **shoot, faces=[4])
    table.refuses("Ann", "attack", "not-loaded", "MO-X324", who="soldier", **shoot)
    [offer] = table.offers("Ann", "reload")
    assert (offer.urgency, offer.why, "half" in {field.name for field in offer.fields}) == ("may", "2 to do.", True)
    table.does("soldier", "reload", thing="crossbow")
    assert left(table) == 1
    table.does("soldier", "end-turn")
    table.refuses("Ann", "reload", "not-your-turn", "MO-E107", who="soldier", thing="crossbow")
    table.does("raider", "end-turn")
    table.does("soldier", "reload", thing="crossbow")
    table.does("soldier", "attack", **shoot, faces=[2])
    assert table.who("raider").hurt("P") == 6
    assert left(table) == 1


@pytest.mark.rule("MO-X121")
@pytest.mark.parametrize(("perks", "left_over"), [((), 1), (("quick-reload",), 0)])
def test_quick_reload_saves_an_action_of_each_reload(perks: tuple[str, ...], left_over: int):
    table = fight(thing("pistol", "held"), perks=perks)
    table.does("soldier", "attack", tool="pistol", thrown=False, target="raider", faces=[3])
    item = table.who("soldier").item("pistol")
    assert item
    assert item.spent == left_over


@pytest.mark.rule("MO-X206", "MO-E107", "MO-214")
def test_one_draws_and_reloads_in_answer_to_a_deed_too():
    table = fight(thing("dagger"), thing("bow-short", "held", spent=1))
    table.does("soldier", "end-turn")
    table.does("raider", "work", words="runs up", pool="P")
    table.does("soldier", "reload", thing="bow-short")
    table.refuses("Ann", "handle", "no-action", "MO-X120", who="soldier", how="stow", thing="bow-short")
    table.do("Gil", "set-fate", sure=True)
    table.does("raider", "work", words="swings", pool="P")
    table.does("soldier", "handle", how="drop", thing="bow-short")  # costs nothing, and so is no answer
    table.does("soldier", "handle", how="ready", thing="dagger")
    table.refuses("Ann", "handle", "no-action", "MO-X120", who="soldier", how="ready", thing="dagger")
    table.do("Gil", "set-fate", sure=True)
    assert [(item.at, item.spent) for item in table.who("soldier").gear] == [("held", 0), ("away", 0)]
    assert left(table) == 1


@pytest.mark.rule("MO-E107", "MO-000")
def test_the_guide_says_what_is_loaded_and_where_things_are():
    table = fight(thing("crossbow", "held", spent=2), thing("dagger", "away"))
    table.do("Gil", "set-thing", who="soldier", thing="crossbow", at="held", spent=0)
    table.do("Gil", "set-thing", who="soldier", thing="dagger", at="stowed")
    assert where(table, "dagger") == "stowed"
    table.refuses("Ann", "reload", "all-loaded", "MO-X324", who="soldier", thing="crossbow")


@pytest.mark.rule("MO-000", "MO-X404", "MO-X129")
def test_armor_is_never_in_hand_and_no_weapon_on_the_body_where_each_would_be_in_use():
    table = fight(thing("mail", "worn"), thing("dagger", "held"), thing("buckler", "stowed"))
    offers = {offer.fixed["thing"]: offer for offer in table.offers("Gil", "set-thing")}
    assert choices(offers["mail"], "at").keys() == {"worn", "stowed", "away"}
    for carried in ("dagger", "buckler"):
        assert choices(offers[carried], "at").keys() == {"held", "stowed", "away"}
    table.refuses("Gil", "set-thing", "not-a-choice", "MO-000", who="soldier", thing="mail", at="held")


@pytest.mark.rule("MO-X602", "MO-316")
def test_armor_is_not_taken_in_hand_where_the_table_plays_without_it():
    table = fight(thing("mail", "stowed"), thing("dagger", "stowed"))
    table.have(options=replace(table.state.options, combat="false"))
    [ready] = [offer for offer in table.offers("Ann", "handle") if offer.fixed["how"] == "ready"]
    assert choices(ready, "thing").keys() == {"dagger"}
    where_to = {offer.fixed["thing"]: choices(offer, "at") for offer in table.offers("Gil", "set-thing")}
    assert "held" not in where_to["mail"]
    assert "held" in where_to["dagger"]


@pytest.mark.rule("MO-E113")
@pytest.mark.parametrize(("option", "hurt"), [("short", 3), ("close", 1)])
def test_what_is_thrown_flies_as_far_as_the_table_says_and_is_gone(option: str, hurt: int):
    table = fight(thing("dagger", "held"), thrown=option)
    table.state = table.state.with_entry("raider", place=table.conflict.people["raider"].place)
    table.do("Gil", "put-in-place", who="raider", posture="defensive")
    table.does("soldier", "attack", tool="dagger", thrown=True, target="raider", faces=[3] if hurt > 1 else [])
    assert (table.who("raider").hurt("P"), where(table, "dagger")) == (hurt, "away")

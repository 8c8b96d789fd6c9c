"""Harm: dice and protection, pools, Disabled, what is taken off again."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace

from moot.games.modos.contests import Facts
from moot.games.modos.harm import Blow, disable, hurt, mend, strike
from moot.games.modos.injuries import BlowRolled, Hurt, NotMended, Unhurt
from moot.games.modos.ladder import Die
from moot.games.modos.marks import lift_mark, put_mark
from moot.games.modos.person import Gear, OwnItem
from moot.games.modos.terms import POOLS
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting

SWORD = Blow(title="sword", by="ann", on="foe", die=Die.read("d8"), facts=Facts(skill="armed", tool="sword"))


def two(foe: dict[str, Any] | None = None, options: dict[str, Any] | None = None, **ann: Any) -> Sitting:
    return Sitting(person("ann", player="s3", **ann), person("foe", **foe or {}), **options or {})


def struck(table: Sitting, *faces: int, blow: Blow = SWORD, **more: Any) -> int:
    return table.befall(lambda play: strike(play, replace(blow, **more)), *faces)


@pytest.mark.rule("MO-309", "MO-312", "MO-316", "MO-X309", "MO-211")
@pytest.mark.parametrize(("faces", "taken"), [([7, 2], 5), ([3, 8], 1), ([2, 2], 1), ([8, 1], 7)])
def test_damage_less_protection_is_at_least_one_and_goes_into_the_pool(faces, taken):
    table = two({"gear": ("mail",)})
    assert struck(table, *faces) == taken
    assert table.who("foe").hurt("P") == taken
    rolled = table.last(BlowRolled)
    assert (rolled.damage.worth, rolled.guard.worth, rolled.guard.dice) == (*faces, ((8, faces[1]),))


@pytest.mark.rule("MO-012")
def test_damage_and_protection_can_be_taken_by_half_each():
    table = two({"gear": ("mail",)})
    assert struck(table, 8, half=True, guard_half=False) == 1
    assert struck(table, 7, guard_half=True) == 3
    assert struck(table, half=True, guard_half=True) == 1
    table.put("foe", half=True)
    assert struck(table, 6) == 2


@pytest.mark.rule("MO-319", "MO-X302", "MO-X322")
def test_one_band_out_it_does_one_whatever_protects_and_beyond_nothing():
    table = two({"gear": ("plate",)})
    assert struck(table, share=1) == 1
    assert struck(table, share=0) == 0
    assert table.last(Unhurt).why == "it is too far away"
    assert table.who("foe").hurt("P") == 1


@pytest.mark.rule("MO-313", "MO-314", "MO-E01")
@pytest.mark.parametrize(("pool", "mark"), [("P", "mostly-dead"), ("M", "unconscious"), ("MP", "catatonic")])
def test_more_damage_than_the_score_disables_and_is_not_kept(pool, mark):
    table = two()
    table.befall(lambda play: hurt(play, "foe", pool, 10))
    assert not table.who("foe").marks
    table.befall(lambda play: hurt(play, "foe", pool, 1))
    assert table.who("foe").has_mark(mark)
    assert table.who("foe").hurt(pool) == 10
    assert table.last(Hurt).mark.row == mark


@pytest.mark.rule("MO-X323", "MO-X310")
def test_a_pool_that_is_more_than_full_takes_no_more_and_loses_none():
    table = two()
    table.befall(lambda play: disable(play, "foe", "P"))
    assert table.who("foe").hurt("P") == 10
    assert struck(table, 8) == 0
    assert table.befall(lambda play: mend(play, "foe", "P", Die.read("d8"), "Cure 1")) == 0
    assert isinstance(table.events[-1], NotMended)
    assert (table.who("foe").hurt("P"), len(table.who("foe").marks)) == (10, 1)


@pytest.mark.rule("MO-X311", "MO-E62")
def test_damage_is_taken_off_by_a_die_by_points_or_all_of_it_and_never_below_none():
    table = two()
    table.befall(lambda play: hurt(play, "foe", "P", 9))
    assert table.befall(lambda play: mend(play, "foe", "P", Die.read("d8"), "Cure 1"), 3) == 3
    assert table.befall(lambda play: mend(play, "foe", "P", 2, "rest")) == 2
    assert table.befall(lambda play: mend(play, "foe", "P", Die.read("d12"), "Cure 4"), 12) == 4
    table.befall(lambda play: disable(play, "foe", "P"))
    table.befall(lambda play: lift_mark(play, "foe", play.state.people["foe"].marks[0]))
    assert table.befall(lambda play: mend(play, "foe", "P", "all", "Cure 5")) == 10
    assert table.who("foe").hurt("P") == 0


@pytest.mark.rule("MO-X322", "MO-E91")
def test_the_best_protection_alone_counts_unless_the_table_rolls_all():
    gear = Gear(id="hide", name="hide", own=OwnItem(kind="armor", die="d4", natural=True), at="worn")
    table = two({"gear": (gear, "mail")})
    assert struck(table, 8, 5) == 3
    table = two({"gear": (gear, "mail")}, {"protection": "all_rolled"})
    assert struck(table, 8, 2, 5) == 1


@pytest.mark.rule("MO-314")
def test_what_somebody_is_can_make_them_immune_to_harm_of_a_pool():
    table = two({"traits": ("sleep-trap",)})
    assert struck(table) == 0
    assert struck(table, 4, pool="M") == 4


def test_a_weakness_doubles_what_protection_leaves():
    table = two({"traits": ("sapphire-dragon",), "gear": ("mail",), "P": 30})
    assert struck(table, 7, 2, tag="heat") == 10
    assert struck(table, 7, 2, tag="cold") == 5


@pytest.mark.rule("MO-E50", "MO-E100")
def test_rage_adds_a_hero_die_to_the_damage_and_diehard_one_to_protection():
    table = two({"gear": ("mail",), "heroes": 1, "perks": ("diehard",)}, perks=("rage",), heroes=1)
    assert struck(table, 5, 6, 2, 4, hero=True, guard_hero=True) == 5
    assert (table.who("ann").heroes, table.who("foe").heroes) == (0, 0)
    assert struck(table, 5, 2, hero=True, guard_hero=True) == 3


@pytest.mark.rule("MO-E50")
def test_diehard_needs_a_protection_roll_to_add_to():
    table = two({"heroes": 1, "perks": ("diehard",)})
    assert struck(table, 5, guard_hero=True) == 5
    assert table.who("foe").heroes == 1


@pytest.mark.rule("MO-E99", "MO-E100")
def test_karma_makes_it_one_point_to_the_spirit():
    table = two({"gear": ("mail",), "perks": ("mystic-ward",)}, perks=("karma",))
    assert struck(table, karma=True) == 1
    assert struck(table, karma=True, share=0) == 0
    assert {pool: table.who("foe").hurt(pool) for pool in POOLS} == {"P": 0, "M": 0, "MP": 1}


@pytest.mark.rule("MO-E100")
def test_set_to_stun_adds_a_point_to_the_mind_of_those_whom_a_fight_hurts():
    wanted = Facts(skill="armed", claims=("perk:set-to-stun",))
    table = two(perks=("set-to-stun",))
    struck(table, 4)
    assert table.who("foe").hurt("M") == 0
    struck(table, 4, facts=wanted)
    assert table.who("foe").hurt("M") == 1
    table.put("foe", perks=person("x", perks=(("thought-shield", "natural-mind"),)).perks)
    struck(table, 1, facts=wanted)
    assert table.who("foe").hurt("M") == 1


@pytest.mark.rule("MO-E100")
@pytest.mark.parametrize(("option", "mind"), [("no", 0), ("yes", 1)])
def test_set_to_stun_goes_with_powers_only_where_the_table_says_so(option, mind):
    table = two(None, {"stun_with_powers": option}, perks=("set-to-stun",))
    struck(table, 4, facts=Facts(skill="magic:fire-1", claims=("perk:set-to-stun",)))
    assert table.who("foe").hurt("M") == mind


@pytest.mark.rule("MO-210")
def test_against_a_blackjack_protection_counts_as_the_most_it_can_show():
    table = two({"gear": ("padded-jack",)}, gear=("blackjack", "club"))
    assert struck(table, 6, facts=Facts(skill="armed", tool="ann-blackjack")) == 2
    assert struck(table, 6, 1, facts=Facts(skill="armed", tool="ann-club")) == 5


@pytest.mark.rule("MO-E91")
def test_what_pierces_heeds_only_protection_against_its_own_kind():
    table = two({"gear": ("plate",)})
    assert struck(table, 6, pierces=True) == 6


@pytest.mark.rule("MO-E99")
def test_where_one_of_two_pools_protects_the_better_does():
    table = two({"gear": ("padded-jack",), "perks": (("thought-shield", "natural-mind"),) * 2})
    assert struck(table, 6, 5, pool="M", guards=("P", "M")) == 1
    assert table.last(BlowRolled).guard.dice == ((6, 5),)


def test_harm_wakes_who_sleeps():
    table = two()
    table.befall(lambda play: put_mark(play, "foe", "asleep"))
    assert table.who("foe").has_mark("asleep", "unready")
    struck(table, 1)
    assert [mark.row for mark in table.who("foe").marks] == ["unready"]


@given(
    rolled=st.integers(1, 8), armor=st.sampled_from(["", "padded-jack", "brigandine", "mail", "plate"]),
    guard=st.integers(1, 10), share=st.sampled_from(["full", 1, 0]), already=st.integers(0, 10),
)
def test_a_blow_does_at_least_one_within_reach_and_pools_stay_within_their_bounds(rolled, armor, guard, share, already):
    table = two({"gear": (armor,) if armor else (), "P": 12, "damage": {"P": already}})
    sides = {"padded-jack": 4, "brigandine": 6, "mail": 8, "plate": 10}.get(armor, 0)
    faces = [] if share != "full" else [rolled, min(guard, sides)] if sides else [rolled]
    taken = struck(table, *faces, share=share)
    assert (taken == 0) == (share == 0)
    if share == "full":
        assert taken == max(1, rolled - (min(guard, sides) if sides else 0)) <= rolled
    foe = table.who("foe")
    limit = 12 - {"padded-jack": 1, "brigandine": 2, "mail": 2, "plate": 3}.get(armor, 0)
    assert 0 <= foe.hurt("P") <= limit or foe.hurt("P") == already
    assert foe.has_mark("mostly-dead") == (taken > 0 and already + taken > limit)


def test_nobody_is_disabled_twice():
    table = two()
    table.befall(lambda play: disable(play, "foe", "M"))
    table.befall(lambda play: disable(play, "foe", "M"))
    assert len(table.who("foe").marks) == 1

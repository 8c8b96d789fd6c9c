"""Attacks and defenses: what is thrown, what lands, what else they do, what perks and gear change of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Choose, Count
from moot.games.modos.catalog import BODY
from moot.games.modos.combat.handling import ThingMoved
from moot.games.modos.conflict.beats import DeedLost
from moot.games.modos.conflict.working import Progressed
from moot.games.modos.conflicts import Running
from moot.games.modos.contests import Facts
from moot.games.modos.harm import disable, hurt
from moot.games.modos.injuries import BlowRolled, Told, Unhurt
from moot.games.modos.person import Gear, OwnItem, Taken, Unspent
from moot.games.modos.reckoning import guard, most, skill_terms, skill_total, weapon_die
from moot.games.modos.terms import POOLS
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown, StoredBeaten
from moot.testing import choices

SWORD = "brolf-sword-bastard"


def duel(brolf: dict[str, Any] | None = None, foe: dict[str, Any] | None = None, **options: Any) -> Sitting:
    """Brolf has the turn, with a sword; the foe can answer."""
    sheet: dict[str, Any] = {"gear": ("sword-bastard",), **(brolf or {})}
    other = person("foe", **{"asking": "mine", **(foe or {})})
    table = Sitting(person("brolf", player="s3", **sheet), other, **options)
    table.fight(brolf=15, foe=5)
    return table


def hit(table: Sitting, *faces: int, tool: str = SWORD, **more: Any) -> None:
    """Brolf attacks, and nobody does anything against it."""
    table.does("brolf", "attack", tool=tool, target="foe", **more)
    beat = table.conflict.beat
    while beat and beat.asked[1:]:
        table.does(beat.asked[0], "pass")
    if table.conflict.beat:
        table.does(table.conflict.beat.asked[0], "pass", faces=list(faces))


def stands(table: Sitting, posture: str) -> None:
    """The foe is in this posture."""
    if posture != "offensive":
        table.do("Gil", "put-in-place", who="foe", posture=posture)


@pytest.mark.rule("MO-X309", "MO-004", "MO-318")
def test_an_attack_that_nobody_answers_only_rolls_its_damage():
    table = duel()
    hit(table, 6)
    assert table.who("foe").hurt("P") == 6
    assert not [event for event in table.events if isinstance(event, ContestThrown)]
    assert table.conflict.people["brolf"].actions == 2


@pytest.mark.rule("MO-005", "MO-X217", "MO-210")
@pytest.mark.parametrize(("faces", "taken"), [([12, 8, 5], 5), ([8, 12], 0), ([8, 8, 9, 3, 2], 2)])
def test_a_defense_with_a_pro_undoes_the_attack_and_a_tie_is_thrown_again(faces, taken):
    table = duel()
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "defend", against="brolf", skill="parry", faces=faces)
    assert table.who("foe").hurt("P") == taken


@pytest.mark.rule("MO-E90", "MO-011")
def test_an_attack_under_one_fails_whatever_the_other_side_has():
    table = duel({"P": 1}, {"P": 1})
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "defend", against="brolf", skill="parry", faces=[4, 2])
    assert table.last(ContestThrown).outcome == "both-con"
    assert table.who("foe").hurt("P") == 0


@pytest.mark.rule("MO-319", "MO-X302", "MO-306", "MO-X309")
@pytest.mark.parametrize(
    ("weapon", "at", "faces", "taken"),
    [
        ("sword-bastard", "offensive", [6], 6), ("sword-bastard", "defensive", [], 1),
        ("bow-long", "defensive", [9], 9), ("pike", "offensive", [], 1), ("pike", "defensive", [7], 7),
        ("machine-gun", "defensive", [9], 9), ("laser-pod", "defensive", [4], 4),
    ],
)
def test_damage_follows_distance(weapon, at, faces, taken):
    table = duel({"gear": (weapon,)})
    stands(table, at)
    hit(table, *faces, tool=f"brolf-{weapon}")
    assert table.who("foe").hurt("P") == taken


@pytest.mark.rule("MO-319", "MO-X303")
def test_nobody_is_attacked_who_is_out_of_reach():
    table = duel()
    for who in ("brolf", "foe"):
        table.do("Gil", "put-in-place", who=who, posture="defensive")
    table.refuses("Ann", "attack", "out-of-reach", "MO-319", who="brolf", tool=SWORD, target="foe")


@pytest.mark.rule("MO-E84")
def test_the_distance_is_the_one_at_which_the_blow_was_declared():
    table = duel({"gear": ("sword-bastard",)}, {"asking": "always"})
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.do("Gil", "put-in-place", who="foe", posture="defensive")
    table.does("foe", "pass", faces=[7])
    assert table.who("foe").hurt("P") == 7


@pytest.mark.rule("MO-006", "MO-X309")
def test_who_is_not_aware_is_not_asked_and_cannot_defend():
    table = duel()
    table.have(conflict=replace(table.conflict, unaware=(("foe", "brolf"),)))
    table.does("brolf", "attack", tool=SWORD, target="foe", faces=[5])
    assert table.who("foe").hurt("P") == 5


@pytest.mark.rule("MO-X202", "MO-X309")
def test_who_has_no_action_left_takes_the_blow():
    table = duel()
    table.have(conflict=table.state.with_entry("foe", actions=0).conflict)
    table.does("brolf", "attack", tool=SWORD, target="foe", faces=[5])
    assert table.who("foe").hurt("P") == 5


@pytest.mark.rule("MO-X213")
def test_where_a_miss_matters_the_guide_sets_a_difficulty_though_nobody_defends():
    table = duel()
    table.does("brolf", "attack", tool=SWORD, target="foe", risky=True)
    table.does("foe", "pass")
    table.do("Gil", "set-fate", sure=False, difficulty=4, faces=[10, 9])
    assert table.last(ContestThrown).outcome == "con"
    assert table.who("foe").hurt("P") == 0


@pytest.mark.rule("MO-X213", "MO-X205", "MO-010")
@pytest.mark.parametrize(("face", "taken"), [(12, 0), (14, 5)])
def test_the_guide_says_of_a_blow_that_it_could_go_wrong(face, taken):
    table = duel()
    table.does("brolf", "attack", tool=SWORD, target="foe")
    [offer] = [one for one in table.offers("Gil", "set-fate") if one.urgency == "tool"]
    assert offer.label == "It could go wrong for Brolf"
    table.do("Gil", "set-fate", sure=False, difficulty=4)
    assert not table.offers("Gil", "set-fate")
    table.does("foe", "pass", faces=[face, 9, *([5] if taken else [])])
    assert table.who("foe").hurt("P") == taken


@pytest.mark.rule("MO-X213", "MO-X206")
def test_who_strikes_back_can_miss_where_that_matters():
    table = duel(foe={"gear": ("dagger",)})
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "attack", tool="foe-dagger", target="brolf", risky=True)
    table.do("Gil", "set-fate", sure=False, difficulty=8, who="foe", faces=[6, 4, 9])
    assert (table.who("foe").hurt("P"), table.who("brolf").hurt("P")) == (6, 0)


@pytest.mark.rule("MO-204", "MO-E89", "MO-X218")
def test_combined_attacks_share_a_number_and_each_has_its_own_damage_and_defense():
    table = duel({"P": 14, "points": {"armed": 2}}, {"P": 12})
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "defend", against="brolf", skill="parry", faces=[15, 6, 3])
    table.does("brolf", "attack", tool=SWORD, target="foe", keep=True)
    table.does("foe", "defend", against="brolf", skill="parry", faces=[20])
    assert [thrown.first.worth for thrown in table.events if isinstance(thrown, ContestThrown)] == [19, 19]
    table.does("brolf", "attack", tool=SWORD, target="foe", keep=True)
    table.does("foe", "pass", faces=[5])
    assert table.who("foe").hurt("P") == 8


@pytest.mark.rule("MO-X218", "MO-204")
def test_a_blow_that_nobody_answers_leaves_the_number_as_it_was():
    table = duel(None, {"P": 12})
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "defend", against="brolf", skill="parry", faces=[15, 6, 3])
    hit(table, 2)
    assert table.conflict.people["brolf"].chain is not None
    assert table.conflict.people["brolf"].chain.total == 15


@pytest.mark.rule("MO-X206", "MO-214", "MO-X216")
def test_a_blow_can_be_answered_by_a_blow_which_nobody_parries():
    table = duel({"P": 12, "gear": ("sword-bastard", "mail")}, {"gear": ("dagger",), "P": 12})
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "attack", tool="foe-dagger", target="brolf", faces=[6, 3, 1])
    assert (table.who("foe").hurt("P"), table.who("brolf").hurt("P")) == (6, 2)
    assert table.conflict.people["foe"].actions == 2


@pytest.mark.rule("MO-E30", "MO-FQ16")
@pytest.mark.parametrize(("option", "struck"), [("by_effect", 0), ("always_together", 4)])
def test_the_blow_of_whoever_fell_before_it_is_lost_unless_all_happens_together(option, struck):
    table = duel(None, {"gear": ("dagger",), "damage": {"P": 8}}, reaction_order=option)
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "attack", tool="foe-dagger", target="brolf", faces=[3, 4] if struck else [3])
    assert table.who("foe").has_mark("mostly-dead")
    assert table.who("brolf").hurt("P") == struck
    assert any(isinstance(event, DeedLost) for event in table.events) is not bool(struck)


@pytest.mark.rule("MO-FQ16", "MO-214", "MO-E30")
@pytest.mark.parametrize(("option", "label", "struck"), [
    ("by_effect", "All of this happens at once", 4), ("always_together", "The deed first, then answers", 0),
])
def test_the_guide_says_of_a_beat_whether_who_falls_still_strikes(option, label, struck):
    table = duel(None, {"gear": ("dagger",), "damage": {"P": 8}}, reaction_order=option)
    table.does("brolf", "attack", tool=SWORD, target="foe")
    [offer] = table.offers("Gil", "say-order")
    assert offer.label == label
    table.do("Gil", "say-order", **offer.fixed)
    table.does("foe", "attack", tool="foe-dagger", target="brolf", faces=[3, 4] if struck else [3])
    assert (table.who("foe").has_mark("mostly-dead"), table.who("brolf").hurt("P")) == (True, struck)


def melee(**options: Any) -> Sitting:
    """Hax has the turn; Brolf helps him against the foe."""
    table = Sitting(
        person("hax", player="s3", gear=("club",)), person("brolf", player="s4", gear=("sword-bastard",)),
        person("foe", P=14, asking="always"), **options,
    )
    table.fight(hax=18, brolf=14, foe=5)
    return table


@pytest.mark.rule("MO-E88", "MO-X211")
def test_a_target_of_two_attacks_parries_one():
    table = melee()
    table.does("hax", "attack", tool="hax-club", target="foe")
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "defend", against="brolf", skill="parry", faces=[4, 7, 15])
    assert table.who("foe").hurt("P") == 4


@pytest.mark.rule("MO-X211", "MO-FQ21")
def test_one_parry_against_all_is_all_but_impossible():
    table = melee()
    table.does("hax", "attack", tool="hax-club", target="foe")
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "defend", against="brolf", skill="parry", wide=True, faces=[4, 20, 5, 9, 19, 8])
    thrown = [event for event in table.events if isinstance(event, ContestThrown)]
    assert [one.second.worth for one in thrown] == [2, 1]
    assert table.who("foe").hurt("P") == 13


@pytest.mark.rule("MO-X211", "MO-006")
def test_a_parry_against_all_parries_no_blow_out_of_the_dark():
    table = melee()
    table.do("Gil", "set-unaware", who=("foe",), of=("brolf",))
    table.does("hax", "attack", tool="hax-club", target="foe")
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "defend", against="hax", skill="parry", wide=True, half=True, faces=[4, 3, 8])
    assert [event.second.who for event in table.events if isinstance(event, ContestThrown)] == ["foe"]
    assert table.who("foe").hurt("P") == 11


@pytest.mark.rule("MO-X211", "MO-X217")
def test_a_parry_against_all_parries_no_blow_at_somebody_else():
    players = (person(one, player=f"s{at}", gear=("club",)) for at, one in enumerate(("hax", "brolf", "cleo"), 3))
    table = Sitting(*players, *(person(one, asking="always") for one in ("foe", "pal")))
    table.fight(hax=18, brolf=14, cleo=12, foe=5, pal=4)
    for who, target in (("hax", "pal"), ("brolf", "foe"), ("cleo", "foe")):
        table.does(who, "attack", tool=f"{who}-club", target=target)
    table.does("foe", "defend", against="brolf", skill="parry", wide=True)
    table.does("pal", "pass", faces=[3, 20, 5, 2, 19, 4, 6])
    assert (table.who("pal").hurt("P"), table.who("foe").hurt("P")) == (3, 8)


@pytest.mark.rule("MO-X217", "MO-214")
def test_only_the_target_defends_and_others_hinder():
    table = melee()
    table.does("hax", "attack", tool="hax-club", target="foe")
    table.refuses("Ben", "defend", "not-attacked", "MO-005", who="brolf", against="hax", skill="parry")
    table.does("brolf", "hinder", words="stumbles into the way", pool="P")
    table.does("foe", "defend", against="hax", skill="parry", faces=[12, 8, 15])
    thrown = [event for event in table.events if isinstance(event, ContestThrown)]
    found = [(one.second.who, one.first.worth, one.outcome) for one in thrown]
    assert found == [("brolf", 12, "pro"), ("foe", 12, "con")]


@pytest.mark.rule("MO-X217", "MO-E99", "MO-X314")
@pytest.mark.parametrize(
    ("gear", "attack", "skills"),
    [
        ("sword-bastard", {}, {"parry"}), ("stun-gun", {}, {"parry", "concentrate"}),
        ("sword-bastard", {"karma": True}, {"parry", "willpower"}),
    ],
)
def test_the_skill_that_defends_is_that_of_the_attack_or_of_the_pool(gear, attack, skills):
    table = duel({"gear": (gear,), "perks": ("karma",)})
    table.does("brolf", "attack", tool=f"brolf-{gear}", target="foe", **attack)
    [offer] = table.offers("Gil", "defend")
    assert {*choices(offer, "skill")} == skills


@pytest.mark.rule("MO-X321")
def test_who_is_not_struck_has_nothing_to_take():
    others = (person(who, gear=("mail",), asking="always") for who in ("foe", "pal"))
    table = Sitting(person("brolf", player="s3"), *others)
    table.fight(brolf=15, foe=5, pal=4)
    table.does("brolf", "attack", tool="natural", target="foe")
    assert {offer.fixed["who"] for offer in table.offers("Gil", "take-it")} == {"foe"}


@pytest.mark.rule("MO-X217", "MO-X323", "MO-X203")
@pytest.mark.parametrize(("foe", "tool", "skills"), [
    ({"pool": "P"}, "stun-gun", {"concentrate"}),
    ({"pool": "MP"}, "stun-gun", {"parry", "concentrate"}),
    ({"bound": {"concentrate": 1}}, "stun-gun", {"concentrate"}),
    ({"bound": {"concentrate": 1}}, "sword-bastard", set()),
])
def test_nobody_defends_with_what_they_have_lost_or_have_no_action_for(foe, tool, skills):
    table = duel({"gear": (tool,)})
    if "pool" in foe:
        table.befall(lambda play: disable(play, "foe", foe["pool"]))
    else:
        table.state = table.state.with_entry("foe", actions=0, bound=foe["bound"])
    table.does("brolf", "attack", tool=f"brolf-{tool}", target="foe")
    assert {skill for offer in table.offers("Gil", "defend") for skill in choices(offer, "skill")} == skills
    if not skills:
        table.refuses("Gil", "defend", "no-defense", "MO-X217", who="foe", against="brolf", skill="parry")


@pytest.mark.rule("MO-X314", "MO-E99", "MO-310")
def test_a_stun_gun_hurts_the_mind_and_one_of_two_kinds_of_protection_counts():
    table = duel({"gear": ("stun-gun",)}, {"gear": ("mail",)})
    hit(table, 4, 1, tool="brolf-stun-gun")
    assert (table.who("foe").hurt("M"), table.who("foe").hurt("P")) == (3, 0)


@pytest.mark.rule("MO-404", "MO-X322", "MO-319")
@pytest.mark.parametrize(("weapon", "power", "left"), [
    ("laser-pod", "anti-fire-2", 1), ("laser-pod", "anti-ice-2", 6), ("stun-gun", "anti-lightning-2", 1),
])
def test_powers_against_heat_and_electricity_guard_against_heat_rays_and_shocks(weapon, power, left):
    table = duel({"gear": (weapon,)})
    table.have(running={"r": Running(id="r", row=power, caster="foe", stored=10, pros={"foe": 0})})
    damage = 6 if weapon == "laser-pod" else 4
    hit(table, damage, *([11] if left == 1 else []), tool=f"brolf-{weapon}")
    assert table.who("foe").hurt("M" if weapon == "stun-gun" else "P") == left


@pytest.mark.rule("MO-X507")
@pytest.mark.parametrize(("weapon", "trait"), [("laser-pod", "sapphire-dragon"), ("stun-gun", "green-slime")])
def test_what_hurts_by_heat_or_electricity_hurts_twice_as_much_whom_that_does(weapon, trait):
    table = duel({"gear": (weapon,)}, {"traits": (trait,)})
    table.put("brolf", marks=())  # a slime is noticed by a contest alone
    hit(table, 3, tool=f"brolf-{weapon}")
    assert sum(table.who("foe").damage.values()) == 6


# ---------------------------------------------------------------- what else attacks do


@pytest.mark.rule("MO-206", "MO-210", "MO-211")
def test_an_attack_can_be_for_a_goal_and_brings_progress_instead_of_damage():
    table = duel()
    table.do("Gil", "set-goal", goal="", what="to the bridge", side="ours", most=20, die="d8", regress="d6")
    [goal] = table.conflict.goals
    hit(table, 7, 3, aim=f"goal:{goal}")
    assert table.last(Progressed).gain == 4
    assert (table.conflict.goals[goal].gained, table.who("foe").hurt("P")) == (4, 0)


@pytest.mark.rule("MO-X212", "MO-X217", "MO-004")
@pytest.mark.parametrize("free", [True, False])
def test_a_hold_lasts_until_a_defense_beats_what_it_was_done_with(free):
    table = duel({"P": 14, "gear": ("sword-bastard",)})
    table.does("brolf", "attack", tool="natural", target="foe", aim="mark:tangled", words="pins the arms")
    assert "attacks Foe, to hold on: no moving away. pins the arms" in table.read["Gil"][-1]
    table.does("foe", "defend", against="brolf", skill="parry", faces=[12, 9])
    [mark] = table.who("foe").marks
    assert (mark.row, mark.words, mark.stored) == ("tangled", "pins the arms", 14)
    table.does("brolf", "end-turn")
    table.refuses("Gil", "move", "shut", "MO-X212", who="foe", posture="defensive")
    table.refuses("Gil", "shake-off", "not-a-choice", "MO-X217", who="foe", mark=mark.id, skill="willpower")
    table.does("foe", "shake-off", mark=mark.id, skill="parry")
    table.does("brolf", "pass", faces=[15 if free else 14])
    assert bool(table.who("foe").marks) is not free


@pytest.mark.rule("MO-X212", "MO-X201")
def test_a_hold_ends_with_the_conflict_and_what_a_power_does_goes_on():
    table = duel()
    by_power = table.mark("tangled", of="r-hold-3")
    table.put("foe", marks=(table.mark("beset"), replace(table.mark("tangled"), id="m2"), replace(by_power, id="m3")))
    table.put("brolf", marks=(table.mark("unready"),))
    table.do("Gil", "end-conflict")
    assert [mark.id for mark in table.who("foe").marks] == ["m3"]
    assert table.who("brolf").marks, "nobody has drawn a weapon by that"


@pytest.mark.rule("MO-X212", "MO-005")
@pytest.mark.parametrize(("faces", "free", "told"), [
    ([15, 16], False, []), ([15, 12], True, ["throws 15 against 14: a Pro."]),
    ([14, 12], False, ["throws 14 against 14: a Tie."]),
])
def test_who_shakes_a_hold_off_has_to_beat_it_and_whoever_hinders_them(faces, free, told):
    table = duel({"P": 14})
    table.does("brolf", "attack", tool="natural", target="foe", aim="mark:tangled", words="pins the arms")
    table.does("foe", "defend", against="brolf", skill="parry", faces=[12, 9])
    table.does("brolf", "end-turn")
    table.does("foe", "shake-off", mark=table.who("foe").marks[0].id, skill="parry")
    table.does("brolf", "hinder", words="shouts in the ear", pool="M", faces=faces)
    assert bool(table.who("foe").marks) is not free
    stored = [event for event in table.events if isinstance(event, StoredBeaten)]
    assert [event.line(table.state).text for event in stored] == told


@pytest.mark.rule("MO-X212", "MO-X323", "MO-202")
def test_a_hold_is_shaken_off_by_a_defense_that_one_can_use_and_pay_for():
    table = duel({"P": 14})
    table.does("brolf", "attack", tool="natural", target="foe", aim="mark:tangled", words="pins the arms")
    table.does("foe", "defend", against="brolf", skill="parry", faces=[12, 9])
    table.does("brolf", "end-turn")
    [mark] = table.who("foe").marks
    held = {"who": "foe", "mark": mark.id, "skill": "parry"}
    table.have(conflict=table.state.with_entry("foe", actions=0, bound={"magic": 1}).conflict)
    table.refuses("Gil", "shake-off", "no-action", "MO-202", **held)
    table.have(conflict=table.state.with_entry("foe", actions=2, bound={}).conflict)
    table.put("foe", marks=(mark, table.mark("mostly-dead")))
    table.refuses("Gil", "shake-off", "no-action", "MO-202", **held)
    table.put("foe", marks=(mark,))
    assert table.offers("Gil", "shake-off")


@pytest.mark.rule("MO-X212", "MO-E113")
def test_bolas_that_are_thrown_to_hold_on_tangle_from_afar_and_are_out_of_hand():
    table = duel({"gear": ("bolas",)})
    stands(table, "defensive")
    hit(table, tool="brolf-bolas", thrown=True, aim="mark:tangled")
    assert (table.who("foe").has_mark("tangled"), table.who("foe").damage) == (True, {})
    assert table.who("brolf").gear[0].at == "away"


@pytest.mark.rule("MO-X212", "MO-012")
def test_a_hold_that_nobody_opposed_counts_by_half():
    table = duel({"P": 14})
    hit(table, tool="natural", aim="mark:beset", words="a net over the head")
    assert table.who("foe").marks[0].stored == 12


@pytest.mark.rule("MO-000", "MO-X212")
def test_the_guide_ends_a_state_that_is_theirs_to_end():
    table = duel()
    hit(table, tool="natural", aim="mark:tangled")
    [mark] = table.who("foe").marks
    table.refuses("Ann", "end-state", "guide-only", "", who="foe", mark=mark.id)
    table.do("Gil", "end-state", who="foe", mark=mark.id)
    assert table.who("foe").marks == ()
    table.befall(lambda play: hurt(play, "foe", "P", 11))
    table.refuses("Gil", "end-state", "no-state", "", who="foe", mark=table.who("foe").marks[0].id)


@pytest.mark.rule("MO-X212", "MO-X129")
def test_a_weapon_is_knocked_out_of_a_hand():
    table = duel(None, {"gear": ("dagger", "shield-small")})
    hit(table, aim="disarm:foe-dagger")
    assert (table.who("foe").gear[0].at, table.who("foe").gear[1].at) == ("away", "held")
    assert "disarm:foe-dagger" not in choices(table.offers("Ann", "attack")[0], "aim")


@pytest.mark.rule("MO-X212", "MO-E30", "MO-000")
def test_nothing_comes_of_a_blow_whose_weapon_is_out_of_the_hand_and_all_hear_why():
    table = duel(None, {"gear": ("dagger",)})
    table.does("brolf", "attack", tool=SWORD, target="foe", aim="disarm:foe-dagger")
    table.does("foe", "attack", tool="foe-dagger", target="brolf")
    assert (table.last(Told).who, "no longer has a weapon for it. " in table.read["Ann"]) == ("foe", True)


@pytest.mark.rule("MO-X212", "MO-E30")
def test_where_all_happens_at_once_two_who_disarm_each_other_are_both_without_a_weapon():
    table = duel(None, {"gear": ("dagger",)}, reaction_order="always_together")
    table.does("brolf", "attack", tool=SWORD, target="foe", aim="disarm:foe-dagger")
    table.does("foe", "attack", tool="foe-dagger", target="brolf", aim=f"disarm:{SWORD}")
    assert [table.who(who).gear[0].at for who in ("brolf", "foe")] == ["away", "away"]


@pytest.mark.rule("MO-X212", "MO-E30")
def test_where_all_happens_at_once_a_blow_comes_whose_weapon_is_knocked_out_of_the_hand():
    table = duel(None, {"gear": ("dagger",)}, reaction_order="always_together")
    table.does("brolf", "attack", tool=SWORD, target="foe", aim="disarm:foe-dagger")
    table.does("foe", "attack", tool="foe-dagger", target="brolf", faces=[3])
    assert (table.who("foe").gear[0].at, table.who("brolf").hurt("P")) == ("away", 3)


@pytest.mark.rule("MO-E30", "MO-X212", "MO-214")
@pytest.mark.parametrize(("options", "posture"), [
    ({}, "offensive"), ({"dodge_move": "before"}, "defensive"), ({"reaction_order": "always_together"}, "defensive"),
])
def test_who_is_held_before_they_can_step_back_stays_where_they_are(options, posture):
    table = duel(**options)
    table.does("brolf", "attack", tool=SWORD, target="foe", aim="mark:tangled")
    table.does("foe", "move", posture="defensive")
    assert table.who("foe").has_mark("tangled")
    assert table.conflict.people["foe"].place.posture == posture
    assert ("is held back from it. " in table.read["Ann"]) is (posture == "offensive")


@pytest.mark.rule("MO-E114", "MO-X212", "MO-319")
def test_nobody_is_held_who_is_out_of_reach_by_then():
    table = duel(dodge_move="before")
    for who, posture in (("brolf", "defensive"), ("foe", "flanking")):
        table.do("Gil", "put-in-place", who=who, posture=posture)
    table.does("brolf", "attack", tool=SWORD, target="foe", aim="mark:tangled")
    table.does("foe", "move", posture="defensive")
    assert table.far("brolf", "foe") == "medium"
    assert (table.who("foe").marks, table.last(Unhurt).why) == ((), "it is too far away")


@pytest.mark.rule("MO-E30", "MO-404")
def test_who_is_frightened_before_they_can_strike_back_does_not():
    table = duel({"points": {"magic:fear-1": 1}})
    table.does("brolf", "cast", power="fear-1", targets=("foe",))
    table.does("foe", "attack", tool="natural", target="brolf", faces=[9, 4])
    assert (table.last(DeedLost).how, table.who("brolf").hurt("P")) == ("is held back from it", 0)


@pytest.mark.rule("MO-X212", "MO-000")
def test_what_somebody_has_handed_on_by_the_gms_word_is_not_knocked_out_of_their_hand():
    table = duel(None, {"gear": ("dagger",)})
    table.does("brolf", "attack", tool=SWORD, target="foe", aim="disarm:foe-dagger")
    table.do("Gil", "lose-gear", who="foe", items=("foe-dagger",), to="brolf")
    table.does("foe", "pass")
    assert not [event for event in table.events if isinstance(event, ThingMoved)]


# ---------------------------------------------------------------- weapons


@pytest.mark.rule("MO-X324", "MO-X121")
@pytest.mark.parametrize(("perks", "spent"), [((), 1), (("quick-reload",), 0)])
def test_a_weapon_that_was_fired_has_to_be_reloaded(perks, spent):
    table = duel({"gear": ("bow-long",), "perks": perks})
    hit(table, 6, tool="brolf-bow-long")
    assert table.who("brolf").gear[0].spent == spent
    if spent:
        table.refuses("Ann", "attack", "not-loaded", "MO-X324", who="brolf", tool="brolf-bow-long", target="foe")
    else:
        hit(table, 3, tool="brolf-bow-long")


@pytest.mark.rule("MO-X215", "MO-X206")
def test_a_railgun_takes_two_actions_and_is_too_slow_to_react_with():
    table = duel({"gear": ("railgun",)}, {"gear": ("railgun",)})
    table.does("brolf", "attack", tool="brolf-railgun", target="foe")
    assert table.conflict.people["brolf"].actions == 1
    table.refuses("Gil", "attack", "too-long", "MO-X206", who="foe", tool="foe-railgun", target="brolf")
    table.does("foe", "pass", faces=[12])
    table.put("brolf", gear=(replace(table.who("brolf").gear[0], spent=0),))
    table.refuses("Ann", "attack", "no-action", "MO-202", who="brolf", tool="brolf-railgun", target="foe")
    hit(table, 2, tool="natural")
    assert table.who("foe").hurt("P") == 10


@pytest.mark.rule("MO-E113", "MO-319")
@pytest.mark.parametrize(("row", "option", "at", "faces", "taken"), [
    ("dagger", "short", "defensive", (3,), 3), ("dagger", "close", "offensive", (3,), 3),
    ("dagger", "close", "defensive", (), 1), ("javelin", "close", "defensive", (3,), 3),
])
def test_what_is_thrown_flies_as_listed_or_as_the_table_plays_it_and_is_out_of_hand_then(row, option, at, faces, taken):
    table = duel({"gear": (row,)}, thrown=option)
    stands(table, at)
    hit(table, *faces, tool=f"brolf-{row}", thrown=True)
    assert (table.who("foe").hurt("P"), table.who("brolf").gear[0].at) == (taken, "away")


@pytest.mark.rule("MO-E07", "MO-318")
def test_no_training_makes_a_blow_of_what_deals_no_damage():
    """The B.F.G. lays waste as the GM tells it, and a flamethrower burns by its power alone."""
    table = duel({"gear": ("flamethrower",), "perks": (("weapon-training", "flamethrower"),)})
    assert {one.fixed["tool"] for one in table.offers("Ann", "attack")} == {"natural"}
    table.put("brolf", owed=Unspent(perks=1))
    table.do("Gil", "end-conflict")
    [perk] = table.offers("Ann", "take-perk")
    [choice] = [blank for blank in perk.after({"perk": "weapon-training"}) if blank.name == "choice"]
    assert isinstance(choice, Choose)
    weapons = {one.value for one in choice.choices}
    assert "pistol" in weapons
    assert not weapons & {"flamethrower", "bfg"}


@pytest.mark.rule("MO-E113", "MO-X120")
@pytest.mark.parametrize(("size", "range_", "natural", "flies"), [
    ("tiny", "close", False, True), ("tiny", "short", False, False), ("tiny", "close", True, False),
    ("light", "close", False, False),
])
def test_a_tiny_weapon_of_ones_own_can_be_thrown(size, range_, natural, flies):
    own = OwnItem(kind="weapon", size=size, die="d6", range=range_, natural=natural)
    table = duel({"gear": (Gear(id="shiv", name="shiv", own=own, at="held"),)})
    assert [one.fixed["thrown"] for one in table.offers("Ann", "attack") if one.fixed["tool"] == "shiv"] == [
        False, *([True] if flies else []),
    ]


@pytest.mark.rule("MO-E113", "MO-319")
def test_a_dagger_in_the_hand_reaches_close_alone():
    table = duel({"gear": ("dagger",)})
    table.do("Gil", "put-in-place", who="foe", posture="defensive")
    hit(table, tool="brolf-dagger")
    assert (table.who("foe").hurt("P"), table.who("brolf").gear[0].at) == (1, "held")


@pytest.mark.rule("MO-X120", "MO-X129", "MO-317", "MO-E86")
@pytest.mark.parametrize(
    ("gear", "option", "able"),
    [
        (("sword-great", "shield-small"), "no", False), (("sword-great", "buckler"), "no", False),
        (("sword-great", "buckler"), "yes", True), (("sword-bastard", "shield-large"), "no", True),
        (("spear", "shield-small"), "no", True), (("lance", "shield-small"), "no", False),
    ],
)
def test_heavy_weapons_leave_no_hand_for_a_shield(gear, option, able):
    table = duel({"gear": gear}, buckler_heavy=option)
    blow = {"who": "brolf", "tool": f"brolf-{gear[0]}", "target": "foe"}
    if able:
        table.do("Ann", "attack", **blow)
    else:
        table.refuses("Ann", "attack", "no-hand", "", **blow)


@pytest.mark.rule("MO-317", "MO-E92", "MO-X129")
@pytest.mark.parametrize(
    ("gear", "perks", "parry"),
    [
        (("buckler",), (), 1), (("shield-small",), (), 2), (("shield-large",), (), 3), (("scutum",), (), 5),
        (("shield-small", "shield-riot"), (), 2), (("shield-small", "sai"), (), 3),
        (("buckler", "sai", "dagger"), ("dual-wielder",), 4), (("spear",), ("dual-wielder",), 2),
        (("dagger",), ("dual-wielder",), 0), (("dagger", "laser-pod"), ("dual-wielder",), 0),
        (("dagger", "natural"), ("dual-wielder",), 0),
    ],
)
def test_parry_with_shields_and_second_weapons(gear, perks, parry):
    table = duel(None, {"gear": gear, "perks": perks})
    assert skill_total(table.state, "foe", "parry") == parry
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "defend", against="brolf", skill="parry", faces=[1, 10])
    assert table.last(ContestThrown).second.worth == 10 + parry


@pytest.mark.rule("MO-X122", "MO-FQ12")
def test_natural_weapons_that_are_like_gear_cannot_be_knocked_away():
    claw = Gear(id="claw", name="claw", own=OwnItem(kind="weapon", size="light", die="d8", natural=True), at="held")
    table = duel(None, {"gear": (claw,), "points": {"unarmed": 2}, "P": 12})
    assert not [aim for aim in choices(table.offers("Ann", "attack")[0], "aim") if aim.startswith("disarm")]
    table.does("brolf", "end-turn")
    [offer] = [offer for offer in table.offers("Gil", "attack") if offer.fixed["tool"] == "claw"]
    assert set(choices(offer, "skill")) == {"armed", "unarmed"}
    table.does("foe", "attack", tool="claw", target="brolf", skill="unarmed")
    table.does("brolf", "pass", faces=[8])
    assert table.who("brolf").hurt("P") == 8


@pytest.mark.rule("MO-319")
def test_a_foe_who_is_alone_need_not_be_chosen():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("foe"))
    table.fight(ann=15, ben=10, foe=5)

    def whom() -> Choose:
        [field] = [field for field in table.offers("Ann", "attack")[0].fields if field.name == "target"]
        assert isinstance(field, Choose)
        return field

    assert (whom().default, {one.value for one in whom().choices}) == (("foe",), {"ben", "foe"})
    table.do("Gil", "go-over", who="ben", side="new", name="Traitors")
    assert whom().default == ()


@pytest.mark.rule("MO-X507")
def test_a_trap_is_attacked_by_skills_that_no_fight_has():
    table = duel({"points": {"larceny": 1}}, {"traits": ("bear-trap",), "kinds": ("trap",)})
    table.put("brolf", marks=())
    [bare] = [offer for offer in table.offers("Ann", "attack") if offer.fixed["tool"] == "natural"]
    assert "larceny" in choices(bare, "skill")
    table.does("brolf", "attack", tool="natural", target="foe", skill="larceny", faces=[10, 4, 4])
    assert table.who("foe").hurt("P") == 4


@pytest.mark.rule("MO-X507", "MO-X323", "MO-319")
def test_a_skill_for_a_trap_is_offered_where_the_trap_is_reached_and_the_skill_of_use():
    trap = person("trap", traits=("bear-trap",), kinds=("trap",))
    table = Sitting(person("brolf", player="s3", points={"larceny": 1}), person("foe"), trap)
    table.fight(brolf=15, foe=5, trap=3)
    [mark] = [mark.id for mark in table.who("brolf").marks if mark.toward == "trap"]
    table.do("Gil", "set-aware", who="brolf", mark=mark)
    assert "larceny" in choices(table.offers("Ann", "attack")[0], "skill")
    table.do("Gil", "put-in-place", who="trap", posture="defensive")
    table.do("Gil", "put-in-place", who="brolf", posture="defensive")
    assert "skill" not in {field.name for offer in table.offers("Ann", "attack") for field in offer.fields}
    table.do("Gil", "put-in-place", who="brolf", posture="offensive")
    table.befall(lambda play: disable(play, "brolf", "M"))
    assert "skill" not in {field.name for offer in table.offers("Ann", "attack") for field in offer.fields}


@pytest.mark.rule("MO-X507", "MO-006")
def test_what_hides_a_trap_hinders_blows_at_it_and_at_nobody_else():
    trap = person("trap", traits=("bear-trap",), kinds=("trap",))
    table = Sitting(person("brolf", player="s3", gear=("sword-bastard",)), person("foe"), trap)
    table.fight(brolf=15, foe=5, trap=3)
    for target, less in (("trap", -4), ("foe", 0)):
        facts = Facts(deed="attack", skill="armed", pool="P", target=target)
        assert sum(term.worth for term in skill_terms(table.state, "brolf", "P", "armed", facts)) == less


# ---------------------------------------------------------------- what people pay for


@pytest.mark.rule("MO-109", "MO-204")
def test_special_move_moves_points_from_the_contest_to_the_damage():
    table = duel({"points": {"armed": 3}, "perks": (("special-move", "armed"),), "level": 3})
    [shift] = [field for field in table.offers("Ann", "attack")[0].fields if isinstance(field, Count)]
    assert (shift.name, shift.most) == ("shift", 3)
    table.does("brolf", "attack", tool=SWORD, target="foe", shift=2)
    table.does("foe", "defend", against="brolf", skill="parry", faces=[12, 5, 4])
    assert table.last(ContestThrown).first.worth == 13
    assert table.who("foe").hurt("P") == 6
    hit(table, 4, shift=3, tool=SWORD)
    assert table.who("foe").has_mark("mostly-dead")


@pytest.mark.rule("MO-X108", "MO-X112")
def test_special_move_moves_the_points_that_a_blade_lends_too():
    lends = (Taken("skill-point", "armed"),) * 2
    blade = Gear(id="blade", name="Singing blade", row="sword-bastard", at="held", lends=lends)
    table = duel({"points": {"armed": 1}, "perks": (("special-move", "armed"),), "gear": (blade,), "level": 3})
    table.does("brolf", "attack", tool="blade", target="foe", shift=3)
    table.does("foe", "defend", against="brolf", skill="parry", faces=[12, 5, 4])
    assert (table.last(ContestThrown).first.worth, table.who("foe").hurt("P")) == (12, 7)


@pytest.mark.rule("MO-109", "MO-X218")
def test_a_combined_attack_keeps_the_points_that_were_moved_to_its_damage():
    table = duel({"points": {"armed": 3}, "perks": (("special-move", "armed"),), "level": 3})
    table.does("brolf", "attack", tool=SWORD, target="foe", shift=2)
    table.does("foe", "defend", against="brolf", skill="parry", faces=[12, 20])
    assert table.last(ContestThrown).first.worth == 13
    hit(table, 3, keep=True)
    assert table.who("foe").hurt("P") == 5


def test_points_that_a_sheet_has_already_moved_stand_in_the_form():
    table = duel({"points": {"unarmed": 4}, "perks": (("special-move", "unarmed"),), "traits": ("bioweapon",)})
    [shift] = [field for offer in table.offers("Ann", "attack") for field in offer.fields if isinstance(field, Count)]
    assert shift.default == 3


@pytest.mark.rule("MO-E45")
@pytest.mark.parametrize(
    ("weapon", "defends", "at", "taken"),
    [
        ("dagger", False, "offensive", 5), ("sword-short", False, "offensive", 5), ("dagger", True, "offensive", 3),
        ("club", False, "offensive", 3), ("dagger", False, "defensive", 1), ("pistol", False, "offensive", 3),
    ],
)
def test_backstabber_adds_to_small_weapons_near_those_who_do_not_defend(weapon, defends, at, taken):
    table = duel({"gear": (weapon,), "perks": ("backstabber",)})
    stands(table, at)
    if defends:
        table.does("brolf", "attack", tool=f"brolf-{weapon}", target="foe")
        table.does("foe", "defend", against="brolf", skill="parry", faces=[15, 5, 3])
    else:
        hit(table, *([3] if at == "offensive" else []), tool=f"brolf-{weapon}")
    assert table.who("foe").hurt("P") == taken


@pytest.mark.rule("MO-005", "MO-X217")
def test_who_wards_a_blow_off_by_another_skill_defends_as_far_as_backstabbers_are_concerned():
    table = duel({"gear": ("dagger",), "perks": ("backstabber",)})
    table.does("brolf", "attack", tool="brolf-dagger", thrown=False, target="foe")
    table.does("foe", "hinder", words="leaps aside", pool="P", skill="movement", faces=[12, 5, 2])
    assert table.who("foe").hurt("P") == 2


@pytest.mark.rule("MO-E45", "MO-X122")
def test_bare_hands_are_no_weapon_for_a_backstabber():
    table = duel({"perks": ("backstabber",)})
    hit(table, 3, tool="natural")
    assert table.who("foe").hurt("P") == 3


@pytest.mark.rule("MO-E50", "MO-E100")
def test_rage_and_diehard_are_offered_to_those_who_have_the_point_for_it():
    table = duel({"perks": ("rage",), "heroes": 1}, {"perks": ("diehard",), "gear": ("mail",), "heroes": 1})
    assert "hurt_hero" in {field.name for field in table.offers("Ann", "attack")[0].fields}
    table.does("brolf", "attack", tool=SWORD, target="foe", hurt_hero=True)
    assert "guard_hero" in {field.name for field in table.offers("Gil", "take-it")[0].fields}
    table.does("foe", "take-it", guard_hero=True, faces=[5, 3, 2, 4])
    assert table.who("foe").hurt("P") == 2
    assert (table.who("brolf").heroes, table.who("foe").heroes) == (0, 0)
    assert "hurt_hero" not in {field.name for field in table.offers("Ann", "attack")[0].fields}


@pytest.mark.rule("MO-E50", "MO-X202")
def test_diehard_is_asked_even_without_an_action_left():
    table = duel(None, {"perks": ("diehard",), "gear": ("mail",), "heroes": 1})
    table.have(conflict=table.state.with_entry("foe", actions=0).conflict)
    table.does("brolf", "attack", tool=SWORD, target="foe")
    assert {offer.do for offer in table.offers("Gil") if offer.about == "foe" and offer.urgency != "tool"} == {
        "pass", "take-it"
    }
    table.does("foe", "take-it", guard_hero=True, faces=[7, 3, 2])
    assert (table.who("foe").hurt("P"), table.who("foe").heroes) == (2, 0)


@pytest.mark.rule("MO-X321", "MO-012")
def test_protection_is_taken_by_half_before_the_damage_is_rolled():
    table = duel(None, {"gear": ("mail",)})
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.does("foe", "take-it", guard_half=True, faces=[7])
    assert table.who("foe").hurt("P") == 3
    table.does("brolf", "attack", tool=SWORD, target="foe", hurt_half=True)
    table.does("foe", "take-it", guard_half=False, faces=[1])
    assert table.who("foe").hurt("P") == 6


@pytest.mark.rule("MO-E99", "MO-E100")
def test_karma_hurts_the_spirit_by_one_point():
    table = duel({"perks": ("karma",)}, {"gear": ("plate",)})
    hit(table, karma=True)
    assert (table.who("foe").hurt("P"), table.who("foe").hurt("MP")) == (0, 1)


@pytest.mark.rule("MO-E100")
@pytest.mark.parametrize(
    ("gear", "perks", "offered"),
    [(("whip",), (), True), (("whip", "club"), (), True), (("club",), ("set-to-stun",), True), (("club",), (), False)],
)
def test_set_to_stun_is_what_the_attacker_leaves_or_takes(gear, perks, offered):
    table = duel({"gear": gear, "perks": perks})
    offer = next(offer for offer in table.offers("Ann", "attack") if offer.fixed["tool"] == f"brolf-{gear[0]}")
    assert ("claims" in {field.name for field in offer.fields}) is offered
    if offered:
        hit(table, 3, tool=f"brolf-{gear[0]}", claims=("perk:set-to-stun",))
        assert table.who("foe").hurt("M") == 1


def test_a_whip_in_the_other_hand_stuns_nobody():
    table = duel({"gear": ("whip", "club")})
    hit(table, 3, tool="brolf-club")
    assert table.who("foe").hurt("M") == 0


@pytest.mark.rule("MO-X122", "MO-FQ03", "MO-320", "MO-X124")
@pytest.mark.parametrize(
    ("perks", "gear", "die", "guard_"),
    [
        ((), (), "d4", "none"), (("martial-artist",), (), "d6", "d4"),
        (("martial-artist",), ("padded-jack",), "d4", "d4"),
        (("martial-artist",), ("dagger",), "d4", "none"), ((("armor-training", "natural"),), (), "d4", "d4"),
        (("martial-artist", ("armor-training", "natural")), (), "d6", "d6"),
        ((("armor-training", "mail"),), ("mail",), "d4", "d10"),
        ((("armor-training", "mail"),), ("plate",), "d4", "d10"),
        ((("armor-training", "natural"),), ("mail",), "d4", "d8"),
        ((("weapon-training", "natural"),), (), "d6", "none"),
        ((("thought-shield", "natural-mind"),), (), "d4", "none"),
    ],
)
def test_perks_that_better_the_body_and_what_is_worn(perks, gear, die, guard_):
    table = Sitting(person("ann", player="s3", perks=perks, gear=gear))
    assert str(weapon_die(table.state, "ann", BODY)) == die
    assert str(guard(table.state, "ann", "P")) == guard_


@pytest.mark.rule("MO-FQ03")
def test_training_of_the_body_leaves_mind_and_spirit_as_they_are():
    table = Sitting(person("ann", perks=(("armor-training", "natural"), "mystic-ward")))
    assert [str(guard(table.state, "ann", pool)) for pool in POOLS] == ["d4", "none", "d4"]


@pytest.mark.rule("MO-318")
def test_weapon_training_betters_the_die_of_one_weapon():
    table = duel({"gear": ("club", "dagger"), "perks": (("weapon-training", "club"),)})
    hit(table, 8, tool="brolf-club")
    assert table.last(BlowRolled).damage.dice == ((8, 8),)
    hit(table, 1, tool="brolf-dagger")
    assert table.last(BlowRolled).damage.dice == ((4, 1),)


@pytest.mark.rule("MO-313")
@pytest.mark.parametrize(("perk", "pool"), [("tough", "P"), ("stubborn", "M"), ("mana", "MP")])
def test_perks_that_enlarge_a_pool_add_up(perk, pool):
    table = duel(None, {"perks": (perk, perk)})
    assert most(table.state, "foe", pool) == 18
    table.befall(lambda play: hurt(play, "foe", pool, 18))
    assert not table.who("foe").marks


# ---------------------------------------------------------------- what the guide adds


@pytest.mark.rule("MO-X006", "MO-X002", "MO-008")
def test_the_guide_says_what_else_counts_before_the_dice():
    table = duel({"gear": ("sai",)})
    table.does("brolf", "attack", tool="brolf-sai", target="foe", claims=("weapon:sai",), aim="mark:beset")
    [hint] = [field.hint for offer in table.offers("Gil", "adjust") if offer.about == "brolf"
              for field in offer.fields if field.name == "difficulty"]
    assert hint == "Sai: 0 to 20"
    table.do("Gil", "adjust", contest="", who="brolf", difficulty=4, played=True)
    table.do("Gil", "adjust", contest="", who="foe", difficulty=-2, played=False)
    table.does("foe", "defend", against="brolf", skill="parry", faces=[5, 12])
    thrown = table.last(ContestThrown)
    assert (thrown.first.worth, thrown.second.worth, thrown.outcome) == (11, 10, "pro")


@pytest.mark.rule("MO-X002", "MO-X006")
def test_the_guide_adds_to_a_simple_contest_too():
    table = Sitting(person("ann", player="s3"))
    table.do("Gil", "call-contest", who="ann", pool="M", against="fate", difficulty=8, why="the lock")
    [contest] = table.state.contests
    table.do("Gil", "adjust", contest=contest, who="ann", difficulty=-4, played=True)
    table.do("Gil", "adjust", contest=contest, who="ann", difficulty=-4, played=True)
    table.does("ann", "throw-contest", contest=contest, faces=[12, 3])
    assert table.last(ContestThrown).first.worth == 10


@pytest.mark.rule("MO-X002", "MO-008")
def test_the_guide_adds_to_a_throw_until_the_dice_fall():
    table = Sitting(person("ann", player="s3"), person("foe"))
    table.do("Gil", "call-contest", who="ann", pool="M", against="foe", theirs="M")
    [contest] = table.state.contests
    table.throws("ann")
    table.do("Gil", "adjust", contest=contest, who="ann", difficulty=0, played=True)
    assert table.throws("foe", 12, 13).first.worth == 14


@pytest.mark.rule("MO-X006", "MO-X312")
def test_what_is_added_for_who_throws_once_against_several_counts_against_each():
    table = Sitting(person("ann", player="s3"), person("guard"), person("dog"))
    table.does("ann", "sneak", skill="sneak", targets=("guard", "dog"))
    [offer, *others] = [one for one in table.offers("Gil", "adjust") if one.about == "ann"]
    assert others == []
    table.do("Gil", "adjust", **offer.fixed, difficulty=5, played=False)
    table.throws("ann")
    table.throws("guard", skill="detect")
    table.throws("dog", 10, 16, 14, skill="detect")
    thrown = [event for event in table.events if isinstance(event, ContestThrown)]
    assert [(one.first.worth, one.outcome) for one in thrown] == [(15, "con"), (15, "pro")]


def test_the_guide_strikes_a_claim_that_does_not_hold():
    table = duel({"gear": ("whip",)})
    table.does("brolf", "attack", tool="brolf-whip", target="foe", claims=("perk:set-to-stun",))
    table.do("Gil", "adjust", contest="", who="brolf", difficulty=0, played=False, strike=("perk:set-to-stun",))
    table.does("foe", "pass", faces=[3])
    assert table.who("foe").hurt("M") == 0


@pytest.mark.rule("MO-000")
def test_what_may_be_done_to_others_is_refused_to_players():
    table = duel()
    table.does("brolf", "attack", tool=SWORD, target="foe")
    table.refuses("Ann", "adjust", "guide-only", "", contest="", who="brolf", difficulty=4, played=True)


# ---------------------------------------------------------------- X012


@pytest.mark.rule("MO-X309")
def test_an_attack_at_an_ally_is_possible_and_told_apart():
    table = melee()
    [offer] = [offer for offer in table.offers("Ann", "attack") if offer.fixed["tool"] == "hax-club"]
    [target] = [field for field in offer.fields if isinstance(field, Choose) and field.name == "target"]
    assert {choice.value: choice.group for choice in target.choices} == {"foe": "", "brolf": "Allies"}


@pytest.mark.rule("MO-X206", "MO-X309", "MO-X216", "MO-X506")
def test_who_is_attacked_by_an_answer_is_asked_whether_they_defend():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("foe"),
                    person("other", tactic="solo-cautious"))
    table.fight(ann=15, ben=12, foe=9, other=5)
    table.does("ann", "attack", tool="natural", target="foe")
    table.does("foe", "pass")
    table.does("ben", "attack", tool="natural", target="other")
    [offer] = table.offers("Gil", "defend")
    assert offer.label == "Other defends against Ben"
    table.do("Gil", "by-tactics", who="other", faces=[2, 4, 19])
    assert (table.who("foe").hurt("P"), table.who("other").hurt("P")) == (2, 0)


@pytest.mark.rule("MO-X206", "MO-X309", "MO-X321")
def test_who_let_a_deed_be_can_still_defend_against_an_answer_that_is_aimed_at_them():
    guarded = person("ben", player="s4", gear=("mail",))
    table = Sitting(person("ann", player="s3"), guarded, person("foe"))
    table.fight(ann=15, ben=12, foe=9)
    table.does("ann", "attack", tool="natural", target="foe")
    table.does("ben", "pass")
    table.refuses("Ben", "take-it", "nothing-coming", who="ben")
    table.does("foe", "attack", tool="natural", target="ben")
    assert table.question("Ben").title == "Ben, do you react to Foe?"
    assert table.asked("Ben").lead == "defend:ben:foe"
    assert table.offers("Ben", "take-it")
    table.does("ben", "defend", against="foe", skill="parry", faces=[2, 4, 19])
    assert table.who("ben").hurt("P") == 0
    assert table.conflict.people["ben"].actions == 2


@pytest.mark.rule("MO-X206", "MO-E88")
def test_nobody_is_asked_for_a_second_answer_in_a_beat():
    table = Sitting(person("ann", player="s3"), person("ben", player="s4"), person("foe"), person("other"))
    table.fight(ann=15, ben=12, foe=9, other=5)
    table.does("ann", "attack", tool="natural", target="foe")
    table.does("ben", "attack", tool="natural", target="other")
    table.does("foe", "attack", tool="natural", target="ben")
    table.does("other", "attack", tool="natural", target="ann", faces=[1, 1, 1, 1])
    assert table.conflict.beat is None

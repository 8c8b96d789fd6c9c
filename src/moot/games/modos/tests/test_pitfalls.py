"""What is easily got wrong: each trap of the rules, sprung once (MO-T01 to MO-T18)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Confirm
from moot.games.modos.conflicts import Running
from moot.games.modos.harm import Blow, hurt, strike
from moot.games.modos.ladder import Die
from moot.games.modos.magic.cost import CostRolled
from moot.games.modos.npcs.judging import faults
from moot.games.modos.npcs.people import reckoned
from moot.games.modos.npcs.sheets import OURS, Sheet
from moot.games.modos.postures import spot
from moot.games.modos.reckoning import bonus, bonus_actions, cap, most, score, skill_total
from moot.games.modos.room import GAME
from moot.games.modos.terms import Posture
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting

MAGIC = ("bonus-action", "magic")


def mage(*powers: str, **more: Any) -> Any:
    """A player's character with a point in each of these powers, and MP 16."""
    sheet: dict[str, Any] = {"MP": 16, "level": 5, "points": {f"magic:{power}": 1 for power in powers}} | more
    return person("mage", player="s3", **sheet)


def duel(
    *powers: str, foe: dict[str, Any] | None = None, options: dict[str, str] | None = None, **more: Any
) -> Sitting:
    """The mage has the turn, and the foe is not asked."""
    table = Sitting(mage(*powers, **more), person("foe", **{"asking": "never"} | (foe or {})), **(options or {}))
    table.fight(mage=18, foe=5)
    return table


def cast(table: Sitting, power: str, level: int, **last: Any) -> None:
    """The mage takes all the actions of a power, by halves."""
    for stage in range(1, level + 1):
        table.does("mage", "cast", power=power, half=True, **({"cost_half": True, **last} if stage == level else {}))


@pytest.mark.rule("MO-T01")
@pytest.mark.parametrize(("now", "worth"), [(3, -4), (7, -2), (8, -1), (9, -1), (10, 0), (11, 0), (13, 1), (15, 2)])
def test_bonuses_are_rounded_down(now, worth):
    assert bonus(Sitting(person("ann", P=now)).state, "ann", "P") == worth


@pytest.mark.rule("MO-T02")
@pytest.mark.parametrize(("damage", "out"), [(10, False), (11, True)])
def test_only_more_than_the_maximum_disables(damage, out):
    table = Sitting(person("ann", player="s3"))
    table.befall(lambda play: hurt(play, "ann", "P", damage))
    assert (table.who("ann").hurt("P"), table.who("ann").has_mark("mostly-dead")) == (10, out)


@pytest.mark.rule("MO-T03", "MO-T12")
@pytest.mark.parametrize(("gear", "figures"), [((), (15, 2, 4, 15, 1)), (("mail",), (13, 1, 3, 13, 0))])
def test_a_physical_penalty_lowers_all_that_comes_of_the_score(gear, figures):
    sheet: dict[str, Any] = {"points": {"movement": 2}, "perks": (("bonus-action", "movement"),), "level": 2}
    state = Sitting(person("ann", P=15, gear=gear, **sheet)).state
    bound = sum(bonus_actions(state, "ann").values())
    found = score(state, "ann", "P"), bonus(state, "ann", "P"), skill_total(state, "ann", "movement")
    assert (*found, most(state, "ann", "P"), bound) == figures


@pytest.mark.rule("MO-T04")
@pytest.mark.parametrize(("share", "faces", "taken"), [
    ("full", (7, 3), 4), ("full", (2, 8), 1), (1, (), 1), (0, (), 0),
])
def test_protection_is_rolled_without_a_defense_and_one_gets_through_within_reach(share, faces, taken):
    table = Sitting(person("ann", player="s3", gear=("sword-bastard",)), person("foe", gear=("mail",)))
    blow = Blow(title="sword", by="ann", on="foe", die=Die.read("d8"), share=share)
    assert table.befall(lambda play: strike(play, blow), *faces) == taken


@pytest.mark.rule("MO-T06")
def test_an_enemy_flanker_is_beside_the_defensive_line_and_far_from_the_others_flankers():
    lines: tuple[Posture, ...] = ("offensive", "defensive", "flanking")
    ours, theirs = ({line: spot(line, ours=own) for line in lines} for own in (True, False))
    assert {*ours.values(), *theirs.values()} == {0, 1, 2, 3, 4, 5}
    assert abs(ours["defensive"] - theirs["flanking"]) == 1
    assert abs(ours["offensive"] - theirs["flanking"]) == 2
    assert abs(ours["flanking"] - theirs["flanking"]) == 5


@pytest.mark.rule("MO-T07")
@pytest.mark.parametrize(("more", "total"), [
    ({}, 10), ({"gear": ("mail",)}, 8), ({"gear": ("vest-flak",)}, 8), ({"gear": ("shield-small",)}, 10),
    ({"perks": (("armor-training", "natural"),)}, 10),
])
def test_the_two_of_magic_goes_with_what_is_worn(more, total):
    """MP 16 +3, a point, +4 at level 1, +2."""
    assert skill_total(Sitting(mage("fire-1", **more)).state, "mage", "magic:fire-1") == total


@pytest.mark.rule("MO-T07")
def test_totals_of_magic_on_sheets_hold_difficulty_and_the_two():
    assert {reckoned(OURS["people/black-wizard"], figure) == printed
            for figure, printed in OURS["people/black-wizard"].printed.items() if figure.startswith("magic:")} == {True}


@pytest.mark.rule("MO-T08", "MO-FQ07", "MO-X410", "MO-FQ08")
@pytest.mark.parametrize("kept", [(), ("mute-2",), ("hold-3", "mute-2"), ("mute-2", "hold-3")])
def test_a_turn_begins_with_keeping_powers_each_for_an_action_and_who_has_them_chooses(kept):
    """A power to which an action of every round goes is for good."""
    table = Sitting(person("foe", asking="never"), mage("hold-3"))
    table.fight(foe=18, mage=5)
    table.have(running={
        row: Running(id=row, row=row, caster="mage", stored=13, pros={"foe": 0}) for row in ("hold-3", "mute-2")
    })
    for _ in range(3):
        table.does("foe", "end-turn")
        for row in kept:
            table.does("mage", "keep", on=row)
        assert table.conflict.people["mage"].left == 3 - len(kept)
        table.does("mage", "end-turn")
        assert {*table.state.running} == {*kept}


@pytest.mark.rule("MO-T08")
def test_to_delay_ends_powers():
    table = Sitting(person("foe", asking="never"), mage("hold-3"), person("pal", player="s4"))
    table.fight(foe=18, mage=12, pal=5)
    table.have(running={"r": Running(id="r", row="hold-3", caster="mage", stored=13, pros={"foe": 0})})
    table.does("foe", "end-turn")
    table.does("mage", "delay", after="pal")
    assert not table.state.running


@pytest.mark.rule("MO-T09")
def test_each_use_of_a_power_stores_its_contest_and_each_target_its_pros():
    table = Sitting(mage("fear-3"), *(person(one, asking="never", M=18) for one in "ab"))
    table.fight(mage=18, a=12, b=5)
    cast(table, "fear-3", 3, targets=("a", "b"))
    [first] = table.state.running
    assert table.state.running[first].stored == 12
    table.put("mage", points={"magic:fear-3": 4})
    table.does("a", "resist", on=first, faces=[20])
    assert table.state.running[first].pros == {"a": 1, "b": 0}
    table.does("a", "end-turn")
    table.does("b", "end-turn")
    table.does("mage", "keep", on=first)
    assert (table.state.running[first].stored, table.state.running[first].pros) == (12, {"a": 1, "b": 0})


@pytest.mark.rule("MO-T10")
@pytest.mark.parametrize(("power", "level", "perk", "pool", "paid"), [
    ("lightning-1", 1, "mystic-ward", "MP", 3), ("lightning-1", 1, ("thought-shield", "natural-mind"), "MP", 5),
    ("psych-4", 4, ("thought-shield", "natural-mind"), "M", 6), ("psych-4", 4, "mystic-ward", "M", 8),
])
def test_protection_of_the_pool_that_pays_lowers_the_cost(power, level, perk, pool, paid):
    table = duel(power, perks=(MAGIC, perk), options={"tie": "neutral"})
    cast(table, power, level, targets=("foe",), hurt_half=True)
    assert (table.last(CostRolled).pool, table.last(CostRolled).points) == (pool, paid)


@pytest.mark.rule("MO-T11")
@pytest.mark.parametrize(("power", "level", "asks"), [("fire-1", 1, ""), ("stun-2", 2, "one-action"),
                                                      ("fear-3", 3, "one-action")])
def test_a_power_takes_its_level_in_actions_and_only_the_first_is_a_reaction(power, level, asks):
    table = duel(power)
    table.does("mage", "cast", power=power, half=True, **({"targets": ("foe",), "cost_half": True, "hurt_half": True}
                                                          if level == 1 else {}))
    assert (table.conflict.people["mage"].left, table.conflict.whose) == (2, "mage")
    table = Sitting(person("foe"), mage(power, asking="always"))
    table.fight(foe=18, mage=5)
    table.does("foe", "work", words="runs", pool="P")
    if asks:
        table.refuses("Ann", "cast", asks, "MO-X403", who="mage", power=power, half=True)
    else:
        table.does("mage", "cast", power=power, half=True, cost_half=True, hurt_half=True, targets=("foe",))


@pytest.mark.rule("MO-T12", "MO-E111")
def test_a_bonus_action_goes_first_pays_for_its_skill_alone_and_is_gone_with_the_round():
    table = duel("fire-1", perks=(MAGIC,))
    one = table.conflict.people["mage"]
    assert (one.actions, one.bound) == (3, {"magic": 1})
    cast(table, "fire-1", 1, targets=("foe",), hurt_half=True)
    assert (table.conflict.people["mage"].actions, table.conflict.people["mage"].bound) == (3, {"magic": 0})
    for _ in range(2):
        table.does("mage", "end-turn")
        table.does("foe", "end-turn")
        assert table.conflict.people["mage"].bound == {"magic": 1}
    table.have(conflict=table.state.with_entry("mage", actions=0).conflict)
    table.refuses("Ann", "work", "not-a-choice", "MO-200", who="mage", words="looks up", pool="M")


@pytest.mark.rule("MO-T13")
def test_the_limit_is_of_points_and_not_of_totals():
    state = Sitting(person("ann", P=18, level=2, points={"parry": 2}, perks=("dual-wielder", ("skill-point", "parry")),
                         gear=("dagger", "sai"))).state
    assert (cap(state, "ann", "parry"), skill_total(state, "ann", "parry")) == (2, 4 + 2 + 2 + 1)


@pytest.mark.rule("MO-T14")
@pytest.mark.parametrize(("weapon", "close", "short"), [("bow-long", 9, 9), ("pike", 1, 9), ("sword-bastard", 9, 1)])
def test_full_damage_within_reach_but_for_the_pike(weapon, close, short):
    for posture, taken in (("offensive", close), ("defensive", short)):
        table = Sitting(person("ann", player="s3", gear=(weapon,)), person("foe", P=12, asking="never"))
        table.fight(ann=18, foe=5)
        if posture == "defensive":
            table.do("Gil", "put-in-place", who="foe", posture=posture)
        faces = [8 if weapon == "sword-bastard" else 9] if taken > 1 else None
        table.does("ann", "attack", tool=f"ann-{weapon}", target="foe", faces=faces)
        assert table.who("foe").hurt("P") == min(taken, 8 if weapon == "sword-bastard" else 9)


@pytest.mark.rule("MO-T15", "MO-E83")
def test_hero_points_are_for_players_characters_and_one_for_a_throw():
    table = Sitting(person("ann", player="s3", level=3, heroes=3), person("foe", level=3))
    table.do("Gil", "call-contest", who="ann", pool="P", against="foe", theirs="P")
    blanks = {seat: {field.name: field for field in table.offers(seat, "throw-contest")[0].fields}
              for seat in ("Ann", "Gil")}
    assert isinstance(blanks["Ann"]["hero"], Confirm)
    assert "hero" not in blanks["Gil"]
    table.throws("ann", hero=True)
    assert table.offers("Ann", "throw-contest") == []
    table.throws("foe", 10, 5, 9)
    assert table.who("ann").heroes == 2


@pytest.mark.rule("MO-T16")
def test_numbers_keep_their_zeros_and_a_modules_may_repeat_them():
    rules = GAME.rulebook.rules
    assert {f"MO-{number}" for number in ("000", "012", "M013", "314", "M314")} <= {*rules}
    assert len({rules[f"MO-{number}"].text for number in ("314", "M314")}) == 2
    assert all(len(id_) == len("MO-000") for id_ in rules if id_[3:].isdigit())


@pytest.mark.rule("MO-T17")
@pytest.mark.parametrize(("sheet", "power"), [
    ("creatures/giant-protozoan", "magic:drain-3"), ("creatures/aquan-alien", "magic:lightning-3"),
    ("traps/sleep-trap", "magic:sleep-4"),
])
def test_a_check_of_a_power_that_no_list_has_says_so_and_goes_on(sheet, power):
    one = OURS[sheet]
    assert power in one.points
    assert not [each for each in faults(one, ()) if each.code != "nothing-bent"]
    wrong = replace(one, points={**one.points, "magic:wish-9": 1}, level=one.level)
    assert any("wish-9" in each.message for each in faults(wrong, ()))


@pytest.mark.rule("MO-T18")
def test_what_is_printed_and_what_the_rules_give_are_kept_apart():
    aquan: Sheet = OURS["creatures/aquan-alien"]
    assert (aquan.printed["parry"], reckoned(aquan, "parry"), aquan.errata) == (1, 2, aquan.errata)
    assert "MO-E64" in aquan.errata

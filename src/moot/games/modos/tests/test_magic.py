"""Powers: cast action by action, paid for, taking hold, resisted."""

from __future__ import annotations

from typing import Any

import pytest

from moot.games.modos.catalog import POWERS
from moot.games.modos.conflicts import Running
from moot.games.modos.contests import SIGHT
from moot.games.modos.injuries import BlowRolled, Hurt
from moot.games.modos.magic.aiming import most_targets, share
from moot.games.modos.magic.casting import MagicThrown, PowerLost
from moot.games.modos.magic.cost import CostRolled, cost_of
from moot.games.modos.magic.taking import NotTaken
from moot.games.modos.person import Gear, OwnItem, Taken
from moot.games.modos.tests.pages import look
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import StoredBeaten

BEYOND = {"short": 3, "medium": 6}
"""Steps to somebody who is a band beyond a range."""


def mage(*powers: str, points: int = 1, **more: Any) -> Any:
    """A player's character with a point in each of these powers, and MP 16."""
    sheet: dict[str, Any] = {"MP": 16, "level": 5, **more}
    return person("mage", player="s3", points={f"magic:{power}": points for power in powers}, **sheet)


def fight(*people: Any, **options: Any) -> Sitting:
    """A conflict in which the first of these people has the first turn, the others in their order."""
    table = Sitting(*people, **options)
    faces = {str(who.id): 20 - 5 * n if n < 4 else 1 for n, who in enumerate(people)}
    table.fight("A fight", **faces)
    return table


def cast(table: Sitting, who: str, power: str, *, faces: tuple[int, ...] = (), level: int = 1, **last: Any) -> None:
    """Somebody takes all the actions of a power, by halves, unless faces are named for the last one."""
    for _ in range(level - 1):
        table.does(who, "cast", power=power, half=True)
        table.let_be()
    half = {} if "half" in last else {"half": True, "cost_half": True}
    table.does(who, "cast", power=power, faces=faces or None, **half, **last)


# ---------------------------------------------------------------- casting


@pytest.mark.rule("MO-E50", "MO-407")
def test_diehard_adds_a_hero_point_to_the_protection_against_a_cost():
    """d8 7 and 1, less d4 2 and a hero die of 3; and no such die where nothing protects the spirit."""
    table = Sitting(mage("fire-1", perks=("mystic-ward", "diehard"), heroes=2), person("baker"))
    fire = {"who": "mage", "power": "fire-1", "half": True, "targets": ("baker",), "guard_hero": True}
    table.do("Ann", "cast", **fire, faces=[7, 2, 3, 5])
    assert (table.who("mage").hurt("MP"), table.who("mage").heroes) == (3, 1)
    table.put("mage", perks=(Taken("diehard"),))
    table.refuses("Ann", "cast", "no-such-field", **fire)


@pytest.mark.rule("MO-E41", "MO-407", "MO-X405", "MO-012")
def test_fire_at_somebody_helpless_costs_three_by_half():
    """EX09: by half 4 and 1, less 2 of Mystic Ward; d8 shows 3."""
    table = Sitting(
        person("blawesome", player="s3", P=15, points={"magic:fire-1": 1}, perks=("mystic-ward",)), person("baker")
    )
    table.do(
        "Ann", "cast", who="blawesome", power="fire-1", half=True, targets=("baker",), cost_half=True, faces=[3]
    )
    assert table.last(CostRolled).points == 3
    assert table.who("blawesome").hurt("MP") == 3
    assert table.who("baker").hurt("P") == 3
    lines = [event.line(table.state) for event in table.events if isinstance(event, Hurt)]
    paid, burnt = [(line.kind, line.who, line.facts[0].text) for line in lines if line]
    assert paid == ("sheet", "Blawesome", "Blawesome pays for a power")
    assert burnt == ("result", "Baker", "Baker is hurt"), "what the power did is the verdict of the beat"


@pytest.mark.rule("MO-407")
def test_what_a_power_costs_is_said_from_its_first_action_on():
    """d8 and its level of three, and 16 MP are left; the last action asks how it is paid."""
    table = fight(mage("fear-3"), person("foe", asking="never"))
    for _ in range(2):
        offer = table.offers("Ann", "cast")[0]
        assert "Costs 4 to 11, by half 7; 16 left." in offer.why
        table.does("mage", "cast", power="fear-3", half=True)
    last = table.offers("Ann", "cast")[0]
    assert "Costs" not in last.why
    [asked] = [field for field in last.fields if field.name == "cost_half"]
    assert asked.hint == "By dice 4 to 11, by half 7; 16 left."


@pytest.mark.rule("MO-402", "MO-408", "MO-X403", "MO-X404", "MO-204")
def test_a_power_of_three_levels_takes_three_actions_and_may_keep_its_number():
    """EX15: 10 and 2 points and 3 MP, less 4, and 2 for no armor: 13; the cost is 4 and 3, less 2."""
    table = fight(
        mage("fear-3", points=2, perks=("mystic-ward",)),
        *(person(f"skeleton{n}", asking="never") for n in "abc"),
    )
    table.does("mage", "cast", power="fear-3", half=True)
    assert table.last(MagicThrown).total.worth == 13
    assert [term.worth for term in table.last(MagicThrown).total.terms] == [10, 3, 2, -4, 2]
    table.does("mage", "cast", power="fear-3", keep=True)
    assert table.conflict.people["mage"].actions == 1
    table.does(
        "mage", "cast", power="fear-3", keep=True, cost_half=True, targets=("skeletona", "skeletonb", "skeletonc")
    )
    assert table.last(CostRolled).points == 5
    [fear] = table.state.running.values()
    assert (fear.stored, [*fear.pros]) == (13, ["skeletona", "skeletonb", "skeletonc"])


@pytest.mark.rule("MO-403", "MO-X403")
def test_a_magic_action_below_one_loses_all_and_costs_nothing():
    table = fight(mage("fire-3", MP=8), person("foe", asking="never"))
    table.does("mage", "cast", power="fire-3", faces=[20])
    table.does("mage", "cast", power="fire-3", faces=[1])
    assert table.last(MagicThrown).total.worth == -1
    assert isinstance(table.events[-2], PowerLost) or any(isinstance(one, PowerLost) for one in table.events)
    assert table.conflict.people["mage"].actions == 1
    assert table.who("mage").hurt("MP") == 0
    refused = table.refuses("Ann", "cast", "too-few-actions", "MO-402", who="mage", power="fire-3")
    assert "3 actions" in str(refused)


@pytest.mark.rule("MO-403", "MO-011")
@pytest.mark.parametrize(("face", "worth", "left"), [(2, 0, False), (3, 1, True)])
def test_a_magic_action_of_0_is_a_con_and_one_of_1_a_pro(face, worth, left):
    table = fight(mage("fire-3", MP=8), person("foe", asking="never"))
    table.does("mage", "cast", power="fire-3", faces=[face])
    assert table.last(MagicThrown).total.worth == worth
    assert bool(table.conflict.people["mage"].chain) is left


@pytest.mark.rule("MO-204", "MO-X403")
def test_another_action_in_between_breaks_the_casting():
    table = fight(mage("stun-2"), person("foe", asking="never"))
    table.does("mage", "cast", power="stun-2", half=True)
    table.does("mage", "work", words="looks up", pool="M")
    table.do("Gil", "set-fate", sure=True)
    table.refuses("Ann", "cast", "too-few-actions", "MO-402", who="mage", power="stun-2")


@pytest.mark.rule("MO-X413")
@pytest.mark.parametrize(("face", "works"), [(19, True), (20, False)])
def test_interference_has_to_be_beaten(face, works):
    table = fight(mage("fire-1"), person("foe"), person("pal", player="s4"))
    table.does("mage", "cast", power="fire-1", faces=None, half=True, cost_half=True, targets=("foe",), hurt_half=True)
    table.does("pal", "pass")
    table.does("foe", "hinder", words="jostles", pool="P", faces=[face])
    assert table.who("foe").hurt("P") == (4 if works else 0)
    assert (table.who("mage").hurt("MP") > 0) == works


@pytest.mark.rule("MO-410", "MO-E84")
def test_range_is_checked_with_the_last_action_and_damage_does_one_a_band_further():
    table = fight(mage("fire-1", "lightning-1", "mute-2"), person("foe", asking="never"))
    table.do("Gil", "put-in-place", who="foe", posture="defensive")
    cast(table, "mage", "lightning-1", targets=("foe",))
    assert table.who("foe").hurt("P") == 1
    table.do("Gil", "put-in-place", who="mage", posture="defensive")
    table.does("mage", "cast", power="mute-2", half=True)
    table.refuses("Ann", "cast", "not-a-choice", "MO-409", who="mage", power="mute-2", half=True, targets=("foe",))


@pytest.mark.rule("MO-409")
def test_a_multi_power_takes_a_target_for_each_level_and_none_twice():
    table = fight(mage("fire-3", perks=(("bonus-action", "magic"),)), *(person(one, asking="never") for one in "abcd"))
    for _ in range(2):
        table.does("mage", "cast", power="fire-3", half=True)
    table.refuses("Ann", "cast", "wrong-number", "MO-409", who="mage", power="fire-3", targets=tuple("abcd"))
    table.refuses("Ann", "cast", "chosen-twice", "MO-409", who="mage", power="fire-3", targets=("a", "a"))
    table.does("mage", "cast", power="fire-3", half=True, cost_half=True, targets=tuple("abc"), faces=[2, 5, 8])
    assert [table.who(one).hurt("P") for one in "abcd"] == [2, 5, 8, 0]


@pytest.mark.rule("MO-409")
def test_mass_destruction_buys_more_targets():
    table = fight(mage("fire-3", perks=("mass-destruction",)), *(person(one, asking="never") for one in "abcd"))
    cast(table, "mage", "fire-3", level=3, targets=tuple("abcd"), faces=(1, 2, 3, 4))
    assert table.last(CostRolled).points == 4 + 3 + 1


@pytest.mark.rule("MO-409")
@pytest.mark.parametrize(("score", "most"), [(8, 3), (10, 3), (12, 4), (14, 5)])
def test_mass_destruction_reaches_as_many_more_as_the_metaphysical_bonus(score, most):
    sheet = person("mage", points={"magic:fire-3": 1, "magic:fear-1": 1}, perks=("mass-destruction",), MP=score)
    table = Sitting(sheet)
    assert [most_targets(table.state, "mage", POWERS[power]) for power in ("fire-3", "fear-1")] == [most, 1]


@pytest.mark.rule("MO-X409", "MO-FQ06")
@pytest.mark.parametrize(("score", "level", "able"), [(14, 4, False), (15, 4, True), (18, 5, False), (19, 5, True)])
def test_higher_levels_need_bonus_actions(score, level, able):
    power = "cure-4" if level == 4 else "wind-5"
    table = fight(mage(power, MP=score, perks=(("bonus-action", "magic"),)), person("foe"))
    if able:
        table.does("mage", "cast", power=power, faces=[20])
    else:
        table.refuses("Ann", "cast", "too-few-actions", "MO-402", who="mage", power=power)


@pytest.mark.rule("MO-X401", "MO-400", "MO-111")
def test_a_power_is_open_by_a_point_or_a_perk_and_else_shut():
    table = Sitting(person("mage", player="s3", perks=(("specialize", "magic:fire-1"),)), person("foe"))
    table.refuses("Ann", "cast", "not-offered", who="mage", power="stun-2")
    table.refuses("Gil", "cast", "no-power", "MO-X401", who="foe", power="fire-1")
    table.does("mage", "cast", power="fire-1", targets=("foe",), faces=[1, 8, 8])
    assert [term.worth for term in table.last(MagicThrown).total.terms] == [1, 0, 4, 2]


@pytest.mark.rule("MO-X401")
def test_a_flamethrower_opens_fire_to_whoever_holds_it():
    table = fight(person("mage", player="s3", gear=("flamethrower",)), person("foe", asking="never"))
    cast(table, "mage", "fire-3", level=3, targets=("foe",), faces=(6,))
    assert table.who("foe").hurt("P") == 6


@pytest.mark.rule("MO-E07", "MO-X006")
def test_what_the_gm_may_give_for_a_flamethrower_can_be_claimed_with_its_power():
    table = fight(person("mage", player="s3", gear=("flamethrower",)), person("foe", asking="always"))
    table.does("mage", "cast", power="fire-3", claims=("weapon:flamethrower",))
    table.do("Gil", "adjust", contest="", who="mage", difficulty=4, played=False)
    table.do("Gil", "go-on", faces=[8])
    assert [term.worth for term in table.last(MagicThrown).total.terms if term.rule == "MO-008"] == [4]


@pytest.mark.rule("MO-402", "MO-203")
def test_in_a_conflict_powers_are_begun_on_ones_own_turn():
    table = fight(*(person(who, points={"magic:fire-1": 1}) for who in ("imp", "fiend")), mage("fire-1"))
    assert {offer.fixed["who"] for offer in table.offers("Gil", "cast")} == {"imp"}
    table.refuses("Gil", "cast", "not-offered", who="fiend", power="fire-1", targets=("mage",))
    table.refuses("Ann", "cast", "not-your-turn", "MO-203", who="mage", power="fire-1", targets=("imp",))


@pytest.mark.rule("MO-X412", "MO-408")
def test_who_needs_their_eyes_for_a_power_has_what_hinders_them():
    table = fight(mage("fire-1"), person("foe", asking="never"))
    table.do("Gil", "set-circumstance", what="Darkness", by=-8, dark=True)
    for claims, worth in (((), 20), ((SIGHT,), 12)):
        cast(table, "mage", "fire-1", targets=("foe",), hurt_half=True, claims=claims)
        assert table.last(MagicThrown).total.worth == worth


@pytest.mark.rule("MO-407", "MO-409")
@pytest.mark.parametrize(("power", "targets"), [
    ("fire-3", ("foe",)), ("fire-3", ("foe", "pal")), ("fear-3", ("foe",)), ("hold-3", ("foe",)),
])
def test_a_power_costs_the_same_for_one_target_as_for_as_many_as_its_level(power, targets):
    table = fight(mage(power), person("foe", asking="never"), person("pal", asking="never"))
    more: dict[str, Any] = {"hurt_half": True} if power == "fire-3" else {}
    cast(table, "mage", power, level=3, targets=targets, **more)
    assert table.last(CostRolled).points == 4 + 3


@pytest.mark.rule("MO-407", "MO-409")
def test_a_hall_of_fog_costs_the_same_however_many_are_in_it():
    table = fight(mage("fog-3"), *(person(one, asking="never") for one in "abcd"))
    cast(table, "mage", "fog-3", level=3, targets=tuple("abcd"))
    assert table.last(CostRolled).points == 4 + 3


# ---------------------------------------------------------------- the cost


@pytest.mark.rule("MO-407")
@pytest.mark.parametrize(("faces", "paid"), [([8, 1], 8), ([1, 4], 1), ([3, 2], 2)])
def test_the_cost_is_a_die_and_the_level_less_natural_protection_at_least_one(faces, paid):
    table = Sitting(mage("alter-1", perks=("mystic-ward",)))
    table.does("mage", "cast", power="alter-1", half=True, faces=faces)
    assert table.who("mage").hurt("MP") == paid


@pytest.mark.rule("MO-410")
@pytest.mark.parametrize(("posture", "faces", "hurt", "lasts"), [
    ("offensive", (5,), 5, True), ("defensive", (), 1, False),
])
def test_a_power_that_hurts_does_a_point_beyond_its_range_and_nothing_that_lasts(posture, faces, hurt, lasts):
    table = fight(mage("ice-2"), person("foe", asking="never"))
    table.do("Gil", "put-in-place", who="mage", posture="defensive")
    if posture != "offensive":
        table.do("Gil", "put-in-place", who="foe", posture=posture)
    table.does("mage", "cast", power="ice-2", half=True)
    table.does("mage", "cast", power="ice-2", half=True, cost_half=True, targets=("foe",), faces=faces)
    assert (table.who("foe").hurt("P"), bool(table.state.running)) == (hurt, lasts)


@pytest.mark.rule("MO-410")
@pytest.mark.parametrize("power", ["rub-5", "hold-3", "psych-4"])
def test_beyond_its_range_a_power_does_nothing_unless_it_hurts(power):
    row = POWERS[power]
    assert bool(share(row, BEYOND[row.range])) is (power == "psych-4")


@pytest.mark.rule("MO-407", "MO-E55", "MO-E102")
@pytest.mark.parametrize(("pool", "power", "cost"), [("MP", "alter-1", 3), ("M", "alter-1", 5), ("M", "psych-4", 6)])
def test_a_charm_that_is_worn_lowers_the_cost_and_a_power_does_not(pool, power, cost):
    charm = Gear(id="charm", name="charm", own=OwnItem(kind="armor", die="d4", pool=pool), at="worn")
    table = Sitting(mage(power, gear=(charm,)), house_powers="true")
    table.have(running={"r": Running(id="r", row="shell-2", caster="mage", stored=9, pros={"mage": 0})})
    assert cost_of(table.state, "mage", POWERS[power]).half == cost


@pytest.mark.rule("MO-E40", "MO-404", "MO-314")
@pytest.mark.parametrize(("option", "hurt"), [("effect", 4), ("no_effect", 0)])
def test_a_cost_that_is_too_much_leaves_its_user_catatonic(option, hurt):
    table = Sitting(mage("fire-1", MP=10), person("foe"), overdrawn=option)
    table.put("mage", damage={"MP": 6})
    table.does(
        "mage", "cast", power="fire-1", half=True, cost_half=True, hurt_half=True, targets=("foe",)
    )
    assert table.who("mage").has_mark("catatonic")
    assert table.who("foe").hurt("P") == hurt


@pytest.mark.rule("MO-E40")
def test_a_cost_that_could_be_too_much_can_be_refused():
    table = Sitting(mage("fire-1", MP=10), person("foe"), overdrawn="refuse")
    table.put("mage", damage={"MP": 4})
    table.refuses("Ann", "cast", "not-confirmed", "MO-012", who="mage", power="fire-1", half=True, targets=("foe",))
    table.does("mage", "cast", power="fire-1", half=True, cost_half=True, targets=("foe",), hurt_half=True)
    table.put("mage", damage={"MP": 6})
    table.refuses("Ann", "cast", "too-dear", "MO-E40", who="mage", power="fire-1", targets=("foe",))


# ---------------------------------------------------------------- resisting


@pytest.mark.rule("MO-405", "MO-E39")
@pytest.mark.parametrize(("power", "level", "told"), [
    ("fear-1", 1, ("If Foe wins, it does nothing. If not: The target may only resist it, "
                   "take the defensive posture or flee")),
    ("ice-2", 2, "If Foe wins, only a part of it gets through. If not: d8 physical damage by cold"),
])
def test_who_is_asked_to_resist_is_told_what_a_win_brings_and_what_the_power_does(power: str, level: int, told: str):
    table = fight(mage(power), person("foe", asking="always"))
    cast(table, "mage", power, level=level, targets=("foe",))
    assert told in look(table)["Gil"]


@pytest.mark.rule("MO-X407", "MO-E38", "MO-405")
@pytest.mark.parametrize(("face", "hurt"), [(18, 0), (17, 5), (16, 5)])
def test_an_instant_power_is_resisted_as_it_takes_hold_or_never(face, hurt):
    table = fight(mage("fire-1", MP=10), person("foe"))
    table.does("mage", "cast", power="fire-1", half=True, cost_half=True, targets=("foe",))
    table.does("foe", "resist", on="", faces=[face, *([hurt] if hurt else [])])
    beaten = table.last(StoredBeaten)
    assert (beaten.total.worth, beaten.stored) == (face, 17)
    assert table.who("foe").hurt("P") == hurt
    table.does("mage", "end-turn")
    table.refuses("Gil", "resist", "nothing-to-resist", "MO-406", who="foe", on="")


@pytest.mark.rule("MO-X407")
def test_a_power_that_answers_a_deed_is_resisted_by_others_in_the_same_beat():
    table = fight(person("foe"), mage("fire-1", asking="mine"), person("pal"))
    table.does("foe", "work", words="runs up", pool="P")
    table.does("mage", "cast", power="fire-1", half=True, cost_half=True, hurt_half=True, targets=("pal",))
    table.does("pal", "resist", on="mage")
    table.do("Gil", "set-fate", sure=True, faces=[20])
    assert (table.last(StoredBeaten).total.who, table.last(StoredBeaten).outcome) == ("pal", "tie")
    assert table.who("pal").hurt("P") == 4
    table.does("foe", "work", words="runs up", pool="P")
    table.does("mage", "cast", power="fire-1", half=True, cost_half=True, targets=("pal",))
    table.put("pal", scores={"P": 12, "M": 10, "MP": 10})
    table.does("pal", "resist", on="mage")
    table.do("Gil", "set-fate", sure=True, faces=[20])
    assert table.who("pal").hurt("P") == 4


@pytest.mark.rule("MO-E38")
def test_poison_still_hurts_a_little_after_one_pro():
    table = fight(mage("poison-4", perks=(("bonus-action", "magic"),)), person("foe"))
    cast(table, "mage", "poison-4", level=4, targets=("foe",))
    table.does("foe", "resist", on="", faces=[20, 3])
    assert table.last(BlowRolled).damage.dice == ((4, 3),)


@pytest.mark.rule("MO-E38")
def test_further_reactions_can_escape_a_power_whole_where_the_table_plays_so():
    table = fight(
        mage("poison-4", MP=15, perks=(("bonus-action", "magic"),)),
        person("foe", P=18, perks=(("bonus-action", "parry"),)), instant_defense="until_level",
    )
    cast(table, "mage", "poison-4", level=4, targets=("foe",))
    table.does("foe", "resist", on="", times=4, faces=[20, 20, 20, 20])
    assert isinstance(table.last(NotTaken), NotTaken)
    assert table.who("foe").hurt("P") == 0
    assert table.conflict.round == 2


@pytest.mark.rule("MO-E38")
def test_holy_loses_the_damage_of_the_attribute_that_resists_it():
    table = fight(mage("holy-5", MP=19, perks=(("bonus-action", "magic"),)), person("foe"))
    cast(table, "mage", "holy-5", level=5, targets=("foe",))
    table.does("foe", "resist", on="", pools=("M",), faces=[20, 4, 6])
    assert table.who("foe").damage == {"P": 4, "MP": 6}


@pytest.mark.rule("MO-406", "MO-X414", "MO-E108")
def test_pros_against_a_lasting_power_add_up_until_its_level():
    table = fight(mage("hold-3"), person("foe", asking="never"))
    cast(table, "mage", "hold-3", level=3, targets=("foe",))
    [hold] = table.state.running.values()
    assert hold.stored == 12
    table.does("foe", "resist", on=hold.id, faces=[13])
    assert table.state.running[hold.id].pros == {"foe": 1}
    table.does("foe", "resist", on=hold.id, keep=True)
    assert table.state.running[hold.id].pros == {"foe": 2}
    table.does("foe", "resist", on=hold.id, keep=True)
    assert not table.state.running


@pytest.mark.rule("MO-E21")
def test_a_power_is_not_thrown_anew_where_the_first_number_stands():
    table = fight(mage("hold-3"), person("foe", asking="never"), combine="keep_only")
    table.does("mage", "cast", power="hold-3", faces=[11])
    table.refuses("Ann", "cast", "keeps-it", "MO-E21", who="mage", power="hold-3", keep=False)
    table.does("mage", "cast", power="hold-3", keep=True)
    chain = table.conflict.people["mage"].chain
    assert chain is not None
    assert chain.stage == 2


@pytest.mark.rule("MO-E108")
def test_defenses_are_not_combined_where_the_table_does_not():
    table = fight(mage("hold-3"), person("foe", asking="never"), combine_defense="no")
    cast(table, "mage", "hold-3", level=3, targets=("foe",))
    [hold] = table.state.running
    table.does("foe", "resist", on=hold, faces=[13])
    table.refuses("Gil", "resist", "no-chain", "MO-E108", who="foe", on=hold, keep=True)


@pytest.mark.rule("MO-E108")
def test_a_defense_against_one_power_does_not_go_on_against_another():
    holds = {id_: Running(id=id_, row="hold-3", caster="mage", stored=12, pros={"foe": 0}) for id_ in ("r1", "r2")}
    table = fight(person("foe", asking="never"), mage("hold-3", asking="never"))
    table.have(running=holds)
    table.does("foe", "resist", on="r1", faces=[13])
    table.refuses("Gil", "resist", "no-chain", "MO-E108", who="foe", on="r2", keep=True)
    table.does("foe", "resist", on="r1", keep=True)


@pytest.mark.rule("MO-FQ10", "MO-X407")
def test_a_penalty_of_the_power_does_not_weigh_on_the_answer_to_its_last_action():
    table = fight(mage("ice-2"), person("foe"))
    cast(table, "mage", "ice-2", level=2, targets=("foe",))
    table.does("foe", "resist", on="", faces=[10, 4])
    assert table.last(StoredBeaten).total.worth == 10
    [ice] = table.state.running
    table.does("mage", "work", words="waits", pool="M")
    table.do("Gil", "set-fate", sure=True)
    table.does("foe", "resist", on=ice, faces=[10])
    assert table.last(StoredBeaten).total.worth == 8

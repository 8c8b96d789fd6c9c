"""Powers as people use them: the examples of the book, implements, outside a conflict, what to expect of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from moot.core import Choose
from moot.games.modos.catalog import POWERS
from moot.games.modos.conflicts import Position, Running
from moot.games.modos.injuries import BlowRolled
from moot.games.modos.ladder import NO_DIE, Die
from moot.games.modos.live import catalog_of
from moot.games.modos.magic.aiming import targets_of
from moot.games.modos.magic.casting import MagicThrown
from moot.games.modos.magic.cost import CostRolled, PowerCost
from moot.games.modos.magic.lasting import PowerEnded
from moot.games.modos.magic.taking import DieForAll, NotTaken
from moot.games.modos.person import Gear
from moot.games.modos.reckoning import skill_total
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.testing import choices

BONUS = (("bonus-action", "magic"),)


def fight(*people: Any, **options: Any) -> Sitting:
    """A conflict in which the first of these people has the first turn, the others in their order."""
    table = Sitting(*people, **options)
    faces = {str(who.id): 20 - 5 * n if n < 4 else 1 for n, who in enumerate(people)}
    table.fight("A fight", **faces)
    return table


# ---------------------------------------------------------------- fear among skeletons


@pytest.mark.rule("MO-406", "MO-X407", "MO-X414", "MO-411")
def test_three_skeletons_and_fear():
    """EX16: A resists once and is half afraid; B ties, which frees nobody; C flees on its turn. In the next round B
    flees too, A's second Pro is two of three, and since its user has parried all actions away the power ends."""
    mage = person("mage", player="s3", MP=16, points={"magic:fear-3": 2}, perks=("mystic-ward",), asking="mine")
    table = fight(person("d", asking="never"), mage, *(person(one, asking="mine") for one in "abc"))
    table.does("d", "end-turn")
    table.state = table.state.with_entry("b", actions=1)
    table.does("mage", "cast", power="fear-3", half=True, keep=False)
    table.does("mage", "cast", power="fear-3", keep=True)
    table.does("mage", "cast", power="fear-3", keep=True, cost_half=True, targets=tuple("abc"))
    assert table.who("mage").hurt("MP") == 0
    table.does("a", "resist", on="")
    table.does("b", "resist", on="")
    table.does("c", "pass", faces=[15, 13])
    [fear] = table.state.running.values()
    assert (fear.stored, fear.pros) == (13, {"a": 1, "b": 0, "c": 0})
    assert any("keeps Fear 3 up on A (only a part of it), B, C; what" in text for text in table.read["Ann"])
    assert table.who("mage").hurt("MP") == 5
    table.refuses("Gil", "work", "shut", who="a", words="strikes", pool="P")
    table.does("a", "move", posture="defensive")
    table.let_be()
    table.does("a", "work", words="draws a bow", pool="P")
    table.do("Gil", "set-fate", sure=True)
    table.refuses("Gil", "move", "shut", who="c", posture="defensive")
    table.does("c", "flee")
    table.let_be()
    assert "c" not in table.conflict.people
    assert (table.conflict.round, table.conflict.whose) == (2, "d")
    for blow in range(3):
        table.does("d", "attack", tool="natural", thrown=False, target="mage")
        if blow == 0:
            table.does("b", "flee")
            table.does("a", "resist", on=fear.id)
        dice = [1, 20, *([20] if blow == 0 else [])]
        table.does("mage", "defend", against="d", skill="parry", faces=dice)
    assert "b" not in table.conflict.people
    assert table.last(PowerEnded).why == "it was not kept up"
    assert not table.state.running


# ---------------------------------------------------------------- implements


def bookish(*powers: str, **more: Any) -> Any:
    """A wizard with a spell book that holds these powers, and no point in any of them."""
    book = Gear(id="book", name="spell book", at="held", powers=powers)
    return person("mage", player="s3", MP=16, perks=(("power-implement", "spell book"), *BONUS), gear=(book,), **more)


@pytest.mark.rule("MO-X411", "MO-E57", "MO-X401")
@pytest.mark.parametrize(("option", "spent"), [("extra", 2), ("included", 1)])
def test_a_power_of_a_book_takes_an_action_with_the_book_and_no_points(option, spent):
    """EX32: an action with the book and those of the level; MP bonus and difficulty, no skill points."""
    table = fight(bookish("fire-3", "cure-4"), person("foe", asking="never"), implement_action=option)
    table.does("mage", "cast", power="fire-3", half=True)
    assert [term.worth for term in table.last(MagicThrown).total.terms] == [10, 3, -4, 2]
    assert table.conflict.people["mage"].left == 4 - spent
    table.does("mage", "cast", power="fire-3", keep=True)
    table.does("mage", "cast", power="fire-3", keep=True, targets=("foe",), faces=[2, 7])
    assert table.who("foe").hurt("P") == 7
    if option == "extra":
        table = fight(bookish("cure-4"), person("foe", asking="never"))
        refused = table.refuses("Ann", "cast", "too-few-actions", "MO-402", who="mage", power="cure-4")
        assert "takes 5 actions, and Mage has 4" in str(refused)


@pytest.mark.rule("MO-X411")
def test_a_book_that_is_not_in_hand_or_not_ones_own_opens_nothing():
    table = fight(bookish("fire-3"), person("foe", asking="never"))
    table.put("mage", gear=(Gear(id="book", name="spell book", powers=("fire-3",)),))
    table.refuses("Ann", "cast", "no-power", "MO-X401", who="mage", power="fire-3")
    table.put("mage", gear=(Gear(id="lute", name="lute", at="held", powers=("fire-3",)),))
    table.refuses("Ann", "cast", "no-power", "MO-X401", who="mage", power="fire-3")


@pytest.mark.rule("MO-X411")
def test_a_book_opens_one_power_for_the_rest_of_the_round():
    """Two sparks take three actions, not four; a third one answers somebody; in the next round the book is shut."""
    table = fight(bookish("fire-1", "stun-2"), person("foe", asking="never"))
    spark = {"power": "fire-1", "half": True, "cost_half": True, "targets": ("foe",), "hurt_half": True}
    table.does("mage", "cast", **spark)
    assert table.conflict.people["mage"].left == 2
    refused = table.refuses("Ann", "cast", "too-few-actions", "MO-402", who="mage", power="stun-2")
    assert "takes 3 actions" in str(refused)
    table.does("mage", "cast", **spark)
    assert (table.who("foe").hurt("P"), table.conflict.people["mage"].left) == (8, 1)
    table.does("mage", "end-turn")
    table.does("foe", "work", words="runs up", pool="P")
    table.does("mage", "cast", **spark)
    table.do("Gil", "set-fate", sure=True)
    assert table.who("foe").hurt("P") == 10
    table.does("foe", "end-turn")
    assert table.conflict.round == 2
    table.does("mage", "cast", power="fire-1", half=True, cost_half=True, targets=("foe",))
    assert table.conflict.people["mage"].left == 2


@pytest.mark.rule("MO-X411", "MO-X403")
def test_a_power_of_a_book_is_no_reaction():
    table = fight(person("foe", asking="never"), bookish("fire-1"))
    table.does("foe", "work", words="runs up", pool="P")
    table.refuses("Ann", "cast", "one-action", "MO-X403", who="mage", power="fire-1")


# ---------------------------------------------------------------- outside a conflict


@pytest.mark.rule("MO-X408", "MO-FQ05")
def test_outside_a_conflict_a_power_takes_a_press_for_each_level_and_has_to_fit_a_turn():
    powers = {"magic:cure-4": 1, "magic:float-2": 1}
    table = Sitting(person("mage", player="s3", MP=16, points=powers), person("pal", player="s4", damage={"P": 6}))
    table.refuses("Ann", "cast", "too-few-actions", "MO-402", who="mage", power="cure-4")
    table.does("mage", "cast", power="float-2", half=True)
    assert table.state.casting["mage"].stage == 1
    table.does("mage", "cast", power="float-2", keep=True, cost_half=True, targets=("pal",))
    assert [one.pros for one in table.state.running.values()] == [{"pal": 0}]
    assert not table.state.casting
    table.put("mage", perks=(*table.who("mage").perks, *person("x", perks=BONUS).perks))
    for _ in range(3):
        table.does("mage", "cast", power="cure-4", half=True)
    table.does("mage", "cast", power="cure-4", half=True, cost_half=True, hurt_half=True, targets=("pal",))
    assert table.who("pal").hurt("P") == 0


@pytest.mark.rule("MO-X407", "MO-X408", "MO-215")
def test_what_hurts_at_once_is_resisted_in_a_conflict_alone_and_says_so():
    """The Baker on the ground has no say; who is ready for it gets a conflict, in which a Pro leaves nothing of it."""
    table = Sitting(person("mage", player="s3", points={"magic:fire-1": 1}), person("baker"))
    spark = {"power": "fire-1", "half": True, "cost_half": True, "hurt_half": True, "targets": ("baker",)}
    [offer] = [one for one in table.offers("Ann", "cast") if not one.fixed["keep"]]
    assert offer.why.endswith("Nobody resists it outside a conflict.")
    table.does("mage", "cast", **spark)
    assert table.who("baker").hurt("P") == 4
    table.fight(mage=15, baker=5)
    [offer] = [one for one in table.offers("Ann", "cast") if not one.fixed["keep"]]
    assert "outside" not in offer.why
    table.does("mage", "cast", **spark)
    table.does("baker", "resist", on="", faces=[20])
    assert table.who("baker").hurt("P") == 4


@pytest.mark.rule("MO-X408", "MO-406")
def test_a_lasting_power_can_be_resisted_outside_a_conflict():
    table = Sitting(person("mage", player="s3"), person("foe"))
    ruse = Running(id="r", row="hold-3", caster="mage", stored=12, pros={"foe": 0})
    table.have(running={"r": ruse})
    table.does("foe", "resist", on="r", faces=[13])
    assert table.state.running["r"].pros == {"foe": 1}
    table.does("foe", "resist", on="r", faces=[12])
    assert table.state.running["r"].pros == {"foe": 1}


@pytest.mark.rule("MO-403")
def test_a_failure_outside_a_conflict_starts_over_and_a_conflict_breaks_it():
    table = Sitting(person("mage", player="s3", MP=8, points={"magic:fire-3": 1}), person("foe"))
    table.does("mage", "cast", power="fire-3", faces=[20])
    table.does("mage", "cast", power="fire-3", faces=[1])
    assert not table.state.casting
    table.does("mage", "cast", power="fire-3", faces=[20])
    table.do("Gil", "open-conflict", what="A fight", ours=("mage",), theirs=("foe",))
    assert not table.state.casting


@pytest.mark.rule("MO-E103")
def test_an_exit_outside_a_conflict_counts_in_metres():
    table = Sitting(person("mage", player="s3", MP=19, points={"magic:exit-4": 1}, perks=BONUS))
    for _ in range(3):
        table.does("mage", "cast", power="exit-4", half=True)
    table.does("mage", "cast", power="exit-4", half=True, cost_half=True, targets=("mage",))
    assert "up to 25 metres" in table.read["Ann"][-1]


@pytest.mark.rule("MO-E103", "MO-410")
def test_an_exit_leads_so_many_steps_away_and_no_further():
    mage = person("mage", player="s3", MP=19, points={"magic:exit-4": 1, "magic:exit-5": 1}, perks=BONUS)
    table = fight(mage, person("foe", asking="never"))
    table.do("Gil", "put-in-place", who="mage", posture="defensive")
    for _ in range(3):
        table.does("mage", "cast", power="exit-4", half=True)
    [offer] = [one for one in table.offers("Ann", "cast") if one.fixed["power"] == "exit-4" and not one.fixed["keep"]]
    [where] = [blank for blank in offer.after({"targets": ("mage",)}) if blank.name == "choice"]
    assert isinstance(where, Choose)
    assert [choice.value for choice in where.choices] == ["offensive"]
    table.does("mage", "cast", power="exit-4", half=True, cost_half=True, targets=("mage",), choice="offensive")
    assert table.conflict.people["mage"].place.posture == "offensive"


@pytest.mark.rule("MO-E103", "MO-E106", "MO-305")
@pytest.mark.parametrize("side", ["theirs", "wolves"])
def test_an_exit_leads_behind_one_of_several_sides(side):
    mage = person("mage", player="s3", MP=19, points={"magic:exit-5": 1}, perks=BONUS)
    table = fight(mage, person("foe", asking="never"), person("wolf", asking="never"))
    table.state = table.state.with_entry("wolf", side="wolves")
    for _ in range(4):
        table.does("mage", "cast", power="exit-5", half=True)
    table.does("mage", "cast", power="exit-5", half=True, cost_half=True, targets=("mage",), choice=f"flanking:{side}")
    assert table.conflict.people["mage"].place == Position(posture="flanking", toward=side)


@pytest.mark.rule("MO-409", "MO-407")
def test_fire_can_be_aimed_at_a_dumpster_which_is_told_and_paid_for():
    table = Sitting(person("mage", player="s3", points={"magic:fire-1": 1}), person("foe"))
    spark = {"power": "fire-1", "half": True, "cost_half": True, "targets": ("a-thing",)}
    table.refuses("Ann", "cast", "too-short", **spark, who="mage")
    table.does("mage", "cast", **spark, words="The dumpster.")
    assert table.read["Ben"][-1] == "aims Fire 1 at a thing: The dumpster. "
    assert (table.who("mage").damage, table.who("foe").damage) == ({"MP": 5}, {})


@pytest.mark.rule("MO-409", "MO-411")
def test_what_lasts_on_a_thing_is_kept_and_resisted_by_nobody():
    mage = person("mage", player="s3", points={"magic:lamp-1": 1, "magic:sleep-1": 1})
    table = fight(mage, person("foe", asking="never"))
    aimed = {one.fixed["power"]: choices(one, "targets") for one in table.offers("Ann", "cast")}
    assert "a-thing" in aimed["lamp-1"]
    assert "a-thing" not in aimed["sleep-1"]
    table.does("mage", "cast", power="lamp-1", half=True, cost_half=True, targets=("a-thing",))
    assert [one.pros for one in table.state.running.values()] == [{}]
    assert not table.offers("Gil", "resist")
    table.does("mage", "end-turn")
    table.does("foe", "end-turn")
    table.does("mage", "keep", on=next(iter(table.state.running)))
    assert table.state.running


@pytest.mark.rule("MO-409")
def test_of_many_targets_one_can_be_a_thing():
    table = fight(person("mage", player="s3", MP=16, points={"magic:fire-3": 1}), person("foe", asking="never"))
    for _ in range(2):
        table.does("mage", "cast", power="fire-3", half=True)
    table.does("mage", "cast", power="fire-3", half=True, cost_half=True, hurt_half=True, words="the bridge",
               targets=("foe", "a-thing"))
    assert (table.who("foe").hurt("P"), table.who("mage").hurt("P")) == (4, 0)
    assert "aims Fire 3 at a thing: the bridge. " in table.read["Ann"]


@pytest.mark.rule("MO-409")
@pytest.mark.parametrize(("power", "first"), [
    ("fire-1", "foe"), ("blind-3", "foe"), ("sleep-1", "foe"),
    ("cure-1", "mage"), ("invisible-3", "mage"), ("armor-1", "mage"),
])
def test_what_does_harm_is_aimed_at_foes_first(power, first):
    table = fight(person("mage", player="s3", MP=16, points={f"magic:{power}": 1}), person("foe", asking="never"))
    aimed = targets_of(table.state, "mage", catalog_of(table.state).powers[power])
    assert [{choice.value for choice in aimed}, aimed[0].value] == [{"mage", "foe"}, first]


# ---------------------------------------------------------------- options, perks, what is lent


@pytest.mark.rule("MO-E98", "MO-X416")
@pytest.mark.parametrize(("option", "faces", "hurt"), [("each", (2, 7), [2, 7]), ("once", (5,), [5, 5])])
def test_dice_for_many_targets_are_rolled_for_each_or_once(option, faces, hurt):
    mage = person("mage", player="s3", MP=16, points={"magic:fire-3": 1})
    table = fight(mage, *(person(one, asking="never") for one in "ab"), multi_roll=option)
    for _ in range(2):
        table.does("mage", "cast", power="fire-3", half=True)
    table.does("mage", "cast", power="fire-3", half=True, cost_half=True, targets=("a", "b"), faces=faces)
    assert [table.who(one).hurt("P") for one in "ab"] == hurt
    assert any(isinstance(event, DieForAll) for event in table.events) == (option == "once")


@pytest.mark.rule("MO-E98", "MO-E50")
@pytest.mark.parametrize(("option", "half", "faces", "hurt", "left"), [
    ("each", False, (2, 3, 5, 4), [5, 9], 1), ("once", False, (5, 3), [8, 8], 2), ("once", True, (3,), [7, 7], 2),
])
def test_a_hero_point_on_damage_is_one_for_each_roll_of_it(option, half, faces, hurt, left):
    mage = person("mage", player="s3", MP=16, points={"magic:fire-3": 1}, perks=("rage",), level=3, heroes=3)
    table = fight(mage, *(person(one, asking="never") for one in "ab"), multi_roll=option)
    for _ in range(2):
        table.does("mage", "cast", power="fire-3", half=True)
    dice = {"half": True, "cost_half": True, "hurt_half": half, "hurt_hero": True, "faces": faces}
    table.does("mage", "cast", power="fire-3", targets=("a", "b"), **dice)
    assert ([table.who(one).hurt("P") for one in "ab"], table.who("mage").heroes) == (hurt, left)


@pytest.mark.rule("MO-X404", "MO-E37")
@pytest.mark.parametrize(("gear", "perks", "worn", "any_"), [
    ((), (), 8, 8), (("padded-jack",), (), 6, 6), (("shield-large",), (), 8, 8),
    ((), (("armor-training", "natural"),), 8, 6), ((), (("thought-shield", "natural-mind"),), 8, 6),
    ((), ("mystic-ward",), 8, 8),
])
def test_what_spoils_the_bonus_of_the_unprotected(gear, perks, worn, any_):
    for option, total in (("worn", worn), ("any_protection", any_)):
        mage = person("mage", player="s3", points={"magic:fire-1": 2}, gear=gear, perks=perks)
        table = Sitting(mage, magic_bonus=option)
        assert skill_total(table.state, "mage", "magic:fire-1") == total


@pytest.mark.rule("MO-E100", "MO-E50")
def test_a_power_can_be_done_to_the_spirit_or_in_a_rage():
    mage = person("mage", player="s3", MP=14, points={"magic:fire-1": 1}, perks=("karma", "rage"), heroes=1)
    table = fight(mage, person("foe", asking="never"))
    cost = {"half": True, "cost_half": True, "targets": ("foe",)}
    table.does("mage", "cast", power="fire-1", karma=True, **cost)
    assert table.who("foe").damage == {"MP": 1}
    table.does("mage", "cast", power="fire-1", hurt_half=True, hurt_hero=True, faces=[6], **cost)
    assert (table.who("foe").hurt("P"), table.who("mage").heroes) == (10, 0)


def test_a_backstabber_stabs_with_blades_and_not_with_fire():
    mage = person("mage", player="s3", points={"magic:lightning-1": 1}, perks=("backstabber",), gear=("dagger",))
    table = fight(mage, person("foe", asking="never"))
    table.does("mage", "cast", power="lightning-1", half=True, cost_half=True, hurt_half=True, targets=("foe",))
    assert [term.label for term in table.last(BlowRolled).damage.terms] == ["half d8"]


@pytest.mark.rule("MO-410")
def test_who_flies_acts_from_nearer_on_their_own_turn():
    table = fight(person("mage", player="s3", points={"magic:lightning-1": 1}), person("foe", asking="never"))
    table.state = table.state.with_conflict(postures=("offensive", "defensive", "flying"))
    table.state = table.state.with_entry("mage", place=Position(posture="flying"))
    cost = {"half": True, "cost_half": True, "targets": ("foe",)}
    table.refuses("Ann", "cast", "not-open", "MO-409", who="mage", power="lightning-1", **cost)
    table.does("mage", "cast", power="lightning-1", posture="offensive", hurt_half=True, **cost)
    assert table.who("foe").hurt("P") == 4


@pytest.mark.rule("MO-E102", "MO-E40")
def test_psych_is_paid_with_the_mind_and_can_knock_its_user_out():
    mage = person("mage", player="s3", MP=15, M=10, points={"magic:psych-4": 1}, perks=BONUS, damage={"M": 3, "MP": 6})
    table = fight(mage, person("foe", asking="never"))
    for _ in range(3):
        table.does("mage", "cast", power="psych-4", half=True)
    table.does("mage", "cast", power="psych-4", half=True, cost_half=True, targets=("foe",), faces=[5])
    assert table.who("mage").has_mark("unconscious")
    assert (table.who("foe").hurt("MP"), table.who("mage").hurt("MP")) == (5, 1)
    assert table.last(CostRolled).pool == "M"


@pytest.mark.rule("MO-E62", "MO-E95")
@pytest.mark.parametrize(("pick", "mark", "left", "hurt"), [("raise", "dead", "mostly-dead", 10),
                                                            ("restore", "mostly-dead", "", 0)])
def test_a_cure_raises_the_dead_to_mostly_dead_and_restores_those(pick, mark, left, hurt):
    mage = person("mage", player="s3", MP=19, points={"magic:cure-5": 1}, perks=BONUS)
    table = fight(mage, person("foe", asking="never"), person("pal", player="s4", asking="never"))
    table.put("pal", marks=(table.mark(mark),), damage={"P": 10})
    for _ in range(4):
        table.does("mage", "cast", power="cure-5", half=True)
    table.does("mage", "cast", power="cure-5", half=True, cost_half=True, pick=pick, targets=("pal",))
    assert [one.row for one in table.who("pal").marks] == [one for one in (left,) if one]
    assert table.who("pal").hurt("P") == hurt


@pytest.mark.rule("MO-E62", "MO-404")
@pytest.mark.parametrize("pick", ["raise", "restore"])
def test_a_cure_for_the_fallen_does_nothing_to_those_who_stand(pick):
    mage = person("mage", player="s3", MP=19, points={"magic:cure-5": 1}, perks=BONUS)
    table = fight(mage, person("foe", asking="never", damage={"P": 4}))
    for _ in range(4):
        table.does("mage", "cast", power="cure-5", half=True)
    table.does("mage", "cast", power="cure-5", half=True, cost_half=True, pick=pick, targets=("foe",))
    assert table.last(NotTaken).why == "there is nothing for it to undo"
    assert (table.who("foe").marks, table.who("foe").hurt("P")) == ((), 4)


@pytest.mark.rule("MO-409", "MO-E55")
def test_a_power_for_a_thing_is_aimed_at_those_who_have_one():
    mage = person("mage", player="s3", points={"magic:temper-2": 1})
    people = person("armed", gear=("dagger",)), person("clad", gear=("mail",)), person("bare")
    table = fight(mage, *people, house_powers="true")
    table.does("mage", "cast", power="temper-2", half=True)
    [offer] = [one for one in table.offers("Ann", "cast") if not one.fixed["keep"]]
    assert choices(offer, "targets").keys() == {"armed", "clad"}


@pytest.mark.rule("MO-404", "MO-X416")
def test_harm_hurts_the_undead_and_nobody_else():
    mage = person("mage", player="s3", MP=15, points={"magic:harm-3": 1})
    table = fight(mage, person("foe", asking="never"), person("ghoul", asking="never", kinds=("undead",)))
    for _ in range(2):
        table.does("mage", "cast", power="harm-3", half=True)
    table.does("mage", "cast", power="harm-3", half=True, cost_half=True, hurt_half=True, targets=("foe", "ghoul"))
    assert (table.last(NotTaken).who, table.last(NotTaken).why) == ("foe", "it does not concern them")
    assert (table.who("foe").damage, table.who("ghoul").hurt("MP")) == ({}, 3)


@pytest.mark.rule("MO-E95")
def test_rub_fills_the_pool():
    mage = person("mage", player="s3", MP=19, points={"magic:rub-5": 1}, perks=BONUS)
    table = fight(mage, person("foe", asking="never"))
    for _ in range(4):
        table.does("mage", "cast", power="rub-5", half=True)
    table.does("mage", "cast", power="rub-5", half=True, cost_half=True, targets=("foe",))
    assert table.who("foe").has_mark("mostly-dead")
    assert table.who("foe").hurt("P") == 10


@pytest.mark.rule("MO-E80", "MO-404")
def test_rub_does_nothing_to_a_trap_without_a_body():
    mage = person("mage", player="s3", MP=19, points={"magic:rub-5": 1}, perks=BONUS)
    table = fight(mage, person("trap", asking="never", kinds=("trap",), P=0))
    for _ in range(4):
        table.does("mage", "cast", power="rub-5", half=True)
    table.does("mage", "cast", power="rub-5", half=True, cost_half=True, targets=("trap",))
    assert table.last(NotTaken).why == "it has nothing there to hurt"
    assert not table.who("trap").marks


@pytest.mark.rule("MO-E98", "MO-405")
def test_one_die_for_all_is_thrown_for_those_alone_who_need_it():
    mage = person("mage", player="s3", MP=16, points={"magic:poison-4": 1}, perks=BONUS)
    table = fight(mage, *(person(one, asking="never") for one in "ab"), multi_roll="once")
    for _ in range(3):
        table.does("mage", "cast", power="poison-4", half=True)
    table.does("mage", "cast", power="poison-4", half=True, cost_half=True, targets=("a", "b"), faces=[5])
    assert [table.who(one).hurt("P") for one in "ab"] == [5, 5]


@pytest.mark.rule("MO-X108", "MO-E39")
def test_what_a_power_lends_goes_with_it():
    table = fight(person("mage", player="s3"), person("pal", player="s4", asking="never"), person("foe"))
    table.do("Gil", "put-in-place", who="foe", posture="defensive")
    size = Running(id="r", row="size-2", caster="foe", stored=5, pick="large", pros={"mage": 0})
    table.have(running={"r": size})
    assert table.offers("Ann", "mark-size")
    table.does("mage", "resist", on="r", faces=[6])
    assert table.offers("Ann", "mark-size")
    table.does("mage", "resist", on="r", faces=[2])
    assert not table.state.running
    assert not table.offers("Ann", "mark-size")


# ---------------------------------------------------------------- what to expect


@pytest.mark.rule("MO-407")
@given(plus=st.integers(1, 9), guard=st.integers(0, 7), health=st.integers(0, 30))
def test_a_cost_is_at_least_one_and_its_chances_are_exact(plus, guard, health):
    die = Die(guard) if guard else NO_DIE
    cost = PowerCost(pool="MP", die=Die.read("d8"), plus=plus, guard=die, health=health)
    faces = [less + die.plus for less in range(1, die.sides + 1)] or [0]
    every = Counter(max(1, face + plus - less) for face in range(1, 9) for less in faces)
    assert cost.ways == dict(sorted(every.items()))
    assert min(cost.ways) >= 1
    assert cost.half >= 1
    assert cost.over == Fraction(sum(n for points, n in every.items() if points > health), sum(every.values()))


@pytest.mark.rule("MO-406", "MO-X414")
@given(power=st.sampled_from([row for row in POWERS.values() if row.keep and row.half not in ("none", "any")
                              and row.target != "self"]), faces=st.lists(st.integers(1, 20), max_size=7))
def test_pros_against_a_power_never_pass_its_level_and_end_it_there(power, faces):
    table = Sitting(person("mage", player="s3"), person("foe"))
    table.have(running={"r": Running(id="r", row=power.id, caster="mage", stored=10, pros={"foe": 0})})
    for face in faces:
        if not table.state.running:
            table.refuses("Gil", "resist", "nothing-to-resist", who="foe", on="r")
            break
        before = table.state.running["r"].pros["foe"]
        table.does("foe", "resist", on="r", faces=[face])
        pros = table.state.running["r"].pros["foe"] if table.state.running else before + 1
        assert before <= pros <= before + 1
        assert pros <= power.level
        assert (pros == power.level or power.stage(pros) == "over") == (not table.state.running)


@pytest.mark.rule("MO-006", "MO-X407", "MO-X206", "MO-304")
@pytest.mark.parametrize("knows", [True, False])
def test_nobody_is_in_the_way_of_an_answer_by_somebody_of_whom_they_know_nothing(knows):
    """The imp has the turn; while it is busy, the mage sets fire to Ann, or slips into cover."""
    ann = person("ann", player="s3", points={"willpower": 1})
    mage = person("mage", points={"magic:fire-1": 3}, asking="always")
    table = fight(person("imp", asking="never"), mage, ann)
    if not knows:
        table.do("Gil", "set-unaware", who=("ann",), of=("mage",))
    table.does("imp", "work", words="digs", pool="P")
    before = table.state
    table.does("mage", "cast", power="fire-1", targets=("ann",))
    assert [offer.fixed["on"] for offer in table.offers("Ann", "resist")] == (["mage"] if knows else [])
    table.state = before
    table.does("mage", "move", posture="defensive")
    against = {offer.fixed.get("against", "") for offer in table.offers("Ann", "hinder")}
    assert against == ({"mage", ""} if knows else {""})

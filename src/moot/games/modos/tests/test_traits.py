"""What traits of sheets do, each from its row: traps, what answers a deed, what is hurt twice as much."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moot.games.modos.catalog import TRAITS
from moot.games.modos.combat.means import movable
from moot.games.modos.contests import Facts
from moot.games.modos.effects import InWords
from moot.games.modos.harm import Blow, disable, strike
from moot.games.modos.injuries import Told, Unhurt
from moot.games.modos.ladder import Die
from moot.games.modos.live import aware
from moot.games.modos.npcs.people import person_of
from moot.games.modos.npcs.sheets import OURS, SHEETS
from moot.games.modos.npcs.tactics import press_for
from moot.games.modos.reckoning import bonus_actions, skill_terms
from moot.games.modos.terms import Pool
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import ContestThrown
from moot.testing.sitting import choices


def against(sheet: str, **ann: Any) -> Sitting:
    """Ann, and somebody with this sheet, who is called foe."""
    return Sitting(person("ann", player="s3", **ann), person_of(OURS[sheet], "foe"))


def fight(sheet: str, **ann: Any) -> Sitting:
    table = against(sheet, **ann)
    table.fight(ann=15, foe=5)
    return table


def says(table: Sitting) -> str:
    press = press_for(table.state, table.gm, "foe")
    return press.wish.why if press else ""


def noticed(table: Sitting, who: str) -> None:
    """The guide says that somebody notices whom they did not."""
    [mark] = [mark.id for mark in table.who(who).marks if mark.row == "unaware"]
    table.do("Gil", "set-aware", who=who, mark=mark)


def struck(table: Sitting, tag: str = "", pool: Pool = "P") -> int:
    blow = Blow(title="blow", by="ann", on="foe", die=Die.read("d8"), tag=tag, pool=pool)
    return table.befall(lambda play: strike(play, replace(blow, guard_half=True)), 6)


def test_every_trait_stands_on_a_sheet_of_the_book():
    assert {trait for one in SHEETS.values() for trait in one.traits} == {*TRAITS}


# ---------------------------------------------------------------- traps


@pytest.mark.rule("MO-X507", "MO-006")
@pytest.mark.parametrize("trap", ["traps/bear-trap", "traps/green-slime"])
def test_nobody_is_aware_of_such_a_trap_by_themselves(trap):
    table = fight(trap)
    assert [aware(table.state, *pair) for pair in (("ann", "foe"), ("foe", "ann"))] == [False, True]
    noticed(table, "ann")
    assert aware(table.state, "ann", "foe")


@pytest.mark.rule("MO-X507", "MO-006", "MO-X219")
def test_a_trap_that_was_noticed_stays_so_when_others_come_in_who_have_yet_to_notice_it():
    table = fight("traps/bear-trap")
    noticed(table, "ann")
    table.have(people={**table.state.people, "late": person("late", player="s4")})
    table.do("Gil", "come-in", who="late", side="ours")
    assert [aware(table.state, who, "foe") for who in ("ann", "late")] == [True, False]


@pytest.mark.rule("MO-X507")
@pytest.mark.parametrize(("trap", "tool", "worth"), [("traps/bear-trap", "Spiked clamp", 3),
                                                     ("traps/green-slime", "Acid touch", 5)])
def test_a_trap_answers_those_who_move_and_know_nothing_of_it(trap, tool, worth):
    table = fight(trap)
    table.does("ann", "work", words="looks around", pool="M")
    table.do("Gil", "set-fate", sure=True)
    assert says(table) == ""
    table.let_be()
    table.does("ann", "move", posture="defensive")
    assert says(table) == f"Attacks Ann with {tool}."
    table.does("foe", "by-tactics", faces=[3])
    assert table.who("ann").hurt("P") == worth


@pytest.mark.rule("MO-X507")
def test_a_bear_trap_does_nothing_to_those_who_know_of_it_and_hinders_nobody():
    table = fight("traps/bear-trap")
    noticed(table, "ann")
    table.does("ann", "move", posture="defensive")
    assert not table.offers("Gil", "by-tactics")
    assert table.conflict.beat is None


@pytest.mark.rule("MO-X507")
@pytest.mark.parametrize(("trap", "attacks"), [("traps/bear-trap", False), ("traps/green-slime", True)])
def test_a_bear_trap_closes_on_who_moves_and_never_on_its_own_turn(trap, attacks):
    table = fight(trap)
    table.does("ann", "end-turn")
    assert bool(table.offers("Gil", "attack")) == attacks


@pytest.mark.rule("MO-X507", "MO-004")
@pytest.mark.parametrize(("sheet", "looks"), [
    ("traps/bear-trap", []), ("traps/green-slime", []), ("traps/sleep-trap", ["may"]),
    ("creatures/riding-horse", ["may"]),
])
def test_the_guides_people_are_asked_for_what_they_are_trained_in_and_traps_do_nothing_else(sheet, looks):
    table = fight(sheet)
    table.does("ann", "end-turn")
    assert [offer.urgency for offer in table.offers("Gil", "search") if offer.about == "foe"] == looks
    horse, sways = sheet.startswith("creatures"), {offer.urgency for offer in table.offers("Gil", "sway")}
    assert sways == ({"tool"} if horse else set())
    tools = {offer.fixed["tool"] for offer in table.offers("Gil", "attack")}
    assert ("natural" in tools, "foe" in {offer.about for offer in table.offers("Gil", "handle")}) == (horse, False)


@pytest.mark.rule("MO-X506", "MO-402")
@pytest.mark.parametrize(("sheet", "first"), [
    ("people/black-wizard", "cast:foe:lightning-1:False"), ("people/elf-gish", "attack:foe:foe-sword-bastard:False"),
    ("machines/program-agent", "attack:foe:natural:False"),
])
def test_who_has_only_untrained_hands_and_a_power_that_hurts_is_asked_for_that_first(sheet, first):
    table = fight(sheet)
    table.does("ann", "end-turn")
    own: Any = table.game.own(table.state, table.gm)
    assert (table.asked("Gil").lead, own.stakes.key) == (first, first)


@pytest.mark.rule("MO-X507")
@pytest.mark.parametrize(("trap", "moves"), [
    ("traps/bear-trap", False), ("traps/sleep-trap", False), ("traps/green-slime", True),
])
def test_a_trap_that_is_a_place_goes_nowhere(trap, moves):
    table = fight(trap, asking="never")
    table.does("ann", "end-turn")
    assert table.conflict.whose == "foe"
    offered = {offer.do for offer in table.offers("Gil")}
    assert (offered >= {"move", "flee"}, not offered.isdisjoint({"move", "flee", "sneak"})) == (moves, moves)
    if not moves:
        table.refuses("Gil", "move", "shut", "MO-X507", who="foe", posture="defensive")
        table.refuses("Gil", "sneak", "shut", "MO-X507", who="foe", skill="sneak", targets=("ann",))


@pytest.mark.rule("MO-X507", "MO-008", "MO-010")
@pytest.mark.parametrize(("face", "hurt"), [(8, 0), (10, 3)])
def test_a_bear_trap_is_struck_or_picked_apart_against_fate_for_it_opposes_nobody_by_itself(face, hurt):
    table = fight("traps/bear-trap", points={"larceny": 1})
    noticed(table, "ann")
    table.does("ann", "attack", tool="natural", target="foe", skill="larceny", faces=[face, 6, *([3] if hurt else [])])
    thrown = table.last(ContestThrown)
    assert [term.worth for term in thrown.first.terms if term.label == "Bear trap"] == [-4]
    assert (thrown.second.who, thrown.second.worth) == ("", 6)
    assert table.who("foe").hurt("P") == hurt


@pytest.mark.rule("MO-X507", "MO-008")
def test_who_knows_of_a_bear_trap_is_four_worse_at_dodging_it():
    table = fight("traps/bear-trap")
    noticed(table, "ann")
    facts = Facts(deed="defend", target="foe")
    assert [term.worth for term in skill_terms(table.state, "ann", "P", "parry", facts)][1:] == [-4]


@pytest.mark.rule("MO-X507", "MO-E80")
def test_a_sleep_trap_has_no_body_and_is_no_more_when_its_mind_is_full():
    table = against("traps/sleep-trap")
    table.befall(lambda play: strike(play, Blow(title="axe", by="ann", on="foe", die=Die.read("d8"))))
    assert isinstance(table.events[-1], Unhurt)
    table.befall(lambda play: disable(play, "foe", "M"))
    assert table.last(Told).text == "The trap is no more."


# ---------------------------------------------------------------- answers


def test_a_bioweapon_answers_attacks_from_close_by_and_moves_three_points_to_its_jaw():
    table = fight("creatures/bioweapon-alien", P=15)
    table.does("ann", "attack", tool="natural", target="foe")
    assert says(table) == "Attacks Ann with Claws, jaw and acid."
    table.does("foe", "by-tactics", faces=[1, 6, 8])
    assert table.who("ann").hurt("P") == 8 + 3
    special = movable(table.state, "foe", "unarmed")
    assert special is not None
    assert (special.most, special.usual) == (3, 3)
    far = fight("creatures/bioweapon-alien", gear=("bow-long",))
    far.does("ann", "move", posture="defensive")
    far.let_be()
    far.does("ann", "attack", tool="ann-bow-long", target="foe")
    assert says(far) == ""


@pytest.mark.rule("MO-E47", "MO-X203")
def test_a_hurt_troll_cures_itself_with_its_last_action_which_is_none_of_its_bonus():
    table = Sitting(person("ann", player="s3"), person_of(OURS["creatures/bridge-troll"], "foe"))
    table.put("foe", damage={"P": 6})
    table.fight(ann=5, foe=15)
    assert bonus_actions(table.state, "foe") == {"unarmed": 1}
    for _ in range(3):
        assert says(table).startswith("Attacks Ann")
        table.does("foe", "by-tactics")
        table.does("ann", "pass", faces=[1])
    one = table.conflict.people["foe"]
    assert (one.actions, one.left) == (1, 1)
    assert says(table) == "Uses Cure 1."
    table.does("foe", "by-tactics")
    table.does("ann", "pass", faces=[10, 5, 3])
    assert table.who("foe").hurt("P") == 3


# ---------------------------------------------------------------- what people are


@pytest.mark.rule("MO-E34")
def test_an_evil_mutant_loses_ties_against_heroes_alone():
    for who, again in (("ann", []), ("bob", [20, 1])):
        table = Sitting(person("ann", player="s3", P=12), person("bob", P=12),
                      person_of(OURS["people/evil-mutant"], "foe"))
        table.do("Gil", "call-contest", who=who, pool="P", against="foe", theirs="P")
        table.throws(who)
        assert table.throws("foe", 7, 7, *again).outcome == "pro"


@pytest.mark.rule("MO-E34", "MO-204")
def test_an_evil_mutant_loses_ties_of_a_number_that_stands():
    table = fight("people/evil-mutant", P=12)
    table.does("ann", "end-turn")
    for _ in range(2):
        keep = {"keep": True} if table.conflict.people["foe"].chain else {}
        table.does("foe", "attack", tool="natural", target="ann", **keep)
        table.does("ann", "defend", against="foe", skill="parry", faces=[10] if keep else [7, 10])
        assert table.last(ContestThrown).outcome == "con"


@pytest.mark.parametrize(("sheet", "tag", "taken"), [
    ("traps/green-slime", "electricity", 8), ("traps/green-slime", "heat", 4),
    ("creatures/sapphire-dragon", "heat", 2), ("creatures/sapphire-dragon", "cold", 1),
])
def test_what_somebody_takes_twice_is_doubled_after_protection(sheet, tag, taken):
    assert struck(against(sheet), tag) == taken


@pytest.mark.parametrize(("sheet", "pool", "text"), [
    ("creatures/ghost", "MP", "Gone, and formed anew near its corpse."),
    ("machines/program-agent", "P", "Gone, and formed anew in another program."),
    ("creatures/vampire", "P", "Flies to its coffin as mist or bats, and heals there by Cure 1."),
])
def test_some_come_back_when_they_fall(sheet, pool, text):
    table = against(sheet)
    table.befall(lambda play: disable(play, "foe", pool))
    assert table.last(Told).text == text


@pytest.mark.parametrize("sheet", ["machines/program-agent", "machines/program-gladiator"])
def test_programs_say_where_they_are(sheet):
    [trait] = OURS[sheet].traits
    told = [effect.text for effect in TRAITS[trait].effects if isinstance(effect, InWords) and "standing" in effect.on]
    assert told == ["Is there in virtual places only."]


def test_an_owl_moves_badly_where_the_guide_says_so():
    table = against("creatures/trained-owl")
    table.do("Gil", "call-contest", who="foe", pool="P", against="fate")
    [offer] = table.offers("Gil", "adjust")
    assert "Owl: -20 to 0" in [field.hint for field in offer.fields]


def test_a_protozoan_takes_no_special_posture():
    table = fight("creatures/giant-protozoan")
    table.state = table.state.with_conflict(postures=("offensive", "defensive", "mounted", "flying"))
    table.does("ann", "end-turn")
    [offer] = table.offers("Gil", "move")
    assert [*choices(offer, "posture")] == ["defensive"]

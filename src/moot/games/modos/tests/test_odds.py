"""Odds are those of the rules themselves: whatever dice can fall, in every branch."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from moot.core import Chance, Play, outcomes
from moot.games.modos.contests import Facts, Side, Term
from moot.games.modos.harm import Blow, strike
from moot.games.modos.ladder import Die
from moot.games.modos.odds import Hand, hand_of, harm_of, met, over, sums, thrown, usually, ways
from moot.games.modos.state import State
from moot.games.modos.tests.people import person
from moot.games.modos.tests.table import Sitting
from moot.games.modos.throwing import throw, total_of

ANN, FOE = "ann", "foe"


def two(foe: dict[str, Any] | None = None, options: dict[str, Any] | None = None, **ann: Any) -> Sitting:
    return Sitting(person(ANN, player="s3", **ann), person(FOE, **foe or {}), **options or {})


class _AgainError(Exception):
    """A Tie is thrown again."""


def _once(state: State, event: Any) -> State:
    """What a contest comes to that is thrown once; who is to throw again stops there."""
    if event.again:
        raise _AgainError
    return state


SIDES = [
    # the first, the second
    (Side(who=ANN), Side(who=FOE)),
    (Side(who=ANN, skill="movement", half=True), Side(who=FOE)),
    (Side(who=ANN, difficulty=-12), Side(difficulty=-9)),
    (Side(who=ANN), Side(who=FOE, half=True)),
    (Side(who=ANN), Side(difficulty=2, drama=True)),
    (Side(who=ANN, pool="MP", extra=(Term("well played", 2),)), Side(difficulty=8)),
]


@pytest.mark.rule("MO-002", "MO-003", "MO-011", "MO-012")
@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("tie", ["neutral", "reroll"])
def test_a_contest_is_as_likely_as_its_dice_make_it(sides, tie):
    table = two({"P": 15}, {"tie": tie}, P=13, MP=7, points={"movement": 2})
    facts = Facts(target=sides[1].who), Facts(target=sides[0].who)
    mine, theirs = hand_of(table.state, sides[0], facts[0]), hand_of(table.state, sides[1], facts[1])

    def rule(chance: Chance) -> str:
        try:
            return throw(Play(table.state, table.gm, chance, _once), sides, facts).outcome
        except _AgainError:
            return "again"

    found = outcomes(rule)
    again = found.pop("again", Fraction(0))
    expected = {outcome: share / (1 - again) for outcome, share in found.items()}
    odds = met(table.state, mine, theirs, sides[0].who, sides[1].who)
    assert {outcome: share for outcome, share in odds.items() if share} == expected
    assert sum(odds.values()) == 1


@pytest.mark.rule("MO-114", "MO-104", "MO-X106")
def test_a_hero_die_adds_up_with_the_twenty():
    table = two(P=15, level=5, heroes=1, perks=("legendary-hero",), points={"movement": 2})
    plain = Side(who=ANN, skill="movement")
    facts = Facts()

    def rule(chance: Chance) -> int:
        return total_of(Play(table.state, table.gm, chance, table.game.evolve), replace(plain, hero=True), facts).worth

    hand = hand_of(table.state, replace(plain, hero=True), facts)
    assert hand == hand_of(table.state, plain, facts).with_die(8) == Hand((20, 8), 4)
    assert {worth: Fraction(count, 160) for worth, count in sums(hand).items()} == outcomes(rule)
    assert hand_of(table.state, replace(plain, half=True), facts) == hand_of(table.state, plain, facts).by_half()


@pytest.mark.rule("MO-E34")
def test_who_loses_ties_by_nature_loses_them_in_the_odds():
    table = two({"traits": ("evil-mutant",)})
    mine, theirs = Hand((20,), 0), Hand((20,), 0)
    odds = met(table.state, mine, theirs, ANN, FOE)
    again = met(table.state, mine, theirs)
    assert not odds["tie"]
    assert not again["tie"]
    assert odds["pro"] + odds["con"] == again["pro"] + again["con"] == 1
    assert (odds["pro"], again["pro"]) == (Fraction(21, 40), Fraction(1, 2))


def test_a_tie_that_is_certain_stays_one_however_often_it_is_thrown():
    assert met(two({}, {"tie": "reroll"}).state, Hand((), 10), Hand((20,), 0, drama=True))["tie"] == 1


BLOWS = [
    # what is done, what its target has
    ({}, {}),
    ({"die": "d10"}, {"gear": ("mail",)}),
    ({"die": "d12+1"}, {"gear": ("plate",)}),
    ({"die": "d8", "half": True}, {"gear": ("mail",)}),
    ({"die": "d8", "guard_half": True}, {"gear": ("mail",)}),
    ({"die": "d8", "hero": True}, {"gear": ("mail",)}),
    ({"die": "d8", "karma": True}, {}),
    ({"die": "d8", "share": 1}, {"gear": ("plate",)}),
    ({"die": "d8", "share": 0}, {}),
    ({"die": "d6", "tag": "electricity"}, {"traits": ("green-slime",)}),
    ({"die": "d8", "terms": (Term("Special Move", 2),)}, {"gear": ("mail",)}),
]


@pytest.mark.rule("MO-X309", "MO-211", "MO-X322", "MO-319")
@pytest.mark.parametrize(("what", "foe"), BLOWS)
def test_damage_is_as_likely_as_its_dice_make_it(what, foe):
    table = two(foe, heroes=2)
    blow = Blow(title="a blow", by=ANN, on=FOE, **{**what, "die": Die.read(what.get("die", "d4"))})
    found = outcomes(lambda chance: strike(Play(table.state, table.gm, chance, table.game.evolve), blow))
    assert harm_of(table.state, blow) == found


@pytest.mark.rule("MO-E91")
def test_all_protection_counts_where_the_table_rolls_all_of_it():
    table = two({"gear": ("mail", "vest-flak")}, {"protection": "all_rolled"})
    blow = Blow(title="a blow", by=ANN, on=FOE, die=Die.read("d8"))
    found = outcomes(lambda chance: strike(Play(table.state, table.gm, chance, table.game.evolve), blow))
    assert harm_of(table.state, blow) == found


def test_what_is_known_of_small_sums():
    assert ways((6, 6))[:6] == (1, 2, 3, 4, 5, 6)
    assert thrown(Hand((), 12), Hand((20,), 0))["pro"] == Fraction(11, 20)
    odds = {1: Fraction(1, 2), 4: Fraction(1, 4), 9: Fraction(1, 4)}
    assert (over(odds, 4), over(odds, 9), usually(odds)) == (Fraction(1, 4), Fraction(0), 4)

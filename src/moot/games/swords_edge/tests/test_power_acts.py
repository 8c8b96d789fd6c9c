"""Starting a power is its caster's act, whatever comes of it (part 17, SE-RD-42)."""

from __future__ import annotations

import pytest

from moot.games.swords_edge.tests.sitting import Sitting
from moot.games.swords_edge.tests.test_powers import cast, mage, momentum


def acts(table: Sitting) -> int:
    return table.state.acts(table.id("Myr"))


def penalty(table: Sitting) -> int:
    """What acts of the round take off the Test settled last."""
    return sum(part.worth for part in table.settled().test.parts if part.what == "acts")


@pytest.mark.rule("SE-RD-42", "SE-RD-32")
def test_a_power_given_up_after_lost_momentum_was_an_act_all_the_same():
    table = mage()
    cast(table)
    assert acts(table) == 1
    momentum(table, (1, 2))
    table.do("Ann", "give-up", pairing=table.pairing("Myr").id)
    assert acts(table) == 1
    cast(table)
    assert acts(table) == 2
    momentum(table, (9, 8))
    table.test("Myr", "act", trait="cunning", faces=(9, 8))
    assert (acts(table), penalty(table)) == (2, -2)


@pytest.mark.rule("SE-RD-42", "SE-ACT-05")
def test_the_action_that_follows_in_the_same_round_belongs_to_the_act_that_began_it():
    table = mage()
    cast(table)
    momentum(table, (3, 4))
    table.test("Myr", "act", trait="cunning", faces=(2, 3))
    assert (acts(table), penalty(table)) == (1, 0)
    table.do("Gil", "next-round")
    table.test("Myr", "act", trait="cunning", faces=(9, 8))
    assert (acts(table), penalty(table)) == (1, 0)


@pytest.mark.rule("SE-RD-42", "SE-ACT-05")
def test_an_action_in_a_later_round_is_an_act_of_that_round():
    table = mage()
    cast(table)
    momentum(table, (9, 8))
    table.do("Gil", "next-round")
    assert acts(table) == 0
    table.test("Myr", "act", trait="cunning", faces=(2, 3))
    assert acts(table) == 1


@pytest.mark.rule("SE-RD-42", "SE-ACT-05", "SE-RD-12")
def test_a_seize_from_the_power_and_a_defence_after_it_are_further_acts():
    table = mage()
    cast(table)
    momentum(table, (1, 2))
    table.test("Myr", "seize", trait="cunning", faces=(10, 8))
    assert (acts(table), penalty(table)) == (2, -2)
    table.test("Myr", "act", trait="cunning", faces=(9, 8))
    assert (acts(table), penalty(table)) == (2, 0)


@pytest.mark.rule("SE-RD-42", "SE-ACT-05")
def test_who_has_defended_first_begins_a_power_at_a_penalty():
    table = mage()
    table.nc("Guard", type="regular", rank="poor", physique="average")
    table.face("Myr", "Guard")
    table.test("Myr", "roll-momentum", trait="physique", faces=(1, 2))
    who, guard = table.id("Myr"), table.id("Guard")
    table.do("Gil", "nc-act", pairing=table.pairing("Myr").id, nc=guard, who=who, riposte=False)
    table.test("Myr", "defend", trait="physique", attack=next(iter(table.state.attacks)), faces=(5, 2))
    before = acts(table)
    cast(table)
    momentum(table, (9, 8))
    table.test("Myr", "act", trait="cunning", faces=(9, 7))
    assert (before, acts(table), penalty(table)) == (1, 2, -2)

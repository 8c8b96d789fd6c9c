"""What is asked of somebody who has acted, and how it is put: named choices with their price and their chance."""

from __future__ import annotations

import pytest

from moot.games.swords_edge import GAME
from moot.games.swords_edge.tests.sitting import Sitting, attacking, defending, strike
from moot.games.swords_edge.tests.test_acting import crowd
from moot.games.swords_edge.view.asking import AFTER, CHARACTERS, SAYS, STEPS


def defended() -> Sitting:
    """Dara has met the guard's attack, and defends still: one act of hers is done."""
    table = defending()
    attack = strike(table)
    table.test("Dara", "defend", attack=attack, faces=(8, 7))
    return table


@pytest.mark.rule("SE-RD-48", "SE-SEIZE-01", "SE-ACT-05")
def test_who_has_reacted_is_asked_what_now_and_reads_the_price_and_the_chance_of_each_way():
    ask = defended().asked("Ann")
    assert (ask.title, ask.lead) == ("What now, Dara?", "")
    seize, out = ask.ways[:2]
    assert (seize.text, out.text, out.quiet) == ("Seize the Momentum, at −2", "Hold out", True)
    assert seize.effect == "From Guard. Won, your Action follows; failed, you are hit."
    assert seize.chance.endswith("\N{NO-BREAK SPACE}%")


@pytest.mark.rule("SE-ACT-05", "SE-ACT-06")
def test_who_has_acted_on_one_of_several_may_act_again_on_the_others():
    table = crowd(3)
    assert table.asked("Ann").title == "Dara acts on Thug 1, 2 and 3", "the first act is the only Test there is"
    table.test("Dara", "act", trait="physique", target="Thug 1", faces=(5, 5))
    ask = table.asked("Ann")
    again, out = ask.ways[:2]
    assert (ask.title, again.text, out.text) == ("What now, Dara?", "Act again, at −2", "Hold out")
    assert again.effect == "On Thug 2 or Thug 3. Failed, it achieves nothing."
    assert again.chance.endswith("\N{NO-BREAK SPACE}%")


@pytest.mark.rule("SE-RD-48")
def test_who_holds_out_is_asked_no_more_and_the_journal_says_so():
    table = defended()
    table.do("Ann", "let-pass", who=table.id("Dara"))
    assert table.read["Gil"][-1].startswith("Dara holds out.")
    ask = table.asked("Ann")
    assert (ask.title, ask.lead) == ("", ""), "no Test stands open to somebody who does nothing more"
    assert not table.offers("Ann", "let-pass")
    assert table.offers("Ann", "seize"), "who has said so may still change their mind"


@pytest.mark.rule("SE-RD-48")
def test_an_attacker_with_nobody_left_to_act_on_is_asked_nothing():
    table = attacking()
    table.test("Dara", "act", faces=(3, 4))
    assert table.asked("Ann").title == ""
    assert not table.offers("Ann", "let-pass")


def test_every_command_that_a_question_is_about_is_there():
    assert {*AFTER, *CHARACTERS, *SAYS, *STEPS, "nc-act", "frame-scene"} <= set(GAME.commands.by_name)

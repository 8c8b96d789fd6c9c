"""The standing situation as rows: who holds Momentum, what comes at whom, who is here, and how everybody stands."""

from __future__ import annotations

import msgspec
import pytest

from moot.core import BoardRow
from moot.games.swords_edge.tests.sitting import CLUMSY, Sitting, attacking, duel, struck, two


def sides(table: Sitting) -> tuple[BoardRow, ...]:
    """Dara and those whom she faces as Ann sees them."""
    return table.board("Ann")[table.pairing("Dara").id].rows


@pytest.mark.rule("SE-MOM-02", "SE-TEST-05")
def test_a_fight_says_who_has_the_upper_hand_and_what_they_have_in_hand():
    table = duel()
    dara, guard = sides(table)
    assert (dara.side, dara.words) == ("ours", "no Momentum yet")
    assert (guard.side, guard.words) == ("theirs", "Good regular, TN\u00a017")
    assert [dara.ahead, guard.ahead] == [False, False]
    table.test("Dara", "roll-momentum", trait="physique", element="Lunge", faces=(9, 10))
    dara, guard = sides(table)
    assert dara.words == "holds Momentum, by Physique"
    assert dara.ahead
    assert not guard.ahead
    assert table.board("Ann")["scene"].figures[0].number == 1


@pytest.mark.rule("SE-MOM-03")
def test_what_is_in_hand_for_tests_to_come_is_marked():
    table = attacking()
    pairing, dara = table.pairing("Dara"), table.id("Dara")
    held = msgspec.structs.replace(pairing.stands[dara], bonus=2, free_seize=True, riposte=3)
    table.put(pairings={pairing.id: msgspec.structs.replace(pairing, stands={dara: held})})
    assert sides(table)[0].marks == ("+2 from Momentum", "free Seize", "riposte +3")


@pytest.mark.rule("SE-DEF-01", "SE-RD-48")
def test_an_attack_is_a_danger_to_the_one_it_comes_at():
    table = struck()
    dara, guard = sides(table)
    (attack,) = table.state.attacks.values()
    assert dara.words == "defends, by Physique"
    assert dara.dangers == (f"Guard comes at Dara: TN {attack.target.tn}",)
    assert guard.ahead
    assert guard.marks == ("acted once this round",)


@pytest.mark.rule("SE-NC-01")
def test_figures_of_ncs_are_the_gms_until_they_are_met_or_shown():
    table = two()
    guard = table.nc("Guard", type="regular", rank="good", physique="good")
    (seen,), (known,) = (table.board(who)["here"].rows for who in ("Ann", "Gil"))
    assert (seen.words, seen.meters) == ("", ())
    assert known.words.startswith("Good regular, TN\u00a0")
    assert [(meter.now, meter.most) for meter in known.meters] == [(0, table.state.ncs[guard].stands)]


@pytest.mark.rule("SE-NC-06")
def test_several_of_a_kind_are_one_row_with_the_stress_of_each():
    table = two()
    for number in (1, 2, 3):
        table.nc(f"Guard {number}")
    table.nc("Captain")
    hurt = msgspec.structs.replace(table.npc("Guard 2"), stress=1)
    table.put(ncs={**table.state.ncs, hurt.id: hurt})
    guards, captain = table.board("Gil")["here"].rows
    assert (guards.name, guards.count, guards.of) == ("Guard", 3, table.id("Guard 1"))
    assert [meter.now for meter in guards.meters] == [0, 1, 0]
    assert (captain.name, captain.count) == ("Captain", 1)
    table.face("Dara", "Captain")
    assert table.board("Gil")["here"].title == "Also here"
    assert [row.name for row in table.board("Gil")["here"].rows] == ["Guard"]


@pytest.mark.rule("SE-WEAK-03")
def test_a_temptation_stands_there_until_somebody_tells_what_it_did():
    table = two(CLUMSY)
    table.purse("Ben", 1)
    table.do("Ben", "tempt", who=table.id("Dara"), weakness=table.quality("Dara", "Clumsy"))
    (row,) = table.board("Wim")["tempted"].rows
    assert (row.name, row.dangers) == ("Dara", ("Tempted: Clumsy (Ben)",))


@pytest.mark.rule("SE-REC-01", "SE-DOOM-01")
def test_each_character_has_luck_stress_by_trait_and_what_is_spent():
    table = attacking()
    (dara,) = table.board("Wim")["party"].rows
    luck, *traits = dara.meters
    assert (luck.look, luck.now, luck.tint) == ("dots", 0, "luck")
    assert [one.name for one in traits] == ["Physique", "Charisma", "Cunning"]
    assert (traits[0].look, traits[0].now, traits[0].beside) == ("boxes", 0, "+2")
    assert dara.words == "spent for this scene: Lunge"


def test_before_the_first_session_everybody_sees_who_comes_along():
    table = Sitting("Ann", "Ben")
    assert "party" not in table.board("Ben")
    table.pc("Ann", "Dara")
    party = table.board("Ben")["party"]
    assert (party.title, [row.name for row in party.rows]) == ("Who comes along", ["Dara"])
    table.play()
    assert table.board("Ben")["party"].title == "How they stand"


@pytest.mark.rule("SE-CRE-13")
def test_a_draft_says_what_is_left_over_and_wrong():
    table = Sitting("Ann")
    words = {"concept": "Swordsman", "background": "Soldier", "faculty": "Fencing", "trait": "physique"}
    table.do("Ann", "begin-character", name="Dara", **words)
    (row,) = table.board("Wim")["drafts"].rows
    report = table.stage("Ann").sheets[0].report
    assert row.words == f"Ann · {report.left} left"
    assert row.dangers == tuple(fault.message for fault in report.faults)

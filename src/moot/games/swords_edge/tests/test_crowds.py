"""Several of a kind: how they are called, and how the GM has them all in hand at once (parts 14, 18)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from moot.core import Choose, Refused
from moot.games.swords_edge.cast.tuning import NcTuned
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.tests.sitting import HERO, Sitting
from moot.testing.sitting import choices


def squad(**sheet: Any) -> tuple[Sitting, list[str]]:
    """Three guards and their captain in a scene, and the guards’ ids."""
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    made = {"concept": ("Watchful", "good"), "elements": [("Pike", "good")], **sheet}
    guards = [table.nc(f"Guard {number}", **made) for number in (1, 2, 3)]
    table.nc("Captain", type="regular", rank="good", physique="good", cunning="basic", concept=("Cold", "great"))
    return table, guards


def everyone(table: Sitting, do: str) -> str:
    """The choice of all the guards in one of the GM’s tools."""
    (offer,) = table.offers("Gil", do)
    (value,) = [value for value, label in choices(offer, "nc").items() if label.startswith("Guard, all ")]
    return value


@pytest.mark.rule("SE-TRAP-18", "SE-ERR-15")
def test_a_rank_is_set_on_all_of_a_kind_at_once_and_the_journal_says_so_once():
    table, guards = squad()
    table.do("Gil", "tune", nc=everyone(table, "tune"), what="rank", rank="great")
    assert {table.state.ncs[guard].rank for guard in guards} == {"great"}
    assert table.npc("Captain").rank == "good"
    assert table.read["Gil"][-1].strip() == "Guard 1, 2 and 3: a Rank was set."


@pytest.mark.rule("SE-TRAP-18", "SE-NC-10")
def test_what_all_of_a_kind_have_by_name_is_changed_and_struck_on_each():
    table, guards = squad()
    (offer,) = table.offers("Gil", "tune")
    pike = next(value for value, label in choices(offer, "what").items() if label == "Pike")
    table.do("Gil", "tune", nc=everyone(table, "tune"), what=pike, rank="legendary")
    assert {table.state.ncs[guard].elements[0].rank for guard in guards} == {"legendary"}
    table.do("Gil", "strike-quality", nc=guards[1], what=pike)
    assert [len(table.state.ncs[guard].elements) for guard in guards] == [1, 0, 1]
    table.do("Gil", "give-quality", nc=everyone(table, "give-quality"), name="Lantern", rank="good")
    table.do("Gil", "give-flaw", nc=everyone(table, "give-flaw"), name="Drunk", rank="poor")
    assert [table.state.ncs[guard].elements[-1].name for guard in guards] == ["Lantern"] * 3
    assert all(flaw and flaw.worth == -4 for flaw in (table.state.ncs[guard].flaw for guard in guards))
    assert table.npc("Captain").flaw is None


def test_what_somebody_does_not_have_is_shut_until_somebody_is_chosen_who_has_it():
    table, guards = squad()
    (offer,) = table.offers("Gil", "tune")
    cold = next(value for value, label in choices(offer, "what").items() if label == "Cold")
    for nc in (guards[0], everyone(table, "tune")):
        for what in (cold, "physique"):
            refusal = table.refuses("Gil", "tune", "not-open", "SE-TRAP-18", nc=nc, what=what, rank="good")
            assert "Captain" in refusal.allowed[0]
    table.do("Gil", "strike-quality", nc=guards[0], what=offered(table, "strike-quality", "Pike"))
    pike = offered(table, "tune", "Pike")
    table.refuses("Gil", "tune", "not-open", nc=everyone(table, "tune"), what=pike, rank="good")
    table.do("Gil", "tune", nc=table.id("Captain"), what=cold, rank="good")


def offered(table: Sitting, do: str, label: str) -> str:
    """What the choice of a label stands for in one of the GM’s tools."""
    (offer,) = table.offers("Gil", do)
    return next(value for value, known in choices(offer, "what").items() if known == label)


@pytest.mark.rule("SE-NC-14", "SE-ACT-06")
def test_all_of_a_kind_are_readied_each_by_an_element_of_its_own():
    table, guards = squad()
    (offer,) = table.offers("Gil", "ready")
    pike = next(value for value, label in choices(offer, "action").items() if label == "Pike")
    table.do("Gil", "ready", nc=everyone(table, "ready"), momentum="none", action=pike, open=True)
    for guard in guards:
        stance = table.state.ncs[guard].stance
        assert (stance.momentum, stance.action, stance.open) == ("none", table.state.ncs[guard].elements[0].id, True)


@pytest.mark.rule("SE-NC-01", "SE-RD-47")
def test_all_of_a_kind_are_shown_closed_sent_off_brought_in_and_thrown_away_at_once():
    table, guards = squad()
    table.do("Gil", "show-nc", nc=everyone(table, "show-nc"))
    assert [one.figures is not None for one in table.stage("Ann").people] == [True] * 3 + [False]
    table.do("Gil", "hide-nc", nc=everyone(table, "hide-nc"))
    assert not any(one.figures for one in table.stage("Ann").people)
    table.do("Gil", "send-off", nc=everyone(table, "send-off"))
    assert [one.name for one in table.stage("Ann").people] == ["Captain"]
    assert table.read["Ann"][-1].strip() == "Guard 1, 2 and 3 are gone from the scene."
    table.do("Gil", "bring-in", ncs=[f"all-{guards[0]}", guards[1]])
    assert table.read["Ann"][-1].strip() == "Enter Guard 1, 2 and 3."
    table.do("Gil", "send-off", nc=guards[2])
    table.do("Gil", "dismiss", nc=guards[2])
    assert guards[2] not in table.state.ncs


@pytest.mark.rule("SE-TERM-03", "SE-RNG-01")
def test_who_is_sent_off_in_the_middle_of_a_fight_stands_in_it_no_more():
    table, guards = squad()
    table.do("Ann", "face", who=[table.id("Dara")], foes=guards)
    table.do("Gil", "send-off", nc=guards[1])
    rows = table.board("Ann")[table.pairing("Dara").id].rows
    assert [row.of for row in rows] == [table.id("Dara"), guards[0], guards[2]]
    table.state = replace(table.state, options=replace(table.state.options, ranges="on"))
    (offer,) = table.offers("Gil", "set-range")
    assert guards[1] not in choices(offer, "ranged")


@pytest.mark.rule("SE-MOM-06")
def test_a_pc_faces_all_of_a_kind_that_are_free_in_one_go():
    table, guards = squad()
    table.do("Ann", "face", who=[table.id("Dara")], foes=[guards[2]])
    (offer,) = table.offers("Gil", "face")
    assert list(choices(offer, "foes").values()) == ["Captain", "Guard, all 2", "Guard 1", "Guard 2"]
    table.do("Gil", "face", who=[table.id("Dara")], foes=[f"all-{guards[0]}", table.id("Captain")])
    assert set(table.pairing("Dara").foes) == {guards[0], guards[1], table.id("Captain")}
    assert table.read["Ann"][-1].strip() == "Dara against Guard 1 and 2, and Captain."


@pytest.mark.rule("SE-MOM-10")
def test_all_of_a_kind_are_those_that_a_pc_has_not_left_off():
    table, guards = squad()
    table.face("Dara", "Guard 1")
    table.test("Dara", "roll-momentum", trait="physique", faces=(9, 9))
    table.do("Ann", "leave-off", pairing=table.pairing("Dara").id, who=table.id("Dara"))
    (offer,) = table.offers("Ann", "face")
    (value,) = [value for value, label in choices(offer, "foes").items() if label == "Guard, all 2"]
    table.do("Ann", "face", who=[table.id("Dara")], foes=[value])
    assert list(table.pairing("Dara").foes) == guards[1:]


@pytest.mark.rule("SE-PREP-04")
def test_a_fight_is_prepared_with_all_of_a_kind_in_one_go():
    table, guards = squad()
    table.do("Gil", "write-paper", form="scene", title="The Bridge")
    (paper,) = table.state.papers
    table.do("Gil", "add-fight", paper=paper, cast=[f"all-{guards[0]}"])
    assert table.state.papers[paper].fights[0].cast == tuple(guards)


def test_nobody_is_thrown_away_who_is_still_set_against_somebody():
    table, guards = squad()
    table.face("Dara", "Guard 1", "Guard 2")
    table.do("Gil", "send-off", nc=guards[0])
    with pytest.raises(Refused):
        table.do("Gil", "dismiss", nc=guards[0])


def test_what_is_changed_on_sheets_the_table_has_not_seen_stays_with_the_gm():
    table, guards = squad()
    table.do("Gil", "show-nc", nc=guards[0])
    before = len(table.heard["Ann"])
    table.do("Gil", "tune", nc=everyone(table, "tune"), what="rank", rank="great")
    (heard,) = table.heard["Ann"][before:]
    assert isinstance(heard, NcTuned)
    assert heard.ncs == (guards[0],)
    table.do("Gil", "send-off", nc=everyone(table, "send-off"))
    told = len(table.heard["Ann"])
    table.do("Gil", "tune", nc=guards[1], what="rank", rank="weak")
    assert len(table.heard["Ann"]) == told


@pytest.mark.rule("SE-TERM-05")
def test_the_gm_speaks_for_a_crowd_with_one_voice():
    table, guards = squad()
    table.nc("A lock", kind="obstacle")
    voices = {voice.value: voice.label for voice in GAME.voices(table.state, table.seats["Gil"])}
    assert voices == {guards[0]: "Guard", table.id("Captain"): "Captain"}


def test_those_whose_sheets_read_the_same_share_one_on_the_shelf():
    table, guards = squad()
    assert {one.like for one in table.stage("Gil").people} == {guards[0], table.id("Captain")}
    table.do("Gil", "tune", nc=guards[2], what="rank", rank="great")
    assert [one.like for one in table.stage("Gil").people[:3]] == [guards[0], guards[0], guards[2]]
    assert {one.like for one in table.stage("Ann").people} == {guards[0], table.id("Captain")}


def test_a_dozen_ncs_are_no_more_tools_than_two():
    counts = []
    for number in (2, 12):
        table = Sitting("Ann")
        table.pc("Ann", "Dara", **HERO)
        table.play()
        for each in range(number):
            table.nc(f"Guard {each + 1}", concept=("Watchful", "good"))
        counts.append(len([offer for offer in table.offers("Gil") if offer.urgency == "tool"]))
    assert counts[0] == counts[1]


@pytest.mark.rule("SE-NC-13")
def test_printed_ncs_come_by_genre_with_the_tables_own_first():
    table = Sitting("Ann")
    table.do("Gil", "choose-genre", genre="western")
    (offer,) = table.offers("Gil", "take-nc")
    (sample,) = [field for field in offer.fields if isinstance(field, Choose)]
    groups = [choice.group for choice in sample.choices]
    assert groups[0] == "Western"
    assert sum(one != other for one, other in pairwise(groups)) == len(set(groups)) - 1
    assert all("TN " in choice.hint for choice in sample.choices)


@pytest.mark.rule("SE-MOM-07", "SE-EX-40")
def test_the_journal_says_of_several_what_they_do_and_of_one_what_they_do():
    table = Sitting("Ann", "Ben")
    table.pc("Ann", "Dara", **HERO)
    table.pc("Ben", "Eskil", **HERO)
    table.play()
    table.nc("Guard", type="regular", physique="good")
    table.nc("Ogre", type="regular", physique="good")
    table.face(["Dara", "Eskil"], "Guard")
    pairing, eskil = table.pairing("Dara").id, table.id("Eskil")
    table.do("Ben", "contribute", pairing=pairing, who=eskil, trait="physique", purpose="momentum")
    table.test("Dara", "roll-momentum", trait="physique", faces=(9, 8))
    assert any(line.startswith("Dara and Eskil roll for Momentum.") for line in table.read["Ann"])
    table.face("Dara", "Ogre")
    table.test("Dara", "roll-momentum", trait="physique", faces=(9, 7))
    assert any(line.startswith("Dara rolls for Momentum.") for line in table.read["Ann"])


def test_how_far_off_several_are():
    table = Sitting("Ann", ranges="on")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    for number in (1, 2):
        table.nc(f"Guard {number}")
    table.face("Dara", "Guard 1", "Guard 2")
    (offer,) = table.offers("Gil", "set-range")
    assert offer.label == "How far off are Guard 1 and 2?"


def test_a_view_with_a_crowd_is_data():
    table, _ = squad()
    assert msgspec.json.encode(table.stage("Gil"))

"""Preparation: written, taken from print, carried as text, and run from (parts 19, SE-PREP-01 to SE-PREP-05)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st
from tests.scale import examples

from moot.core import Choose
from moot.games.swords_edge.packs import PIECES as PAPERS
from moot.games.swords_edge.papers import Paper
from moot.games.swords_edge.prep.outline import read, written
from moot.games.swords_edge.prep.transfer import PaperWritten
from moot.games.swords_edge.tests.sitting import HERO, Sitting
from moot.games.swords_edge.view.desk import PaperView


def desk() -> Sitting:
    """A GM before the first session."""
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    return table


def paper(table: Sitting, title: str) -> Any:
    """The piece of a title."""
    return next(paper for paper in table.state.papers.values() if paper.title == title)


def laid(table: Sitting) -> PaperView:
    """The first paper on the GM's desk, opened."""
    view = table.opened("Gil", table.own("Gil").desk[0].of).paper
    assert view is not None
    return view


@pytest.mark.rule("SE-PREP-01")
def test_a_premise_is_a_line_and_perhaps_another():
    table = desk()
    table.do(
        "Gil", "write-paper", form="premise", title="Newcomers", premise="Just arrived in town.", stakes="Owe a fixer."
    )
    assert (paper(table, "Newcomers").premise, paper(table, "Newcomers").stakes) == (
        "Just arrived in town.",
        "Owe a fixer.",
    )
    assert {"campaign/new-arrivals", "campaign/new-arrivals-in-debt"} <= set(PAPERS)


@pytest.mark.rule("SE-PREP-02")
def test_a_one_pager_has_events_and_places_what_can_be_learned_and_people():
    table = desk()
    table.do("Gil", "write-paper", form="one-pager", title="The Bomb", premise="A city waits.")
    id_ = paper(table, "The Bomb").id
    table.do("Gil", "add-section", paper=id_, kind="place", title="Hideout", text="By the river.")
    (section,) = paper(table, "The Bomb").sections
    table.do("Gil", "add-learned", paper=id_, section=section.id, what="Rifles", source="Scouts", when="at once")
    nc = table.nc("Kushayb", type="hero", here=False)
    table.do("Gil", "name-cast", paper=id_, ncs=[nc])
    made = paper(table, "The Bomb")
    assert made.sections[0].learn[0].source == "Scouts"
    assert made.people == (nc,)


@pytest.mark.rule("SE-PREP-03")
def test_a_module_has_a_timeline_goals_places_events_and_scenes():
    table = desk()
    table.do("Gil", "write-paper", form="module", title="The City", premise="A hunt.")
    table.do("Gil", "write-paper", form="scene", title="The Bridge")
    id_ = paper(table, "The City").id
    for kind in ("timeline", "goal", "place", "event"):
        table.do("Gil", "add-section", paper=id_, kind=kind, title=kind)
    table.do("Gil", "name-scenes", paper=id_, scenes=[paper(table, "The Bridge").id])
    assert [section.kind for section in paper(table, "The City").sections] == ["timeline", "goal", "place", "event"]
    assert paper(table, "The City").scenes == (paper(table, "The Bridge").id,)


@pytest.mark.rule("SE-PREP-04", "SE-NC-09", "SE-ERR-27")
def test_the_hunt_is_taken_from_print_and_run_and_its_clues_come_with_successes():
    table = desk()
    table.do("Gil", "take-paper", sample="hunt/the-hunt")
    hunt = paper(table, "The Hunt")
    assert (len(hunt.obstacles), len(hunt.aftermath)) == (1, 2)
    tracking = table.state.ncs[hunt.obstacles[0]]
    assert len(tracking.clues) == 4
    assert hunt.assumes
    assert hunt.otherwise
    table.do("Gil", "open-session")
    table.do("Gil", "frame-scene", paper=hunt.id, title="The Hunt", ncs=hunt.obstacles)
    assert {nc.name for nc in table.state.opposition()} >= {"Tracking the Beast"}
    assert paper(table, "The Hunt").played
    table.purse("Ann", 0)
    table.face("Dara", "Tracking the Beast")
    table.test("Dara", "roll-momentum", trait="physique", qualities=["Soldier"], element="Lunge", faces=(9, 8))
    table.test("Dara", "act", trait="physique", qualities=["Swordsman", "Fencing"], element="Parry", faces=(5, 6))
    known = [clue for clue in table.npc("Tracking the Beast").clues if clue.known]
    assert len(known) == len(table.happened("ClueFound")) >= 1
    assert all(clue.text in table.stage("Ann").people[0].clues for clue in known)


@pytest.mark.rule("SE-PREP-04", "SE-TERM-06")
def test_a_clue_may_be_told_without_dice():
    table = desk()
    table.do("Gil", "take-paper", sample="hunt/the-hunt")
    tracking = table.id("Tracking the Beast")
    assert table.state.ncs[tracking].without_dice
    table.do("Gil", "tell-clue", nc=tracking)
    assert [clue.known for clue in table.state.ncs[tracking].clues] == [True, False, False, False]


@pytest.mark.rule("SE-PREP-04")
def test_a_scene_is_prepared_with_an_obstacle_a_fight_and_an_aftermath():
    table = desk()
    table.do("Gil", "write-paper", form="scene", title="The Bridge", assumes="They go", otherwise="They stay")
    id_ = paper(table, "The Bridge").id
    lock = table.nc("A lock", kind="obstacle", here=False)
    table.do("Gil", "write-clue", nc=lock, text="It is rusted")
    guards = [table.nc(f"Guard {n}", here=False) for n in (1, 2)]
    table.do("Gil", "add-obstacle", paper=id_, nc=lock)
    table.do("Gil", "add-fight", paper=id_, cast=guards, place="The arch", on_defeat="They jump")
    table.do("Gil", "add-aftermath", paper=id_, text="Bells ring")
    made = paper(table, "The Bridge")
    assert made.people == (lock, *guards)
    table.do("Gil", "open-session")
    table.do("Gil", "frame-scene", paper=id_, title="At the bridge", ncs=[lock, f"all-{guards[0]}"])
    assert [nc.id for nc in table.state.opposition()] == [lock, *guards]


@pytest.mark.rule("SE-PREP-04", "SE-NC-01")
def test_who_waits_in_a_prepared_scene_is_named_to_nobody_until_brought_in():
    table = desk()
    table.do("Gil", "write-paper", form="scene", title="The Bridge")
    id_ = paper(table, "The Bridge").id
    lock = table.nc("A lock", kind="obstacle", here=False)
    guards = [table.nc(f"Guard {n}", here=False) for n in (1, 2)]
    table.do("Gil", "add-obstacle", paper=id_, nc=lock)
    table.do("Gil", "add-fight", paper=id_, cast=guards)
    table.do("Gil", "open-session")
    assert starters(table, id_) == (lock,)
    table.do("Gil", "frame-scene", paper=id_, title="The Bridge", ncs=starters(table, id_))
    assert [one.name for one in table.stage("Ann").people] == ["A lock"]
    assert b"Guard" not in msgspec.json.encode(table.stage("Ann"))
    table.do("Gil", "bring-in", ncs=[f"all-{guards[0]}"])
    assert [one.name for one in table.stage("Ann").people] == ["A lock", "Guard 1", "Guard 2"]


@pytest.mark.rule("SE-PREP-04")
def test_a_prepared_scene_without_an_obstacle_begins_with_all_its_people_unless_the_gm_says_otherwise():
    table = desk()
    table.do("Gil", "write-paper", form="scene", title="The Bridge")
    id_ = paper(table, "The Bridge").id
    guards = [table.nc(f"Guard {n}", here=False) for n in (1, 2)]
    captain = table.nc("Captain", here=False)
    table.do("Gil", "add-fight", paper=id_, cast=[*guards, captain])
    table.do("Gil", "open-session")
    assert starters(table, id_) == (f"all-{guards[0]}", captain)
    table.refuses("Gil", "frame-scene", "not-a-choice", "SE-PREP-04", paper=id_, title="The Bridge", ncs=["n99"])
    table.do("Gil", "frame-scene", paper=id_, title="The Bridge", ncs=[guards[1]])
    assert [nc.id for nc in table.state.opposition()] == [guards[1]]


def starters(table: Sitting, paper: str) -> tuple[str, ...]:
    """Whom the form for a prepared scene has there from the start."""
    offer = next(offer for offer in table.offers("Gil", "frame-scene") if offer.fixed["paper"] == paper)
    return next(field.default for field in offer.fields if isinstance(field, Choose) and field.name == "ncs")


@pytest.mark.rule("SE-PREP-05", "SE-TERM-02")
def test_a_campaign_is_a_graph_of_adventures():
    table = desk()
    table.do("Gil", "take-paper", sample="campaign/infiltration")
    campaign = paper(table, "Infiltration")
    assert (campaign.story, len(campaign.parts)) == ("one-story", 4)
    assert [part.leads_to for part in campaign.parts[:-1]] == [(after.id,) for after in campaign.parts[1:]]
    nodes = laid(table).parts
    assert [node.open for node in nodes] == [True, False, False, False]
    table.do("Gil", "finish-part", paper=campaign.id, part=campaign.parts[0].id)
    nodes = laid(table).parts
    assert [node.open for node in nodes] == [False, True, False, False]
    table.do("Gil", "add-part", paper=campaign.id, title="A way out", after=[campaign.parts[0].id], spotlight="Dara")
    assert paper(table, "Infiltration").parts[0].leads_to[-1] == paper(table, "Infiltration").parts[-1].id


@pytest.mark.rule("SE-PREP-02", "SE-PREP-04", "SE-PREP-05")
@pytest.mark.parametrize("sample", PAPERS)
def test_a_printed_piece_goes_out_as_text_and_comes_in_the_same_at_another_table(sample):
    one, other = desk(), desk()
    one.do("Gil", "take-paper", sample=sample)
    text = laid(one).export
    other.do("Gil", "import-paper", text=text)
    assert laid(other).export == text
    sheets = [[nc.name, nc.rank, nc.type, nc.traits, len(nc.elements)] for nc in one.state.ncs.values()]
    assert sheets == [[nc.name, nc.rank, nc.type, nc.traits, len(nc.elements)] for nc in other.state.ncs.values()]


def test_a_written_piece_survives_the_journey_too():
    table = desk()
    table.do(
        "Gil", "write-paper", form="scene", title="The Bridge", premise="Fog", assumes="They go", otherwise="They stay"
    )
    id_ = paper(table, "The Bridge").id
    table.do(
        "Gil",
        "add-section",
        paper=id_,
        kind="event",
        title="Bells: at dusk",
        text="? is no clue here\npremise: neither\n\nplain",
    )
    nc = table.nc(
        "A; B",
        kind="obstacle",
        type="regular",
        rank="great",
        physique="good",
        concept=("Iron (old)", "good"),
        elements=[("Rust", "good", "physique", "momentum")],
        flaw=("Oil", "poor"),
        notes="Mine",
        here=False,
    )
    table.do("Gil", "write-clue", nc=nc, text="It gives")
    table.do("Gil", "add-obstacle", paper=id_, nc=nc)
    text = laid(table).export
    other = desk()
    other.do("Gil", "import-paper", text=text)
    assert laid(other).export == text
    again = other.npc("A; B")
    assert again.concept is not None
    assert again.flaw is not None
    assert (again.concept.name, again.flaw.worth, again.notes, again.clues[0].text) == (
        "Iron (old)",
        -4,
        "Mine",
        "It gives",
    )
    assert again.elements[0].use == "momentum"


@examples(150)
@given(st.text(max_size=300))
def test_any_text_can_be_brought_in(text):
    """What people paste is a piece of preparation, whatever it says, and a piece goes round unchanged after that."""
    draft = read(text)
    assert draft.title
    table = desk()
    if not text.strip():
        return
    table.do("Gil", "import-paper", text=text)
    out = laid(table).export
    other = desk()
    other.do("Gil", "import-paper", text=out)
    kept = next(iter(other.state.papers.values()))
    assert written(other.state, kept) == out


def test_a_piece_is_thrown_away_but_not_the_one_that_is_played():
    table = desk()
    table.do("Gil", "take-paper", sample="hunt/the-hunt")
    hunt = paper(table, "The Hunt").id
    table.do("Gil", "open-session")
    table.do("Gil", "frame-scene", paper=hunt, title="The Hunt")
    table.refuses("Gil", "drop-paper", "not-offered", "", paper=hunt)
    table.do("Gil", "end-scene")
    table.do("Gil", "drop-paper", paper=hunt)
    assert not table.state.papers


@pytest.mark.rule("SE-PREP-05")
def test_the_picture_of_a_campaign_shows_what_is_played_open_and_later():
    table = desk()
    table.do("Gil", "take-paper", sample="campaign/infiltration")
    campaign = paper(table, "Infiltration")
    table.do("Gil", "finish-part", paper=campaign.id, part=campaign.parts[0].id)
    boxes = laid(table).picture.boxes
    assert [box.standing for box in boxes] == ["done", "open", "later", "later"]
    assert [box.y for box in boxes] == sorted({box.y for box in boxes})


def test_what_the_gm_prepares_counts_in_no_id_that_others_see():
    table = desk()
    before = table.state.ids
    table.do("Gil", "take-paper", sample="hunt/the-hunt")
    table.do("Gil", "import-paper", text="# Dam\n## nc: Keeper\npoor minion")
    table.do("Gil", "write-paper", form="campaign", title="The war")
    table.do("Gil", "add-part", paper=paper(table, "The war").id, title="The siege")
    table.do("Gil", "drop-paper", paper=paper(table, "Dam").id)
    assert (len(table.state.papers), len(table.state.ncs), table.state.ids) == (2, 3, before)
    assert not any(id_.startswith("n") and id_[1:].isdecimal() for id_ in (*table.state.papers, *table.state.ncs))
    assert table.pc("Ann", "Bea", **HERO).id == f"n{before + 1}"


def test_a_log_in_which_papers_were_numbered_gives_the_same_ids_again():
    table = desk()
    numbered = PaperWritten(paper=Paper(id=table.state.next_id, form="premise", title="Old", premise="Once"))
    before = table.state.ids
    table.happen(numbered)
    assert table.state.ids == before + 1

"""What is prepared at a table: papers, and campaigns as graphs."""

from __future__ import annotations

from moot.kit.notebook.names import line, slug, slugs
from moot.kit.notebook.papers import CampaignStep, Learnable, Paper, picture, ready

NIGHT = Paper(id="kxd", form="evening", title="The long night")


def test_paragraphs_come_and_go_and_keep_ids_of_their_own():
    paper = NIGHT.with_section("place", "Cellar", "Barrels").with_section("place", "Yard", "")
    first, second = paper.sections
    assert (first.id, second.id) == ("kxds1", "kxds2")
    paper = paper.without_section(first.id).with_section("note", "Later", "")
    assert [section.id for section in paper.sections] == ["kxds2", "kxds3"]


def test_what_can_be_learned_stands_in_one_paragraph():
    paper = NIGHT.with_section("place", "Cellar", "").with_section("place", "Yard", "")
    paper = paper.with_learned("kxds2", Learnable("It barks", "the dog"))
    assert [len(section.learn) for section in paper.sections] == [0, 1]


def test_an_adventure_is_open_once_one_that_leads_to_it_is_played():
    paper = NIGHT.with_part(CampaignStep("", "Dusk"), ()).with_part(CampaignStep("", "Midnight"), ())
    dusk, midnight = (part.id for part in paper.parts)
    paper = paper.with_part(CampaignStep("", "Dawn"), (dusk, midnight))
    dawn = paper.parts[-1].id
    assert ready(paper.parts) == {dusk, midnight}
    paper = paper.finished(dusk)
    assert ready(paper.parts) == {midnight, dawn}
    standing = {box.id: box.standing for box in picture(paper.parts).boxes}
    assert standing == {dusk: "done", midnight: "open", dawn: "open"}


def test_names_become_ids_that_differ():
    assert (slug("Über ‥ Nacht!"), slug("雨")) == ("uber-nacht", "")
    assert slugs([("a", "Rain", "x"), ("b", "rain", "x"), ("c", "雨", "paper")]) == {
        "a": "rain", "b": "rain-2", "c": "paper",
    }
    assert (line("  two\n words "), line(" ")) == ("two words", "Untitled")

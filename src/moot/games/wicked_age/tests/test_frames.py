"""The camp fight as it begins, as it is over with what it cost whom, and the chapter's end, for everybody to see."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pytest
from msgspec.structs import replace

from moot.core import Frame
from moot.games.wicked_age import GAME
from moot.store.memory import MemoryStore
from moot.table import Asked, Shelf, Table
from moot.table.frames import framed
from moot.table.script import Step, demos, follow, perform, read
from moot.web.lobby import ONLOOKER

pytestmark = pytest.mark.anyio
SCRIPT = read(Path(__file__).with_name("scripts").joinpath("camp_fight.toml").read_text(encoding="utf-8"))


async def seen(table: Table) -> list[Frame]:
    """Every beginning and end that somebody who watches saw, in order."""
    await table.remember(ONLOOKER)
    record, struck = table.journal(ONLOOKER).entries, table.struck()
    found = (framed(record, n, struck) for n, heard in enumerate(record, 1) if heard.seq not in struck)
    return [frame for frame in found if frame]


@pytest.mark.rule("WA-FIGHT-4", "WA-CQ-02", "WA-OWE-01")
async def test_the_camp_fight_begins_and_ends_with_what_it_cost_whom():
    table, keys = await perform(Shelf(MemoryStore()), "wicked-age", demos(GAME)["camp"])
    await follow(table, keys, SCRIPT.step)
    chapter, scene, begins, over = await seen(table)
    assert (scene.kind, scene.title) == ("scene", "The camp, before dawn")
    assert (chapter.kind, chapter.lead, len(chapter.facts)) == ("chapter", "Chapter 1 begins", 4)
    assert {"Mekha", "Tajie", "Amek", "Esan"} <= {face.name for face in chapter.people if face.says}
    assert (begins.kind, [face.name for face in begins.people]) == ("scene", ["Mekha", "Tajie", "Amek", "Esan"])
    assert (over.id, over.title, over.lead) == (begins.id, begins.title, "It is over, after three rounds")
    assert [(face.name, face.up) for face in over.people] == [
        *[("Tajie", True), ("Mekha", False), ("Amek", False), ("Esan", False)]
    ]
    assert [(fact.kind, str(fact)) for fact in over.facts] == [
        ("gain", "Tajie wins, over Mekha and Esan: She is over the ropes and gone into the dark."),
        ("hurt", "Amek is injured: covertly d8 to d6; for others d6 to d4."),
        ("gain", "Mekha is on the owe list."),
        ("fact", "Mekha’s name is struck off the owe list: For an advantage die."),
        ("hurt", "Mekha is exhausted: directly d8 to d6; with violence d4 to nothing."),
        ("fact", "Amek hears of Esan's misstep: As Tajie and Esan agreed."),
        ("hurt", "Esan loses a die size: As they agreed; maneuvering d6 to d4."),
    ]


async def test_a_chapters_end_has_all_that_came_of_it_and_who_comes_next():
    table, keys = await perform(Shelf(MemoryStore()), "wicked-age", demos(GAME)["camp"])
    await follow(table, keys, SCRIPT.step)
    await follow(table, keys, [Step(seat="Erin", do="close-chapter")])
    *_, over, recap = await seen(table)
    assert (recap.kind, recap.lead) == ("recap", "Chapter 1 is over")
    assert {fact.text for fact in over.facts[1:]} <= {fact.text for fact in recap.facts}


async def test_what_was_taken_back_cost_nobody_anything():
    table, keys = await perform(Shelf(MemoryStore()), "wicked-age", demos(GAME)["camp"])
    before = list(takewhile(lambda step: step.do != "inflict", SCRIPT.step))
    await follow(table, keys, before)
    await follow(table, keys, [SCRIPT.step[len(before)]])
    record = table.journal(guide := table.ledger.table.seated()[0]).entries
    await table.ask(guide, Asked(id="back", command={"do": "undo", "line": len(record)}))
    other = replace(SCRIPT.step[len(before)], fill={"harm": "exhausted"})
    await follow(table, keys, [other, *SCRIPT.step[len(before) + 1 :]])
    told = [fact.text for fact in (await seen(table))[-1].facts]
    assert "Amek is exhausted" in told
    assert "Amek is injured" not in told


async def test_a_scene_that_is_closed_says_who_was_in_it_what_it_cost_and_how_long_it_took():
    minutes = iter(range(10_000))
    shelf = Shelf(MemoryStore(), now=lambda: next(minutes) * 60_000)
    table, keys = await perform(shelf, "wicked-age", demos(GAME)["camp"])
    await follow(table, keys, SCRIPT.step)
    heard = table.journal(table.ledger.table.chairs[keys["Martha"].seat].seat)
    await follow(table, keys, [Step(seat="Erin", do="close-scene")])
    *_, over, scene = await seen(table)
    opened = next(one for one in heard.entries if any(line.text == "The camp, before dawn" for line in one.lines))
    took = (heard.entries[-1].at - opened.at) // 60_000
    assert (scene.kind, scene.title) == ("over", "The camp, before dawn")
    assert scene.lead == f"The scene is over, after {took} minutes"
    assert {face.name for face in scene.people} == {"Mekha", "Tajie", "Amek", "Esan"}
    assert not any(face.says for face in scene.people)
    assert {str(fact) for fact in scene.facts} == {str(fact) for fact in over.facts}

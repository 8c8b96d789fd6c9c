"""The cavern as it begins and as it is over: who was there, who fell, and what it cost and taught whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.core import Frame
from moot.games.swords_edge import GAME
from moot.games.swords_edge.character import Penalty
from moot.games.swords_edge.tests.sitting import Sitting
from moot.games.swords_edge.tests.test_session import ready
from moot.store.memory import MemoryStore
from moot.table import Shelf, Table
from moot.table.frames import framed
from moot.table.script import perform, read
from moot.web.lobby import ONLOOKER

SCRIPT = read(Path(__file__).with_name("golden").joinpath("the_cavern.toml").read_text(encoding="utf-8"))


async def seen(table: Table) -> list[Frame]:
    """Every beginning and end that somebody who watches saw, in order."""
    await table.remember(ONLOOKER)
    record, struck = table.journal(ONLOOKER).entries, table.struck()
    return [frame for n in range(1, len(record) + 1) if (frame := framed(record, n, struck))]


@pytest.mark.anyio
@pytest.mark.rule("SE-EX-40", "SE-EX-51", "SE-TERM-03")
async def test_the_cavern_ends_with_who_fell_and_what_it_cost_and_taught_whom():
    table, _ = await perform(Shelf(MemoryStore()), "swords-edge", SCRIPT)
    session, cavern, over, troll, gone, recap = await seen(table)
    assert [one.kind for one in (session, cavern, over, troll, gone, recap)] == [
        *["chapter", "scene", "over", "scene", "over", "recap"]
    ]
    party = ["Jyrell", "Kyle Devos", "Tella of Jost"]
    assert [face.name for face in cavern.people] == party
    assert (over.title, over.lead) == (cavern.title, "The scene is over")
    assert [(face.name, face.count, face.up) for face in over.people] == [
        *[(name, 1, True) for name in party],
        ("Shock Troops", 12, True),
        ("Leader of the Desert Acolytes", 1, False),
    ]
    assert [(fact.kind, str(fact)) for fact in over.facts] == [
        ("gain", "Uncover the Cavern’s Secrets is overcome."),
        ("out", "Shock Troops is overcome × 5."),
        ("out", "Leader of the Desert Acolytes is overcome."),
        ("gain", "Tella of Jost has a Stunt: Stand and Deliver, with Charisma."),
        ("fact", "Tella of Jost is moved: A Pivot was touched: The mission before everything else."),
        ("hurt", "Jyrell takes Stress: Cunning +0 to −2."),
        ("gain", "Jyrell has learned: Cunning Average to Good."),
        ("gain", "Tella of Jost earns an Advancement."),
    ]
    assert [str(fact) for fact in gone.facts] == ["Tella of Jost takes Stress: Cunning +2 to +0."]
    assert {"Jyrell recovers", "Tella of Jost recovers by Luck"} < {fact.text for fact in recap.facts}


def after_a_scene() -> Sitting:
    """A scene is over in which nobody was hurt and no Pivot was named."""
    table = ready()
    table.play()
    table.do("Gil", "end-scene")
    return table


def asked(table: Sitting, who: str) -> list[str]:
    """The commands that somebody is asked for, or might give now."""
    return [offer.do for offer in table.offers(who) if offer.urgency != "tool"]


@pytest.mark.rule("SE-PIV-02", "SE-ADV-01")
@pytest.mark.parametrize("award", ["scene-end", "at-once"])
def test_after_a_scene_each_is_asked_whether_it_touched_a_pivot(award):
    table = ready(pivot_award=award)
    table.play()
    table.do("Gil", "end-scene")
    goal, style = table.who("Dara").pivots
    assert asked(table, "Ann") == ["touch-pivot", "touch-pivot", "settle-scene"]
    assert table.asked("Ann").title == "Did the scene touch a Pivot?"
    table.do("Ann", "touch-pivot", who=table.id("Dara"), pivot=goal.id)
    assert table.who("Dara").advancements == 1
    assert asked(table, "Ann") == []
    table.refuses("Ann", "touch-pivot", "no-pivot", who=table.id("Dara"), pivot=style.id)
    table.play("The next")
    assert table.who("Dara").touched == ()


@pytest.mark.rule("SE-PIV-02", "SE-REC-02")
def test_who_has_nothing_more_is_not_asked_again_and_nobody_waits_for_them():
    table = after_a_scene()
    assert [wait.who for wait in GAME.situation(table.state).waiting] == ["Ann"]
    table.do("Ann", "settle-scene", who=table.id("Dara"))
    assert asked(table, "Ann") == []
    assert [wait.who for wait in GAME.situation(table.state).waiting] == ["Gil"]
    table.refuses("Ann", "settle-scene", "nothing-asked", who=table.id("Dara"))
    assert [offer.do for offer in table.offers("Ann", "touch-pivot")] == ["touch-pivot", "touch-pivot"]
    table.play("The next")
    table.do("Gil", "end-scene")
    assert "settle-scene" in asked(table, "Ann")


@pytest.mark.rule("SE-PIV-02", "SE-LUCK-05")
def test_a_day_later_the_scene_is_asked_about_no_more():
    table = after_a_scene()
    table.do("Gil", "end-day")
    assert asked(table, "Ann") == []
    table.refuses("Ann", "settle-scene", "nothing-asked", who=table.id("Dara"))


@pytest.mark.rule("SE-REC-02", "SE-LUCK-05")
def test_luck_that_heals_is_asked_beside_a_pivot_and_both_are_left_with_one_press():
    table = ready()
    table.play()
    table.change("Dara", penalties=(Penalty(1, "physique", "stress", 1),), recovers=())
    table.purse("Ann", 2)
    table.do("Gil", "end-scene")
    assert {"heal-with-luck", "touch-pivot", "settle-scene"} <= {*asked(table, "Ann")}
    table.do("Ann", "settle-scene", who=table.id("Dara"))
    assert "heal-with-luck" not in asked(table, "Ann")
    table.do("Ann", "heal-with-luck", who=table.id("Dara"), ranks=["1"])
    assert table.who("Dara").penalties == ()

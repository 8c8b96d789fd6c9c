"""The story of an evening: what was told, said and done, without the table's business or anybody's preparation."""

from __future__ import annotations

import pytest
from tests.table.sitting import sit_down

from moot.core import Line
from moot.table import story as stories
from moot.table.seat_journal import SeatEntry
from moot.table.story import episodes, story

pytestmark = pytest.mark.anyio


async def test_nothing_empty_and_no_private_preparation_is_in_it(monkeypatch):
    sitting = await sit_down("Ann")
    told = [
        ("aside", Line(kind="aside", text="Troll: an Element, Claws.")),
        ("sheet", Line(kind="sheet", text="Ann raises a Trait.")),
        ("empty", Line(kind="story")),
        ("roll", Line(kind="roll", who="Ann", text="tosses.")),
        ("harm", Line(kind="sheet", text="Troll is hurt.")),
        ("over", Line(kind="chapter", text="Chapter 1 is over.")),
        ("made", Line(kind="sheet", text="Ann raises another Trait.")),
    ]
    last = sitting.table.ledger.folded[-1].entry.seq
    heard = [SeatEntry(last, 0, "", "", (line,), ()) for _, line in told]
    monkeypatch.setattr(stories, "record_of", lambda *_: heard)
    kept = [line.text for episode in episodes(sitting.table.ledger) for line in episode.lines]
    assert kept == ["tosses.", "Troll is hurt.", "Chapter 1 is over."]
    assert "*(: )*" not in story(sitting.table.ledger)

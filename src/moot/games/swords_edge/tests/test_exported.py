"""Texts that tables of earlier versions wrote out are read, and written again, to the letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.tests.packing import desk
from moot.games.swords_edge.tests.sitting import Sitting

EXPORTED = Path(__file__).with_name("exported") / "0.2"


def exported(table: Sitting, ending: str) -> set[str]:
    """The GM's files with that ending, each as its text."""
    return {d.write() for d in GAME.documents(table.state, table.seats["Gil"]) if d.name.endswith(ending)}


@pytest.mark.rule("SE-PREP-04", "SE-PREP-03", "SE-PREP-05")
def test_pieces_as_text_come_in_with_all_that_is_in_them():
    table = desk()
    for name in ("the-gate", "the-town", "the-war"):
        text = (EXPORTED / f"{name}.md").read_text(encoding="utf-8")
        table.do("Gil", "import-paper", text=text)
        assert text in exported(table, ".md")
    gate, town, war = table.state.papers.values()
    assert (town.scenes, war.parts[0].paper, war.parts[0].done) == ((gate.id,), town.id, True)
    assert war.parts[0].leads_to == (war.parts[1].id,)


@pytest.mark.rule("SE-PREP-03")
def test_a_pack_of_everything_comes_in_as_it_went_out():
    text = (EXPORTED / "everything-prepared.toml").read_text(encoding="utf-8")
    table = desk()
    table.do("Gil", "load-pack", text=text)
    assert text in exported(table, "carried-over.toml")
    table.do("Gil", "take-paper", sample="carried-over/the-gate")
    assert [nc.name for nc in table.state.ncs.values()] == ["The lock", "Guard 1", "Guard 2", "Guard 3"]
    table.do("Gil", "take-paper", sample="carried-over/the-war")
    assert [paper.title for paper in table.state.papers.values()] == ["The gate", "The town", "The war"]

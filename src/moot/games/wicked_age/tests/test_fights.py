"""The book's four worked fights, roll by roll."""

from __future__ import annotations

import pytest

from moot.games.wicked_age.samples import camp
from moot.games.wicked_age.tests.examples import HERE, follow, load


@pytest.mark.rule("WA-FIGHT-1", "WA-OWE-01", "WA-DICE-09", "WA-DICE-06", "WA-CQ-02", "WA-DICE-02")
def test_the_first_telling_ends_in_round_three():
    game = follow(load(HERE / "amek_mekha_1.toml"), camp())
    assert game.sequence.ended == "settled"


@pytest.mark.rule("WA-FIGHT-2", "WA-DICE-05", "WA-DICE-11", "WA-OWE-07", "WA-TRAP-07")
def test_the_second_telling_ends_at_exactly_half():
    game = follow(load(HERE / "amek_mekha_2.toml"), camp())
    assert game.state.owe == ()


@pytest.mark.rule("WA-FIGHT-3", "WA-DICE-08", "WA-RD-16", "WA-ERR-04")
def test_the_third_telling_has_a_tie_and_the_die_passes():
    game = follow(load(HERE / "amek_mekha_3.toml"), camp())
    assert game.sequence.won == {"amek|mekha": "amek"}


@pytest.mark.rule("WA-FIGHT-3", "WA-ERR-03", "WA-TRAP-08", "WA-OWE-05")
def test_the_name_just_written_would_have_saved_mekha():
    example = load(HERE / "amek_mekha_3.toml")
    del example.step[-1]
    game = follow(example, camp())
    game.act("answer", "mekha", [10, 8, 6], names=["mekha"])
    assert game.sequence.exchanges[-1].answer.reading() == (16, 8)
    assert game.sequence.exchanges[-1].result == "answerer-wins"
    assert [owed.struck for owed in game.state.owe] == ["advantage"]


@pytest.mark.rule(
    "WA-FIGHT-4", "WA-DICE-15", "WA-DICE-16", "WA-DICE-17", "WA-DICE-18", "WA-DICE-19", "WA-DICE-20", "WA-DICE-21",
    "WA-TRAP-01", "WA-TRAP-03", "WA-TRAP-10", "WA-TRAP-14", "WA-RD-03", "WA-ERR-04", "WA-ERR-05", "WA-ERR-09",
    "WA-OWE-06", "WA-CQ-02", "WA-RD-11", "WA-NEG-01", "WA-RD-22",
)
def test_the_camp():
    game = follow(load(HERE / "the_camp.toml"), camp())
    assert len(game.sequence.exchanges) == 7

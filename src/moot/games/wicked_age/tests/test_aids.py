"""The advice that each moment of the game shows."""

from __future__ import annotations

import pytest

from moot.games.wicked_age import GAME
from moot.games.wicked_age.tests.later import closed
from moot.games.wicked_age.tests.sitting import Sitting, in_interests, in_play, in_sheets


def shown(table: Sitting) -> set[str]:
    """The ids of all advice that the present moment shows."""
    return {rule.id for place in GAME.situation(table.state).aids for rule in GAME.rulebook.aids(place)}


@pytest.mark.rule("WA-MAT-01", "WA-ORA-05")
def test_at_the_start_who_plays_and_how_often():
    assert {"WA-MAT-01", "WA-ORA-05"} <= shown(Sitting())
    assert "WA-ORA-05" in shown(Sitting().deal())


@pytest.mark.rule("WA-NPC-01", "WA-STR-01")
def test_over_the_sheets_how_to_be_quick():
    assert {"WA-NPC-01", "WA-STR-01"} <= shown(in_sheets())


@pytest.mark.rule("WA-BI-04", "WA-BI-05", "WA-BI-06", "WA-BI-07", "WA-BI-08", "WA-BI-09")
def test_as_interests_go_round_how_to_cast_them():
    assert {f"WA-BI-0{number}" for number in range(4, 10)} <= shown(in_interests())


@pytest.mark.rule(
    "WA-PLAY-01", "WA-PLAY-02", "WA-PLAY-03", "WA-SCENE-01", "WA-SCENE-02", "WA-SCENE-03", "WA-SCENE-04", "WA-SCENE-05",
    "WA-SCENE-06", "WA-DET-01", "WA-CON-01", "WA-CON-02", "WA-CON-03", "WA-ROLL-00", "WA-ROLL-9",
)
def test_in_play_scenes_details_and_ways_to_trouble():
    table = in_play()
    wanted = {f"WA-PLAY-0{n}" for n in (1, 2, 3)} | {f"WA-SCENE-0{n}" for n in range(1, 7)}
    wanted |= {f"WA-CON-0{n}" for n in (1, 2, 3)} | {"WA-DET-01", "WA-ROLL-00", "WA-ROLL-9"}
    assert wanted <= shown(table)


@pytest.mark.rule("WA-OWE-04", "WA-MAT-01")
def test_when_a_chapter_ends_what_the_names_promise():
    assert {"WA-OWE-04", "WA-MAT-01"} <= shown(closed("Mekha"))


def test_every_place_that_is_named_has_advice():
    early = (Sitting(), Sitting().deal(), Sitting().deal().listed("x"))
    for table in (*early, in_sheets(), in_interests(), in_play(), closed()):
        for place in GAME.situation(table.state).aids:
            assert GAME.rulebook.aids(place), place

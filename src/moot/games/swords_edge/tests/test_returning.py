"""Who was taken out of the game by a Doom, or set aside, and comes back (part 15)."""

from __future__ import annotations

import pytest

from moot.core import Play, Scripted
from moot.games.swords_edge.figures import Level
from moot.games.swords_edge.harm.hits import wound
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.tests.sitting import HERO, Sitting


def gone(level: Level, fate: str = "removed", **left: str) -> Sitting:
    """Ann's Dara met a Doom by a blow of this level, and the scene is over."""
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **{**HERO, "physique": "average"})
    table.play()
    play = Play(table.state, table.gm, Scripted(()), GAME.evolve)
    wound(play, table.id("Dara"), "physique", level)
    table.happen(*play.events)
    table.do("Gil", "meet-doom", who=table.id("Dara"), fate=fate, **left)
    table.do("Gil", "end-scene")
    return table


def weaknesses(table: Sitting) -> list[tuple[str, str, str]]:
    return [(flaw.name, flaw.rank, flaw.trait) for flaw in table.who("Dara").counting("invoked")]


@pytest.mark.rule("SE-DOOM-03", "SE-WEAK-05")
def test_who_was_taken_out_of_the_game_returns_with_what_the_doom_left():
    table = gone("exceptional")
    assert weaknesses(table) == []
    table.refuses("Gil", "bring-back", "too-short", "SE-DOOM-02", who=table.id("Dara"))
    table.do("Gil", "bring-back", who=table.id("Dara"), mark="One Arm")
    assert weaknesses(table) == [("One Arm", "poor", "physique")]
    assert table.who("Dara").here


@pytest.mark.rule("SE-DOOM-03", "SE-DMG-04", "SE-RD-49")
def test_after_legendary_damage_the_basic_weakness_comes_back_too():
    table = gone("legendary")
    table.do("Gil", "bring-back", who=table.id("Dara"), mark="One Arm", scar="Nightmares", scar_trait="charisma")
    assert weaknesses(table) == [("One Arm", "poor", "physique"), ("Nightmares", "basic", "charisma")]


@pytest.mark.rule("SE-DOOM-03")
def test_what_a_doom_left_is_not_left_twice():
    table = gone("exceptional", "longer", mark="Limp")
    table.do("Gil", "bring-back", who=table.id("Dara"))
    assert weaknesses(table) == [("Limp", "poor", "physique")]
    table = gone("exceptional")
    for marks in ({"mark": "Limp"}, {}):
        table.do("Gil", "bring-back", who=table.id("Dara"), **marks)
        table.do("Ann", "set-aside", who=table.id("Dara"))
    assert weaknesses(table) == [("Limp", "poor", "physique")]


@pytest.mark.rule("SE-TERM-05", "SE-DOOM-02")
def test_nobody_comes_back_to_a_player_who_has_another_character():
    table = gone("exceptional")
    table.do("Ann", "take-sample", sample="cavern/jyrell")
    says = table.refuses("Gil", "bring-back", "plays-another", "SE-TERM-05", who=table.id("Dara"), mark="Limp")
    assert "Jyrell" in str(says)
    assert not table.offers("Gil", "bring-back")
    table.do("Ann", "set-aside", who=table.id("Jyrell"))
    table.do("Gil", "bring-back", who=table.id("Dara"), mark="Limp")
    table.refuses("Gil", "bring-back", "plays-another", "SE-TERM-05", who=table.id("Jyrell"))
    assert [who.name for who in table.state.cast()] == ["Dara"]


@pytest.mark.rule("SE-TERM-05")
def test_nobody_comes_back_beside_a_sheet_that_is_being_written():
    table = gone("exceptional")
    words = {"name": "Nel", "concept": "Thief", "background": "Docks", "faculty": "Climbing", "trait": "physique"}
    table.do("Ann", "begin-character", **words)
    table.refuses("Gil", "bring-back", "plays-another", "SE-TERM-05", who=table.id("Dara"), mark="Limp")
    assert not table.state.cast()

"""The standing situation as data: what stands in each phase, and that nobody reads more in it than they know."""

from __future__ import annotations

import pytest

from moot.games.wicked_age import GAME
from moot.games.wicked_age.tests.examples import Game, fight, move, owed, roll
from moot.games.wicked_age.tests.sitting import Sitting, in_interests, in_play
from moot.games.wicked_age.view.board import opened


def board(game: Game, guide: bool = False):
    """The parts of the situation, by their ids."""
    return {part.id: part for part in GAME.board(game.state, guide)}


def camp_fight() -> Game:
    """Mekha moves on Amek and Tajie."""
    game = fight(mekha="with-love covertly", amek="directly for-others", tajie="covertly for-myself")
    roll(game, mekha=[12, 5], amek=[4, 1], tajie=[3, 2])
    move(game, "mekha", "amek", "tajie")
    return game


@pytest.mark.rule("WA-DICE-14", "WA-DICE-17", "WA-DICE-18")
def test_a_fight_stands_in_rows_by_the_order_of_turns_with_their_dice():
    game = camp_fight()
    here = board(game)[game.sequence.id]
    assert (here.turns, here.figures[0].number, here.figures[0].most) == (True, 1, 3)
    mekha, amek, tajie = here.rows
    assert [row.turn for row in here.rows] == ["now", "due", "due"]
    assert mekha.words == "Challenges Amek and Tajie (with love, covertly)"
    assert (mekha.dice.reading, mekha.dice.standing) == ("12 & 5", True)
    assert amek.words.startswith("Must answer Mekha")
    assert [(die.sides, die.face) for die in tajie.dice.dice] == [(8, None), (12, None)]
    assert f"passed-{game.sequence.id}" not in board(game)


@pytest.mark.rule("WA-DICE-09", "WA-OWE-03")
def test_an_advantage_is_an_edge_and_a_name_that_is_owed_a_row():
    game = camp_fight()
    game.act("answer", "amek", [5, 1])
    game.act("inflict", "mekha", harm="exhausted")
    game.act("answer", "tajie", [8, 6])
    mekha, amek, _ = board(game)[game.sequence.id].rows
    assert mekha.edges == ("advantage over Tajie",)
    assert (amek.out, amek.words, amek.dice) == (True, "Out: beaten outright", None)
    assert board(game)[f"passed-{game.sequence.id}"].picture
    names = [game.state.name(who) for who in owed(game)]
    assert [(row.figure, row.name) for row in board(game)["owe"].rows] == list(enumerate(names, 1))


@pytest.mark.rule("WA-ORA-02", "WA-ORA-05")
def test_the_list_says_who_wants_whom():
    sitting = Sitting()
    assert sitting.board("Ann") == {}
    sitting.deal().listed("the chief", "the youth")
    sitting.do("Ann", "claim-figure", figure=sitting.figure("the chief"))
    sitting.do("Ben", "claim-figure", figure=sitting.figure("the chief"))
    chief, youth = sitting.board("Cleo")["list"].rows
    assert (chief.words, chief.marks) == ("Ann and Ben", ("not agreed yet",))
    assert (youth.words, youth.marks) == ("", ())


@pytest.mark.rule("WA-BI-09", "WA-BI-11")
def test_the_knot_is_of_those_whom_one_knows():
    sitting = in_interests()
    sitting.npc("", "A stranger")
    sitting.name("Gil", "Shahu Seen", ("Mekha", "His heart"), ("Bolu Ta", "His death"))
    knot = sitting.board("Ann")["knot"]
    assert [(row.name, row.lines) for row in knot.rows] == [
        ("Shahu Seen", ("His heart →\u00a0Mekha", "His death →\u00a0Bolu Ta")),
    ]
    assert (knot.words, sitting.board("Gil")["knot"]) == ((), knot)
    sitting.name("Gil", "A stranger", ("Shahu Seen", "His horse"))
    assert sitting.board("Ann")["knot"].words[0].startswith("This interest of A stranger aims at NPCs alone")


def test_in_play_the_knot_stands_and_what_is_folded_away_can_be_opened():
    sitting = in_play()
    assert sitting.board("Ann").keys() == {"knot", "last-fight"}
    story = opened(sitting.state, sitting.seats["Ann"], "story-sheet")
    assert story
    assert [part.id for part in story.parts] == ["opened-cards", "opened-list"]
    assert opened(sitting.state, sitting.seats["Ann"], "nothing") is None

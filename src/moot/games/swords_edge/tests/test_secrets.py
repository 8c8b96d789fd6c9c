"""What the GM prepares and builds is seen by nobody else, until it is met, shown or found out."""

from __future__ import annotations

import msgspec
import pytest

from moot.core import Seeded
from moot.games.swords_edge.room import GAME
from moot.games.swords_edge.tests.sitting import HERO, Sitting, strike


def openable(table: Sitting) -> list[str]:
    """All that somebody may try to open: the GM's desk and what lies on it, everybody there is, every offer."""
    offers = (GAME.offers(table.state, seat) for seat in table.seats.values())
    desk = ["desk", *(row.of for row in table.own("Gil").desk)]
    return [*desk, *table.state.ncs, *table.state.characters, *(offer.key for some in offers for offer in some)]


def seen(table: Sitting, who: str) -> str:
    """Everything that a person can see and was told."""
    seat = table.seats[who]
    sight = {
        "stage": GAME.stage(table.state, seat.guides),
        "board": GAME.board(table.state, seat.guides),
        "own": GAME.own(table.state, seat),
        "opened": [shown for what in openable(table) if (shown := GAME.opened(table.state, seat, what))],
        "offers": GAME.offers(table.state, seat),
        "voices": GAME.voices(table.state, seat),
        "situation": GAME.situation(table.state),
        "heard": table.heard[who],
    }
    return msgspec.json.encode(sight).decode()


@pytest.mark.rule("SE-NC-01", "SE-PREP-04")
def test_nobody_sees_preparation_or_ncs_before_they_come():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.do("Gil", "take-paper", sample="hunt/the-hunt")
    for who in ("Ann", "Wim"):
        text = seen(table, who)
        for secret in ("The Hunt", "Dire Wolf", "Tracking", "400 kg", "Path of the Wolf"):
            assert secret not in text
    assert "Dire Wolf" in seen(table, "Gil")


@pytest.mark.rule("SE-NC-01", "SE-NC-09")
def test_first_a_name_then_figures_then_clues_and_never_notes():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.purse("Ann", 0)
    nc = table.nc(
        "A shadow",
        type="regular",
        kind="obstacle",
        rank="poor",
        concept=("Veiled Menace", "good"),
        physique="good",
        elements=[("Long Claws", "good", "physique")],
        notes="It is her brother",
    )
    table.do("Gil", "write-clue", nc=nc, text="It weeps")
    assert "A shadow" in seen(table, "Ann")
    for secret in ("Veiled Menace", "Long Claws", "It is her brother", "It weeps"):
        assert secret not in seen(table, "Ann")
    table.face("Dara", "A shadow")
    assert "Veiled Menace" in seen(table, "Ann")
    assert "It weeps" not in seen(table, "Ann")
    table.test("Dara", "roll-momentum", trait="physique", faces=(8, 7))
    table.test("Dara", "act", trait="physique", faces=(6, 7))
    assert "It weeps" in seen(table, "Ann")
    assert "It is her brother" not in seen(table, "Ann")


def test_a_shown_sheet_is_open_and_closed_again():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    nc = table.nc("Captain", type="hero", concept=("Old Wolf", "great"), here=False)
    table.do("Gil", "show-nc", nc=nc)
    assert table.stage("Ann").people[0].figures.concept == ("Old Wolf", 4)
    table.do("Gil", "hide-nc", nc=nc)
    assert table.stage("Ann").people == ()


@pytest.mark.rule("SE-TERM-05", "SE-STR-01")
def test_who_watches_sees_the_play_and_is_offered_nothing():
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    table.play()
    table.nc("Guard", type="regular", physique="good")
    table.face("Dara", "Guard")
    assert table.offers("Wim") == []
    assert table.board("Wim")[table.pairing("Dara").id].sides
    assert table.own("Wim").lead is None


def test_the_whole_of_a_seat_is_what_it_owns():
    table = Sitting("Ann", "Ben")
    table.pc("Ann", "Dara", **HERO)
    table.pc("Ben", "Eskil", **HERO)
    table.play()
    table.nc("Guard", rank="exceptional", type="regular", physique="good")
    table.face("Dara", "Guard")
    table.test("Dara", "roll-momentum", trait="physique", faces=(2, 3), wait=True)
    assert table.offers("Ann", "let-stand")[0].urgency == "must"
    assert not table.offers("Ben", "let-stand")
    table.do("Ann", "let-stand", test=next(iter(table.state.tests)))
    strike(table)
    assert table.offers("Ann", "defend")
    assert not table.offers("Ben", "defend")


def evening(prepared: int) -> Sitting:
    """An evening of which the players see the same, however many NCs the GM has ready besides."""
    table = Sitting("Ann")
    table.pc("Ann", "Dara", **HERO)
    if prepared:
        table.do("Gil", "make-nc", type="minion", name="Guard", rank="poor", count=prepared)
        table.do("Gil", "set-task", name="A lock", rank="good")
        guards = next(nc.id for nc in table.state.ncs.values() if nc.name.startswith("Guard"))
        table.do("Gil", "give-quality", nc=guards, name="Spear", rank="good")
        table.do("Gil", "give-flaw", nc=guards, name="Sleepy", rank="poor")
    table.luck = Seeded(5)
    table.play()
    table.purse("Ann", 0)
    table.do("Gil", "make-nc", type="regular", name="Captain", rank="good")
    table.do("Gil", "bring-in", ncs=[table.id("Captain")])
    table.do("Gil", "give-quality", nc=table.id("Captain"), name="Sabre", rank="good", trait="physique")
    table.face("Dara", "Captain")
    table.test("Dara", "roll-momentum", trait="physique", faces=(3, 2))
    strike(table, "Captain")
    return table


@pytest.mark.rule("SE-PREP-04")
def test_ids_do_not_tell_how_much_the_gm_has_ready():
    little, much = evening(0), evening(11)
    assert len(much.state.ncs) > len(little.state.ncs)
    for who in ("Ann", "Wim"):
        assert seen(much, who) == seen(little, who)

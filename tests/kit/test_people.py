"""Whose character, what people call somebody, and who is waited for."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from moot.core import Command, GameState, Line, Offered, Seat, Waiting
from moot.core.commands import offered
from moot.kit.people import (
    Peopled,
    all_wait,
    guide_waits,
    label_for,
    mine,
    move,
    seat_name,
    seat_waits,
    theirs,
    waits_for,
)

GIL, ANN, BEN, WIM = Seat("s1", "Gil", "guide"), Seat("s2", "Ann"), Seat("s3", "Ben"), Seat("s4", "Wim", "watcher")
STATE = GameState(seats=(GIL, ANN))


class Sailor(msgspec.Struct, frozen=True):
    id: str
    name: str
    player: str = ""
    ashore: bool = False
    known: bool = False


class Ship(Peopled[Sailor], frozen=True, kw_only=True):
    among = "crew"
    nobody = "the sea"

    crew: dict[str, Sailor] = {}  # noqa: RUF012 - a struct: msgspec makes one for each

    def cast(self) -> tuple[Sailor, ...]:
        return tuple(who for who in self.crew.values() if not who.ashore)


CREW = (Sailor("ada", "Ada", "s2"), Sailor("rat", "A rat"), Sailor("bo", "Bo", "s2", ashore=True))
SHIP = Ship(seats=(GIL, ANN, BEN, WIM), crew={who.id: who for who in CREW})


def test_a_character_is_their_players_and_all_others_are_the_guides():
    assert [seat.name for seat in SHIP.seats if SHIP.owns(seat, "ada")] == ["Ann"]
    assert [seat.name for seat in SHIP.seats if SHIP.owns(seat, "rat")] == ["Gil"]
    assert not any(SHIP.owns(seat, "nobody") for seat in SHIP.seats)


def test_somebody_is_played_from_the_seat_of_their_player_or_from_the_guides():
    assert [SHIP.played_by(who) for who in ("ada", "bo", "rat")] == ["s2", "s2", "s1"]
    assert replace(SHIP, seats=(ANN,)).played_by("rat") == ""


def test_the_guide_plays_those_whose_player_left_or_only_watches_by_now():
    for seats in ((GIL, BEN), (GIL, replace(ANN, role="watcher"), BEN)):
        ship = replace(SHIP, seats=seats)
        assert [ship.guided(who) for who in ("ada", "rat")] == [True, True]
        assert [who.name for who in mine(ship, GIL)] == ["Ada", "A rat"]
        assert not any(mine(ship, seat) for seat in seats[1:])
        assert ship.played_by("ada") == "s1"
    assert [SHIP.guided(who) for who in ("ada", "rat")] == [False, True]


class Row(Command[Ship], tag="row"):
    when, urgency = frozenset({""}), ("may", "tool")
    who: str
    how: str = ""

    @classmethod
    def offers(cls, state: Ship, seat: Seat) -> Iterator[Offered]:
        for who in mine(state, seat):
            yield cls.offer(who, "Row", about=who.id, who=who.id)
            yield cls.offer(who, "Rest: the oars", about=who.id, who=who.id, how="no")
            yield cls.offer(who, f"{who.name} bails", about=who.id, who=who.id, how="bail")
            yield cls.offer(who, "Sing", about=who.id, who=who.id, how="sing", urgency="tool")


def test_the_guide_reads_whose_it_is_that_an_absent_player_could_do():
    left = replace(SHIP, seats=(GIL, BEN))
    for who, words in (("ada", ["Ada: row", "Rest: the oars (Ada)", "Ada bails", "Sing"]),
                       ("rat", ["Row", "Rest: the oars", "A rat bails", "Sing"])):
        found = [one for one in offered(Row, left, GIL) if isinstance(one, Offered) and one.about == who]
        assert [one.label for one in found] == [one.form().label for one in found] == words
    own = [one for one in offered(Row, SHIP, ANN) if isinstance(one, Offered)]
    assert [one.label for one in own] == ["Row", "Rest: the oars", "Ada bails", "Sing"]


def test_a_button_has_a_name_for_the_guide_and_none_for_the_player():
    assert [label_for(SHIP, who, "Row") for who in ("ada", "rat")] == ["Row", "A rat: row"]
    rows = [label_for(SHIP, who, "Row", "{} rows") for who in ("ada", "rat", "wave")]
    assert rows == ["Row", "A rat rows", "The sea rows"]
    assert [theirs("the Fox", said) for said in ("Row", "The Fox: go", "Go: now")] == [
        "The Fox: row", "The Fox: go", "Go: now (the Fox)",
    ]


def test_people_have_names_and_what_nobody_has_is_called_as_the_game_says():
    assert (SHIP.name("ada"), SHIP.name("wave")) == ("Ada", "the sea")
    assert move(SHIP, "rat", "gnaws.", quote="Crunch") == Line("move", "gnaws.", "A rat", quote="Crunch")


def test_mine_are_those_who_can_take_part_now():
    found = [[who.name for who in mine(SHIP, seat)] for seat in (ANN, GIL, BEN, WIM)]
    assert found == [["Ada"], ["A rat"], [], []]


def test_the_party_are_those_of_players_who_can_take_part_now():
    assert [who.name for who in SHIP.party()] == ["Ada"]


def test_players_know_of_whom_they_met_and_of_what_is_nobody():
    met = SHIP.with_person("rat", known=True)
    assert (met.knows("rat"), met.knows("wave", "rat"), met.knows("rat", "bo")) == (True, True, False)
    assert not SHIP.knows("rat")


def test_the_guide_is_waited_for():
    assert guide_waits(STATE, "the next scene") == (Waiting("s1", "Gil", "the next scene"),)


def test_a_player_is_waited_for_and_an_empty_seat_is_not():
    assert seat_waits(STATE, "s2", "a move") == (Waiting("s2", "Ann", "a move"),)
    assert seat_waits(STATE, "s9", "a move") == ()


def test_the_guide_is_waited_for_where_no_seat_is_named_and_each_once_for_the_same():
    asked = [("s2", "a move"), ("", "a ruling"), ("s2", "a move"), ("s9", "a move"), ("s2", "a word")]
    assert [(one.who, one.what) for one in waits_for(STATE, asked)] == [
        ("Ann", "a move"), ("Gil", "a ruling"), ("Ann", "a word"),
    ]


def test_several_are_waited_for():
    assert all_wait(STATE.seats, "a vote") == (Waiting("s1", "Gil", "a vote"), Waiting("s2", "Ann", "a vote"))


def test_an_empty_seat_has_a_word():
    assert (seat_name(STATE, "s2"), seat_name(STATE, "s9")) == ("Ann", "somebody")

"""Who is waited for."""

from __future__ import annotations

from moot.core import GameState, Seat, Waiting
from moot.kit.people import all_wait, guide_waits, seat_name, seat_waits

STATE = GameState(seats=(Seat("s1", "Gil", "guide"), Seat("s2", "Ann")))


def test_the_guide_is_waited_for():
    assert guide_waits(STATE, "the next scene") == (Waiting("s1", "Gil", "the next scene"),)


def test_a_player_is_waited_for_and_an_empty_seat_is_not():
    assert seat_waits(STATE, "s2", "a move") == (Waiting("s2", "Ann", "a move"),)
    assert seat_waits(STATE, "s9", "a move") == ()


def test_several_are_waited_for():
    assert all_wait(STATE.seats, "a vote") == (Waiting("s1", "Gil", "a vote"), Waiting("s2", "Ann", "a vote"))


def test_an_empty_seat_has_a_word():
    assert (seat_name(STATE, "s2"), seat_name(STATE, "s9")) == ("Ann", "somebody")

"""Events that declare what they say, what they put into the state and take out, and who hears of it."""

from __future__ import annotations

import msgspec

from moot.core import Line, Seat
from moot.kit import happenings
from moot.kit.happenings import Happening
from moot.kit.people import Peopled

HOST, GUEST = Seat("s1", "Gil", "guide"), Seat("s2", "Ann")


class Guest(msgspec.Struct, frozen=True):
    id: str
    name: str
    player: str = ""
    known: bool = False


class Inn(Peopled[Guest], frozen=True):
    people: dict[str, Guest] = msgspec.field(default_factory=dict)


FULL = Inn(seats=(HOST, GUEST), people={"n1": Guest("n1", "Wen", "s2"), "n2": Guest("n2", "The cook")})


class Sang(Happening[Inn], tag="sang"):
    sentence, quotes = ("move", "sings {verses} verses:"), "words"
    who: str
    verses: int
    words: str = ""


class Bowed(Happening[Inn], tag="bowed"):
    sentence, about = ("move", "All bow to {whom}."), "whom"
    whom: tuple[str, ...]


class Rained(Happening[Inn], tag="rained"):
    sentence = ("story", "It rains.")


class Came(Happening[Inn], tag="came"):
    sentence, adds_to = ("move", "{guest.name} comes in."), ("people", "guest")
    guest: Guest | tuple[Guest, ...]


class Toasted(Happening[Inn], tag="toasted"):
    sentence, about, quotes = ("move", "drinks to {guest.name}."), "guest.id", "guest.name"
    guest: Guest


class Went(Happening[Inn], tag="went"):
    sentence, takes_from = ("move", "Somebody goes."), ("people", "who")
    who: str


class Whispered(Happening[Inn], tag="whispered"):
    sentence, hides = ("move", "whispers {words}."), (("words", "something"),)
    who: str
    words: str


class Scalded(happenings.OfSomebody[Inn], tag="scalded"):
    sentence, hides = ("result", "burns the {what}."), (("what", ""),)
    what: str = "hand"


class Paid(happenings.OnSheet[Inn], tag="paid"):
    sentence = ("sheet", "pays.")


def test_a_sentence_stands_under_the_name_of_whom_it_is_about_and_has_words_with_it():
    assert Sang(who="n1", verses=3, words="O rain").line(FULL) == Line("move", "sings 3 verses:", "Wen", "O rain")


def test_a_sentence_with_the_one_in_it_says_the_name_there():
    assert Bowed(whom=("n1", "n2")).line(FULL) == Line("move", "All bow to Wen, The cook.")


def test_whom_it_is_about_and_the_words_may_stand_in_what_a_field_has():
    assert Toasted(guest=Guest("n1", "Ulf")).line(FULL) == Line("move", "drinks to Ulf.", "Wen", "Ulf")


def test_one_about_nobody_stands_alone_and_changes_nothing():
    assert Rained().line(FULL) == Line("story", "It rains.")
    assert Rained().evolve(FULL) is FULL


def test_what_it_adds_stands_under_its_id_and_numbers_are_counted():
    new, hidden = Guest("n3", "Ulf"), Guest("k7xq", "A thief")
    state = Came(guest=new).evolve(FULL)
    assert (state.people["n3"], state.ids) == (new, FULL.ids + 1)
    state = Came(guest=(new, hidden)).evolve(FULL)
    assert ([*state.people], state.ids) == (["n1", "n2", "n3", "k7xq"], FULL.ids + 1)


def test_what_it_takes_out_is_gone_and_gives_no_number_back():
    state = Went(who="n1").evolve(FULL)
    assert ([*state.people], state.ids) == (["n2"], FULL.ids)


def test_others_than_the_guide_are_told_without_what_it_hides():
    event = Whispered(who="n1", words="run")
    assert event.told(FULL, HOST) is event
    assert event.told(FULL, GUEST) == Whispered(who="n1", words="something")


def test_what_happens_to_somebody_is_heard_by_the_guide_and_by_those_who_know_of_them():
    event = Scalded(who="n1")
    assert event.told(FULL, HOST) is event
    assert event.told(FULL, GUEST) is None
    assert event.told(FULL.with_person("n1", known=True), GUEST) == Scalded(who="n1", what="")


def test_of_the_sheets_of_the_guides_people_nobody_else_hears():
    assert Paid(who="n1").told(FULL, GUEST) == Paid(who="n1")
    assert [Paid(who="n2").told(FULL, seat) for seat in (HOST, GUEST)] == [Paid(who="n2"), None]

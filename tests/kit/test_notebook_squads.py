"""Squads: an entry with a count in a pack, one by one at a table."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from moot.kit.notebook.packs import Counted
from moot.kit.notebook.squads import MOST_OF_ONE, Roster, squads, tally


class One(NamedTuple):
    id: str
    name: str
    hits: int = 1


GUARDS = tuple(One(f"g{number}", f"Guard {number}") for number in (1, 2, 3))


def alike(one: One) -> object:
    return one.hits


def test_a_squad_is_as_big_as_its_biggest_and_the_same_wherever_it_is_named():
    named = (Counted(nc="guard", count=2), Counted(nc="guard", count=3), Counted(nc="chief"))
    roster = Roster([One("guard", "Guard"), One("chief", "The chief")], named)
    assert roster.call("guard", 2) == ("guard/1", "guard/2")
    assert roster.call("chief") == ("chief",)
    roster.call("guard", 3)
    assert roster.made == {
        "guard/1": ("guard", "Guard 1"), "guard/2": ("guard", "Guard 2"), "chief": ("chief", "The chief"),
        "guard/3": ("guard", "Guard 3"),
    }
    assert roster.call("nobody") == ("nobody",)


def test_those_who_differ_in_their_number_alone_are_a_squad():
    people = (*GUARDS, One("b", "Guard 4", hits=2), One("c", "Chief"))
    assert squads(people, alike, [[["g1", "g2"]], [["g1"], ["c"]]]) == {"g1": "g1", "g2": "g1", "g3": "g1"}


@pytest.mark.parametrize(
    ("paper", "one"),
    [
        ([["g2"]], True), ([["g2"], ["g2", "g3"]], True),
        ([["g1"], ["g2", "g3"]], False), ([["g1", "g2"], ["g3"]], False),
    ],
)
def test_a_paper_breaks_a_squad_if_it_names_others_in_one_place_than_in_another(paper, one):
    assert bool(squads(GUARDS, alike, [paper])) == one


def test_who_is_always_an_entry_alone_is_in_no_squad_and_a_squad_has_a_size_that_can_be_run():
    assert squads(GUARDS, lambda _: None, []) == {}
    assert squads([One(f"g{n}", f"Guard {n}") for n in range(MOST_OF_ONE + 1)], alike, []) == {}


def test_ids_are_counted_by_their_entry_and_strangers_left_out():
    entries = {"g1": "guard", "g2": "guard", "c": "chief"}
    assert tally(["g1", "c", "g2", "g1", "x"], entries) == (Counted(nc="guard", count=2), Counted(nc="chief"))

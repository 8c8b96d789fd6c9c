"""Events: written as JSON, read again, old schemas lifted, and anything else refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from moot.core import Codec, Corrupt, Event


class Rowed(Event[Any], tag="rowed"):
    who: str
    faces: tuple[int, ...]


class Landed(Event[Any], tag="landed"):
    """Its third schema: once it said `name` and `shore`, then `who` and `shore`, and now `who` and `bank`."""

    who: str
    bank: str
    v: int = 3


def to_two(old: dict[str, Any]) -> dict[str, Any]:
    return {**{key: value for key, value in old.items() if key != "name"}, "who": old["name"]}


def to_three(old: dict[str, Any]) -> dict[str, Any]:
    return {**{key: value for key, value in old.items() if key != "shore"}, "bank": f"the {old['shore']} bank"}


CODEC = Codec((Rowed, Landed), {("landed", 1): to_two, ("landed", 2): to_three})


@given(st.text(), st.lists(st.integers(1, 20)).map(tuple), st.lists(st.text()).map(tuple))
def test_an_event_comes_back_from_json_as_it_was(who, faces, rules):
    event = Rowed(who=who, faces=faces, rules=rules)
    assert CODEC.read(msgspec.json.decode(msgspec.json.encode(CODEC.plain(event)))) == event


def test_an_event_is_written_under_its_name_with_its_schema():
    assert CODEC.plain(Landed(who="Ann", bank="far")) == {
        "event": "landed", "who": "Ann", "bank": "far", "rules": (), "v": 3,
    }


def test_old_schemas_are_lifted_one_by_one():
    now = Landed(who="Ann", bank="the left bank", rules=("FE-03",))
    assert CODEC.read({"event": "landed", "v": 2, "who": "Ann", "shore": "left", "rules": ["FE-03"]}) == now
    assert CODEC.read({"event": "landed", "v": 1, "name": "Ann", "shore": "left", "rules": ["FE-03"]}) == now


def test_what_was_written_before_schemas_had_numbers_is_the_first():
    assert CODEC.read({"event": "landed", "name": "Ann", "shore": "left"}) == Landed(who="Ann", bank="the left bank")


@pytest.mark.parametrize(
    ("plain", "says"),
    [
        ({"event": "sunk"}, "no event is called 'sunk'"),
        ({}, "no event is called None"),
        ({"event": ["rowed"]}, "no event is called"),
        ({"event": "landed", "v": 4, "who": "Ann", "bank": "far"}, "reads up to 3"),
        ({"event": "landed", "v": [], "who": "Ann"}, "has schema"),
        ({"event": "rowed", "v": 0, "who": "Ann", "faces": []}, "has schema 0"),
        ({"event": "rowed", "who": "Ann"}, "faces"),
        ({"event": "rowed", "who": "Ann", "faces": ["six"]}, r"\$.faces"),
    ],
)
def test_what_cannot_be_read_is_corrupt_and_says_why(plain, says):
    with pytest.raises(Corrupt, match=says):
        CODEC.read(plain)


def test_what_comes_after_is_ignored():
    """A field that a later version of the same schema added does no harm."""
    read = CODEC.read({"event": "rowed", "who": "Ann", "faces": [6], "weather": "fair"})
    assert read == Rowed(who="Ann", faces=(6,))

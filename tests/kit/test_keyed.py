"""State by id: new dictionaries, old ones untouched."""

from __future__ import annotations

import msgspec
import pytest

from moot.kit.keyed import changed, counted, put, without


class Cup(msgspec.Struct, frozen=True):
    id: str
    full: bool = False


CUPS = {"a": Cup("a"), "b": Cup("b")}


def test_what_is_put_in_keeps_its_place_or_comes_last():
    after = put(CUPS, Cup("a", full=True), Cup("c"))
    assert [(cup.id, cup.full) for cup in after.values()] == [("a", True), ("b", False), ("c", False)]
    assert list(CUPS) == ["a", "b"]


def test_what_is_taken_out_is_gone_and_the_rest_stays():
    assert list(without(CUPS, "a", "no such cup")) == ["b"]
    assert list(CUPS) == ["a", "b"]


def test_one_field_of_one_item_changes():
    assert changed(CUPS, "b", full=True) == {"a": Cup("a"), "b": Cup("b", full=True)}
    assert not CUPS["b"].full
    with pytest.raises(KeyError):
        changed(CUPS, "c", full=True)


def test_only_numbered_ids_count():
    assert counted(["n1", "n20", "nwxyz", "bcdfg", "n"]) == 2

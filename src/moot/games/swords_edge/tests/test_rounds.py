"""Acts counted per round."""

from __future__ import annotations

import msgspec

from moot.games.swords_edge.state import SceneInPlay

FRESH = SceneInPlay(number=1, title="The stair")


def test_acts_are_counted_and_who_acted_on_whom():
    after = FRESH.acting(["a", "b", "a"], [("a", "b")]).acting(["b"], [("b", "a"), ("b", "c")])
    assert after.acts == {"a": 2, "b": 2}
    assert after.has_acted("b", ["a", "c"])
    assert not after.has_acted("a", ["b", "c"])
    assert (FRESH.acts, FRESH.acted) == ({}, ())


def test_idle_are_those_who_neither_acted_nor_passed():
    assert FRESH.acting(["a"]).passing("b").idle(["a", "b", "c"]) == ["c"]


def test_a_new_round_counts_from_nothing_and_keeps_the_rest():
    after = FRESH.acting(["a"], [("a", "b")]).passing("b").in_round(2)
    assert after == SceneInPlay(number=1, title="The stair", round=2)
    assert msgspec.json.decode(msgspec.json.encode(after), type=SceneInPlay) == after

"""Graphs as pictures."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from moot.kit.graph import Graph, Node, bowed, layered, ring


@st.composite
def graphs(draw: Any) -> tuple[Node, ...]:
    """Some nodes, each leading to any of them, itself and strangers included."""
    ids = [f"p{at}" for at in range(draw(st.integers(1, 9)))]
    leads = st.lists(st.sampled_from([*ids, "nowhere"]), unique=True, max_size=4).map(tuple)
    return tuple(Node(id_, f"Adventure {id_}", draw(leads)) for id_ in ids)


@given(graphs())
def test_every_node_has_a_box_of_its_own_and_every_lead_an_arrow(nodes):
    picture = layered(nodes)
    assert {box.id for box in picture.boxes} == {node.id for node in nodes}
    for one, other in combinations(picture.boxes, 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert beside or one.y + one.height <= other.y or other.y + other.height <= one.y
    assert all(0 <= box.x <= picture.width - box.width for box in picture.boxes)
    assert all(0 <= box.y <= picture.height - box.height for box in picture.boxes)
    leads = {(node.id, other) for node in nodes for other in node.leads_to if other not in (node.id, "nowhere")}
    assert {(arrow.source, arrow.target) for arrow in picture.arrows} == leads


def test_what_leads_somewhere_stands_above_it_and_a_long_title_is_cut():
    nodes = (Node("b", "B " * 60, ()), Node("a", "A", ("b",), "open"))
    b, a = sorted(layered(nodes).boxes, key=lambda box: box.y, reverse=True)
    assert (a.id, a.standing, b.id, len(b.lines)) == ("a", "open", "b", 3)
    assert b.lines[-1][2].endswith("…")


def test_no_nodes_are_no_picture():
    assert layered(()) == Graph()


@pytest.mark.parametrize("count", [1, 2, 3, 12])
def test_the_first_place_of_a_ring_is_on_top(count):
    places = ring(count, 100, 50)
    assert len({(round(x, 6), round(y, 6)) for x, y in places}) == count
    assert places[0] == pytest.approx((0, -50))
    assert all(math.isclose((x / 100) ** 2 + (y / 50) ** 2, 1) for x, y in places)


def test_two_arrows_that_run_both_ways_stay_apart():
    assert bowed((0, 0), (100, 0), 20)[0] != bowed((100, 0), (0, 0), 20)[0]
    assert bowed((0, 0), (100, 0), 20) == ("M19.4 4.7Q50.0 12.0 69.9 7.2", "M78.6 5.1L70.9 11.6 68.8 2.9Z")

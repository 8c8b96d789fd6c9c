"""Graphs as pictures."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from moot.games.modos.adventures.papers import taken
from moot.games.modos.npcs.sheets import PACKS
from moot.games.modos.view.desk import picture as drawn
from moot.kit.graph import ROW, Graph, Node, bowed, layered, placed, ring, written_width


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


def inside(box, x, y):
    return box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height


def test_boxes_stand_where_they_are_put_and_arrows_carry_words_between_their_edges():
    nodes = (Node("a", "Here", ("b", "b", "nowhere"), "here"), Node("b", "There", ("a", "b")))
    picture = placed(nodes, {"a": (500, 80), "b": (100, 60)}, {("a", "b"): "over"})
    a, b = picture.boxes
    assert (a.x, a.y, b.x, b.y) == (400, 20, 0, 0)
    assert (picture.width, picture.height) == (a.x + a.width, a.y + a.height)
    there, back = picture.arrows
    assert (there.source, there.target, [text for _, _, text in there.words]) == ("a", "b", ["over"])
    assert (back.source, back.target, back.words) == ("b", "a", ())
    assert there.line != back.line, "arrows that run both ways lie apart"
    assert not any(inside(box, x, y) for box in picture.boxes for x, y, _ in there.words)


WORDS = st.text("imw aeo", min_size=1, max_size=60).map(str.strip)
CORNERS = st.tuples(st.integers(0, 900), st.integers(0, 600))


@given(graphs(), st.data())
def test_words_on_arrows_never_overlap_each_other_or_a_box(nodes, data):
    corners = {node.id: data.draw(CORNERS) for node in nodes}
    words = {(node.id, other): data.draw(WORDS) for node in nodes for other in node.leads_to}
    picture = placed(nodes, corners, words)
    assert clear(picture)
    for arrow in picture.arrows:
        said = "".join(text for _, _, text in arrow.words).removesuffix("…").replace(" ", "")
        assert words[arrow.source, arrow.target].replace(" ", "").startswith(said)


def fills(x, y, text):
    half = written_width(text) / 2
    return x - half, y - ROW * 0.75, x + half, y + ROW * 0.25


def clear(picture: Graph) -> bool:
    """Whether everything in a picture can be read: no words on others, nor on a box."""
    rooms = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in picture.boxes]
    filled = [[fills(*written) for written in arrow.words] for arrow in picture.arrows]
    others = [(one, other) for mine, theirs in combinations(filled, 2) for one in mine for other in theirs]
    pairs = [*others, *((one, box) for mine in filled for one in mine for box in rooms)]
    return all(
        one[2] <= other[0] + 0.01 or other[2] <= one[0] + 0.01 or one[3] <= other[1] + 0.01 or other[3] <= one[1] + 0.01
        for one, other in pairs
    )


def test_all_words_of_a_whole_adventure_stand_clear_of_each_other():
    [printed] = PACKS["golden_palace"].adventure
    picture = drawn(taken(printed, "palace"))
    assert clear(picture)
    for arrow in picture.arrows:
        place = next(place for place in printed.place if place.id == arrow.source)
        words = " / ".join(way.word for way in place.way if way.to == arrow.target and way.word)
        assert " ".join(text for _, _, text in arrow.words) == words


def test_words_with_no_room_are_cut_and_left_out_where_even_that_has_none():
    nodes, words = (Node("a", "Here", ("b",)), Node("b", "There")), {("a", "b"): "a way that is told at great length"}
    lines = {
        below: [text for _, _, text in placed(nodes, {"a": (0, 0), "b": (0, below)}, words).arrows[0].words]
        for below in (140, 70, 44)
    }
    assert lines == {140: ["a way that is told", "at great length"], 70: ["a way that is…"], 44: []}


def test_a_picture_of_nothing_is_empty():
    assert placed((), {}, {}) == Graph()

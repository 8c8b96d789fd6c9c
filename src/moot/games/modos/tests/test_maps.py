"""Maps of an adventure's places: boxes where they are put, and words that overlap nothing."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from moot.games.modos.adventures.papers import taken
from moot.games.modos.npcs.sheets import PACKS
from moot.games.modos.view.desk import picture as drawn
from moot.games.modos.view.maps import ROW, placed, written_width
from moot.kit.graph import Arrow, Graph, Node


@st.composite
def graphs(draw: Any) -> tuple[Node, ...]:
    """Some nodes, each leading to any of them, itself and strangers included."""
    ids = [f"p{at}" for at in range(draw(st.integers(1, 9)))]
    leads = st.lists(st.sampled_from([*ids, "nowhere"]), unique=True, max_size=4).map(tuple)
    return tuple(Node(id_, f"Adventure {id_}", draw(leads)) for id_ in ids)


def inside(box, x, y):
    return box.x <= x <= box.x + box.width and box.y <= y <= box.y + box.height


def test_boxes_stand_where_they_are_put_and_arrows_carry_words_between_their_edges():
    nodes = (Node("a", "Here", ("b", "b", "nowhere"), "here"), Node("b", "There", ("a", "b")))
    picture = placed(nodes, {"a": (500, 80), "b": (100, 60)}, {("a", "b"): "over"})
    a, b = picture.boxes
    assert (a.x - b.x, a.y - b.y) == (400, 20)
    assert (b.x, picture.width) == (0, a.x + a.width), "the whole is moved to 0 0"
    assert picture.height >= a.y + a.height
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


# ---------------------------------------------------------------- arrows go around


def course(arrow: Arrow) -> list[tuple[float, float]]:
    """Points close to each other on an arrow."""
    found = [float(number) for number in re.findall(r"-?[\d.]+", arrow.line)]
    shares = [(step / 200, 1 - step / 200) for step in range(201)]
    x, y = (
        [rest * rest * a + 2 * rest * share * b + share * share * c for share, rest in shares]
        for a, b, c in (found[0::2], found[1::2])
    )
    return list(zip(x, y, strict=True))


def crossed(picture: Graph) -> list[tuple[str, str, str]]:
    """The arrows that pass over or behind a box, and which."""
    return [
        (arrow.source, arrow.target, box.id)
        for arrow in picture.arrows for box in picture.boxes if box.id not in (arrow.source, arrow.target)
        if any(inside(box, x, y) for x, y in course(arrow))
    ]


@pytest.mark.parametrize("pack", [pack for pack in PACKS if PACKS[pack].adventure])
def test_no_arrow_of_a_printed_adventure_passes_behind_a_place(pack):
    [printed] = PACKS[pack].adventure
    assert crossed(drawn(taken(printed, "map"))) == []


@given(st.data())
def test_an_arrow_goes_around_a_box_between_its_ends(data):
    """The box in the middle is anywhere between the others, so long as it covers neither of them."""
    nodes = (Node("a", "Here", ("b",)), Node("b", "There"), Node("c", "Between"))
    far = data.draw(st.integers(420, 700))
    between = (data.draw(st.integers(180, far - 180)), data.draw(st.integers(-60, 60)))
    picture = placed(nodes, {"a": (0, 0), "b": (far, data.draw(st.integers(-80, 80))), "c": between}, {})
    assert crossed(picture) == []


def test_arrows_that_run_both_ways_around_a_box_stay_apart():
    nodes = (Node("a", "Here", ("b",)), Node("b", "There", ("a",)), Node("c", "Between"))
    picture = placed(nodes, {"a": (0, 0), "b": (500, 0), "c": (250, 0)}, {})
    there, back = (course(arrow) for arrow in picture.arrows)
    middle = picture.boxes[2].y
    assert crossed(picture) == []
    assert {max(y for _, y in way) > middle + 40 for way in (there, back)} == {True, False}


def test_words_with_no_room_are_cut_and_left_out_where_even_that_has_none():
    nodes, words = (Node("a", "Here", ("b",)), Node("b", "There")), {("a", "b"): "a way that is told at great length"}
    lines = {
        below: [text for _, _, text in placed(nodes, {"a": (0, 0), "b": (0, below)}, words).arrows[0].words]
        for below in (140, 70, 44)
    }
    assert lines == {140: ["a way that is told", "at great length"], 70: ["a way that is…"], 44: []}


def test_a_picture_of_nothing_is_empty():
    assert placed((), {}, {}) == Graph()

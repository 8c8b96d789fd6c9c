"""The web of best interests as a picture: who wants what of whom, laid out on a ring."""

from __future__ import annotations

import math

import msgspec

from moot.games.wicked_age import book
from moot.games.wicked_age.prepare import tangle
from moot.games.wicked_age.state import State
from moot.games.wicked_age.view.names import seat_of

ACROSS, DOWN = 148.0, 118.0
"""Half the ring's width and height, in the picture's own units."""
DISC = 20.0
"""How far from a node's middle an arrow begins and ends."""
BEND = 0.12
"""How far an arrow bows out, as a share of its length, so that two that run both ways stay apart."""
ARROW = 9.0
"""Length of an arrow's head."""
ABOVE, BELOW = -26.0, 36.0
"""Where a node's name stands."""


class Node(msgspec.Struct, frozen=True):
    """A character on the ring. `lacking`: has fewer best interests than play needs."""

    id: str
    name: str
    seat: str
    x: float
    y: float
    label_y: float
    lacking: bool


class Edge(msgspec.Struct, frozen=True):
    """An arrow from whose interest it is to whom it touches: SVG paths of its line and its head."""

    source: str
    target: str
    seat: str
    text: str
    line: str
    head: str


class Web(msgspec.Struct, frozen=True):
    """The whole picture."""

    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()


def web(state: State) -> Web:
    """The web of everyone known in this chapter (WA-BI-09)."""
    knot = tangle.web_of_interests(state)
    places = {node.character: _place(at, len(knot.nodes)) for at, node in enumerate(knot.nodes)}
    nodes = tuple(_node(state, node.character, places[node.character]) for node in knot.nodes)
    edges = tuple(_edge(state, edge, places) for edge in knot.edges if edge.about != edge.holder)
    return Web(nodes=nodes, edges=edges)


def _place(at: int, count: int) -> tuple[float, float]:
    angle = math.tau * at / count - math.tau / 4
    return ACROSS * math.cos(angle), DOWN * math.sin(angle)


def _node(state: State, id_: str, place: tuple[float, float]) -> Node:
    x, y = place
    who = state.characters[id_]
    least = (book.NPC_INTERESTS if who.npc else book.PLAYER_INTERESTS).least
    label_y = ABOVE if y < -DOWN / 2 else BELOW
    lacking = len(who.interests) < least
    return Node(id_, who.name, seat_of(state, id_), round(x, 1), round(y, 1), label_y, lacking)


def _edge(state: State, edge: tangle.Edge, places: dict[str, tuple[float, float]]) -> Edge:
    source, target = edge.holder, edge.about
    (x1, y1), (x2, y2) = places[source], places[target]
    dx, dy = x2 - x1, y2 - y1
    middle = ((x1 + x2) / 2 - dy * BEND, (y1 + y2) / 2 + dx * BEND)
    start, end = _toward((x1, y1), middle, DISC), _toward((x2, y2), middle, DISC + 2)
    neck = _toward(end, middle, ARROW)
    tx, ty = (end[0] - neck[0]) / 2, (end[1] - neck[1]) / 2
    line = f"M{start[0]:.1f} {start[1]:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {neck[0]:.1f} {neck[1]:.1f}"
    wings = f"L{neck[0] - ty:.1f} {neck[1] + tx:.1f} {neck[0] + ty:.1f} {neck[1] - tx:.1f}Z"
    return Edge(source, target, seat_of(state, source), edge.text, line, f"M{end[0]:.1f} {end[1]:.1f}{wings}")


def _toward(start: tuple[float, float], end: tuple[float, float], far: float) -> tuple[float, float]:
    length = math.dist(start, end) or 1.0
    share = far / length
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

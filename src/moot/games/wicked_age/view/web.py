"""The web of best interests as a picture: who wants something of somebody else, laid out on a ring."""

from __future__ import annotations

import msgspec

from moot.games.wicked_age.cast import known
from moot.games.wicked_age.prepare.tangle import ties
from moot.games.wicked_age.state import State
from moot.kit.graph import Point, bowed, ring
from moot.kit.remembered import TABLES, remembered

ACROSS, DOWN = 148.0, 118.0
"""Half the ring's width and height, in the picture's own units."""
DISC = 20.0
"""How far from a node's middle an arrow begins and ends."""
ABOVE, BELOW = -26.0, 36.0
"""Where a node's name stands."""


class RingNode(msgspec.Struct, frozen=True):
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

    nodes: tuple[RingNode, ...] = ()
    edges: tuple[Edge, ...] = ()


@remembered(TABLES, of=lambda state: (state.characters, state.seats))
def web(state: State) -> Web:
    """The web of everyone known in this chapter (WA-BI-09)."""
    ids = [who.id for who in known(state)]
    places = dict(zip(ids, ring(len(ids), ACROSS, DOWN), strict=True))
    edges = (
        Edge(holder, about, state.played_by(holder), text, *bowed(places[holder], places[about], DISC))
        for holder, about, text in ties(state)
        if about != holder
    )
    return Web(tuple(_node(state, id_, place) for id_, place in places.items()), tuple(edges))


def _node(state: State, id_: str, place: Point) -> RingNode:
    x, y = place
    who = state.characters[id_]
    label_y = ABOVE if y < -DOWN / 2 else BELOW
    return RingNode(id_, who.name, state.played_by(id_), round(x, 1), round(y, 1), label_y, who.interests_lacking > 0)

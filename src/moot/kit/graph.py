"""Graphs as pictures: boxes in rows or places on a ring, and the SVG paths of the arrows between them.

A picture is data in units of its own; a template draws it. `layered` lays out what leads to what in rows from above to
below; `ring` gives places for a web in which anything may lead to anything, and `bowed` an arrow between two of them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import TypeAlias

import msgspec

WIDE, LINE, PAD = 164, 19, 11
"""A box: its width, the height of a line in it, and what is above and below its lines."""
LETTERS, LINES = 19, 3
"""Letters to a line, and lines to a box at most."""
BESIDE, BELOW = 18, 42
"""Room between boxes of a row, and between rows."""
ARROW, WING = 9, 5
"""Length and half the width of an arrow's head."""
BEND = 0.12
"""How far a bowed arrow stands out, as a share of its length: two that run both ways stay apart."""

Point: TypeAlias = tuple[float, float]
PlacedLines: TypeAlias = tuple[tuple[float, float, str], ...]
"""Lines of text, each with the middle of its foot."""


class Node(msgspec.Struct, frozen=True):
    """One thing in a graph, the ids of those it leads to, and how it stands, in a word that the page knows."""

    id: str
    title: str
    leads_to: tuple[str, ...] = ()
    standing: str = ""


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A node as it is drawn: its corner and size, its title in lines, each with its place, and how it stands."""

    id: str
    title: str
    x: float
    y: float
    width: float
    height: float
    lines: PlacedLines
    standing: str


class Arrow(msgspec.Struct, frozen=True):
    """From a node to one it leads to: SVG paths of the line and its head, and the words on it."""

    source: str
    target: str
    line: str
    head: str
    words: PlacedLines = ()


class Graph(msgspec.Struct, frozen=True):
    """The whole picture, from 0 0 to `width` and `height`."""

    width: float = 0
    height: float = 0
    boxes: tuple[Box, ...] = ()
    arrows: tuple[Arrow, ...] = ()


def layered(nodes: Sequence[Node]) -> Graph:
    """The nodes in rows, each below all that leads to it; where arrows run in a ring, it is cut."""
    if not nodes:
        return Graph()
    rows = _rows(nodes)
    width = max(len(row) for row in rows) * (WIDE + BESIDE) - BESIDE
    boxes: dict[str, Box] = {}
    y = 0.0
    for row in rows:
        x = (width - len(row) * (WIDE + BESIDE) + BESIDE) / 2
        for at, node in enumerate(row):
            boxes[node.id] = boxed(node, x + at * (WIDE + BESIDE), y)
        y = max(boxes[node.id].y + boxes[node.id].height for node in row) + BELOW
    led = ((node.id, other) for node in nodes for other in node.leads_to if other in boxes and other != node.id)
    arrows = tuple(_arrow(boxes[source], boxes[target]) for source, target in led)
    return Graph(float(width), y - BELOW, tuple(boxes.values()), arrows)


def centre_of(box: Box) -> Point:
    """The middle of a box."""
    return box.x + box.width / 2, box.y + box.height / 2


def edge_of(box: Box, toward: Point, beyond: float) -> Point:
    """Where a line from the middle of a box to a point leaves it, and a little beyond."""
    x, y = centre_of(box)
    dx, dy = toward[0] - x, toward[1] - y
    reach = (((box.width / 2 + beyond) / abs(dx)) if dx else math.inf,
             ((box.height / 2 + beyond) / abs(dy)) if dy else math.inf)
    share = min(*reach, 1.0)
    return x + dx * share, y + dy * share


def _rows(nodes: Sequence[Node]) -> list[list[Node]]:
    """The nodes in rows, each row ordered so that arrows cross little."""
    depth = _depths(nodes)
    rows: list[list[Node]] = [[] for _ in range(max(depth.values()) + 1)]
    for node in nodes:
        rows[depth[node.id]].append(node)
    rows = [row for row in rows if row]
    for above, row in pairwise(rows):
        places = {node.id: at - len(above) / 2 for at, node in enumerate(above)}
        row.sort(key=lambda node: _middle(node, above, places))
    return rows


def _middle(node: Node, above: Sequence[Node], places: Mapping[str, float]) -> float:
    over = [places[other.id] for other in above if node.id in other.leads_to]
    return sum(over) / len(over) if over else 0.0


def _depths(nodes: Sequence[Node]) -> dict[str, int]:
    """How many arrows lead to each node on the longest way."""
    depth = {node.id: 0 for node in nodes}
    for _ in nodes:
        for node in nodes:
            for other in node.leads_to:
                if other in depth:
                    depth[other] = min(max(depth[other], depth[node.id] + 1), len(nodes) - 1)
    return depth


def boxed(node: Node, x: float, y: float) -> Box:
    """A node as a box with its upper left corner there."""
    lines = wrap(node.title, LETTERS, max_lines=LINES, placeholder="…") or [""]
    written = tuple((x + WIDE / 2, y + PAD + LINE * (at + 0.75), line) for at, line in enumerate(lines))
    size = {"width": WIDE, "height": len(lines) * LINE + 2 * PAD}
    return Box(id=node.id, title=node.title, x=x, y=y, **size, lines=written, standing=node.standing)


def _arrow(source: Box, target: Box) -> Arrow:
    """Out below and in above; upwards or sideways in a ring, out and in at the sides."""
    if target.y > source.y:
        x1, y1 = source.x + source.width / 2, source.y + source.height
        x2, y2 = target.x + target.width / 2, target.y - 2
        bend = (y2 - ARROW - y1) / 2
        line = f"M{x1:g} {y1:g}C{x1:g} {y1 + bend:g} {x2:g} {y2 - ARROW - bend:g} {x2:g} {y2 - ARROW:g}"
        head = f"M{x2:g} {y2:g}l{-WING} {-ARROW}h{2 * WING}Z"
    else:
        x1, y1 = source.x + source.width, source.y + source.height / 2
        x2, y2 = target.x + target.width + 2, target.y + target.height / 2
        line = f"M{x1:g} {y1:g}C{x1 + BESIDE:g} {y1:g} {x2 + BESIDE:g} {y2:g} {x2 + ARROW:g} {y2:g}"
        head = f"M{x2:g} {y2:g}l{ARROW} {-WING}v{2 * WING}Z"
    return Arrow(source.id, target.id, line, head)


def ring(count: int, across: float, down: float) -> tuple[Point, ...]:
    """This many places on an ellipse around 0 0, first on top; `across` and `down` are half its width and height."""
    angles = (math.tau * at / count - math.tau / 4 for at in range(count))
    return tuple((across * math.cos(angle), down * math.sin(angle)) for angle in angles)


def bowed(source: Point, target: Point, disc: float) -> tuple[str, str]:
    """The paths of an arrow's line and head between two discs of that radius, bent to one side."""
    (x1, y1), (x2, y2) = source, target
    dx, dy = x2 - x1, y2 - y1
    middle = ((x1 + x2) / 2 - dy * BEND, (y1 + y2) / 2 + dx * BEND)
    return bent(_toward(source, middle, disc), middle, _toward(target, middle, disc + 2))


def bent(start: Point, middle: Point, end: Point, *, headed: bool = True) -> tuple[str, str]:
    """The paths of a line and its head that bend toward a point between; a line without a head goes to its end."""
    neck = _toward(end, middle, ARROW if headed else 0)
    tx, ty = (end[0] - neck[0]) / 2, (end[1] - neck[1]) / 2
    line = f"M{start[0]:.1f} {start[1]:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {neck[0]:.1f} {neck[1]:.1f}"
    wings = f"L{neck[0] - ty:.1f} {neck[1] + tx:.1f} {neck[0] + ty:.1f} {neck[1] - tx:.1f}Z"
    return line, f"M{end[0]:.1f} {end[1]:.1f}{wings}" if headed else ""


def _toward(start: Point, end: Point, far: float) -> Point:
    share = far / (math.dist(start, end) or 1.0)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

"""Graphs as pictures: boxes in rows or places on a ring, and the SVG paths of the arrows between them.

A picture is data in units of its own; a template draws it. `layered` lays out what leads to what in rows from above to
below; `placed` puts each where somebody wants it, with words on the arrows; `ring` gives places for a web in which
anything may lead to anything, and `bowed` an arrow between two of them.
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

NARROW, USUAL, BROAD = 4.5, 7.8, 12.5
"""Widths of letters in a word on an arrow: of `i` and the like, of most, of `m` and `w`."""
ON_ARROW, ROW = 18, 17
"""Letters to a line of a word on an arrow, and the height of a line."""
ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82)
"""Where on an arrow its words may stand, as shares of it, in the order in which that is tried."""

Point: TypeAlias = tuple[float, float]
Written: TypeAlias = tuple[tuple[float, float, str], ...]
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
    lines: Written
    standing: str


class Arrow(msgspec.Struct, frozen=True):
    """From a node to one it leads to: SVG paths of the line and its head, and the words on it."""

    source: str
    target: str
    line: str
    head: str
    words: Written = ()


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
            boxes[node.id] = _box(node, x + at * (WIDE + BESIDE), y)
        y = max(boxes[node.id].y + boxes[node.id].height for node in row) + BELOW
    arrows = tuple(
        _arrow(boxes[node.id], boxes[other])
        for node in nodes
        for other in node.leads_to
        if other in boxes and other != node.id
    )
    return Graph(float(width), y - BELOW, tuple(boxes.values()), arrows)


def placed(nodes: Sequence[Node], corners: Mapping[str, Point], words: Mapping[tuple[str, str], str]) -> Graph:
    """The nodes with their upper left corners there, and arrows with `words` on them, by source and target; the whole
    is moved to 0 0. Where arrows run both ways they are bent apart. Words never overlap a box or other words: what
    finds no room is cut short, and left out if even that has none."""
    if not nodes:
        return Graph()
    left, top = (min(corners[node.id][axis] for node in nodes) for axis in (0, 1))
    boxes = {node.id: _box(node, corners[node.id][0] - left, corners[node.id][1] - top) for node in nodes}
    width, height = max(box.x + box.width for box in boxes.values()), max(box.y + box.height for box in boxes.values())
    taken = [_Room(box.x, box.y, box.x + box.width, box.y + box.height) for box in boxes.values()]
    arrows = tuple(
        _across(boxes[node.id], boxes[other], words.get((node.id, other), ""), taken)
        for node in nodes for other in dict.fromkeys(node.leads_to) if other in boxes and other != node.id
    )
    return Graph(width, height, tuple(boxes.values()), arrows)


def _across(source: Box, target: Box, words: str, taken: list[_Room]) -> Arrow:
    """From the edge of a box to that of another, straight or a little bent, whatever way they lie; the room that its
    words get is `taken` from then on."""
    (x1, y1), (x2, y2) = _centre(source), _centre(target)
    middle = ((x1 + x2) / 2 - (y2 - y1) * BEND, (y1 + y2) / 2 + (x2 - x1) * BEND)
    start, end = _edge(source, middle, 2), _edge(target, middle, 4)
    line, head = _bent(start, middle, end)
    return Arrow(source.id, target.id, line, head, _on_arrow(words, (start, middle, end), taken))


def _on_arrow(words: str, curve: tuple[Point, Point, Point], taken: list[_Room]) -> Written:
    """Words where there is room for them on an arrow: whole in up to three lines, else the first line of them."""
    for most in (3, 1):
        lines = wrap(" ".join(words.split()), ON_ARROW, max_lines=most, placeholder="…")
        for share in ALONG if lines else ():
            x, y = _at(curve, share)
            room = _Room.around(x, y, lines)
            if not any(room.meets(other) for other in taken):
                taken.append(room)
                return tuple((x, room.top + ROW * (at + 0.75), line) for at, line in enumerate(lines))
    return ()


class _Room(msgspec.Struct, frozen=True):
    """A rectangle that something fills."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, lines: Sequence[str]) -> _Room:
        """What lines of words fill whose middle is there."""
        wide, high = max(map(written_width, lines)) / 2, len(lines) * ROW / 2
        return cls(x - wide, y - high, x + wide, y + high)

    def meets(self, other: _Room) -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not beside and self.top < other.bottom and other.top < self.bottom


def written_width(line: str) -> float:
    """How wide a line of words on an arrow is at most, near enough."""
    return sum(NARROW if letter in " iljtfrI.,:;'’/" else BROAD if letter in "mwMW…" else USUAL for letter in line)


def _at(curve: tuple[Point, Point, Point], share: float) -> Point:
    """The point at that share of a curve from its first point to its last, bent toward the one between."""
    rest = 1 - share
    x, y = (rest * rest * a + 2 * rest * share * b + share * share * c for a, b, c in zip(*curve, strict=True))
    return x, y


def _centre(box: Box) -> Point:
    return box.x + box.width / 2, box.y + box.height / 2


def _edge(box: Box, toward: Point, beyond: float) -> Point:
    """Where a line from the middle of a box to a point leaves it, and a little beyond."""
    x, y = _centre(box)
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


def _box(node: Node, x: float, y: float) -> Box:
    lines = wrap(node.title, LETTERS, max_lines=LINES, placeholder="…") or [""]
    return Box(
        id=node.id,
        title=node.title,
        x=x,
        y=y,
        width=WIDE,
        height=len(lines) * LINE + 2 * PAD,
        lines=tuple((x + WIDE / 2, y + PAD + LINE * (at + 0.75), line) for at, line in enumerate(lines)),
        standing=node.standing,
    )


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
    return _bent(_toward(source, middle, disc), middle, _toward(target, middle, disc + 2))


def _bent(start: Point, middle: Point, end: Point) -> tuple[str, str]:
    """The paths of a line and its head that bend toward a point between."""
    neck = _toward(end, middle, ARROW)
    tx, ty = (end[0] - neck[0]) / 2, (end[1] - neck[1]) / 2
    line = f"M{start[0]:.1f} {start[1]:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {neck[0]:.1f} {neck[1]:.1f}"
    wings = f"L{neck[0] - ty:.1f} {neck[1] + tx:.1f} {neck[0] + ty:.1f} {neck[1] - tx:.1f}Z"
    return line, f"M{end[0]:.1f} {end[1]:.1f}{wings}"


def _toward(start: Point, end: Point, far: float) -> Point:
    share = far / (math.dist(start, end) or 1.0)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

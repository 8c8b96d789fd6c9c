"""Maps of places: boxes where the guide's map has them, arrows that go around what is between, and words on them that
overlap nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import TypeAlias

import msgspec

from moot.kit.graph import BEND, Arrow, Box, Graph, Node, PlacedLines, Point, bent, boxed, centre_of, edge_of

NARROW, USUAL, BROAD = 4.5, 7.8, 12.5
"""Widths of letters in a word on an arrow: of `i` and the like, of most, of `m` and `w`."""
ON_ARROW, ROW = 18, 17
"""Letters to a line of a word on an arrow, and the height of a line."""
ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82)
"""Where on an arrow its words may stand, as shares of it, in the order in which that is tried."""
BENDS = (BEND, 2 * BEND, 4 * BEND, 6 * BEND, 8 * BEND)
"""How far an arrow may stand out, as shares of its length, in the order in which that is tried."""
CLEAR, STEPS = 6, 64
"""How far arrows stay off boxes, and at how many places of an arrow that is looked at."""

Curve: TypeAlias = tuple[Point, Point, Point]
"""Where an arrow begins, the point that it bends toward, and where it ends."""


def placed(
    nodes: Sequence[Node], corners: Mapping[str, Point], words: Mapping[tuple[str, str], str], *, headed: bool = True
) -> Graph:
    """The nodes with their upper left corners there, and arrows with `words` on them, by source and target; the whole
    is moved to 0 0. Arrows go around boxes as far as they can, and are bent apart where they run both ways. Words never
    overlap a box or other words: what finds no room is cut short, and left out if even that has none."""
    if not nodes:
        return Graph()
    boxes = {node.id: boxed(node, *corners[node.id]) for node in nodes}
    ways = [(one.id, to) for one in nodes for to in dict.fromkeys(one.leads_to) if to in boxes and to != one.id]
    curves = {way: _around(boxes, *way, both=way[::-1] in ways) for way in ways}
    points = [point for curve in curves.values() for point in _points(curve)]
    points += [point for box in boxes.values() for point in ((box.x, box.y), (box.x + box.width, box.y + box.height))]
    (left, top), (right, bottom) = (tuple(map(end, zip(*points, strict=True))) for end in (min, max))
    boxes = {node.id: boxed(node, corners[node.id][0] - left, corners[node.id][1] - top) for node in nodes}
    taken = [_Room.of(box) for box in boxes.values()]
    arrows = []
    for (source, target), curve in curves.items():
        start, middle, end = ((x - left, y - top) for x, y in curve)
        written = _on_arrow(words.get((source, target), ""), (start, middle, end), taken)
        arrows.append(Arrow(source, target, *bent(start, middle, end, headed=headed), written))
    return Graph(right - left, bottom - top, tuple(boxes.values()), tuple(arrows))


def _around(boxes: Mapping[str, Box], source: str, target: str, *, both: bool) -> Curve:
    """The curve from the edge of a box to that of another, bent no more than it takes to be over as few of the others
    as can be; to one side only where another runs the other way."""
    others = [_Room.of(box, CLEAR) for id_, box in boxes.items() if id_ not in (source, target)]
    bends = BENDS if both else (BEND, -BEND, 0, *(side * bend for bend in BENDS[1:] for side in (1, -1)))
    over: dict[int, Curve] = {}
    for bend in bends:
        curve = _bent(boxes[source], boxes[target], bend)
        hits = sum(room.has(x, y) for x, y in _points(curve) for room in others)
        over.setdefault(hits, curve)
        if not hits:
            break
    return over[min(over)]


def _bent(source: Box, target: Box, bend: float) -> Curve:
    (x1, y1), (x2, y2) = centre_of(source), centre_of(target)
    middle = ((x1 + x2) / 2 - (y2 - y1) * bend, (y1 + y2) / 2 + (x2 - x1) * bend)
    return edge_of(source, middle, 2), middle, edge_of(target, middle, 4)


def _points(curve: Curve) -> Iterable[Point]:
    return (_at(curve, step / STEPS) for step in range(STEPS + 1))


def _on_arrow(words: str, curve: Curve, taken: list[_Room]) -> PlacedLines:
    """Words where there is room for them on an arrow: whole in up to three lines, else the first line of them. The room
    that they get is `taken` from then on."""
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

    @classmethod
    def of(cls, box: Box, beyond: float = 0) -> _Room:
        """What a box fills, and so much around it."""
        return cls(box.x - beyond, box.y - beyond, box.x + box.width + beyond, box.y + box.height + beyond)

    def has(self, x: float, y: float) -> bool:
        return self.left < x < self.right and self.top < y < self.bottom

    def meets(self, other: _Room) -> bool:
        beside = self.right <= other.left or other.right <= self.left
        return not beside and self.top < other.bottom and other.top < self.bottom


def written_width(line: str) -> float:
    """How wide a line of words on an arrow is at most, near enough."""
    return sum(NARROW if letter in " iljtfrI.,:;'’/" else BROAD if letter in "mwMW…" else USUAL for letter in line)


def _at(curve: Curve, share: float) -> Point:
    """The point at that share of a curve from its first point to its last, bent toward the one between."""
    rest = 1 - share
    x, y = (rest * rest * a + 2 * rest * share * b + share * share * c for a, b, c in zip(*curve, strict=True))
    return x, y

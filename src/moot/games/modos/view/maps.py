"""Maps of places: boxes where the guide's map has them, and words on the arrows between them that overlap nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap

import msgspec

from moot.kit.graph import BEND, Arrow, Box, Graph, Node, Point, Written, bent, boxed, centre_of, edge_of

NARROW, USUAL, BROAD = 4.5, 7.8, 12.5
"""Widths of letters in a word on an arrow: of `i` and the like, of most, of `m` and `w`."""
ON_ARROW, ROW = 18, 17
"""Letters to a line of a word on an arrow, and the height of a line."""
ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82)
"""Where on an arrow its words may stand, as shares of it, in the order in which that is tried."""


def placed(nodes: Sequence[Node], corners: Mapping[str, Point], words: Mapping[tuple[str, str], str]) -> Graph:
    """The nodes with their upper left corners there, and arrows with `words` on them, by source and target; the whole
    is moved to 0 0. Where arrows run both ways they are bent apart. Words never overlap a box or other words: what
    finds no room is cut short, and left out if even that has none."""
    if not nodes:
        return Graph()
    left, top = (min(corners[node.id][axis] for node in nodes) for axis in (0, 1))
    boxes = {node.id: boxed(node, corners[node.id][0] - left, corners[node.id][1] - top) for node in nodes}
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
    (x1, y1), (x2, y2) = centre_of(source), centre_of(target)
    middle = ((x1 + x2) / 2 - (y2 - y1) * BEND, (y1 + y2) / 2 + (x2 - x1) * BEND)
    start, end = edge_of(source, middle, 2), edge_of(target, middle, 4)
    line, head = bent(start, middle, end)
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

"""A campaign as a picture: its parts in rows from what comes first, with arrows to what they lead to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from textwrap import wrap
from typing import Literal

import msgspec

from moot.games.swords_edge.paper import Step

WIDE, LINE, PAD = 164, 19, 11
"""A part's box in the picture's own units: its width, the height of a line in it, and what is above and below."""
LETTERS, LINES = 19, 3
"""Letters to a line, and lines to a box at most."""
BESIDE, BELOW = 18, 42
"""Room between boxes of a row, and between rows."""
ARROW, WING = 9, 5
"""Length and half the width of an arrow's head."""


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """A part: its corner and size, its title in lines, each with its place, and how it stands."""

    id: str
    title: str
    x: float
    y: float
    width: float
    height: float
    lines: tuple[tuple[float, float, str], ...]
    standing: Literal["done", "open", "later"]


class Arrow(msgspec.Struct, frozen=True):
    """From a part to one it leads to: SVG paths of the line and its head."""

    source: str
    target: str
    line: str
    head: str


class Graph(msgspec.Struct, frozen=True):
    """The whole picture, from 0 0 to `width` and `height`."""

    width: float = 0
    height: float = 0
    boxes: tuple[Box, ...] = ()
    arrows: tuple[Arrow, ...] = ()


def graph(parts: Sequence[Step], ready: frozenset[str]) -> Graph:
    """The picture of a campaign's parts; those in `ready` can be played now (SE-PREP-05)."""
    if not parts:
        return Graph()
    rows = _rows(parts)
    width = max(len(row) for row in rows) * (WIDE + BESIDE) - BESIDE
    boxes: dict[str, Box] = {}
    y = 0.0
    for row in rows:
        x = (width - len(row) * (WIDE + BESIDE) + BESIDE) / 2
        for at, part in enumerate(row):
            boxes[part.id] = _box(part, ready, x + at * (WIDE + BESIDE), y)
        y = max(boxes[part.id].y + boxes[part.id].height for part in row) + BELOW
    arrows = tuple(
        _arrow(boxes[part.id], boxes[other])
        for part in parts
        for other in part.leads_to
        if other in boxes and other != part.id
    )
    return Graph(float(width), y - BELOW, tuple(boxes.values()), arrows)


def _rows(parts: Sequence[Step]) -> list[list[Step]]:
    """The parts in rows, each below all that leads to it, ordered so that arrows cross little."""
    depth = _depths(parts)
    rows: list[list[Step]] = [[] for _ in range(max(depth.values()) + 1)]
    for part in parts:
        rows[depth[part.id]].append(part)
    rows = [row for row in rows if row]
    for above, row in pairwise(rows):
        places = {part.id: at - len(above) / 2 for at, part in enumerate(above)}
        row.sort(key=lambda part: _middle(part, above, places))
    return rows


def _middle(part: Step, above: Sequence[Step], places: Mapping[str, float]) -> float:
    over = [places[other.id] for other in above if part.id in other.leads_to]
    return sum(over) / len(over) if over else 0.0


def _depths(parts: Sequence[Step]) -> dict[str, int]:
    """How many arrows lead to each part on the longest way; where they run in a ring, it is cut."""
    depth = {part.id: 0 for part in parts}
    for _ in parts:
        for part in parts:
            for other in part.leads_to:
                if other in depth:
                    depth[other] = min(max(depth[other], depth[part.id] + 1), len(parts) - 1)
    return depth


def _box(part: Step, ready: frozenset[str], x: float, y: float) -> Box:
    lines = wrap(part.title, LETTERS, max_lines=LINES, placeholder="…") or [""]
    return Box(
        id=part.id,
        title=part.title,
        x=x,
        y=y,
        width=WIDE,
        height=len(lines) * LINE + 2 * PAD,
        lines=tuple((x + WIDE / 2, y + PAD + LINE * (at + 0.75), line) for at, line in enumerate(lines)),
        standing="done" if part.done else "open" if part.id in ready else "later",
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

"""A road of stretches, and one stretch of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Literal, NamedTuple, Protocol, TypeAlias

from moot.web.pictures.tokens import DrawnToken, Hues, TokenOwner, abreast, tenths, token, within

# ---------------------------------------------------------------- a road of stretches


class RoadLeg(Protocol):
    """A stretch of a road: its days, how difficult it is (30 easy to -30 hard), what came of it as marks."""

    name: str
    days: float
    difficulty: int
    state: str
    marks: Sequence[str]


class DrawnLeg(NamedTuple):
    """A stretch as it is drawn: the path of the way and of the land under it (empty: not there yet), where it stops,
    its middle, where its name stands (None: it has no room) and how on a phone (alone, long: not at all), its marks
    and who is on it."""

    leg: RoadLeg
    way: str
    land: str
    stop_x: float
    stop_y: float
    x: float
    name_at: tuple[float, float] | None
    on_phone: Literal["", "alone", "long"]
    marks: tuple[tuple[str, float], ...]
    party: tuple[DrawnToken, ...]


class DrawnEnd(NamedTuple):
    """Where a road begins or what it leads to: its name from `x` on, or up to there; `long` has no room on a phone."""

    name: str
    x: int
    side: Literal["st", "en"]
    on_phone: Literal["", "long"]


class Route(NamedTuple):
    """A road, drawn from height `top` on, on ground at height `base`."""

    width: int
    top: float
    height: float
    base: int
    legs: tuple[DrawnLeg, ...]
    ends: tuple[DrawnEnd, ...]


NAME_HEIGHT = 26
"""The height of a name on a phone; over those who travel it has room of its own."""
LETTER = 10.5
"""The breadth of a letter of a name on a phone, about."""
TOKEN, PARTY = 40, 180
"""The size of somebody on the road, and how broad all of them together may be."""
NAMED = 6
"""So many stretches all have room for their names."""


def route(
    legs: Sequence[RoadLeg], hues: Hues, party: Sequence[TokenOwner] = (), ends: tuple[str, str] = ("", "")
) -> Route:
    """A road: the harder a stretch the higher, the longer the broader; with room for the names of its `ends`."""
    width, pad, base, rise = 640, 16, 200, 138
    height = base + (30 + NAME_HEIGHT if any(ends) else 30)

    def top_of(leg: RoadLeg) -> float:
        return base - 18 - (30 - leg.difficulty) * rise / 60

    shares = [leg.days**0.5 + 0.7 for leg in legs]
    stops = [*accumulate([(width - 2 * pad) * share / sum(shares) for share in shares], initial=float(pad))]
    tops = [top_of(leg) for leg in legs]
    passes = [(one + other) / 2 + 6 for one, other in pairwise(tops)]
    feet = [float(base - 10), *passes, float(base - 10)]
    spare = rise * (min(leg.difficulty for leg in legs) + 30) / 60
    ahead = [at for at, leg in enumerate(legs) if leg.state != "past"]
    chief = next((at for at in ahead if legs[at].state == "now"), min(ahead, default=0))
    drawn = []
    for at, leg in enumerate(legs):
        points = (stops[at], feet[at]), ((stops[at] + stops[at + 1]) / 2, tops[at]), (stops[at + 1], feet[at + 1])
        here = party if leg.state == "now" else ()
        shown = len(legs) <= NAMED or leg.state == "now"
        drawn.append(_leg(leg, points, base, hues, here, named=shown, chief=at == chief, width=width))
    tight: Literal["", "long"] = "long" if LETTER * len("  ".join(ends)) > width else ""
    both = (DrawnEnd(ends[0], 0, "st", tight), DrawnEnd(ends[1], width, "en", ""))
    top = round(spare) - (NAME_HEIGHT + TOKEN - 24 if party else 0)
    return Route(width, top, height - top, base, tuple(drawn), tuple(end for end in both if end.name))


_Point: TypeAlias = tuple[float, float]


def _leg(
    leg: RoadLeg, points: tuple[_Point, _Point, _Point], base: int, hues: Hues, party: Sequence[TokenOwner], *,
    named: bool, chief: bool, width: int,
) -> DrawnLeg:
    """A stretch from its beginning over its top to its end."""
    (a, begins), (m, top), (b, ends) = points
    way = f"M{a:.1f} {begins:.1f}{_bend(points[0], points[1])}{_bend(points[1], points[2])}"
    land = f"{way}V{base}H{a:.1f}Z" if leg.state in ("past", "now") else ""
    broad = LETTER * len(leg.name)
    size = min(TOKEN, PARTY // max(len(party), 1))
    over = min(top - (size + 8 if party else 0), begins, ends) - 12
    return DrawnLeg(
        leg, way, land, tenths(b), tenths(ends), tenths(m),
        (within(m, broad / 2, width), tenths(over)) if named else None,
        "" if broad <= b - a else "alone" if chief else "long",
        tuple([(mark, tenths(m - 9 + aside))
               for mark, aside in zip(leg.marks, abreast(len(leg.marks), 20), strict=True)]),
        tuple([token(who, hues, m + aside, top - 10 - size / 2, size)
               for who, aside in zip(party, abreast(len(party), size + 4), strict=True)]),
    )


def _bend(start: _Point, end: _Point) -> str:
    """A curve that leaves one point and comes to the other level."""
    (x, y), (to_x, to_y) = start, end
    out = (to_x - x) * 0.6
    return f"C{x + out:.1f} {y:.1f} {to_x - out:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}"


# ---------------------------------------------------------------- one stretch of it


class Due(Protocol):
    """A moment on a stretch: how far along it is (0 to 1), and how it stands."""

    at: float
    state: str
    word: str


class DrawnDue(NamedTuple):
    """A moment as it is drawn: the path of its mark, its word and where that stands."""

    due: Due
    mark: str
    text_x: float
    text_y: float


class DrawnStretch(NamedTuple):
    """A stretch from `begins` to `ends` on ground at height `line`: the path of its way and of the land under it."""

    width: int
    height: int
    line: int
    begins: int
    ends: int
    way: str
    land: str
    thick: float
    moments: tuple[DrawnDue, ...]


def stretch(moments: Sequence[Due], thick: int = 4) -> DrawnStretch:
    """One stretch, from 1 easy to 7 arduous, with the moments that are due on it."""
    width, begins, ends, rise = 360, 30, 330, 10 + thick * 5
    line = rise + 29
    way = f"M{begins} {line}Q180 {line - 2 * rise} {ends} {line}"
    drawn = []
    for one in moments:
        x, y = begins + (ends - begins) * one.at, line - 4 * rise * one.at * (1 - one.at)
        drawn.append(DrawnDue(one, f"M{x:.1f} {y - 9:.1f}l9 9-9 9-9-9Z", within(x, 50, width), tenths(y - 15)))
    land = f"{way}V{line + 12}H{begins}Z"
    return DrawnStretch(width, line + 44, line, begins, ends, way, land, 1.5 + thick / 2, tuple(drawn))

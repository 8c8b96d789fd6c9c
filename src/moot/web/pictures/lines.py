"""People on a line: how far each of them is, or in which posture they stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from moot.web.pictures.tokens import (
    GREY,
    LETTER,
    TOKEN,
    DrawnToken,
    Hues,
    TokenFigure,
    abreast,
    cut,
    letters,
    tenths,
    token,
    within,
)

Upright: TypeAlias = Literal["up", "down"]
LANE = 28
"""The height of a lane on a track."""


# ---------------------------------------------------------------- a track


class TrackRunner(TokenFigure, Protocol):
    """Somebody on a track: the number they are at, the one they `was` at, whether it is their turn."""

    side: Upright
    at: int
    was: int | None
    turn: bool
    note: str


class TrackReach(Protocol):
    """The numbers that somebody may come to next."""

    id: str
    side: Upright
    low: int
    high: int
    text: str


class Stripe(NamedTuple):
    """A reach as it is drawn, and the middle of the foot of its words."""

    hue: int
    x: float
    y: int
    width: float
    text: str
    text_x: float
    text_y: int


class Tick(NamedTuple):
    """A number on the line."""

    number: int
    x: float
    text_x: float


class Lane(NamedTuple):
    """Somebody's lane: their name, as much of it as there is room for, paths of the way they came and of the mark whose
    turn it is, and where their words begin, or end if they stand on the `left` of the token."""

    who: TrackRunner
    name: str
    hue: int
    trail: str
    turn: str
    token: DrawnToken
    text_x: float
    text_y: int
    left: bool


class Track(NamedTuple):
    """A line of numbers at height `line`, one side above it and one below."""

    width: int
    height: int
    line: int
    stripes: tuple[Stripe, ...]
    ticks: tuple[Tick, ...]
    lanes: tuple[Lane, ...]


def track(
    people: Sequence[TrackRunner], low: int, high: int, hues: Hues, bands: Sequence[TrackReach] = (), step: int = 10,
    width: int = 360,
) -> Track:
    """Who is how far ahead, on a line from `low` to `high` with a number at each `step`."""
    pad = 24
    unit = (width - 2 * pad) / max(high - low, 1)
    ups, downs = [one for one in people if one.side == "up"], [one for one in people if one.side != "up"]
    on = letters((*ups, *downs))
    above = 20 if any(band.side == "up" for band in bands) else 0
    below = 22 if any(band.side != "up" for band in bands) else 0
    line = 4 + LANE * len(ups) + above

    def x_of(number: int) -> float:
        return pad + unit * (number - low)

    heights = [line - above - LANE * (len(ups) - at) + 12 for at in range(len(ups))]
    heights += [line + below + 6 + LANE * (at + 1) for at in range(len(downs))]
    return Track(
        width, line + 22 + LANE * len(downs) + below, line,
        tuple([_stripe(band, x_of, line, hues, width) for band in bands]),
        tuple([Tick(number, tenths(x_of(number)), tenths(x_of(number) - 4))
               for number in range(low // step * step, high + 1, step) if number >= low]),
        tuple([_lane(who, x_of, y, hues, width, on[who.id]) for who, y in zip((*ups, *downs), heights, strict=True)]),
    )


def _stripe(band: TrackReach, x_of: Callable[[int], float], line: int, hues: Hues, width: int) -> Stripe:
    begins, ends, up = x_of(band.low), x_of(band.high), band.side == "up"
    return Stripe(
        hues.get(band.id, GREY), tenths(begins), line - 20 if up else line, tenths(ends - begins),
        band.text, within((begins + ends) / 2, LETTER * len(band.text) / 2, width), line - 6 if up else line + 34,
    )


def _lane(
    who: TrackRunner, x_of: Callable[[int], float], y: int, hues: Hues, width: int, letter: str
) -> Lane:
    x = x_of(who.at)
    turn = f"M{x - TOKEN / 2 - 14:.1f} {y - 7}v14l9 -7Z" if who.turn else ""
    left = x > width / 2 and x + TOKEN + LETTER * len(f"{who.name} {who.at} {who.note}") > width
    beside = x - TOKEN * 0.72 - (12 if who.turn else 0) if left else x + TOKEN * 0.72
    name = cut(who.name, (beside if left else width - beside) / LETTER - len(f" {who.at} {who.note}"))
    was, ends = x if who.was is None else max(x_of(who.was), 0), x - TOKEN * 0.6
    if left:
        ends = beside - LETTER * len(f"{name} {who.at} {who.note}")
    trail = f"M{was:.1f} {y}H{ends:.1f}" if was != x and (was < ends or not left) else ""
    where = token(who, hues, x, y, npc=who.npc, letter=letter)
    return Lane(who, name, hues.get(who.id, GREY), trail, turn, where, tenths(beside), y + 5, left)


# ---------------------------------------------------------------- the line of postures


PLACES: Final = ("flank", "back", "front", "front", "back", "flank")
"""The postures, ours from the left, theirs to the right."""
PLACE, ABREAST, MOST_HERE, ROW = 60, 3, 6, 23
"""The width of a place, how many tokens stand side by side and how many are drawn at one at all, and the height of a
row of them."""


class PostureSpot(TokenFigure, Protocol):
    """Somebody in a posture, 0 to 5; None for who flies above all."""

    at: int | None
    turn: bool


class PostureRange(Protocol):
    """What reaches from the person who acts: the first and the last place, and whether in full."""

    first: int
    last: int
    full: bool
    text: str


class Zone(NamedTuple):
    """A range as it is drawn, and the middle of its words."""

    x: int
    width: int
    text: str
    text_x: int
    full: bool


class PosturePlace(NamedTuple):
    """A posture: its middle, the tokens there, each with the path of the mark whose turn it is, and how many stand
    there if that is more than are drawn."""

    word: str
    x: int
    tokens: tuple[tuple[DrawnToken, str], ...]
    many: int


class Postures(NamedTuple):
    """Who stands where, on a line at height `line`, and who is above it."""

    width: int
    height: int
    line: int
    zones: tuple[Zone, ...]
    above: tuple[DrawnToken, ...]
    places: tuple[PosturePlace, ...]


def postures(spots: Sequence[PostureSpot], hues: Hues, bands: Sequence[PostureRange] = ()) -> Postures:
    """Who stands where on the line of postures."""
    above = [one for one in spots if one.at is None]
    crowded = any(len([one for one in spots if one.at == at]) > ABREAST for at in range(len(PLACES)))
    width, line = PLACE * len(PLACES), (96 if above else 62) + ROW * crowded
    flying, on = zip(above, abreast(len(above), 32), strict=True), letters(spots)
    return Postures(
        width, line + (44 if bands else 24), line,
        tuple([Zone(band.first * PLACE + 1, (band.last - band.first + 1) * PLACE - 2, band.text,
                    (band.first + band.last + 1) * PLACE // 2, band.full) for band in bands]),
        tuple([token(one, hues, width / 2 + aside, 34, npc=one.npc, letter=on[one.id]) for one, aside in flying]),
        tuple([_place(word, at, spots, hues, on, line) for at, word in enumerate(PLACES)]),
    )


def _place(
    word: str, at: int, spots: Sequence[PostureSpot], hues: Hues, on: Mapping[str, str], line: int
) -> PosturePlace:
    here = sorted((one for one in spots if one.at == at), key=lambda one: one.turn, reverse=True)
    x, drawn, tokens = PLACE // 2 + at * PLACE, here[:MOST_HERE], []
    over = max(len(drawn) - ABREAST, 0)  # whose turn it is stands in the upper row, with its mark above
    for row, foot in ((drawn[:over], line - ROW), (drawn[over:], line)):
        for one, aside in zip(row, abreast(len(row), 25 if len(row) < ABREAST else 19), strict=True):
            turn = f"M{x + aside - 6:.1f} {foot - 38}h12l-6 8Z" if one.turn else ""
            tokens.append((token(one, hues, x + aside, foot - 15, npc=one.npc, letter=on[one.id]), turn))
    return PosturePlace(word, x, tuple(tokens), len(here) if len(here) > MOST_HERE else 0)

"""A ladder of rungs, and bars that say how far down somebody was, time after time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, NamedTuple, Protocol

from moot.web.pictures.tokens import GREY, LETTER, DrawnToken, Hues, TokenFigure, abreast, cut, token

# ---------------------------------------------------------------- a ladder


class LadderOutcome(Protocol):
    """What the chosen way may bring: how likely, in what words, and whether that is a gain or a harm."""

    share: str
    word: str
    kind: str


class LadderRung(Protocol):
    """A rung, in a band of rungs: who stands there, and what is read from it."""

    name: str
    band: str
    who: Sequence[TokenFigure]
    outcomes: Sequence[LadderOutcome]


class DrawnRung(NamedTuple):
    """A rung as it is drawn: its upper edge, its height and its middle; whether a band ends above it, the colour of
    who stands there (0: nobody), the outcomes, each with as much of how likely it is as there is
    room for beside the name, and its height; and the tokens."""

    rung: LadderRung
    top: int
    tall: int
    middle: float
    parts: bool
    hue: int
    outcomes: tuple[tuple[LadderOutcome, str, float], ...]
    tokens: tuple[DrawnToken, ...]


class Ladder(NamedTuple):
    """Named rungs, the best at the top, on a rail at `rail`; how likely an outcome is ends at `share`."""

    width: int
    height: int
    rail: int
    share: int
    rungs: tuple[DrawnRung, ...]


def ladder(rungs: Sequence[LadderRung], hues: Hues) -> Ladder:
    """Who stands on which rung, and what the chosen way may bring."""
    width, rail = 360, 36
    words = (len(one.word) for rung in rungs for one in rung.outcomes)
    share = width - 12 - LETTER * (max(words, default=0) + 1)
    heights = [max(23, 20 * len(rung.outcomes) + 4, 32 if rung.who else 0) for rung in rungs]
    tops = [*accumulate(heights, initial=6)]
    drawn = []
    for at, rung in enumerate(rungs):
        middle, room = tops[at] + heights[at] / 2, (share - rail - 24) / LETTER - len(rung.name) - 1
        rows = abreast(len(rung.outcomes), 19)
        drawn.append(DrawnRung(
            rung, tops[at], heights[at], middle, bool(at and rungs[at - 1].band) and rungs[at - 1].band != rung.band,
            hues.get(rung.who[0].id, GREY) if rung.who else 0,
            tuple([(one, cut(one.share, room), middle + 5 + y) for one, y in zip(rung.outcomes, rows, strict=True)]),
            tuple([token(who, hues, rail + 14 * n, middle, npc=who.npc) for n, who in enumerate(rung.who)]),
        ))
    return Ladder(width, tops[-1] + 6, rail, share, tuple(drawn))


# ---------------------------------------------------------------- a course


class Bar(NamedTuple):
    """How far down somebody was once: a bar, and whether it is the `last` place, or one that a `rest` brought."""

    look: Literal["", "rest", "last"]
    x: int
    y: int
    height: int


def course(steps: Sequence[int], rests: Sequence[bool], most: int) -> tuple[Bar, ...]:
    """How far down a track somebody was, time after time."""
    return tuple([
        Bar("rest" if rest else "last" if at == most else "", 10 * n + 1, 6 * (most - at), 6 * at + 2)
        for n, (at, rest) in enumerate(zip(steps, rests, strict=True))
    ])

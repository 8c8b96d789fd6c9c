"""The standing situation as data: who and what is in it, row by row. One template draws it, and programs read it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from moot.core.events import Throw

Look: TypeAlias = Literal["bar", "track", "dots", "boxes"]
"""How a meter is drawn: a bar with its figures, the places of a track, a dot for each, or boxes of which `now` are
struck."""
Side: TypeAlias = Literal["", "ours", "theirs"]
"""On which side of a part somebody stands, where there are two."""
Turn: TypeAlias = Literal["", "due", "now", "waiting", "done"]
"""Where somebody's turn stands; empty where nobody takes turns."""


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """How much there is of something: `now` of `most`, and `more` beyond that.

    On a track, `now` is the place that is held, counted from 0, `was` the one before, and `places` are the names of
    all. `tint` is a word by which the theme of a room gives it a colour. `beside` is what stands after boxes, as `+2`:
    these have a line of their own, with the name.
    """

    name: str
    now: int
    most: int
    look: Look = "bar"
    more: int = 0
    was: int | None = None
    places: tuple[str, ...] = ()
    tint: str = ""
    beside: str = ""

    @property
    def share(self) -> int:
        """How full it is, in hundredths."""
        return max(0, min(100, 100 * self.now // max(1, self.most)))

    @property
    def fits(self) -> bool:
        """Whether there is no more of it than there can be; of a track, whether each place has its name."""
        on_track = self.now >= 0 and len(self.places) == self.most + 1
        return self.now <= self.most and (on_track or self.look != "track")


class BoardRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody or something that counts now: how they are in `words`, the `marks` on them, and what they have left.

    A tap opens what the row is `of`; `id` tells rows of the same thing apart. With a `count` above 1 so many of a kind
    stand in it: `of` is the first, and a tap opens all. `dangers` are what comes at them or hangs over them. `figure`
    is the number by which turns are taken. `dice` lie with it, or will be rolled next if they show no faces; `edges`
    are what somebody has over others, `lines` what more there is to say, each on a line. `ahead`: has the upper hand
    over the other `side`; `out`: in it no more; `hidden`: the guide alone knows of it.
    """

    name: str
    of: str = ""
    id: str = ""
    words: str = ""
    count: int = 1
    marks: tuple[str, ...] = ()
    dangers: tuple[str, ...] = ()
    meters: tuple[Meter, ...] = ()
    turn: Turn = ""
    figure: int | None = None
    side: Side = ""
    ahead: bool = False
    dice: Throw | None = None
    edges: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    out: bool = False
    hidden: bool = False

    @property
    def opens(self) -> str:
        """What a tap on it opens: all of a kind, by `all-` and the first of them, as choices have it."""
        return f"all-{self.of}" if self.count > 1 else self.of

    @property
    def key(self) -> str:
        """What distinguishes it from the other rows of its part."""
        return self.id or self.of


class HeadNote(msgspec.Struct, frozen=True):
    """What stands beside a heading: `Round 2`, out of the `most` there are, or a word alone."""

    word: str
    number: int | None = None
    most: int | None = None


class BoardPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the situation: a heading with `figures` beside it, lines of `words`, `secrets` that the guide alone
    reads, and the rows.

    With `turns` the rows stand in the order of turns; with `large` each says who plays it, and has its words, dice and
    edges on lines of their own; rows that have sides face each other, with the words below. With `picture` the room's
    `board.html` draws what rows cannot say: above the rows, or below two sides.
    """

    id: str
    title: str = ""
    figures: tuple[HeadNote, ...] = ()
    words: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    rows: tuple[BoardRow, ...] = ()
    turns: bool = False
    large: bool = False
    picture: bool = False

    @property
    def sides(self) -> tuple[tuple[BoardRow, ...], tuple[BoardRow, ...]] | None:
        """The rows of ours and of theirs; none of a part that has no sides."""
        ours, theirs = (tuple(row for row in self.rows if row.side == side) for side in ("ours", "theirs"))
        return (ours, theirs) if ours or theirs else None

    @property
    def edge(self) -> Side:
        """The side that has the upper hand."""
        return next((row.side for row in self.rows if row.ahead), "")

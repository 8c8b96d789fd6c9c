"""The standing situation as data: who and what is in it, row by row. One template draws it, and programs read it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Look: TypeAlias = Literal["bar", "track", "dots"]
"""How a meter is drawn: a bar with its figures, the places of a track, or a dot for each."""
Turn: TypeAlias = Literal["", "due", "now", "waiting", "done"]
"""Where somebody's turn stands; empty where nobody takes turns."""


class Meter(msgspec.Struct, frozen=True, kw_only=True):
    """How much there is of something: `now` of `most`, and `more` beyond that.

    On a track, `now` is the place that is held, counted from 0, `was` the one before, and `places` are the names of
    all. `tint` is a word by which the theme of a room gives it a colour.
    """

    name: str
    now: int
    most: int
    look: Look = "bar"
    more: int = 0
    was: int | None = None
    places: tuple[str, ...] = ()
    tint: str = ""

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

    A tap opens what the row is `of`; `id` tells rows of the same thing apart. `figure` is the number by which turns are
    taken. `out`: in it no more; `hidden`: the guide alone knows of it.
    """

    name: str
    of: str = ""
    id: str = ""
    words: str = ""
    marks: tuple[str, ...] = ()
    meters: tuple[Meter, ...] = ()
    turn: Turn = ""
    figure: int | None = None
    out: bool = False
    hidden: bool = False

    @property
    def key(self) -> str:
        """What distinguishes it from the other rows of its part."""
        return self.id or self.of


class HeadNote(msgspec.Struct, frozen=True):
    """What stands beside a heading: `Round 2`, or a word alone."""

    word: str
    number: int | None = None


class BoardPart(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the situation: a heading with `figures` beside it, lines of `words`, `secrets` that the guide alone
    reads, and the rows.

    With `turns` the rows stand in the order of turns. With `picture` the room's `board.html` draws what rows cannot
    say, above them.
    """

    id: str
    title: str = ""
    figures: tuple[HeadNote, ...] = ()
    words: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    rows: tuple[BoardRow, ...] = ()
    turns: bool = False
    picture: bool = False

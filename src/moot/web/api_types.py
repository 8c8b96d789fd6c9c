"""What the JSON API sends and takes, where it is not a struct of the table's or the game's already."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from moot.core import BoardPart, CastMember, Choice, Line, Module, Option, Rule, Seat, Situation
from moot.table import House, TableState
from moot.table.ports import LONGEST_ID
from moot.table.rules_here import MOST_MODULES


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why something was not done. `code` is stable; `field` names the blank at fault, if one is."""

    code: str
    message: str
    rule: str | None = None
    allowed: tuple[str, ...] = ()
    field: str = ""


class GameCard(msgspec.Struct, frozen=True):
    """A game that is installed here."""

    name: str
    title: str
    tagline: str
    guide: str
    rules: int


class Rules(msgspec.Struct, frozen=True):
    """A game's rulebook."""

    game: str
    title: str
    edition: str
    licence: str
    rules: tuple[Rule, ...]
    options: tuple[Option, ...]


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened: the game, the table's title, who runs it, changed options, house rules.

    What `settings` choose wins over the options of `modules`.
    """

    game: str
    name: str
    title: str = ""
    settings: dict[str, str] = {}
    modules: Annotated[tuple[Module, ...], msgspec.Meta(max_length=MOST_MODULES)] = ()
    house: House = House()


class Coming(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who comes by the join link; `k` is its code."""

    name: str
    k: str
    role: Literal["player", "watcher"] = "player"


class SeatKey(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and its secret; `join` is the link for others."""

    table: str
    seat: str
    secret: str
    join: str


class Asking(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command: an `id` of the client's choosing, the command itself (`{"do": …}`), a nonce for the dice, typed faces.

    A command whose id was accepted before is not done again, so it can be sent again whenever no answer came.
    """

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_ID)]
    command: dict[str, Any]
    nonce: Annotated[str, msgspec.Meta(max_length=LONGEST_ID)] = ""
    faces: Annotated[tuple[int, ...], msgspec.Meta(max_length=100)] = ()


class Done(msgspec.Struct, frozen=True):
    """A command was done, and written down. `heard` is the seat's number of it; `again`: it had been done before."""

    heard: int
    again: bool = False


class Seeing(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat may see now. `stage` is what all see of the game, `board` the standing
    situation as they see it, `own` what is for this seat alone; `here` are the seats with a page or feed open."""

    table: str
    game: str
    title: str
    seat: Seat
    standing: str
    state: TableState
    situation: Situation
    stage: dict[str, Any] | None
    own: dict[str, Any] | None
    board: tuple[BoardPart, ...]
    voices: tuple[Choice, ...]
    characters: tuple[CastMember, ...]
    here: tuple[str, ...]
    heard: int


class TakenAlong(msgspec.Struct, frozen=True):
    """A text that a seat may take along as a file; `about` is the id of what it is of, where it is of one thing."""

    name: str
    title: str
    media_type: str
    about: str
    text: str


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a seat heard."""

    at: int
    by: str
    lines: tuple[Line, ...]
    events: tuple[dict[str, Any], ...]


class HeardThing(Heard, frozen=True, kw_only=True):
    """One thing that a seat heard, under its own number `n`; `struck`: it was taken back later."""

    n: int
    struck: bool


class Journal(msgspec.Struct, frozen=True):
    """Part of a seat's record; `last` is the number of the last thing heard so far."""

    last: int
    heard: tuple[HeardThing, ...]


class HeardMessage(msgspec.Struct, frozen=True, tag_field="event", tag="message"):
    """A message of the feed, with the seat's number of what it heard."""

    id: int
    data: Heard


class GoneMessage(msgspec.Struct, frozen=True, tag_field="event", tag="gone"):
    """The last message of the feed of a seat that was taken away."""

    data: Refusal


FeedMessage: TypeAlias = HeardMessage | GoneMessage
"""A server-sent event of the feed."""

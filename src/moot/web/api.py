"""The JSON API: the same tables, seats, offers, commands and refusals as the pages.

A seat's secret goes into `Authorization: Bearer …`. Every refusal is a JSON object with the same fields.
"""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from moot import games
from moot.core import Choice, Line, Offer, Option, Refused, Role, Rule, Seat, Situation
from moot.table import House, Table, TableState
from moot.web.answers import AnyRequest
from moot.web.auth import bearer_secret
from moot.web.commanding import ask, sit
from moot.web.site import address, site_of
from moot.web.standing import let_in

MOST_HEARD = 500
"""Things heard in one answer."""


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
    """A table to be opened: the game, the table's title, who runs it, and the options that differ from the default."""

    game: str
    name: str
    title: str = ""
    settings: dict[str, str] = {}
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

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    command: dict[str, Any]
    nonce: Annotated[str, msgspec.Meta(max_length=64)] = ""
    faces: Annotated[tuple[int, ...], msgspec.Meta(max_length=100)] = ()


class Done(msgspec.Struct, frozen=True):
    """A command was done, and written down. `heard` is the seat's number of it; `again`: it had been done before."""

    heard: int
    again: bool = False


class Seeing(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seat may see now. `view` is the game's own; `here` are the seats with a page or feed open."""

    table: str
    game: str
    title: str
    seat: Seat
    standing: str
    state: TableState
    situation: Situation
    view: dict[str, Any]
    voices: tuple[Choice, ...]
    here: tuple[str, ...]
    heard: int


class HeardThing(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a seat heard, under its own number `n`; `struck`: it was taken back later."""

    n: int
    struck: bool
    at: int
    by: str
    lines: tuple[Line, ...]
    events: tuple[dict[str, Any], ...]


class Journal(msgspec.Struct, frozen=True):
    """Part of a seat's record; `last` is the number of the last thing heard so far."""

    last: int
    heard: tuple[HeardThing, ...]


_WORDS = {
    400: "It cannot be read.",
    401: "The secret proves no seat here.",
    403: "This seat may not do that, or is not let in yet.",
    404: "There is no such thing.",
    409: "It is no longer possible.",
    413: "It is too large.",
    422: "The rules or the table refuse it.",
    429: "Too fast; `Retry-After` says how long to wait.",
    503: "It could not be written down; nothing changed.",
}
REFUSALS = {status: ResponseSpec(Refusal, description=text, generate_examples=False) for status, text in _WORDS.items()}


def _only(*statuses: int) -> dict[int, ResponseSpec]:
    return {status: REFUSALS[status] for status in statuses}


@get("/api/games", sync_to_thread=False, tags=["games"])
def every_game() -> list[GameCard]:
    """The games that are installed here."""
    return [GameCard(g.name, g.title, g.tagline, g.guide, len(g.rulebook.rules)) for g in games.every()]


@get("/api/games/{game:str}/rules", sync_to_thread=False, tags=["games"], responses=_only(404))
def rules_of(game: FromPath[str]) -> Rules:
    """A game's rules and options."""
    book = games.find(game).rulebook
    return Rules(
        game, book.title, book.edition, book.licence, tuple(book.rules.values()), tuple(book.options.values())
    )


@post("/api/tables", tags=["tables"], responses=_only(400, 404, 413, 422, 429, 503))
async def open_table(request: AnyRequest, data: JSONBody[Opening]) -> SeatKey:
    """Open a table. The secret in the answer is the guide's seat: it is not shown again."""
    site = site_of(request)
    site.at_door.take(address(request.scope))
    table, key = await site.shelf.open(
        data.game, data.title, data.name, settings=data.settings, house=data.house
    )
    return SeatKey(table=table.id, seat=key.seat, secret=key.secret, join=_join_link(request, table))


@post("/api/tables/{table_id:str}/join", tags=["tables"], responses=_only(400, 403, 404, 409, 413, 422, 429, 503))
async def join(request: AnyRequest, table_id: FromPath[str], data: JSONBody[Coming]) -> SeatKey:
    """Sit down, or wait at the door until the guide opens it."""
    site = site_of(request)
    site.at_door.take(address(request.scope))
    table = await site.shelf.find(table_id)
    if not table.invite or not secrets.compare_digest(data.k.encode(), table.invite.encode()):
        raise Refused("wrong-link", "This code does not open the table (any more).", field="k")
    role: Role = data.role
    key = await table.come(data.name, role)
    return SeatKey(table=table.id, seat=key.seat, secret=key.secret, join=_join_link(request, table))


@get("/api/tables/{table_id:str}", tags=["tables"], responses=_only(401, 403, 404))
async def see(request: AnyRequest, table_id: FromPath[str]) -> Seeing:
    """All that the seat may see now."""
    table, seat = await _seat(request, table_id)
    sight = table.sight(seat)
    fields = {field: getattr(sight, field) for field in sight.__struct_fields__}
    view = msgspec.to_builtins(sight.view, enc_hook=str)
    return Seeing(**{**fields, "view": view, "here": tuple(sorted(sight.here))})


@get("/api/tables/{table_id:str}/offers", tags=["tables"], responses=_only(401, 403, 404))
async def offers(request: AnyRequest, table_id: FromPath[str]) -> tuple[Offer, ...]:
    """All that the seat may do now, as fillable forms: a command is `do`, `fixed` and an answer to each field."""
    table, seat = await _seat(request, table_id)
    return table.offers(seat)


@get("/api/tables/{table_id:str}/journal", tags=["tables"], responses=_only(400, 401, 403, 404))
async def journal(
    request: AnyRequest,
    table_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_HEARD)] = 100,
) -> Response[Journal]:
    """What the seat heard after its number `after`, at most `limit` things."""
    table, seat = await _seat(request, table_id)
    record = table.hearing(seat).record
    struck = site_of(request).journals.struck(table)
    things = (
        b'{"n":%d,"struck":%b,%b' % (n, b"true" if heard.seq in struck else b"false", heard.body[1:])
        for n, heard in enumerate(record[after : after + limit], start=after + 1)
    )
    body: Any = b'{"last":%d,"heard":[%b]}' % (len(record), b",".join(things))
    return Response(body, media_type="application/json")


@post("/api/tables/{table_id:str}/commands", status_code=200, tags=["tables"], responses=REFUSALS)
async def commands(request: AnyRequest, table_id: FromPath[str], data: JSONBody[Asking]) -> Done:
    """Give a command. When this answers, it is done and safe, and on its way to every follower."""
    table, seat = await _seat(request, table_id)
    site_of(request).by_seat.take(f"{table_id}:{seat.id}")
    receipt = await ask(table, seat, data.id, data.command, data.nonce, data.faces)
    return Done(receipt.heard, receipt.again)


async def _seat(request: AnyRequest, table_id: str) -> tuple[Table, Seat]:
    table, seat = await sit(site_of(request), request.scope, table_id, bearer_secret(request.scope))
    return table, let_in(table, seat)


def _join_link(request: AnyRequest, table: Table) -> str:
    return f"{site_of(request).base(request.scope)}/t/{table.id}/join?k={table.invite}"


ROUTES = (every_game, rules_of, open_table, join, see, offers, journal, commands)

"""The JSON API: the same tables, seats, offers, commands and refusals as the pages.

A seat's secret goes into `Authorization: Bearer …`. Every refusal is a JSON object with the same fields.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Response, get, post
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import SecurityRequirement, SecurityScheme
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.types import ASGIApp

from moot import games
from moot.core import Offer, Refused, Role, Seat
from moot.table import Table
from moot.web.admission import let_in
from moot.web.api_types import (
    Asking,
    Coming,
    Done,
    GameCard,
    Journal,
    Opening,
    Refusal,
    Rules,
    SeatKey,
    Seeing,
    TakenAlong,
)
from moot.web.auth import bearer_secret
from moot.web.openers import check_opening
from moot.web.responses import AnyRequest, PlainJson
from moot.web.security import LARGEST_COMMAND
from moot.web.site import site_of
from moot.web.submit import ask, sit

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]

LONGEST_NAME = 200
"""Letters in the name of a command or the id of a thing, as a question may have them."""
MOST_HEARD = 500
"""Things heard in one answer."""


_WORDS = {
    400: "It cannot be read.",
    401: "The secret is not that of a seat here.",
    403: "This seat may not do that, or is not let in yet.",
    404: "There is no such thing.",
    409: "It is no longer possible, or its id was used for another command: ask again with a new id.",
    413: "It is too large.",
    422: "The rules or the table refuse it.",
    429: "Too fast; `Retry-After` says how long to wait.",
    500: "The table's log is damaged, or something broke; nothing changed.",
    503: "It could not be written down; nothing changed.",
}
REFUSALS = {status: ResponseSpec(Refusal, description=text, generate_examples=False) for status, text in _WORDS.items()}


DONE = ResponseSpec(Done, description="It is done and written down.", generate_examples=False)


SEAT = SecurityScheme(type="http", scheme="bearer", description="The secret of a seat, from `SeatKey`.")
PROVEN: list[SecurityRequirement] = [{"seat": []}]
"""What a seat's own routes ask for."""


def only(*statuses: int) -> dict[int, ResponseSpec]:
    """The refusals of these statuses, and those that any table may answer with."""
    return {status: REFUSALS[status] for status in (*statuses, 400, 404, 500)}


@get("/api/games", sync_to_thread=False, tags=["games"])
def list_games() -> list[GameCard]:
    """The games that are installed here."""
    return [GameCard(g.name, g.title, g.tagline, g.guide, len(g.rulebook.rules)) for g in games.every()]


@get("/api/games/{game:str}/rules", sync_to_thread=False, tags=["games"], responses=only())
def read_rules(game: FromPath[str]) -> Rules:
    """A game's rules and options."""
    book = games.find(game).rulebook
    return Rules(
        game, book.title, book.edition, book.licence, tuple(book.rules.values()), tuple(book.options.values())
    )


@post("/api/tables", tags=["tables"], responses=only(403, 409, 413, 422, 429, 503))
async def open_table(request: AnyRequest, data: JSONBody[Opening]) -> SeatKey:
    """Open a table. The secret in the answer is the guide's seat: it is not shown again."""
    site = site_of(request)
    site.charge_door(request.scope)
    check_opening(site, request.scope)
    table, key = await site.shelf.open(
        data.game, data.title, data.name, settings=data.settings, modules=data.modules, house=data.house
    )
    return SeatKey(table=table.id, seat=key.seat, secret=key.secret, join=_join_link(request, table))


@post("/api/tables/{table_id:str}/join", tags=["tables"], responses=only(403, 409, 413, 422, 429, 503))
async def join_table(request: AnyRequest, table_id: FromPath[str], data: JSONBody[Coming]) -> SeatKey:
    """Sit down, or wait at the door until the guide opens it."""
    site = site_of(request)
    site.charge_door(request.scope)
    table = await site.table(request.scope, table_id)
    if not table.keys.admits(data.k):
        raise Refused("wrong-link", "This code does not open the table. Ask for the link that does now.", field="k")
    role: Role = data.role
    key = await table.come(data.name, role)
    return SeatKey(table=table.id, seat=key.seat, secret=key.secret, join=_join_link(request, table))


@get("/api/tables/{table_id:str}", tags=["tables"], responses=only(401, 403, 429), security=PROVEN)
async def see_table(request: AnyRequest, table_id: FromPath[str]) -> Seeing:
    """All that the seat may see now."""
    table, seat = await _seat(request, table_id)
    sight = table.sight(seat)
    fields = {field: getattr(sight, field) for field in sight.__struct_fields__}
    of_game = {name: msgspec.to_builtins(fields[name], enc_hook=str) for name in ("stage", "own")}
    return Seeing(**{**fields, **of_game, "here": tuple(sorted(sight.here))})


@get("/api/tables/{table_id:str}/offers", tags=["tables"], responses=only(401, 403, 429), security=PROVEN)
async def list_offers(
    request: AnyRequest,
    table_id: FromPath[str],
    do: Annotated[str, QueryParameter(max_length=LONGEST_NAME)] = "",
    about: Annotated[str, QueryParameter(max_length=LONGEST_NAME)] = "",
) -> tuple[Offer, ...]:
    """All that the seat may do now, or only by one command or about one thing, as fillable forms: a command is `do`,
    `fixed` and an answer to each field."""
    table, seat = await _seat(request, table_id)
    return table.offers(seat, do=do, about=about or None)


@get("/api/tables/{table_id:str}/journal", tags=["tables"], responses=only(401, 403, 429), security=PROVEN)
async def read_journal(
    request: AnyRequest,
    table_id: FromPath[str],
    after: Annotated[int, QueryParameter(ge=0)] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=MOST_HEARD)] = 100,
) -> Response[Journal]:
    """What the seat heard after its number `after`, at most `limit` things."""
    table, seat = await _seat(request, table_id)
    record = table.journal(seat).entries
    struck = site_of(request).journals.struck(table)
    things = (
        b'{"n":%d,"struck":%b,%b' % (n, b"true" if heard.seq in struck else b"false", heard.body[1:])
        for n, heard in enumerate(record[after : after + limit], start=after + 1)
    )
    body: Any = b'{"last":%d,"heard":[%b]}' % (len(record), b",".join(things))
    return Response(body, media_type="application/json")


@get("/api/tables/{table_id:str}/documents", tags=["tables"], responses=only(401, 403, 429), security=PROVEN)
async def list_documents(request: AnyRequest, table_id: FromPath[str]) -> tuple[TakenAlong, ...]:
    """The texts that the seat may take along as files."""
    table, seat = await _seat(request, table_id)
    every = table.documents(seat)
    return tuple(TakenAlong(d.name, d.title, d.media_type, d.about, d.write()) for d in every)


async def seated(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Check that the asker may give a command before its body, which can be long, is read. Raises Refused, TooFast."""
    table_id = str(connection.path_params["table_id"])
    seat = (await _seat(connection, table_id))[1]
    site_of(connection).charge(connection.scope, f"{table_id}:{seat.id}")


@post(
    "/api/tables/{table_id:str}/commands",
    status_code=200,
    guards=[seated],
    tags=["tables"],
    responses={200: DONE, **REFUSALS},
    security=PROVEN,
    request_max_body_size=LARGEST_COMMAND,
)
async def give_command(request: AnyRequest, table_id: FromPath[str], data: JSONBody[Asking]) -> ASGIApp:
    """Give a command. When this answers, it is done and safe, and on its way to every follower."""
    table, seat = await _seat(request, table_id)
    receipt = await ask(table, seat, data.id, data.command, data.nonce, data.faces)
    return PlainJson(msgspec.json.encode(Done(receipt.heard, receipt.again)))


async def _seat(request: AnyConnection, table_id: str) -> tuple[Table, Seat]:
    table, seat = await sit(site_of(request), request.scope, table_id, bearer_secret(request.scope))
    return table, let_in(table, seat)


def _join_link(request: AnyRequest, table: Table) -> str:
    return f"{site_of(request).base(request.scope)}/t/{table.id}/join?k={table.keys.invite}"


ROUTES = (
    list_games, read_rules, open_table, join_table, see_table, list_offers, read_journal, list_documents, give_command,
)

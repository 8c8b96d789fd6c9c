"""A seat's wish on its way to the table: from a form, or as it came by the API."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import parse_qs

from litestar.types import Scope

from moot.core import Refused, Seat
from moot.table import Asked, Receipt, Table
from moot.web.admission import is_seated, let_in
from moot.web.auth import holder
from moot.web.device import FIELD, asking, keys_here, secret_here
from moot.web.forms import FormData, asked_for, faces, last, wish
from moot.web.responses import AnyRequest
from moot.web.site import Site, site_of

MOST_FIELDS = 400


async def sit(site: Site, scope: Scope, table_id: str, secret: str) -> tuple[Table, Seat]:
    """The table, and the seat there that `secret` proves, at the door or in. Raises Refused."""
    return await _sat(site, scope, await _table(site, scope, table_id), secret)


async def sit_here(request: AnyRequest, table_id: str, said: str | None = None) -> tuple[Table, Seat, str]:
    """The table, and the seat whose page asks, with its secret. Raises Refused. A form has `said` whose page it is;
    other requests say so in their address or a header.
    """
    site, scope = site_of(request), request.scope
    table = await _table(site, scope, table_id)
    secret = secret_here(scope, table, asking(scope) if said is None else said, acts=said is not None)
    return *await _sat(site, scope, table, secret), secret


async def _table(site: Site, scope: Scope, table_id: str) -> Table:
    table = await site.table(scope, table_id)
    scope["state"]["game"] = table.game.name
    return table


async def _sat(site: Site, scope: Scope, table: Table, secret: str) -> tuple[Table, Seat]:
    seat = holder(site, scope, table, secret)
    if is_seated(table, seat):
        scope["state"]["table"] = table.id
    await table.remember(seat)
    return table, seat


async def data(request: AnyRequest) -> FormData:
    """The form in the request's body. Raises Refused unless it is one."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    if body and kind != "application/x-www-form-urlencoded":
        raise Refused("not-a-form", "This takes a form.")
    try:
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except (UnicodeDecodeError, ValueError) as error:
        raise Refused("malformed", "This form cannot be read.") from error


def page_of(form: FormData) -> str:
    """Whose page it is that a form came from, as it says; empty if it does not."""
    return last(form, FIELD).strip()


async def command(request: AnyRequest, table_id: str, *, saying: bool = False) -> Seat:
    """Do what the posted form asks for, as the seat that it came from. Raises Refused."""
    site = site_of(request)
    found = await _table(site, request.scope, table_id)
    if not keys_here(request.scope, found):
        await sit_here(request, table_id, "")  # refused before its form is read
    form = await data(request)
    table, seat, _ = await sit_here(request, table_id, page_of(form))
    site.charge(request.scope, f"{table_id}:{seat.id}")
    let_in(table, seat)
    filled = _said(form) if saying else wish(table.found(seat, do=asked_for(form)), form)
    await ask(table, seat, last(form, "moot.id").strip(), filled, last(form, "moot.nonce").strip(), faces(form))
    return seat


async def ask(
    table: Table, seat: Seat, id_: str, wished: dict[str, Any], nonce: str = "", given: tuple[int, ...] = ()
) -> Receipt:
    """Ask the table. Raises Refused."""
    # What is hidden from others goes into their copies of the log as a digest: without a random word in it, it could
    # be found by trying.
    return await table.ask(seat, Asked(id=id_, command=wished, nonce=nonce or secrets.token_hex(12), faces=given))


def _said(form: FormData) -> dict[str, Any]:
    manner, _, voice = last(form, "as").strip().partition(":")
    text = last(form, "text").replace("\r\n", "\n")
    if manner == "voice":
        return {"do": "say", "text": text, "voice": voice, "manner": "speech"}
    return {"do": "say", "text": text, "manner": "story" if manner == "story" else "aside"}

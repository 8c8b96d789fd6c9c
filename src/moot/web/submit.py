"""A seat's wish on its way to the table: from a form, or as it came by the API."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import parse_qs

from litestar.types import Scope

from moot.core import Refused, Seat
from moot.table import Asked, Receipt, Table
from moot.web.admission import is_seated, let_in
from moot.web.auth import cookie_secret, holder
from moot.web.forms import Data, asked_for, faces, wish
from moot.web.responses import AnyRequest
from moot.web.site import Site, site_of

MOST_FIELDS = 400


async def sit(site: Site, scope: Scope, table_id: str, secret: str) -> tuple[Table, Seat]:
    """The table, and the seat there that `secret` proves, at the door or in. Raises Refused."""
    table = await site.table(scope, table_id)
    scope["state"]["game"] = table.game.name
    seat = holder(site, scope, table, secret)
    if is_seated(table, seat):
        scope["state"]["table"] = table_id
    return table, seat


async def data(request: AnyRequest) -> Data:
    """The form in the request's body. Raises Refused unless it is one."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    if body and kind != "application/x-www-form-urlencoded":
        raise Refused("not-a-form", "This takes a form.")
    try:
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
    except (UnicodeDecodeError, ValueError) as error:
        raise Refused("malformed", "This form cannot be read.") from error


async def command(request: AnyRequest, table_id: str, *, saying: bool = False) -> Receipt:
    """Do what the posted form asks for. Raises Refused."""
    site = site_of(request)
    table, seat = await sit(site, request.scope, table_id, cookie_secret(request.scope))
    site.by_seat.take(f"{table_id}:{seat.id}")
    let_in(table, seat)
    form = await data(request)
    filled = _said(form) if saying else wish(table.offers(seat, do=asked_for(form)), form)
    return await ask(table, seat, _last(form, "moot.id"), filled, _last(form, "moot.nonce"), faces(form))


async def ask(
    table: Table, seat: Seat, id_: str, wished: dict[str, Any], nonce: str = "", given: tuple[int, ...] = ()
) -> Receipt:
    """Ask the table. Raises Refused."""
    # What is hidden from others goes into their copies of the log as a digest: without a word of chance in it, it could
    # be found by trying.
    return await table.ask(seat, Asked(id=id_, command=wished, nonce=nonce or secrets.token_hex(12), faces=given))


def _said(form: Data) -> dict[str, Any]:
    manner, _, voice = _last(form, "as").partition(":")
    text = _last(form, "text").replace("\r\n", "\n")
    if manner == "voice":
        return {"do": "say", "text": text, "voice": voice, "manner": "speech"}
    return {"do": "say", "text": text, "manner": "story" if manner == "story" else "aside"}


def _last(form: Data, name: str) -> str:
    return form.get(name, ("",))[-1].strip() if name != "text" else form.get(name, ("",))[-1]

"""The door: coming in by the join link, and back in from another device."""

from __future__ import annotations

from contextlib import suppress
from typing import cast

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from moot.core import Refused, Role
from moot.table import Key, Table
from moot.web.answers import AnyRequest, page
from moot.web.auth import cookie_secret, seat_cookies
from moot.web.commanding import data, sit
from moot.web.site import address, site_of
from moot.web.standing import let_in
from moot.web.table_page import picture


@get("/t/{table_id:str}/join")
async def join_page(request: AnyRequest, table_id: FromPath[str], k: FromQuery[str] = "") -> Response[str] | Redirect:
    """Who comes by the join link says a name; who has a seat here goes on to it."""
    table = await _invited(request, table_id, k)
    try:
        table.holder(cookie_secret(request.scope))
    except Refused:
        game, title = table.game, table.ledger.table.title
        return page(request, "pages/join.html", theme=game.name, game=game, title=title, table=table_id, k=k)
    return Redirect(f"/t/{table_id}", status_code=303)


@post("/t/{table_id:str}/join")
async def join(request: AnyRequest, table_id: FromPath[str]) -> Redirect:
    """Sit down, or wait at the door."""
    site_of(request).at_door.take(address(request.scope))
    form = await data(request)
    table = await _invited(request, table_id, form.get("k", [""])[-1])
    role = "watcher" if form.get("role", [""])[-1] == "watcher" else "player"
    key = await table.come(form.get("name", [""])[-1], cast(Role, role))
    return _into(request, table_id, key)


async def _invited(request: AnyRequest, table_id: str, code: str) -> Table:
    table = await site_of(request).shelf.find(table_id)
    request.scope["state"]["game"] = table.game.name
    if not table.keys.admits(code):
        raise Refused("wrong-link", "This link does not open the table (any more). Ask for the new one.")
    return table


def _into(request: AnyRequest, table_id: str, key: Key) -> Redirect:
    return Redirect(f"/t/{table_id}", status_code=303, cookies=seat_cookies(request.scope, table_id, key))


@get("/t/{table_id:str}/back")
async def back_page(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """Offers a link to this seat for another device."""
    table, _ = await sit(site_of(request), request.scope, table_id, cookie_secret(request.scope))
    title = table.ledger.table.title
    return page(request, "pages/back.html", theme=table.game.name, title=title, table=table_id, link="")


@post("/t/{table_id:str}/back")
async def back_link(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """Makes that link; it works once, within a day."""
    site = site_of(request)
    table, seat = await sit(site, request.scope, table_id, cookie_secret(request.scope))
    site.at_door.take(address(request.scope))
    secret = await table.keys.back_link(let_in(table, seat).id)
    link = f"{site.base(request.scope)}/t/{table_id}/back/{secret}"
    drawn = Markup(picture(link).decode())  # noqa: S704 - drawn by segno, the link is in its squares only
    title = table.ledger.table.title
    return page(
        request, "pages/back.html", 201, theme=table.game.name, title=title, table=table_id, link=link, picture=drawn
    )


@get("/t/{table_id:str}/back/{secret:str}")
async def come_back_page(request: AnyRequest, table_id: FromPath[str], secret: FromPath[str]) -> Response[str]:
    """One tap from the seat. Looking at the link does not use it up, so that previews in chats cannot."""
    table = await site_of(request).shelf.find(table_id)
    seat, sits = table.led_back(secret), None
    with suppress(Refused):
        sits = table.holder(cookie_secret(request.scope))
    return page(
        request,
        "pages/come_back.html",
        theme=table.game.name,
        title=table.ledger.table.title,
        table=table_id,
        secret=secret,
        name=table.ledger.table.name(seat),
        other=sits.name if sits is not None and sits.id != seat else "",
    )


@post("/t/{table_id:str}/back/{secret:str}")
async def come_back(request: AnyRequest, table_id: FromPath[str], secret: FromPath[str]) -> Redirect:
    """Uses the link up."""
    site = site_of(request)
    site.at_door.take(address(request.scope))
    table = await site.shelf.find(table_id)
    return _into(request, table_id, await table.come_back(secret))

"""The door: coming in by the join link, and back in from another device."""

from __future__ import annotations

from contextlib import suppress

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from moot.core import Refused, Role, Seat
from moot.core.words import alike
from moot.table import Key, Table
from moot.table.seating import Left, named_alike
from moot.web.admission import let_in
from moot.web.auth import seat_cookies
from moot.web.device import in_hand, seats_here, secret_here
from moot.web.responses import AnyRequest, page
from moot.web.site import site_of
from moot.web.submit import data, page_of, sit_here
from moot.web.table_page import picture


@get("/t/{table_id:str}/join")
async def join_page(request: AnyRequest, table_id: FromPath[str], k: FromQuery[str] = "") -> Response[str] | Redirect:
    """The page of the join link: it asks for a name; a browser with a seat here goes on to that."""
    table = await site_of(request).table(request.scope, table_id)
    if _sits(request, table) is not None:
        return Redirect(f"/t/{table_id}", status_code=303)
    return _asking(request, _invited(request, table, k), k)


@post("/t/{table_id:str}/join")
async def join(request: AnyRequest, table_id: FromPath[str]) -> Response[str] | Redirect:
    """Sit down, or wait at the door; a name that does not do is asked for again, with the reason. Where nobody is asked
    who comes in, those who go by the name of somebody that left say first whether they are that one, or `new`."""
    site_of(request).charge_door(request.scope)
    said = {name: values[-1] for name, values in (await data(request)).items()}
    table = _invited(request, await site_of(request).table(request.scope, table_id), said.get("k", ""))
    role: Role = "watcher" if said.get("role") == "watcher" else "player"
    name, claims = said.get("name", ""), said.get("claims", "")
    asks = table.ledger.table.house.door == "open" and not (claims or "new" in said)
    if asks and (left := _who_left(table, name)) is not None:
        return _asking(request, table, said.get("k", ""), name, left=left)
    try:
        key = await table.come(name, role, claims)
    except Refused as refused:
        if refused.field != "name":
            raise
        return _asking(request, table, said.get("k", ""), name, refused)
    return _into(request, table_id, key)


def _who_left(table: Table, name: str) -> Seat | None:
    """Somebody who sat at a table under such a name and left, while nobody there goes by it; of those who were turned
    away at the door others never hear."""
    state = table.ledger.table
    if named_alike(state, name):
        return None
    every = (happened.event for folded in table.ledger.folded for happened in folded.events)
    sat = {event.seat for event in every if isinstance(event, Left) and not event.waited}
    chairs = (state.chairs[id_] for id_ in sat & {*state.chairs})
    left = (chair.seat for chair in chairs if chair.standing == "left" and not chair.seat.guides)
    return next((seat for seat in left if alike(seat.name, name)), None)


def _asking(
    request: AnyRequest, table: Table, k: str, name: str = "", refused: Refused | None = None, left: Seat | None = None
) -> Response[str]:
    """The page that asks for a name. Where somebody has that name, or had it and `left`, it asks whether it is they."""
    seated = table.ledger.table.seated()
    same = next((seat for seat in seated if refused and refused.code == "name-taken" and alike(seat.name, name)), None)
    return page(
        request,
        "pages/join.html",
        200 if refused is None else 422,
        theme=table.game.name,
        game=table.game,
        title=table.ledger.table.title,
        table=table.id,
        k=k,
        name=name,
        refused=refused,
        claims=same if same is not None and not same.guides else left,
        left=left is not None,
    )


def _sits(request: AnyRequest, table: Table) -> Seat | None:
    """The seat that this browser has at a table, if any."""
    with suppress(Refused):
        return table.holder(secret_here(request.scope, table, in_hand(request.scope)))
    return next(iter(seats_here(request.scope, table)), None)


def _invited(request: AnyRequest, table: Table, code: str) -> Table:
    request.scope["state"]["game"] = table.game.name
    if not table.keys.admits(code):
        raise Refused("wrong-link", "This link no longer opens the table. Ask for the new one.")
    return table


def _into(request: AnyRequest, table_id: str, key: Key) -> Redirect:
    return Redirect(f"/t/{table_id}", status_code=303, cookies=seat_cookies(request.scope, table_id, key))


@get("/t/{table_id:str}/back")
async def back_page(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """Offers a link to this seat for another device."""
    table, seat, _ = await sit_here(request, table_id)
    title = table.ledger.table.title
    return page(request, "pages/back.html", theme=table.game.name, title=title, table=table_id, seat=seat.id, link="")


@post("/t/{table_id:str}/back")
async def back_link(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """Makes that link; it works once, within a day."""
    site = site_of(request)
    table, seat, _ = await sit_here(request, table_id, page_of(await data(request)))
    site.charge_door(request.scope)
    secret = await table.keys.back_link(let_in(table, seat).id)
    link = f"{site.base(request.scope)}/t/{table_id}/back/{secret}"
    drawn = Markup(picture(link).decode())  # noqa: S704 - drawn by segno, the link is in its squares only
    title = table.ledger.table.title
    return page(
        request,
        "pages/back.html",
        201,
        theme=table.game.name,
        title=title,
        table=table_id,
        seat=seat.id,
        link=link,
        picture=drawn,
    )


@get("/t/{table_id:str}/back/{secret:str}")
async def come_back_page(
    request: AnyRequest, table_id: FromPath[str], secret: FromPath[str]
) -> Response[str] | Redirect:
    """The page of a back link, one tap from the seat. Looking does not use it up, so that previews in chats do not.

    A link that is used up leads a browser that has its seat already to the table.
    """
    table = await site_of(request).table(request.scope, table_id)
    sits = _sits(request, table)
    try:
        seat = table.led_back(secret)
    except Refused:
        if sits is None:
            raise
        return Redirect(f"/t/{table_id}", status_code=303)
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
    site.charge_door(request.scope)
    table = await site.table(request.scope, table_id)
    return _into(request, table_id, await table.come_back(secret))

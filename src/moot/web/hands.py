"""A device that is passed around: the cover between two people's pages, and which seats the device has."""

from __future__ import annotations

import secrets

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect

from moot.core import Refused, Seat
from moot.table import Asked, Key, Table
from moot.web.auth import HAND, OPEN, seat_cookie, seat_cookies
from moot.web.device import MOST_HERE, characters, is_open, keys_here, passed_on, seats_here
from moot.web.forms import last
from moot.web.responses import AnyRequest, page
from moot.web.site import site_of
from moot.web.submit import data, page_of, sit_here
from moot.web.table_page import seated


@post("/t/{table_id:str}/pass")
async def pass_on(request: AnyRequest, table_id: FromPath[str]) -> Redirect:
    """Hand the device on to somebody: their page stays covered until they uncover it."""
    form = await data(request)
    table, _, _ = await sit_here(request, table_id, page_of(form))
    to = _of_this_device(request, table, last(form, "to"))
    return Redirect(f"/t/{table_id}?seat={to}", status_code=303, cookies=passed_on(request.scope, table_id, to))


@post("/t/{table_id:str}/hand")
async def uncover(request: AnyRequest, table_id: FromPath[str]) -> Redirect:
    """Uncover the page of the person who has the device now; with `open` no page is covered from then on."""
    form = await data(request)
    table = await site_of(request).table(request.scope, table_id)
    to = _of_this_device(request, table, last(form, "to"))
    taken = [seat_cookie(request.scope, table_id, HAND, to)]
    if "open" in form:
        taken.append(seat_cookie(request.scope, table_id, OPEN, last(form, "open")))
    return Redirect(f"/t/{table_id}?seat={to}", status_code=303, cookies=taken)


def _of_this_device(request: AnyRequest, table: Table, seat: str) -> str:
    if seat not in keys_here(request.scope, table):
        raise Refused("no-seat", "This device does not have that seat.")
    return seat


@get("/t/{table_id:str}/device")
async def device_page(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """The seats on this device, and those that it can have."""
    table, seat = await seated(request, table_id)
    return _device(request, table, seat)


def _device(
    request: AnyRequest, table: Table, seat: Seat, refused: Refused | None = None, name: str = ""
) -> Response[str]:
    here = seats_here(request.scope, table)
    return page(
        request,
        "pages/device.html",
        200 if refused is None else 422,
        theme=table.game.name,
        title=table.ledger.table.title,
        table=table.id,
        seat=seat,
        here=here,
        open=is_open(request.scope),
        chairs=table.ledger.table.chairs,
        others=(others := _to_be_had(request, table, seat)),
        plays=characters(table, (*here, *others)) if is_open(request.scope) else {},
        refused=refused,
        name=name,
        house=table.ledger.table.house,
    )


def _to_be_had(request: AnyRequest, table: Table, seat: Seat) -> tuple[Seat, ...]:
    """The seats that the holder of `seat` can have on this device, too: for the guide all, at a table to try those that
    stand-ins play.
    """
    here, tries = keys_here(request.scope, table), site_of(request).trials.find(table.id) is not None
    chairs = [chair for id_, chair in table.ledger.table.chairs.items() if id_ not in here]
    return tuple(
        chair.seat
        for chair in chairs
        if chair.standing == "seated" and ((seat.guides and not chair.seat.guides) or (tries and chair.lent))
    )


@post("/t/{table_id:str}/device")
async def another_seat(request: AnyRequest, table_id: FromPath[str]) -> Response[str] | Redirect:
    """Put another seat on this device: one that is at the table, or a new one with a name."""
    site_of(request).charge_door(request.scope)
    form = await data(request)
    table, seat = await seated(request, table_id, page_of(form))
    if len(keys_here(request.scope, table)) >= MOST_HERE:
        raise Refused("device-full", f"One device can have {MOST_HERE} seats of a table at most.")
    wanted = last(form, "take")
    if wanted:
        key = await _taken(request, table, seat, wanted)
        mine = [cookie for cookie in seat_cookies(request.scope, table_id, key) if cookie.key != HAND]
        cookies = [*mine, *passed_on(request.scope, table_id, wanted)]
        return Redirect(f"/t/{table_id}?seat={wanted}", status_code=303, cookies=cookies)
    name = last(form, "name")
    try:
        key = await table.come(name, "player")
    except Refused as refused:
        if refused.field != "name":
            raise
        return _device(request, table, seat, refused, name)
    if seat.guides and table.ledger.table.chairs[key.seat].standing == "waiting":
        await _ask(table, seat, {"do": "admit", "seat": key.seat})
    cookies = seat_cookies(request.scope, table_id, key)
    return Redirect(f"/t/{table_id}?seat={key.seat}", status_code=303, cookies=cookies)


async def _taken(request: AnyRequest, table: Table, seat: Seat, wanted: str) -> Key:
    """A key to the seat `wanted` of those that this device can have; all hear of it. Raises Refused."""
    if all(other.id != wanted for other in _to_be_had(request, table, seat)):
        raise Refused("no-such-seat", "You cannot take that seat on this device: ask the one who runs the game for it.")
    chair = table.ledger.table.chairs[wanted]
    if not seat.guides:
        await _ask(table, chair.seat, {"do": "take-seat-back", "seat": wanted})
        return await table.keys.new(wanted)
    key = await table.come(chair.seat.name, "player", wanted)
    await _ask(table, seat, {"do": "hand-seat", "comer": key.seat, "seat": wanted})
    if chair.lent:
        await _ask(table, seat, {"do": "take-seat-back", "seat": wanted})
    return Key(seat=wanted, secret=key.secret)


async def _ask(table: Table, seat: Seat, command: dict[str, str]) -> None:
    token = secrets.token_hex(12)
    await table.ask(seat, Asked(id=token, command=command, nonce=token))


@post("/t/{table_id:str}/device/off")
async def seat_off(request: AnyRequest, table_id: FromPath[str]) -> Redirect:
    """Take a seat off this device: its key here stops working."""
    form = await data(request)
    table, _, _ = await sit_here(request, table_id, page_of(form))
    off = _of_this_device(request, table, last(form, "off"))
    here = keys_here(request.scope, table)
    if len(here) == 1:
        raise Refused("only-seat", "This is the only seat on this device. To give it up, leave the table.")
    await table.keys.drop(Key(seat=off, secret=here[off]))
    return Redirect(f"/t/{table_id}/device", status_code=303)

"""A table's page and what belongs to it: commands by form, the whole journal, the join link as a picture."""

from __future__ import annotations

from io import BytesIO

import segno
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from moot.core import Seat
from moot.table import Table
from moot.table.state import AT_TABLE
from moot.web.admission import is_seated, let_in
from moot.web.auth import SEAT, cookies
from moot.web.device import characters, in_hand, is_open, seats_here
from moot.web.forms import chosen, last
from moot.web.journal import FETCHED, SHOWN, journal_of_seat
from moot.web.lobby import has_begun
from moot.web.marks import for_script
from moot.web.page_version import Seen
from moot.web.responses import AnyRequest, page
from moot.web.security import LARGEST_COMMAND
from moot.web.site import site_of
from moot.web.submit import command, data, page_of, sit_here

PAGE = 100
"""Things heard on one page of the log."""


@get("/t/{table_id:str}")
async def table_page(
    request: AnyRequest, table_id: FromPath[str], seat: FromQuery[str] = ""
) -> Response[str] | Redirect:
    """The table as a seat sees it; where a device has several seats, a cover if another one has it in hand."""
    table = await site_of(request).table(request.scope, table_id)
    here, hand = seats_here(request.scope, table), in_hand(request.scope)
    ids = {one.id for one in here}
    if len(here) > 1 and not seat and hand in ids:
        return Redirect(f"/t/{table_id}?seat={hand}", status_code=303)
    if len(here) > 1 and (not seat or (seat in ids and seat != hand and not is_open(request.scope))):
        return _cover(request, table, here, next((one for one in here if one.id == seat), None))
    return await _uncovered(request, table_id, here)


def _cover(request: AnyRequest, table: Table, here: tuple[Seat, ...], to: Seat | None) -> Response[str]:
    """The cover over the page of `to` until they say that they have the device."""
    state = table.ledger.table
    return page(
        request, "pages/cover.html", theme=table.game.name, table=table.id, chairs=state.chairs, here=here, to=to
    )


async def _uncovered(request: AnyRequest, table_id: str, here: tuple[Seat, ...]) -> Response[str]:
    site = site_of(request)
    table, seat, _ = await sit_here(request, table_id)
    panels = site.screens.screen(table, seat, site.base(request.scope))
    journal = journal_of_seat(table, seat)
    heard = len(journal.entries)
    return page(
        request,
        "table/page.html",
        theme=table.game.name,
        table=table_id,
        seat=seat.id,
        title=table.ledger.table.title,
        hue=table.ledger.table.chairs[seat.id].hue,
        guide=seat.guides,
        begun=has_begun(table),
        others=[one for one in here if one.id != seat.id],
        plays=characters(table, here) if is_open(request.scope) else {},
        chairs=table.ledger.table.chairs,
        waited={one.seat for one in table.ledger.situation().waiting},
        signer=seat.id,
        panels={name: Markup(made.marked) for name, made in panels.items()},  # noqa: S704 - from our templates
        lines=Markup(site.journals.html(table, journal, heard - SHOWN + 1, heard)),  # noqa: S704 - from our templates
        event_id=Seen.of(heard, panels).id(site.boot),
    )


@post("/t/{table_id:str}/do", status_code=204, request_max_body_size=LARGEST_COMMAND)
async def do(request: AnyRequest, table_id: FromPath[str]) -> Response[None]:
    """Give a command by form."""
    return _done(request, table_id, await command(request, table_id))


@post("/t/{table_id:str}/building", status_code=204)
async def building(request: AnyRequest, table_id: FromPath[str]) -> None:
    """Show what is chosen so far in an offer that all may see."""
    form = await data(request)
    table, seat = await seated(request, table_id, page_of(form))
    site_of(request).by_seat.take(f"{table_id}:{seat.id}")
    table.build(seat, last(form, "moot.offer"), chosen(form))


@post("/t/{table_id:str}/say", status_code=204)
async def say(request: AnyRequest, table_id: FromPath[str]) -> Response[None]:
    """Speak."""
    return _done(request, table_id, await command(request, table_id, saying=True))


def _done(request: AnyRequest, table_id: str, seat: Seat) -> Response[None]:
    if request.headers.get("hx-request"):
        return Response(None, status_code=204)
    shared = any(name.startswith(f"{SEAT}_") and name != f"{SEAT}_{seat.id}" for name in cookies(request.scope))
    return Redirect(f"/t/{table_id}?seat={seat.id}" if shared else f"/t/{table_id}", status_code=303)


@get("/t/{table_id:str}/log")
async def log(request: AnyRequest, table_id: FromPath[str], before: FromQuery[int | None] = None) -> Response[str]:
    """The whole journal of this seat, a page at a time; with it, taking things back."""
    site = site_of(request)
    table, seat = await seated(request, table_id)
    record = table.journal(seat).entries
    last = min(len(record), max(1, before or len(record) + 1) - 1)
    first = max(1, last - PAGE + 1)
    struck = site.journals.struck(table)
    entries = [
        (number, site.journals.written(table, heard, number, struck), _undoable(table, heard.seq, struck))
        for number, heard in enumerate(record[first - 1 : last], start=first)
        if heard.lines
    ]
    can_undo = any(table.found(seat, do="undo"))
    html = site.pages.render("pages/log_lines.html", {"entries": entries, "table": table_id, "can_undo": can_undo})
    return page(
        request,
        "pages/log.html",
        theme=table.game.name,
        table=table_id,
        title=table.ledger.table.title,
        lines=Markup(html),  # noqa: S704 - from our templates
        seat=seat.id,
        signer=seat.id,
        earlier=first if first > 1 else 0,
        later=before is not None,
    )


@get("/t/{table_id:str}/turn")
async def turn(request: AnyRequest, table_id: FromPath[str]) -> Response[dict[str, object]]:
    """Whether the table waits for a seat of this browser, and where the game stands: for the list of tables."""
    table = await site_of(request).table(request.scope, table_id)
    mine = {seat.id for seat in seats_here(request.scope, table) if is_seated(table, seat)}
    mine = mine or {(await seated(request, table_id))[1].id}
    waits = any(one.seat in mine for one in table.ledger.situation().waiting)
    said = {"waits": waits, "headline": table.ledger.situation().headline}
    return Response(said, headers={"Cache-Control": "no-store"})


@get("/t/{table_id:str}/lines")
async def lines(
    request: AnyRequest, table_id: FromPath[str], before: FromQuery[int], many: FromQuery[int] = FETCHED
) -> Response[str]:
    """The `many` things that the seat heard before number `before`, as list items: what a page fetches once it is
    loaded, and when its reader scrolls up."""
    table, seat = await seated(request, table_id)
    site = site_of(request)
    site.by_seat.take(f"{table_id}:{seat.id}")
    journal = table.journal(seat)
    last = min(before - 1, len(journal.entries))
    first = max(1, last - min(max(many, 1), FETCHED) + 1)
    html = for_script(site.journals.html(table, journal, first, last))
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-store", "Moot-From": str(first)})


def _undoable(table: Table, seq: int, struck: frozenset[int]) -> bool:
    return table.ledger.folded_entry(seq).moved and seq not in struck


@get("/t/{table_id:str}/qr")
async def qr(request: AnyRequest, table_id: FromPath[str]) -> Response[bytes]:
    """The join link as a QR code."""
    site = site_of(request)
    table, seat = await seated(request, table_id)
    link = site.screens.of(table, seat, site.base(request.scope)).join_link
    return Response(picture(link), media_type="image/svg+xml")


def picture(link: str) -> bytes:
    """`link` as a QR code, SVG."""
    drawn = BytesIO()
    how = {"border": 2, "xmldecl": False, "omitsize": True, "svgclass": "qr-code", "light": "#fff", "dark": "#000"}
    segno.make(link, error="m").save(drawn, kind="svg", **how)
    return drawn.getvalue()


async def seated(request: AnyRequest, table_id: str, said: str | None = None) -> tuple[Table, Seat]:
    """The table, and the seat there whose page asks (see `sit_here`). Raises Refused for those who are not let in."""
    table, seat, _ = await sit_here(request, table_id, said)
    return table, let_in(table, seat)


@post("/t/{table_id:str}/invite")
async def invite(request: AnyRequest, table_id: FromPath[str]) -> Redirect:
    """Make a new join link; the old one stops working. The guide's to do."""
    table, seat = await seated(request, table_id, page_of(await data(request)))
    AT_TABLE.needs_guide(seat, "changes the join link")
    await table.new_invite()
    return Redirect(f"/t/{table_id}", status_code=303)

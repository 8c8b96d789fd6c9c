"""A table's page and what hangs on it: commands by form, the whole journal, the join link as a picture."""

from __future__ import annotations

import re
import secrets
from io import BytesIO

import segno
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from moot.core import Seat
from moot.table import Table
from moot.table.state import AT_TABLE
from moot.web.admission import let_in
from moot.web.auth import cookie_secret
from moot.web.journal import SHOWN, journal_of_seat
from moot.web.page_version import Seen
from moot.web.panel_inputs import PanelInputs
from moot.web.responses import AnyRequest, page
from moot.web.security import LARGEST_COMMAND
from moot.web.site import site_of
from moot.web.submit import command, sit

PAGE = 100
"""Things heard on one page of the log."""

_UNSTAMPED = re.compile(r'name="moot\.id" value=""')


def stamped(html: str) -> Markup:
    """`html` with an id for each command that can be given from it, for browsers without script."""
    return Markup(_UNSTAMPED.sub(lambda _: f'name="moot.id" value="{secrets.token_hex(12)}"', html))  # noqa: S704


@get("/t/{table_id:str}")
async def table_page(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """The table as this seat sees it."""
    site = site_of(request)
    table, seat = await sit(site, request.scope, table_id, cookie_secret(request.scope))
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
        panels={name: stamped(made.html) for name, made in panels.items()},
        lines=Markup(site.journals.html(table, journal, heard - SHOWN + 1, heard)),  # noqa: S704 - from our templates
        event_id=Seen.of(heard, panels).id(site.boot),
    )


@post("/t/{table_id:str}/do", status_code=204, request_max_body_size=LARGEST_COMMAND)
async def do(request: AnyRequest, table_id: FromPath[str]) -> Response[None]:
    """Give a command by form."""
    await command(request, table_id)
    return _done(request, table_id)


@post("/t/{table_id:str}/say", status_code=204)
async def say(request: AnyRequest, table_id: FromPath[str]) -> Response[None]:
    """Speak."""
    await command(request, table_id, saying=True)
    return _done(request, table_id)


def _done(request: AnyRequest, table_id: str) -> Response[None]:
    if request.headers.get("hx-request"):
        return Response(None, status_code=204)
    return Redirect(f"/t/{table_id}", status_code=303)


@get("/t/{table_id:str}/log")
async def log(request: AnyRequest, table_id: FromPath[str], before: FromQuery[int | None] = None) -> Response[str]:
    """The whole journal of this seat, a page at a time; with it, taking things back."""
    site = site_of(request)
    table, seat = await _seated(request, table_id)
    record = table.journal(seat).entries
    last = min(len(record), max(1, before or len(record) + 1) - 1)
    first = max(1, last - PAGE + 1)
    struck = site.journals.struck(table)
    entries = [
        (number, site.journals.written(table, heard, number, struck), _undoable(table, heard.seq))
        for number, heard in enumerate(record[first - 1 : last], start=first)
        if heard.lines
    ]
    can_undo = any(offer.do == "undo" for offer in table.offers(seat))
    html = site.pages.render("pages/log_lines.html", {"entries": entries, "table": table_id, "can_undo": can_undo})
    return page(
        request,
        "pages/log.html",
        theme=table.game.name,
        table=table_id,
        title=table.ledger.table.title,
        lines=stamped(html),
        earlier=first if first > 1 else 0,
        later=before is not None,
    )


def _undoable(table: Table, seq: int) -> bool:
    return table.ledger.folded_entry(seq).moved and seq in table.ledger.live()


@get("/t/{table_id:str}/qr")
async def qr(request: AnyRequest, table_id: FromPath[str]) -> Response[bytes]:
    """The join link as a QR code."""
    site = site_of(request)
    table, seat = await _seated(request, table_id)
    link = PanelInputs(table, seat, site.base(request.scope)).facts["join_link"]
    return Response(picture(link), media_type="image/svg+xml")


def picture(link: str) -> bytes:
    """`link` as a QR code, SVG."""
    drawn = BytesIO()
    segno.make(link, error="m").save(drawn, kind="svg", scale=8, border=2, xmldecl=False, light="#fff", dark="#000")
    return drawn.getvalue()


async def _seated(request: AnyRequest, table_id: str) -> tuple[Table, Seat]:
    table, seat = await sit(site_of(request), request.scope, table_id, cookie_secret(request.scope))
    return table, let_in(table, seat)


@post("/t/{table_id:str}/invite")
async def invite(request: AnyRequest, table_id: FromPath[str]) -> Redirect:
    """Make a new join link; the old one stops working. The guide's to do."""
    table, seat = await _seated(request, table_id)
    AT_TABLE.needs_guide(seat, "changes the join link")
    await table.new_invite()
    return Redirect(f"/t/{table_id}", status_code=303)

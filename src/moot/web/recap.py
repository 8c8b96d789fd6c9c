"""The recap of a chapter or a session: a page that is the same for all who sit at the table, and a text of it."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath
from litestar.types import ASGIApp
from msgspec.structs import replace

from moot.table.recap import Recap, markdown, recap
from moot.web.beats import facts_in_their_seats
from moot.web.lobby import ONLOOKER
from moot.web.responses import AnyRequest, Download, page
from moot.web.site import Site, site_of
from moot.web.table_page import seated


@get("/t/{table_id:str}/recap")
async def recap_page(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """What the chapter or session came to, to read and print."""
    site = site_of(request)
    table, seat = await seated(request, table_id)
    made: Recap = await site.keepsakes.of(table, seat, "recap", lambda ledger: recap(ledger, ONLOOKER))
    moment = site.screens.of(table, ONLOOKER).moment
    shared, seats = moment.shared(False), {one.name: one.seat for one in moment.cast(False).values()}
    return page(
        request,
        "pages/recap.html",
        **{**shared, "title": table.ledger.table.title},
        theme=table.game.name,
        seat=seat.id,
        recap=replace(made, facts=facts_in_their_seats(made.facts, seats)),
        room=added_to_recap(site, table.game.name),
    )


@get("/t/{table_id:str}/recap.md")
async def recap_file(request: AnyRequest, table_id: FromPath[str]) -> ASGIApp:
    """The same in Markdown."""
    table, seat = await seated(request, table_id)
    keepsakes = site_of(request).keepsakes
    body = await keepsakes.of(table, seat, "recap.md", lambda ledger: markdown(recap(ledger, ONLOOKER)).encode())
    return Download(body, "text/markdown; charset=utf-8", f"recap-{table_id}.md")


def added_to_recap(site: Site, game: str) -> str:
    """The template by which a game adds to a recap (`recap.html` in its `web/` folder); empty if it adds nothing."""
    return own if site.pages.has(own := f"{game}/recap.html") else ""

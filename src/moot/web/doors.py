"""The addresses of what a page fetches when somebody opens it.

Pages have what is asked now, and doors to the rest. Each address gives a script just that part of a page, which the
page's stream keeps true from then on, and a browser without script a page of its own.
"""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from markupsafe import Markup

from moot.core import Refused
from moot.web.admission import let_in
from moot.web.marks import for_script
from moot.web.moment import SeatMoment
from moot.web.openings import HEADER, Make, read
from moot.web.pages import Pages
from moot.web.palette import beyond, found_parts
from moot.web.responses import AnyRequest, page
from moot.web.rule_links import notes
from moot.web.site import site_of
from moot.web.submit import data, page_of, sit_here
from moot.web.table_page import seated
from moot.web.things import MOST_OPENED, emblem_parts, form_parts, sheet_of, thing_parts, verb_parts

LONGEST = 80
"""Letters that are looked for, at most."""
ADVICE = "advice"
"""Stands for the rules that help with what is asked now."""


async def seat_moment(request: AnyRequest, table_id: str) -> SeatMoment:
    """The table as it is for who asks. Raises Refused for those who are not let in."""
    site = site_of(request)
    table, seat, _ = await sit_here(request, table_id)
    site.by_seat.take(f"{table_id}:{seat.id}")
    return site.screens.of(table, let_in(table, seat), site.base(request.scope))


async def opened(request: AnyRequest, table_id: str, make: Make, title: str = "") -> Response[str]:
    """What `make` makes, alone for a script, whose page has it kept true; else on a page called `title`."""
    mine, site = await seat_moment(request, table_id), site_of(request)
    html = make(site.pages, mine)
    if request.headers.get("hx-request"):
        headers = {"Cache-Control": "no-store", **_kept(request, make, mine, html)}
        return Response(for_script(html), media_type="text/html", headers=headers)
    here: dict[str, Any] = {"theme": mine.moment.game.name, "table": mine.table.id, "title": mine.moment.state.title}
    here["seat"] = mine.seat.id
    body = Markup(html)  # noqa: S704 - from our templates
    return page(request, "pages/opened.html", **here, about=title, body=body, signer=mine.seat.id)


def _kept(request: AnyRequest, make: Make, mine: SeatMoment, html: str) -> dict[str, str]:
    """The header of an answer that the page's stream keeps true; none where there is no such stream."""
    said = read(request.headers.get(HEADER, ""))
    openings = site_of(request).lines.get(said[0]) if said else None
    if said is None or openings is None or openings.whose != (mine.table.id, mine.seat.id):
        return {}
    told = openings.keep(said[1], make, mine, html)
    return {"Moot-Told": str(told)} if told else {}


@post("/t/{table_id:str}/closed", status_code=204)
async def closed(request: AnyRequest, table_id: FromPath[str]) -> None:
    """A page says what it has no longer open."""
    form = await data(request)
    table, seat = await seated(request, table_id, page_of(form))
    site = site_of(request)
    site.by_seat.take(f"{table_id}:{seat.id}")
    for said in map(read, form.get("opening", ())):
        openings = site.lines.get(said[0]) if said else None
        if said and openings is not None and openings.whose == (table.id, seat.id):
            openings.close(said[1])


@get("/t/{table_id:str}/form")
async def form_page(
    request: AnyRequest, table_id: FromPath[str], offer: FromQuery[list[str]], of: FromQuery[str] = ""
) -> Response[str]:
    """A form that somebody opens."""
    return await opened(request, table_id, lambda pages, mine: form_parts(pages, mine, offer, of))


@get("/t/{table_id:str}/verb")
async def verb_page(request: AnyRequest, table_id: FromPath[str], do: FromQuery[list[str]]) -> Response[str]:
    """All offers of one verb, or of several, where a page has one door to them."""
    return await opened(request, table_id, lambda pages, mine: verb_parts(pages, mine, do))


@get("/t/{table_id:str}/about")
async def thing_page(request: AnyRequest, table_id: FromPath[str], of: FromQuery[str]) -> Response[str]:
    """A thing that somebody points at: what is known of it, and what can be done with it."""
    return await opened(request, table_id, lambda pages, mine: thing_parts(pages, mine, of))


@get("/t/{table_id:str}/print")
async def print_page(request: AnyRequest, table_id: FromPath[str], of: FromQuery[str]) -> Response[str]:
    """The sheet of a thing alone, to print. Raises Refused (`no-such-thing`) for what this seat sees nothing of."""
    mine = await seat_moment(request, table_id)
    sheet = sheet_of(site_of(request).pages, mine, of)
    if not sheet:
        raise Refused("no-such-thing", "There is nothing to print here any more.")
    game, title = mine.moment.game, mine.moment.state.title
    here: dict[str, Any] = {"theme": game.name, "table": table_id, "seat": mine.seat.id, "title": title}
    return page(request, "pages/print.html", **here, game=game.title, sheet=sheet)


@get("/t/{table_id:str}/emblems")
async def emblems_page(
    request: AnyRequest, table_id: FromPath[str], of: FromQuery[str], group: FromQuery[str] = ""
) -> Response[str]:
    """The emblems that somebody can have."""
    title = "Choose an emblem"
    return await opened(request, table_id, lambda pages, mine: emblem_parts(pages, mine, of, group), title)


@get("/t/{table_id:str}/find")
async def find_page(request: AnyRequest, table_id: FromPath[str], q: FromQuery[str] = "") -> Response[str]:
    """Everything that can be done now, by its words, and what else is found by them."""
    site, title = site_of(request), "Everything you can do"
    if q:
        await site.told.listen((mine := await seat_moment(request, table_id)).table.journal(mine.seat))

    def make(_: Pages, mine: SeatMoment) -> str:
        return found_parts(site.screens, mine, site.told, q[:LONGEST])

    return await opened(request, table_id, make, title)


@get("/t/{table_id:str}/found")
async def found_page(request: AnyRequest, table_id: FromPath[str], q: FromQuery[str] = "") -> Response[str]:
    """What is found by words besides what can be done now, while they are typed."""
    site = site_of(request)
    mine = await seat_moment(request, table_id)
    await site.told.listen(mine.table.journal(mine.seat))
    html = for_script(beyond(site.screens, site.told, mine, q[:LONGEST]))
    return Response(html, media_type="text/html", headers={"Cache-Control": "no-store"})


@get("/t/{table_id:str}/why")
async def why_page(
    request: AnyRequest, table_id: FromPath[str], rules: FromQuery[str] = "", line: FromQuery[int] = 0
) -> Response[str]:
    """The words of the rules behind something, or (`advice`) of those that help with what is asked now; before them
    what the throws add up from that the seat has on a line of its journal."""

    def make(pages: Pages, mine: SeatMoment) -> str:
        meant = mine.moment.aids[mine.seat.guides] if rules == ADVICE else rules.split()
        found = notes(mine.moment.game, meant[:MOST_OPENED], table_id, mine.moment.play.modules)
        heard = mine.table.journal(mine.seat).entries[line - 1 : line] if line > 0 else ()
        throws = [throw for entry in heard for each in entry.lines for throw in each.throws if throw.sums]
        return pages.render("table/why.html", {"notes": found, "throws": throws})

    return await opened(request, table_id, make, "Why?")


@get("/t/{table_id:str}/files")
async def files_page(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """The texts that this seat may take along."""

    def make(pages: Pages, mine: SeatMoment) -> str:
        return pages.render("table/files.html", {"documents": mine.table.documents(mine.seat), "table": table_id})

    return await opened(request, table_id, make, "Files to take along")


PARTS = ("invite", "seal", "keys")
"""What is looked at now and then: each has a template of its name."""


@get([f"/t/{{table_id:str}}/{part}" for part in PARTS])
async def part_page(request: AnyRequest, table_id: FromPath[str]) -> Response[str]:
    """One of the parts that a page has only once somebody looks at them."""
    part = request.url.path.rpartition("/")[2]
    return await opened(request, table_id, lambda pages, mine: pages.render(f"table/{part}.html", mine.values))
